"""People's word over a fault in the middle of a turn: the turn goes on, and nobody is asked or accused for it again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.games.base import PlayedTurn
from referee.games.registry import GAMES
from referee.snapshot import Surroundings, snapshot

from .conftest import Table

AROUND = Surroundings(1, "", True, "", 0.0, (), "")
TRIES, CASES = 60, 2


def faults_called_early(name: str) -> Iterator[tuple[Table, PlayedTurn, int]]:
    """Races in which a fault is called before its turn is over, with that turn and how many of its stops are left."""
    found = 0
    for seed in range(TRIES):
        chance = Random(seed)
        table = Table(name)
        position = table.game.start(table.game.players_allowed[0], chance)
        for _ in range(chance.randrange(4)):
            position = table.game.play(position, chance, None).after
        turn = table.game.play(position, chance, chance.choice(table.game.faults()))
        if turn.truth == "legal":
            continue
        table.show(position)
        table.match.start(table.game.players_allowed[0], table.time_ns, position)
        for text in turn.declared:
            table.match.declare(text, table.time_ns)
        for number, stop in enumerate(turn.stops[:-1], 1):
            table.show(stop)
            so_far = table.match.state.provisional
            if so_far is not None and so_far.data["status"] == "ILLEGAL" and len(table.match.state.stops) > 1:
                found += 1
                yield table, turn, number
                break
        if found == CASES:
            return


def say(table: Table, word: str, entry: int) -> None:
    """Somebody lets a fault stand, or says that it is none."""
    if word == "stand":
        table.match.stand(entry, "", table.time_ns)
    else:
        table.match.overrule(entry, "LEGAL", "", table.time_ns)


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("word", ["stand", "overrule"])
def test_a_turn_goes_on_after_a_word_over_a_fault_in_it(name: str, word: str) -> None:
    """Its driver is nobody else's turn, the same fault is not asked about again, and the next driver is clear of it."""
    for table, turn, number in faults_called_early(name):
        match = table.match
        so_far = match.state.provisional
        assert so_far is not None
        driver = so_far.data["player"]
        rules = {one["rule"] for one in so_far.data["violations"]}
        say(table, word, so_far.id)
        for stop in turn.stops[number:]:
            table.show(stop)
            newest = match.moment().verdict
            assert newest is not None
            assert newest[0].data["player"] == driver
            new = {one["rule"] for one in newest[0].data["violations"]} - rules
            assert not any(table.game.rules[rule].takes_turns for rule in new)
        if match.state.provisional is not None:
            match.close(table.time_ns)
        verdict = snapshot(match.moment(), AROUND)["verdict"]
        same = {one["rule"] for one in match.state.turns[-1].data["violations"]} <= rules
        if same and verdict["status"] == "ILLEGAL":
            assert verdict["stands"] == (word == "stand")
            assert (verdict["overruled"] is None) == (word == "stand")
            assert not match.moment().waiting
        if match.moment().phase == "race":
            table.play(table.game.play(match.state.position, Random(1), None))
            if match.state.provisional is not None:
                match.close(table.time_ns)
            assert match.state.turns[-1].data["status"] != "ILLEGAL"


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("word", ["stand", "overrule"])
def test_a_word_holds_though_the_turn_was_closed_while_it_was_said(name: str, word: str) -> None:
    """The window was open over the verdict so far; the verdict at the turn's end says the same, and is answered."""
    answered = 0
    for table, turn, number in faults_called_early(name):
        match = table.match
        so_far = match.state.provisional
        assert so_far is not None
        for stop in turn.stops[number:]:
            table.show(stop)
        if match.state.provisional is not None:
            match.close(table.time_ns)
        closed = match.state.turns[-1]
        say(table, word, so_far.id)
        called = [[one["rule"] for one in verdict.data["violations"]] for verdict in (so_far, closed)]
        if called[1] and called[0] == called[1]:
            answered += 1
            assert not match.moment().waiting
            taken = match.state.undoing
            assert taken is not None
            assert (taken.what, taken.player) == ("overrule", closed.data["player"])
    assert answered


def test_who_turned_over_a_fixed_card_still_moves_his_pawn_after_it_was_let_stand() -> None:
    """Royal Racers: he was said to be out of turn then, for his turn had been ended for him."""
    table, chance = Table("royal-racers"), Random(1)
    position = table.game.start(4, chance)
    for _ in range(30):
        position = table.game.play(position, chance, None).after
    turns = (table.game.play(position, chance, "royal-racers/flip-fixed") for _ in range(TRIES))
    turn = next(one for one in turns if one.turn.split()[-1].startswith(">"))
    table.show(position)
    table.match.start(4, table.time_ns, position)
    *first, last = turn.stops
    for stop in first:
        table.show(stop)
    so_far = table.match.state.provisional
    assert so_far is not None
    assert so_far.data["status"] == "ILLEGAL"
    table.match.stand(so_far.id, "", table.time_ns)
    table.show(last)
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    (told,) = table.match.state.turns
    assert (told.data["player"], told.id in table.match.state.stands) == (so_far.data["player"], True)


@pytest.mark.parametrize("word", ["stand", "overrule"])
def test_such_a_word_is_taken_back_before_the_turn(word: str) -> None:
    """Undo says whose turn the word was about, and the fault stands before the table again, with its picture."""
    for table, _, _ in faults_called_early("royal-racers"):
        match = table.match
        so_far = match.state.provisional
        assert so_far is not None
        say(table, word, so_far.id)
        taken = match.state.undoing
        assert taken is not None
        assert (taken.what, taken.player) == ("overrule", so_far.data["player"])
        match.undo(table.time_ns)
        shown = snapshot(match.moment(), AROUND)["verdict"]
        assert shown["entry"] == so_far.id
        assert not shown["stands"]
        assert shown["overruled"] is None
