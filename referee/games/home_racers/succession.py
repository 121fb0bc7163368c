"""The course and who is ahead on it; what stands after a turn: cars, gears, laps and marks, and whose turn is next."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from referee.frozen import replace, with_one
from referee.games.home_racers.geometry import Point, Pose, crossing
from referee.games.home_racers.position import HIGHEST_GEAR, Position

LEVEL_SHARE = 0.5
"""Cars less than this share of a tile apart along the course are level: a person says who is ahead."""


@lru_cache(maxsize=1024)
def along(course: tuple[Point, ...], at: Point) -> tuple[float, float]:
    """How far along the closed course the nearest point lies, and the distance to it, in mm.

    >>> along(((0, 0), (100, 0), (100, 100), (0, 100)), (60, -5))
    (60.0, 5.0)
    """
    best, done = (0.0, math.inf), 0.0
    for (x1, y1), (x2, y2) in _legs(course):
        length = math.dist((x1, y1), (x2, y2))
        if length > 0:
            share = ((at[0] - x1) * (x2 - x1) + (at[1] - y1) * (y2 - y1)) / length**2
            share = min(1.0, max(0.0, share))
            off = math.dist(at, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
            if off < best[1]:
                best = (done + share * length, off)
        done += length
    return best


@lru_cache(maxsize=64)
def course_length(course: tuple[Point, ...]) -> float:
    """The length of the closed course in mm."""
    return sum(math.dist(one, other) for one, other in _legs(course))


def point_at(course: tuple[Point, ...], way_mm: float) -> Point:
    """The point so far along the closed course."""
    left = math.fmod(way_mm, course_length(course))
    left = left + course_length(course) if left < 0 else left
    for (x1, y1), (x2, y2) in _legs(course):
        length = math.dist((x1, y1), (x2, y2))
        if left < length:
            return x1 + (x2 - x1) * left / length, y1 + (y2 - y1) * left / length
        left -= length
    return course[0]


def _legs(course: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(course, (*course[1:], *course[:1]), strict=True))


def progress(position: Position, car: str) -> float:
    """How far a car has come since the start, in mm along the course; below zero before its first crossing."""
    where = position.place(car)
    if where is None or not position.course:
        return -math.inf
    length = course_length(position.course)
    way = along(position.course, where.at)[0]
    if position.crossed(car) == 0:
        # behind the line the nearest point lies at the end of the course, not at its beginning
        return way if way < length / 2 else way - length
    return (position.crossed(car) - 1) * length + way


def race_order(position: Position) -> tuple[str, ...]:
    """The cars still racing first to last; empty without a course."""
    racing = [car for car in position.racers if car not in position.finished]
    if not position.course or any(position.place(car) is None or car in position.lost for car in racing):
        return ()
    return tuple(sorted(racing, key=lambda car: -progress(position, car)))


def with_car(position: Position, car: str, where: Pose) -> Position:
    """The car's tile put down."""
    cars = {**dict(position.cars), car: where}
    return replace(position, cars=tuple(sorted(cars.items())), lost=tuple(one for one in position.lost if one != car))


def with_gears(position: Position, car: str, gears: Sequence[int]) -> Position:
    """The gears the car may now be in."""
    return with_one(position, "gears", car, tuple(sorted({min(HIGHEST_GEAR, max(0, gear)) for gear in gears})))


def with_crossings(position: Position, car: str, count: int) -> Position:
    """How often the car has crossed the line; past the agreed laps it has finished."""
    counted = with_one(position, "crossings", car, max(0, count))
    if count > position.race and car not in position.finished:
        return replace(counted, finished=(*position.finished, car))
    return counted


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
