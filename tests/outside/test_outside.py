"""The referee is held against readings of the rule books that were written without a look at it.

`python -m tests.outside.fuzz --game GAME` does the same for as long as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from tests.outside.fuzz import Disagreement, DoorAnswer, by_the_door, case, disagreements, reading_of
from tests.outside.reading import ILLEGAL, LEGAL, UNDECIDED, Said

CASES = {"royal-racers": 600, "nestorgames-gp": 350, "racepack": 700, "home-racers": 700}
"""From so many cases of each game the suite's are taken."""
SELDOM, ONE_IN = {"royal-racers": ("free", "slip"), "nestorgames-gp": ("free", "slip")}, 6
"""Of the kinds that take a judge of these games most of the time, one case in so many."""
SEED = 1

Known = Callable[[Disagreement], bool]


def a_word_that_slips(one: Disagreement) -> bool:
    """A turn that is legal but for one word is called a fault instead of asking about the word."""
    return one.kind != "chain" and _for_its_words(one)


def another_drivers_words(one: Disagreement) -> bool:
    """Several turns were missed, all legal, and somebody's words are held against another driver."""
    return one.kind == "chain" and _for_its_words(one)


def _for_its_words(one: Disagreement) -> bool:
    return bool(one.change.words) and one.wrong.startswith(ILLEGAL) and "should be LEGAL or UNDECIDED" in one.wrong


def blocked_beside_a_hazard(one: Disagreement) -> bool:
    """A car that can make only one or two movements, for cars block it or a hazard ends the turn, is to make three."""
    return one.wrong.startswith(f"{ILLEGAL} racepack/three-movements") and not one.change.words


ALSO: Mapping[str, Sequence[tuple[int, int]]] = {
    "racepack": ((8, 3741),),
}
"""Cases, by seed and number, of what is known and seldom happens."""

KNOWN: Mapping[str, Sequence[Known]] = {
    # RULINGS, the first law: a fault only "if no completion of the unseen facts makes the observed change legal"; where
    # dropping one word makes a turn legal, the word is asked about. Missed turns are unseen facts too.
    # The same; and Blocking And Bumping: "when three movements are not possible, the driver makes as many as are".
    "racepack": (a_word_that_slips, another_drivers_words, blocked_beside_a_hazard),
}
"""What the referee is known to answer wrongly; each of these has to happen, so that none outlives its mending."""


def _taken(game: str) -> list[int]:
    """The numbers of the suite's cases."""
    seldom = SELDOM.get(game, ())
    return [number for number in range(CASES[game]) if not number % ONE_IN or _kind(game, number) not in seldom]


def _kind(game: str, number: int) -> str:
    return case(reading_of(game), SEED, number)[0]


@pytest.mark.parametrize("game", CASES)
def test_the_referee_answers_as_an_outside_reading_of_the_rule_book_allows(game: str) -> None:
    """Every answer is one of those that are right, but for what the referee is known to do wrong."""
    cases = [(SEED, _taken(game)), *((seed, range(number, number + 1)) for seed, number in ALSO.get(game, ()))]
    found = [
        one
        for seed, numbers in cases
        for one in disagreements(game, by_the_door, seed, numbers)
        if isinstance(one, Disagreement)
    ]
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
