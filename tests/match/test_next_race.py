"""Races of a season that follow each other in one record: what the table shows of the next, its start, its undoing."""

from __future__ import annotations

from random import Random

import pytest

from referee.errors import IllegalAction, NotationError
from referee.match import Match
from referee.record.entry import Entry
from referee.record.fold import check, fold
from referee.record.races import races
from tests.match.conftest import Table

SHORT = {"flags": "1", "races": "2"}


@pytest.fixture(scope="module")
def driven() -> Table:
    """A campaign of two short races of Royal Racers whose first race has been driven to its end."""
    table = Table("royal-racers")
    chance = Random(4)
    start = table.game.start(2, chance, SHORT)
    table.show(start)
    table.match.start(2, table.time_ns, start)
    while table.match.phase == "race":
        drive(table, chance)
    return table


def drive(table: Table, chance: Random) -> None:
    """One legal turn, closed by the button if it did not close by itself."""
    before = table.match.state.turns
    table.play(table.game.play(table.match.state.position, chance, None))
    if table.match.state.turns == before:
        table.match.close(table.time_ns)


@pytest.fixture
def ended(driven: Table) -> Table:
    """The same table with a record of its own, so that each test may go on with it."""
    table = Table("royal-racers")
    for entry in driven.match.entries:
        table.match.store.append(entry, {})
    table.match = Match(table.game, table.manifest, table.match.store)
    table.time_ns = driven.time_ns
    return table


def second(table: Table) -> str:
    """A start of the second race."""
    start = table.game.next_race(table.match.state.position, Random(9))
    assert start is not None
    return start


def test_the_table_is_looked_at_for_the_next_race(ended: Table) -> None:
    """Before anything was laid, with the old board and with the new one: each time the match says what is missing."""
    assert "not been looked at" in ended.match.ahead().problem
    ended.show(ended.match.state.position)
    problem = ended.match.ahead().problem
    assert problem
    with pytest.raises(NotationError, match="no start of the next race"):
        ended.match.next_race(ended.time_ns)
    ended.show(second(ended))
    assert ended.match.ahead().problem == ""
    assert ended.match.ahead().position


def test_the_next_race_starts_with_the_score_carried_over(ended: Table) -> None:
    """The second race begins from the table, the score of the first one stands in it, and turns are judged as ever."""
    ended.show(second(ended))
    entry = ended.match.next_race(ended.time_ns)
    assert (entry.kind, entry.cause, entry.data["race"]) == ("start", "race 2 of the campaign starts", 2)
    assert entry.data["players"] == 2
    assert ended.match.phase == "race"
    season = ended.game.season(ended.match.state.position)
    assert season is not None
    assert (season.race, season.goes_on, season.rows[0].score) == (2, False, 1)
    drive(ended, Random(1))
    assert [turn.data["status"] for turn in ended.match.state.turns] == ["LEGAL"]
    assert check(ended.match.entries) == ()
    first_race, second_race = races(ended.match.entries)
    assert fold(first_race).turns == fold(ended.match.entries).race_before.turns  # type: ignore[union-attr]
    assert second_race[0] == entry


def test_a_start_that_was_a_mistake_is_taken_back(ended: Table) -> None:
    """Undo before the first turn takes the start back: the race before stands again, and its last turn is the next."""
    over, turns = ended.match.state.position, ended.match.state.turns
    ended.show(second(ended))
    ended.match.next_race(ended.time_ns)
    ended.match.undo(ended.time_ns)
    assert (ended.match.state.position, ended.match.state.turns, ended.match.phase) == (over, turns, "over")
    assert len(races(ended.match.entries)) == 1
    ended.match.undo(ended.time_ns)
    assert ended.match.state.turns == turns[:-1]
    assert ended.match.phase == "race"


def test_the_turn_of_an_earlier_race_is_not_taken_back(ended: Table) -> None:
    """After a turn of the second race undo takes back that turn; the third undo is the first race's last turn."""
    turns = ended.match.state.turns
    ended.match.next_race(ended.time_ns, second(ended))
    drive(ended, Random(1))
    taken = [ended.match.undo(ended.time_ns).data["entry"] for _ in range(3)]
    assert ended.match.state.turns == turns[:-1]
    assert taken[0] > taken[1] > taken[2] == turns[-1].id


def test_words_about_an_earlier_race_belong_to_it(ended: Table) -> None:
    """Who overrules the last verdict of the first race after the second has begun, changes the first race's account."""
    verdict = ended.match.state.turns[-1]
    ended.match.next_race(ended.time_ns, second(ended))
    ended.match.overrule(verdict.id, "ILLEGAL", "we saw it", ended.time_ns)
    first_race, second_race = races(ended.match.entries)
    assert fold(first_race).status(verdict) == "ILLEGAL"
    assert [entry.kind for entry in second_race] == ["start"]


def test_there_is_no_next_race_where_none_is_to_follow(ended: Table) -> None:
    """Not in mid-race, not after the last one, not in a game of single races; and never from a wrong position."""
    with pytest.raises(NotationError):
        ended.match.next_race(ended.time_ns, "royal-racers nonsense")
    ended.match.next_race(ended.time_ns, second(ended))
    with pytest.raises(IllegalAction, match="not over yet"):
        ended.match.next_race(ended.time_ns)
    assert ended.match.ahead().problem == ""
    single = Table()
    start = single.game.start(4, Random(1))
    single.match.start(4, 0, start)
    with pytest.raises(IllegalAction, match="single race"):
        single.match.next_race(0)


def test_a_record_without_a_second_start_is_one_race() -> None:
    """Nothing, and notes alone, are one race that has not begun."""
    assert races(()) == ((),)
    note = Entry(0, "camera", "note", "a bump", "", "", id=1)
    assert races((note,)) == ((note,),)
