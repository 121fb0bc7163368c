"""Lengths and shapes of many quadrangles at once, and how the markers of one picture lie: flat on the table nearly all.

Those are foreshortened nearly alike. What is still seen of a half covered marker can look just like another one, only
narrower; and a marker on the side of a die, or on something that leans, tells no place on the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from referee.vision.numbers import SAME_PLACE, SOME
from referee.vision.scene import Floats, MarkerDetection, Mask

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


def same_place(one: MarkerDetection, other: MarkerDetection) -> bool:
    """Whether two markers are of one print: two would lie on each other."""
    return apart_px(one.corners_px, other.corners_px) < SAME_PLACE * side_px(other.corners_px)


def same_print(one: MarkerDetection, other: MarkerDetection) -> bool:
    """Whether they are of one number too."""
    return one.marker_id == other.marker_id and same_place(one, other)


def sides_px(corners_px: Floats) -> Floats:
    """The sides (N,) of many markers (N, 4, 2), by their diagonals."""
    across = corners_px[:, :2] - corners_px[:, 2:]
    return np.asarray(np.sqrt((across * across).sum(axis=2)).sum(axis=1) / math.sqrt(8.0))


def convex(corners_px: Floats) -> Mask:
    """Quads (N, 4, 2) that turn the same way at each corner and are no needles, (N,)."""
    edges = corners_px[:, _NEXT] - corners_px
    x, y = edges[..., 0], edges[..., 1]
    turns = x * y[:, _NEXT] - y * x[:, _NEXT]
    squares = x * x + y * y
    return np.asarray((turns.min(axis=1) > 0) & (squares.max(axis=1) < STRETCHED**2 * squares.min(axis=1)))


def axes(corners_px: Floats) -> Floats:
    """What a side across and a side down are in the picture, of markers (N, 4, 2), as columns: (N, 2, 2)."""
    a, b, c, d = corners_px.transpose(1, 0, 2)
    return np.stack([(b - a + c - d) / 2.0, (d - a + c - b) / 2.0], axis=2)


NARROWER = 1.6
"""More narrowed, one way against the other, than most. Under a camera that looks 40 degrees aside flat ones differ by
1.35 over the picture; of a marker that is covered to a third or more 1.5 and more is left over."""


def shapes(corners_px: Floats) -> Floats:
    """How markers (N, 4, 2) are foreshortened, whichever way they are turned: (N, 3).

    A flat marker's edges are A = s P R with P the same for all; A A' / |det A| = P P' / |det P| leaves out its size s
    and its turn R. Of the symmetric 2 x 2 matrix the entries xx, xy and yy are given.
    """
    along, down = axes(corners_px).transpose(2, 0, 1)
    area = np.maximum(np.abs(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]), 1e-6)
    squares = along[:, [0, 0, 1]] * along[:, [0, 1, 1]] + down[:, [0, 0, 1]] * down[:, [0, 1, 1]]
    return np.asarray(squares / area[:, None])


def flat_shape(corners_px: Floats) -> Floats | None:
    """The shape (3,) of most of these markers (N, 4, 2); None when they are too few to say."""
    if len(corners_px) < SOME:
        return None
    xx, xy, yy = np.median(shapes(corners_px), axis=0)
    return np.asarray(np.array([xx, xy, yy]) / np.sqrt(max(xx * yy - xy * xy, 1e-6)))


def lie_flat(corners_px: Floats, flat: Floats) -> Mask:
    """Which markers (N, 4, 2) are foreshortened about like flat ones: (N,)."""
    seen = shapes(corners_px)
    # the trace of flat^-1 seen is r + 1/r, r how much narrower one way than the other
    trace = flat[2] * seen[:, 0] - 2.0 * flat[1] * seen[:, 1] + flat[0] * seen[:, 2]
    return np.asarray(trace <= NARROWER + 1.0 / NARROWER)
