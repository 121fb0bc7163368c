"""Backgammon passes the contract, and what is left open there."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from race_backgammon import game as book
from race_backgammon.kit import DESIGN
from race_backgammon.law import OFF, men
from race_backgammon.table import SHEETS, read
from referee.contract import Case, Lying, SeenTable, TableContract
from referee.games.base import Status
from referee.games.rigid import Transform
from referee.mind.belief import belief_in
from referee.mind.from_book import FromBook
from referee.mind.search import Evidence
from referee.mind.verdict import Ruling, rule
from referee.simulator.art import page_to_table


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


def seen(state: book.State, men_under: frozenset[str] = frozenset()) -> SeenTable:
    """The table seen, the right leaf 5 mm and 2 degrees out of joint, dots too; men lie under others where told."""
    lies = {sheet: Transform(*at) for sheet, at in SHEETS.items()} | {"board:right": Transform(95.0, 3.0, 2.0)}
    inward = {sheet: Transform(-x_mm, -y_mm) for sheet, (x_mm, y_mm) in SHEETS.items()}
    found = [Lying(one, "top", lie.dx_mm, lie.dy_mm, lie.turn_deg) for one, lie in lies.items()]
    men_at = []
    for man in book.layout(state, TestBackgammon.case.manifest):
        if man.piece.startswith("man:") and man.piece not in men_under:
            sheet = min(SHEETS, key=lambda one, at=(man.x_mm, man.y_mm): math.dist(SHEETS[one], at))
            men_at.append(lies[sheet].of(inward[sheet].of((man.x_mm, man.y_mm))))
            found.append(Lying(man.piece, man.side, *men_at[-1], man.angle_deg))
    for item in TestBackgammon.case.manifest.items:
        if item.piece in lies:
            at = lies[item.piece]
            dots = page_to_table(item, np.array(item.dots_mm), at.dx_mm, at.dy_mm, at.turn_deg)
            for number, (x_mm, y_mm) in enumerate(dots.tolist()):
                if all(math.dist((x_mm, y_mm), man) > 12.0 for man in men_at):
                    found.append(Lying(f"dot:{item.piece}#{number}", "bare", x_mm, y_mm, 0.0))
    return SeenTable(tuple(found))


def test_where_a_man_may_be_who_is_not_seen() -> None:
    """On leaves out of joint a man may be in a full pile only; where nobody is piled full, wherever a man lies."""
    under = frozenset({"man:white1", "man:black1"})
    look = read(seen(book.State(), under), TestBackgammon.case.manifest, None).observation
    assert look.unsure == {"w6", "w13", "b6", "b13"}
    spread = moved(book.State(), (6, 5), (6, 5), (13, 11), (13, 11))
    early = read(seen(spread, frozenset({"man:white2"})), TestBackgammon.case.manifest, None).observation
    assert {"w24", "w8", "w6", "w13"} <= early.unsure
    assert "w4" not in early.unsure


def test_the_card_alone_is_no_board() -> None:
    """While both leaves are hidden nothing is read, wherever the card lies."""
    whole = seen(book.State())
    card = SeenTable(tuple(one for one in whole.sightings if "board:" not in one.piece))
    reading = read(card, TestBackgammon.case.manifest, None)
    assert (reading.observation, len(reading.problems)) == (None, 1)


def test_it_tells_no_facts_for_statistics() -> None:
    """A turn of a game that says nothing of them has none."""
    assert FromBook(book).turn_facts("13/8 6/5") == ()


def test_a_man_left_under_the_one_who_hit_him() -> None:
    """The man below is not seen, the bar is bare: he was not lifted, and that is the fault."""
    blot = replace(START, black=men({21: 1, 13: 5, 8: 3, 6: 5, 24: 1}))
    thrown = replace(blot, dice=(5, 4))
    lies = replace(book.show(moved(thrown, (8, 4), (13, 8))), black=men({13: 5, 8: 3, 6: 5, 24: 1}))
    looks = (book.show(blot), book.show(thrown), replace(lies, unsure=frozenset({"b21", "b13", "b8", "b6", "b24"})))
    found = rule(book, belief_in(blot), Evidence(looks, closed=True), 1)
    assert [one.kind for one in found.broken] == ["backgammon/hit"]


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
    taken = replace(START, cube=(2, "black"))
    assert told(START, taken).status is Status.LEGAL
    late = told(START, THROWN, replace(THROWN, cube=(2, "black")))
    assert [one.kind for one in late.broken] == ["backgammon/doubling"]
    theirs = replace(START, cube=(2, "black"))
    again = told(theirs, replace(theirs, cube=(4, "black")))
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
