"""Does a tile lie where a path says? Tiles lie free: every joint has a gap and an angle, and both add up on the way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from referee.games.home_racers.geometry import Pose, ahead, pose, seen_from, wrap
from referee.games.home_racers.shapes import CORE, PLACEMENTS, Placement, Shape

EYE_MM = 4.0
EYE_DEG = 2.5
"""What a careful camera may be off; it is always allowed on top of the tiles' own tolerance."""
JOINT_EYE_MM = 10.0
JOINT_EYE_DEG = 8.0
"""Two tiles side by side, both seen: under a guessed lens they may seem further apart by some percent of a tile, and
hands lay them crookedly. The next placement is a tile's width or 60 degrees away, so nothing is mistaken for it."""
NEAR_SHARE = 0.42
NEAR_DEG = 28.0
"""A tile within this share of its width and this angle of a placement is meant to lie there, well or badly."""


@dataclass(frozen=True)
class Tolerance:
    """A tile's width and how far two tiles that still touch may be off, at one joint."""

    across_mm: float
    gap_mm: float
    skew_deg: float


class Fit(IntEnum):
    """How well the last tile of a path fits what is seen when the tiles between were not seen."""

    LIKELY = 0
    LOOSE = 1
    """only if nearly every joint was off as far as is allowed, and the same way"""


def fit(tolerance: Tolerance, offset: tuple[float, float, float], one: Shape) -> tuple[Fit, float] | None:
    """How well a shape ends at an offset (`seen_from` the start), with the distance in mm; None when it cannot.

    The heading's error is spread evenly over the joints; what is left of the place must be made up by the gaps and by
    joints that turn against each other. LIKELY adds the joints' errors as independent ones, LOOSE at their worst.
    """
    joints = len(one.codes)
    turned = wrap(offset[2] - one.heading_deg)
    if abs(turned) > joints * tolerance.skew_deg + EYE_DEG:
        return None
    if abs(offset[0]) + abs(offset[1]) > 1.5 * joints * (tolerance.across_mm + tolerance.gap_mm) + EYE_MM:
        return None
    across = tolerance.across_mm
    off_x, off_y = offset[0] - across * one.x, offset[1] - across * one.y
    bend = math.radians(turned)
    rest = math.hypot(off_x + bend * across * one.lever_y, off_y - bend * across * one.lever_x)
    skew = math.radians(tolerance.skew_deg)
    even = abs(bend) / joints if joints else 0.0
    worst = joints * tolerance.gap_mm + (skew + even) * across * one.spread_sum + EYE_MM
    if rest > worst:
        return None
    root = math.sqrt(joints)
    likely = root * tolerance.gap_mm + skew * across * one.spread_root + EYE_MM
    if rest <= likely and abs(turned) <= root * tolerance.skew_deg + EYE_DEG:
        return Fit.LIKELY, rest
    return Fit.LOOSE, rest


def best_fits(
    tolerance: Tolerance, offset: tuple[float, float, float], shapes: Iterable[Shape]
) -> list[tuple[Fit, float, Shape]]:
    """The shapes that can end at an offset, best first."""
    found = [(*grade, one) for one in shapes if (grade := fit(tolerance, offset, one)) is not None]
    return sorted(found, key=lambda item: (item[0], round(item[1] / 10.0), item[2].bends.all, item[1]))


PLACES: Mapping[Placement, tuple[float, float]] = {
    one: (math.cos(math.radians(60.0 * one.direction)), math.sin(math.radians(60.0 * one.direction)))
    for one in PLACEMENTS.values()
}
"""The next tile's centre by its placement, in tile widths ahead and to the left."""


@dataclass(frozen=True)
class Joint:
    """How one tile lies after another: the nearest placement, how far off it is, and whether that still touches."""

    placement: Placement
    off_mm: float
    skew_deg: float
    touches: bool


def joint(tolerance: Tolerance, before: Pose, tile: Pose) -> Joint | None:
    """The placement by which `tile` follows `before`; None when it lies at none of the nine.

    >>> joint(Tolerance(80, 5, 4), Pose(0, 0, 0), Pose(82, 1, -59)).placement.words
    'forward right turn'
    """
    forward, left, turn = seen_from(before, tile)
    best: Joint | None = None
    if abs(math.hypot(forward, left) - tolerance.across_mm) > NEAR_SHARE * tolerance.across_mm:
        return None  # every placement is a tile's width away
    for placement, (x, y) in PLACES.items():
        off_mm = math.hypot(forward - tolerance.across_mm * x, left - tolerance.across_mm * y)
        skew_deg = abs(wrap(turn - 60.0 * placement.turn))
        near = off_mm <= NEAR_SHARE * tolerance.across_mm and skew_deg <= NEAR_DEG
        if near and (best is None or off_mm + skew_deg < best.off_mm + best.skew_deg):
            touches = off_mm <= tolerance.gap_mm + JOINT_EYE_MM and skew_deg <= tolerance.skew_deg + JOINT_EYE_DEG
            best = Joint(placement, off_mm, skew_deg, touches)
    return best


def next_tile(before: Pose, placement: Placement, across_mm: float) -> Pose:
    """Where the next tile lies exactly."""
    x, y = PLACES[placement]
    return ahead(before, across_mm * x, across_mm * y, 60.0 * placement.turn)


@lru_cache(maxsize=4096)
def next_tiles(before: Pose, across_mm: float) -> tuple[Pose, ...]:
    """Where the next tile lies exactly, by each placement of the core rules."""
    return tuple(next_tile(before, placement, across_mm) for placement in CORE)


def tiles_along(start: Pose, one: Shape, across_mm: float) -> tuple[Pose, ...]:
    """The tiles of a shape laid exactly from a start."""
    turn = math.radians(start.angle_deg)
    forward, left = across_mm * math.cos(turn), across_mm * math.sin(turn)
    return tuple(
        pose(
            start.x_mm + x * forward - y * left,
            start.y_mm + x * left + y * forward,
            start.angle_deg + 60.0 * heading,
        )
        for (x, y), (_, _, heading) in zip(one.points, one.cells, strict=True)
    )
