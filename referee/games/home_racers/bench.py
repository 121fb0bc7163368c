"""The hard cases of Home Racers for `referee bench explain`: long paths among other cars, and missed turns."""

from __future__ import annotations

from dataclasses import replace

from referee.games.base import Dice
from referee.games.hard import HardCases, posed, under_way
from referee.games.home_racers.play import start
from referee.games.home_racers.position import position_text

OPENING_TURNS = 7
"""So many turns are played before each case; with four cars every one of them gets to be the driver."""


def _fast(dice: Dice) -> str:
    begun = start(4, dice)
    return position_text(replace(begun, gears=tuple((car, (4, 5)) for car in begun.racers)))


def _long(dice: Dice) -> str:
    """So many laps that the race does not end while turns are missed."""
    return position_text(replace(start(4, dice), race=9))


HARD: HardCases = {
    "paths of eight and ten tiles": (posed(_fast), 1),
    **{f"{turns} missed turns": (under_way(_long, OPENING_TURNS), turns) for turns in (2, 3, 4)},
}
