"""The pieces of a scene: one sighting for each, the surest one, and each with its place on the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from referee.games.base import PieceReading, SightingLike
from referee.games.rigid import Transform

Found = dict[str, SightingLike]
Told = Callable[[SightingLike], str]


def sorted_out(
    sightings: Iterable[SightingLike], told_twice: Told, apart_mm: float, told_strange: Told | None = None
) -> tuple[Found, list[str]]:
    """The surest sighting of each piece; what is to be told of far copies, and of pieces that are left out for it.

    A second sighting nearer than `apart_mm` is the same piece, read twice. `told_strange` says "" of what belongs here.
    """
    found: Found = {}
    problems: list[str] = []
    for seen in sorted(sightings, key=lambda one: (one.piece, -one.confidence)):
        strange = told_strange(seen) if told_strange is not None else ""
        if strange:
            problems.append(strange)
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
