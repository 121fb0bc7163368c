"""Whose turn it is, what that driver may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.games.base import WhatNow
from referee.games.fact import fact, several
from referee.games.home_racers.course import progress, race_order
from referee.games.home_racers.in_words import legal_ends
from referee.games.home_racers.notation import pose_text
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.play import over
from referee.games.home_racers.position import Position
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import tiles_of
from referee.games.home_racers.words import WORDS

MOST_ENDS = 400


def what_now(position: Position) -> WhatNow:
    """The page's words beside the floor."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or WORDS.tell(fact("now")), (), standings(position))
    ends = tuple(pose_text(end) for end in list(legal_ends(position))[:MOST_ENDS])
    return WhatNow(DRIVERS[position.to_move], _sentence(position), ends, standings(position))


def _sentence(position: Position) -> str:
    car = position.to_move
    if position.place(car) is None:
        return WORDS.tell(fact("now", how="place", who=car))
    gears = path.next_gears(position.gear(car))
    lengths = several(tiles_of(gear) for gear in gears)
    return WORDS.tell(fact("now", how="drive", who=car, gears=several(gears), lengths=lengths))


def standings(position: Position) -> tuple[Mapping[str, str], ...]:
    """One row a car, the leader first."""
    order = race_order(position) or position.order or position.racers
    ranked = [*position.finished, *(car for car in order if car not in position.finished)]
    ranked += [car for car in position.racers if car not in ranked]
    return tuple(_row(position, car, index) for index, car in enumerate(ranked))


def _row(position: Position, car: str, index: int) -> Mapping[str, str]:
    gears = WORDS.tell(fact("gear", how="standing", gears=several(position.gear(car))))
    return {
        "car": car,
        "player": DRIVERS[car],
        "lap": str(min(max(1, position.crossed(car)), position.race)),
        "place": str(index + 1),
        "tokens": gears,
        "note": _note(position, car),
    }


def _note(position: Position, car: str) -> str:
    notes = [WORDS.tell(fact("note", **one)) for one in _notes(position, car)]
    return WORDS.tell(fact("note"), notes=notes) if notes else ""


def _notes(position: Position, car: str) -> Iterator[dict[str, str | int]]:
    if car in position.finished:
        yield {"how": "finished"}
    elif position.place(car) is None:
        yield {"how": "to-place"}
    else:
        if car in position.lost:
            yield {"how": "lost"}
        if car in position.marks:
            yield {"how": "caltrops"}
        if position.course and position.crossed(car):
            tenths = round(max(0.0, progress(position, car)) / 100.0)
            yield {"how": "way", "metres": tenths // 10, "tenths": tenths % 10}
