"""`referee replay`, `referee export` and `referee doctor` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from markers import kits
from referee.cli import replay
from referee.cli.doctor import check_cameras, check_folder, check_library, check_port
from referee.cli.main import cli
from referee.devices.cameras import CameraName
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.export_jsonl import read_jsonl
from referee.record.facts_json import facts_of
from referee.record.ppn_pieces import place_text, puts
from referee.record.ppn_read import final_table, read_ppn
from referee.words.catalogue import COMMON
from referee.words.fact import fact
from tests.record.races import play_into


def run(*words: str) -> Result:
    """A command with stdout and stderr apart."""
    return CliRunner().invoke(cli, words)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A legal turn, a fault, and one that was taken back."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(Entry(0, "person", "start", "", "", "p0"), {})
    faults: tuple[list[dict[str, str]], ...] = ([], [{"rule": "racepack/corner-speed", "message": "m"}], [])
    for number, violations in enumerate(faults):
        data = {
            "player": ("red", "black", "green")[number],
            "status": "ILLEGAL" if violations else "LEGAL",
            "sentence": f"sentence {number}",
            "turn": f"turn {number}",
            "violations": violations,
            "provisional": False,
        }
        store.append(
            Entry(number * 10**9, "camera", "verdict", "", f"p{number}", f"p{number + 1}", data), {"after": b"x"}
        )
    store.append(Entry(0, "person", "undo", "", "p3", "p3", {"entry": 4}), {})
    store.close()
    return tmp_path / "race.sqlite"


def test_the_newest_race_is_meant_when_none_is_named(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without RECORD the newest kept race is shown and named; a bare name is looked for among the kept ones; with no
    race kept yet one sentence says so."""
    older = record.with_name("older.sqlite")
    SqliteStore.create(older, {"game": "racepack"}).close()
    os.utime(older, (0, 0))
    monkeypatch.setattr("referee.cli.kept_races.races_folder", lambda: record.parent)
    shown = run("replay", "--json")
    assert shown.stdout == run("replay", str(record), "--json").stdout == run("replay", "race.sqlite", "--json").stdout
    assert shown.stderr == f"The newest race: {record}\n"
    monkeypatch.setattr("referee.cli.kept_races.races_folder", lambda: record.parent / "none")
    assert "no race has been kept" in str(run("replay").exception)


def test_replay_shows_turns_and_checks_them(record: Path) -> None:
    """Turns with verdicts and rules, the undone one marked, the position that stands."""
    shown = run("replay", str(record))
    assert shown.exit_code == 0
    assert "2 turns: 1 legal, 1 illegal, 0 undecided." in shown.stdout
    assert "Position: p2" in shown.stdout
    answer = json.loads(run("replay", str(record), "--json").stdout)
    assert [turn["status"] for turn in answer["turns"]] == ["LEGAL", "ILLEGAL", "LEGAL"]
    assert [turn["undone"] for turn in answer["turns"]] == [False, False, True]
    assert answer["turns"][1]["rules"] == ["racepack/corner-speed"]
    assert (answer["position"], answer["problems"], answer["damage"]) == ("p2", [], [])
    assert "sentence 1" in run("replay", str(record), "--speed", "1000000").stdout


def test_replay_calls_drivers_by_their_names_and_in_the_language_asked_for(tmp_path: Path) -> None:
    """In the table as in the turn under way, whose words are kept in English with what they say."""
    said = COMMON.tell(fact("to-act", who="red"))
    data = {
        "player": "red",
        "status": "LEGAL",
        "sentence": said,
        "turn": "t",
        "violations": [],
        "facts": facts_of(said),
    }
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(Entry(0, "person", "start", "", "", "p0"), {})
    store.append(Entry(0, "person", "note", "", "p0", "p0", {"names": {"red": "Zoë"}}), {})
    store.append(Entry(1, "camera", "verdict", "", "p0", "p1", {**data, "provisional": False}), {})
    store.append(Entry(2, "camera", "verdict", "", "p1", "p1", {**data, "provisional": True}), {})
    store.close()
    shown = run("replay", str(tmp_path / "race.sqlite"), "--language", "de").stdout
    assert "The turn under way: Zoë ist am Zug." in shown
    assert shown.count("Zoë") == 3
    assert json.loads(run("replay", str(tmp_path / "race.sqlite"), "--json").stdout)["turns"][0]["player"] == "red"


def test_a_replay_is_cut_nowhere_and_can_be_narrowed(record: Path) -> None:
    """A long sentence stands on one line when the output is no terminal; faults alone; from a turn on; no keys."""
    store = SqliteStore.open(record)
    data = {"player": "blue", "status": "LEGAL", "sentence": "word " * 60 + "end", "turn": "t", "violations": []}
    store.append(Entry(0, "camera", "verdict", "", "p2", "p4", data), {})
    store.close()
    shown = run("replay", str(record)).stdout
    assert any("blue" in line and "word end" in line for line in shown.splitlines())
    faults = json.loads(run("replay", str(record), "--faults", "--json").stdout)["turns"]
    assert [turn["number"] for turn in faults] == [2]
    assert "sentence 0" not in run("replay", str(record), "--from", "2").stdout
    assert run("replay", str(record), "--step").exit_code == 2


@pytest.mark.parametrize("how", [[], ["--speed", "100"]])
def test_a_replay_fits_a_terminal_of_80_columns(record: Path, how: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Long sentences are broken, and none of their words is lost."""
    store = SqliteStore.open(record)
    data = {"player": "blue", "status": "LEGAL", "sentence": "word " * 60 + "end", "turn": "A: f1@j2", "violations": []}
    store.append(Entry(0, "camera", "verdict", "", "p2", "p4", data), {})
    store.close()
    shown = io.StringIO()
    monkeypatch.setattr(replay, "table_console", lambda: Console(file=shown, width=80, force_terminal=True))
    assert run("replay", str(record), *how).exit_code == 0
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in shown.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).count("word ") == 60


def test_rejudge_and_report_from_the_command_line(tmp_path: Path) -> None:
    """The same verdicts exit with 0, a changed one with 1 and is named; the report lies beside the record."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, {"game": "racepack"})
    play_into(store, "racepack", 4, faults=0.0)
    store.close()
    done = run("rejudge", str(path), "--json")
    assert (done.exit_code, json.loads(done.stdout)["same"]) == (0, 4)
    written = run("report", str(path))
    assert written.exit_code == 0
    assert "data:image" not in (tmp_path / "race.html").read_text(encoding="utf-8")
    store = SqliteStore.open(path)
    last = store.entries()[-1]
    data = {**last.data, "status": "ILLEGAL"}
    store.append(Entry(0, "camera", "verdict", "", last.after, last.after, data), {})
    store.close()
    done = run("rejudge", str(path), "--json")
    assert done.exit_code == 1
    assert [one["entry"] for one in json.loads(done.stdout)["differences"]] == [last.id + 1]
    assert "1 differ." in run("rejudge", str(path)).stdout


def test_replay_of_a_record_that_does_not_fit_together_is_a_finding(record: Path) -> None:
    """A lost entry leaves a gap: said on stderr, exit code 1, and stdout stays JSON."""
    record.write_bytes(record.read_bytes().replace(b"sentence 0", b"sentence X"))
    shown = run("replay", str(record), "--json")
    assert shown.exit_code == 1
    assert json.loads(shown.stdout)["problems"]
    assert "damaged" in shown.stderr


def test_exports_of_jsonl_and_csv(record: Path, tmp_path: Path) -> None:
    """Every entry as JSON lines, on stdout or in a file; the standing turns as a table."""
    header, entries = read_jsonl(run("export", str(record), "--to", "jsonl").stdout)
    assert (header, len(entries)) == ({"game": "racepack"}, 5)
    out = tmp_path / "race.csv"
    done = run("export", str(record), "--to", "csv", "--out", str(out))
    assert (done.exit_code, done.stdout) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    assert [(row["player"], row["status"]) for row in rows] == [("red", "LEGAL"), ("black", "ILLEGAL")]


def test_bad_use_is_told_without_a_traceback(record: Path, tmp_path: Path) -> None:
    """No such record, no record at all, nowhere to write, an unknown form."""
    (tmp_path / "text.sqlite").write_text("hello")
    for words in (
        ("replay", str(tmp_path / "nope.sqlite")),
        ("replay", str(tmp_path / "text.sqlite")),
        ("export", str(record), "--to", "csv", "--out", str(tmp_path / "no" / "where.csv")),
    ):
        done = run(*words)
        assert done.exception is not None
        assert type(done.exception).__name__ == "RecordError"
        assert "\n" not in str(done.exception)
    assert run("export", str(record), "--to", "pdf").exit_code == 2


def test_doctor_says_what_is_there_and_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each check has a name, a finding and advice where it is not ok; no camera alone is no failure."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = run("doctor", "--json")
    answer = json.loads(done.stdout)
    assert done.exit_code == (0 if answer["ok"] else 1)
    assert {"Python", "OpenCV", "numpy", "cameras", "place for records"} <= {
        check["name"] for check in answer["checks"]
    }
    assert all(check["ok"] or check["advice"] for check in answer["checks"])


def test_doctor_names_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing library, a folder that cannot be made, a port in use, libzbar gone: each with the way out."""
    assert "pip install no" in check_library("no_such_module", "No such", "pip install no").advice
    (tmp_path / "file").write_text("")
    assert not check_folder(tmp_path / "file" / "races").ok
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = check_port("127.0.0.1", taken.getsockname()[1])
    assert (busy.ok, busy.needed) == (False, False)
    assert "--port" in busy.advice
    monkeypatch.setitem(sys.modules, "pyzbar.pyzbar", None)
    done = run("doctor", "--json")
    assert done.exit_code == 1
    assert "libzbar" in done.stdout


def test_doctor_says_why_a_camera_would_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two cameras the one that another program uses is told, and what to do; a camera is never needed."""
    cameras = (CameraName(0, "Cam", ""), CameraName(2, "Other", ""))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("referee.devices.camera.list_cameras", lambda: cameras)
    monkeypatch.setattr(
        "referee.devices.why_closed.why_closed", lambda index: "Camera 2 is used by obs." * (index == 2)
    )
    found = check_cameras()
    assert (found.ok, found.needed, found.advice) == (False, False, "Camera 2 is used by obs.")
    assert found.found == "0 (Cam), 2 (Other)"


def test_a_real_race_is_exported_to_ppn(tmp_path: Path) -> None:
    """A seeded Racepack race, stops and all, reads back from PPN to the table that stands; its words have the names."""
    rules, dice = game("racepack"), random.Random(3)
    position = rules.start(4, dice)
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(Entry(0, "person", "start", "", "", position, {"baseline": rules.visible(position)}), {})
    store.append(Entry(0, "person", "note", "", "", "", {"names": {"red": "Zoë {9}"}}), {})
    said = COMMON.tell(fact("to-act", who="red"))
    for _ in range(12):
        turn = rules.play(position, dice, None)
        for stop in turn.stops:
            store.append(Entry(0, "camera", "stop", "", position, position, {"observation": stop}), {})
        data = {"player": turn.player, "turn": turn.turn, "status": "LEGAL", "sentence": said, "provisional": False}
        data["facts"] = facts_of(said)
        store.append(Entry(0, "camera", "verdict", "", position, turn.after, data), {})
        position = turn.after
    store.close()
    done = run("export", str(tmp_path / "race.sqlite"), "--to", "ppn")
    assert done.exit_code == 0
    assert done.stdout.count("{LEGAL: It is Zoë (9)'s turn.}") == 12
    (written,) = read_ppn(done.stdout)
    wanted = {put.place: put.spec for put in puts(rules.layout(position, kits.manifest("racepack"))).values()}
    found = {place_text(x, y): spec for spec, x, y in final_table(written).values()}
    assert {place: spec[0] + spec[-1] for place, spec in found.items()} == {
        place: spec[0] + spec[-1] for place, spec in wanted.items()
    }


def test_a_race_with_two_piecepacks_is_exported_without_naming_a_kit(tmp_path: Path) -> None:
    """The record says how many piecepacks the race takes, so the usual print of two is taken."""
    rules = game("racepack")
    position = rules.start(8, random.Random(3), {"main": "four"})
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(Entry(0, "person", "start", "", "", position, {"baseline": rules.visible(position)}), {})
    store.close()
    done = run("export", str(tmp_path / "race.sqlite"), "--to", "ppn")
    assert done.exit_code == 0, done.exception
    (written,) = read_ppn(done.stdout)
    assert written.problems == ()
    assert sum(name.startswith("t") for name in final_table(written)) == 48


def test_royal_racers_goes_to_ppn_and_games_without_a_piecepack_do_not(tmp_path: Path) -> None:
    """Cards, flags, pawns and dice read back to where they stand; turned cards stand in comments; others are told."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "royal-racers"})
    play_into(store, "royal-racers", 45, faults=0.1)
    store.close()
    done = run("export", str(tmp_path / "race.sqlite"), "--to", "ppn")
    assert done.exit_code == 0, done.exception
    (written,) = read_ppn(done.stdout)
    assert written.problems == ()
    position = store.entries()[-1].after
    wanted = puts(game("royal-racers").layout(position, kits.manifest("royal-racers")))
    assert len(wanted) > 45
    assert final_table(written) == {name: (put.spec, put.x, put.y) for name, put in wanted.items()}
    told = " ".join(remark for move in written.moves for remark in move.comments)
    turned = [len(re.findall(f"of [a-z]+ turned {way}", told)) for way in ("down", "up")]
    assert turned[0] - turned[1] == sum(put.down for put in wanted.values()) > 0
    store = SqliteStore.create(tmp_path / "home.sqlite", {"game": "home-racers"})
    play_into(store, "home-racers", 1)
    store.close()
    assert "piecepack" in str(run("export", str(tmp_path / "home.sqlite"), "--to", "ppn").exception)
