"""Outlines on the table: of dice, and whether two convex ones touch."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.vision.scene import DieSeen, Point


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
