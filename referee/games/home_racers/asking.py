"""What to ask when the floor cannot tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.games.base import Line, Question
from referee.games.home_racers.actions import Drive, Unseen, parse_turn, roll_text
from referee.games.home_racers.missed import TWICE_WORDS
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.position import Position
from referee.games.home_racers.reading import DANGER_WORDS
from referee.games.looking import ABOUT_THE_VIEW, IN_VIEW

YES_NO = ("yes", "no")
LOOK = (IN_VIEW,)


def questions(position: Position, lines: Sequence[Line]) -> tuple[Question, ...]:
    """What would settle which of these lines was played; nothing when one of them needs no assumption."""
    if any(not line.assumes for line in lines):
        return ()
    found: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        for assumed in line.assumes:
            question = _of(position, line, assumed)
            answers = found.setdefault(question.text, [])
            answers.extend(answer for answer in question.answers if answer not in answers)
    return tuple(Question(text, tuple(answers)) for text, answers in found.items())


def _of(position: Position, line: Line, assumed: str) -> Question:
    turn = parse_turn(line.turn.split(" / ")[0])
    driver = DRIVERS[turn.car]
    if assumed == TWICE_WORDS:
        return Question("Several turns went by unseen. Is the floor right as it stands?", (("yes", "done"),))
    if "gear d" in assumed or "dice in the tray" in assumed:
        gear = turn.gear if isinstance(turn, Drive) and turn.gear else 1
        return Question(f"What did {driver}'s gear dice show?", _rolls(gear))
    if assumed == DANGER_WORDS:
        return Question(f"Did danger dice allow {driver} more?", _yes_no("danger"))
    if "whose effect is not in the rules held" in assumed:
        what = assumed.split(", whose effect")[0]
        return Question(f"Does {what} explain {driver}'s turn?", _yes_no("effect"))
    portal = re.fullmatch(r"([a-z]+) portal ([12]) is the entrance", assumed)
    if portal:
        return Question(f"Which {portal[1]} portal is the entrance?", _portal_answers(position, portal[1]))
    if "was ahead of" in assumed:
        answers = tuple((DRIVERS[car], f"first={car}") for car in position.queue)
        return Question("Whose car was ahead, so that it drove next?", answers)
    if isinstance(turn, Unseen):
        return Question(f"Where is {driver}'s car? Clear the view of the floor.", ABOUT_THE_VIEW)
    if "also where the floor is covered" in assumed:
        return Question(f"Are all tiles of {driver}'s path without a car off the floor? Clear the view of it.", LOOK)
    if "'s path" in assumed:
        gear = turn.gear if isinstance(turn, Drive) and turn.gear else 1
        return Question(
            f"Did {driver}'s path have {2 * gear} tiles, each touching the one before?", _yes_no("touching")
        )
    return Question(f"Did every tile of {driver}'s path touch the one before?", _yes_no("touching"))


def _yes_no(key: str) -> tuple[tuple[str, str], ...]:
    return tuple((answer, f"{key}={answer}") for answer in YES_NO)


def _rolls(gear: int) -> tuple[tuple[str, str], ...]:
    """One button for each number of fives and sixes; which other faces were rolled does not matter."""
    words = ("no 5 or 6", "one 5 or 6", "two", "three", "four", "five")
    return tuple(
        (f"gear {gear}: {words[good]}", f"roll={roll_text((1,) * (gear - good) + (5,) * good)}")
        for good in range(gear + 1)
    )


def _portal_answers(position: Position, colour: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"the one at {portal.pose.x_mm:.0f}, {portal.pose.y_mm:.0f} mm", f"entrance:{colour}={number}")
        for number, portal in enumerate(position.portals(colour), 1)
    )
