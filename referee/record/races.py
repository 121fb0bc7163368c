"""A record with several races, such as a championship's, taken apart into races."""

from __future__ import annotations

from collections.abc import Iterable

from referee.record.entry import Entry
from referee.record.fold import fold

ABOUT = {"overrule": "entry", "note": "stands"}
"""Entries about another one, with the field that names it: they belong to its race, however late they were made."""


def races(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """The entries of each race, oldest first: what comes before the first start belongs to the first race.

    A start that was taken back begins no race. One tuple, perhaps an empty one, when there is no second start.
    """
    entries = tuple(entries)
    undone = fold(entries).undone
    found: list[list[Entry]] = [[]]
    race_of: dict[int, int] = {}
    for entry in entries:
        begins = entry.kind == "start" and entry.id not in undone
        if begins and any(one.kind == "start" for one in found[-1]):
            found.append([])
        about = entry.data.get(ABOUT.get(entry.kind, ""))
        at = race_of.get(about, len(found) - 1) if isinstance(about, int) else len(found) - 1
        race_of[entry.id] = at
        found[at].append(entry)
    return tuple(tuple(race) for race in found)


def standing_turns(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The verdicts of every race that closed a turn and still stand, oldest first."""
    return tuple(turn for race in races(entries) for turn in fold(race).turns)
