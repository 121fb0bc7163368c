"""Points of the table and how they are turned and shifted: what the tables of several games are measured with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.frozen import cached_property

Point = tuple[float, float]


@dataclass(frozen=True)
class Transform:
    """Turn a point by `turn_deg` about the origin, then shift it by (dx_mm, dy_mm)."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0

    def of(self, point: Point) -> Point:
        """The point in the new frame."""
        cosine, sine = self._turn
        return (cosine * point[0] - sine * point[1] + self.dx_mm, sine * point[0] + cosine * point[1] + self.dy_mm)

    @cached_property
    def _turn(self) -> Point:
        """The cosine and the sine of its angle."""
        return turned((1.0, 0.0), self.turn_deg)

    @property
    def inverse(self) -> Transform:
        """The way back."""
        dx_mm, dy_mm = turned((-self.dx_mm, -self.dy_mm), -self.turn_deg)
        return Transform(dx_mm, dy_mm, -self.turn_deg)


def fit(pairs: Sequence[tuple[Point, Point]]) -> Transform:
    """The rigid transform that takes the first points of the pairs nearest to the second ones (least squares)."""
    count = len(pairs)
    before = (sum(p[0] for p, _ in pairs) / count, sum(p[1] for p, _ in pairs) / count)
    after = (sum(q[0] for _, q in pairs) / count, sum(q[1] for _, q in pairs) / count)
    along = across = 0.0
    for p, q in pairs:
        a, b = add(p, before, -1.0), add(q, after, -1.0)
        along += dot(a, b)
        across += a[0] * b[1] - a[1] * b[0]
    turn_deg = math.degrees(math.atan2(across, along))
    shift = add(after, turned(before, turn_deg), -1.0)
    return Transform(shift[0], shift[1], turn_deg)


def add(a: Point, b: Point, times: float = 1.0) -> Point:
    """`a` plus `times` times `b`."""
    return (a[0] + times * b[0], a[1] + times * b[1])


def dot(a: Point, b: Point) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def turned(point: Point, angle_deg: float) -> Point:
    """`point` turned about the origin, counter-clockwise."""
    cosine, sine = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return (cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1])
