"""The random cases of the suite."""

from hypothesis import given, settings
from hypothesis import strategies as st


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
