"""Tables as they might look, drawn by lot: what the eye is tried on. Not all of them can come about in a race."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.games.base import Dice
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.state import (
    CARS,
    DICE,
    Box,
    CarSeen,
    Item,
    Observation,
    Thrown,
    Tray,
    observation_text,
)

PILED_SHARE, OFF_SHARE, DOWN_SHARE = 0.3, 0.1, 0.25
STOCK = ("rocket", "rocket", "wrench", "wrench", "turbo", "turbo", "bomb", "bomb", "oil", "oil", "oil", "oil")
DIE_APART_MM, DIE_REACH_X_MM, DIE_REACH_Y_MM = 19.0, 44, 31


def random_table(board: str, dice: Dice) -> str:
    """A table in visible notation: two to eight cars, some of them piled up in a corner, items, boxes, thrown dice."""
    shape = board_named(board)
    cars = _shuffled(CARS, dice)[: 2 + dice.randrange(len(CARS) - 1)]
    stands = _stands(shape, cars, dice)
    free = [space for space in dict.fromkeys(shape.track) if space not in shape.no_items]
    spots = _shuffled(free, dice)
    kinds = _shuffled(STOCK, dice)[: dice.randrange(8)]
    items = [
        Item(space, kind, kind == "oil" or (kind == "bomb" and dice.random() < 0.5))
        for space, kind in zip(spots, kinds, strict=False)
    ]
    left = _shuffled([kind for kind in STOCK if kind != "oil"], dice)[0]
    tray = None if dice.random() < 0.4 else Tray(spots[len(kinds)] if dice.random() < 0.8 else "", "")
    if tray is not None and tray.space and [*kinds, left].count(left) <= STOCK.count(left):
        tray = Tray(tray.space, left)
    thrown = _thrown(cars[dice.randrange(len(cars))], dice)
    lost = (
        [dice.randrange(3 if car != thrown[0].car else 7 - len(thrown)) for car in cars] if thrown else [0] * len(cars)
    )
    boxes = tuple(
        (car, Box(dice.randrange(4), number, dice.random() < 0.3)) for car, number in zip(cars, lost, strict=True)
    )
    return observation_text(
        Observation(
            board=board,
            cars=tuple(sorted(stands.items(), key=lambda one: CARS.index(one[0]))),
            boxes=boxes,
            gate_open=None if shape.gate is None else dice.random() < 0.5,
            tray=tray,
            items=tuple(sorted(items)),
            dice=thrown,
        )
    )


def _shuffled(values: Sequence[str], dice: Dice) -> list[str]:
    left, found = list(values), []
    while left:
        found.append(left.pop(dice.randrange(len(left))))
    return found


def _stands(shape: Board, cars: Sequence[str], dice: Dice) -> dict[str, CarSeen]:
    """Cars on spaces of their own, in the pit lane, beside the board, or together on one corner."""
    corners = [space.id for space in shape.spaces if space.corner]
    pile = corners[dice.randrange(len(corners))] if dice.random() < PILED_SHARE else ""
    free = _shuffled(list(shape.middle), dice)
    found = {}
    for car in cars:
        space = free.pop()
        if pile and dice.random() < 0.7:
            space = pile
        elif dice.random() < OFF_SHARE:
            space = ""
        nodes = shape.nodes_of.get(space, ())
        node = nodes[dice.randrange(len(nodes))] if nodes else 0
        toward = shape.ids[shape.following[node]] if space in shape.loops else ""
        found[car] = CarSeen(space, dice.random() >= DOWN_SHARE, toward)
    return found


def _thrown(car: str, dice: Dice) -> tuple[Thrown, ...]:
    """One to six dice of a car anywhere on the throwing card, none on another."""
    found: list[Thrown] = []
    for number in range(1, 2 + dice.randrange(DICE)):
        for _ in range(200):
            x_mm = dice.randrange(2 * DIE_REACH_X_MM + 1) - DIE_REACH_X_MM
            y_mm = dice.randrange(2 * DIE_REACH_Y_MM + 1) - DIE_REACH_Y_MM
            if all(math.dist((x_mm, y_mm), (die.x_mm, die.y_mm)) > DIE_APART_MM for die in found):
                found.append(Thrown(car, number, dice.randrange(6) + 1, x_mm, y_mm, dice.randrange(90)))
                break
    return tuple(found)
