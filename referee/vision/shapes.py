"""Lengths and shapes of many quadrangles at once."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRETCHED = 2.5
"""A square seen so much longer one way than the other leans by 65 degrees or more: it is on the side of a die."""
_NEXT = [1, 2, 3, 0]


def together(quads: Iterable[Floats]) -> Floats:
    """Some (4, 2) as one (N, 4, 2); many times as fast as `numpy.stack`."""
    every = list(quads)
    return np.concatenate(every).reshape(-1, 4, 2) if every else np.empty((0, 4, 2))


def side_px(corners_px: Floats) -> float:
    """A marker's side, by its diagonals."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_px.tolist()
    return (math.hypot(cx - ax, cy - ay) + math.hypot(dx - bx, dy - by)) / math.sqrt(8.0)


def middle(corners_px: Floats) -> tuple[float, float]:
    """The middle of a quad (4, 2)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_px.tolist()
    return (ax + bx + cx + dx) / 4.0, (ay + by + cy + dy) / 4.0


def apart_px(one_px: Floats, other_px: Floats) -> float:
    """How far the middles of two quads (4, 2) lie apart."""
    return math.dist(middle(one_px), middle(other_px))


def sides_px(corners_px: Floats) -> Floats:
    """The same of many markers (N, 4, 2): (N,)."""
    across = corners_px[:, :2] - corners_px[:, 2:]
    return np.asarray(np.sqrt((across * across).sum(axis=2)).sum(axis=1) / math.sqrt(8.0))


def convex(corners_px: Floats, shortest_px: float) -> NDArray[np.bool_]:
    """Quads (N, 4, 2) that turn the same way at each corner, are no needles and have no side this short, (N,)."""
    edges = corners_px[:, _NEXT] - corners_px
    x, y = edges[..., 0], edges[..., 1]
    turns = x * y[:, _NEXT] - y * x[:, _NEXT]
    squares = x * x + y * y
    shortest = squares.min(axis=1)
    shape = squares.max(axis=1) < STRETCHED**2 * shortest
    return np.asarray((turns.min(axis=1) > 0) & shape & (shortest > shortest_px**2))
