"""Which die is which: a driver's dice are alike, so between two looks they are known by where and how they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.nestorgames_gp.observation import Observation, Thrown, thrown_anew


def numbered_after(known: Sequence[Thrown], now: Sequence[Thrown]) -> tuple[Thrown, ...]:
    """The dice of a look, numbered like the dice known from earlier looks that lie just so.

    A die that lies like none of them gets a number that no die had before, its own if that is one.

    >>> known = (Thrown("R", 1, 5, 0.0, 0.0, 10.0),)
    >>> now = (Thrown("R", 1, 3, 40.0, 0.0, 0.0), Thrown("R", 2, 5, 0.5, 0.0, 101.0))
    >>> [(die.number, die.face) for die in numbered_after(known, now)]
    [(2, 3), (1, 5)]
    """
    left = list(known)
    kept: dict[int, Thrown] = {}
    for index, die in enumerate(now):
        same = next((old for old in left if old.car == die.car and not thrown_anew(old, die)), None)
        if same is not None:
            left.remove(same)
            kept[index] = replace(die, number=same.number)
    used = {(die.car, die.number) for die in kept.values()}
    found = []
    for index, die in enumerate(now):
        if index not in kept:
            heard = {(old.car, old.number) for old in known} | used
            number = die.number if (die.car, die.number) not in heard else _unheard_of(die.car, heard)
            used.add((die.car, number))
            kept[index] = replace(die, number=number)
        found.append(kept[index])
    return tuple(found)


def _unheard_of(car: str, heard: set[tuple[str, int]]) -> int:
    return next(number for number in range(1, len(heard) + 2) if (car, number) not in heard)


def followed(before: Sequence[Thrown], stops: Sequence[Observation]) -> tuple[tuple[Thrown, ...], ...]:
    """The dice of every stop, each die under one number from look to look."""
    known = {(die.car, die.number): die for die in before}
    found = []
    for stop in stops:
        now = numbered_after(tuple(known.values()), stop.dice)
        known.update(((die.car, die.number), die) for die in now)
        found.append(now)
    return tuple(found)
