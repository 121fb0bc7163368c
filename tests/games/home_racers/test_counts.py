"""Pinned counts of paths and turns, against counts made in another way."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from referee.games.home_racers.book import actions, begin, trail_of
from referee.games.home_racers.position import Position
from referee.games.home_racers.shapes import LIMITS, legal_shapes, shape
from referee.games.home_racers.start import empty_start, start

STEPS = {"st": (0, 0), "fl": (0, 60), "fr": (0, -60), "lt": (60, 60), "rt": (-60, -60), "ll": (60, 0), "rl": (-60, 0)}
"""Direction of the next centre and change of heading, in degrees: written anew from the ruling's table."""
TABLE = {0: (0, 0), 1: (2, 0), 2: (2, 0), 3: (1, 1), 4: (0, 2), 5: (0, 2)}


@cache
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


def turns(position: Position) -> Counter[tuple[str, tuple[str, ...], int]]:
    """How many moves follow from each gear, path and number of fives and sixes; standing still has no path."""
    found: Counter[tuple[str, tuple[str, ...], int]] = Counter()
    for laid in actions(begin(position)):
        if laid.over:
            found["0", (), 0] += 1
            continue
        gear = str(laid.after.gear)
        codes = tuple(link.code for link in trail_of(laid.after).links)
        for rolled in actions(laid.after):
            good = sum(face > 4 for face in rolled.after.roll or ())
            if (gear, codes, good) not in found:
                found[gear, codes, good] = len(list(actions(rolled.after)))
    return found


@pytest.mark.parametrize(("gear", "count"), [(0, 51), (1, 390), (2, 1497)])
def test_legal_turns_to_depth_one_are_pinned(gear: int, count: int) -> None:
    """A turn is a gear, a path and a number of fives and sixes: (gear + 1) times the paths of each gear allowed, and
    each has one move."""
    gears = [one for one in (gear - 1, gear, gear + 1) if 0 <= one <= 5]
    found = turns(alone(gear))
    assert len(found) == count
    assert set(found.values()) == {1}
    assert sum(len(all_paths(one)) * (one + 1) for one in gears) == count


def test_dice_are_actions() -> None:
    """After gear and path come all different rolls, then the one move they give."""
    laid = next(step.after for step in actions(begin(alone(2))) if step.after.gear == 3)
    rolls = {step.after.roll: step.after for step in actions(laid)}
    assert len(rolls) == math.comb(8, 3)
    moves = {faces: int(next(iter(actions(after))).text.split("move=")[1].split()[0]) for faces, after in rolls.items()}
    assert (moves[(2, 4, 5)], moves[(1, 1, 1)], moves[(5, 6, 6)]) == (4, 3, 6)


def test_only_what_the_rules_allow_is_offered() -> None:
    """Gears out of reach and paths that bend too often are not offered, nor a start over the line."""
    offered = [step.after for step in actions(begin(alone(3)))]
    assert {play.gear for play in offered} == {2, 3, 4}
    for play in offered:
        turned, lanes = TABLE[play.gear or 0]
        codes = [link.code for link in trail_of(play).links]
        assert len(codes) == 2 * (play.gear or 0)
        assert sum(code in ("fl", "fr", "lt", "rt") for code in codes) <= turned
        assert sum(code in ("ll", "rl") for code in codes) <= lanes
    placed = [step.after.position.cars for step in actions(begin(empty_start(("R",))))]
    assert placed
    assert all(where.x_mm < 0 for cars in placed for _, where in cars)
