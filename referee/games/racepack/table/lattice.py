"""Tiles found on the table -> the cells of a grid, however the board is turned and however crooked each tile lies.

Every tile tells the direction of the grid (quarter turns are alike), and so does every pair that touches. From one tile
to the next the grid is followed step by step, so that small gaps may add up along the road; parts that a hidden tile
has cut off are joined by where they lie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.games.racepack.table.places import TILE_MM
from referee.games.racepack.table.ring import SIDES, Cell
from referee.games.rigid import Point, Transform, add, fit, turned

STEP_TOLERANCE_MM = 12.0
"""How far a tile may lie from where its neighbour would have it."""


@dataclass(frozen=True)
class TileSeen:
    """A tile on the table: its middle in table mm and its turn."""

    piece: str
    at: Point
    angle_deg: float


@dataclass(frozen=True)
class Lattice:
    """Which cell each tile lies on.

    Attributes
    ----------
    cells : the tile on each cell; columns run along the grid direction nearest to the picture's right.
    stray : tiles that lie on no cell, with the distance in mm to the nearest one (tiles on a taken cell: 0).
    aside : tiles that lie half a cell off their cell, as in a chicane: which way, as a unit step.
    """

    cells: Mapping[Cell, TileSeen]
    stray: tuple[tuple[TileSeen, float], ...]
    aside: Mapping[Cell, Cell] = field(default_factory=dict)

    def spaces(self) -> dict[Cell, TileSeen]:
        """The tiles by where they lie counted in half cells: a tile's space is half a cell wide."""
        found = {}
        for (i, j), tile in self.cells.items():
            off = self.aside.get((i, j), (0, 0))
            found[2 * i + off[0], 2 * j + off[1]] = tile
        return found

    def frame(self) -> Transform:
        """Table mm -> grid mm, in which the middle of cell (i, j) is at (50.8 i, 50.8 j)."""
        return fit_cells({cell: tile for cell, tile in self.cells.items() if cell not in self.aside})


def find_lattice(tiles: Sequence[TileSeen]) -> Lattice:
    """Put every tile on a cell. Needs at least one tile."""
    turn_deg = _direction(tiles)
    parts = _parts(tiles, turn_deg)
    cells = dict(parts[0])
    stray: list[tuple[TileSeen, float]] = []
    for part in parts[1:]:
        frame = fit_cells(cells) if len(cells) > 1 else _frame_of_one(cells, turn_deg)
        shift, off_mm = _rest(part, frame)
        for cell, tile in part.items():
            moved = (cell[0] + shift[0], cell[1] + shift[1])
            if off_mm > STEP_TOLERANCE_MM or moved in cells:
                stray.append((tile, off_mm if off_mm > STEP_TOLERANCE_MM else 0.0))
            else:
                cells[moved] = tile
    placed = {tile.piece for tile in cells.values()} | {tile.piece for tile, _ in stray}
    stray.extend((tile, 0.0) for tile in tiles if tile.piece not in placed)
    return _with_chicanes(cells, stray) if len(cells) > 1 else Lattice(cells, tuple(stray))


def _with_chicanes(cells: dict[Cell, TileSeen], stray: Sequence[tuple[TileSeen, float]]) -> Lattice:
    """Give tiles that lie half a cell aside between two tiles in line the cell between those."""
    frame = fit_cells(cells)
    aside: dict[Cell, Cell] = {}
    rest = []
    grid = frozenset(cells)
    for tile, off_mm in stray:
        places = _half_aside(frame.of(tile.at), grid)
        if len(places) == 1 and places[0][0] not in cells:
            cell, way = places[0]
            cells[cell], aside[cell] = tile, way
        else:
            rest.append((tile, off_mm))
    return Lattice(cells, tuple(rest), aside)


def _half_aside(at: Point, cells: frozenset[Cell]) -> list[tuple[Cell, Cell]]:
    """The empty cells between two tiles in line that this point lies half a cell beside, and on which side."""
    found = []
    for way in SIDES:
        i, j = round(at[0] / TILE_MM - way[0] / 2), round(at[1] / TILE_MM - way[1] / 2)
        off_mm = add(at, (TILE_MM * (i + way[0] / 2), TILE_MM * (j + way[1] / 2)), -1.0)
        ends = [(i + sign * way[1], j + sign * way[0]) for sign in (-1, 1)]
        if max(map(abs, off_mm)) <= STEP_TOLERANCE_MM and (i, j) not in cells and cells.issuperset(ends):
            found.append(((i, j), way))
    return found


def fit_cells(cells: Mapping[Cell, TileSeen]) -> Transform:
    """Table mm -> grid mm, in which the middle of cell (i, j) is at (50.8 i, 50.8 j)."""
    return fit([(tile.at, (TILE_MM * i, TILE_MM * j)) for (i, j), tile in cells.items()])


def _frame_of_one(cells: Mapping[Cell, TileSeen], turn_deg: float) -> Transform:
    (cell, tile), *_ = cells.items()
    shift = add((TILE_MM * cell[0], TILE_MM * cell[1]), turned(tile.at, -turn_deg), -1.0)
    return Transform(shift[0], shift[1], -turn_deg)


def _direction(tiles: Sequence[TileSeen]) -> float:
    """The grid's direction in degrees, -45 to 45: the mean of all tiles and of all touching pairs, modulo 90."""
    angles = [tile.angle_deg for tile in tiles]
    for index, one in enumerate(tiles):
        for other in tiles[index + 1 :]:
            dx, dy = add(other.at, one.at, -1.0)
            if abs(math.hypot(dx, dy) - TILE_MM) < STEP_TOLERANCE_MM / 2:
                angles += [math.degrees(math.atan2(dy, dx))] * 2
    x = sum(math.cos(math.radians(4 * angle)) for angle in angles)
    y = sum(math.sin(math.radians(4 * angle)) for angle in angles)
    return math.degrees(math.atan2(y, x)) / 4


def _parts(tiles: Sequence[TileSeen], turn_deg: float) -> list[dict[Cell, TileSeen]]:
    """Tiles that hang together by touching, each part with cells of its own, the largest part first."""
    left = list(tiles)
    parts = []
    while left:
        part = {(0, 0): left.pop(0)}
        edge: list[Cell] = [(0, 0)]
        while edge:
            cell = edge.pop()
            for side in SIDES:
                near = (cell[0] + side[0], cell[1] + side[1])
                tile = None if near in part else _touching(part[cell], side, left, turn_deg)
                if tile is not None:
                    left.remove(tile)
                    part[near] = tile
                    edge.append(near)
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _touching(tile: TileSeen, side: Cell, others: Sequence[TileSeen], turn_deg: float) -> TileSeen | None:
    """The tile nearest to where the neighbour on this side belongs, if it is near enough."""
    place = add(tile.at, turned((float(side[0]), float(side[1])), turn_deg), TILE_MM)

    def off(other: TileSeen) -> float:
        dx, dy = turned(add(other.at, place, -1.0), -turn_deg)
        return max(abs(dx), abs(dy))

    nearest = min(others, key=off, default=None)
    return nearest if nearest is not None and off(nearest) <= STEP_TOLERANCE_MM else None


def _rest(part: Mapping[Cell, TileSeen], frame: Transform) -> tuple[Cell, float]:
    """The whole-cell shift that brings a part onto the grid, and how many mm it then still lies off."""
    offsets = [add(frame.of(tile.at), (TILE_MM * i, TILE_MM * j), -1.0) for (i, j), tile in part.items()]
    mean = (sum(x for x, _ in offsets) / len(offsets), sum(y for _, y in offsets) / len(offsets))
    shift = (round(mean[0] / TILE_MM), round(mean[1] / TILE_MM))
    return shift, max(abs(mean[0] - TILE_MM * shift[0]), abs(mean[1] - TILE_MM * shift[1]))
