"""The hard cases of Racepack for `referee bench explain`: a bunch of eight, rounds that nobody saw, a pile-up."""

from __future__ import annotations

from dataclasses import replace

from referee.games.base import Dice, Game, PlayedTurn
from referee.games.hard import HardTurns, missed
from referee.games.racepack.check import start
from referee.games.racepack.circuit import road
from referee.games.racepack.observation import OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position, parse_position, position_text
from referee.games.racepack.rules import order_of_cars
from referee.games.racepack.variants import Variants

CASES = 12
CARS = 8
TWO_PIECEPACKS = Variants(packs=2)
BUNCH_ROWS = 5
"""Rows that eight cars share in a bunch: most of them have somebody in front."""


def hard_turns(game: Game, dice: Dice) -> HardTurns:
    """Turns among eight cars close together, rounds of eight and four cars unseen, and eight cars beside corners."""
    return {
        "eight cars in a bunch": tuple(_played(game, _bunch(dice), dice) for _ in range(CASES)),
        "a missed round of eight": tuple(_missed(game, _bunch(dice, BUNCH_ROWS + 7), dice, CARS) for _ in range(CASES)),
        "a missed round of four": tuple(_missed(game, _four(game, dice), dice, 4) for _ in range(CASES)),
        "a pile-up of eight spun-out cars": tuple(_played(game, _pile_up(dice), dice) for _ in range(CASES)),
        "three missed turns of a pile-up": tuple(_missed(game, _pile_up(dice), dice, 3) for _ in range(CASES)),
    }


def _played(game: Game, position: Position, dice: Dice) -> PlayedTurn:
    return game.play(position_text(position), dice, None)


def _missed(game: Game, position: Position, dice: Dice, turns: int) -> PlayedTurn:
    return missed(lambda at, by: game.play(at, by, None), str, position_text(position), dice, turns)


def _bunch(dice: Dice, rows: int = BUNCH_ROWS) -> Position:
    """Eight cars anywhere on a few rows before a corner, in their order."""
    begun = _racing(CARS, dice)
    shape = road(begun.circuit)
    last = 2 * shape.corners[dice.randrange(len(shape.corners))] + 2
    near = sorted(square for square in shape.tile_at if (last - shape.advance(square)) % shape.rows < rows)
    drawn = zip(begun.teams.cars, _drawn(near, dice), strict=True)
    return _in_order(begun, {car: OnSquare(square) for car, square in drawn})


def _pile_up(dice: Dice) -> Position:
    """Eight cars spun out beside two corners that follow each other."""
    begun = _racing(CARS, dice)
    shape = road(begun.circuit)
    first = dice.randrange(len(shape.corners) - 1)
    tiles = [begun.circuit.tiles[shape.corners[first + index % 2]] for index in range(CARS)]
    return _in_order(begun, {car: OutsideCorner(tile) for car, tile in zip(begun.teams.cars, tiles, strict=True)})


def _four(game: Game, dice: Dice) -> Position:
    """Four cars of one piecepack in the middle of a race."""
    position = replace(start(4, dice), race=5, lap=5)
    for _ in range(16 + dice.randrange(16)):
        position = parse_position(_played(game, position, dice).after)
    while len(position.queue) < 4:
        position = parse_position(_played(game, position, dice).after)
    return position


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
