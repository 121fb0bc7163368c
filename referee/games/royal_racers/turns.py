"""Where flags may be placed and pawns may step, and the board with a card turned over or one more flag."""

from __future__ import annotations

from dataclasses import replace

from referee.games.royal_racers.actions import Place
from referee.games.royal_racers.board import NEXT_TO, SQUARES, Square
from referee.games.royal_racers.notation import flag_key
from referee.games.royal_racers.position import Position
from referee.games.royal_racers.rules import movement, setup


def placements(position: Position) -> tuple[Place, ...]:
    """Where the flag that is due may be placed."""
    due, _ = setup.due_flag(position)
    return tuple(Place(due, square) for square in SQUARES if setup.flag_placement(position, due, square) is None)


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


def turned(position: Position, square: Square) -> Position:
    """The position with the card on a square turned over."""
    return replace(position, down=position.down ^ {square})


def with_flag(position: Position, flag: str, square: Square) -> Position:
    """The position with one more flag."""
    flags = tuple(sorted({**position.flag_at, flag: square}.items(), key=flag_key))
    return replace(position, flags=flags)
