"""What the stops of a turn show: where the car went, the path that lay there, the gear dice in the tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.home_racers.declarations import Said
from referee.games.home_racers.geometry import Point, Pose
from referee.games.home_racers.observation import CarSeen, Observation, lies_in
from referee.games.home_racers.position import Position
from referee.games.home_racers.trail import Trail, after_tile, find_trail, ground, laid_by_others, may_hide, nudged


@dataclass(frozen=True)
class Seen:
    """All that was seen of the turn of one car.

    Attributes
    ----------
    start : its tile as the turn began; None when the car was not on the floor or not seen.
    end : the car as last seen; None when it was not seen at the end.
    moved : whether it stands elsewhere than at the start.
    trail : the longest path seen; `whole`: it was complete when the dice were thrown or it was said to be;
        `lasting`: it lay there when the car drove, so that it is the path at least as far as it was seen.
    veils : what covered the floor before the car drove; `open_end`: in no look was it bare where the path would go on.
    hidden : how many tiles that lay there in this turn may still lie there, covered, at its end.
    roll : the faces thrown, None when no new dice lay in the tray.
    beside : how many dice were put beside the car in this turn, None when they did not change.
    free : road tiles without a car at the end.
    """

    position: Position
    car: str
    start: Pose | None
    end: CarSeen | None
    moved: bool
    trail: Trail
    whole: bool
    lasting: bool
    veils: tuple[tuple[Point, ...], ...]
    open_end: bool
    hidden: int
    roll: tuple[int, ...] | None
    beside: int | None
    free: tuple[Pose, ...]
    final: Observation
    said: Said
    closed: bool


def _others_paths(position: Position, car: str, final: Observation) -> set[Pose]:
    return laid_by_others(position, car, [(one, stand.pose) for one, stand in final.cars], final.tiles)


def gather(position: Position, car: str, stops: Sequence[Observation], said: Said, closed: bool) -> Seen:
    """Work out once what all lines of play are held against."""
    final = stops[-1]
    start = None if car in position.lost else position.place(car)
    end = final.car(car)
    moved = bool(start and end and not nudged(position, start, end.pose))
    roll, rolled_at = thrown(position, car, stops)
    trail, whole, lasting = Trail(), False, False
    if start is not None:
        trail, whole, lasting = _path(position, car, start, stops, said, rolled_at)
        start = _where_it_stood(position, start, car, stops)
    before_it_drove = _before_it_drove(position, car, stops)
    laid = [stop for stop in before_it_drove if stop.tiles]
    before = dict(position.beside).get(car)
    beside = dict(final.beside).get(car)
    return Seen(
        position=position,
        car=car,
        start=start,
        end=end,
        moved=moved,
        trail=trail,
        whole=whole or said.laid,
        lasting=lasting,
        veils=tuple(area for stop in before_it_drove for area in stop.covered),
        open_end=bool(laid) and all(_goes_on_unseen(position, trail, start, stop) for stop in laid),
        hidden=_may_still_lie(position, stops),
        roll=said.roll if said.roll is not None else roll,
        beside=beside if beside != before else None,
        free=tuple(tile for tile in final.tiles if tile not in _others_paths(position, car, final)),
        final=final,
        said=said,
        closed=closed,
    )


def thrown(position: Position, car: str, stops: Sequence[Observation]) -> tuple[tuple[int, ...] | None, int]:
    """The faces of the last throw before the car moved, and the stop that first showed it (-1: none)."""
    known = [die for die in position.tray if die.car == car]
    faces: tuple[int, ...] | None = None
    first = -1
    start = position.place(car)
    for index, stop in enumerate(stops):
        dice = [die for die in stop.tray if die.car == car]
        if any(not lies_in(die, known) for die in dice):
            known, faces = dice, tuple(sorted(die.face for die in dice))
            first = index if first < 0 else first
        stand = stop.car(car)
        if faces is not None and stand and start and not nudged(position, start, stand.pose):
            break
    return faces, first


def with_last_throw(position: Position, stops: Sequence[Observation]) -> tuple[Observation, ...]:
    """The looks with the dice as they were last seen: a covered tray is read as the position has it.

    Once another throw was seen nobody can have brought back the one before it, each die to a tenth of a millimetre.
    """
    found: list[Observation] = []
    for stop in stops:
        back = bool(stop.tray) and stop.tray == position.tray and bool(found)
        found.append(replace(stop, tray=found[-1].tray) if back else stop)
    return tuple(found)


def _where_it_stood(position: Position, start: Pose, car: str, stops: Sequence[Observation]) -> Pose:
    """The start as last seen before the car moved, so that a nudge does not count as a bad joint."""
    for stop in stops:
        stand = stop.car(car)
        if stand is None or not nudged(position, start, stand.pose):
            break
        start = stand.pose if not stand.loose else start
    return start


def _path(
    position: Position, car: str, start: Pose, stops: Sequence[Observation], said: Said, rolled_at: int
) -> tuple[Trail, bool, bool]:
    """The longest path of all stops, whether it was complete, and whether it lay there when the car drove."""
    best, whole, lasting, here = Trail(), False, False, start
    for index, stop in enumerate(stops):
        stand = stop.car(car)
        away = stand is not None and not nudged(position, start, stand.pose)
        here = stand.pose if stand is not None and not away and not stand.loose else here
        tiles = [tile for tile in stop.tiles if not _known(position, tile, position.tiles)]
        if away and stand is not None:
            tiles = [tile for tile in tiles if not nudged(position, tile, here)]
            if not tiles:
                continue
            tiles.append(stand.pose)
        if not tiles:
            continue
        trail = find_trail(ground(position, car, said, stop.covered), here, tiles)
        rolled = 0 <= rolled_at <= index
        if away and whole and not _lies_alike(position, best, trail):
            continue
        whole = whole or (rolled and not away and not _goes_on_unseen(position, trail, here, stop))
        lasting = lasting or rolled or away
        if trail.rank > best.rank or (trail.rank == best.rank and (rolled or away)):
            best = replace(trail, strays=trail.strays if rolled or away else ())
    return best, whole, lasting


def _goes_on_unseen(position: Position, trail: Trail, start: Pose | None, stop: Observation) -> bool:
    """Whether more of a path may lie unseen where it would go on."""
    here = trail.links[-1].tile if trail.links else start
    return here is not None and may_hide(position, stop.covered, after_tile(position, here))


def _before_it_drove(position: Position, car: str, stops: Sequence[Observation]) -> list[Observation]:
    """The looks that show the car where its turn began, and those that do not show it."""
    start = position.place(car)
    found = []
    for stop in stops:
        stand = stop.car(car)
        if stand is not None and (start is None or not nudged(position, start, stand.pose)):
            break
        found.append(stop)
    return found


def _may_still_lie(position: Position, stops: Sequence[Observation]) -> int:
    """How many tiles of the turn are neither seen at its end nor is the floor seen where they lay."""
    final = stops[-1]
    lying = [*final.tiles, *(stand.pose for _, stand in final.cars)]
    gone: list[Pose] = []
    for tile in (tile for stop in stops[:-1] for tile in stop.tiles):
        if not _known(position, tile, [*lying, *gone, *position.tiles]):
            gone.append(tile)
    return sum(may_hide(position, final.covered, [tile]) for tile in gone)


def _lies_alike(position: Position, before: Trail, after: Trail) -> bool:
    """Whether a path seen after the car drove is the one on which the dice were thrown, give or take nudges."""
    return all(_known(position, link.tile, [one.tile for one in before.links]) for link in after.links)


def _known(position: Position, tile: Pose, others: Sequence[Pose]) -> bool:
    return any(nudged(position, tile, other) for other in others)
