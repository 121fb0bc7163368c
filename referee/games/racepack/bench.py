"""The hard cases of Racepack for `referee bench explain`: a bunch of eight, rounds that nobody saw, a pile-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.games.base import Dice, Game
from referee.games.hard import HardCases, Positions, posed
from referee.games.racepack.check import start
from referee.games.racepack.observation import OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position, parse_position, position_text
from referee.games.racepack.rules import order_of_cars
from referee.games.racepack.variants import Variants

CARS = 8
TWO_PIECEPACKS = Variants(packs=2)
BUNCH_ROWS = 5
"""Rows that eight cars share in a bunch: most of them have somebody in front."""


def _bunch(dice: Dice, rows: int = BUNCH_ROWS) -> Position:
    """Eight cars anywhere on a few rows before a corner, in their order."""
    begun = _racing(CARS, dice)
    shape = begun.shape
    last = 2 * shape.corners[dice.randrange(len(shape.corners))] + 2
    near = sorted(square for square in shape.tile_at if (last - shape.advance(square)) % shape.rows < rows)
    drawn = zip(begun.teams.cars, _drawn(near, dice), strict=True)
    return _in_order(begun, {car: OnSquare(square) for car, square in drawn})


def _pile_up(dice: Dice) -> Position:
    """Eight cars spun out beside two corners that follow each other."""
    begun = _racing(CARS, dice)
    shape = begun.shape
    first = dice.randrange(len(shape.corners) - 1)
    tiles = [begun.circuit.tiles[shape.corners[first + index % 2]] for index in range(CARS)]
    return _in_order(begun, {car: OutsideCorner(tile) for car, tile in zip(begun.teams.cars, tiles, strict=True)})


def _four(game: Game, dice: Dice) -> Iterator[str]:
    """Four cars of one piecepack in the middle of a race, at the beginning of a round."""
    while True:
        position, turns = position_text(replace(start(4, dice), race=5, lap=5)), 16 + dice.randrange(16)
        while turns > 0 or len(parse_position(position).queue) < 4:
            position, turns = game.play(position, dice, None).after, turns - 1
        yield position


def _racing(players: int, dice: Dice) -> Position:
    """A race under way on the large track, every car in its second lap, at the beginning of a round."""
    begun = start(players, dice, variants=TWO_PIECEPACKS)
    return replace(begun, race=5, lap=4, round=9, grid=(), crossings=tuple((car, 2) for car in begun.teams.cars))


def _in_order(position: Position, places: dict[str, Place]) -> Position:
    placed = replace(position, cars=tuple(sorted(places.items())))
    order = order_of_cars(placed)
    return replace(placed, queue=order, order=order)


def _drawn(squares: list[Square], dice: Dice) -> list[Square]:
    """Eight of the squares in any order."""
    left = list(squares)
    return [left.pop(dice.randrange(len(left))) for _ in range(CARS)]


def _each(table: Callable[[Dice], Position]) -> Positions:
    return posed(lambda dice: position_text(table(dice)))


HARD: HardCases = {
    "eight cars in a bunch": (_each(_bunch), 1),
    "a missed round of eight": (_each(lambda dice: _bunch(dice, BUNCH_ROWS + 7)), CARS),
    "a missed round of four": (_four, 4),
    "a pile-up of eight spun-out cars": (_each(_pile_up), 1),
    "three missed turns of a pile-up": (_each(_pile_up), 3),
}
