"""Races in which some turns break a rule on purpose, all spoken, as the match takes them without pictures."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from planted_races import kept, planted, race

from referee.games.registry import game
from referee.mind import reasoned

SEEDS = (
    ("royal-racers", 102), pytest.param("racepack", 101, marks=pytest.mark.long),
    pytest.param("nestorgames-gp", 102, marks=pytest.mark.long),
    pytest.param("royal-racers", 101, marks=pytest.mark.long), pytest.param("home-racers", 103, marks=pytest.mark.long),
)  # fmt: skip
"""Races in which a fault leaves open whose turn it is, or what hands did last might have been taken back."""
PLANTED = Path(__file__).parent / "planted"
"""What was played in them: `tools/planted_races.py --keep`. A fault takes longer to plant than to judge."""


@pytest.mark.parametrize(("name", "seed"), SEEDS)
def test_after_a_fault_that_leaves_open_whose_turn_it_is_nobody_is_accused_falsely(name: str, seed: int) -> None:
    """What else may be so is kept beside the likeliest story until a look parts them."""
    told = race(game(name), seed, islice(kept(PLANTED / f"{name}-{seed}.jsonl"), 50))
    assert (told["false_accusations"], told["wrong_rule"], told["missed_faults"]) == (0, 0, 0)
    assert told["undecided"] <= 1


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param("nestorgames-gp", 103, marks=pytest.mark.long),
        pytest.param("royal-racers", 101, marks=pytest.mark.long),
        ("royal-racers", 102),
    ],
)
def test_a_turn_said_to_be_done_under_a_hand_is_not_mixed_with_the_next(name: str, seed: int) -> None:
    """What is first seen after the word is the next driver's, unless it tells the turn before better:
    nobody pays for what another did."""
    told = race(game(name), seed, kept(PLANTED / f"{name}-{seed}.jsonl"), haste=0.5)
    assert (told["false_accusations"], told["wrong_rule"], told["missed_faults"], told["undecided"]) == (0, 0, 0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_no_fault_is_planted_that_puts_back_or_goes_on_with_what_the_driver_before_did(seed: int) -> None:
    """Nobody who looks on could tell it from a second thought of the driver before."""
    law, dice = game("royal-racers"), Random(seed)
    last = law.play(law.start(3, dice), dice, None)
    for fault in 8 * ("royal-racers/turn-order", "royal-racers/flag-placement"):
        played = law.play(last.after, dice, fault, last)
        looks = [law.observe(text) for text in (last.before, *last.stops)]
        seen = [law.observe(text) for text in played.stops if played.truth != "legal"]
        assert all(law.changed(one, look) for one in looks[:-1] for look in seen), (last, played)
        assert not any(law.went_on(last.before, looks, look) for look in seen[:1]), (last, played)
        last = law.play(last.after, dice, None)


BACK_AND_OUT = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:d10,C:c9,M:d9,S:out:k5 hazards=b5+,b8+,i10-,l8- lap=3 "
    "die=2:8:-12:210 players=4 race=3 round=5 turn=S,M,A,C order=S,M,A,C laps=S:1,M:1,C:1,A:1 "
    "tokens=S:2345,M:345,C:2345,A:245"
)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 12))])
def test_no_fault_is_planted_that_ends_as_something_lay_before(seed: int) -> None:
    """A car set on the road and out again without a roll has been taken back, for all who look on."""
    law = game("racepack")
    played = law.play(BACK_AND_OUT, Random(seed), "racepack/spin-out")
    looks = [law.observe(text) for text in (played.before, *played.stops)]
    assert played.truth == "legal" or law.put_back(looks[:-1], looks[-1]) is None, played


@pytest.mark.parametrize(("told_again", "called"), [(False, True), (True, False), (None, True)])
def test_a_fault_is_called_only_if_the_turns_before_it_cannot_be_told_so_that_it_is_none(
    told_again: bool | None, called: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Legal play that explains all turns together makes a question of a fault; a search that gave up does so only
    where a turn before can be told in several ways."""
    nothing = None if told_again is None else ()
    monkeypatch.setattr(reasoned, "legal_over", lambda book, starts, *every: tuple(starts) if told_again else nothing)
    told = race(game("royal-racers"), 103, islice(planted(game("royal-racers"), 103, 0.5), 8))
    assert bool(told["illegal"]) == called
    assert bool(told["undecided"]) != called
