"""Driving through the pit lane: how fast, what counts as a stop, and who has made the stops that the finish needs.

The pit lane is for cars that enter the pits, so a movement that ends there is a stop, the first one of each visit.
It renews the driver's strategy tokens.
"""

from __future__ import annotations

from dataclasses import replace

from referee.games.fact import Fact
from referee.games.racepack.actions import Speeds, one_speed, speed_list
from referee.games.racepack.observation import Square
from referee.games.racepack.position import Position
from referee.games.racepack.rules import pits
from referee.games.racepack.turnstate import Sheet
from referee.games.racepack.ways import Way

SLOW_ENOUGH: Speeds = sum(one_speed(speed) for speed in range(1, pits.FASTEST + 1))


def pit_pace(sheet: Sheet, way: Way, speeds: Speeds) -> tuple[Speeds, Fact | None]:
    """The speeds that are left of these for going this way, and the rule that is broken when none is."""
    if sheet.pit.isdisjoint(way.path):
        return speeds, None
    slow = speeds & SLOW_ENOUGH
    if slow:
        return slow, None
    return speeds, pits.pit_lane_speed(sheet.car, speed_list(speeds)[0], way.end)


def stops_at(sheet: Sheet, start: Square | None, end: Square) -> bool:
    """Whether a movement makes a pit stop: it ends in the pit lane and did not begin there."""
    return end in sheet.pit and start not in sheet.pit


def stops_made(position: Position, car: str, more: int = 0) -> int:
    """The pit stops a car has made, with `more` of this turn."""
    return position.pitted.count(car) + more


def has_finished(position: Position, car: str, crossings: int, more: int = 0) -> bool:
    """Whether a car that has crossed the line so often has ended its race; without its pit stops it drives on."""
    return crossings > position.race and stops_made(position, car, more) >= position.variants.stops


def with_stop(position: Position, car: str) -> Position:
    """The position once it is known that a car made a pit stop that nobody saw."""
    pool, full = position.teams.pool(car), position.teams.full_hand
    return replace(
        without_doubt(position, car),
        pitted=tuple(sorted((*position.pitted, car))),
        tokens=tuple((one, full if one == pool else hand) for one, hand in position.tokens),
    )


def without_doubt(position: Position, car: str) -> Position:
    """The position once it is known that a car made no pit stop but those that were seen."""
    return replace(position, perhaps=tuple(one for one in position.perhaps if one != car))
