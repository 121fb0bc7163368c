"""What the page shows of Royal Racers comes with its words in the other languages, live and from a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.entry_json import entry_from_line, entry_to_line
from referee.snapshot import Surroundings, snapshot
from referee.words.catalogue import ENGLISH, LANGUAGES, in_language
from web.words import told_in

from .conftest import Table

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
AROUND = Surroundings(1, "test", True, "", 0.0, (), "")
LAW = game("royal-racers")


@pytest.fixture
def raced() -> Table:
    """A race with a fault at its end, something said in each turn."""
    table, chance = Table("royal-racers"), Random(4)
    start = LAW.start(2, chance, {"flags": "3"})
    table.show(start)
    table.match.start(2, table.time_ns, start)
    for fault in (*[None] * 6, "royal-racers/step"):
        turn = LAW.play(table.match.state.position, chance, fault)
        roll = next((f"roll={face}" for _, face in turn.rolls), "")
        table.play(replace(turn, declared=tuple(dict.fromkeys((*turn.declared, *([roll] if roll else ()))))))
        if table.match.state.position == turn.before:
            table.match.close(table.time_ns)
    return table


@pytest.mark.parametrize("language", OTHERS)
def test_all_that_is_shown_is_known_in_each_language(raced: Table, language: str) -> None:
    """The verdict, its rules and what may be done instead; the pad; who is to move; the list of what happened."""
    shown = snapshot(raced.match.moment(), AROUND)
    verdict = shown["verdict"]
    assert verdict["status"] == "ILLEGAL"
    texts = [verdict["sentence"], verdict["violations"][0]["message"], verdict["violations"][0]["title"]]
    texts += [*verdict["alternatives"], shown["now"]["sentence"]]
    texts += [question["text"] for question in shown["pad"]]
    texts += [entry["sentence"] for entry in shown["entries"] if entry["kind"] == "verdict"]
    said = [entry["sentence"] for entry in shown["entries"] if entry["kind"] == "declare"]
    assert said
    assert [text for text in (*texts, *said) if in_language(text, language, LAW.words) in (None, text)] == []


def test_a_verdict_is_said_with_the_books_own_heading(raced: Table) -> None:
    """In German: who, what was seen, the rule."""
    shown = snapshot(raced.match.moment(), AROUND)
    german = told_in(shown["verdict"]["sentence"], "de", LAW.words)
    assert german.endswith(
        "eine Figur geht auf ein Feld neben dem ihren, nie schräg. "
        "Regel: Höchstens ein Feld, nicht schräg (Gameplay, 2-Movement)."
    )


def strings(value: Any) -> Iterator[str]:
    """Every text in JSON-able data."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from strings(one)


def known(shown: Any) -> set[str]:
    """The texts that are said in French."""
    return {text for text in strings(shown) if in_language(text, "fr", LAW.words) is not None}


def through_text(entry: Entry) -> Entry:
    """An entry as it comes back from a file."""
    return entry_from_line(entry_to_line(entry))


def test_a_record_is_told_in_each_language_and_an_old_one_in_english(raced: Table) -> None:
    """Facts come back from the file; where there are none, or none that this program knows, the English stays."""
    moment = raced.match.moment()
    sentences = {str(one.data["sentence"]) for one in moment.entries if one.kind == "verdict"}
    kept = replace(moment, entries=tuple(map(through_text, moment.entries)))
    assert sentences <= known(snapshot(kept, AROUND))
    unknown = [{"text": text, "kind": "no-such-fact", "params": {}} for text in sentences]
    for facts in ((), unknown):
        old = tuple(replace(one, data={**one.data, "facts": facts}) for one in kept.entries)
        shown = snapshot(replace(kept, entries=old), AROUND)
        assert sentences <= {entry["sentence"] for entry in shown["entries"]}
        assert not sentences & known(shown)


def test_a_referee_who_only_records_says_nothing_in_any_language(raced: Table) -> None:
    """What is not shown is not told either."""
    raced.match.set_mode("record", raced.time_ns)
    shown = snapshot(raced.match.moment(), AROUND)
    sentences = {str(one.data["sentence"]) for one in raced.match.entries if one.kind == "verdict"}
    assert shown["verdict"] is None
    assert not sentences & set(strings(shown))
