"""What to ask when the table cannot tell, and what may be said at any time: the declaration pad."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Line, Question
from referee.games.looking import ABOUT_THE_VIEW
from referee.games.racepack.actions import (
    Forward,
    LaneChange,
    Movement,
    Roll,
    one_speed,
    parse_turn,
    token_speed,
)
from referee.games.racepack.evidence import entered_slowly, forcing_tokens
from referee.games.racepack.missed import UNSEEN_TURN
from referee.games.racepack.notation import FACES, face_value
from referee.games.racepack.position import DRIVERS, Position, in_turn
from referee.games.racepack.rules.corners import token_name
from referee.games.racepack.weighing import ROUND_AND_BACK

FACE_WORDS = {"n": "null", "a": "ace"}
MOVEMENT_WORDS = ("first", "second", "third")
MISSED = "Turns were missed. If all of them were in order, take the table as it stands; if not, put the cars back."
"""What is asked about facts that later drivers' unseen turns take for granted."""


def questions(position: Position, lines: Sequence[Line]) -> tuple[Question, ...]:
    """What would settle which of these lines was played; nothing when one of them needs no assumption."""
    if any(not line.assumes for line in lines):
        return ()
    found: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        for question in _of_line(position, line):
            answers = found.setdefault(question.text, [])
            answers.extend(answer for answer in question.answers if answer not in answers)
    return tuple(Question(text, _no_last(answers)) for text, answers in found.items())


def _no_last(answers: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(answers, key=lambda answer: answer[1].endswith("=no")))


def _of_line(position: Position, line: Line) -> list[Question]:
    car, actions = parse_turn(line.turn.split(" / ")[0])
    driver = DRIVERS[car]
    own = [assumed for assumed in line.assumes if not assumed.startswith(UNSEEN_TURN)]
    movements = [action for action in actions if isinstance(action, Movement)]
    found = []
    for number, action in enumerate(movements, 1):
        if isinstance(action, Forward | LaneChange) and action.assumed:
            said = (f"the {token_name(action.token)}, movement {number}", f"token:{number}={action.token}")
            found.append(Question(f"Did {driver} use a strategy token?", (said, ("no token", "token=no"))))
    rolls = [action for action in actions if isinstance(action, Roll)]
    if any("spent a token" in assumed for assumed in own):
        face = next((face_value(roll.face) for roll in reversed(rolls) if roll.face), 5)
        found.append(_defence_question(position, car, face))
    elif any("second throw" in assumed for assumed in own):
        found.append(_defence_question(position, car, 5))
    elif any("re-roll" in assumed for assumed in own):
        found.append(Question("What did the re-roll show?", _faces("reroll")))
    elif any("penalty roll" in assumed for assumed in own):
        answers = (*_faces("roll"), ("it was not rolled", "roll=no"))
        found.append(Question(f"What did {driver}'s penalty roll show?", answers))
    if any("lane change into the corner" in assumed for assumed in own):
        found += [
            Question(
                f"At what speed did {driver} change lanes into the corner?",
                (("1", f"speed:{number}=1"), ("2", f"speed:{number}=2")),
            )
            for number, action in enumerate(movements, 1)
            if isinstance(action, LaneChange) and action.speeds == one_speed(1)
        ]
    if any("drove into the corner at speed 1" in assumed for assumed in own):
        text = f"At what speed did {driver} drive into the corner?"
        for number, _ in entered_slowly(position, car, movements):
            found.append(Question(text, (("1, then on", f"speed:{number}=1"), ("2", f"speed:{number}=2"))))
    if len(own) < len(line.assumes):
        found.append(Question(MISSED, ()))
    return found + _of_facts(driver, own, len(movements))


def _of_facts(driver: str, own: Sequence[str], movements: int) -> list[Question]:
    """What to ask about facts that stand in words only."""
    found = []
    if any("had two turns" in assumed for assumed in own):
        text = f"Has {driver} had two turns? If so, take the table as it stands; if not, put the car back."
        found.append(Question(text, ()))
    if any("more than a round" in assumed for assumed in own):
        found.append(Question("Were turns missed? If so, take the table as it stands; if not, put the cars back.", ()))
    if any("pit stop" in assumed for assumed in own):
        answers = (("yes", "stop=yes"), ("no", "stop=no"))
        found.append(Question(f"Did {driver} make a pit stop that was not seen?", answers))
    if any("time ran out" in assumed for assumed in own):
        found.append(_time_question(driver, movements))
    if any("came back to it" in assumed for assumed in own):
        answers = (("yes", "facing:2=old"), ("no", "facing:2=out"))
        found.append(Question(f"Did {driver} go on within the corner and come back to the same space?", answers))
    if any(ROUND_AND_BACK in assumed for assumed in own):
        answers = (("yes", "facing:1=old"), ("no", "facing:1=out"))
        found.append(Question(f"Did {driver} drive out still facing the old way, and come back?", answers))
    for assumed in own:
        who, _, explains = assumed.partition("'s car, which is not seen, explains")
        if explains:
            found.append(Question(f"Where is {who}'s car? Clear the view of the table.", ABOUT_THE_VIEW))
    own = [assumed for assumed in own if "not seen, explains" not in assumed]
    if any("not seen" in assumed and "car" in assumed for assumed in own):
        found.append(Question(f"Where is {driver}'s car? Clear the view of the table.", ABOUT_THE_VIEW))
    return found


def _time_question(driver: str, movements: int) -> Question:
    if not movements:
        return Question(f"Did {driver}'s time run out?", (("yes", "time=up"), ("no", "time=no")))
    counts = (("none", 0), ("one", 1), ("two", 2), ("three", 3))
    answers = [(words, f"time:{count}=up") for words, count in counts if count <= movements]
    answers.append(("it did not run out", "time=no"))
    return Question(f"How many movements had {driver} finished when the time ran out?", tuple(answers))


def _defence_question(position: Position, car: str, face: int) -> Question:
    answers = [
        (f"{DRIVERS[pool]}'s {token_name(token)}", f"defence:{pool}={token}")
        for pool, tokens in forcing_tokens(position, car)
        for token in tokens
        if token_speed(token) <= face
    ]
    return Question(f"Did another player spend a token against {DRIVERS[car]}?", (*answers, ("no", "defence=no")))


def _faces(kind: str) -> tuple[tuple[str, str], ...]:
    return tuple((FACE_WORDS.get(face, face), f"{kind}={face}") for face in FACES)


def pad(position: Position) -> tuple[Question, ...]:
    """Everything the driver and the others may say in this turn, each with its buttons."""
    car = position.to_move
    hand = position.hand(car)
    tokens = [token for token in hand if token != "o"] + (["o2", "o4"] if "o" in hand else [])
    found = []
    for number, name in enumerate(MOVEMENT_WORDS, 1):
        speeds = tuple((str(speed), f"speed:{number}={speed}") for speed in range(1, 8))
        found.append(Question(f"Speed of the {name} movement (a lane change)", speeds))
    for number, name in enumerate(MOVEMENT_WORDS, 1):
        spent = tuple((token_name(token), f"token:{number}={token}") for token in tokens)
        if spent:
            found.append(Question(f"Token for the {name} movement", spent))
    found.append(Question("The penalty roll showed", _faces("roll")))
    against = tuple(
        (f"{DRIVERS[pool]} {token_name(token)}", f"defence:{pool}={token}")
        for pool, held in forcing_tokens(position, car)
        for token in held
    )
    if against:
        found.append(Question(f"Token against {DRIVERS[car]}", against))
        found.append(Question("The re-roll showed", _faces("reroll")))
    old = tuple((f"{name} movement", f"facing:{number}=old") for number, name in enumerate(MOVEMENT_WORDS, 1))
    found.append(Question("Still facing the way the car came into the corner", old))
    if position.variants.timer_s:
        counts = tuple((f"after {name}", f"time:{number}=up") for number, name in enumerate(("none", "one", "two")))
        others = (("movements not counted", "time=up"), ("it did not", "time=no"))
        found.append(Question("The time ran out", counts + others))
    if position.variants.stops:
        stopped = (("made a stop", "stop=yes"), ("made none", "stop=no"))
        found.append(Question(f"A pit stop of {DRIVERS[car]}'s that was not seen", stopped))
    found.append(Question(f"{in_turn(car)}'s turn is over", (("done", "done"), ("no token was used", "token=no"))))
    return tuple(found)
