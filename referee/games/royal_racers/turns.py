"""What a player may do: the legal actions of a turn one by one, with the roll as an action, and whole legal turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.errors import IllegalAction
from referee.games.royal_racers.actions import Action, Back, End, Flip, Place, Roll, Step, Try
from referee.games.royal_racers.board import FACES, NEXT_TO, NULL, SQUARES, TURNABLE, Square
from referee.games.royal_racers.notation import flag_key
from referee.games.royal_racers.position import PLACING, Position
from referee.games.royal_racers.rules import movement, setup
from referee.games.royal_racers.rules.morph import all_under_pawns, may_try, may_turn, must_turn
from referee.games.royal_racers.succession import hand_on, put, touch, way_back

PLACE, ROLL, FLIP, BACK, STEP, OVER = "place", "roll", "flip", "back", "step", "over"


@dataclass(frozen=True)
class Turn:
    """A turn under way.

    Attributes
    ----------
    position : the table as it is now; the next player's turn once the stage is ``over``.
    suit : whose turn it is.
    stage : what comes next: place, roll, flip, back (the pawn must go back), step, or over.
    roll : the face rolled, "" before the roll.
    actions : what was done so far.
    """

    position: Position
    suit: str
    stage: str
    roll: str = ""
    actions: tuple[Action, ...] = ()


def begin(position: Position) -> Turn:
    """The turn of the player to act. Raises IllegalAction when the race is over."""
    if not position.queue:
        raise IllegalAction("the race is over: there is no turn to play.")
    return Turn(position, position.to_move, PLACE if position.phase == PLACING else ROLL)


def legal_actions(turn: Turn) -> tuple[Action, ...]:
    """Everything the rules allow next; none when the turn is over."""
    position = turn.position
    match turn.stage:
        case "place":
            return placements(position)
        case "roll":
            return tuple(Roll(face) for face in FACES)
        case "flip":
            flips = morphs(position, turn.roll)
            return flips if must_turn(position, turn.roll) else (*flips, *steps(position, turn.suit))
        case "back":
            return (Back(way_back(position, turn.suit)),)
        case "step":
            return steps(position, turn.suit)
    return ()


def placements(position: Position) -> tuple[Action, ...]:
    """Where the flag that is due may be placed."""
    due, _ = setup.due_flag(position)
    return tuple(Place(due, square) for square in SQUARES if setup.flag_placement(position, due, square) is None)


def morphs(position: Position, roll: str) -> tuple[Action, ...]:
    """Every card that may be turned over, or named in vain, after a roll."""
    if roll not in TURNABLE:
        return ()
    names = [square for square in SQUARES if may_try(position, square)]
    if all_under_pawns(position, roll):
        return tuple(Flip(square, True) for square in names)
    right = [square for square in position.squares_of(roll) if may_turn(position, square)]
    wrong = [square for square in names if position.rank(square) != roll]
    return tuple(Flip(square, square in position.down) for square in right) + tuple(Try(square) for square in wrong)


def steps(position: Position, suit: str) -> tuple[Action, ...]:
    """Every step, and the end of the turn without one."""
    return (*(Step(square) for square in step_squares(position, suit)), End())


def step_squares(position: Position, suit: str) -> tuple[Square, ...]:
    """The squares one legal step away."""
    here = position.at[suit]
    return tuple(
        square
        for square in NEXT_TO[here]
        if square not in position.down
        and square not in position.at.values()
        and movement.opponent_flag(position, suit, here, square, position.down) is None
    )


def apply(turn: Turn, action: Action) -> Turn:
    """The turn after one legal action. Raises IllegalAction for another one."""
    if action not in legal_actions(turn):
        raise IllegalAction("the rules do not allow this action now.")
    return advance(turn, action)


def advance(turn: Turn, action: Action) -> Turn:
    """Carry out an action that is known to be legal."""
    position, suit, done = turn.position, turn.suit, (*turn.actions, action)
    match action:
        case Roll(face):
            return Turn(position, suit, STEP if face == NULL else FLIP, face, done)
        case Flip(square, _):
            return Turn(turned(position, square), suit, STEP, turn.roll, done)
        case Try():
            return Turn(position, suit, BACK, turn.roll, done)
        case Back(square):
            moved = position if square is None else put(position, suit, square)
            return Turn(moved, suit, STEP, turn.roll, done)
        case Step(square):
            after, _ = touch(put(position, suit, square), suit)
            return Turn(hand_on(after), suit, OVER, turn.roll, done)
        case Place(flag, square):
            return Turn(hand_on(with_flag(position, flag, square)), suit, OVER, turn.roll, done)
        case _:
            return Turn(hand_on(position), suit, OVER, turn.roll, done)


def turned(position: Position, square: Square) -> Position:
    """The position with the card on a square turned over."""
    return replace(position, down=position.down ^ {square})


def with_flag(position: Position, flag: str, square: Square) -> Position:
    """The position with one more flag."""
    flags = tuple(sorted({**position.flag_at, flag: square}.items(), key=flag_key))
    return replace(position, flags=flags)


def legal_turns(position: Position, rolls: Sequence[str] = FACES) -> Iterator[Turn]:
    """Every whole legal turn, for these rolls."""
    todo = [begin(position)]
    while todo:
        turn = todo.pop()
        if turn.stage == OVER:
            yield turn
            continue
        actions = tuple(Roll(face) for face in rolls) if turn.stage == ROLL else legal_actions(turn)
        todo.extend(advance(turn, action) for action in reversed(actions))
