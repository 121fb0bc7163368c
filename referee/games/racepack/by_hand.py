"""A piece set by hand on the drawn board: a car put on a space, beside a corner or off the track, its tokens and laps;
a hazard put elsewhere or turned over; the dice set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee.errors import NotationError
from referee.games.deeds import FLIP, GIVE, LAPS, TAKE, Deed, Handled, counted, faces
from referee.games.racepack.between import as_it_lies
from referee.games.racepack.check import need_spaces
from referee.games.racepack.diagram import HAZARD, LAP_DIE, PENALTY_DIE
from referee.games.racepack.observation import OffTrack, OnSquare, Square
from referee.games.racepack.position import DRIVERS, FACES, Position, parse_place, square_name, visible
from referee.games.racepack.rules import token_name


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for car, _ in position.cars:
        deeds = (*_tokens(position, car), *_laps(position, car))
        yield Handled(car, DRIVERS[car], partial(_car_put, position, car), deeds)
    under = position.occupied()
    for square, _ in position.hazards:
        if square not in under:
            name = square_name(square)
            turned = tuple((at, up != (at == square)) for at, up in position.hazards)
            flip = Deed(FLIP, replace(position, hazards=turned))
            yield Handled(HAZARD + name, f"hazard on {name}", partial(_hazard_put, position, square), (flip,))
    lap = faces(FACES[position.lap], FACES, lambda face: replace(position, lap=FACES.index(face)))
    yield Handled(LAP_DIE, "lap die", deeds=lap)
    tray = position.tray
    if tray is not None:
        shown = faces(tray.face, FACES, lambda face: replace(position, tray=replace(tray, face=face)))
        yield Handled(PENALTY_DIE, "penalty die", deeds=shown)


def _tokens(position: Position, car: str) -> Iterator[Deed]:
    """A token of the hand is taken, one that was spent is given."""
    hand, full = position.hand(car), position.teams.full_hand
    for token in dict.fromkeys(hand):
        yield Deed(f"{TAKE}:{token}", _with_hand(position, car, hand.replace(token, "", 1)), _called(token))
    for token in dict.fromkeys(full):
        if hand.count(token) < full.count(token):
            more = "".join(sorted(hand + token, key="a2345o".index))
            yield Deed(f"{GIVE}:{token}", _with_hand(position, car, more), _called(token))


def _called(token: str) -> str:
    return "the odd token" if token == "o" else f"token {token_name(token)}"


def _with_hand(position: Position, car: str, hand: str) -> Position:
    pool = position.teams.pool(car)
    return replace(position, tokens=tuple((one, hand if one == pool else was) for one, was in position.tokens))


def _laps(position: Position, car: str) -> tuple[Deed, ...]:
    def crossed(count: int) -> Position:
        crossings = tuple((one, count if one == car else was) for one, was in position.crossings)
        return replace(position, crossings=crossings)

    return () if car in position.finished else counted(LAPS, position.crossed(car), 0, position.race, crossed)


def _car_put(position: Position, car: str, space: str) -> Position:
    """Laps follow a car that was set over the line."""
    place, seen = parse_place(space), visible(position)
    cars = tuple((one, place if one == car else was) for one, was in seen.cars)
    need_spaces(replace(seen, cars=cars), position.circuit)
    return as_it_lies(position, replace(seen, cars=cars, hazards_seen=False))


def _hazard_put(position: Position, square: Square, space: str) -> Position:
    tokens, place = dict(position.hazards), parse_place(space)
    up = tokens.pop(square)
    if isinstance(place, OnSquare):
        if place.square in tokens:
            raise NotationError(f"a hazard lies on {space} already.")
        tokens[place.square] = up
    elif not isinstance(place, OffTrack):
        raise NotationError("a hazard lies on a space of the road, or off the track.")
    moved = replace(position, hazards=tuple(sorted(tokens.items())))
    need_spaces(visible(moved), position.circuit)
    return moved
