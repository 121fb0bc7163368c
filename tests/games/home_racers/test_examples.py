"""The worked examples of the rule book's sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.home_racers.rules import extra_moves, next_gears
from referee.games.home_racers.shapes import LIMITS, tiles_of

Make = Callable[..., Any]


def test_gear_3_rolls_2_4_and_5_and_moves_to_the_4th_tile(floor: Make) -> None:
    """Gear 3 and one additional move from the 5: the car stands on the fourth of six tiles."""
    turn = floor(3).turn("st-st-fr-st-st-st", "245", 4)
    verdict = turn.verdict("gear=3")
    assert verdict.status is Status.LEGAL
    assert verdict.turn == "R: gear=3 path=st-st-fr-st-st-st roll=2.4.5 move=4"
    assert "drove 4 tiles in gear 3" in verdict.sentence


def test_gear_4_needs_8_tiles_and_gear_3_needs_6() -> None:
    """Twice the gear number."""
    assert (tiles_of(3), tiles_of(4)) == (6, 8)


def test_gear_4_with_two_right_lane_changes_in_eight_tiles(floor: Make) -> None:
    """The example of a trajectory path in gear 4."""
    assert floor(4).turn("st-rl-st-st-rl-st-st-st", "1234", 4).status() is Status.LEGAL


def test_the_green_car_turns_once_in_gear_3(floor: Make) -> None:
    """Only one turn is allowed with gear 3."""
    assert floor(3).turn("st-st-lt-st-st-st", "123", 3).status() is Status.LEGAL
    assert floor(3).turn("st-st-lt-st-lt-st", "123", 3).broken() == ("turns",)


def test_the_red_car_makes_two_turns_in_gear_2(floor: Make) -> None:
    """Four tiles, two of them right turns."""
    assert floor(2).turn("st-rt-st-rt", "12", 2).status() is Status.LEGAL
    assert floor(2).turn("rt-rt-rt-st", "12", 2).broken() == ("turns",)


def test_the_table_of_gears_as_the_ruling_reads_it() -> None:
    """Turns and lane changes by gear."""
    assert {gear: LIMITS[gear] for gear in range(1, 6)} == {1: (2, 0), 2: (2, 0), 3: (1, 1), 4: (0, 2), 5: (0, 2)}


@pytest.mark.parametrize(("gear", "following"), [(0, (0, 1)), (3, (2, 3, 4)), (5, (4, 5))])
def test_the_gear_stays_or_changes_by_one_between_0_and_5(gear: int, following: tuple[int, ...]) -> None:
    """The gear number is between 0, a stationary car, and 5."""
    assert next_gears((gear,)) == following


def test_each_5_and_6_moves_one_further() -> None:
    """Fives and sixes only."""
    assert [extra_moves((face,)) for face in range(1, 7)] == [0, 0, 0, 0, 1, 1]
