"""Drivers have names: they stand wherever a driver is spoken of, in every language, and change nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.registry import GAMES, game
from referee.record.fold import fold
from referee.record.words import sentence_in
from referee.words.catalogue import COMMON, HOUSE, LANGUAGES, Message, Sentence, in_language, told, with_names
from referee.words.fact import fact
from tests.record.races import race

if TYPE_CHECKING:
    from .conftest import Table

COLOURS = ("red", "black", "green", "blue", "yellow", "white", "orange", "purple")
NAMES = {colour: f"Name{letter}" for colour, letter in zip(COLOURS, "abcdefgh", strict=True)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.few(3)
def test_a_verdict_calls_a_driver_by_name(name: str, language: str) -> None:
    """With names for all colours each verdict says the name and not the colour."""
    law = GAMES[name]
    verdicts = [entry for entry in race(name, faults=0.4).entries() if entry.kind == "verdict"]
    verdicts = [entry for entry in verdicts if entry.data["player"] in NAMES]
    assert verdicts
    for entry in verdicts:
        sentence = sentence_in(entry.data)
        plain = in_language(sentence, language, law.words)
        named = in_language(sentence, with_names(language, NAMES), law.words)
        colour = COMMON.say(fact("called", who=entry.data["player"]), language)
        assert plain is not None
        assert named is not None
        spoken = re.findall(rf"\b{colour}\b", plain, re.IGNORECASE)
        assert named.count(NAMES[str(entry.data["player"])]) >= min(1, len(spoken)), (plain, named)


@given(st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=24))
def test_any_name_is_said_as_it_is_written(name: str) -> None:
    """Quotes, braces, accents, emoji: whatever the catalogues would read as a command is a part of the name."""
    called = " ".join(name.split())
    if called:
        assert COMMON.say(fact("to-act", who="red"), with_names("en", {"red": called})) == f"It is {called}'s turn."


def test_a_name_lasts_until_it_is_taken_away(table: Table) -> None:
    """It is an entry, folded like any other; another one takes its place, and the empty one gives the colour back."""
    match = table.match
    assert match.name("red", "  Ann  Lee ", 1).cause == "Red is Ann Lee."
    match.name("blue", "Bob", 2)
    assert match.state.names == {"red": "Ann Lee", "blue": "Bob"}
    match.name("red", "Cleo", 3)
    assert match.name("blue", "", 4).cause == "Blue is called by the colour again."
    assert fold(match.entries).names == match.state.names == {"red": "Cleo"}


@pytest.mark.parametrize(
    ("driver", "name", "why"),
    [
        ("yellow mouse", "Ann", "no driver 'yellow mouse'"),
        ("red", "A" * 25, "at most 24"),
        ("red", "A\x07", "at most 24"),
        ("red", "bOB", "Somebody else is called bOB"),
    ],
)
def test_what_is_no_name_is_refused(table: Table, driver: str, name: str, why: str) -> None:
    """Nothing is noted then."""
    table.match.name("blue", "Bob", 1)
    before = table.match.entries
    with pytest.raises(NotationError, match=re.escape(why)):
        table.match.name(driver, name, 2)
    assert table.match.entries == before


def test_names_decide_nothing(table: Table) -> None:
    """The same turn with names and without gives the same verdict."""
    turn = table.game.play(table.match.state.position, Random(4), None)
    table.match.name("red", "illegal", table.time_ns)
    table.play(turn)
    assert [entry.data["status"] for entry in table.match.state.turns] == ["LEGAL"]


def test_french_shortens_before_a_name() -> None:
    """It is Ann's turn, and Bob's, as one says it."""
    spoken = with_names("fr", {"red": "Ann", "blue": "Bob"})
    told = [HOUSE.say(fact("turn-was-taken-back", who=who, id=3), spoken) for who in ("red", "blue")]
    assert "d’Ann" in told[0]
    assert "de Bob" in told[1]


def test_a_sentence_of_the_record_within_another_has_the_names_too() -> None:
    """A command that came too late is refused with the newest verdict, which the record knows by pieces' letters."""
    words = game("royal-racers").words
    of_record = Message(fact("turn", who="S", how="not-yet"))
    refused = told("another-turn-began", how="after", said=Sentence(words.say(of_record), of_record))
    assert isinstance(refused, Sentence)
    assert "Anna hat noch nicht gezogen" in words.say(refused.message, with_names("de", {"red": "Anna"}))
