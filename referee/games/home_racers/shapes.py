"""The shapes a path of tiles may have, and whether tiles lie so.

Tiles lie free: every joint has a gap and an angle, and both add up on the way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.frozen import cached_property
from referee.games.home_racers.geometry import Pose, ahead, pose, seen_from, wrap

ROOT = math.sqrt(3.0) / 2.0


@dataclass(frozen=True)
class Placement:
    """Where the next tile lies, seen from the one before.

    Attributes
    ----------
    code : two letters for the notation.
    direction : of its centre, in sixths of a turn to the left: 0, 1 or -1.
    turn : its change of heading in sixths of a turn to the left.
    """

    code: str
    direction: int
    turn: int

    @cached_property
    def turns(self) -> int:
        """1 for a change of heading."""
        return int(self.turn != 0)

    @cached_property
    def lanes(self) -> int:
        """1 for a lane change: to the side with the heading kept."""
        return int(self.direction != 0 and self.turn == 0)

    @cached_property
    def skids(self) -> int:
        """1 for a turn by 120 degrees."""
        return int(abs(self.turn) == 2)


PLACEMENTS: Mapping[str, Placement] = {
    one.code: one
    for one in (
        Placement("st", 0, 0),
        Placement("fl", 0, 1),
        Placement("fr", 0, -1),
        Placement("lt", 1, 1),
        Placement("rt", -1, -1),
        Placement("ll", 1, 0),
        Placement("rl", -1, 0),
        Placement("ls", 1, 2),
        Placement("rs", -1, -2),
    )
}
"""Straight on, forward turns, turns, lane changes and skids, each to the left and to the right."""

CORE = tuple(one for one in PLACEMENTS.values() if not one.skids)
"""The seven placements of the core rules."""

LIMITS: Mapping[int, tuple[int, int]] = {0: (0, 0), 1: (2, 0), 2: (2, 0), 3: (1, 1), 4: (0, 2), 5: (0, 2)}
"""Turns and lane changes allowed over a whole path, by gear (the table of How to Build a TRAJECTORY PATH)."""


class Bends(NamedTuple):
    """How often a path turns and changes lanes; those of its turns that are skids."""

    turns: int
    lanes: int
    skids: int

    @property
    def all(self) -> int:
        """Its turns and lane changes."""
        return self.turns + self.lanes


@lru_cache(maxsize=8192)
def bends_in(codes: tuple[str, ...]) -> Bends:
    """The bends of a path; a jump through a portal is none.

    >>> bends_in(("st", "ll", "pb15", "rs"))
    Bends(turns=1, lanes=1, skids=1)
    """
    used = [PLACEMENTS[code] for code in codes if code in PLACEMENTS]
    return Bends(sum(one.turns for one in used), sum(one.lanes for one in used), sum(one.skids for one in used))


AXES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of a cell, from straight ahead on to the left."""

Cell = tuple[int, int, int]
"""Two steps on the lattice that the start tile spans, and the heading in sixths of a turn."""


def tiles_of(gear: int) -> int:
    """The length of a gear's path: twice its number."""
    return 2 * gear


def after(cell: Cell, placement: Placement) -> Cell:
    """The cell of the next tile.

    >>> after((0, 0, 0), PLACEMENTS["lt"])
    (0, 1, 1)
    """
    q, r, heading = cell
    dq, dr = AXES[(heading + placement.direction) % 6]
    return q + dq, r + dr, (heading + placement.turn) % 6


def unit_point(cell: Cell) -> tuple[float, float]:
    """The centre of a cell in tile widths, ahead and to the left of the start tile."""
    return cell[0] + cell[1] / 2.0, cell[1] * ROOT


@dataclass(frozen=True)
class Shape:
    """A path on the lattice with what its tolerance needs (all lengths in tile widths).

    Attributes
    ----------
    codes : its placements.
    cells : its tiles, without the start; points : their centres, ahead and to the left of it.
    bends : its turns and lane changes.
    x, y, heading_deg : its last tile, seen from the start.
    lever_x, lever_y : the mean way from a joint to the last tile.
    spread_sum, spread_root : the sum and the root of the sum of squares of the joints' distances from that mean.
    """

    codes: tuple[str, ...]
    cells: tuple[Cell, ...]
    points: tuple[tuple[float, float], ...]
    bends: Bends
    x: float
    y: float
    heading_deg: float
    lever_x: float
    lever_y: float
    spread_sum: float
    spread_root: float


@cache
def shape(codes: tuple[str, ...]) -> Shape:
    """A path from its placements."""
    cells: list[Cell] = [(0, 0, 0)]
    for code in codes:
        cells.append(after(cells[-1], PLACEMENTS[code]))
    points = [unit_point(cell) for cell in cells]
    end = points[-1]
    joints = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(points)]
    levers = [(end[0] - x, end[1] - y) for x, y in joints]
    count = len(levers) or 1
    mean = (sum(x for x, _ in levers) / count, sum(y for _, y in levers) / count)
    away = [math.dist(lever, mean) for lever in levers]
    return Shape(
        codes, tuple(cells[1:]), tuple(points[1:]), bends_in(codes),
        end[0], end[1], 60.0 * cells[-1][2],
        mean[0], mean[1], sum(away), math.sqrt(sum(one * one for one in away)),
    )  # fmt: skip


def paths(tiles: int, turns: int, lanes: int) -> Iterator[tuple[str, ...]]:
    """Every sequence of so many core placements with at most so many turns and lane changes."""
    if tiles == 0:
        yield ()
        return
    for one in CORE:
        if one.turns <= turns and one.lanes <= lanes:
            for rest in paths(tiles - 1, turns - one.turns, lanes - one.lanes):
                yield (one.code, *rest)


@cache
def legal_shapes(turns: int, lanes: int, tiles: int) -> tuple[Shape, ...]:
    """The shapes of the first `tiles` tiles of a path within these limits, the plainest first; none are the start."""
    found = [shape(codes) for codes in paths(tiles, turns, lanes)]
    return tuple(sorted(found, key=lambda one: (one.bends.all, one.codes)))


@cache
def bent_shapes(turns: int, lanes: int, skids: int, tiles: int) -> tuple[Shape, ...]:
    """One shape for each last tile that more turns, lane changes and skids can reach, the plainest first.

    A skid counts as a turn. Only shapes that need the most turns or lane changes asked for are of interest, but the
    plainer ones are kept too: the caller takes the first that fits.
    """
    fewest: dict[Cell, tuple[int, tuple[str, ...]]] = {}
    for (cell, turned, changed, skidded), codes in _bent(turns, lanes, skids, tiles).items():
        cost = turned + changed + skidded
        if cell not in fewest or cost < fewest[cell][0]:
            fewest[cell] = (cost, codes)
    return tuple(shape(codes) for _, codes in sorted(fewest.values()))


@cache
def _bent(turns: int, lanes: int, skids: int, tiles: int) -> Mapping[tuple[Cell, int, int, int], tuple[str, ...]]:
    """One path for each last tile with each number of turns, lane changes and skids up to the limits."""
    if tiles == 0:
        return {((0, 0, 0), 0, 0, 0): ()}
    grown: dict[tuple[Cell, int, int, int], tuple[str, ...]] = {}
    for (cell, turned, changed, skidded), codes in _bent(turns, lanes, skids, tiles - 1).items():
        for one in PLACEMENTS.values():
            by_now = turned + one.turns, changed + one.lanes, skidded + one.skids
            if by_now[0] <= turns and by_now[1] <= lanes and by_now[2] <= skids:
                grown.setdefault((after(cell, one), *by_now), (*codes, one.code))
    return grown


# -- where tiles lie --------------------------------------------------------------------------------------------------

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


Fit = tuple[bool, float]
"""How the last tile of a path fits what is seen when the tiles between were not: whether only loosely, if nearly every
joint was off as far as is allowed and the same way; and the distance in mm."""


def fit(tolerance: Tolerance, offset: tuple[float, float, float], one: Shape) -> Fit | None:
    """How well a shape ends at an offset (`seen_from` the start); None when it cannot.

    The heading's error is spread evenly over the joints; what is left of the place must be made up by the gaps and by
    joints that turn against each other. The joints' errors add as independent ones do, loosely at their worst.
    """
    joints = len(one.codes)
    turned = wrap(offset[2] - one.heading_deg)
    if abs(turned) > joints * tolerance.skew_deg + EYE_DEG:
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
    return rest > likely or abs(turned) > root * tolerance.skew_deg + EYE_DEG, rest


def best_fits(
    tolerance: Tolerance, offset: tuple[float, float, float], shapes: Iterable[Shape]
) -> list[tuple[bool, float, Shape]]:
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

    >>> joint(Tolerance(80, 5, 4), Pose(0, 0, 0), Pose(82, 1, -59)).placement.code
    'fr'
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


def straight_on(tile: Pose, placement: Placement, across_mm: float) -> Pose:
    """Where a tile would lie if it were laid straight on, and not by this placement.

    >>> straight_on(Pose(150.0, 69.28, 0.0), PLACEMENTS["ll"], 80.0)
    Pose(x_mm=190.0, y_mm=0.0, angle_deg=0.0)
    """
    x, y = PLACES[placement]
    heading = pose(tile.x_mm, tile.y_mm, tile.angle_deg - 60.0 * placement.turn)
    return ahead(heading, across_mm * (1.0 - x), -across_mm * y, 0.0)


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
