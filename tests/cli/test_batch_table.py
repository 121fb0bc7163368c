"""A folder of races as one table: Parquet, asked by a real DuckDB with the queries of the docs, and CSV."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import batch
from referee.cli.batch_table import COLUMNS
from referee.cli.batch_work import Order, referee_file
from referee.cli.main import cli
from referee.devices.store import SqliteStore
from referee.errors import SetupError
from referee.record.entry import Entry
from referee.record.timeline import turn_rows
from tests.record.races import play_into

PAGE = (Path(__file__).parents[2] / "docs/batch.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n-- (.+?)\n(.+?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with folders of records of three games, with faults; one of them has a name of its own."""
    folder = tmp_path_factory.mktemp("races")
    for game, seed in (("royal-racers", 1), ("nestorgames-gp", 2), ("nestorgames-gp", 3), ("home-racers", 4)):
        path = folder / game / (f"{seed}.race" if seed == 3 else f"{seed}.sqlite")
        path.parent.mkdir(exist_ok=True)
        store = SqliteStore.create(path, {"game": game})
        play_into(store, game, 8, seed=seed, faults=0.5)
        last = store.entries()[-1]
        ada = {"names": {last.data["player"]: "Ada"}}
        store.append(Entry(last.time_ns, "person", "note", "", last.after, last.after, ada), {})
        store.close()
    return folder


DUCK = """
import duckdb, json, sys
print(json.dumps([duckdb.sql(query).fetchall() for query in json.load(sys.stdin)]))
"""


def asked(folder: Path, *queries: str) -> list[list[Any]]:
    """What DuckDB answers, in a process of its own: at its end it says much that nobody needs."""
    run = [sys.executable, "-c", DUCK]
    said = subprocess.run(run, input=json.dumps(queries), capture_output=True, text=True, cwd=folder, check=False)
    assert said.returncode == 0, said.stderr
    answers: list[list[Any]] = json.loads(said.stdout)
    return answers


class AtOnce:
    """A cluster of one that works in this process."""

    def nthreads(self) -> dict[str, int]:
        return {"here": 1}

    def submit(self, work: Any, *words: Any, pure: bool) -> Any:
        future = type("Done", (), {"status": "finished"})()
        answer = work(*words)
        future.result = lambda timeout: answer
        return future


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processes: what they cost is test_batch's."""

    class Given:
        def __enter__(self) -> AtOnce:
            return AtOnce()

        def __exit__(self, *problem: object) -> None:
            pass

    monkeypatch.setattr(batch, "_client", lambda scheduler, workers: Given())


def expected(races: Path) -> Iterator[dict[str, Any]]:
    """Every turn that stands, from the records themselves."""
    for path in sorted(one for one in races.rglob("*") if one.suffix in (".sqlite", ".race")):
        entries = SqliteStore.read(path).entries()
        yield from ({**row, "file": str(path)} for row in turn_rows(entries) if not row["undone"])


@pytest.mark.long
def test_every_turn_of_a_folder_is_a_row_that_duckdb_can_ask(races: Path, tmp_path: Path) -> None:
    """Each query of the docs runs, and the faults by rule are the records'."""
    done = CliRunner().invoke(cli, ["batch", str(races), "--table", str(tmp_path / "turns.parquet"), "--json"])
    answer = json.loads(done.stdout)
    rows = list(expected(races))
    assert answer["turns"] == len(rows)
    assert all("each" not in row for row in answer["files"])
    columns, told, *answers = asked(
        tmp_path,
        "DESCRIBE SELECT * FROM 'turns.parquet'",
        "SELECT file, entry, colour, status, rules FROM 'turns.parquet'",
        *(query for _, query in QUERIES),
    )
    found = dict(zip((name for name, _ in QUERIES), answers, strict=True))
    assert [name for name, *_ in columns] == list(COLUMNS)
    assert told == [[row["file"], row["entry"], row["player"], row["status"], row["rules"]] for row in rows]
    faults = Counter(rule for row in rows if row["status"] == "ILLEGAL" for rule in row["rules"])
    assert faults
    assert dict(found["faults by rule"]) == answer["over_all"]["faults"] == dict(faults)
    assert sum(turns for _, _, turns, _, _ in found["who takes how long"]) == len(rows)
    thrown = sum(sum(faces.values()) for faces in answer["over_all"]["dice"].values())
    luck = "the luck of the dice: each driver's mean of plain faces, and by how many standard deviations it is off 3.5"
    assert 0 < sum(count for _, count, _, _ in found[luck]) <= thrown
    assert len(found["evenings with the most questions, of a hundred turns"]) == 4


@pytest.mark.long
def test_the_same_table_as_csv_and_in_words(races: Path, tmp_path: Path) -> None:
    """A row for each turn; without --json the faults by rule are a table, too."""
    done = CliRunner().invoke(cli, ["batch", str(races), "--table", str(tmp_path / "turns.csv")])
    rows = list(expected(races))
    with (tmp_path / "turns.csv").open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    assert [row["rules"].split() for row in written] == [row["rules"] for row in rows]
    assert all(float(row["seconds"]) > 0 for row in written)
    broken = {rule for row in rows if row["status"] == "ILLEGAL" for rule in row["rules"]}
    assert all(rule in done.output for rule in broken)


def test_a_driver_is_called_by_name_where_one_was_given(races: Path) -> None:
    """By the record's own notes, here one of Ada; elsewhere the field is empty."""
    path = next(races.rglob("*.sqlite"))
    entries = SqliteStore.read(path).entries()
    each = referee_file(Order(), str(path))["each"]
    ada = next(entry.data["player"] for entry in reversed(entries) if entry.kind == "verdict")
    assert {(row["colour"], row["driver"]) for row in each} > {(ada, "Ada")}
    assert all((row["driver"] == "Ada") == (row["colour"] == ada) for row in each)


def test_without_pyarrow_parquet_is_refused_before_any_work(
    races: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to type."""
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = CliRunner().invoke(cli, ["batch", str(races), "--table", str(tmp_path / "turns.parquet")])
    assert isinstance(done.exception, SetupError)
    assert "race-referee[parquet]" in str(done.exception)
    assert os.listdir(tmp_path) == []
