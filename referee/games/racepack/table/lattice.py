"""Tiles on the table -> where they lie on a grid -> the roads they may form.

Tiles lie as in a `Circuit`: two spaces wide, named by a corner, that of a chicane one space aside. "Each tile should be
orthogonally adjacent to exactly two other tiles" (Racepack, Construct The Track); a hairpin brings the road back beside
itself, and a second row lies against the main straight (Other Variants). Where the tiles lie tells nearly always which
is which: the way round must use every tile.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM, goes_clockwise
from referee.games.racepack.track_check import hairpin_pairs, overlapping, side_by_side, touching
from referee.games.rigid import Point, Transform, add, fit, turned

STEP_TOLERANCE_MM = 12.0
"""How far a tile may lie from where its neighbour would have it."""

UNSEEN = ""
"""The name of a tile that nobody sees."""


@dataclass(frozen=True)
class TileSeen:
    """A tile on the table: its middle in table mm and its turn."""

    piece: str
    at: Point
    angle_deg: float


Tiles = Mapping[Square, TileSeen]


@dataclass(frozen=True)
class Lattice:
    """Where each tile lies.

    Attributes
    ----------
    tiles : the tiles by where they lie; columns run along the grid direction nearest to the picture's right.
    stray : tiles that lie on no place of the grid, or on a taken one.
    aside : those of them that lie one space off the others' places, but in no chicane that is seen whole.
    frame : table mm -> grid mm, in which the middle of the tile on (x, y) is at (25.4 x, 25.4 y).
    """

    tiles: Tiles
    stray: tuple[TileSeen, ...]
    aside: Tiles
    frame: Transform

    @property
    def hidden(self) -> dict[Square, TileSeen]:
        """The tiles that nobody sees."""
        return {at: self.tiles[at] for at in sorted(self.tiles) if self.tiles[at].piece == UNSEEN}

    def with_hidden(self, places: Collection[Square]) -> Lattice | None:
        """The grid with tiles that nobody sees on these places; None when one of them has no place on it."""
        seen = {**self.tiles, **self.aside}
        hidden = {place: self.unseen(place) for place in places}
        others = [tile for tile in self.stray if tile not in self.aside.values()]
        found = _sorted_out({**seen, **hidden}, others, -self.frame.turn_deg)
        return found if found.tiles.keys() >= hidden.keys() else None

    def unseen(self, place: Square) -> TileSeen:
        """A tile that nobody sees, as those near it would have it."""
        turn_deg = -self.frame.turn_deg
        seen = (*self.tiles.items(), *self.aside.items())
        steps = [(tile.at, (place[0] - x, place[1] - y)) for (x, y), tile in seen]
        near = [add(at, turned(step, turn_deg), SQUARE_MM) for at, step in steps if sum(map(abs, step)) <= 4]
        return TileSeen(UNSEEN, _mean(near or [self.frame.inverse.of(_grid_mm(place))]), turn_deg)


def find_lattice(tiles: Sequence[TileSeen]) -> Lattice:
    """Give every tile its place. Needs at least one tile."""
    turn_deg = _direction(tiles)
    placed, *parts = _parts(tiles, turn_deg)
    stray: list[TileSeen] = []
    for part in parts:
        frame = _fitted(placed, turn_deg)
        off = _mean([add(frame.of(tile.at), _grid_mm(at), -1.0) for at, tile in part.items()])
        shift = (round(off[0] / SQUARE_MM), round(off[1] / SQUARE_MM))
        off_mm = max(map(abs, add(off, _grid_mm(shift), -1.0)))
        for at, tile in part.items():
            moved = (at[0] + shift[0], at[1] + shift[1])
            if off_mm > STEP_TOLERANCE_MM or any(overlapping(moved, other) for other in placed):
                stray.append(tile)
            else:
                placed[moved] = tile
    return _sorted_out(placed, stray, turn_deg)


def _sorted_out(placed: Tiles, stray: Sequence[TileSeen], turn_deg: float) -> Lattice:
    """The grid of tiles so placed; one that lies half a tile aside has to lie between two in line, as in a chicane."""
    whole = {at: tile for at, tile in placed.items() if not (at[0] % 2 or at[1] % 2)}
    tiles = {at: tile for at, tile in placed.items() if at in whole or _is_in_chicane(at, whole)}
    aside = {at: tile for at, tile in placed.items() if at not in tiles}
    return Lattice(tiles, (*stray, *aside.values()), aside, _fitted(whole, turn_deg))


def _is_in_chicane(at: Square, whole: Collection[Square]) -> bool:
    """Whether a tile lies one space beside just one place between two tiles in line."""
    if at[0] % 2 and at[1] % 2:
        return False
    ways = [(side * (at[0] % 2), side * (at[1] % 2)) for side in (-1, 1)]
    ends = ([(at[0] + x + 2 * sign * y, at[1] + y + 2 * sign * x) for sign in (-1, 1)] for x, y in ways)
    return sum(all(end in whole for end in both) for both in ends) == 1


def _grid_mm(at: Square) -> Point:
    return SQUARE_MM * at[0], SQUARE_MM * at[1]


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _fitted(tiles: Tiles, turn_deg: float) -> Transform:
    if len(tiles) > 1:
        return fit([(tile.at, _grid_mm(at)) for at, tile in tiles.items()])
    (at, only), *_ = tiles.items()
    return Transform(*add(_grid_mm(at), turned(only.at, -turn_deg), -1.0), -turn_deg)


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


def _parts(tiles: Sequence[TileSeen], turn_deg: float) -> list[dict[Square, TileSeen]]:
    """Tiles that hang together side by side, each part with places of its own, the largest part first."""
    left = list(tiles)
    parts = []
    while left:
        part = {(0, 0): left.pop(0)}
        edge: list[Square] = [(0, 0)]
        while edge:
            here = edge.pop()
            for side in SIDES:
                near = (here[0] + side[0], here[1] + side[1])
                tile = None if near in part else _touching(part[here], side, left, turn_deg)
                if tile is not None:
                    left.remove(tile)
                    part[near] = tile
                    edge.append(near)
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _touching(tile: TileSeen, side: Square, others: Sequence[TileSeen], turn_deg: float) -> TileSeen | None:
    """The tile nearest to where the neighbour on this side belongs, if it is near enough."""
    place = add(tile.at, turned(_grid_mm(side), turn_deg))

    def off(other: TileSeen) -> float:
        return max(map(abs, turned(add(other.at, place, -1.0), -turn_deg)))

    nearest = min(others, key=off, default=None)
    return nearest if nearest is not None and off(nearest) <= STEP_TOLERANCE_MM else None


# -- tiles that form one road --

SIDES: tuple[Square, ...] = ((2, 0), (0, 2), (-2, 0), (0, -2))
"""The way to the tiles flush beside a tile."""

BESIDE: tuple[Square, ...] = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if touching((0, 0), (x, y)))
"""The way to all that touch it, half a tile aside, too."""


def neighbours(tile: Square, tiles: Collection[Square]) -> list[Square]:
    """The tiles that touch one."""
    near = ((tile[0] + dx, tile[1] + dy) for dx, dy in BESIDE)
    return [other for other in near if other in tiles]


def pieces_of(tiles: Collection[Square]) -> tuple[frozenset[Square], ...]:
    """The connected parts, the largest first."""
    left = set(tiles)
    parts = []
    while left:
        part = {left.pop()}
        edge = list(part)
        while edge:
            near = neighbours(edge.pop(), left)
            left.difference_update(near)
            part.update(near)
            edge.extend(near)
        parts.append(frozenset(part))
    return tuple(sorted(parts, key=lambda part: (-len(part), min(part))))


def is_ring(tiles: Collection[Square]) -> bool:
    """Whether the tiles form one closed road on which none touches a third.

    >>> is_ring({(0, 0), (2, 0), (4, 0), (0, 2), (4, 2), (0, 4), (2, 4), (4, 4)})
    True
    >>> is_ring({(0, 0), (2, 0), (4, 0)})
    False
    """
    return len(pieces_of(tiles)) == 1 and all(len(neighbours(tile, tiles)) == 2 for tile in tiles)


SHORTEST_ROW = 2
PATIENCE = 4000
"""Steps in search of a way round; a heap of tiles is no road."""


@dataclass(frozen=True)
class RoadFound:
    """The tiles of the road round, clockwise, and those of a second row beside it."""

    ring: tuple[Square, ...]
    row: tuple[Square, ...] = ()


def roads(tiles: Collection[Square]) -> tuple[RoadFound, ...]:
    """Every road that takes all the tiles, the likeliest first: the longest second row, then none at all."""
    every = frozenset(tiles)
    rows = (*sorted(_second_rows(every), key=len, reverse=True), frozenset[Square]())
    rings = ((row, _way_round(every - row)) for row in rows)
    return tuple(RoadFound(ring, tuple(sorted(row))) for row, ring in rings if ring and _lies_beside(row, ring))


def _second_rows(tiles: frozenset[Square]) -> Iterator[frozenset[Square]]:
    """Straight rows with free ends and one free side, whose other side is full of tiles."""
    for x, y in SIDES[:2]:
        for start in sorted(tiles):
            if (start[0] - x, start[1] - y) in tiles:
                continue
            row = [start]
            while (ahead := (row[-1][0] + x, row[-1][1] + y)) in tiles:
                row.append(ahead)
            sides = [sum((one[0] + sign * y, one[1] + sign * x) in tiles for one in row) for sign in (-1, 1)]
            if len(row) >= SHORTEST_ROW and sorted(sides) == [0, len(row)]:
                yield frozenset(row)


def _lies_beside(row: frozenset[Square], ring: tuple[Square, ...]) -> bool:
    """Whether every tile of the row lies beside just one of the road, where that runs straight on."""
    straight = {
        tile
        for before, tile, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
        if (before[0] + after[0], before[1] + after[1]) == (2 * tile[0], 2 * tile[1])
    }
    return all(len(near) == 1 and near[0] in straight for near in (neighbours(tile, ring) for tile in row))


def _way_round(tiles: frozenset[Square]) -> tuple[Square, ...] | None:
    """The one way round through all tiles on which only hairpins touch; None when there is none or more than one."""
    near = {tile: neighbours(tile, tiles) for tile in tiles}
    touched = {len(others) for others in near.values()}
    if min(touched, default=0) < 2 or (len(tiles) < 8 and max(touched) > 2):
        return None
    tracks = (Circuit(ring) for ring in _ways_round(near))
    found = tuple(islice((one.tiles for one in tracks if side_by_side(one) == hairpin_pairs(one)), 2))
    return _turned_clockwise(found[0]) if len(found) == 1 else None


def _ways_round(near: Mapping[Square, Sequence[Square]]) -> Iterator[tuple[Square, ...]]:
    """Closed ways through all tiles, each once."""
    start = min((tile for tile, others in near.items() if len(others) == 2), default=None)
    if start is None:
        return
    # both neighbours of a tile that touches two are its neighbours on the road
    first, last = near[start]
    stack: list[tuple[Square, ...]] = [(start, first)]
    for _ in range(PATIENCE):
        if not stack:
            return
        way = stack.pop()
        if len(way) == len(near):
            if way[-1] == last:
                yield way
        elif way[-1] != last:
            stack += [(*way, other) for other in near[way[-1]] if other not in way]


def _turned_clockwise(ring: tuple[Square, ...]) -> tuple[Square, ...]:
    """A way round as seen from above (y up), from its lowest row's leftmost tile."""
    order = ring if goes_clockwise(Circuit(ring)) else tuple(reversed(ring))
    first = order.index(min(order, key=lambda tile: (tile[1], tile[0])))
    return order[first:] + order[:first]
