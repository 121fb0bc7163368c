"""examples/read_record, written from the format's description alone, reads what the referee writes."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import read_record
from referee.devices.store import SqliteStore
from referee.devices.table_key import TableKey
from referee.games.registry import GAMES
from referee.record.entry import Entry
from referee.record.timeline import turn_rows
from tests.devices.append_speed import unsealed
from tests.devices.forge import FORGERIES, forge, honest
from tests.record.races import play_into

FILE = Path(read_record.__file__)


def test_it_shares_no_code_with_the_house() -> None:
    """It imports the standard library, and one package for the signatures."""
    nodes = list(ast.walk(ast.parse(FILE.read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    foreign = {name.partition(".")[0] for name in named} - sys.stdlib_module_names
    assert foreign == {"cryptography"}


@pytest.mark.parametrize("name", GAMES)
def test_it_tells_the_same_turns_as_the_referee(name: str, tmp_path: Path) -> None:
    """Of every game, with turns that were overruled, corrected and taken back, by chance."""
    chance = random.Random(name)
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": name})
    for _ in range(4):
        play_into(store, name, 6, faults=0.4)
        for _ in range(4):
            of = chance.choice([entry.id for entry in store.entries() if entry.kind in ("start", "verdict")][-9:])
            kind, data = chance.choice([("undo", {}), ("overrule", {"status": "LEGAL", "why": "agreed"})])
            store.append(Entry(1, "person", kind, "", "", "", {"entry": of, **data}), {})
    rows = [
        {key: row[key] for key in ("entry", "race", "player", "status", "sentence", "undone")}
        for row in turn_rows(store.entries())
    ]
    store.close()
    record = read_record.read(store.path)
    found = read_record.turns([row.entry for row in record.rows])
    assert [{key: turn[key] for key in rows[0]} for turn in found] == rows
    assert any(turn["undone"] for turn in found)
    assert read_record.first_wrong(record, store.head()) == ""


@pytest.mark.parametrize("kind", [kind for kind in FORGERIES if kind != "unseal"])
def test_it_finds_every_forgery_too(kind: str, tmp_path: Path) -> None:
    """At the forged entry, or where those end that another key has signed: it is not told whose the table's is."""
    chance = random.Random(kind)
    for number in range(4):
        path = tmp_path / f"{number}.sqlite"
        seen = honest(path, TableKey.passing(chance.randbytes), chance)
        assert read_record.first_wrong(read_record.read(path), seen) == ""
        first = forge(path, kind, chance)
        said = read_record.first_wrong(read_record.read(path), seen)
        numbers = [int(number) for number in re.findall(r"entry (\d+)", said)]
        assert numbers
        assert min(numbers) >= first


def test_it_runs_by_itself_and_says_what_is_not_proved(tmp_path: Path) -> None:
    """A race, a record of an older program, and a file that is none."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    play_into(store, "racepack", 3)
    store.close()
    unsealed(tmp_path / "old.sqlite")
    (tmp_path / "none.sqlite").write_bytes(b"hello")
    expected = {"race": (0, "Every entry follows the one before it."), "old": (0, "no seals"), "none": (2, "")}
    for name, (code, words) in expected.items():
        command = [sys.executable, str(FILE), str(tmp_path / f"{name}.sqlite")]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert (done.returncode, words in done.stdout) == (code, True), done
    assert "Error: " in done.stderr
