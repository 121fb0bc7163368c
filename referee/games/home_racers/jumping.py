"""Paths through a portal that were not seen: some tiles to the entrance, some more from the exit to the car."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.games.base import Violation
from referee.games.home_racers.actions import hop_code
from referee.games.home_racers.bunches import legal_bunches
from referee.games.home_racers.evidence import Seen
from referee.games.home_racers.fitting import EYE_DEG, Fit, best_fits, tiles_along
from referee.games.home_racers.geometry import Pose, ahead, apart, seen_from, wrap
from referee.games.home_racers.shapes import AXES, LIMITS, ROOT, Shape, legal_shapes, shape, tiles_of
from referee.games.home_racers.trail import Ground, ground, judge_hop, reaches, tolerance_of


@dataclass(frozen=True)
class Route:
    """A driven way: its placements, the driven tiles, and which steps are jumps through portals."""

    codes: tuple[str, ...] = ()
    tiles: tuple[Pose, ...] = ()
    jumps: tuple[int, ...] = field(default=())


@dataclass(frozen=True)
class Jump:
    """A route through a portal with what it breaks and takes for granted."""

    route: Route
    faults: tuple[Violation, ...]
    assumes: tuple[str, ...]
    off: float


def jumps(seen: Seen, gear: int, relaxed: bool) -> Iterator[Jump]:
    """The best route of each length through each pair of portals; without `relaxed` only jumps that break no rule."""
    ways = ground(seen.position, seen.car, seen.said)
    if seen.start is None or seen.end is None or gear == 0:
        return
    reach = tiles_of(gear) * seen.position.across_mm * 1.2
    for entered, left in ways.pairs:
        faults, assumes = judge_hop(ways, entered, left)
        if faults and not relaxed:
            continue
        if apart(seen.start, entered.pose) > reach or apart(seen.end.pose, left.pose) > reach:
            continue
        found: dict[int, Jump] = {}
        for route, off in _routes(seen, ways, gear, entered.pose, left.pose, left.kind):
            if len(route.tiles) not in found or off < found[len(route.tiles)].off:
                found[len(route.tiles)] = Jump(route, faults, assumes, off)
        yield from found.values()


def _routes(
    seen: Seen, ways: Ground, gear: int, entrance: Pose, exit_pose: Pose, colour: str
) -> Iterator[tuple[Route, float]]:
    """Every way in of each kind, joined with every way on that its gear still allows."""
    turns, lanes = LIMITS[gear]
    for way_in in _ways_in(seen, gear, entrance):
        before = tiles_along(seen.start, way_in, seen.position.across_mm) if seen.start else ()
        for tiles in range(0, tiles_of(gear) - len(before)):
            for code, first, way_on, off in _ways_on(
                seen, exit_pose, colour, turns - way_in.turns, lanes - way_in.lanes, tiles
            ):
                driven = (first, *tiles_along(first, way_on, ways.position.across_mm))
                codes = (*way_in.codes, code, *way_on.codes)
                yield Route(codes, (*before, *driven), (len(before),)), off


def _ways_in(seen: Seen, gear: int, entrance: Pose) -> list[Shape]:
    """Ways to the entrance, one for each number of tiles, turns and lane changes."""
    turns, lanes = LIMITS[gear]
    found: dict[tuple[int, int, int], Shape] = {}
    across = seen.position.across_mm
    start = seen.start
    if start is None:
        return []
    for tiles in range(0, tiles_of(gear)):
        for one in legal_shapes(turns, lanes, tiles) if tiles else (shape(()),):
            key = (tiles, one.turns, one.lanes)
            if key not in found and reaches(
                seen.position, ahead(start, across * one.x, across * one.y, one.heading_deg), entrance
            ):
                found[key] = one
    return list(found.values())


def _ways_on(
    seen: Seen, exit_pose: Pose, colour: str, turns: int, lanes: int, tiles: int
) -> Iterator[tuple[str, Pose, Shape, float]]:
    """From a tile at any side of the exit, or on it, to where the car stands."""
    if seen.end is None:
        return
    tolerance, across = tolerance_of(seen.position), seen.position.across_mm
    turn = seen_from(exit_pose, seen.end.pose)[2]
    off_sixth = abs(wrap(turn - 60.0 * round(turn / 60.0)))
    if off_sixth > (tiles + 1) * tolerance.skew_deg + EYE_DEG:
        return
    for side, (q, r) in enumerate((*AXES, (0, 0))):
        for heading in range(6):
            first = ahead(exit_pose, across * (q + r / 2), across * r * ROOT, 60.0 * heading)
            if math.dist(first.at, seen.end.pose.at) > (tiles + 0.5) * across:
                continue
            offset = seen_from(first, seen.end.pose)
            for grade, off, one in best_fits(tolerance, offset, legal_bunches(turns, lanes, tiles))[:1]:
                slack = seen.position.gap_mm if not tiles else 0.0
                if grade is Fit.LIKELY or slack:
                    yield hop_code(colour, side, heading), first, one, off
