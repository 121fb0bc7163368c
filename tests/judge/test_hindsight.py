"""Before anybody is accused: what was left open in an earlier turn may have been otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from referee.games.base import Game, Line, Rule, Violation
from referee.games.catalogue import COMMON
from referee.judge.hindsight import could_be_legal
from referee.judge.past import Past, Told, Word

SPENT = Rule("purse/spent", "Nobody spends what he has not", "Purse")


class Purse:
    """A game of one driver: the position is the coins he holds, and each turn he spends one, seen or only said.

    The stop `?` is a coin spent that nobody saw, one line for each coin; the word `coin=a` says which. `-` is no coin.
    """

    words = COMMON

    @property
    def rules(self) -> dict[str, Rule]:
        """Its one rule."""
        return {SPENT.id: SPENT}

    def explain(self, position: str, stops: Sequence[Any], said: Sequence[str], closed: bool) -> tuple[Line, ...]:
        """The lines of one turn, as `Game.explain`."""
        told = [text.partition("=")[2] for text in said]
        coins = told[-1:] or ([] if stops[-1] == "-" else [stops[-1]])
        if coins == ["?"]:
            return tuple(
                Line(f"spent {one}", (), (f"{one} was spent",), True, position.replace(one, "")) for one in position
            )
        missing = [Violation(SPENT.id, f"{one} is spent already.") for one in coins if one not in position]
        return (
            Line(
                " ".join(f"coin={one}" for one in coins),
                tuple(missing),
                (),
                True,
                position.replace("".join(coins) or " ", ""),
            ),
        )

    def accept(self, position: str, seen: str) -> str:
        """The coin that is seen is there again; of the others nothing is known."""
        return "".join(sorted({*position, seen}))

    def driver(self, position: str) -> str:
        """Always the same."""
        return "red"

    def in_words(self, turn: str, complete: bool) -> str:
        """As it is noted."""
        return turn

    def questions(self, position: str, lines: Sequence[Line]) -> tuple[Any, ...]:
        """None."""
        return ()

    def alternatives(self, position: str, seen: Any) -> tuple[str, ...]:
        """None."""
        return ()


LAW = cast(Game, Purse())


def spends(position: str, coin: str, *words: Word) -> Told:
    """The open turn."""
    return Told(position, ("-", coin), words)


def test_another_reading_of_a_turn_before_excuses_this_one() -> None:
    """An unseen coin was taken for a: a is spent now, so it was b; with nothing left open it is a fault."""
    past = Past("ab", ("-", "?"), (), ("a",), legal=False)
    between = Past("b", ("-", "-"))
    assert could_be_legal(LAW, (past, between), spends("b", "a"), closed=True)
    assert not could_be_legal(LAW, (replace(past, others=()), between), spends("b", "a"), closed=True)


def test_another_reading_must_not_make_a_turn_between_a_fault() -> None:
    """If the unseen coin was b, the turn between, in which b was seen to be spent, would be a fault instead."""
    past = Past("abc", ("-", "?"), (), ("ac",), legal=False)
    between = Past("bc", ("-", "b"))
    assert not could_be_legal(LAW, (past, between), spends("c", "a"), closed=True)
    assert could_be_legal(LAW, (past, replace(between, legal=False)), spends("c", "a"), closed=True)


def test_a_word_at_the_end_of_a_turn_may_have_been_about_the_next() -> None:
    """Nothing was seen after coin=a was said, so it may be the next turn's; said for sure, it is not."""
    early = Word("coin=a", at=2)
    past, between = Past("ab", ("-", "-"), (early,)), Past("b", ("-", "-"))
    assert could_be_legal(LAW, (past, between), spends("b", "a"), closed=True) is False  # twice is twice
    assert could_be_legal(LAW, (past,), spends("b", "a"), closed=True)
    sure = replace(past, words=(replace(early, sure=True),))
    assert not could_be_legal(LAW, (sure,), spends("b", "a"), closed=True)


def test_a_search_that_takes_too_long_lets_the_accusation_stand() -> None:
    """So many turns lie between that they are not all judged again."""
    past = Past("ab", ("-", "?"), (), ("a",), legal=False)
    assert not could_be_legal(LAW, (past, *(Past("b", ("-", "-")) for _ in range(200))), spends("b", "a"), closed=True)


def test_the_table_taken_as_it_stood_keeps_what_was_unseen_before() -> None:
    """After an open turn people put coin a back: with the other reading of that turn, c is there to be spent too."""
    past = Past("bc", ("-", "?"), (), ("c",), legal=False)
    taken = Past("b", ("-", "b"), legal=False, taken="a")
    after = Past("ab", ("-", "a"))
    assert could_be_legal(LAW, (past, taken, after), spends("b", "c"), closed=True)
    assert not could_be_legal(LAW, (past, replace(taken, taken=None), after), spends("b", "c"), closed=True)
