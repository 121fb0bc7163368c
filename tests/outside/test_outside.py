"""The referee is held against readings of the rule books that were written without a look at it.

`python -m tests.outside.fuzz --game GAME` does the same for as long as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.by_lot import lot, so_many
from tests.outside.fuzz import Disagreement, DoorAnswer, by_the_door, case, disagreements, reading_of
from tests.outside.reading import ILLEGAL, LEGAL, UNDECIDED, Said

CASES = {"royal-racers": 40, "nestorgames-gp": 32, "racepack": 24, "home-racers": 40}
"""From so many cases of each game the suite's are taken."""
SELDOM, ONE_IN = {"royal-racers": ("free", "slip"), "nestorgames-gp": ("free", "slip")}, 6
"""Of the kinds that take a judge of these games most of the time, one case in so many."""
SEED = lot(1)


def _taken(game: str) -> list[int]:
    """The numbers of the suite's cases."""
    seldom = SELDOM.get(game, ())
    numbers = range(so_many(1, 36) * CASES[game])
    return [number for number in numbers if not number % ONE_IN or _kind(game, number) not in seldom]


def _kind(game: str, number: int) -> str:
    return case(reading_of(game), SEED, number)[0]


@pytest.mark.by_lot
@pytest.mark.parametrize("game", CASES)
def test_the_referee_answers_as_an_outside_reading_of_the_rule_book_allows(game: str) -> None:
    """Every answer is one of those that are right."""
    cases = disagreements(game, by_the_door, SEED, _taken(game))
    found = [one.line(game) for one in cases if isinstance(one, Disagreement)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("status", [LEGAL, ILLEGAL, UNDECIDED])
@pytest.mark.parametrize("game", CASES)
def test_a_referee_who_always_says_the_same_is_found_out(game: str, status: str) -> None:
    """Of twenty random changes none may be called anything at all."""

    def stubborn(position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: None) -> DoorAnswer:
        return DoorAnswer(status, (f"{game}/nothing",), position)

    assert any(isinstance(one, Disagreement) for one in disagreements(game, stubborn, SEED, range(20)))
