"""Hard cases for `referee bench explain`: turns by name, and how several missed turns become one look at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from referee.games.base import Dice, Game, PlayedTurn

HardTurns = Mapping[str, tuple[PlayedTurn, ...]]
"""Turns that are hard to explain, by a name in words."""
Positions = Callable[[Game, Dice], Iterator[str]]
"""Without end, the positions from which the turns of a case begin."""
HardCases = Mapping[str, tuple[Positions, int]]
"""By its name, from where a case begins, and how many turns it has; of several only the end is seen."""

CASES = 12


def hard_turns(game: Game, cases: HardCases, dice: Dice) -> HardTurns:
    """Some turns of every case."""
    found = {}
    for name, (positions, turns) in cases.items():
        some = islice(positions(game, dice), CASES)
        found[name] = tuple(missed(game, at, dice, turns) if turns > 1 else game.play(at, dice, None) for at in some)
    return found


def missed(game: Game, position: str, dice: Dice, turns: int) -> PlayedTurn:
    """So many turns played while nobody looked: one turn of which only the end is seen.

    Raises IllegalAction when the race ends before.
    """
    played = [game.play(position, dice, None)]
    while len(played) < turns:
        played.append(game.play(played[-1].after, dice, None))
    words = " / ".join(one.turn for one in played)
    last = played[-1]
    return replace(played[0], turn=words, after=last.after, stops=last.stops[-1:], declared=(), rolls=())


def posed(position: Callable[[Dice], str]) -> Positions:
    """Each time a position of its own."""

    def positions(game: Game, dice: Dice) -> Iterator[str]:
        while True:
            yield position(dice)

    return positions


def under_way(start: Callable[[Dice], str], every: int, first: int = 0, last: int = 0) -> Positions:
    """Positions of a race, one after so many turns, from its `first` turn to its `last`; then of a new one.

    Without a last turn it is one race, which has to be long enough.
    """

    def positions(game: Game, dice: Dice) -> Iterator[str]:
        while True:
            position, turn = start(dice), 0
            while not game.over(position) and (turn < last or not last):
                position, turn = game.play(position, dice, None).after, turn + 1
                if turn >= first and turn % every == 0 and not game.over(position):
                    yield position

    return positions
