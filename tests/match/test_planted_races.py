"""Races in which some turns break a rule on purpose, all spoken, as the match takes them without pictures."""

from __future__ import annotations

import pytest
from planted_races import race

from referee.games.registry import game
from referee.mind import reasoned

SEEDS = {"nestorgames-gp": 102, "royal-racers": 101, "home-racers": 103}
"""A race of each game in which a fault leaves open whose turn it is."""


@pytest.mark.parametrize("name", SEEDS)
def test_after_a_fault_that_leaves_open_whose_turn_it_is_nobody_is_accused_falsely(name: str) -> None:
    """What else may be so is kept beside the likeliest story until a look parts them."""
    told = race(game(name), SEEDS[name], turns=50, fault_share=0.3)
    assert (told["false_accusations"], told["wrong_rule"]) == (0, 0)
    assert told["undecided"] <= 5


@pytest.mark.parametrize(("told_again", "called"), [(False, True), (True, False), (None, True)])
def test_a_fault_is_called_only_if_the_turns_before_it_cannot_be_told_so_that_it_is_none(
    told_again: bool | None, called: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Legal play that explains all turns together makes a question of a fault; a search that gave up does so only
    where a turn before can be told in several ways."""
    monkeypatch.setattr(reasoned, "legal_over", lambda *every: told_again)
    told = race(game("royal-racers"), 101, turns=8, fault_share=0.5)
    assert bool(told["illegal"]) == called
    assert bool(told["undecided"]) != called
