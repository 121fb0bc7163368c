"""A record with several races: every tool tells them apart."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import cli
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.export_csv import export_csv
from referee.record.fold import check, fold
from referee.record.ppn_read import final_table, read_ppn
from referee.record.races import races
from referee.record.rejudge import rejudge
from referee.record.report_season import whole_report
from referee.record.story import tell_races
from referee.record.timeline import turn_rows
from tests.record.races import play_into, race

NAME = "royal-racers"
SHORT = {"flags": "2", "races": "2"}


@pytest.fixture(scope="module")
def entries() -> tuple[Entry, ...]:
    """A campaign of two races, driven to its end."""
    return race(NAME, 90, seed=3, players=2, agreed=SHORT).entries()


def test_the_races_are_told_apart(entries: tuple[Entry, ...]) -> None:
    """Each has its own turns, and together they are the record, which fits together."""
    first, second = races(entries)
    assert first + second == entries
    assert check(entries) == ()
    assert [row["race"] for row in turn_rows(entries)] == [1] * len(fold(first).turns) + [2] * len(fold(second).turns)
    rows = list(csv.DictReader(io.StringIO(export_csv(entries))))
    assert [row["race"] for row in rows] == [str(row["race"]) for row in turn_rows(entries)]
    assert [int(row["number"]) for row in rows] == list(range(1, len(rows) + 1))


def test_both_races_are_judged_again_alike(entries: tuple[Entry, ...]) -> None:
    """Today's rules say of every verdict of both races what was said."""
    again = list(rejudge(game(NAME), entries))
    assert len(again) == len(turn_rows(entries))
    assert not any(one.differences for one in again)


def test_the_report_has_the_standings_and_then_each_race(entries: tuple[Entry, ...]) -> None:
    """One page: the campaign's score, then both races with their own podium and turns."""
    stories = tell_races(game(NAME), {}, entries)
    text = whole_report(stories, game(NAME), None)
    assert text.index("<h1>Campaign</h1>") < text.index("<h1>Race 1</h1>") < text.index("<h1>Race 2</h1>")
    assert text.count('aria-label="Podium"') == 2
    assert text.count("<html") == 1
    season = stories[-1].season
    assert season is not None
    assert f"<td>{season.rows[0].score:g}</td>" in text
    assert text.count("The start") == 2
    assert stories[0].outcome != stories[1].outcome


def test_the_commands_take_a_record_with_several_races(tmp_path: Path) -> None:
    """Replay, report and both kinds of export."""
    path = tmp_path / "season.sqlite"
    store = SqliteStore.create(path, {"game": NAME, "players": 2})
    play_into(store, NAME, 90, seed=3, players=2, agreed=SHORT)
    store.close()

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, list(words), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    first, second = read_ppn(run("export", str(path), "--to", "ppn"))
    assert (first.header["Round"], second.header["Round"]) == ("1", "2")
    assert first.problems == second.problems == ()
    assert final_table(first) != final_table(second)
    replayed = json.loads(run("replay", str(path), "--json"))
    assert {turn["race"] for turn in replayed["turns"]} == {1, 2}
    assert replayed["problems"] == []
    assert "race 2" in run("replay", str(path))
    run("report", str(path), "--out", str(tmp_path / "season.html"))
    assert "<h1>Race 2</h1>" in (tmp_path / "season.html").read_text(encoding="utf-8")
