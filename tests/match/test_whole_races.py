"""Whole races, faults among them that the table let stand, with the words that were said: every turn gets its word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Table

RACES = sorted((Path(__file__).parent / "races").glob("*.json"))


@pytest.mark.parametrize("file", RACES, ids=[file.stem for file in RACES])
def test_every_turn_of_a_race_is_judged_as_it_was_played(file: Path) -> None:
    """Nobody presses a button: who drives next, or says so, ends the turn before; a fault does not end the judging."""
    race = json.loads(file.read_text(encoding="utf-8"))
    table = Table(race["game"])
    table.show(race["start"])
    table.match.start(len(table.game.what_now(race["start"]).standings), table.time_ns, race["start"])
    for turn in race["turns"]:
        for text in turn["declared"]:
            table.match.declare(text, table.time_ns)
        for stop in turn["stops"]:
            table.show(stop)
    table.match.finish(table.time_ns)
    verdicts = [entry.data for entry in table.match.state.turns]
    found = [(one["player"], [fault["rule"] for fault in one["violations"]] or [one["status"]]) for one in verdicts]
    played = [(one["player"], ["LEGAL"] if one["truth"] == "legal" else [one["truth"]]) for one in race["turns"]]
    assert found == played, "\n".join(one["sentence"] for one in verdicts)
