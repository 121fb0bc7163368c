"""The way of waiting cars: straight ahead in their own lane, up to the line."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.racepack.circuit import Road
from referee.games.racepack.observation import Square


def front_of_grid(shape: Road, square: Square, occupied: Iterable[Square]) -> Square:
    """The farthest free square before the line in this lane."""
    return ([square, *squares_to_line(shape, square, occupied)])[-1]


def squares_to_line(shape: Road, square: Square, occupied: Iterable[Square]) -> list[Square]:
    """The free squares straight ahead up to the line, nearest first."""
    taken = set(occupied)
    found: list[Square] = []
    here = square
    for following in shape.ahead(square, shape.way_out[shape.tile_at[square]]):
        if shape.crosses_line(here, following) or following in taken:
            break
        found.append(following)
        here = following
    return found
