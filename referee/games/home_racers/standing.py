"""Whose turn it is, what that driver may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import WhatNow
from referee.games.home_racers.course import progress, race_order
from referee.games.home_racers.notation import either, pose_text
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.play import over
from referee.games.home_racers.position import Position, in_turn
from referee.games.home_racers.rules import path
from referee.games.home_racers.words import legal_ends

MOST_ENDS = 400


def what_now(position: Position) -> WhatNow:
    """The page's words beside the floor."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or "The race is over.", (), standings(position))
    ends = tuple(pose_text(end) for end in list(legal_ends(position))[:MOST_ENDS])
    return WhatNow(DRIVERS[position.to_move], _sentence(position), ends, standings(position))


def _sentence(position: Position) -> str:
    car = position.to_move
    if position.place(car) is None:
        return f"{in_turn(car)} places a road tile with the car behind the starting line, over no other tile."
    gears = path.next_gears(position.gear(car))
    tiles = either([str(2 * gear) for gear in gears])
    return f"{in_turn(car)} to drive in gear {either([str(gear) for gear in gears])}: a path of {tiles} tiles."


def standings(position: Position) -> tuple[Mapping[str, str], ...]:
    """One row a car, the leader first."""
    order = race_order(position)[0] or position.order or position.racers
    ranked = [*position.finished, *(car for car in order if car not in position.finished)]
    ranked += [car for car in position.racers if car not in ranked]
    return tuple(_row(position, car, index) for index, car in enumerate(ranked))


def _row(position: Position, car: str, index: int) -> Mapping[str, str]:
    gears = f"gear {either([str(gear) for gear in position.gear(car)])}"
    return {
        "car": car,
        "player": DRIVERS[car],
        "lap": str(min(max(1, position.crossed(car)), position.race)),
        "place": str(index + 1),
        "tokens": gears,
        "note": _note(position, car),
    }


def _note(position: Position, car: str) -> str:
    if car in position.finished:
        return "finished"
    if position.place(car) is None:
        return "to be placed"
    notes = []
    if car in position.lost:
        notes.append("not seen")
    if car in position.marks:
        notes.append("drove over caltrops (effect not in the rules held)")
    if position.course and position.crossed(car):
        notes.append(f"{max(0.0, progress(position, car)) / 1000.0:.1f} m driven")
    return ", ".join(notes)
