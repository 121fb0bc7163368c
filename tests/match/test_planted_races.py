"""Races in which some turns break a rule on purpose, all spoken, as the match takes them without pictures."""

from __future__ import annotations

import pytest
from planted_races import race

from referee.games.registry import game

SEEDS = {"nestorgames-gp": 102, "royal-racers": 101, "home-racers": 103}
"""A race of each game in which a fault leaves open whose turn it is."""


@pytest.mark.parametrize("name", SEEDS)
def test_after_a_fault_that_leaves_open_whose_turn_it_is_nobody_is_accused_falsely(name: str) -> None:
    """What else may be so is kept beside the likeliest story until a look parts them."""
    told = race(game(name), SEEDS[name], turns=50, fault_share=0.3)
    assert (told["false_accusations"], told["wrong_rule"]) == (0, 0)
    assert told["undecided"] <= 5
