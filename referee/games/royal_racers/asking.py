"""What may be said at any time: the declaration pad."""

from __future__ import annotations

from referee.games.base import Question
from referee.games.fact import fact
from referee.games.royal_racers.board import FACES, TURNABLE, square_name
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.words import WORDS

Answers = tuple[tuple[str, str], ...]


def _answer(kind: str, declaration: str, /, how: str = "answer", **params: str | int) -> tuple[str, str]:
    """A button and what it declares."""
    return WORDS.tell(fact(kind, how=how, **params)), declaration


def _faces(kind: str) -> Answers:
    return tuple(_answer("roll", f"{kind}={face}", value=face) for face in FACES)


def _down(position: Position, kind: str) -> Answers:
    names = [square_name(square) for square in sorted(position.down)]
    return tuple(_answer("named", f"{kind}={name}", value=name) for name in names)


def pad(position: Position) -> tuple[Question, ...]:
    """Everything that may be said in this turn, each with its buttons."""
    who = position.to_move
    done = _answer("done", "done", by=who)
    if position.phase == PLACING:
        flag, _ = due_flag(position)
        return (_heading("flag", (done,), who=flag[0], rank=flag[1]),)
    found = [_heading("roll", (*_faces("roll"), _answer("roll", "roll=no", how="no")), by=who)]
    if position.down:
        found.append(_heading("named", _down(position, "named")))
        found.append(_heading("any", (_answer("any", "any"),)))
        found.append(_heading("back", (_answer("back", "back=stay", how="pad-stay"),)))
    turned = [square_name(square) for square in _turnable(position)]
    cards = (_answer("turned", f"turned={square}", value=square) for square in turned)
    found.append(_heading("turned", (*cards, _answer("turned", "turned=no", how="no"))))
    count = position.count(who)
    if count < len(position.ranks):
        flag = position.ranks[count]
        found.append(_heading("touch", (_answer("touch", f"touch={flag}", value=flag),), by=who))
    if CAMPAIGN in position.variants:
        for suit in position.seats:
            coins = tuple(_answer("coin", f"coin:{suit}={face}", value=str(n)) for n, face in enumerate(FACES))
            found.append(_heading("coin", coins, at=suit))
    found.append(_heading("done", (done,), by=who))
    return tuple(found)


def _heading(kind: str, answers: Answers, /, **params: str) -> Question:
    return Question(WORDS.tell(fact(kind, how="pad", **params)), answers)


def _turnable(position: Position) -> list[int]:
    """Cards that may be turned at all; of those that lie face down all, so that nothing is given away."""
    return [square for square in range(36) if square in position.down or position.rank(square) in TURNABLE]
