"""What may be said at any time: the declaration pad; and the questions that have buttons of several kinds."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.base import Question
from referee.games.fact import Value, fact
from referee.games.racepack.book.state import Play, others_tokens
from referee.games.racepack.position import FACES, Position
from referee.games.racepack.rules import LONGEST, MOVEMENTS
from referee.games.racepack.words import WORDS


def pad(position: Position) -> tuple[Question, ...]:
    """Everything the driver and the others may say in this turn, each with its buttons."""
    car = position.to_move
    tokens = _tokens(position.hand(car))
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
        for pool, held in others_tokens(position, car)
        for token in _tokens(held)
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


def token_question(play: Play, car: str) -> Question:
    """Whether another player spent a token against a driver, and whose it was."""
    answers = [
        _button(f"defence:{pool}={token}", "defence", at=pool, value=token)
        for pool, held in others_tokens(play.position, car)
        for token in _tokens(held)
    ]
    none = _button("defence=no", "defence", how="no")
    return Question(WORDS.tell(fact("defence", how="ask", by=car)), (*answers, none))


def time_question(car: str, made: int) -> Question:
    """Whether a driver's time ran out, and after how many of the movements that were made."""
    none = _button("time=no", "time", how="no")
    if not made:
        return Question(WORDS.tell(fact("time", how="ask", by=car)), (_button("time=up", "time"), none))
    counts = [_button("time:0=up", "time", how="pad-none")]
    counts += [_button(f"time:{number}=up", "time", how="pad-after", at=number) for number in range(1, made + 1)]
    return Question(WORDS.tell(fact("time", how="ask-count", by=car)), (*counts, none))


def _tokens(hand: str) -> list[str]:
    """The tokens of a hand, an odd one as the numbers that it may stand for."""
    return [token for token in hand if token != "o"] + (["o2", "o4"] if "o" in hand else [])


def _button(declaration: str, kind: str, /, how: str = "answer", **params: Value) -> tuple[str, str]:
    return WORDS.tell(fact(kind, how=how, **params)), declaration


def _heading(kind: str, answers: Iterable[tuple[str, str]], /, **params: Value) -> Question:
    return Question(WORDS.tell(fact(kind, how="pad", **params)), tuple(answers))
