"""The referee is held against readings of the rule books that were written without a look at it.

`python -m tests.outside.fuzz --game GAME` does the same for as long as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from tests.outside.fuzz import Disagreement, DoorAnswer, by_the_door, disagreements
from tests.outside.reading import ILLEGAL, LEGAL, UNDECIDED, Said

CASES = {"royal-racers": 600, "nestorgames-gp": 350, "racepack": 700, "home-racers": 700}
"""How many cases of each game are judged in the suite: about 15 seconds."""
SEED = 1

Known = Callable[[Disagreement], bool]


def two_rolls_left_out(one: Disagreement) -> bool:
    """Two penalty rolls were left out on a way that nobody saw: it is told as one fault of another kind."""
    return "should be LEGAL or UNDECIDED or ILLEGAL penalty-roll (" in one.wrong and not one.change.words


KNOWN: Mapping[str, Sequence[Known]] = {"racepack": (two_rolls_left_out,)}
"""What the referee is known to answer wrongly; each of these has to happen, so that none outlives its mending."""


@pytest.mark.parametrize("game", CASES)
def test_the_referee_answers_as_an_outside_reading_of_the_rule_book_allows(game: str) -> None:
    """Every answer is one of those that are right, but for what the referee is known to do wrong."""
    cases = disagreements(game, by_the_door, SEED, range(CASES[game]))
    found = [one for one in cases if isinstance(one, Disagreement)]
    excused = {known: [one for one in found if known(one)] for known in KNOWN.get(game, ())}
    new = [one.line(game) for one in found if not any(known(one) for known in excused)]
    assert not new, "\n".join(new)
    assert [known.__name__ for known, those in excused.items() if not those] == []


@pytest.mark.parametrize("status", [LEGAL, ILLEGAL, UNDECIDED])
@pytest.mark.parametrize("game", CASES)
def test_a_referee_who_always_says_the_same_is_found_out(game: str, status: str) -> None:
    """Of twenty random changes none may be called anything at all."""

    def stubborn(position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: None) -> DoorAnswer:
        return DoorAnswer(status, (f"{game}/nothing",), position)

    assert any(isinstance(one, Disagreement) for one in disagreements(game, stubborn, SEED, range(20)))
