"""A race whose referee was killed goes on where it stood."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.cli.watch import _Printer
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.fold import fold

SAMPLES = Path(__file__).parents[2] / "sample_images"


def watch(record: Path, *more: str, source: str = "racepack-race.mp4") -> list[str]:
    """The command line that referees a sample and keeps the record."""
    command = [sys.executable, "-m", "referee", "watch", "--source", str(SAMPLES / source)]
    return [*command, "--record", str(record), "--headless", *more]


def undisturbed() -> list[tuple[str, str, str]]:
    """Who is judged how, and where it leads, when the same film is looked at in one go (tests/chain/test_film.py).

    Nobody says a word here, so a legal turn that wanted words is asked about.
    """
    turns = json.loads((SAMPLES / "racepack-race.json").read_text(encoding="utf-8"))["turns"]
    asked = [turn["verdict"] == "LEGAL" and turn["declared"] for turn in turns]
    words = ["UNDECIDED" if one else turn["verdict"] for one, turn in zip(asked, turns, strict=True)]
    return [(t["player"], word, without_places_of_dice(t["after"])) for t, word in zip(turns, words, strict=True)]


def without_places_of_dice(position: str) -> str:
    """The answers have a die that nobody rolled where the players said it lay at the start."""
    return re.sub(r"die=(\w):\S+", r"die=\1", position)


def turns_of(record: Path) -> list[tuple[str, str, str]]:
    """Who was judged how, and where it led."""
    turns = fold(SqliteStore.read(record).entries()).turns
    return [(str(turn.data["player"]), str(turn.data["status"]), without_places_of_dice(turn.after)) for turn in turns]


def printed(text: str) -> list[int]:
    """The entries of the verdicts in what was printed."""
    return [json.loads(line)["entry"] for line in text.splitlines()]


@dataclass(frozen=True)
class Killed:
    """A race whose referee was killed as a verdict was on the disk, which is before it is printed, and its end."""

    record: Path
    left: tuple[Entry, ...]
    damage: tuple[object, ...]
    before: list[int]
    again: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    """Killed with -9 in mid-race and gone on with."""
    folder = tmp_path_factory.mktemp("killed")
    record, said = folder / "race.sqlite", folder / "said.txt"
    with said.open("w") as out:
        running = subprocess.Popen(watch(record, "--json"), stdout=out, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and running.poll() is None:
            entries = SqliteStore.read(record).entries() if record.exists() and record.stat().st_size else ()
            if len(entries) >= 8 and entries[-1].id in {turn.id for turn in fold(entries).turns}:
                break
            time.sleep(0.02)
        running.kill()
        running.wait()
    left = SqliteStore.read(record)
    entries, damage = tuple(left.entries()), tuple(left.damage)
    command = watch(record, "--json", "--resume")
    again = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return Killed(record, entries, damage, printed(said.read_text()), again)


def test_killed_in_mid_race_it_resumes_where_it_stood(killed: Killed) -> None:
    """After kill -9 the record opens undamaged, `--resume` says its position, and the film goes on from there.

    The race then ends as if nothing had happened.
    """
    assert len(killed.left) >= 8
    assert killed.damage == ()
    assert f"Resumed {killed.record}: {fold(killed.left).position}" in killed.again.stderr
    assert "goes on at" in killed.again.stderr
    assert len(fold(killed.left).turns) < len(undisturbed())
    assert turns_of(killed.record) == undisturbed()


def test_a_verdict_that_was_stored_but_not_printed_at_a_kill_is_printed_at_the_next_start(killed: Killed) -> None:
    """Every verdict is printed, before the kill or after `--resume`."""
    turns = [entry.id for entry in fold(SqliteStore.read(killed.record).entries()).turns]
    assert sorted({*killed.before, *printed(killed.again.stdout)}) == turns, killed.again.stderr


def entry(number: int, kind: str, time_ns: int, **data: object) -> Entry:
    """An entry that only the printer reads."""
    lists: dict[str, object] = {name: [] for name in ("violations", "lines", "questions", "alternatives")}
    verdict = {**lists, "status": "LEGAL", "player": "red", "turn": "", "after": "", "provisional": False}
    return Entry(time_ns, "camera", kind, "", "", "", {**verdict, **data} if kind == "verdict" else data, id=number)


def test_what_may_not_have_been_printed_at_a_kill(capsys: pytest.CaptureFixture[str]) -> None:
    """Verdicts made sure before the record's last moment were printed; those made sure in it are, and one waits."""
    printer = _Printer(game("racepack"), as_json=False)
    entries = [
        entry(1, "verdict", 1, sentence="Long ago."),
        entry(2, "stop", 2),
        entry(3, "verdict", 2, sentence="Just before."),
        entry(4, "stop", 3),
        entry(5, "verdict", 3, sentence="Waiting."),
    ]
    printer.take_up(entries)
    assert capsys.readouterr().out == "LEGAL      Just before.\n"
    printer.flush()
    assert capsys.readouterr().out == "LEGAL      Waiting.\n"
    printer.take_up([*entries, entry(6, "undo", 4, entry=5)])
    printer.flush()
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such pipe")
@pytest.mark.long
def test_after_a_broken_pipe_the_record_is_whole_and_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    """Who reads the verdicts goes away after the first one: the record is closed, and opens without a word."""
    record = tmp_path / "race.sqlite"
    command = [*watch(record, "--json", "--game", "royal-racers", source="royal-racers/race.mp4")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline()
        running.stdout.close()
        running.wait(60)
    kept = SqliteStore.read(record)
    assert (len(fold(kept.entries()).turns), kept.damage) == (2, ())
    store = SqliteStore.open(record)
    assert (store.damage, store.left_open) == ((), False)
    store.close()
