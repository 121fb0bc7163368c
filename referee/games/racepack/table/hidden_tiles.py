"""What the camera cannot see of the road, and where tiles may lie unseen so that with them the road is closed.

A tile whose four markers all may be out of sight may lie there unseen; one that shows a single marker would be seen.
Every place out of sight is tried, hairpins, chicanes and second rows too: what is told of a hidden tile must be the
only thing that can be there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from markers.geometry import ItemGeometry, relative
from markers.kit import Manifest
from referee.frozen import dataclass
from referee.games.base import SceneLike, SightingLike, StandpointLike
from referee.games.polygon import distance_to, distance_to_edge, hull, inside
from referee.games.racepack.table.lattice import (
    MOST_HIDDEN,
    STEP_TOLERANCE_MM,
    Cell,
    Lattice,
    TileSeen,
    completions,
    find_lattice,
    roads,
)
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM
from referee.games.racepack.track_check import touching
from referee.games.rigid import Point, add, turned

CLEAR_MM = 5.0
"""A marker that lies so far from all that is hidden is seen, though its tile lie a little crooked."""
ON_IT_MM = 10.0
"""A piece this near to the middle of a space stands on it."""
RIGHT_ON_IT_MM = 6.0
"""And this near not by chance, as a rule."""
EDGE_MM = 25.0
"""A marker this near to the picture's edge need not be whole in it."""
LOOSE = ("pawn:", "coin:", "die:")
QUARTERS = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
_ALONG = (-0.5, -0.25, 0.0, 0.25, 0.5)
_AROUND = tuple((x, y) for x in _ALONG for y in _ALONG if 0.5 in (abs(x), abs(y)))


@dataclass(frozen=True)
class Blind:
    """The parts of the table that are out of sight, table mm.

    Attributes
    ----------
    behind : what each loose piece hides, by piece.
    covered : what lies under a hand or another foreign thing.
    shown : the part of the table that the picture shows; empty when that is not known.
    standing : where each loose piece stands.
    marker_mm : the side of a tile's markers.
    """

    behind: Mapping[str, tuple[Point, ...]]
    covered: tuple[tuple[Point, ...], ...]
    shown: tuple[Point, ...]
    standing: Mapping[str, Point]
    marker_mm: float

    def may_hide(self, at: Point, turn_deg: float) -> bool:
        """Whether a tile with its middle here could lie there unseen."""
        return all(self._may_hide_marker(point, turn_deg) for point in tile_spaces(at, turn_deg))

    def is_stood_on(self, at: Point, turn_deg: float) -> bool:
        """Whether a piece stands right on one of the spaces of a tile here, or a foreign thing covers its middle."""
        on_it = self.standing_on(at, turn_deg, ON_IT_MM)
        return on_it > 0 or any(inside(at, area) for area in self.covered)

    def standing_on(self, at: Point, turn_deg: float, off_mm: float = RIGHT_ON_IT_MM) -> int:
        """How many pieces stand no further than this from the middle of a space of a tile here."""
        spaces = tile_spaces(at, turn_deg)
        return sum(any(math.dist(point, space) <= off_mm for space in spaces) for point in self.standing.values())

    def pieces_over(self, at: Point, turn_deg: float) -> tuple[str, ...]:
        """The pieces that hide a tile here, those that stand on it first."""
        spaces = tile_spaces(at, turn_deg)
        over = [
            piece
            for piece, area in self.behind.items()
            if any(distance_to(space, area) < SQUARE_MM / 4 for space in spaces)
        ]
        return tuple(sorted(over, key=lambda piece: math.dist(self.standing[piece], at)))

    def _may_hide_marker(self, at: Point, turn_deg: float) -> bool:
        if self.shown and (not inside(at, self.shown) or distance_to_edge(at, self.shown) < EDGE_MM):
            return True
        areas = [area for area in (*self.behind.values(), *self.covered) if _near(at, area, self.marker_mm + CLEAR_MM)]
        if not areas:
            return False
        outline = [add(at, turned(point, turn_deg), self.marker_mm) for point in _AROUND]
        return any(distance_to(point, area) < CLEAR_MM for area in areas for point in outline)


def blind_places(scene: SceneLike, found: Mapping[str, SightingLike], manifest: Manifest) -> Blind:
    """What of the table cannot be seen, with these pieces of this kit on it."""
    faces = {(item.piece, item.side): item for item in manifest.items if item.piece.startswith(LOOSE)}
    tile = next(relative(item) for item in manifest.items if item.piece.startswith("tile:"))
    behind, standing = {}, {}
    for piece, seen in found.items():
        item = faces.get((piece, seen.side))
        if item is not None:
            behind[piece] = _behind(relative(item), seen, tile.height_mm, scene.standpoint)
            standing[piece] = (seen.x_mm, seen.y_mm)
    shown = tuple(scene.standpoint.shown_mm) if scene.standpoint else ()
    return Blind(behind, tuple(tuple(area) for area in scene.covered), shown, standing, tile.markers[0].side_mm)


def _near(at: Point, area: Sequence[Point], reach_mm: float) -> bool:
    """Whether a point lies in the upright box around an area, or this near to it."""
    return all(
        min(point[axis] for point in area) - reach_mm < at[axis] < max(point[axis] for point in area) + reach_mm
        for axis in (0, 1)
    )


def tile_spaces(at: Point, turn_deg: float) -> tuple[Point, ...]:
    """The middles of the four spaces of a tile."""
    return tuple(add(at, turned(quarter, turn_deg), SQUARE_MM) for quarter in QUARTERS)


def _behind(
    face: ItemGeometry, seen: SightingLike, ground_mm: float, standpoint: StandpointLike | None
) -> tuple[Point, ...]:
    """What a piece hides at the height of the tiles; without knowing from where it is seen, what it stands on."""
    at = (seen.x_mm, seen.y_mm)
    foot = [add(at, turned(point, seen.angle_deg)) for point in face.outline_mm]
    if standpoint is None or face.height_mm <= ground_mm:
        return hull(foot)
    x, y, high_mm = standpoint.camera_mm
    times = (high_mm - ground_mm) / (high_mm - face.height_mm)
    return hull([*foot, *_thrown(foot, (x, y), times)])


def _thrown(points: Iterable[Point], eye: Point, times: float) -> list[Point]:
    return [add(eye, add(point, eye, -1.0), times) for point in points]


# -- hidden tiles --

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
    beside_them = {(x + dx, y + dy) for x, y in spaces for dx, dy in _BESIDE}
    # beside one of those a second hidden tile may lie
    near = beside_them | {(x + dx, y + dy) for x, y in beside_them for dx, dy in _BESIDE}
    for space in sorted(near - taken):
        beside = [(space[0] + dx, space[1] + dy) for dx, dy in (*_BESIDE, *_NEXT_BUT_ONE)]
        steps = [(spaces[other].at, (space[0] - other[0], space[1] - other[1])) for other in beside if other in spaces]
        points = [add(at, turned((float(dx), float(dy)), turn_deg), SQUARE_MM) for at, (dx, dy) in steps]
        if points:
            yield space, (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


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
