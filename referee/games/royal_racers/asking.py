"""What to ask when the table cannot tell, and what may be said at any time: the declaration pad."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Line, Question
from referee.games.catalogue import messages_of
from referee.games.fact import Fact, fact
from referee.games.looking import ABOUT_THE_VIEW
from referee.games.royal_racers.actions import Action, Back, Flip, Place, parse_turn
from referee.games.royal_racers.board import FACES, TURNABLE, square_name
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.words import WORDS

Answers = tuple[tuple[str, str], ...]
Asked = tuple[Fact, Answers]
"""What is asked, and the buttons for it."""


def questions(position: Position, lines: Sequence[Line]) -> tuple[Question, ...]:
    """What would settle which of these lines was played; nothing when one of them needs no assumption."""
    if any(not line.assumes for line in lines):
        return ()
    found: dict[Fact, dict[tuple[str, str], None]] = {}
    for line in lines:
        for asked, answers in _of_line(position, line):
            found.setdefault(asked, {}).update(dict.fromkeys(answers))
    return tuple(
        Question(WORDS.tell(asked), tuple(sorted(answers, key=lambda answer: answer[1].endswith("=no"))))
        for asked, answers in found.items()
    )


def _of_line(position: Position, line: Line) -> list[Asked]:
    found = []
    for number, part in enumerate(line.turn.split(" / ")):
        suit, actions = parse_turn(part)
        mark = f"{suit}:" if number else ""
        for assumed in messages_of(line.assumes):
            if assumed.fact.get("by") == suit:
                found += _about(position, assumed.fact, mark, actions)
    return found


def _about(position: Position, assumed: Fact, mark: str, actions: Sequence[Action]) -> list[Asked]:
    """The question that settles one assumption about one player's turn; `mark` names him when it is not his turn."""
    suit, how = str(assumed.get("by")), assumed.get("how")
    asked = fact(assumed.kind, how="ask", by=suit)
    match assumed.kind:
        case "named":
            return [(asked, _down(position, f"{mark}named"))]
        case "roll":
            return [(asked, (*_faces(f"{mark}roll"), _answer("roll", f"{mark}roll=no", how="no")))]
        case "turned" if how == "before":
            return [(fact("turned", how="ask-before"), ())]
        case "turned":
            squares = [square_name(action.square) for action in actions if isinstance(action, Flip)]
            cards = (_answer("turned", f"{mark}turned={square}", value=square) for square in squares)
            return [(asked, (*cards, _answer("turned", f"{mark}turned=no", how="no")))]
        case "back":
            return [(asked, _ways_back(position, suit, mark, actions))]
        case "pawn":
            return [(asked, ABOUT_THE_VIEW)]
        case "flag":
            names = [square_name(action.square) for action in actions if isinstance(action, Place)][:1]
            which = fact("flag", how="ask", who=assumed.get("who"), rank=assumed.get("rank"))
            return [(which, (_answer("flag", f"{mark}flag={name}", value=name),)) for name in names]
    return []


def _ways_back(position: Position, suit: str, mark: str, actions: Sequence[Action]) -> Answers:
    places = [action.square for action in actions if isinstance(action, Back) and action.square is not None]
    last = position.last_flag(suit)
    names = [square_name(square) for square in dict.fromkeys([*([last] if last is not None else []), *places])]
    stays = _answer("back", f"{mark}back=stay", how="stay")
    return (stays, *(_answer("back", f"{mark}back={name}", value=name) for name in names))


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
