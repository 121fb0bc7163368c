"""What a step claims is borne out by any word that says it."""

from __future__ import annotations

from referee.games.rulebook import Claim
from referee.words.fact import fact, parse_word


def test_other_words_may_say_the_same() -> None:
    """A roll of 6 and 3 says that a car moves 9 spaces, whoever it is said of by name; another roll does not."""
    nine = Claim(fact("sum", by="R", value="9"), others=frozenset({fact("roll", value="6+3")}))
    assert all(nine.told_by(parse_word(text, "RB")) for text in ("sum=9", "R:sum=9", "roll=6+3", "R:roll=6+3"))
    assert not any(nine.told_by(parse_word(text, "RB")) for text in ("sum=8", "B:sum=9", "roll=6+2", "B:roll=6+3"))


def test_a_word_that_something_was_done_does_not_say_that_nothing_was() -> None:
    """Who says “a repeat” does not say that there was none."""
    none = Claim(fact("bust", by="R", value="no"))
    assert none.told_by(parse_word("bust=no", "RB"))
    assert not none.told_by(parse_word("bust", "RB"))
