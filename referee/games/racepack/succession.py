"""What stands after a turn: the cars, their laps and tokens, and whose turn is next."""

from __future__ import annotations

from collections.abc import Collection

from referee.frozen import replace
from referee.games.racepack.circuit import road
from referee.games.racepack.observation import OnSquare, OutsideCorner
from referee.games.racepack.position import Position
from referee.games.racepack.rules import order_of_cars


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
