"""Facts and words: data with one text each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.words.fact import fact, parse_word, word_text

KINDS = st.from_regex(r"[a-z][a-z-]{0,8}", fullmatch=True)
VALUES = st.from_regex(r"[a-z0-9.+]{1,6}", fullmatch=True)
PLACES = st.from_regex(r"[a-z0-9]{1,3}", fullmatch=True)


@given(KINDS, st.none() | PLACES, st.none() | VALUES, st.none() | st.sampled_from("SMCA"))
def test_words_round_trip(kind: str, at: str | None, value: str | None, by: str | None) -> None:
    """A word written as text and read again is the same word."""
    given_ones = {"at": at, "value": value, "by": by}
    word = fact(kind, **{name: one for name, one in given_ones.items() if one is not None})
    assert parse_word(word_text(word), "SMCA") == word


@pytest.mark.parametrize("text", ["", "=4", "roll=", "Roll=4", "roll 4", "roll=4\nroll=5", "7"])
def test_no_word(text: str) -> None:
    """What is no declaration is refused in a sentence that shows how one is written."""
    with pytest.raises(NotationError, match="kind=value, roll=4"):
        parse_word(text, "SMCA")


def test_denying() -> None:
    """A word of `no` denies what is claimed of its kind, at its place, and nothing else."""
    claim = fact("token", at=2, value=4)
    assert fact("token", value="no").denies(claim)
    assert fact("token", at=2, value="no").denies(claim)
    assert not fact("token", at=1, value="no").denies(claim)
    assert not fact("roll", value="no").denies(claim)
    assert not fact("token", value=4).denies(claim)
