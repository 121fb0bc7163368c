"""Pinned counts of paths and turns, against counts made in another way."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from referee.games.home_racers.actions import Drive
from referee.games.home_racers.play import apply, legal_actions, legal_turns, start
from referee.games.home_racers.position import Position
from referee.games.home_racers.shapes import LIMITS, legal_shapes, shape

STEPS = {"st": (0, 0), "fl": (0, 60), "fr": (0, -60), "lt": (60, 60), "rt": (-60, -60), "ll": (60, 0), "rl": (-60, 0)}
"""Direction of the next centre and change of heading, in degrees: written anew from the ruling's table."""
TABLE = {0: (0, 0), 1: (2, 0), 2: (2, 0), 3: (1, 1), 4: (0, 2), 5: (0, 2)}


def all_paths(gear: int) -> list[tuple[str, ...]]:
    """Every sequence of placements of the right length, sorted out afterwards."""
    turns, lanes = TABLE[gear]
    found = product(STEPS if gear <= 3 else ("st", "ll", "rl"), repeat=2 * gear)
    return [
        path
        for path in found
        if sum(step in ("fl", "fr", "lt", "rt") for step in path) <= turns
        and sum(step in ("ll", "rl") for step in path) <= lanes
    ]


def driven(path: tuple[str, ...]) -> tuple[int, int, int]:
    """Where a path ends, by plain trigonometry, in thousandths of a tile and degrees."""
    x = y = heading = 0.0
    for step in path:
        direction, turn = STEPS[step]
        x += math.cos(math.radians(heading + direction))
        y += math.sin(math.radians(heading + direction))
        heading += turn
    return round(1000 * x), round(1000 * y), round(heading) % 360


@pytest.mark.parametrize(("gear", "paths"), [(0, 1), (1, 25), (2, 113), (3, 277), (4, 129), (5, 201)])
def test_the_number_of_paths_of_each_gear_is_pinned(gear: int, paths: int) -> None:
    """1, 25, 113, 277, 129, 201 paths, as many as sorting out all sequences leaves."""
    assert {one.codes for one in legal_shapes(*LIMITS[gear], 2 * gear)} == set(all_paths(gear))
    assert len(all_paths(gear)) == paths


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_paths_end_where_trigonometry_says(gear: int) -> None:
    """The lattice and plain angles agree on every end."""
    ours = Counter(
        (round(1000 * one.x), round(1000 * one.y), round(one.heading_deg) % 360)
        for one in legal_shapes(*LIMITS[gear], 2 * gear)
    )
    assert ours == Counter(driven(path) for path in all_paths(gear))


def test_different_ends_of_full_paths_are_pinned() -> None:
    """How many different places and headings the last tile of a path can have, by gear."""
    ends = [len({driven(path) for path in all_paths(gear)}) for gear in range(1, 6)]
    ours = [len({shape(one.codes).cells[-1] for one in legal_shapes(*LIMITS[gear], 2 * gear)}) for gear in range(1, 6)]
    assert ours == ends == PINNED_ENDS


PINNED_ENDS = [19, 45, 33, 6, 6]


def alone(gear: int) -> Position:
    """One car on a bare floor."""
    return replace(start(1, Random(0)), specials=(), gears=(("R", (gear,)),), line=None)


@pytest.mark.parametrize(("gear", "turns"), [(0, 51), (1, 390), (2, 1497), (3, 2092), (4, 2959), (5, 1851)])
def test_legal_turns_to_depth_one_are_pinned(gear: int, turns: int) -> None:
    """A turn is a gear, a path and a number of fives and sixes: (gear + 1) times the paths of each gear allowed."""
    gears = [one for one in (gear - 1, gear, gear + 1) if 0 <= one <= 5]
    assert sum(1 for _ in legal_turns(alone(gear))) == turns
    assert sum(len(all_paths(one)) * (one + 1) for one in gears) == turns


def test_legal_turns_to_depth_two_are_pinned() -> None:
    """From standstill 51 first turns and 19551 pairs of turns."""
    position = alone(0)
    assert sum(sum(1 for _ in legal_turns(apply(position, turn))) for turn in legal_turns(position)) == 19551


def test_dice_are_actions() -> None:
    """After gear and path come all different rolls, then the one move they give."""
    position = alone(2)
    geared = [turn for turn in legal_actions(position, Drive("R")) if turn.gear == 3]
    laid = next(legal_actions(position, geared[0]))
    rolls = list(legal_actions(position, laid))
    assert len(rolls) == math.comb(8, 3)
    moves = {turn.roll: next(legal_actions(position, turn)).move for turn in rolls}
    assert (moves[(2, 4, 5)], moves[(1, 1, 1)], moves[(5, 6, 6)]) == (4, 3, 6)
