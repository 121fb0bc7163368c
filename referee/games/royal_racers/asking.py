"""What to ask when the table cannot tell, and what may be said at any time: the declaration pad."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Line, Question
from referee.games.looking import ABOUT_THE_VIEW
from referee.games.royal_racers.actions import Action, Back, Flip, Place, parse_turn
from referee.games.royal_racers.board import COLOURS, FACES, TURNABLE, flag_words, rank_word, square_name
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag

TURNED_UNSEEN = (
    "A card was turned over while it was covered. If that is right, take the table as it stands; else turn it back."
)
Answers = tuple[tuple[str, str], ...]


def questions(position: Position, lines: Sequence[Line]) -> tuple[Question, ...]:
    """What would settle which of these lines was played; nothing when one of them needs no assumption."""
    if any(not line.assumes for line in lines):
        return ()
    found: dict[str, dict[tuple[str, str], None]] = {}
    for line in lines:
        for question in _of_line(position, line):
            found.setdefault(question.text, {}).update(dict.fromkeys(question.answers))
    return tuple(
        Question(text, tuple(sorted(answers, key=lambda answer: answer[1].endswith("=no"))))
        for text, answers in found.items()
    )


def _of_line(position: Position, line: Line) -> list[Question]:
    found = []
    for number, part in enumerate(line.turn.split(" / ")):
        suit, actions = parse_turn(part)
        mark = f"{suit}:" if number else ""
        for assumed in line.assumes:
            placed = any(isinstance(one, Place) and assumed.startswith(flag_words(one.flag)) for one in actions)
            if placed or COLOURS[suit] in assumed or (number == 0 and assumed.startswith("the card on")):
                question = _about(position, assumed, suit, mark, actions)
                found += [question] if question else []
    return found


def _about(position: Position, assumed: str, suit: str, mark: str, actions: Sequence[Action]) -> Question | None:
    """The question that settles one assumption about one player's turn; `mark` names him when it is not his turn."""
    who = COLOURS[suit]
    if "turned up a card" in assumed:
        return Question(f"Which card did {who} turn up in vain?", _down(position, f"{mark}named"))
    if "rolled" in assumed:
        answers = (*_faces(f"{mark}roll"), ("the die was not rolled", f"{mark}roll=no"))
        return Question(f"What did {who} roll?", answers)
    if "while it was covered" in assumed:
        return Question(TURNED_UNSEEN, ())
    if "turned over the card" in assumed or "was turned back" in assumed:
        squares = [action.square for action in actions if isinstance(action, Flip)]
        answers = tuple((square_name(square), f"{mark}turned={square_name(square)}") for square in squares)
        return Question(f"Which covered card did {who} turn over?", (*answers, ("none", f"{mark}turned=no")))
    if "the table agreed" in assumed:
        return _way_back(position, suit, mark, actions)
    if "'s pawn" in assumed:
        return Question(f"Where is {who}'s pawn? Clear the view of the table.", ABOUT_THE_VIEW)
    placed = next((action for action in actions if isinstance(action, Place)), None)
    if placed is None:
        return None
    name = square_name(placed.square)
    return Question(f"Where was {flag_words(placed.flag)} placed?", ((name, f"{mark}flag={name}"),))


def _way_back(position: Position, suit: str, mark: str, actions: Sequence[Action]) -> Question:
    places = [action.square for action in actions if isinstance(action, Back) and action.square is not None]
    last = position.last_flag(suit)
    squares = dict.fromkeys([*([last] if last is not None else []), *places])
    answers = tuple((f"it goes to {square_name(square)}", f"{mark}back={square_name(square)}") for square in squares)
    text = f"{COLOURS[suit].capitalize()}'s way back is blocked, and the rules are silent: where does the pawn stand?"
    return Question(text, (("it stays where it was", f"{mark}back=stay"), *answers))


def _faces(kind: str) -> Answers:
    return tuple((rank_word(face), f"{kind}={face}") for face in FACES)


def _down(position: Position, kind: str) -> Answers:
    return tuple((square_name(square), f"{kind}={square_name(square)}") for square in sorted(position.down))


def pad(position: Position) -> tuple[Question, ...]:
    """Everything that may be said in this turn, each with its buttons."""
    who = COLOURS[position.to_move]
    done = (f"{who}'s turn is over, and it was the only one", "done")
    if position.phase == PLACING:
        flag, _ = due_flag(position)
        return (Question(f"Placing {flag_words(flag)}", (done,)),)
    found = [Question(f"{who.capitalize()} rolled", (*_faces("roll"), ("the die was not rolled", "roll=no")))]
    if position.down:
        found.append(Question("The card that was named", _down(position, "named")))
        found.append(Question("Every card of the rank is under a pawn", (("any card", "any"),)))
        found.append(Question("The way back is blocked", (("the pawn stays", "back=stay"),)))
    turned = tuple((square_name(square), f"turned={square_name(square)}") for square in _turnable(position))
    found.append(Question("The card turned over", (*turned, ("none", "turned=no"))))
    count = position.count(position.to_move)
    if count < len(position.ranks):
        flag = position.ranks[count]
        found.append(Question(f"{who.capitalize()} touched", ((f"flag {rank_word(flag)}", f"touch={flag}"),)))
    if CAMPAIGN in position.variants:
        found += [
            Question(f"Coin taken by {COLOURS[suit]}", tuple((str(n), f"coin:{suit}={face}") for n, face in _coins()))
            for suit in position.seats
        ]
    found.append(Question(f"{who.capitalize()}'s turn is over", (done,)))
    return tuple(found)


def _coins() -> tuple[tuple[int, str], ...]:
    return tuple(enumerate(FACES))


def _turnable(position: Position) -> list[int]:
    """Cards that may be turned at all; of those that lie face down all, so that nothing is given away."""
    return [square for square in range(36) if square in position.down or position.rank(square) in TURNABLE]
