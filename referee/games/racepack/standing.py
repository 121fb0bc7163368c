"""Whose turn it is, what that driver may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import WhatNow
from referee.games.racepack.circuit import road
from referee.games.racepack.movable import most_movements, movements_at_best
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import OutsideCorner
from referee.games.racepack.play import over
from referee.games.racepack.position import DRIVERS, Position, in_turn
from referee.games.racepack.rules.corners import token_name
from referee.games.racepack.rules.race import order_of_cars
from referee.games.racepack.words import legal_ends

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def what_now(position: Position) -> WhatNow:
    """The page's words beside the board."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or "The race is over.", (), standings(position))
    ends = tuple(sorted(square_name(square) for square in legal_ends(position)))
    seconds = position.variants.timer_s
    time_up = "time=up" if seconds else ""
    return WhatNow(DRIVERS[position.to_move], _sentence(position), ends, standings(position), seconds, time_up)


def _sentence(position: Position) -> str:
    car = position.to_move
    name, place = in_turn(car), position.place(car)
    most = most_movements(position, car)
    more = most < 3 and movements_at_best(position, car) > most
    if most == 0 and more:
        return f"{name} may pass: only the old facing, a corner at speed 2 or a token leads on."
    if most == 0:
        return f"{name} cannot move: the turn passes."
    if isinstance(place, OutsideCorner):
        shape = road(position.circuit)
        tile = shape.tile_named(place.tile)
        where = f"corner {shape.corner_number(tile)}" if tile is not None and shape.is_corner[tile] else "the corner"
        return f"{name} comes back at {where} with one movement (speed 1) and has two more."
    if car in position.grid:
        return f"{name} starts: the first movement has speed 1, then two more."
    if most == 1 and more:
        return f"{name} to move: one movement is enough; more takes the old facing, a corner at speed 2 or a token."
    if most == 2 and more:
        return f"{name} to move: two movements are enough; more takes the old facing, a corner at speed 2 or a token."
    if most < 3:
        return f"{name} to move: the way is blocked after {'one movement' if most == 1 else 'two movements'}."
    return f"{name} to move: three movements, the first at any speed."


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
        "tokens": ", ".join("odd" if token == "o" else token_name(token) for token in position.hand(car)),
        "note": _note(position, car),
    }


def _note(position: Position, car: str) -> str:
    if car in position.finished:
        return f"finished {PLACES[position.finished.index(car)]}"
    if isinstance(position.place(car), OutsideCorner):
        return "spun out"
    return "on the grid" if car in position.grid else ""
