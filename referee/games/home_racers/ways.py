"""The path of road tiles: which tile follows which on the floor, and ways that nobody saw, through portals too."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from operator import itemgetter

from referee.frozen import cached_property
from referee.games.home_racers import rules as law
from referee.games.home_racers.actions import hop_code
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, overlap_mm, seen_from, skewed, spots, wrap
from referee.games.home_racers.position import (
    HAZARDS,
    HIGHEST_GEAR,
    HOUSE_KINDS,
    PORTALS,
    Observation,
    Position,
    Special,
)
from referee.games.home_racers.shapes import (
    AXES,
    CORE,
    EYE_MM,
    JOINT_EYE_DEG,
    JOINT_EYE_MM,
    LIMITS,
    PLACEMENTS,
    ROOT,
    Bends,
    Shape,
    Tolerance,
    bends_in,
    bent_shapes,
    best_fits,
    joint,
    legal_shapes,
    next_tile,
    next_tiles,
    tiles_along,
    tiles_of,
)
from referee.games.polygon import distance_to
from referee.words.fact import Fact, facts

MOST_GHOSTS = 3
NUDGE_SHARE = 0.3
NUDGE_DEG = 30.0
"""A tile shifted by less was nudged; no legal movement is so short."""
ON_EXIT_SHARE = 0.3
HIDES_SHARE = 0.75
"""What covers a place may hide a tile that lies within so much of a tile's width of it, be it laid badly."""


@dataclass(frozen=True)
class Link:
    """One tile of a path: where it lies, by which placement, what that breaks, and whether it is asked about.

    `entered` is the portal that a jump goes in by, as its colour and its number among the two.
    """

    tile: Pose
    code: str
    faults: tuple[Fact, ...] = ()
    asked: bool = False
    ghost: bool = False
    entered: tuple[str, int] | None = None


@dataclass(frozen=True)
class Trail:
    """A path of tiles and those that belong to none."""

    links: tuple[Link, ...] = ()
    strays: tuple[Pose, ...] = ()

    @property
    def seen(self) -> int:
        """How many of its tiles were seen."""
        return sum(not link.ghost for link in self.links)

    @property
    def rank(self) -> tuple[int, int, int, int, int, int]:
        """Best has the most seen tiles, the fewest broken joints and skids, and is as the gear of so long a path may.

        Then it has the fewest assumptions, unseen tiles and bends.
        """
        bends, length = self.bends, len(self.links)
        faults = sum(len(link.faults) for link in self.links) + bends.skids
        turns, lanes = LIMITS[min((length + 1) // 2, max(LIMITS))]
        beyond = max(0, bends.turns - turns) + max(0, bends.lanes - lanes) + length % 2
        assumed = sum(link.asked for link in self.links)
        return self.seen, -faults, -beyond, -assumed, self.seen - length, -bends.all - bends.skids

    @property
    def codes(self) -> tuple[str, ...]:
        """Its placements and jumps."""
        return tuple(link.code for link in self.links)

    @property
    def bends(self) -> Bends:
        """The turns and lane changes of the whole path."""
        return bends_in(self.codes)


@dataclass(frozen=True)
class Ground:
    """What a trail is looked for on; `joined` says that no tile of it lies unseen."""

    position: Position
    car: str
    covered: tuple[tuple[Point, ...], ...] = ()
    joined: bool = False

    @cached_property
    def tolerance(self) -> Tolerance:
        """The tolerance of the race."""
        return tolerance_of(self.position)

    @cached_property
    def pairs(self) -> tuple[tuple[Special, Special], ...]:
        """Every portal with every other one: in by the first and on from the second."""
        return tuple(permutations((one for one in self.position.specials if one.kind in PORTALS), 2))


def tolerance_of(position: Position) -> Tolerance:
    """The tile's width and the tolerance that a position states."""
    return Tolerance(position.across_mm, position.gap_mm, position.skew_deg)


def nudged(position: Position, one: Pose, other: Pose) -> bool:
    """Whether two poses are the same stand, give or take a nudge."""
    return apart(one, other) <= NUDGE_SHARE * position.across_mm and skewed(one, other) <= NUDGE_DEG


@lru_cache(maxsize=256)
def find_trail(ground: Ground, start: Pose, tiles: tuple[Pose, ...]) -> Trail:
    """The longest path through these tiles; those left over are strays."""
    best: tuple[Link, ...] = ()
    best_rank = Trail().rank
    stack: list[tuple[Pose, tuple[Link, ...], tuple[Pose, ...]]] = [(start, (), tiles)]
    tries = 0
    while stack and tries < 4000:
        tries += 1
        here, links, left = stack.pop()
        rank = Trail(links).rank
        if links and not links[-1].ghost and rank > best_rank:
            best, best_rank = links, rank
            clean = not any(link.faults or link.asked or link.ghost for link in links)
            if not left and clean and not Trail(links).bends.skids:
                break
        stack.extend((link.tile, (*links, link), _without(left, link)) for link in _onward(ground, here, links, left))
    used = {link.tile for link in best}
    return Trail(best, tuple(tile for tile in tiles if tile not in used))


def may_hide(position: Position, areas: Sequence[Sequence[Point]], places: Sequence[Pose]) -> bool:
    """Whether a tile at one of these places might lie there unseen."""
    reach_mm = HIDES_SHARE * position.across_mm
    return any(distance_to(place.at, area) <= reach_mm for area in areas for place in places)


def after_tile(position: Position, here: Pose) -> tuple[Pose, ...]:
    """Where the next tile of a path may lie: at the three front edges, or at any side of a portal's exit and on it."""
    found = list(next_tiles(here, position.across_mm))
    for special in position.specials:
        if special.kind in PORTALS and reaches(position, here, special.pose):
            exits = [other.pose for other in position.specials if other.kind in PORTALS and other is not special]
            found += [beside(one, side, 0, position.across_mm) for one in exits for side in range(7)]
    return tuple(found)


def laid_by_others(position: Position, car: str, table: Observation, tiles: tuple[Pose, ...]) -> set[Pose]:
    """Tiles that lie as another car's path does, so that this car's driver need not have laid or left them."""
    return {
        tile for other, _ in table.cars if tiles and other != car for tile in laid_by(position, other, table, tiles)
    }


def laid_by(position: Position, car: str, table: Observation, tiles: tuple[Pose, ...]) -> set[Pose]:
    """Tiles that lie as a path of a car does from where it is seen."""
    stand = table.car(car)
    trail = find_trail(Ground(position, car, joined=True), stand.pose, tiles) if stand is not None else Trail()
    return {link.tile for link in trail.links if not link.faults}


def _without(left: tuple[Pose, ...], link: Link) -> tuple[Pose, ...]:
    return left if link.ghost else tuple(tile for tile in left if tile != link.tile)


def _onward(ground: Ground, here: Pose, links: tuple[Link, ...], left: Sequence[Pose]) -> Iterator[Link]:
    """Every link that can follow; the likeliest last, because the search takes the last one first."""
    if not left:
        return
    found = [_link(ground, here, tile, len(links) + 1) or _hop(ground, here, tile) for tile in left]
    sure = [link for link in found if link is not None]
    joined = [link for link in sure if not link.faults]
    if all(link.code in PLACEMENTS and PLACEMENTS[link.code].skids for link in joined):
        # two turns round a tile under what covers the floor end where one skid does
        yield from (ghost for ghost in _ghosts(ground, here, links) if not joined or _covered(ground, ghost.tile))
    yield from sure


def _ghosts(ground: Ground, here: Pose, links: tuple[Link, ...]) -> Iterator[Link]:
    """Tiles that may lie unseen: under what covers the floor, and one that the eye may have missed."""
    unseen = [link for link in links if link.ghost]
    if ground.joined or len(unseen) >= MOST_GHOSTS:
        return
    for placement, tile in zip(CORE, next_tiles(here, ground.position.across_mm), strict=True):
        if not unseen or _covered(ground, tile):
            yield Link(tile, placement.code, asked=True, ghost=True)


def _covered(ground: Ground, tile: Pose) -> bool:
    return may_hide(ground.position, ground.covered, [tile])


def _link(ground: Ground, here: Pose, tile: Pose, number: int) -> Link | None:
    met = joint(ground.tolerance, here, tile)
    if met is None:
        return None
    fault = law.connection(ground.car, number, tile, met.off_mm, met.skew_deg, met.touches)
    if fault:
        right = next_tile(here, met.placement, ground.position.across_mm)
        fault = fault.also(spots2=spots([right], turned=True))
    return Link(tile, met.placement.code, facts(fault))


def _hop(ground: Ground, here: Pose, tile: Pose) -> Link | None:
    """The best jump from one tile to another through two portals; None when no portals lie so."""
    found: list[Link] = []
    for entered, left in ground.pairs:
        if not reaches(ground.position, here, entered.pose):
            continue
        side = exit_side(ground.tolerance, left.pose, tile)
        if side is not None:
            faults, asked = judge_hop(ground, entered, left)
            code = hop_code(left.kind, *side)
            number = ground.position.portals(entered.kind).index(entered) + 1
            found.append(Link(tile, code, faults, asked, entered=(entered.kind, number)))
    return min(found, key=lambda link: (len(link.faults), link.asked)) if found else None


def reaches(position: Position, tile: Pose, portal: Pose) -> bool:
    """Whether a tile touches a portal or lies over it."""
    return apart(tile, portal) <= reach_mm(position)


def reach_mm(position: Position) -> float:
    """From a tile's middle to that of a portal that it touches."""
    return position.across_mm + position.gap_mm + EYE_MM


def beside(portal: Pose, side: int, sixths: int, across_mm: float) -> Pose:
    """The tile at a side of a portal (0 ahead, on to the left; 6: on it), turned to the left by so many sixths."""
    q, r = (*AXES, (0, 0))[side]
    return ahead(portal, across_mm * (q + r / 2), across_mm * r * ROOT, 60.0 * sixths)


def exit_side(tolerance: Tolerance, portal: Pose, tile: Pose) -> tuple[int, int] | None:
    """At which side of a portal a tile lies (6: on it) and how it is turned, in sixths; None when at none."""
    sixths = round(wrap(tile.angle_deg - portal.angle_deg) / 60.0) % 6
    for side in range(7):
        laid = beside(portal, side, sixths, tolerance.across_mm)
        most_mm = ON_EXIT_SHARE * tolerance.across_mm if side == 6 else tolerance.gap_mm + JOINT_EYE_MM
        if apart(laid, tile) <= most_mm and skewed(laid, tile) <= tolerance.skew_deg + JOINT_EYE_DEG:
            return side, sixths
    return None


def judge_hop(ground: Ground, entered: Special, left: Special) -> tuple[tuple[Fact, ...], bool]:
    """What a jump breaks, and whether it is asked which portal is the entrance."""
    known = dict(ground.position.entrances).get(entered.kind)
    if entered.kind == left.kind and known is None:
        return (), True
    number = ground.position.portals(entered.kind).index(entered) + 1
    return facts(law.portal(ground.car, entered.kind, left.kind, number == known)), False


# -- ways that nobody saw --------------------------------------------------------------------------------------------

MAY_TOUCH_MM = 8.0
"""Tiles this near may lie over one another, and need not: enough to explain a fault, not to make a house rule bite."""


def met_by(position: Position, car: str, tiles: tuple[Pose, ...], within_mm: float = 0.0) -> tuple[str, ...]:
    """Special tiles and other cars that driven tiles lay on, so near or so deep; a tire station only where the car
    stops."""
    others = tuple(where for one, where in position.cars if one != car)
    return _met(position.specials, others, tiles, position.across_mm, within_mm)


@lru_cache(maxsize=2048)
def _met(
    specials: tuple[Special, ...], others: tuple[Pose, ...], tiles: tuple[Pose, ...], across_mm: float, within_mm: float
) -> tuple[str, ...]:
    found: list[str] = []
    for special in specials:
        if special.kind in HAZARDS:
            driven = tiles[-1:] if special.kind == "tires" else tiles
            if _deepest(driven, special.pose, across_mm) > -within_mm:
                found.append(special.kind)
    depth_mm = max(MAY_TOUCH_MM - max(within_mm, 0.0), 0.0)
    if any(_deepest(tiles, where, across_mm) > depth_mm for where in others):
        found.append("collision")
    return tuple(dict.fromkeys(found))


def _deepest(tiles: tuple[Pose, ...], where: Pose, across_mm: float) -> float:
    """How deep any of the tiles lies over another one; below zero when none does."""
    reach, x_mm, y_mm = (1.16 * across_mm + MAY_TOUCH_MM) ** 2, where.x_mm, where.y_mm
    depths = [
        overlap_mm(tile, where, across_mm)
        for tile in tiles
        if (tile.x_mm - x_mm) ** 2 + (tile.y_mm - y_mm) ** 2 < reach
    ]
    return max(depths, default=-across_mm)


def bonus_of_met(position: Position, met: tuple[str, ...], prefix: str) -> int:
    """The sum of a position's house rules of one sort for what was met."""
    effects = [position.effect(kind) for kind in met]
    return sum(int(effect[len(prefix) :]) for effect in effects if effect.startswith(prefix))


def _ways_in(position: Position, start: Pose, gear: int, entrance: Pose) -> list[Shape]:
    """Ways to the entrance, one for each number of tiles, turns and lane changes."""
    found: dict[tuple[int, Bends], Shape] = {}
    across, (forward, left, _) = position.across_mm, seen_from(start, entrance)
    for tiles in range(0, tiles_of(gear)):
        for one in legal_shapes(*LIMITS[gear], tiles):
            if math.hypot(forward - across * one.x, left - across * one.y) <= reach_mm(position):
                found.setdefault((tiles, one.bends), one)
    return list(found.values())


def _ways_on(
    position: Position, end: Pose, left: Special, turns: int, lanes: int, tiles: int
) -> Iterator[tuple[tuple[str, ...], tuple[Pose, ...], float]]:
    """From a tile at any side of the exit, or on it, to where the car stands, and how far off that is."""
    across = position.across_mm
    for side, sixths in product(range(7), range(6)):
        first = beside(left.pose, side, sixths, across)
        if apart(first, end) > (tiles + 0.5) * across or skewed(first, end) > 60.0 * turns + 30.0:
            continue
        fits = best_fits(tolerance_of(position), seen_from(first, end), legal_shapes(turns, lanes, tiles))
        for _, off, one in (fit for fit in fits[:1] if not fit[0]):
            yield (hop_code(left.kind, side, sixths), *one.codes), (first, *tiles_along(first, one, across)), off


BEND = ((1, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0), (0, 2, 0))
"""Further turns, lane changes and skids that are tried to explain where a car stands, in this order."""


@dataclass(frozen=True)
class Way:
    """Tiles from a car's own to where it stands.

    Attributes
    ----------
    codes, tiles : the placements and the tiles; those driven over come first, and `tiles` holds only these.
    loose : whether it fits only if nearly every tile lay as far off as is allowed.
    jumps : which steps go through a portal; entered : the portal they go in by.
    faults : what its jumps break.
    seen : whether the tiles driven over were all seen.
    """

    codes: tuple[str, ...]
    tiles: tuple[Pose, ...]
    loose: bool = False
    jumps: tuple[int, ...] = ()
    entered: tuple[tuple[str, int], ...] = ()
    faults: tuple[Fact, ...] = ()
    seen: bool = False

    @property
    def bends(self) -> Bends:
        """The turns and lane changes of the whole path."""
        return bends_in(self.codes)


Offset = tuple[float, float, float]


@lru_cache(maxsize=4096)
def _fits(
    tolerance: Tolerance, offset: Offset, turns: int, lanes: int, tiles: int
) -> tuple[tuple[bool, float, Shape], ...]:
    return tuple(best_fits(tolerance, offset, legal_shapes(turns, lanes, tiles)))


def ways(position: Position, car: str, start: Pose, end: Pose, gear: int, moved: int, relaxed: bool) -> tuple[Way, ...]:
    """The best way of so many tiles within a gear's limits, and the best of each that lies on other special tiles.

    Those count that do something by a house rule, and caltrops, which leave a mark; with `relaxed` also those that may
    excuse a fault.
    """
    if apart(start, end) > moved * (position.across_mm + 2 * position.gap_mm) + EYE_MM:
        return ()
    fits = _fits(tolerance_of(position), seen_from(start, end), *LIMITS[gear], moved)
    usual = ("none",) if relaxed else ("none", "ask")
    kinds = {kind for kind in HOUSE_KINDS if position.effect(kind) not in usual or kind == "caltrops"}
    if len(fits) < 2 or not _may_meet(position, car, start, end, moved, kinds):
        return tuple(_way(position.across_mm, start, end, fit) for fit in fits[:1])
    found: dict[tuple[str, ...], Way] = {}
    for fit in fits:
        way = _way(position.across_mm, start, end, fit)
        met = met_by(position, car, way.tiles, MAY_TOUCH_MM)
        found.setdefault(tuple(kind for kind in met if kind in kinds), way)
    return tuple(found.values())


def bent_ways(position: Position, start: Pose, end: Pose, gear: int, moved: int) -> tuple[Way, ...]:
    """The plainest way with more turns or lane changes than the gear allows."""
    turns, lanes = LIMITS[gear]
    offset, tolerance = seen_from(start, end), tolerance_of(position)
    for more in BEND:
        fits = best_fits(tolerance, offset, bent_shapes(turns + more[0], lanes + more[1], more[2], moved))
        if fits:
            return (_way(position.across_mm, start, end, fits[0]),)
    return ()


def jumping_ways(position: Position, car: str, start: Pose, end: Pose, gear: int, relaxed: bool) -> Iterator[Way]:
    """The best way of each length through each pair of portals; without `relaxed` only jumps that break no rule."""
    on = Ground(position, car)
    for entered, left in on.pairs if gear else ():
        faults, _ = judge_hop(on, entered, left)
        if relaxed or not faults:
            best: dict[int, Way] = {}
            for _, way in sorted(_through(position, start, end, gear, entered, left), key=itemgetter(0)):
                best.setdefault(len(way.tiles), way)
            yield from (replace(best[length], faults=faults) for length in sorted(best))


def _through(
    position: Position, start: Pose, end: Pose, gear: int, entered: Special, left: Special
) -> Iterator[tuple[float, Way]]:
    """Every way in of each kind, with every way on that its gear still allows, and how far off it ends."""
    (turns, lanes), number = LIMITS[gear], position.portals(entered.kind).index(entered) + 1
    for way_in in _ways_in(position, start, gear, entered.pose):
        before, bends = tiles_along(start, way_in, position.across_mm), way_in.bends
        for tiles in range(0, tiles_of(gear) - len(before)):
            for codes, after, off in _ways_on(position, end, left, turns - bends.turns, lanes - bends.lanes, tiles):
                tiles_on, jumps = (*before, *after), (len(before),)
                yield off, Way((*way_in.codes, *codes), tiles_on, jumps=jumps, entered=((entered.kind, number),))


@lru_cache(maxsize=2048)
def _way(across_mm: float, start: Pose, end: Pose, fit: tuple[bool, float, Shape]) -> Way:
    loose, _, one = fit
    tiles = (*tiles_along(start, one, across_mm)[:-1], end)
    return Way(one.codes, tiles, loose)


def may_be_excused(position: Position, car: str, start: Pose, end: Pose) -> bool:
    """Whether something whose effect is asked about may lie on the way from one place to another."""
    if position.danger == "ask" or (car in position.marks and position.effect("caltrops") == "ask"):
        return True
    asked = {kind for kind in HOUSE_KINDS if position.effect(kind) == "ask"}
    return "reverse" in asked or _may_meet(position, car, start, end, 2 * HIGHEST_GEAR, asked)


def _may_meet(position: Position, car: str, start: Pose, end: Pose, moved: int, kinds: Collection[str]) -> bool:
    """Whether a path of so many tiles could come near a special tile of these kinds or, for a collision, a car."""
    way_mm = (moved + 2) * position.across_mm + 2 * MAY_TOUCH_MM
    things = [special.pose for special in position.specials if special.kind in kinds]
    things += [where for other, where in position.cars if other != car and "collision" in kinds]
    return any(apart(start, thing) + apart(thing, end) <= way_mm for thing in things)


# -- a path that is seen ----------------------------------------------------------------------------------------------


def goes_on_unseen(position: Position, trail: Trail, start: Pose, veils: Sequence[Sequence[Point]]) -> bool:
    """Whether more of a path may lie covered where it would go on."""
    return may_hide(position, veils, after_tile(position, trail.links[-1].tile if trail.links else start))


def stands_on(position: Position, links: Sequence[Link], end: Pose) -> int | None:
    """The number of the path's tile on which a car stands."""
    return next((number for number, link in enumerate(links, 1) if nudged(position, link.tile, end)), None)


def ways_further(position: Position, start: Pose, trail: Trail, end: Pose, gear: int, moved: int) -> tuple[Way, ...]:
    """The best way of so many tiles that goes on from a path of which no more is seen."""
    begun, more = way_on(trail.links, len(trail.links)), moved - len(trail.links)
    turns, lanes = LIMITS[gear][0] - begun.bends.turns, LIMITS[gear][1] - begun.bends.lanes
    if more < 1 or turns < 0 or lanes < 0:
        return ()
    here = begun.tiles[-1] if begun.tiles else start
    fits = _fits(tolerance_of(position), seen_from(here, end), turns, lanes, more)
    on = [_way(position.across_mm, here, end, fit) for fit in fits[:1]]
    return tuple(
        replace(begun, codes=begun.codes + way.codes, tiles=begun.tiles + way.tiles, loose=way.loose, seen=False)
        for way in on
    )


def way_on(links: Sequence[Link], moved: int) -> Way:
    """A path that is seen, driven for so many tiles."""
    return Way(
        tuple(link.code for link in links),
        tuple(link.tile for link in links[:moved]),
        jumps=tuple(number for number, link in enumerate(links[:moved]) if link.entered),
        entered=tuple(link.entered for link in links[:moved] if link.entered),
        seen=not any(link.ghost for link in links[:moved]),
    )


# -- more than one turn -----------------------------------------------------------------------------------------------


def may_come(position: Position, start: Pose, end: Pose, gears: Sequence[int]) -> bool:
    """Whether turns in these gears, none of them seen, may lead from one place to another."""
    if any(special.kind in PORTALS for special in position.specials) or position.house:
        return True
    return apart(start, end) <= sum(map(tiles_of, gears)) * (position.across_mm + position.gap_mm) + EYE_MM
