"""Whole races, faults among them that the table let stand, with the words that were said."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import game
from referee.record.entry import Entry
from referee.words.fact import Fact

from .conftest import Table

RACES = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted((Path(__file__).parent / "races").glob("*"))}
WHOLE = ("racepack-dusk",)
"""Races of which every turn gets its word; of the others some turns end in a question."""


@cache
def ended(name: str) -> list[Entry]:
    """The verdicts on a race. Nobody presses a button: who drives next, or says so, ends the turn before."""
    race = RACES[name]
    table = Table(race["game"])
    table.show(race["start"])
    table.match.start(len(table.game.what_now(race["start"]).standings), table.time_ns, race["start"])
    for turn in race["turns"]:
        for text in turn["declared"]:
            table.match.declare(text, table.time_ns)
        for stop in turn["stops"]:
            table.show(stop)
    table.match.finish(table.time_ns)
    return list(table.match.state.turns)


def judged(name: str) -> list[tuple[str, list[str]]]:
    """Who was judged, or is said to have broken a rule, and which rules were named or else the word."""
    law, verdicts = game(RACES[name]["game"]), [entry.data for entry in ended(name)]
    named = [sorted({fault["rule"] for fault in one["violations"]}) for one in verdicts]
    return [(accused(law, one), rules or [one["status"]]) for one, rules in zip(verdicts, named, strict=True)]


def accused(law: Any, verdict: Any) -> str:
    """Of whom the first fault of a verdict is told; else whose turn it was."""
    facts = {one["text"]: one["params"] for one in verdict.get("facts", ())}
    whom = [facts[fault["message"]].get("who") for fault in verdict["violations"]]
    return str(law.words.tell(Fact(f"who-{whom[0]}"))) if whom and whom[0] else str(verdict["player"])


def played(name: str) -> list[tuple[str, list[str]]]:
    """The same as it truly was."""
    return [(one["player"], ["LEGAL"] if one["truth"] == "legal" else [one["truth"]]) for one in RACES[name]["turns"]]


@pytest.mark.parametrize("name", RACES)
def test_no_legal_turn_of_a_race_is_called_a_fault(name: str) -> None:
    """Whatever is named was done, by whom it is said of."""
    named = [one for one in judged(name) if one[1] not in (["LEGAL"], ["UNDECIDED"])]
    assert [one for one in named if one not in played(name)] == []


@pytest.mark.parametrize("name", RACES)
def test_no_fault_is_told_of_another_turn_than_the_one_it_was_done_in(name: str) -> None:
    """Red, who came too early before two drivers who then stood still, did not drive twice in the next round."""
    legal = {one["turn"] for one in RACES[name]["turns"] if one["truth"] == "legal"}
    named = {entry.data["turn"] for entry in ended(name) if entry.data["violations"]}
    assert named & legal == set()


@pytest.mark.parametrize("name", WHOLE)
def test_every_turn_of_a_race_is_judged_as_it_was_played(name: str) -> None:
    """A fault that the table lets stand does not end the judging."""
    assert judged(name) == played(name)
