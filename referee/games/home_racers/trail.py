"""The path of road tiles as it lies on the floor: which tile follows which, from the car's own tile on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from referee.frozen import cached_property
from referee.games.home_racers import rules as law
from referee.games.home_racers.actions import hop_code
from referee.games.home_racers.fitting import (
    EYE_MM,
    JOINT_EYE_DEG,
    JOINT_EYE_MM,
    Tolerance,
    joint,
    next_tile,
    next_tiles,
)
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, seen_from, skewed, spots, wrap
from referee.games.home_racers.position import PORTALS, Position, Special
from referee.games.home_racers.shapes import AXES, CORE, LIMITS, PLACEMENTS, ROOT, Bends, bends_in
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
    hop: bool = False
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


def find_trail(ground: Ground, start: Pose, tiles: Sequence[Pose]) -> Trail:
    """The longest path through these tiles; those left over are strays."""
    best: tuple[Link, ...] = ()
    best_rank = Trail().rank
    stack: list[tuple[Pose, tuple[Link, ...], tuple[Pose, ...]]] = [(start, (), tuple(tiles))]
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
            found += exits
            found += [
                ahead(one, position.across_mm * (q + r / 2), position.across_mm * r * ROOT, 0.0)
                for one in exits
                for q, r in AXES
            ]
    return tuple(found)


def laid_by_others(position: Position, car: str, cars: Sequence[tuple[str, Pose]], tiles: Sequence[Pose]) -> set[Pose]:
    """Tiles that lie as another car's path does, so that this car's driver need not have laid or left them."""
    found: set[Pose] = set()
    for other, where in cars if tiles else ():
        if other != car:
            trail = find_trail(Ground(position, other, joined=True), where, tiles)
            found |= {link.tile for link in trail.links if not link.faults}
    return found


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
        fault = fault.also(spots2=f"{spots([right])}:{round(right.angle_deg)}")
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
            found.append(Link(tile, code, faults, asked, hop=True, entered=(entered.kind, number)))
    return min(found, key=lambda link: (len(link.faults), link.asked)) if found else None


def reaches(position: Position, tile: Pose, portal: Pose) -> bool:
    """Whether a tile touches a portal or lies over it."""
    return apart(tile, portal) <= reach_mm(position)


def reach_mm(position: Position) -> float:
    """From a tile's middle to that of a portal that it touches."""
    return position.across_mm + position.gap_mm + EYE_MM


def exit_side(tolerance: Tolerance, portal: Pose, tile: Pose) -> tuple[int, int] | None:
    """At which side of a portal a tile lies (6: on it) and how it is turned, in sixths; None when at none."""
    forward, left, turn = seen_from(portal, tile)
    sixths = round(turn / 60.0)
    if abs(wrap(turn - 60.0 * sixths)) > tolerance.skew_deg + JOINT_EYE_DEG:
        return None
    if (forward**2 + left**2) ** 0.5 <= ON_EXIT_SHARE * tolerance.across_mm:
        return 6, sixths % 6
    for side, (q, r) in enumerate(AXES):
        off_x, off_y = forward - tolerance.across_mm * (q + r / 2), left - tolerance.across_mm * r * ROOT
        if (off_x**2 + off_y**2) ** 0.5 <= tolerance.gap_mm + JOINT_EYE_MM:
            return side, sixths % 6
    return None


def judge_hop(ground: Ground, entered: Special, left: Special) -> tuple[tuple[Fact, ...], bool]:
    """What a jump breaks, and whether it is asked which portal is the entrance."""
    known = dict(ground.position.entrances).get(entered.kind)
    if entered.kind == left.kind and known is None:
        return (), True
    number = ground.position.portals(entered.kind).index(entered) + 1
    return facts(law.portal(ground.car, entered.kind, left.kind, number == known)), False
