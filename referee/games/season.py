"""Races that follow each other: what a championship or campaign is to the rest of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SeasonRow:
    """One driver's account over the season: `place` from 1 (level drivers share it), `score` and `note` as written."""

    place: str
    car: str
    player: str
    score: str
    note: str = ""


@dataclass(frozen=True)
class Season:
    """A championship or campaign as it stands; a race that is over counts, one that is on does not yet.

    Attributes
    ----------
    name : what it is called (``championship``).
    race : the number of this race, from 1.
    races : how many are agreed; 0 when it goes on until somebody has won it.
    aim : how it is won, in a few words.
    rows : the standings, best first.
    goes_on : whether this race is over and another one is to follow.
    """

    name: str
    race: int
    races: int
    aim: str
    rows: tuple[SeasonRow, ...]
    goes_on: bool


def ranked(
    accounts: Sequence[tuple[str, str, float, str]], level: Sequence[tuple[float, ...]]
) -> tuple[SeasonRow, ...]:
    """Rows (car, player, score, note) in the order of `level`, the highest first; who is level shares a place.

    >>> accounts = [("R", "red", 7, ""), ("B", "blue", 9, ""), ("G", "green", 7, "")]
    >>> [f"{row.place} {row.player} {row.score}" for row in ranked(accounts, [(7,), (9,), (7,)])]
    ['1 blue 9', '2 red 7', '2 green 7']
    """
    order = sorted(range(len(accounts)), key=lambda index: [-value for value in level[index]])
    best_first = [level[index] for index in order]
    return tuple(
        SeasonRow(str(best_first.index(level[index]) + 1), car, player, f"{score:g}", note)
        for index in order
        for car, player, score, note in [accounts[index]]
    )
