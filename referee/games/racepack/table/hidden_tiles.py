"""What the camera cannot see of the road, and where tiles may lie unseen so that with them the road is closed.

A tile whose four markers all may be out of sight may lie there unseen; one that shows a single marker would be seen.
Every place out of sight is tried, hairpins, chicanes and second rows too: what is told of a hidden tile must be the
only thing that can be there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markers.geometry import ItemGeometry, relative
from markers.kit import Manifest
from referee.games.base import SceneLike, SightingLike, StandpointLike
from referee.games.polygon import distance_to, distance_to_edge, hull, inside
from referee.games.racepack.observation import Square
from referee.games.racepack.table.lattice import BESIDE, SIDES, Lattice, TileSeen, is_ring, neighbours, roads
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM
from referee.games.racepack.track_check import overlapping
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

    def may_hide(self, tile: TileSeen) -> bool:
        """Whether a tile could lie here unseen."""
        return all(self._may_hide_marker(point, tile.angle_deg) for point in tile_spaces(tile.at, tile.angle_deg))

    def is_stood_on(self, tile: TileSeen) -> bool:
        """Whether a piece stands right on one of the spaces of a tile, or a foreign thing covers its middle."""
        return self.standing_on(tile, ON_IT_MM) > 0 or any(inside(tile.at, area) for area in self.covered)

    def standing_on(self, tile: TileSeen, off_mm: float = RIGHT_ON_IT_MM) -> int:
        """How many pieces stand no further than this from the middle of a space of a tile."""
        spaces = tile_spaces(tile.at, tile.angle_deg)
        return sum(any(math.dist(point, space) <= off_mm for space in spaces) for point in self.standing.values())

    def pieces_over(self, tile: TileSeen) -> tuple[str, ...]:
        """The pieces that hide a tile, those that stand on it first."""
        spaces = tile_spaces(tile.at, tile.angle_deg)
        over = [
            piece
            for piece, area in self.behind.items()
            if any(distance_to(space, area) < SQUARE_MM / 4 for space in spaces)
        ]
        return tuple(sorted(over, key=lambda piece: math.dist(self.standing[piece], tile.at)))

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

MOST_HIDDEN = 6
"""More hidden tiles than this are not guessed: too many roads would fit."""
MOST_TILES, MOST_PLACES = 3, 14
"""So many are tried together out of sight, in so many places."""
FEWEST_TILES = 4
BY_CHANCE = 1
"""So many pieces may stand by chance where spaces would be, not more."""
HALF_ASIDE = 0.7
"""Two tiles nearer to each other than this, in tiles, are one that lies straight or half a tile aside."""


@dataclass(frozen=True)
class Hidden:
    """What may be hidden, each way a grid with those tiles on it; `sure` when there is one and nothing else may be."""

    ways: tuple[Lattice, ...] = ()
    sure: bool = False


def hidden_tiles(lattice: Lattice, missing: int, exact: bool, blind: Blind) -> Hidden:
    """What hidden tiles may close the road, or make a closed one a larger one; `missing` tiles of the kit are not seen.

    Two piecepacks' tiles (not `exact`) need not all be laid: with or without hidden ones a closed road may be right.
    One piecepack's must, so that a road which can be closed in one way only is closed so, whatever hides the tiles.
    """
    counts = range(missing, missing + 1) if exact else range(1, min(missing, MOST_HIDDEN) + 1)
    if missing < 1 or len(lattice.tiles) < FEWEST_TILES:
        return Hidden()
    ways = _out_of_sight(lattice, counts, blind)
    if roads(lattice.tiles):
        return Hidden(ways, exact and len(ways) == 1 and _are_stood_on(ways[0], blind))
    added = [one for count in counts for one in completions(lattice.tiles, count)]
    rings = [ring for ring in map(lattice.with_hidden, added) if ring is not None]
    known = {frozenset(way.tiles) for way in ways}
    if exact and len(rings) == 1 and known <= {frozenset(rings[0].tiles)}:
        return Hidden((rings[0],), sure=True)
    others = (ring for ring in rings if frozenset(ring.tiles) not in known)
    ways = _without_chance((*ways, *(one for one in others if all(map(blind.may_hide, one.hidden.values())))), blind)
    return Hidden(ways, len(ways) == 1 and (exact or _are_stood_on(ways[0], blind)))


def _are_stood_on(way: Lattice, blind: Blind) -> bool:
    return all(map(blind.is_stood_on, way.hidden.values()))


def _without_chance(ways: Sequence[Lattice], blind: Blind) -> tuple[Lattice, ...]:
    """The ways without those in which cars would stand beside the road, right where another way has spaces.

    Whether a tile lies straight or half a tile aside one such car tells; elsewhere one may stand so by chance.
    """
    on_it = [sum(map(blind.standing_on, way.hidden.values())) for way in ways]

    def chance(one: Lattice, other: Lattice) -> int:
        pairs = zip(one.hidden.values(), other.hidden.values(), strict=False)
        return 0 if all(math.dist(a.at, b.at) < TILE_MM * HALF_ASIDE for a, b in pairs) else BY_CHANCE

    both = [*zip(ways, on_it, strict=True)]
    return tuple(one for one, on in both if all(more - on <= chance(one, other) for other, more in both))


def completions(tiles: Collection[Square], missing: int) -> tuple[frozenset[Square], ...]:
    """Every way to close the road with exactly `missing` more tiles so that none touches a third."""
    if not 0 < missing <= MOST_HIDDEN or any(len(neighbours(tile, tiles)) > 2 for tile in tiles):
        return ()

    def beside(loose: Square | None, laid: frozenset[Square]) -> Iterator[Square]:
        for added in [(loose[0] + dx, loose[1] + dy) for dx, dy in SIDES] if loose is not None else ():
            grown = laid | {added}
            if all(len(neighbours(near, grown)) <= 2 for near in (added, *neighbours(added, laid))):
                yield added

    found = {full - frozenset(tiles) for full in _grown(frozenset(tiles), missing, beside) if is_ring(full)}
    return tuple(sorted(found, key=sorted))


def _out_of_sight(lattice: Lattice, counts: Iterable[int], blind: Blind) -> tuple[Lattice, ...]:
    """Every way in which one of these counts of tiles may lie where nobody sees them so that there is a road."""
    laid = frozenset((*lattice.tiles, *lattice.aside))
    beside_them = {(x + dx, y + dy) for x, y in laid for dx, dy in BESIDE}
    # beside one of those a second hidden tile may lie
    near = beside_them | {(x + dx, y + dy) for x, y in beside_them for dx, dy in BESIDE}
    free = [place for place in near if not any(overlapping(place, other) for other in laid)]
    places = sorted(place for place in free if blind.may_hide(lattice.unseen(place)))
    most = MOST_TILES if len(places) <= MOST_PLACES else 1

    def beside(loose: Square | None, laid: frozenset[Square]) -> Iterable[Square]:
        return places if loose is None else neighbours(loose, places)

    grown = {one - laid for count in counts if count <= most for one in _grown(laid, count, beside, lattice.aside)}
    ways = map(lattice.with_hidden, sorted(grown, key=lambda added: (len(added), sorted(added))))
    return tuple(way for way in ways if way is not None and roads(way.tiles))


def _grown(
    laid: frozenset[Square],
    more: int,
    beside: Callable[[Square | None, frozenset[Square]], Iterable[Square]],
    stray: Collection[Square] = (),
) -> Iterator[frozenset[Square]]:
    """The tiles with so many more, so that each touches two; `beside` names the places for one at a loose end.

    Whatever the road, one of those has to continue it. What is `stray` may be no part of it.
    """
    loose = next((tile for tile in sorted(laid) if tile not in stray and len(neighbours(tile, laid)) < 2), None)
    if more == 0:
        yield from () if loose else (laid,)
        return
    for place in beside(loose, laid):
        if not any(overlapping(place, other) for other in laid):
            yield from _grown(laid | {place}, more - 1, beside, stray)
