"""Paths through a portal that were not seen: some tiles to the entrance, some more from the exit to the car."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.games.fact import Fact
from referee.games.home_racers.actions import hop_code
from referee.games.home_racers.bunches import legal_bunches
from referee.games.home_racers.fitting import EYE_DEG, Fit, best_fits, tiles_along
from referee.games.home_racers.geometry import Pose, ahead, apart, pose, seen_from, wrap
from referee.games.home_racers.shapes import AXES, LIMITS, ROOT, Shape, legal_shapes, shape, tiles_of
from referee.games.home_racers.trail import Ground, judge_hop, reaches


@dataclass(frozen=True)
class Route:
    """A driven way: its placements, the driven tiles, and which steps are jumps through portals."""

    codes: tuple[str, ...] = ()
    tiles: tuple[Pose, ...] = ()
    jumps: tuple[int, ...] = field(default=())


@dataclass(frozen=True)
class Jump:
    """A route through a portal with what it breaks and takes for granted, and the portal it goes in by."""

    route: Route
    faults: tuple[Fact, ...]
    off: float
    entered: tuple[str, int]
    turns: int = 0
    lanes: int = 0


def jumps(ways: Ground, start: Pose, end: Pose, gear: int, relaxed: bool) -> Iterator[Jump]:
    """The best route of each length through each pair of portals; without `relaxed` only jumps that break no rule."""
    if gear == 0:
        return
    reach = tiles_of(gear) * ways.position.across_mm * 1.2
    for entered, left in ways.pairs:
        faults, _ = judge_hop(ways, entered, left)
        if faults and not relaxed:
            continue
        if apart(start, entered.pose) > reach or apart(end, left.pose) > reach:
            continue
        number = ways.position.portals(entered.kind).index(entered) + 1
        found: dict[int, Jump] = {}
        for route, off, bends in _routes(ways, start, end, gear, entered.pose, left.pose, left.kind):
            if len(route.tiles) not in found or off < found[len(route.tiles)].off:
                found[len(route.tiles)] = Jump(route, faults, off, (entered.kind, number), *bends)
        yield from found.values()


def _routes(
    ways: Ground, start: Pose, end: Pose, gear: int, entrance: Pose, exit_pose: Pose, colour: str
) -> Iterator[tuple[Route, float, tuple[int, int]]]:
    """Every way in of each kind, with every way on that its gear still allows, and its turns and lane changes."""
    turns, lanes = LIMITS[gear]
    across = ways.position.across_mm
    for way_in in _ways_in(ways, start, gear, entrance):
        before = tiles_along(start, way_in, across)
        for tiles in range(0, tiles_of(gear) - len(before)):
            for code, first, way_on, off in _ways_on(
                ways, end, exit_pose, colour, turns - way_in.turns, lanes - way_in.lanes, tiles
            ):
                driven = (first, *tiles_along(first, way_on, across))
                codes = (*way_in.codes, code, *way_on.codes)
                bends = way_in.turns + way_on.turns, way_in.lanes + way_on.lanes
                yield Route(codes, (*before, *driven), (len(before),)), off, bends


def _ways_in(ways: Ground, start: Pose, gear: int, entrance: Pose) -> list[Shape]:
    """Ways to the entrance, one for each number of tiles, turns and lane changes."""
    turns, lanes = LIMITS[gear]
    found: dict[tuple[int, int, int], Shape] = {}
    across = ways.position.across_mm
    for tiles in range(0, tiles_of(gear)):
        for one in legal_shapes(turns, lanes, tiles) if tiles else (shape(()),):
            key = (tiles, one.turns, one.lanes)
            if key not in found and reaches(
                ways.position, ahead(start, across * one.x, across * one.y, one.heading_deg), entrance
            ):
                found[key] = one
    return list(found.values())


def _ways_on(
    ways: Ground, end: Pose, exit_pose: Pose, colour: str, turns: int, lanes: int, tiles: int
) -> Iterator[tuple[str, Pose, Shape, float]]:
    """From a tile at any side of the exit, or on it, to where the car stands."""
    tolerance, across = ways.tolerance, ways.position.across_mm
    turn = seen_from(exit_pose, end)[2]
    off_sixth = abs(wrap(turn - 60.0 * round(turn / 60.0)))
    if off_sixth > (tiles + 1) * tolerance.skew_deg + EYE_DEG:
        return
    for side, (q, r) in enumerate((*AXES, (0, 0))):
        beside = ahead(exit_pose, across * (q + r / 2), across * r * ROOT, 0.0)
        if apart(beside, end) > (tiles + 0.5) * across:
            continue
        for heading in range(6):
            first = pose(beside.x_mm, beside.y_mm, exit_pose.angle_deg + 60.0 * heading)
            if abs(wrap(end.angle_deg - first.angle_deg)) > 60.0 * turns + 30.0:
                continue
            offset = seen_from(first, end)
            for grade, off, one in best_fits(tolerance, offset, legal_bunches(turns, lanes, tiles))[:1]:
                slack = tolerance.gap_mm if not tiles else 0.0
                if grade is Fit.LIKELY or slack:
                    yield hop_code(colour, side, heading), first, one, off
