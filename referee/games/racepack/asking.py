"""What to ask when the table cannot tell, and what may be said at any time: the declaration pad."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.base import Line, Question
from referee.games.fact import Value, fact
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
from referee.games.racepack.position import DRIVERS, Position
from referee.games.racepack.rules.corners import token_name
from referee.games.racepack.rules.movement import LONGEST, MOVEMENTS
from referee.games.racepack.weighing import ROUND_AND_BACK
from referee.games.racepack.words import WORDS

FACE_WORDS = {"n": "null", "a": "ace"}
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
    numbers = range(1, MOVEMENTS + 1)
    found = []
    for number in numbers:
        speeds = (_button(f"speed:{number}={speed}", "speed", value=speed) for speed in range(1, LONGEST + 1))
        found.append(_heading("speed", speeds, at=number))
    for number in numbers if tokens else ():
        spent = (_button(f"token:{number}={token}", "token", value=token) for token in tokens)
        found.append(_heading("token", spent, at=number))
    found.append(_heading("roll", (_button(f"roll={face}", "roll", value=face) for face in FACES)))
    against = [
        _button(f"defence:{pool}={token}", "defence", how="pad-token", at=pool, value=token)
        for pool, held in forcing_tokens(position, car)
        for token in held
    ]
    if against:
        found.append(_heading("defence", against, by=car))
        found.append(_heading("reroll", (_button(f"reroll={face}", "reroll", value=face) for face in FACES)))
    old = (_button(f"facing:{number}=old", "facing", how="pad-old", at=number) for number in numbers)
    found.append(_heading("facing", old))
    if position.variants.timer_s:
        counts = [_button("time:0=up", "time", how="pad-none")]
        counts += [_button(f"time:{number}=up", "time", how="pad-after", at=number) for number in (1, 2)]
        others = (_button("time=up", "time", how="pad-up"), _button("time=no", "time", how="pad-no"))
        found.append(_heading("time", (*counts, *others)))
    if position.variants.stops:
        stopped = (_button("stop=yes", "stop", how="pad-yes"), _button("stop=no", "stop", how="pad-no"))
        found.append(_heading("stop", stopped, by=car))
    found.append(_heading("done", (_button("done", "done"), _button("token=no", "token", how="no")), by=car))
    return tuple(found)


def _button(declaration: str, kind: str, /, how: str = "answer", **params: Value) -> tuple[str, str]:
    return WORDS.tell(fact(kind, how=how, **params)), declaration


def _heading(kind: str, answers: Iterable[tuple[str, str]], /, **params: Value) -> Question:
    return Question(WORDS.tell(fact(kind, how="pad", **params)), tuple(answers))
