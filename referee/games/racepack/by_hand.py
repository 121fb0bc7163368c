"""A piece set by hand on the drawn board: a car on a space, beside a corner or off the track; a hazard on a space."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import NotationError
from referee.games.racepack.between import as_it_lies
from referee.games.racepack.notation import parse_place, parse_square, square_name
from referee.games.racepack.observation import OffTrack, OnSquare
from referee.games.racepack.position import Position, visible
from referee.games.racepack.spaces import need_spaces

HAZARD = "hazard:"
"""Before the name of a hazard's space: hazards are all alike, so they are called by where they lie."""


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with one piece elsewhere; whose turn it is stays. Laps follow a car that was set over the line.

    Raises NotationError when there is no such piece or space.
    """
    seen = visible(position)
    moved = _hazard_moved(position, piece, space) if piece.startswith(HAZARD) else _car_moved(position, piece, space)
    need_spaces(visible(moved), position.circuit)
    if piece.startswith(HAZARD):
        return moved
    return as_it_lies(position, replace(seen, cars=visible(moved).cars, hazards_seen=False))


def _car_moved(position: Position, car: str, space: str) -> Position:
    if car not in dict(position.cars):
        raise NotationError(f"there is no piece {car} in this race.")
    place = parse_place(space)
    return replace(position, cars=tuple((one, place if one == car else was) for one, was in position.cars))


def _hazard_moved(position: Position, piece: str, space: str) -> Position:
    square = parse_square(piece.removeprefix(HAZARD))
    tokens = dict(position.hazards)
    if square not in tokens:
        raise NotationError(f"there is no hazard on {square_name(square)}.")
    up, place = tokens.pop(square), parse_place(space)
    if isinstance(place, OnSquare):
        if place.square in tokens:
            raise NotationError(f"a hazard lies on {space} already.")
        tokens[place.square] = up
    elif not isinstance(place, OffTrack):
        raise NotationError("a hazard lies on a space of the road, or off the track.")
    return replace(position, hazards=tuple(sorted(tokens.items())))
