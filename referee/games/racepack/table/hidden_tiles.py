"""Where tiles may lie that nobody sees: under cars and behind them, so that with them the road is closed.

Every place out of sight is tried, hairpins, chicanes and second rows too: what is told of a hidden tile must be the
only thing that can be there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.games.racepack.table.blind import Blind
from referee.games.racepack.table.lattice import STEP_TOLERANCE_MM, Lattice, TileSeen, find_lattice
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM
from referee.games.racepack.table.ring import MOST_HIDDEN, Cell, completions
from referee.games.racepack.table.roads import roads
from referee.games.racepack.track_check import touching
from referee.games.rigid import Point, add, turned

UNSEEN = ""
"""The name of a tile that nobody sees."""
MOST_TILES, MOST_PLACES = 3, 14
"""So many hidden tiles are tried together, in so many places."""
FEWEST_NEIGHBOURS = 2
FEWEST_TILES = 4
BY_CHANCE = 1
"""So many pieces may stand by chance where spaces would be, not more."""
HALF_ASIDE = 0.7
"""Two tiles nearer to each other than this, in tiles, are one that lies straight or half a tile aside."""


@dataclass(frozen=True)
class Closing:
    """Hidden tiles that close the road: the grid with them on it, `places` are their middles and turns."""

    lattice: Lattice
    places: tuple[tuple[Point, float], ...]

    @property
    def spaces(self) -> frozenset[Cell]:
        """Where all tiles lie, in half cells."""
        return frozenset(self.lattice.spaces())

    def may_hide(self, blind: Blind) -> bool:
        """Whether each of the tiles may lie there unseen."""
        return all(blind.may_hide(*place) for place in self.places)


@dataclass(frozen=True)
class Hidden:
    """What may be hidden: `sure` when there is but one way, and a piece stands on every tile of it."""

    ways: tuple[Closing, ...] = ()
    sure: bool = False


def hidden_tiles(lattice: Lattice, missing: int, exact: bool, blind: Blind) -> Hidden:
    """What hidden tiles may close the road, or make a closed one a larger one; `missing` tiles of the kit are not seen.

    Two piecepacks' tiles (not `exact`) need not all be laid: with or without hidden ones a closed road may be right.
    One piecepack's must, so that a road which can be closed in one way only is closed so, whatever hides the tiles.
    """
    counts = range(missing, missing + 1) if exact else range(1, min(missing, MOST_HIDDEN) + 1)
    if missing < 1 or len(lattice.cells) < FEWEST_TILES:
        return Hidden()
    whole = bool(roads(lattice.cells))
    ways = _out_of_sight(lattice, counts, blind)
    if whole:
        return Hidden(ways, exact and len(ways) == 1 and _are_stood_on(ways[0], blind))
    rings = [_closed_by(lattice, added) for count in counts for added in completions(frozenset(lattice.cells), count)]
    known = {way.spaces for way in ways}
    ways = (*ways, *(ring for ring in rings if ring.spaces not in known and ring.may_hide(blind)))
    if exact and len(rings) == 1 and known <= {rings[0].spaces}:
        return Hidden((rings[0],), sure=True)
    ways = _without_chance(ways, blind)
    return Hidden(ways, len(ways) == 1 and (exact or _are_stood_on(ways[0], blind)))


def _are_stood_on(way: Closing, blind: Blind) -> bool:
    return all(blind.is_stood_on(*place) for place in way.places)


def _without_chance(ways: Sequence[Closing], blind: Blind) -> tuple[Closing, ...]:
    """The ways without those in which cars would stand beside the road, right where another way has spaces.

    Whether a tile lies straight or half a tile aside one such car tells; elsewhere one may stand so by chance.
    """
    on_it = [sum(blind.standing_on(*place) for place in way.places) for way in ways]

    def chance(one: int, other: int) -> int:
        places = zip(ways[one].places, ways[other].places, strict=False)
        return 0 if all(math.dist(a[0], b[0]) < TILE_MM * HALF_ASIDE for a, b in places) else BY_CHANCE

    every = range(len(ways))
    return tuple(ways[one] for one in every if all(on_it[other] - on_it[one] <= chance(one, other) for other in every))


def _closed_by(lattice: Lattice, added: Collection[Cell]) -> Closing:
    """The road closed by tiles on these cells."""
    frame = lattice.frame()
    turn_deg = -frame.turn_deg
    points = {}
    for i, j in added:
        points[i, j] = turned(add((TILE_MM * i, TILE_MM * j), (frame.dx_mm, frame.dy_mm), -1.0), turn_deg)
    unseen = {cell: TileSeen(UNSEEN, at, turn_deg) for cell, at in points.items()}
    places = tuple((at, turn_deg) for at in points.values())
    return Closing(Lattice({**lattice.cells, **unseen}, lattice.stray, lattice.aside), places)


def _out_of_sight(lattice: Lattice, counts: Iterable[int], blind: Blind) -> tuple[Closing, ...]:
    """Every way in which one of these counts of tiles may lie where nobody sees them so that there is a road."""
    spaces = _spaces(lattice)
    turn_deg = -lattice.frame().turn_deg
    places = {space: at for space, at in _free(spaces, turn_deg) if blind.may_hide(at, turn_deg)}
    most = MOST_TILES if len(places) <= MOST_PLACES else 1
    tiles = [*lattice.cells.values(), *(tile for tile, _ in lattice.stray)]
    found = []
    for chosen in (way for count in counts if count <= most for way in combinations(sorted(places), count)):
        if _hang_together(chosen, spaces):
            unseen = [TileSeen(UNSEEN, places[space], turn_deg) for space in chosen]
            with_them = find_lattice([*tiles, *unseen])
            if all(tile.piece != UNSEEN for tile, _ in with_them.stray) and roads(with_them.cells):
                found.append(Closing(with_them, tuple((tile.at, turn_deg) for tile in unseen)))
    return tuple(found)


def _spaces(lattice: Lattice) -> dict[Cell, TileSeen]:
    """All tiles by where they lie in half cells, those too that lie half a cell aside of the others."""
    spaces, frame = lattice.spaces(), lattice.frame()
    for tile, _ in lattice.stray:
        x, y = (part / SQUARE_MM for part in frame.of(tile.at))
        space = round(x), round(y)
        if max(abs(x - space[0]), abs(y - space[1])) * SQUARE_MM <= STEP_TOLERANCE_MM:
            spaces.setdefault(space, tile)
    return spaces


def _free(spaces: Mapping[Cell, TileSeen], turn_deg: float) -> Iterator[tuple[Cell, Point]]:
    """Where one more tile may lie beside those that are seen, and its middle on the table."""
    taken = {(x + dx, y + dy) for x, y in spaces for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    near = {space for x, y in spaces for dx, dy in _BESIDE for space in _further((x + dx, y + dy))}
    for space in sorted(near - taken):
        beside = [(space[0] + dx, space[1] + dy) for dx, dy in (*_BESIDE, *_NEXT_BUT_ONE)]
        steps = [(spaces[other].at, (space[0] - other[0], space[1] - other[1])) for other in beside if other in spaces]
        points = [add(at, turned((float(dx), float(dy)), turn_deg), SQUARE_MM) for at, (dx, dy) in steps]
        if points:
            yield space, (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _further(space: Cell) -> Iterator[Cell]:
    """A place beside a tile, and those beside it where a second hidden tile may lie."""
    yield space
    yield from ((space[0] + dx, space[1] + dy) for dx, dy in _BESIDE)


def _hang_together(chosen: Collection[Cell], spaces: Mapping[Cell, TileSeen]) -> bool:
    """Whether each of these tiles touches at least two, and no two of them lie on one place."""
    if any(abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2 for a, b in combinations(chosen, 2)):
        return False
    every = {*spaces, *chosen}
    return all(
        sum((space[0] + dx, space[1] + dy) in every for dx, dy in _BESIDE) >= FEWEST_NEIGHBOURS for space in chosen
    )


_BESIDE = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if touching((0, 0), (x, y)))
_NEXT_BUT_ONE = ((4, 0), (-4, 0), (0, 4), (0, -4), (2, 2), (2, -2), (-2, 2), (-2, -2))
