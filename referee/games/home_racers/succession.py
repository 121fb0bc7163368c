"""What stands after a turn: cars, gears, laps and marks, and whose turn is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from referee.frozen import replace
from referee.games.home_racers.course import race_order
from referee.games.home_racers.geometry import Point, Pose, crossing
from referee.games.home_racers.position import HIGHEST_GEAR, Position


def with_car(position: Position, car: str, where: Pose) -> Position:
    """The car's tile put down."""
    cars = {**dict(position.cars), car: where}
    return replace(position, cars=tuple(sorted(cars.items())), lost=tuple(one for one in position.lost if one != car))


def with_gears(position: Position, car: str, gears: Sequence[int]) -> Position:
    """The gears the car may now be in."""
    kept = tuple(sorted({min(HIGHEST_GEAR, max(0, gear)) for gear in gears}))
    return replace(position, gears=tuple((one, kept if one == car else old) for one, old in position.gears))


def with_crossings(position: Position, car: str, count: int) -> Position:
    """How often the car has crossed the line; past the agreed laps it has finished."""
    count = max(0, count)
    counted = tuple((one, count if one == car else old) for one, old in position.crossings)
    finished = position.finished
    if count > position.race and car not in finished:
        finished = (*finished, car)
    return replace(position, crossings=counted, finished=finished)


def with_mark(position: Position, car: str, met: Sequence[str]) -> Position:
    """Caltrops leave a mark on a car until it stops on a tire station; what that means is not in the rules held."""
    marks = set(position.marks)
    if "caltrops" in met:
        marks.add(car)
    if "tires" in met:
        marks.discard(car)
    return replace(position, marks=tuple(sorted(marks)))


def crossed_on(position: Position, way: Sequence[Point], jumps: Sequence[int] = ()) -> int:
    """How often a way over these points crosses the starting line forwards; steps in `jumps` cross nothing."""
    if position.line is None:
        return 0
    line = position.line
    return sum(crossing(line, one, other) for index, (one, other) in enumerate(pairwise(way)) if index not in jumps)


def with_entrances(position: Position, entrances: Mapping[str, int]) -> Position:
    """What is known of the portals' order."""
    return replace(position, entrances=tuple(sorted({**dict(position.entrances), **entrances}.items())))


def hand_on(position: Position, car: str, placing: bool = False) -> Position:
    """Take a car from the queue; when all have driven the next round begins in the order of the cars.

    When all are placed (`placing`) the first round begins in the order of the dice.
    """
    queue = tuple(one for one in position.queue if one != car and one not in position.finished)
    if queue:
        return replace(position, queue=queue)
    if placing:
        return replace(position, queue=position.order or position.racers)
    order = race_order(position)
    racing = tuple(one for one in (position.order or position.racers) if one not in position.finished)
    left = tuple(one for one in position.racers if one not in position.finished and one not in racing)
    return replace(position, queue=order or racing + left, order=order, round=position.round + 1)
