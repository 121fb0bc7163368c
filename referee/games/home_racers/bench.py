"""The hard cases of Home Racers for `referee bench explain`: long paths among other cars, and missed turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice, Game
from referee.games.hard import HardTurns, missed
from referee.games.home_racers.play import start
from referee.games.home_racers.position import Position, position_text

CASES = 12
OPENING_TURNS = 7
"""So many turns are played before each case; with four cars every one of them gets to be the driver."""


def hard_turns(game: Game, dice: Dice) -> HardTurns:
    """Turns of cars in high gear with three others near by, and two to four turns that nobody saw."""
    fast = (position_text(_fast(start(4, dice))) for _ in range(CASES))
    found = {"paths of eight and ten tiles": tuple(game.play(position, dice, None) for position in fast)}
    for turns in (2, 3, 4):
        races = _under_way(game, dice)
        found[f"{turns} missed turns"] = tuple(
            missed(lambda at, by: game.play(at, by, None), str, next(races), dice, turns) for _ in range(CASES)
        )
    return found


def _under_way(game: Game, dice: Dice) -> Iterator[str]:
    """Positions of one race of many laps, so that it does not end while turns are missed."""
    position = position_text(replace(start(4, dice), race=9))
    while True:
        for _ in range(OPENING_TURNS):
            position = game.play(position, dice, None).after
        yield position


def _fast(position: Position) -> Position:
    return replace(position, gears=tuple((car, (4, 5)) for car in position.racers))
