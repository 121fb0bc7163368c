"""The qualifying round: everybody rolls, the best has the pole, ties roll again among themselves."""

from __future__ import annotations

from dataclasses import replace

from referee.games.nestorgames_gp.actions import has_repeat
from referee.games.nestorgames_gp.effects import desk, free_space_ahead
from referee.games.nestorgames_gp.observation import Tray
from referee.games.nestorgames_gp.position import Position, Stand


def qualifying_value(roll: tuple[int, ...]) -> int:
    """What a qualifying roll is worth.

    >>> qualifying_value((2, 6, 1)), qualifying_value((2, 6, 2))
    (9, 0)
    """
    return 0 if has_repeat(roll) else sum(roll)


def qualify(position: Position, car: str, roll: tuple[int, ...], item: str = "") -> Position:
    """The position after one driver's qualifying roll; after the last one the cars stand in the pit lane."""
    rolled = (*position.rolled, (car, qualifying_value(roll)))
    still = [one for one in position.duel or position.seats if one not in dict(rolled)]
    if still:
        return replace(position, rolled=rolled, turn=_next(position, car, still))
    best = max(value for _, value in rolled)
    tied = tuple(one for one, value in rolled if value == best)
    if len(tied) > 1:
        ordered = tuple(one for one in position.seats if one in tied)
        return replace(position, rolled=(), duel=ordered, turn=_next(position, car, list(tied)))
    return on_the_grid(position, tied[0], item)


def _next(position: Position, car: str, still: list[str]) -> str:
    index = position.seats.index(car)
    return next(one for one in (*position.seats[index + 1 :], *position.seats[: index + 1]) if one in still)


def on_the_grid(position: Position, winner: str, item: str = "") -> Position:
    """The cars in the pit lane, the winner on the pole and the rest as they sit; the tray before the leader."""
    index = position.seats.index(winner)
    seats = (*position.seats[index:], *position.seats[:index])
    pole, boxes = position.shape.pole, dict(position.boxes)
    placed = replace(
        position,
        seats=seats,
        turn=winner,
        cars=tuple((car, Stand(pole + bay)) for bay, car in enumerate(seats)),
        boxes=tuple((car, boxes[car]) for car in seats),
        qualifying=False,
        rolled=(),
        duel=(),
    )
    if position.switches.items != "tray" or position.switches.edition != "tray":
        return placed
    return replace(placed, tray=Tray(free_space_ahead(desk(placed)), item or "rocket"))
