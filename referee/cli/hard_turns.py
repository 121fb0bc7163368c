"""Turns that are hard to explain, for the benchmarks: played from the positions in `hard_turns.txt`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from referee.games.base import Dice, PlayedTurn
from referee.mind.reasoned import Game

CASES = Path(__file__).with_suffix(".txt")


def hard_turns(game: Game, dice: Dice, most: int | None = None) -> Mapping[str, tuple[PlayedTurn, ...]]:
    """A turn from every position of each case of a game, or from `most` of them, by the case's name."""
    return {
        name: tuple(missed(game, position, dice, turns) for position in positions[:most])
        for (whose, name, turns), positions in _cases().items()
        if whose == game.name
    }


@lru_cache(maxsize=1)
def _cases() -> Mapping[tuple[str, str, int], list[str]]:
    """The positions of each case: of which game, its name in words, and how many turns nobody sees but their end."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found[next(reversed(found))].append(line.strip())
        elif line and not line.startswith("#"):
            game, name, turns = line.split(" | ")
            found[game, name, int(turns)] = []
    return found


def missed(game: Game, position: str, dice: Dice, turns: int) -> PlayedTurn:
    """One turn played; or so many while nobody looked, told as one of which only the end is seen.

    Raises IllegalAction when the race ends before.
    """
    played = [game.play(position, dice, None)]
    while len(played) < turns:
        played.append(game.play(played[-1].after, dice, None))
    if turns == 1:
        return played[0]
    words = " / ".join(one.turn for one in played)
    last = played[-1]
    return replace(played[0], turn=words, after=last.after, stops=last.stops[-1:], declared=(), rolls=())
