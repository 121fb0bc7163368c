"""Where the spaces of a circuit lie in millimetres, and which corner a piece beside the road belongs to.

Board frame: origin in the middle of the circuit's bounding box, x right, y up; square a1 is the lower left square of
that box. The geometry serves both directions: `laying` puts pieces down by it, `reading` finds them again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.games.racepack.observation import Circuit, Square

Point = tuple[float, float]
SQUARE_MM = 25.4
TILE_MM = 2 * SQUARE_MM
OUTSIDE_REACH_MM = 45.0
"""A car further than this from a corner tile was not put there because it spun out."""
BEHIND_MM = 20.0
"""How far back along the corner tile a car outside of it may stand, from the middle of its open edges."""


@dataclass(frozen=True)
class Transform:
    """Turn a point by `turn_deg` about the origin, then shift it by (dx_mm, dy_mm)."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0

    def of(self, point: tuple[float, float]) -> tuple[float, float]:
        """The point in the new frame."""
        return add(turned(point, self.turn_deg), (self.dx_mm, self.dy_mm))


def fit(pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> Transform:
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


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a simple polygon (even-odd rule)."""
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            result = not result
    return result


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


def tile_squares(tile: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares of a tile: lower left, lower right, upper left, upper right."""
    column, row = tile
    return ((column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1))


@lru_cache(maxsize=1024)
def extent(circuit: Circuit) -> tuple[int, int]:
    """Columns and rows of the circuit's bounding box."""
    return (max(c for c, _ in circuit.all_tiles) + 1, max(r for _, r in circuit.all_tiles) + 1)


def size_mm(circuit: Circuit) -> Point:
    """Width and height of the bounding box in mm."""
    columns, rows = extent(circuit)
    return (columns * SQUARE_MM, rows * SQUARE_MM)


def square_centre(circuit: Circuit, square: Square) -> Point:
    """Board mm of the middle of a square."""
    columns, rows = extent(circuit)
    return ((square[0] - 0.5 - columns / 2) * SQUARE_MM, (square[1] - 0.5 - rows / 2) * SQUARE_MM)


@lru_cache(maxsize=1024)
def tile_centre(circuit: Circuit, tile: Square) -> Point:
    """Board mm of the middle of a tile."""
    return add(square_centre(circuit, tile), (SQUARE_MM / 2, SQUARE_MM / 2))


def box_distance(point: Point, centre: Point) -> float:
    """Distance in mm from a point to the tile of this centre; 0 on the tile."""
    return math.hypot(*(max(0.0, abs(p - c) - TILE_MM / 2) for p, c in zip(point, centre, strict=True)))


def road_distance(circuit: Circuit, point: Point) -> float:
    """Distance in mm from a point to the road; 0 on it."""
    return min(box_distance(point, tile_centre(circuit, tile)) for tile in circuit.all_tiles)


def step(before: Square, after: Square) -> Point:
    """The unit vector from one tile to the next; that of a chicane lies ahead all the same."""
    across, up = after[0] - before[0], after[1] - before[1]
    if abs(up) > abs(across):
        return (0.0, float((up > 0) - (up < 0)))
    return (float((across > 0) - (across < 0)), 0.0)


@dataclass(frozen=True)
class Corner:
    """A tile where the road bends; `arriving` and `leaving` are unit vectors of travel."""

    tile: Square
    arriving: Point
    leaving: Point


@lru_cache(maxsize=1024)
def corners(circuit: Circuit) -> tuple[Corner, ...]:
    """The corner tiles in driving order."""
    tiles = circuit.tiles
    found = []
    for index, tile in enumerate(tiles):
        arriving, leaving = step(tiles[index - 1], tile), step(tile, tiles[(index + 1) % len(tiles)])
        if arriving != leaving:
            found.append(Corner(tile, arriving, leaving))
    return tuple(found)


def goes_clockwise(circuit: Circuit) -> bool:
    """Whether driving order runs clockwise as seen from above."""
    tiles = circuit.tiles
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(tiles, [*tiles[1:], tiles[0]], strict=True))
    return area < 0


@dataclass(frozen=True)
class Line:
    """A row boundary across the road, in board mm.

    Attributes
    ----------
    middle : where it crosses the middle of the tiles of the road round.
    travel : the unit vector of travel over it.
    left_mm, right_mm : how far the road reaches from there to the driver's left and right.
    """

    middle: Point
    travel: Point
    left_mm: float = TILE_MM / 2
    right_mm: float = TILE_MM / 2

    def end(self, left: bool) -> Point:
        """Where the line meets the road's edge on the driver's left or right."""
        return add(self.middle, left_of(self.travel), self.left_mm if left else -self.right_mm)


def left_of(travel: Point) -> Point:
    """The unit vector to the driver's left."""
    return (-travel[1], travel[0])


def line_before(circuit: Circuit, index: int, line_row: int) -> Line:
    """The row boundary at the near edge (0) or across the middle (1) of the tile at `index` in driving order.

    Where a second row of tiles lies beside it, the line reaches over that too.
    """
    tile, before = circuit.tiles[index], circuit.tiles[index - 1]
    travel = step(before, tile)
    middle = add(tile_centre(circuit, tile), travel, -TILE_MM / 2 if line_row == 0 else 0.0)
    along = (tile, before) if line_row == 0 else (tile,)
    left = left_of(travel)
    reach = [TILE_MM / 2 + TILE_MM * any(_aside(one, left, side) in circuit.wide for one in along) for side in (1, -1)]
    return Line(middle, travel, *reach)


def _aside(tile: Square, left: Point, side: int) -> Square:
    return (tile[0] + 2 * side * int(left[0]), tile[1] + 2 * side * int(left[1]))


def start_line(circuit: Circuit) -> Line:
    """The start/finish line."""
    return line_before(circuit, 0, circuit.line_row)


@dataclass(frozen=True)
class Beside:
    """A corner tile a piece stands outside of, and how many mm nearer it is than any other corner."""

    tile: Square
    margin_mm: float


def beside_corner(circuit: Circuit, point: Point) -> Beside | None:
    """The corner a car standing off the road at `point` is outside of, or None when it is beside none.

    Outside is the side of the two edges the road does not use ("placed off the track, on the outside of the corner").
    """
    found: list[tuple[float, Square]] = []
    for corner in corners(circuit):
        centre = tile_centre(circuit, corner.tile)
        offset = add(point, centre, -1.0)
        ahead, aside = dot(offset, corner.arriving), -dot(offset, corner.leaving)
        reach = box_distance(point, centre)
        if min(ahead, aside) > -BEHIND_MM and max(ahead, aside) > TILE_MM / 2 and reach <= OUTSIDE_REACH_MM:
            found.append((reach, corner.tile))
    if not found:
        return None
    found.sort()
    return Beside(found[0][1], found[1][0] - found[0][0] if len(found) > 1 else OUTSIDE_REACH_MM)
