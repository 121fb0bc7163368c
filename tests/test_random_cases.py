"""The random cases of the suite."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import by_lot


def drawn(profile: str) -> list[int]:
    """What a test of twenty random cases is given under a profile."""
    seen: list[int] = []

    @settings(settings.get_profile(profile), max_examples=20, database=None)
    @given(st.integers(0, 10**12))
    def some_test(number: int) -> None:
        seen.append(number)

    some_test()
    return seen


def test_random_cases_are_the_same_in_every_run_and_wander_when_asked() -> None:
    """The suite's own profile draws the same cases again; that of `tools/wander.py` draws others."""
    assert drawn("suite") == drawn("suite")
    assert drawn("wander") != drawn("wander")


def test_what_is_drawn_by_lot_is_more_and_something_else_in_every_round_that_wanders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The suite keeps to the usual seeds and draws little."""
    drawn = []
    for number in (0, 1, 2):
        monkeypatch.setattr(by_lot, "ROUND", number)
        drawn.append((by_lot.lot(7), by_lot.so_many(2, 8)))
    assert drawn[0] == (7, 2)
    assert len({seed for seed, _ in drawn}) == 3
    assert [count for _, count in drawn[1:]] == [8, 8]
