"""Whose turn it is, what that driver may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import WhatNow
from referee.games.fact import Fact, fact
from referee.games.racepack.book.doing import most_movements
from referee.games.racepack.book.state import begin
from referee.games.racepack.check import over
from referee.games.racepack.circuit import road
from referee.games.racepack.legal import legal_ends
from referee.games.racepack.observation import OutsideCorner
from referee.games.racepack.position import DRIVERS, Position, square_name
from referee.games.racepack.rules import order_of_cars
from referee.games.racepack.words import WORDS


def what_now(position: Position) -> WhatNow:
    """The page's words beside the board."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or WORDS.tell(fact("now")), (), standings(position))
    ends = tuple(sorted(square_name(square) for square in legal_ends(position)))
    seconds = position.variants.timer_s
    time_up = "time=up" if seconds else ""
    return WhatNow(DRIVERS[position.to_move], WORDS.tell(_now(position)), ends, standings(position), seconds, time_up)


def _now(position: Position) -> Fact:
    car = position.to_move
    start = begin(position)
    place, most = position.place(car), most_movements(start)
    now = fact("now", how="three", who=car)
    more = most < 3 and most_movements(start, plainly=False) > most
    if most == 0:
        return now.also(how="may-pass" if more else "no-move")
    if isinstance(place, OutsideCorner):
        shape = road(position.circuit)
        tile = shape.tile_named(place.tile)
        if tile is None or not shape.is_corner[tile]:
            return now.also(how="back-somewhere")
        return now.also(how="back", corner=shape.corner_number(tile))
    if car in position.grid:
        return now.also(how="start")
    return now.also(how="enough" if more else "blocked", most=most) if most < 3 else now


def standings(position: Position) -> tuple[Mapping[str, str], ...]:
    """One row a car, the leader first."""
    order = (*position.finished, *order_of_cars(position))
    return tuple(_row(position, car, index) for index, car in enumerate(order))


def _row(position: Position, car: str, index: int) -> Mapping[str, str]:
    return {
        "car": car,
        "player": DRIVERS[car],
        "lap": str(min(max(1, position.crossed(car)), position.race)),
        "place": str(index + 1),
        "tokens": WORDS.tell(fact("left", tokens=",".join(position.hand(car)))),
        "note": _note(position, car),
    }


def _note(position: Position, car: str) -> str:
    if car in position.finished:
        return WORDS.tell(fact("note", how="finished", nth=position.finished.index(car) + 1))
    if isinstance(position.place(car), OutsideCorner):
        return WORDS.tell(fact("note", how="out"))
    return WORDS.tell(fact("note")) if car in position.grid else ""
