"""Backgammon passes the contract, and what is left open there."""

from __future__ import annotations

from dataclasses import replace

from race_backgammon import game as book
from race_backgammon.kit import DESIGN
from race_backgammon.law import OFF, men
from referee.contract import Case, TableContract
from referee.games.base import Status
from referee.mind.belief import belief_in
from referee.mind.search import Evidence
from referee.mind.verdict import Ruling, rule


class TestBackgammon(TableContract):
    """All promises of a game."""

    case = Case(book, kit=DESIGN, rare=frozenset({"backgammon/both-dice"}))


def told(before: book.State, *after: book.State) -> Ruling[book.State]:
    """The word on what lay on the table."""
    return rule(book, belief_in(before), Evidence(tuple(map(book.show, (before, *after))), closed=False), 1)


START = replace(book.State(), turn="white", stage=book.ROLL, dice=(6, 5))
THROWN = replace(START, dice=(3, 1))


def moved(state: book.State, *ways: tuple[int, int]) -> book.State:
    """White's men moved by hand."""
    for place, to in ways:
        white = list(state.white)
        white[place] -= 1
        white[to] += 1
        state = replace(state, white=tuple(white))
    return state


def test_the_smaller_die_alone() -> None:
    """If either die can be played but not both, the larger must be."""
    before = replace(START, white=men({13: 1, OFF: 14}), black=men({21: 2, OFF: 13}))
    thrown = replace(before, dice=(5, 4))
    found = told(before, thrown, moved(thrown, (13, 9)))
    assert found.status is Status.ILLEGAL
    assert [one.kind for one in found.broken] == ["backgammon/both-dice"]
    assert told(before, thrown, moved(thrown, (13, 8))).status is Status.LEGAL


def test_men_move_one_by_one_in_any_order() -> None:
    """A look in the middle of a turn shows a turn under way."""
    half = moved(THROWN, (6, 5))
    assert told(START, THROWN, half).status is Status.LEGAL
    assert not told(START, THROWN, half).over
    whole = told(START, THROWN, half, moved(half, (8, 5)))
    assert (whole.status, whole.over) == (Status.LEGAL, True)
    assert told(START, THROWN, moved(THROWN, (8, 5)), moved(half, (8, 5))).status is Status.LEGAL


def test_a_move_may_be_taken_back_until_the_dice_are_picked_up() -> None:
    """Who has seen something better puts the men back and moves others, even after the whole throw was played."""
    first, second = moved(THROWN, (8, 5), (6, 5)), moved(THROWN, (24, 23), (13, 10))
    assert told(START, THROWN, first, second).status is Status.LEGAL
    assert told(START, THROWN, moved(THROWN, (24, 21)), second).status is Status.LEGAL
    wrong = told(START, THROWN, first, moved(THROWN, (24, 22), (13, 10)))
    assert wrong.status is Status.ILLEGAL


def test_the_cube() -> None:
    """Twice the stakes on the other's side: it was taken. After the throw, or turned by the wrong player: a fault."""
    taken = replace(START, cube=2, owner="black")
    assert told(START, taken).status is Status.LEGAL
    late = told(START, THROWN, replace(THROWN, cube=2, owner="black"))
    assert [one.kind for one in late.broken] == ["backgammon/doubling"]
    theirs = replace(START, owner="black", cube=2)
    again = told(theirs, replace(theirs, owner="black", cube=4))
    assert [one.kind for one in again.broken] == ["backgammon/doubling"]


def test_a_match() -> None:
    """Games follow one another until somebody has the points; when one side lacks one point, one game has no cube."""
    won = replace(book.State(), turn="", stage=book.OVER, length=5, score=(4, 1), winner="white", points=2)
    crawford = book.next_game(won)
    assert crawford is not None
    assert not book.may_double(replace(crawford, stage=book.ROLL))
    lost = replace(crawford, turn="", stage=book.OVER, score=(4, 2), winner="black", points=1)
    after = book.next_game(lost)
    assert after is not None
    assert book.may_double(replace(after, stage=book.ROLL))
    assert book.next_game(replace(won, score=(6, 1))) is None
