"""Driving through the pit lane: how fast, what counts as a stop, and who has made the stops that the finish needs.

The pit lane is for cars that enter the pits, so a movement that ends there is a stop, the first one of each visit.
It renews the driver's strategy tokens.
"""

from __future__ import annotations

from dataclasses import replace

from referee.games.racepack.position import Position


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
        position,
        perhaps=tuple(one for one in position.perhaps if one != car),
        pitted=tuple(sorted((*position.pitted, car))),
        tokens=tuple((one, full if one == pool else hand) for one, hand in position.tokens),
    )
