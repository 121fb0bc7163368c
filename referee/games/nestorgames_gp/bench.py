"""The hard cases of nestorgames GP for `referee bench explain`: eight cars in a bunch, crashed, and missed rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice, Game, PlayedTurn
from referee.games.hard import HardTurns, missed
from referee.games.nestorgames_gp.notation import parse_position, position_text
from referee.games.nestorgames_gp.observation import CARS, Box
from referee.games.nestorgames_gp.play import on_a_grid_by_dice, start
from referee.games.nestorgames_gp.position import Position, Stand, Switches

CASES = 12
OPENING_TURNS = 9
"""So many turns are played before each case; with eight cars every one of them gets to be the driver."""
BOARD = "harbour"
ITEMS = ("rocket", "turbo", "wrench", "bomb")


def hard_turns(game: Game, dice: Dice) -> HardTurns:
    """Turns among eight cars behind one another, with eight crashed cars, with full hands, and turns nobody saw."""

    def play(position: Position, by: Dice) -> PlayedTurn:
        return game.play(position_text(position), by, None)

    race = _race(8, dice)
    bunch, crashed = _bunch(race), _crashed(race)
    found = {
        "eight cars in a bunch": tuple(play(_turn_of(bunch, dice), dice) for _ in range(CASES)),
        "eight crashed cars": tuple(play(_turn_of(crashed, dice), dice) for _ in range(CASES)),
        "eight cars with items": tuple(play(_turn_of(_armed(bunch), dice), dice) for _ in range(CASES)),
    }
    for cars, turns in ((8, 2), (4, 4), (8, 4), (8, 8)):
        races = _under_way(game, cars, dice)
        found[f"{turns} missed turns of {cars} cars"] = tuple(
            missed(play, parse_position, next(races), dice, turns) for _ in range(CASES)
        )
    found["eight missed turns in a bunch"] = tuple(
        missed(play, parse_position, _turn_of(_armed(bunch), dice), dice, 8) for _ in range(CASES)
    )
    return found


def _race(cars: int, dice: Dice) -> Position:
    waiting = start(BOARD, CARS[:cars], Switches(items="tray", laps=9, sets=3), dice)
    return on_a_grid_by_dice(waiting, dice)


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
    return replace(position, held=tuple((car, (ITEMS[i % 4],)) for i, car in enumerate(sorted(position.seats))))


def _turn_of(position: Position, dice: Dice) -> Position:
    """The same table when it is another car's turn."""
    return replace(position, turn=position.seats[dice.randrange(len(position.seats))])


def _under_way(game: Game, cars: int, dice: Dice) -> Iterator[Position]:
    """Positions of one race of many laps, so that it does not end while turns are missed."""
    position = _race(cars, dice)
    while True:
        for _ in range(OPENING_TURNS):
            position = parse_position(game.play(position_text(position), dice, None).after)
        yield position
