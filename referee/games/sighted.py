"""The pieces of a scene: one sighting for each, the surest one, and each with its place on the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from referee.games.base import PieceReading, SightingLike
from referee.games.rigid import Transform

Found = dict[str, SightingLike]
Told = Callable[[SightingLike], str]


def sorted_out(
    sightings: Iterable[SightingLike],
    strange: Callable[[SightingLike], bool],
    told_strange: Told,
    told_twice: Told,
    apart_mm: float,
) -> tuple[Found, list[str]]:
    """The surest sighting of each piece that is not `strange`; what is to be told of those, and of far copies.

    A second sighting nearer than `apart_mm` is the same piece, read twice.
    """
    found: Found = {}
    problems: list[str] = []
    for seen in sorted(sightings, key=lambda one: (one.piece, -one.confidence)):
        if strange(seen):
            problems.append(told_strange(seen))
            continue
        kept = found.setdefault(seen.piece, seen)
        if math.dist((seen.x_mm, seen.y_mm), (kept.x_mm, kept.y_mm)) > apart_mm:
            problems.append(told_twice(seen))
    return found, problems


def pieces_read(found: Found, frame: Transform, spaces: Mapping[str, str]) -> tuple[PieceReading, ...]:
    """Every piece with its place on the board and the space it stands on; `frame` takes the table to the board."""
    readings = []
    for piece, seen in found.items():
        x_mm, y_mm = frame.of((seen.x_mm, seen.y_mm))
        angle_deg = (seen.angle_deg + frame.turn_deg) % 360.0
        readings.append(PieceReading(piece, seen.side, x_mm, y_mm, angle_deg, spaces.get(piece), seen.confidence))
    return tuple(readings)
