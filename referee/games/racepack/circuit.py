"""The road as the rules see it: rows, lanes, corners, what lies straight ahead and what lies diagonally ahead.

Directions are unit steps between squares. A tile is named by its index in driving order, from 0 beyond the line.
On a corner tile the rows are counted the way the road leaves it, so that row 1 is always nearer the next corner.
Where the main straight is two tiles wide, the tiles of the second row count as the ones they lie beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from referee.frozen import dataclass, replace
from referee.games.racepack.observation import STEPS, Circuit, OutsideCorner, Place, Square, parse_circuit, way_letters
from referee.games.racepack.variants import Variants

Direction = tuple[int, int]

LEFT, RIGHT = 1, -1

FIGURE_1 = parse_circuit("i1:WWWWNNNENEEEESSEEESSWWWW")
"""The recommended track (Figure 1), reconstructed from its labels; corner 1 is the first one after the line."""


@dataclass(frozen=True)
class Way:
    """One displacement along the road before its speed is known.

    Attributes
    ----------
    start, end : where it leads from and to.
    spaces : how far ahead; 0 for a lane change.
    path : the spaces that it passes over, its end the last.
    facing : how the car faces; `old` if that is still the way it came into its corner.
    allowed : whether it cuts no inside corner edge.
    enters : whether it leads into a corner.
    turned : whether the car can then only face out of a corner.
    open : whether the car might have faced otherwise; `vague` if that leads there as well, and to face on otherwise.
    """

    start: Square
    end: Square
    spaces: int
    path: tuple[Square, ...]
    facing: Direction
    old: bool
    allowed: bool
    enters: bool
    turned: bool
    open: bool
    vague: bool


class Road:
    """The geometry of one circuit, worked out once; get it with `road(circuit)`."""

    def __init__(self, circuit: Circuit) -> None:
        tiles = circuit.tiles
        self.circuit = circuit
        self.count = len(tiles)
        self.rows = 2 * self.count
        ways = [way_between(here, there) for here, there in zip(tiles, tiles[1:] + tiles[:1], strict=True)]
        self.way_out: tuple[Direction, ...] = tuple(ways)
        self.way_in: tuple[Direction, ...] = tuple(ways[-1:] + ways[:-1])
        self.is_corner = tuple(a != b for a, b in zip(self.way_in, self.way_out, strict=True))
        self.is_jog = tuple(_is_jog(here, there) for here, there in zip(tiles, tiles[1:] + tiles[:1], strict=True))
        narrow = {square: index for index, tile in enumerate(tiles) for square in tile_squares(tile)}
        self.wide = self._second_row(narrow)
        self.tile_at = {**self.wide, **narrow}
        self.inside_side = self._inside_sides()
        rows = {
            square: (2 * tile + self.row(square) - circuit.line_row) % self.rows
            for square, tile in self.tile_at.items()
        }
        self.advance = rows.__getitem__
        """Rows driven since the line: 0 for the first row beyond it, `rows` - 1 for the one just before it."""
        self.lane = {square: self._lane_from_left(square) for square in self.tile_at}.__getitem__
        """The lane, counted from the left along the way out of the tile: 0 and 1, or beyond them on a second row."""
        outermost = max((abs(2 * self.lane(square) - 1) for square in self.wide), default=0)
        # the outer lane of the second row is the pit lane if there is one (Versions Utilizing Two Piecepacks)
        self.pit_lane = frozenset(square for square in self.wide if abs(2 * self.lane(square) - 1) == outermost)
        self.corners = tuple(index for index in range(self.count) if self.is_corner[index])
        """The corner tiles in driving order; the first is corner 1."""
        self._ways: dict[tuple[Square, bool], tuple[Way, ...]] = {}

    def _second_row(self, narrow: Mapping[Square, int]) -> dict[Square, int]:
        """The squares of the second row of the main straight, with the tile beside which each lies."""
        found = {}
        for tile in self.circuit.wide:
            beside = [narrow[near] for near in _around(tile) if near in narrow and not self.is_corner[narrow[near]]]
            if beside:
                found.update(dict.fromkeys(tile_squares(tile), beside[0]))
        return found

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

    def corner_number(self, tile: int) -> int:
        """The number of a corner as Figure 1 counts them, from 1."""
        return self.corners.index(tile) + 1

    def tile_of(self, place: Place | None) -> int | None:
        """The index of the tile on which a car stands, or beside which it was set; None elsewhere."""
        if isinstance(place, OutsideCorner):
            return self.circuit.tiles.index(place.tile) if place.tile in self.circuit.tiles else None
        return self.tile_at.get(place.square) if place is not None and place.square else None

    def rows_to(self, place: Place | None) -> int | None:
        """Rows from the line to a place; of a car beside a corner, to where its tile begins."""
        tile = self.tile_of(place)
        if place is None or tile is None:
            return None
        return self.advance(place.square) if place.square else (2 * tile - self.circuit.line_row) % self.rows

    def row(self, square: Square) -> int:
        """0 for the near and 1 for the far half of the tile, along the way out of it."""
        tile = self.tile_at[square]
        lower_left, way = self.circuit.tiles[tile], self.way_out[tile]
        along = (square[0] - lower_left[0]) * way[0] + (square[1] - lower_left[1]) * way[1]
        return along if sum(way) > 0 else 1 + along

    def _lane_from_left(self, square: Square) -> int:
        tile = self.tile_at[square]
        lower_left, left = self.circuit.tiles[tile], left_of(self.way_out[tile])
        across = (square[0] - lower_left[0]) * left[0] + (square[1] - lower_left[1]) * left[1]
        return 1 - across if sum(left) > 0 else -across

    def side(self, square: Square) -> int:
        """LEFT or RIGHT of the middle of the tile, or of the tile a second row lies beside."""
        return LEFT if self.lane(square) <= 0 else RIGHT

    def is_inside(self, square: Square) -> bool:
        """Whether a square lies in the inside lane of a road two lanes wide."""
        return square not in self.wide and self.side(square) == self.inside_side[self.tile_at[square]]

    def nearness_inside(self, square: Square) -> int:
        """How far inside a lane lies: of two cars side by side the one with the higher number is ahead."""
        lane = self.lane(square)
        return -lane if self.inside_side[self.tile_at[square]] == LEFT else lane

    def facings(self, square: Square, turned: bool = False) -> tuple[Direction, ...]:
        """The ways a car here may face: out of a corner, or rarely still the way it came (Exiting Corners)."""
        tile = self.tile_at[square]
        if self.is_corner[tile] and not turned:
            return self.way_out[tile], self.way_in[tile]
        return (self.way_out[tile],)

    def ahead(self, square: Square, facing: Direction) -> tuple[Square, ...]:
        """The squares straight ahead, nearest first, to where the road turns away."""
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
        return tuple(path)

    def diagonals(self, square: Square, facing: Direction) -> list[tuple[Square, bool]]:
        """The squares one space diagonally ahead on this stretch of road, each with whether the way there cuts no
        inside corner edge (Lane Change Movements)."""
        tile, left = self.tile_at[square], left_of(facing)
        straight_on = (square[0] + facing[0], square[1] + facing[1])
        found = []
        for side in (LEFT, RIGHT):
            beside = (square[0] + side * left[0], square[1] + side * left[1])
            end = (beside[0] + facing[0], beside[1] + facing[1])
            further = (self.tile_at[end] - tile) % self.count if end in self.tile_at else self.count
            if further <= 2:
                stretch = {(tile + step) % self.count for step in range(further + 1)}
                sides = [self.tile_at.get(straight_on), self.tile_at.get(beside)]
                # "It makes sense to allow them in a chicane", where the road is one lane wide (Other Variants)
                in_chicane = further == 1 and self.is_jog[tile]
                found.append((end, in_chicane or all(one in stretch for one in sides)))
        if square in self.wide and not self.ahead(square, facing) and not any(allowed for _, allowed in found):
            # where the second row ends, the space beside: the rule book is silent, but a car would never get away
            inward = 1 if self.lane(square) > 1 else -1
            found.append(((square[0] + inward * left[0], square[1] + inward * left[1]), True))
        return found

    def ways(self, square: Square, turned: bool) -> tuple[Way, ...]:
        """Every displacement straight ahead, to where the road turns away, and every change of lane."""
        key = (square, turned)
        if key not in self._ways:
            found = tuple(self._ways_from(square, turned))
            twice = Counter((way.end, way.spaces) for way in found)  # by either facing
            self._ways[key] = tuple(replace(way, vague=way.turned and twice[way.end, way.spaces] > 1) for way in found)
        return self._ways[key]

    def _ways_from(self, square: Square, turned: bool) -> Iterator[Way]:
        facings = self.facings(square, turned)
        for index, facing in enumerate(facings):
            path = self.ahead(square, facing)
            found = [(end, spaces, path[:spaces], True) for spaces, end in enumerate(path, 1)]
            found += [(end, 0, (end,), allowed) for end, allowed in self.diagonals(square, facing)]
            for end, spaces, passed, allowed in found:
                there = self.tile_at[end]
                corner = self.is_corner[there]
                enters, out = corner and there != self.tile_at[square], corner and facing != self.way_in[there]
                yield Way(
                    square, end, spaces, passed, facing, bool(index), allowed, enters, out, len(facings) > 1, False
                )

    def crosses_line(self, start: Square, end: Square) -> int:
        """1 when a movement crosses the line forwards, -1 backwards, else 0 (no movement spans half the track)."""
        gained = self.advance(end) - self.advance(start)
        return (gained < -self.count) - (gained > self.count)

    def gained(self, start: Square, end: Square) -> int:
        """Rows from one square to another the short way round; negative is backwards."""
        return (self.advance(end) - self.advance(start) + self.count) % self.rows - self.count

    def inner_vertex(self, corner: int) -> Square:
        """The square of a corner tile on the inside of the bend."""
        inwards = (self.way_out[corner][0] - self.way_in[corner][0], self.way_out[corner][1] - self.way_in[corner][1])
        return max(tile_squares(self.circuit.tiles[corner]), key=lambda one: one[0] * inwards[0] + one[1] * inwards[1])

    def outside_spaces(self, corner: int) -> tuple[Square, ...]:
        """The three squares where a car that spun out may come back (Figure 3)."""
        inner = self.inner_vertex(corner)
        return tuple(square for square in tile_squares(self.circuit.tiles[corner]) if square != inner)

    def outside_of(self, place: Place) -> tuple[Square, ...]:
        """The squares where a car that stands beside a corner may come back; none from elsewhere."""
        tile = None if place.square else self.tile_of(place)
        return () if tile is None else self.outside_spaces(tile)

    def grid_row(self, back: int) -> tuple[Square, Square]:
        """The two squares `back` rows behind the line (0 is the front row), the inside lane first.

        Also where the straight is wider: "all cars start from one of the two spaces directly behind" the line.
        """
        row = (square for square in self.tile_at if self.advance(square) == self.rows - 1 - back)
        both = [square for square in row if square not in self.wide]
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


def way_between(here: Square, there: Square) -> Direction:
    """The driving direction from tile to tile: a tile one space aside lies ahead all the same."""
    across, up = there[0] - here[0], there[1] - here[1]
    if abs(up) > abs(across):
        return (0, (up > 0) - (up < 0))
    return ((across > 0) - (across < 0), 0)


def _is_jog(here: Square, there: Square) -> bool:
    """Whether the road steps aside from one tile to the next."""
    return here[0] != there[0] and here[1] != there[1]


def _around(tile: Square) -> Iterator[Square]:
    """One square of each of the four tiles that may lie flush beside this one."""
    column, row = tile
    yield from ((column - 1, row), (column + 2, row), (column, row - 1), (column, row + 2))


# -- tracks to begin with --

SECOND_ROW = 4
"""Tiles of a pit lane ("a row of four tiles against the outside of the straight")."""


@lru_cache(maxsize=64)
def recommended(variants: Variants) -> Circuit:
    """A track that takes every tile and shows what was agreed on, driven clockwise with the line below.

    A hairpin lies at the upper right, a chicane on the upper or the left straight, a second row below the line.
    """
    if variants.packs == 1 and not (variants.main or variants.hairpins or variants.chicanes):
        return FIGURE_1
    way, ahead = _large(variants) if variants.packs == 2 else _small(variants)
    tiles = [(0, 0)]
    for letter in way_letters(way):
        tiles.append(_beyond(tiles[-1], letter))
    row = ahead + 1 if variants.main == "four" else SECOND_ROW if variants.main else 0
    wide = tuple((tiles[0][0] + 2 - 2 * index, tiles[0][1] - 2) for index in range(row))
    return from_the_lower_left(tuple(tiles[:-1]), wide)


def _small(variants: Variants) -> tuple[str, int]:
    """24 tiles as a rectangle, with the number of tiles from the line to the first corner."""
    width = 10 - 2 * bool(variants.main) - variants.hairpins
    top = "EE" + ("ElEr" if variants.chicanes else "EE") + "E" * (width - 5)
    return _round(width, 4, "N" * 3, top, variants.hairpins, 3), 3


def _large(variants: Variants) -> tuple[str, int]:
    """48 tiles with two inlets from above."""
    height = 7 if variants.main else 8
    depths = {"": [3, 3], "four": [2, 2], "pit": [3, 2]}[variants.main]
    depths[1] -= variants.hairpins
    first, second = (f"EE{'S' * depth}EE{'N' * depth}" for depth in depths)
    left = "NN" + ("NlNr" if variants.chicanes else "NN") + "N" * (height - 5)
    return _round(12, height, left, f"{first}{second}EEE", variants.hairpins, 5), 5


def _round(width: int, height: int, left: str, top: str, hairpin: bool, ahead: int) -> str:
    """The whole way round: from the line to corner 1, up, across, down and back."""
    right = "ESW" + "S" * (height - 2) if hairpin else "S" * (height - 1)
    return "W" * ahead + left + top + right + "W" * (width - 1 - ahead)


def _beyond(tile: Square, letter: str) -> Square:
    return tile[0] + STEPS[letter][0], tile[1] + STEPS[letter][1]


def from_the_lower_left(tiles: tuple[Square, ...], wide: tuple[Square, ...]) -> Circuit:
    """The road with its lower left corner on a1."""
    left, low = (min(tile[axis] for tile in tiles + wide) - 1 for axis in (0, 1))
    moved = [tuple((tile[0] - left, tile[1] - low) for tile in row) for row in (tiles, wide)]
    return Circuit(moved[0], 0, moved[1])


def front_of_grid(shape: Road, square: Square, occupied: Iterable[Square]) -> Square:
    """The farthest free square before the line in this lane."""
    return ([square, *squares_to_line(shape, square, occupied)])[-1]


def squares_to_line(shape: Road, square: Square, occupied: Iterable[Square]) -> list[Square]:
    """The free squares straight ahead up to the line, nearest first."""
    taken = set(occupied)
    found: list[Square] = []
    here = square
    for following in [way.end for way in shape.ways(square, turned=True) if way.spaces]:
        if shape.crosses_line(here, following) or following in taken:
            break
        found.append(following)
        here = following
    return found
