"""The self-test of eye and lens: a car is put on a printed mark, and it is told how far off it is seen to stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from markers.geometry import relative
from markers.kit import Manifest, Point, PrintedItem

REACH_MM = 12.0
"""A car farther from every mark has not been put on one."""
CARS = ("car", "pawn")
SHEET_MARKERS = 5
"""A face with so many markers is a sheet of a board, with a mark at each; a tile or card has one, its middle."""


class Lying(Protocol):
    """A piece as it is seen, or as it was put."""

    @property
    def piece(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def x_mm(self) -> float: ...
    @property
    def y_mm(self) -> float: ...
    @property
    def angle_deg(self) -> float: ...


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
        turn = math.radians(one.angle_deg)
        for x, y in _marks_on(item):
            yield (
                one.x_mm + x * math.cos(turn) - y * math.sin(turn),
                one.y_mm + x * math.sin(turn) + y * math.cos(turn),
            )


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
