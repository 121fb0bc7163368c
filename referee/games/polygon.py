"""Polygons on the table: what lies within them, around points, and how far off."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from referee.games.rigid import Point, add, dot


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a simple polygon (even-odd rule)."""
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            result = not result
    return result


def rectangle(middle: Point, size: Point) -> tuple[Point, ...]:
    """The four corners of an upright rectangle, in turn."""
    x, y = size[0] / 2, size[1] / 2
    return tuple((middle[0] + dx, middle[1] + dy) for dx, dy in ((-x, -y), (x, -y), (x, y), (-x, y)))


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons share a point: one reaches into the other, lies in it, or only passes through it."""
    for here, there in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True):
        if max(here) < min(there) or max(there) < min(here):
            return False  # most are far apart
    return (
        any(inside(point, other) for point in one)
        or any(inside(point, one) for point in other)
        or any(_cross(a, b, c, d) for a, b in _sides(one) for c, d in _sides(other))
    )


def _sides(polygon: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from a to b and from c to d cross."""
    return _bends_right(a, b, c) != _bends_right(a, b, d) and _bends_right(c, d, a) != _bends_right(c, d, b)


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The convex hull of points, counter-clockwise (Andrew's monotone chain)."""
    chain: list[Point] = []
    for row in (sorted(set(points)), sorted(set(points), reverse=True)):
        begin = len(chain)
        for point in row:
            while len(chain) - begin > 1 and _bends_right(chain[-2], chain[-1], point):
                chain.pop()
            chain.append(point)
        chain.pop()
    return tuple(chain)


def _bends_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0


def distance_to(point: Point, polygon: Sequence[Point]) -> float:
    """Distance in mm from a point to a simple polygon; 0 within it."""
    return 0.0 if inside(point, polygon) else distance_to_edge(point, polygon)


def distance_to_edge(point: Point, polygon: Sequence[Point]) -> float:
    """Distance in mm from a point to the nearest side of a polygon, from within or without."""
    return min(_off_side(point, a, b) for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def _off_side(point: Point, a: Point, b: Point) -> float:
    along, to = add(b, a, -1.0), add(point, a, -1.0)
    share = min(1.0, max(0.0, dot(to, along) / (dot(along, along) or 1.0)))
    return math.dist(point, add(a, along, share))
