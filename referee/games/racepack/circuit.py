"""The road as the rules see it: rows, lanes, corners, what lies straight ahead and what lies diagonally ahead.

Directions are unit steps between squares. A tile is named by its index in driving order, from 0 beyond the line.
On a corner tile the rows are counted the way the road leaves it, so that row 1 is always nearer the next corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.games.racepack.notation import parse_circuit, square_name
from referee.games.racepack.observation import Circuit, Square

Direction = tuple[int, int]

LEFT, RIGHT = 1, -1

FIGURE_1 = parse_circuit("i1:WWWWNNNENEEEESSEEESSWWWW")
"""The recommended track (Figure 1), reconstructed from its labels; corner 1 is the first one after the line."""


@dataclass(frozen=True)
class Diagonal:
    """One space diagonally ahead: `allowed` is false when the way there cuts an inside corner edge."""

    end: Square
    allowed: bool


class Road:
    """The geometry of one circuit, worked out once; get it with `road(circuit)`."""

    def __init__(self, circuit: Circuit) -> None:
        tiles = circuit.tiles
        self.circuit = circuit
        self.count = len(tiles)
        self.rows = 2 * self.count
        ways = [_way(here, there) for here, there in zip(tiles, tiles[1:] + tiles[:1], strict=True)]
        self.way_out: tuple[Direction, ...] = tuple(ways)
        self.way_in: tuple[Direction, ...] = tuple(ways[-1:] + ways[:-1])
        self.is_corner = tuple(a != b for a, b in zip(self.way_in, self.way_out, strict=True))
        self.tile_at = {square: index for index, tile in enumerate(tiles) for square in tile_squares(tile)}
        self.inside_side = self._inside_sides()
        self._advance = {square: self._rows_since_line(square) for square in self.tile_at}
        self._inside = {square: self.side(square) == self.inside_side[tile] for square, tile in self.tile_at.items()}
        self._ahead: dict[tuple[Square, Direction], tuple[Square, ...]] = {}
        self._diagonals: dict[tuple[Square, Direction], tuple[Diagonal, ...]] = {}

    def _inside_sides(self) -> tuple[int, ...]:
        """For each tile the side to which the next corner turns (Definitions, Inside Lane)."""
        sides = [0] * self.count
        side = 0
        for index in reversed(range(2 * self.count)):
            here = index % self.count
            sides[here] = side
            if self.is_corner[here]:
                side = LEFT if left_of(self.way_in[here]) == self.way_out[here] else RIGHT
        return tuple(sides)

    @property
    def corners(self) -> tuple[int, ...]:
        """The corner tiles in driving order; the first is corner 1."""
        return tuple(index for index in range(self.count) if self.is_corner[index])

    def corner_number(self, tile: int) -> int:
        """The number of a corner as Figure 1 counts them, from 1."""
        return self.corners.index(tile) + 1

    def tile_named(self, lower_left: Square) -> int | None:
        """The index of the tile with this lower left square, or None."""
        return self.circuit.tiles.index(lower_left) if lower_left in self.circuit.tiles else None

    def row(self, square: Square) -> int:
        """0 for the near and 1 for the far half of the tile, along the way out of it."""
        tile = self.tile_at[square]
        lower_left, way = self.circuit.tiles[tile], self.way_out[tile]
        along = (square[0] - lower_left[0]) * way[0] + (square[1] - lower_left[1]) * way[1]
        return along if sum(way) > 0 else 1 + along

    def advance(self, square: Square) -> int:
        """Rows driven since the line: 0 for the first row beyond it, `rows` - 1 for the one just before it."""
        return self._advance[square]

    def _rows_since_line(self, square: Square) -> int:
        return (2 * self.tile_at[square] + self.row(square) - self.circuit.line_row) % self.rows

    def side(self, square: Square) -> int:
        """LEFT or RIGHT: the lane, seen along the way out of the tile."""
        tile = self.tile_at[square]
        lower_left, left = self.circuit.tiles[tile], left_of(self.way_out[tile])
        across = (square[0] - lower_left[0]) * left[0] + (square[1] - lower_left[1]) * left[1]
        return LEFT if (across if sum(left) > 0 else 1 + across) else RIGHT

    def is_inside(self, square: Square) -> bool:
        """Whether a square lies in the inside lane."""
        return self._inside[square]

    def facings(self, square: Square, turned: bool = False) -> tuple[Direction, ...]:
        """The ways a car here may face: out of a corner, or rarely still the way it came (Exiting Corners)."""
        tile = self.tile_at[square]
        if self.is_corner[tile] and not turned:
            return self.way_out[tile], self.way_in[tile]
        return (self.way_out[tile],)

    def ahead(self, square: Square, facing: Direction) -> tuple[Square, ...]:
        """The squares straight ahead, nearest first, to where the road turns away."""
        key = (square, facing)
        if key not in self._ahead:
            self._ahead[key] = tuple(self._straight_on(square, facing))
        return self._ahead[key]

    def _straight_on(self, square: Square, facing: Direction) -> list[Square]:
        path: list[Square] = []
        tile = self.tile_at[square]
        while len(path) < self.rows:
            following = (tile + 1) % self.count
            square = (square[0] + facing[0], square[1] + facing[1])
            there = self.tile_at.get(square)
            if there == following and facing == self.way_out[tile]:
                tile = following
            elif there != tile:
                break
            path.append(square)
        return path

    def diagonals(self, square: Square, facing: Direction) -> tuple[Diagonal, ...]:
        """The squares one space diagonally ahead on this stretch of road (Lane Change Movements)."""
        key = (square, facing)
        if key not in self._diagonals:
            self._diagonals[key] = tuple(self._diagonally_on(square, facing))
        return self._diagonals[key]

    def _diagonally_on(self, square: Square, facing: Direction) -> list[Diagonal]:
        tile = self.tile_at[square]
        left = left_of(facing)
        straight_on = (square[0] + facing[0], square[1] + facing[1])
        found = []
        for side in (LEFT, RIGHT):
            beside = (square[0] + side * left[0], square[1] + side * left[1])
            end = (beside[0] + facing[0], beside[1] + facing[1])
            if end not in self.tile_at:
                continue
            further = (self.tile_at[end] - tile) % self.count
            if further <= 2:
                stretch = {(tile + step) % self.count for step in range(further + 1)}
                sides = [self.tile_at.get(straight_on), self.tile_at.get(beside)]
                found.append(Diagonal(end, all(one in stretch for one in sides)))
        return found

    def crosses_line(self, start: Square, end: Square) -> int:
        """1 when a movement crosses the line forwards, -1 backwards, else 0 (no movement spans half the track)."""
        gained = self.advance(end) - self.advance(start)
        return (gained < -self.count) - (gained > self.count)

    def gained(self, start: Square, end: Square) -> int:
        """Rows from one square to another the short way round; negative is backwards."""
        return (self.advance(end) - self.advance(start) + self.count) % self.rows - self.count

    def inner_vertex(self, corner: int) -> Square:
        """The square of a corner tile on the inside of the bend."""
        way_in, way_out = self.way_in[corner], self.way_out[corner]
        return next(
            square
            for square in tile_squares(self.circuit.tiles[corner])
            if self.tile_at.get((square[0] - way_in[0], square[1] - way_in[1])) != corner
            and self.tile_at.get((square[0] + way_out[0], square[1] + way_out[1])) != corner
        )

    def outside_spaces(self, corner: int) -> tuple[Square, ...]:
        """The three squares where a car that spun out may come back (Figure 3)."""
        inner = self.inner_vertex(corner)
        return tuple(square for square in tile_squares(self.circuit.tiles[corner]) if square != inner)

    def grid_row(self, back: int) -> tuple[Square, Square]:
        """The two squares `back` rows behind the line (0 is the front row), the inside lane first."""
        both = [square for square in self.tile_at if self.advance(square) == self.rows - 1 - back]
        inside, outside = sorted(both, key=lambda square: not self.is_inside(square))
        return inside, outside


@lru_cache(maxsize=64)
def road(circuit: Circuit) -> Road:
    """The geometry of a circuit, worked out at the first asking."""
    return Road(circuit)


def left_of(way: Direction) -> Direction:
    """The direction to the left of a driver.

    >>> left_of((0, 1))
    (-1, 0)
    """
    return -way[1], way[0]


def tile_squares(lower_left: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares of a tile."""
    column, row = lower_left
    return (column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)


def circuit_problems(circuit: Circuit, grid_rows: int = 2, tiles: int = 24) -> tuple[str, ...]:
    """What breaks the rules of building a track (Construct The Track), in sentences; empty when all is well."""
    found = []
    if len(circuit.tiles) != tiles:
        found.append(f"The track has {len(circuit.tiles)} tiles; it takes all {tiles}.")
    if len(set(circuit.tiles)) != len(circuit.tiles):
        found.append("Two tiles lie on the same place.")
    for tile in sorted(set(circuit.tiles)):
        touching = sum(_touch(tile, other) for other in set(circuit.tiles) - {tile})
        if touching != 2:
            found.append(
                f"The tile at {square_name(tile)} touches {touching} other tiles; each must touch exactly two."
            )
    if min(tile[0] for tile in circuit.tiles) != 1 or min(tile[1] for tile in circuit.tiles) != 1:
        found.append(
            "The squares must be counted from the lower left of the track, so that it reaches column a and row 1."
        )
    return tuple(found) or _line_problems(circuit, grid_rows)


def _line_problems(circuit: Circuit, grid_rows: int) -> tuple[str, ...]:
    shape = road(circuit)
    rows = [square for square in shape.tile_at if shape.advance(square) >= shape.rows - grid_rows]
    if any(shape.is_corner[shape.tile_at[square]] for square in rows):
        return (f"The start/finish line needs {grid_rows} straight rows behind it for the starting grid.",)
    if circuit.line_row and shape.is_corner[0]:
        return ("The start/finish line cannot lie across a corner tile.",)
    return ()


def _touch(one: Square, other: Square) -> bool:
    apart: Sequence[int] = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    return apart[1] == 2 and apart[0] < 2


def _way(here: Square, there: Square) -> Direction:
    return ((there[0] > here[0]) - (there[0] < here[0]), (there[1] > here[1]) - (there[1] < here[1]))
