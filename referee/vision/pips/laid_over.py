"""Outlines on the table: of dice, and of pieces that lie on a mat, which are no dice: people are told what to move."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.vision.kit_index import KitIndex
from referee.vision.place import on_table
from referee.vision.scene import DieSeen, Point, Sighting

ROOM_MM = 4.0
"""A piece may be seen so far beside its outline: it lies lower than the upper faces of dice."""


def laid_over(dice: Sequence[DieSeen], lying: Sequence[Sighting], index: KitIndex) -> dict[DieSeen, str]:
    """Which of the things on mats that are no readable `dice` are seen where one of the pieces `lying` is: its name."""
    found: dict[DieSeen, str] = {}
    for one in lying if dice else ():
        face = index.faces.get((one.piece, one.side))
        if face is not None:
            outline = on_table(face, one, face.wide_mm(ROOM_MM))[:, :2].astype(np.float32)
            found |= {
                die: one.piece for die in dice if cv2.pointPolygonTest(outline, (die.x_mm, die.y_mm), True) >= 0.0
            }
    return found


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether the convex outlines of two polygons touch, by the separating axis test."""
    if any(
        max(p[axis] for p in one) < min(q[axis] for q in other)
        or max(q[axis] for q in other) < min(p[axis] for p in one)
        for axis in (0, 1)
    ):
        return False
    first = cv2.convexHull(np.array(one, np.float32))[:, 0, :].astype(np.float64)
    second = cv2.convexHull(np.array(other, np.float32))[:, 0, :].astype(np.float64)
    for points in (first, second):
        sides = np.roll(points, -1, axis=0) - points
        for x, y in sides:
            axis = np.array([-y, x])
            a, b = first @ axis, second @ axis
            if a.max() < b.min() or b.max() < a.min():
                return False
    return True


def square(die: DieSeen, edge_mm: float) -> tuple[Point, ...]:
    """The outline of a die with such an edge, with a little room."""
    half = 0.6 * edge_mm
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple((die.x_mm + x * half, die.y_mm + y * half) for x, y in signs)
