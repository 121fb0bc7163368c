"""People's word over a fault in the middle of a turn: the turn goes on, and nobody is asked or accused for it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.games.registry import GAMES
from referee.record.fold import Undoing
from referee.snapshot import Surroundings, snapshot

from .conftest import Table

AROUND = Surroundings(1, "", True, "", 0.0, (), "")
TRIES, CASES = 60, 2
WORDS = ("stand", "LEGAL", "UNDECIDED")


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
    """Somebody lets a fault stand, or says that it is none, or that nobody can tell."""
    if word == "stand":
        table.match.stand(entry, "", table.time_ns)
    else:
        table.match.overrule(entry, word, "", table.time_ns)


def is_red(table: Table) -> bool:
    """Whether the drawn board marks a fault; a piece that is out of the race bears a red cross anyway."""
    newest = table.match.moment().verdict
    assert newest is not None
    boards = snapshot(table.match.moment(), AROUND)["diagram"], table.game.diagram(newest[1].after, {})
    return bool(boards[0].count("move fault") > boards[1].count("move fault"))


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("word", WORDS)
def test_a_turn_goes_on_after_a_word_over_a_fault_in_it(name: str, word: str) -> None:
    """Its driver is nobody else's turn, the same fault is not asked about again, and the next driver is clear of it."""
    for table, turn, number in faults_called_early(name):
        match = table.match
        so_far = match.state.provisional
        assert so_far is not None
        driver = so_far.data["player"]
        rules = {one["rule"] for one in so_far.data["violations"]}
        say(table, word, so_far.id)
        assert is_red(table) <= (word == "stand")
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
            assert verdict["overruled"] == (None if word == "stand" else {"status": word, "why": ""})
            assert not match.moment().waiting
            assert is_red(table) <= (word == "stand")
        if match.moment().phase == "race":
            table.play(table.game.play(match.state.position, Random(1), None))
            if match.state.provisional is not None:
                match.close(table.time_ns)
            assert match.state.turns[-1].data["status"] != "ILLEGAL"


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("word", WORDS)
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


@pytest.mark.parametrize("word", WORDS)
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


def told_of(seed: int) -> tuple[list[str], Callable[[], Iterator[Table]]]:
    """A turn of Racepack of which nothing is said: the word after each look, and a way to see its looks again."""
    chance = Random(seed)
    position = Table().game.start(2, chance)
    for _ in range(chance.randrange(8)):
        position = Table().game.play(position, chance, None).after
    turn = Table().game.play(position, chance, chance.choice(Table().game.faults()))

    def seen() -> Iterator[Table]:
        table = Table()
        table.show(position)
        table.match.start(2, table.time_ns, position)
        for stop in turn.stops:
            table.show(stop)
            if table.match.state.turns:
                return
            yield table

    return [str(so_far.data["status"]) for table in seen() if (so_far := table.match.state.provisional)], seen


@pytest.mark.parametrize("seed", [256, 285, 286])
def test_nobody_is_accused_in_a_turn_of_which_people_cannot_tell(seed: int) -> None:
    """What hangs on a question that nobody can answer is asked about as well, and not called; its answers are gone."""
    told, seen = told_of(seed)
    assert ("UNDECIDED" in told, told[-1]) == (True, "ILLEGAL"), "without a word it is called"
    for table in seen():
        match = table.match
        so_far = match.state.provisional
        assert so_far is not None
        assert match.state.status(so_far) != "ILLEGAL"
        if so_far.data["questions"] and not match.state.answered(so_far.id):
            match.overrule(so_far.id, "UNDECIDED", "", table.time_ns)
            assert not match.moment().readings


@pytest.mark.parametrize("seed", [246, 258, 263])
def test_a_question_that_nobody_can_answer_takes_no_word_of_the_next_turn(seed: int) -> None:
    """The next driver says what it had offered as an answer: his word is his own, and the turn before stays closed."""
    _, seen = told_of(seed)
    *_, table = seen()
    match = table.match
    entry = match.close(table.time_ns)
    newest = match.moment().verdict
    assert newest is not None
    pad = {answer for question in match.moment().pad for _, answer in question.answers}
    answer = next(answer for _, answer in newest[1].questions[0].answers if answer in pad)
    match.overrule(entry.id, "UNDECIDED", "", table.time_ns)
    match.declare(answer, table.time_ns)
    assert entry.id not in match.state.undone
    assert match.state.declared == (answer,)


@pytest.mark.parametrize("word", ["ILLEGAL", "UNDECIDED"])
def test_a_word_over_a_legal_turn_so_far_holds_when_it_has_ended_meanwhile(word: str) -> None:
    """Royal Racers: somebody saw what the camera did not; the window was open as the turn closed, legal to the end."""
    table, chance = Table("royal-racers"), Random(4)
    position = table.game.start(2, chance)
    for _ in range(9):
        position = table.game.play(position, chance, None).after
    table.show(position)
    table.match.start(2, table.time_ns, position)
    turn = table.game.play(position, chance, None)
    table.play(replace(turn, stops=turn.stops[:-1]))
    so_far = table.match.state.provisional
    assert so_far is not None
    assert so_far.data["status"] == "LEGAL"
    table.show(turn.stops[-1])
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    closed = table.match.state.turns[-1]
    said = table.match.overrule(so_far.id, word, "we saw it", table.time_ns)
    assert table.match.state.status(closed) == word
    assert table.match.state.undoing == Undoing("overrule", said.id, str(closed.data["player"]))
    shown = snapshot(table.match.moment(), AROUND)["entries"][0]
    assert (shown["kind"], shown["status"], shown["holds"]) == ("overrule", word, word)


def test_a_word_over_a_fault_that_was_put_back_since_is_not_lost_in_silence() -> None:
    """The turn has ended without the fault while the window was open: who says so is told, and nothing is written."""
    told = 0
    for name in sorted(GAMES):
        for table, _, _ in faults_called_early(name):
            match, position = table.match, table.match.state.position
            so_far = match.state.provisional
            assert so_far is not None
            table.show(position)
            table.play(table.game.play(position, Random(1), None))
            if not match.state.turns or match.state.turns[-1].data["status"] != "LEGAL":
                continue
            told += 1
            entries = match.entries
            with pytest.raises(IllegalAction, match="say it again"):
                match.overrule(so_far.id, "LEGAL", "", table.time_ns)
            assert match.entries == entries
    assert told
