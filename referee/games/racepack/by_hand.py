"""A piece set by hand on the drawn board: a car put on a space, beside a corner or off the track, its tokens and laps;
a hazard put elsewhere or turned over; the dice set.
"""

from __future__ import annotations

from dataclasses import replace

from referee.errors import NotationError
from referee.games.deeds import FACE, FLIP, GIVE, LAPS, OFF, TAKE, Deed, Handled, counted, deed_of, faces, need_deed
from referee.games.racepack.between import as_it_lies
from referee.games.racepack.check import need_spaces
from referee.games.racepack.diagram import HAZARD, LAP_DIE, PENALTY_DIE
from referee.games.racepack.observation import OffTrack, OnSquare
from referee.games.racepack.position import DRIVERS, FACES, Position, parse_place, parse_square, square_name, visible
from referee.games.racepack.rules import token_name


def handled(position: Position) -> tuple[Handled, ...]:
    """Every piece that can be set by hand, with what can be done to it."""
    under = position.occupied()
    hazards = [square_name(square) for square, _ in position.hazards if square not in under]
    dice = [Handled(LAP_DIE, "lap die", False, faces(FACES[position.lap], FACES))]
    if position.tray is not None:
        dice.append(Handled(PENALTY_DIE, "penalty die", False, faces(position.tray.face, FACES)))
    return (
        *(Handled(car, DRIVERS[car], True, _deeds_of(position, car)) for car, _ in position.cars),
        *(Handled(HAZARD + name, f"hazard on {name}", True, ((FLIP, ""),)) for name in hazards),
        *dice,
    )


def _deeds_of(position: Position, car: str) -> tuple[Deed, ...]:
    hand, full = position.hand(car), position.teams.full_hand
    taken = [(f"{TAKE}:{token}", _called(token)) for token in dict.fromkeys(hand)]
    spent = [token for token in dict.fromkeys(full) if hand.count(token) < full.count(token)]
    given = [(f"{GIVE}:{token}", _called(token)) for token in spent]
    laps = () if car in position.finished else counted(LAPS, position.crossed(car), 0, position.race)
    return (*taken, *given, *laps)


def _called(token: str) -> str:
    return "the odd token" if token == "o" else f"token {token_name(token)}"


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with one piece set so; whose turn it is stays. Laps follow a car that was set over the line.

    Raises NotationError when there is no such piece or space, or when that cannot be done with it.
    """
    deed = deed_of(space)
    if deed is not None and deed[0] != OFF:
        return _done(position, piece, *deed)
    seen = visible(position)
    moved = _hazard_moved(position, piece, space) if piece.startswith(HAZARD) else _car_moved(position, piece, space)
    need_spaces(visible(moved), position.circuit)
    if piece.startswith(HAZARD):
        return moved
    return as_it_lies(position, replace(seen, cars=visible(moved).cars, hazards_seen=False))


def _done(position: Position, piece: str, kind: str, value: str) -> Position:
    need_deed(handled(position), piece, kind, value)
    if piece == LAP_DIE:
        return replace(position, lap=FACES.index(value))
    if kind == FACE and position.tray is not None:
        return replace(position, tray=replace(position.tray, face=value))
    if kind == FLIP:
        square = parse_square(piece.removeprefix(HAZARD))
        return replace(position, hazards=tuple((at, up != (at == square)) for at, up in position.hazards))
    if kind == LAPS:
        crossed = {**dict(position.crossings), piece: int(value)}
        return replace(position, crossings=tuple((car, crossed[car]) for car, _ in position.crossings))
    return _with_token(position, piece, kind, value)


def _with_token(position: Position, car: str, kind: str, token: str) -> Position:
    pool, hand = position.teams.pool(car), position.hand(car)
    now = "".join(sorted(hand + token, key="a2345o".index)) if kind == GIVE else hand.replace(token, "", 1)
    return replace(position, tokens=tuple((one, now if one == pool else was) for one, was in position.tokens))


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
