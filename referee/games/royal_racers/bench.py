"""The hard cases of Royal Racers for `referee bench explain`: flags all over, cards face down, and missed rounds."""

from __future__ import annotations

from referee.games.base import Dice
from referee.games.hard import HardCases, under_way
from referee.games.royal_racers.agreeing import ranks_of
from referee.games.royal_racers.play import start
from referee.games.royal_racers.position import OPPONENT_FLAG, position_text

FLAGS = 6
FIRST_TURN, LAST_TURN = 4 * (FLAGS - 1) + 24, 4 * (FLAGS - 1) + 54
"""The flags are placed first, then some cards are turned; nobody comes home so soon."""


def _flags_all_over(dice: Dice) -> str:
    return position_text(start(4, dice, ranks_of(FLAGS)))


def _with_the_variant(dice: Dice) -> str:
    return position_text(start(4, dice, ranks_of(FLAGS), (OPPONENT_FLAG,)))


RACE = under_way(_flags_all_over, 5, FIRST_TURN, LAST_TURN)
HARD: HardCases = {
    "flags all over": (RACE, 1),
    "others' flags to go round": (under_way(_with_the_variant, 5, FIRST_TURN, LAST_TURN), 1),
    **{f"{turns} missed turns, flags all over": (RACE, turns) for turns in (2, 3, 4)},
}
