"""What stands after a turn: the cars, their laps and tokens, and whose turn is next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import spend
from referee.games.racepack.notation import CARS
from referee.games.racepack.observation import OffTrack, OnSquare, OutsideCorner, Place
from referee.games.racepack.pitlane import has_finished
from referee.games.racepack.position import Position
from referee.games.racepack.rules.race import order_of_cars
from referee.games.racepack.turnstate import LEFT_TRACK, TurnState


def after_turn(
    position: Position,
    car: str,
    state: TurnState,
    others: Mapping[str, Place],
    spent: Sequence[tuple[str, str]],
    seen: Place | None = None,
) -> Position:
    """The cars, laps and tokens after a turn; the turn itself is not handed on yet.

    `others` are the places of the other cars, `spent` the tokens used against the driver, `seen` where the driver's car
    is seen (which counts when it made no movement, but may have moved up on the grid).
    """
    places = {**others, car: _place_after(position, car, state, seen)}
    crossings = {other: position.crossed(other) + _crossed(position, other, place) for other, place in others.items()}
    crossings[car] = state.crossings
    hands = dict(position.tokens)
    hands[position.teams.pool(car)] = state.hand
    for pool, token in spent:
        hands[pool] = spend(hands[pool], token) or hands[pool].replace(token, "")
    ended = car not in position.finished and has_finished(position, car, state.crossings, state.pitted)
    return replace(
        position,
        cars=tuple(sorted(places.items())),
        crossings=tuple((one, crossings[one]) for one in CARS if one in crossings),
        tokens=tuple((pool, hands[pool]) for pool, _ in position.tokens),
        grid=tuple(one for one in position.grid if one != car or not state.used),
        turned=tuple(sorted({*position.turned} - {car} | ({car} if state.turned and state.square else set()))),
        finished=(*position.finished, car) if ended else position.finished,
        pitted=tuple(sorted((*position.pitted, *[car] * state.pitted))),
    )


def hand_on(position: Position, car: str, out_of_turn: Collection[str] = ()) -> Position:
    """The next driver's turn, or a new round in the order of the cars; who moved out of turn has had its turn."""
    gone = {car, *out_of_turn, *position.finished}
    queue = tuple(other for other in position.queue if other not in gone)
    if queue:
        return replace(position, queue=queue)
    order = order_of_cars(position)
    return replace(position, queue=order, order=order, round=position.round + 1)


def skip_out_of_turn(position: Position, out_of_turn: Collection[str]) -> Position:
    """It stays the same driver's turn; cars that moved out of turn lose their place in this round's queue."""
    return replace(position, queue=tuple(car for car in position.queue if car not in out_of_turn))


def drove(before: Position, after: Position, cars: Collection[str]) -> tuple[str, ...]:
    """Those of the cars that gained ground, as a turn would make them."""
    shape = road(before.circuit)
    found = []
    for car in cars:
        start, end = before.place(car), after.place(car)
        forward = (
            isinstance(start, OnSquare) and isinstance(end, OnSquare) and shape.gained(start.square, end.square) > 0
        )
        if forward or (isinstance(start, OutsideCorner) and isinstance(end, OnSquare)):
            found.append(car)
    return tuple(found)


def _place_after(position: Position, car: str, state: TurnState, seen: Place | None) -> Place:
    if not state.used and not state.stopped:
        return seen or position.place(car)
    if state.square is not None:
        return OnSquare(state.square)
    if state.outside is not None and state.stopped != LEFT_TRACK:
        return OutsideCorner(state.outside)
    return OffTrack()


def _crossed(position: Position, car: str, now: Place) -> int:
    before, shape = position.place(car), road(position.circuit)
    if isinstance(before, OnSquare) and isinstance(now, OnSquare) and before.square in shape.tile_at:
        return shape.crosses_line(before.square, now.square)
    return 0
