"""Races that follow each other: what a championship or campaign is to the rest of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SeasonRow:
    """One driver's account over the season: `place` from 1 (level drivers share it), points or flags, and races won."""

    place: str
    car: str
    player: str
    score: float
    won: int = 0


@dataclass(frozen=True)
class Season:
    """A championship or campaign as it stands; a race that is over counts, one that is on does not yet.

    Attributes
    ----------
    name : what it is called (``championship``).
    race : the number of this race, from 1.
    races : how many are agreed; 0 when it goes on until somebody has won it.
    target : the score that wins it; 0 when the highest score after the last race does.
    rows : the standings, best first.
    goes_on : whether this race is over and another one is to follow.
    """

    name: str
    race: int
    races: int
    target: int
    rows: tuple[SeasonRow, ...]
    goes_on: bool


def ranked(accounts: Sequence[tuple[str, str, float, int]]) -> tuple[SeasonRow, ...]:
    """Rows (car, player, score, races won), the highest score first, then the most wins; who is level shares a place.

    >>> accounts = [("R", "red", 7, 0), ("B", "blue", 9, 0), ("G", "green", 7, 1), ("Y", "yellow", 7, 0)]
    >>> [f"{row.place} {row.player} {row.score}" for row in ranked(accounts)]
    ['1 blue 9', '2 green 7', '3 red 7', '3 yellow 7']
    """
    best_first = sorted(accounts, key=lambda account: (-account[2], -account[3]))
    levels = [account[2:] for account in best_first]
    return tuple(SeasonRow(str(levels.index(account[2:]) + 1), *account) for account in best_first)
