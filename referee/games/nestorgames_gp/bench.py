"""The hard cases of nestorgames GP for `referee bench explain`: eight cars in a bunch, crashed, and missed rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.games.base import Dice
from referee.games.hard import HardCases, Positions, posed, under_way
from referee.games.nestorgames_gp.notation import position_text
from referee.games.nestorgames_gp.observation import CARS, Box
from referee.games.nestorgames_gp.position import Position, Stand, Switches
from referee.games.nestorgames_gp.start import on_a_grid_by_dice, start

OPENING_TURNS = 9
"""So many turns are played before each case; with eight cars every one of them gets to be the driver."""
BOARD = "harbour"
ITEMS = ("rocket", "turbo", "wrench", "bomb")


def _race(cars: int, dice: Dice) -> Position:
    """So many laps that the race does not end while turns are missed."""
    waiting = start(BOARD, CARS[:cars], Switches(items="tray", laps=9, sets=3), dice)
    return on_a_grid_by_dice(waiting, dice)


def _among(cars: int) -> Positions:
    """Positions of a race of so many cars."""
    return under_way(lambda dice: position_text(_race(cars, dice)), OPENING_TURNS)


def _of_eight(table: Callable[[Position], Position]) -> Positions:
    """A table of eight cars, whose turn it is by chance."""

    def position(dice: Dice) -> str:
        race = table(_race(8, dice))
        return position_text(replace(race, turn=race.seats[dice.randrange(len(race.seats))]))

    return posed(position)


def _bunch(position: Position) -> Position:
    """Every car on a space of its own, one behind the other, in the middle of the lap."""
    board = position.shape
    first = len(board.track) // 2
    nodes = range(first, first + len(position.seats))
    return replace(
        position,
        cars=tuple((car, Stand(node)) for car, node in zip(position.seats, nodes, strict=True)),
        started=frozenset(position.seats),
        tray=None,
        switches=replace(position.switches, items="tray"),
    )


def _crashed(position: Position) -> Position:
    """Every car belly-up on one corner, with few dice left."""
    corner = next(node for node, is_corner in enumerate(position.shape.corner) if is_corner)
    boxes = tuple((car, Box(9, 1 + index % 5)) for index, car in enumerate(position.seats))
    return replace(
        position,
        cars=tuple((car, Stand(corner, up=index % 3 == 0)) for index, car in enumerate(position.seats)),
        boxes=boxes,
        started=frozenset(position.seats),
    )


def _armed(position: Position) -> Position:
    """Every car in the bunch with an item."""
    held = tuple((car, (ITEMS[i % 4],)) for i, car in enumerate(sorted(position.seats)))
    return replace(_bunch(position), held=held)


HARD: HardCases = {
    "eight cars in a bunch": (_of_eight(_bunch), 1),
    "eight crashed cars": (_of_eight(_crashed), 1),
    "eight cars with items": (_of_eight(_armed), 1),
    "2 missed turns of 8 cars": (_among(8), 2),
    "4 missed turns of 4 cars": (_among(4), 4),
    "4 missed turns of 8 cars": (_among(8), 4),
    "8 missed turns of 8 cars": (_among(8), 8),
    "eight missed turns in a bunch": (_of_eight(_armed), 8),
}
