"""Hard cases for `referee bench explain`: turns by name, and how several missed turns become one look at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from referee.games.base import Dice, PlayedTurn

HardTurns = Mapping[str, tuple[PlayedTurn, ...]]
"""Turns that are hard to explain, by a name in words."""

PositionT = TypeVar("PositionT")


def missed(
    play: Callable[[PositionT, Dice], PlayedTurn],
    parse: Callable[[str], PositionT],
    position: PositionT,
    dice: Dice,
    turns: int,
) -> PlayedTurn:
    """So many turns played while nobody looked: one turn of which only the end is seen.

    Raises IllegalAction when the race ends before.
    """
    played = [play(position, dice)]
    while len(played) < turns:
        played.append(play(parse(played[-1].after), dice))
    last = played[-1]
    words = " / ".join(one.turn for one in played)
    return replace(played[0], turn=words, after=last.after, stops=last.stops[-1:], declared=(), rolls=())
