"""Made-up turns of which the rule book alone says what they are; many more by hand (see `by_the_book`)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.by_lot import lot, so_many
from tests.games.nestorgames_gp.by_the_book import KINDS, Case, cases

SEED, TURNS = lot(13), so_many(20, 400)


@pytest.mark.by_lot
@pytest.mark.parametrize("make", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_the_word_keeps_to_the_book(make: Callable[[Random], Case | None]) -> None:
    """Roads, rolls without a movement, slides, crashes on oil and missed rounds are judged as the book has them."""
    wrong = [(case, words) for case in cases(make, SEED, TURNS) if (words := case.wrong())]
    assert not wrong, f"{len(wrong)} of {TURNS}, first {wrong[0]}"
