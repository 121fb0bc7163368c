"""Poses on the floor: mm, x right, y up, angles counter-clockwise in degrees; hexagons, segments and polygons."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from referee.frozen import dataclass

Point = tuple[float, float]

SIXTY = math.pi / 3.0


@dataclass(frozen=True, order=True)
class Pose:
    """Where a tile lies and which way its arrow points; kept to 0.01 mm and 0.01 degree so that text is exact."""

    x_mm: float
    y_mm: float
    angle_deg: float

    @property
    def at(self) -> Point:
        """The centre."""
        return self.x_mm, self.y_mm


def pose(x_mm: float, y_mm: float, angle_deg: float) -> Pose:
    """A pose in normal form: the angle above -180 and at most 180.

    >>> pose(1.004, -0.001, 270)
    Pose(x_mm=1.0, y_mm=0.0, angle_deg=-90.0)
    """
    return Pose(round(x_mm, 2) + 0.0, round(y_mm, 2) + 0.0, round(wrap(round(angle_deg, 2)), 2) + 0.0)


def spots(tiles: Iterable[Pose], turned: bool = False) -> str:
    """Where tiles lie, and how they are turned there, as a parameter of a fact, parted by ``+``.

    >>> spots([Pose(1.2, -30.0, 0.0)]), spots([Pose(1.2, -30.0, 60.0)], turned=True)
    ('1:-30', '1:-30:60')
    >>> spot_mm("1:-30"), spot_mm("1:-30:60"), spot_mm("c3")
    ((1.0, -30.0), (1.0, -30.0, 60.0), None)
    """
    places = ((tile.x_mm, tile.y_mm, *((tile.angle_deg,) if turned else ())) for tile in tiles)
    return "+".join(":".join(str(round(one)) for one in place) for place in places)


def spot_mm(spot: str) -> tuple[float, ...] | None:
    """One of these places, with the angle of a tile there if it is told; None for other words."""
    found = re.fullmatch(r"-?\d+:-?\d+(:-?\d+)?", spot, re.ASCII)
    return tuple(map(float, spot.split(":"))) if found else None


def wrap(angle_deg: float) -> float:
    """An angle brought to above -180 and at most 180."""
    turned = math.fmod(angle_deg, 360.0)
    return turned - 360.0 if turned > 180.0 else turned + 360.0 if turned <= -180.0 else turned


def ahead(start: Pose, forward_mm: float, left_mm: float, turn_deg: float) -> Pose:
    """The pose so far ahead and to the left of `start`, turned to the left by so much."""
    cosine, sine = math.cos(math.radians(start.angle_deg)), math.sin(math.radians(start.angle_deg))
    return pose(
        start.x_mm + forward_mm * cosine - left_mm * sine,
        start.y_mm + forward_mm * sine + left_mm * cosine,
        start.angle_deg + turn_deg,
    )


def seen_from(start: Pose, other: Pose) -> tuple[float, float, float]:
    """How far ahead, how far to the left and how much turned to the left `other` lies; the inverse of `ahead`."""
    cosine, sine = math.cos(math.radians(start.angle_deg)), math.sin(math.radians(start.angle_deg))
    dx_mm, dy_mm = other.x_mm - start.x_mm, other.y_mm - start.y_mm
    return (
        dx_mm * cosine + dy_mm * sine,
        dy_mm * cosine - dx_mm * sine,
        wrap(other.angle_deg - start.angle_deg),
    )


def apart(one: Pose, other: Pose) -> float:
    """The distance of two centres in mm."""
    return math.dist(one.at, other.at)


def skewed(one: Pose, other: Pose) -> float:
    """The angle between two arrows, 0 to 180 degrees."""
    return abs(wrap(one.angle_deg - other.angle_deg))


def hexagon(tile: Pose, across_mm: float) -> tuple[Point, ...]:
    """The six corners of a tile whose arrow runs from flat side to flat side."""
    radius = across_mm / math.sqrt(3.0)
    turn = math.radians(tile.angle_deg) + SIXTY / 2
    return tuple(
        (tile.x_mm + radius * math.cos(turn + n * SIXTY), tile.y_mm + radius * math.sin(turn + n * SIXTY))
        for n in range(6)
    )


def overlap_mm(one: Pose, other: Pose, across_mm: float) -> float:
    """How deep two tiles lie over one another, by the separating axis test; 0 or less when they do not.

    >>> round(overlap_mm(Pose(0, 0, 0), Pose(70, 0, 0), 80))
    10
    """
    if apart(one, other) > across_mm * 1.1548:
        return across_mm - apart(one, other)
    # Along an axis of the one the other reaches as far as its corner that lies nearest to that axis.
    turned = math.radians((one.angle_deg - other.angle_deg) % 60.0)
    reach_mm = across_mm / 2.0 + across_mm / math.sqrt(3.0) * math.cos(turned - SIXTY / 2)
    dx_mm, dy_mm = other.x_mm - one.x_mm, other.y_mm - one.y_mm
    axes = (math.radians(tile.angle_deg) + n * SIXTY for tile in (one, other) for n in range(3))
    return reach_mm - max(abs(dx_mm * math.cos(axis) + dy_mm * math.sin(axis)) for axis in axes)


def beyond(line: tuple[Point, Point], point: Point) -> float:
    """How far a point lies beyond a line, in mm; the line's left end comes first for those who drive over it.

    >>> beyond(((0, 100), (0, -100)), (30, 5))
    30.0
    """
    (left_x, left_y), (right_x, right_y) = line
    along_x, along_y = right_x - left_x, right_y - left_y
    length = math.hypot(along_x, along_y) or 1.0
    return (-along_y * (point[0] - left_x) + along_x * (point[1] - left_y)) / length


def crossing(line: tuple[Point, Point], start: Point, end: Point) -> int:
    """1 when the way from start to end crosses the line forwards between its ends, -1 backwards, else 0."""
    before, after = beyond(line, start), beyond(line, end)
    if (before <= 0) == (after <= 0):
        return 0
    share = before / (before - after)
    at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    (left_x, left_y), (right_x, right_y) = line
    along_x, along_y = right_x - left_x, right_y - left_y
    along = (at[0] - left_x) * along_x + (at[1] - left_y) * along_y
    if not 0 <= along <= along_x**2 + along_y**2:
        return 0
    return 1 if after > 0 else -1
