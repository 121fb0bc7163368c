"""A pawn or a flag set by hand on the drawn board."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import NotationError
from referee.games.royal_racers.between import as_it_lies
from referee.games.royal_racers.board import parse_square
from referee.games.royal_racers.position import Position, visible
from referee.games.royal_racers.succession import hand_on


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with a pawn (`S`) or a flag (`Sa`) on another space; whose turn it is stays.

    A pawn set on the flag it has to touch next has touched it. Raises NotationError when there is no such piece or
    space.
    """
    square, seen = parse_square(space), visible(position)
    if piece in position.at:
        pawns = tuple((suit, square if suit == piece else was) for suit, was in seen.pawns)
        taken = as_it_lies(position, replace(seen, pawns=pawns))
        return hand_on(taken) if taken.winner and not position.winner else taken
    if piece not in dict(seen.flags):
        raise NotationError(f"there is no pawn and no flag {piece} on the board.")
    return replace(position, flags=tuple((flag, square if flag == piece else was) for flag, was in position.flags))
