"""The self-test of eye and lens: a car is put on a printed mark, and it is told how far off it is seen to stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest, Point, PrintedItem
from referee.games.base import Lying
from referee.games.rigid import Transform

REACH_MM = 12.0
"""A car farther from every mark has not been put on one."""
CARS = ("car", "pawn")
SHEET_MARKERS = 5
"""A face with so many markers is a sheet of a board, with a mark at each; a tile or card has one, its middle."""


@dataclass(frozen=True)
class Off:
    """A car (its letter) and how far from its mark it stands."""

    car: str
    mm: float


def marks(manifest: Manifest, lying: Iterable[Lying]) -> Iterator[Point]:
    """Where the printed marks are on the table."""
    items = {(item.piece, item.side): item for item in manifest.items if item.fixed}
    for one in lying:
        item = items.get((one.piece, one.side))
        if item is None:
            continue
        yield from map(Transform(one.x_mm, one.y_mm, one.angle_deg).of, _marks_on(item))


def _marks_on(item: PrintedItem) -> Iterator[Point]:
    if len(item.markers) < SHEET_MARKERS:
        yield 0.0, 0.0
        return
    for marker in relative(item).markers:
        xs, ys = zip(*marker.corners_mm, strict=True)
        yield sum(xs) / 4, sum(ys) / 4


def is_car(piece: str) -> bool:
    """Whether a piece is one that can be put on a mark."""
    return piece.partition(":")[0] in CARS


def off_the_mark(manifest: Manifest, lying: Iterable[Lying]) -> Off | None:
    """The car nearest to a mark; None while none has been put on one."""
    seen = tuple(lying)
    where = tuple(marks(manifest, seen))
    found = [
        Off(one.piece.partition(":")[2], min(math.dist((one.x_mm, one.y_mm), mark) for mark in where))
        for one in seen
        if where and is_car(one.piece)
    ]
    nearest = min(found, key=lambda one: one.mm, default=None)
    return nearest if nearest is not None and nearest.mm <= REACH_MM else None
