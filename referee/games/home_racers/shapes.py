"""The shapes a path of tiles may have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.frozen import cached_property

ROOT = math.sqrt(3.0) / 2.0


@dataclass(frozen=True)
class Placement:
    """Where the next tile lies, seen from the one before.

    Attributes
    ----------
    code : two letters for the notation.
    direction : of its centre, in sixths of a turn to the left: 0, 1 or -1.
    turn : its change of heading in sixths of a turn to the left.
    words : what the driver did.
    """

    code: str
    direction: int
    turn: int
    words: str

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
        Placement("st", 0, 0, "straight"),
        Placement("fl", 0, 1, "forward left turn"),
        Placement("fr", 0, -1, "forward right turn"),
        Placement("lt", 1, 1, "left turn"),
        Placement("rt", -1, -1, "right turn"),
        Placement("ll", 1, 0, "left lane change"),
        Placement("rl", -1, 0, "right lane change"),
        Placement("ls", 1, 2, "left skid"),
        Placement("rs", -1, -2, "right skid"),
    )
}

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
