"""Tiles on the table -> cells of a grid -> the roads they may form.

A cell is (column, row) counted in tiles. "Each tile should be orthogonally adjacent to exactly two other tiles"
(Racepack, Construct The Track); a hairpin brings the road back beside itself, and a second row lies against the main
straight (Other Variants). The cells alone tell nearly always which is which: the way round must use every cell.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.games.racepack.observation import Circuit
from referee.games.racepack.table.places import TILE_MM
from referee.games.racepack.track_check import hairpin_pairs, side_by_side
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
        if len(cells) > 1:
            frame = fit_cells(cells)
        else:
            (first, only), *_ = cells.items()
            dx_mm, dy_mm = add((TILE_MM * first[0], TILE_MM * first[1]), turned(only.at, -turn_deg), -1.0)
            frame = Transform(dx_mm, dy_mm, -turn_deg)
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


# -- cells that form one road --

Cell = tuple[int, int]
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
MOST_HIDDEN = 6
"""More hidden tiles than this are not guessed: too many roads would fit."""


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with this one."""
    return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in SIDES)


def degree(cell: Cell, cells: Collection[Cell]) -> int:
    """How many neighbours of a cell are tiles."""
    return sum(other in cells for other in neighbours(cell))


def pieces_of(cells: Collection[Cell]) -> tuple[frozenset[Cell], ...]:
    """The connected parts, the largest first."""
    left = set(cells)
    parts = []
    while left:
        part = {left.pop()}
        edge = list(part)
        while edge:
            near = [cell for cell in neighbours(edge.pop()) if cell in left]
            left.difference_update(near)
            part.update(near)
            edge.extend(near)
        parts.append(frozenset(part))
    return tuple(sorted(parts, key=lambda part: (-len(part), min(part))))


def is_ring(cells: Collection[Cell]) -> bool:
    """Whether the cells form one closed road.

    >>> is_ring({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)})
    True
    >>> is_ring({(0, 0), (1, 0), (2, 0)})
    False
    """
    return len(cells) >= 4 and all(degree(cell, cells) == 2 for cell in cells) and len(pieces_of(cells)) == 1


def clockwise(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of a ring in clockwise order as seen from above (y up), from its lowest row's leftmost cell."""
    return _turned_clockwise(next(_ways_round(frozenset(cells))))


def completions(cells: Collection[Cell], missing: int) -> tuple[frozenset[Cell], ...]:
    """Every way to close the road with exactly `missing` more tiles, as sets of the added cells."""
    if not 0 < missing <= MOST_HIDDEN or any(degree(cell, cells) > 2 for cell in cells):
        return ()
    found = {frozenset(full) - frozenset(cells) for full in _grow(frozenset(cells), missing)}
    return tuple(sorted(found, key=sorted))


def _grow(cells: frozenset[Cell], missing: int) -> Iterator[frozenset[Cell]]:
    loose = [cell for cell in sorted(cells) if degree(cell, cells) < 2]
    if missing == 0:
        if not loose and is_ring(cells):
            yield cells
        return
    if not loose:
        return
    # The first loose end must be continued somehow; whatever the road, one of these cells is in it.
    for added in neighbours(loose[0]):
        grown = cells | {added}
        if added not in cells and all(
            degree(near, grown) <= 2 for near in (added, *neighbours(added)) if near in grown
        ):
            yield from _grow(grown, missing - 1)


# -- hairpins and second rows --

SHORTEST_ROW = 2
PATIENCE = 4000
"""Steps in search of a way round; a heap of tiles is no road."""


@dataclass(frozen=True)
class RoadFound:
    """The cells of the road round, clockwise, and those of a second row beside it."""

    ring: tuple[Cell, ...]
    row: tuple[Cell, ...] = ()


def roads(cells: Collection[Cell]) -> tuple[RoadFound, ...]:
    """Every road that takes all the cells, the likeliest first: the longest second row, then none at all."""
    if is_ring(cells):
        return (RoadFound(clockwise(cells)),)
    found = []
    for row in (*sorted(_second_rows(frozenset(cells)), key=len, reverse=True), frozenset[Cell]()):
        ring = _way_round(frozenset(cells) - row)
        if ring is not None and _lies_beside(row, ring):
            found.append(RoadFound(ring, tuple(sorted(row))))
    return tuple(found)


def _second_rows(cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Straight rows with free ends and one free side, whose other side is full of tiles."""
    for along in ((1, 0), (0, 1)):
        for start in sorted(cells):
            if (start[0] - along[0], start[1] - along[1]) in cells:
                continue
            row = [start]
            while (ahead := (row[-1][0] + along[0], row[-1][1] + along[1])) in cells:
                row.append(ahead)
            sides = [sum((i + sign * along[1], j + sign * along[0]) in cells for i, j in row) for sign in (-1, 1)]
            if len(row) >= SHORTEST_ROW and sorted(sides) == [0, len(row)]:
                yield frozenset(row)


def _lies_beside(row: frozenset[Cell], ring: tuple[Cell, ...]) -> bool:
    """Whether every tile of the row lies beside a tile where the road runs straight on, along the row."""
    straight = {
        cell
        for before, cell, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
        if (before[0] + after[0], before[1] + after[1]) == (2 * cell[0], 2 * cell[1])
    }
    return all(
        len(near) == 1 and near[0] in straight for near in ([n for n in neighbours(c) if n in ring] for c in row)
    )


def _way_round(cells: frozenset[Cell]) -> tuple[Cell, ...] | None:
    """The one way round through all cells on which only hairpins touch; None when there is none or more than one."""
    if is_ring(cells):
        return clockwise(cells)
    if len(cells) < 8 or any(degree(cell, cells) < 2 for cell in cells):
        return None
    found = []
    for ring in _ways_round(cells):
        track = Circuit(tuple((2 * x, 2 * y) for x, y in ring))
        if side_by_side(track) == hairpin_pairs(track):
            found.append(ring)
        if len(found) > 1:
            return None
    return _turned_clockwise(found[0]) if found else None


def _ways_round(cells: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Closed ways through all cells, each once."""
    start = min((cell for cell in cells if degree(cell, cells) == 2), default=min(cells))
    first, *others = [near for near in neighbours(start) if near in cells]
    if len(others) != 1:
        return
    # both neighbours of a tile that touches two are its neighbours on the road
    stack = [[start, first]]
    patience = PATIENCE
    while stack and patience:
        patience -= 1
        way = stack.pop()
        if len(way) == len(cells):
            if way[-1] == others[0]:
                yield tuple(way)
            continue
        if way[-1] != others[0]:
            taken = set(way)
            stack += [[*way, near] for near in neighbours(way[-1]) if near in cells and near not in taken]


def _turned_clockwise(ring: tuple[Cell, ...]) -> tuple[Cell, ...]:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)
    order = ring if area < 0 else tuple(reversed(ring))
    first = order.index(min(order, key=lambda cell: (cell[1], cell[0])))
    return order[first:] + order[:first]
