"""The hard cases of Home Racers for `referee bench explain`: paths of eight and ten tiles among other cars."""

from __future__ import annotations

from dataclasses import replace

from referee.games.base import Dice, PlayedTurn
from referee.games.home_racers.play import start
from referee.games.home_racers.position import Position
from referee.games.home_racers.staging import legal_turn

CASES = 12


def bench_positions(dice: Dice) -> tuple[PlayedTurn, ...]:
    """Turns of cars in high gear with three others near by."""
    return tuple(legal_turn(_fast(start(4, dice)), dice) for _ in range(CASES))


def _fast(position: Position) -> Position:
    return replace(position, gears=tuple((car, (4, 5)) for car in position.racers))
