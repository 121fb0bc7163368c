"""How far each car has come along the declared course, and the race order that follows from it."""

from __future__ import annotations

import math
from functools import lru_cache

from referee.games.home_racers.geometry import Point
from referee.games.home_racers.position import Position

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
        if left <= length and length > 0:
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
