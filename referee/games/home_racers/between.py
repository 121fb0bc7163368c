"""Between two looks at the floor: what changed, and taking the floor as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.games.home_racers.geometry import Pose, apart, skewed
from referee.games.home_racers.notation import pose_text
from referee.games.home_racers.observation import CarSeen, Observation, lies_in
from referee.games.home_racers.position import Position
from referee.games.home_racers.succession import crossed_on, hand_on, with_car, with_crossings, with_gears
from referee.games.home_racers.trail import nudged
from referee.games.polygon import inside

STILL_MM = 12.0
STILL_DEG = 8.0
"""Less than this is the eye's noise, or a tile that was breathed upon."""


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise and covered things do not count."""
    was, now = dict(before.cars), dict(after.cars)
    if any(_moved(was[car], now[car]) for car in was if car in now):
        return True
    if any(car not in was and car not in before.missing for car in now):
        return True
    if any(not _lies(tile, before.tiles) and not _hidden(tile, before) for tile in after.tiles):
        return True
    if any(not _lies(tile, after.tiles) and not _hidden(tile, after) for tile in before.tiles):
        return True
    return bool(after.tray) and any(not lies_in(die, before.tray) for die in after.tray)


def _moved(one: CarSeen, other: CarSeen) -> bool:
    return apart(one.pose, other.pose) > STILL_MM or skewed(one.pose, other.pose) > STILL_DEG


def _lies(tile: Pose, others: Sequence[Pose]) -> bool:
    return any(apart(tile, other) <= STILL_MM and skewed(tile, other) <= STILL_DEG for other in others)


def _hidden(tile: Pose, seen: Observation) -> bool:
    """Whether a tile there would not have been seen: it is covered, or a car stands on it."""
    return any(inside(tile.at, area) for area in seen.covered) or _lies(tile, [stand.pose for _, stand in seen.cars])


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the car to move has moved once more since the last of its stops."""
    before, after = (stops[-1].car(position.to_move) if stops else None), now.car(position.to_move)
    return before is not None and after is not None and _moved(before, after)


def cars_moved(position: Position, final: Observation) -> tuple[str, ...]:
    """The cars that are seen elsewhere than the position has them, in the order of the queue."""
    found = []
    for car in (*position.queue, *(car for car in position.racers if car not in position.queue)):
        stand, before = final.car(car), position.place(car)
        if stand is None or car in position.lost or car in position.finished:
            continue
        if before is None or not nudged(position, before, stand.pose):
            found.append(car)
    return tuple(found)


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the floor as it stands; the turn passes on when the driver's car stands elsewhere."""
    moved = cars_moved(position, seen)
    taken = position
    for car, stand in seen.cars:
        before = taken.place(car)
        taken = with_car(taken, car, stand.pose)
        if car in moved and before is not None:
            crossed = crossed_on(position, [before.at, stand.pose.at])
            taken = with_crossings(taken, car, taken.crossed(car) + crossed)
            low, high = min(taken.gear(car)) - 1, max(taken.gear(car)) + 1
            taken = with_gears(taken, car, range(low, high + 1))
    taken = replace(
        taken,
        line=seen.line or taken.line,
        tiles=seen.tiles,
        specials=taken.specials or seen.specials,
        tray=seen.tray or taken.tray,
        beside=seen.beside or taken.beside,
    )
    for car in moved:
        if car in taken.queue:
            taken = hand_on(taken, car)
    return taken


def moved(before: Position, after: Position) -> Mapping[str, Any]:
    """From where to where the move between two positions went; of several cars, the one whose turn it was."""
    cars = [car for car, where in before.cars if (now := after.place(car)) and not nudged(before, where, now)]
    if not cars:
        return {}
    first = before.queue[0] if before.queue and before.queue[0] in cars else cars[0]
    start, end = before.place(first), after.place(first)
    return {"from": pose_text(start), "to": pose_text(end)} if start and end else {}
