"""Many files at once, over Dask."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from markers.kits import manifest
from referee.cli.batch_results import Results
from referee.cli.batch_work import Order, _store, parcel, referee_file, referee_parcel
from referee.cli.main import cli
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.record.entry import Entry
from tests.record.races import play_into

SAMPLES = Path(__file__).parents[2] / "sample_images"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two records, one of which says what nobody would say today, a file that is neither, and one that is not there."""
    for name in ("good", "changed"):
        store = SqliteStore.create(tmp_path / f"{name}.sqlite", {"game": "racepack"})
        play_into(store, "racepack", 3, faults=1.0)
        if name == "changed":
            last = store.entries()[-1]
            data = {**last.data, "status": "UNDECIDED"}
            store.append(type(last)(9, "camera", "verdict", "", last.after, last.after, data), {})
        store.close()
    (tmp_path / "text.mp4").write_text("no film")
    return [tmp_path / name for name in ("good.sqlite", "text.mp4", "changed.sqlite", "nowhere.mp4")]


def told(code: int, said: str, messages: str, files: list[Path]) -> None:
    """Each file has its row, in order; failures and differences stay with the file they belong to."""
    assert code == 1, messages
    answer = json.loads(said)
    good, text, changed, nowhere = answer["files"]
    assert [row["file"] for row in answer["files"]] == [str(path) for path in files]
    assert (good["turns"], good["differences"], good["error"]) == (3, 0, "")
    assert len(good["faults"]) == good["illegal"] > 0
    assert (changed["differences"], changed["error"]) == (1, "")
    assert text["error"]
    assert "no such file" in nowhere["error"].lower()
    assert (answer["failed"], answer["differences"], answer["turns"]) == (2, 1, 7)


@pytest.mark.long
def test_a_batch_in_processes_of_this_machine(files: list[Path]) -> None:
    """Records are judged again; a bad file does not stop the rest. The command as a user runs it."""
    command = [sys.executable, "-m", "referee", "batch", "--json", "--workers", "1", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    told(done.returncode, done.stdout, done.stderr, files)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers as they are started by hand, without nannies; its address and the workers."""
    folder = tmp_path_factory.mktemp("cluster")
    where = folder / "scheduler.json"
    run = [sys.executable, "-m"]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    scheduler = [*run, "distributed.cli.dask_scheduler", *here, "--port", "0", "--scheduler-file", str(where)]
    worker = [*run, "distributed.cli.dask_worker", "--scheduler-file", str(where), "--nthreads", "1"]
    worker += ["--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    started = [subprocess.Popen(command, **quiet) for command in (scheduler, worker, worker)]
    try:
        until(lambda: where.exists() and bool(where.read_text(encoding="utf-8").strip().endswith("}")))
        yield json.loads(where.read_text(encoding="utf-8"))["address"], started[1:]
    finally:
        for one in started:
            one.kill()
            one.wait()


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.long
def test_a_batch_on_a_cluster_by_its_address(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], files: list[Path]
) -> None:
    """The files are sent there, so that the cluster needs no disk in common; no answer is one sentence."""
    sent = CliRunner().invoke(cli, ["batch", "--json", "--scheduler", cluster[0], *map(str, files)])
    told(sent.exit_code, sent.stdout, sent.stderr, files)
    done = CliRunner().invoke(cli, ["batch", "--scheduler", "nonsense://nowhere", str(files[0])])
    assert "no Dask scheduler answers" in str(done.exception)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of records enough to keep two workers busy for a while."""
    folder = tmp_path_factory.mktemp("races")
    for number in range(8):
        store = SqliteStore.create(folder / f"race{number}.sqlite", {"game": "racepack"})
        play_into(store, "racepack", 5, seed=number, faults=0.5)
        store.close()
    return folder


@pytest.fixture
def races(played: Path, tmp_path: Path) -> list[Path]:
    """Those records, for one test to do with as it likes."""
    return [Path(shutil.copy(path, tmp_path)) for path in sorted(played.iterdir())]


def lines(path: Path) -> int:
    """How many results were written down."""
    return path.read_text(encoding="utf-8").count('"row":') if path.exists() else 0


@pytest.mark.long
def test_a_worker_that_is_killed_costs_no_result(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], races: list[Path], tmp_path: Path
) -> None:
    """Killed with -9 in the middle of a batch: what it had in hand is done by the other one, and all results come."""
    address, workers = cluster
    done = tmp_path / "done.jsonl"
    command = [sys.executable, "-m", "referee", "batch", "--json", "--scheduler", address, "--results", str(done)]
    running = subprocess.Popen([*command, *map(str, races)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: lines(done) > 0 or running.poll() is not None)
    workers[0].send_signal(signal.SIGSTOP)  # so that it has a race in hand when it is killed
    until(lambda: lines(done) > len(races) - 4 or running.poll() is not None)
    workers[0].kill()
    said, messages = running.communicate(timeout=120)
    assert running.returncode == 0, messages
    assert messages == ""
    answer = json.loads(said)
    assert [(row["file"], row["error"], row["turns"]) for row in answer["files"]] == [(str(p), "", 5) for p in races]
    assert (answer["failed"], answer["turns"]) == (0, 40)


@pytest.mark.long
def test_an_interrupted_batch_goes_on_where_it_was(races: list[Path], tmp_path: Path) -> None:
    """Results are written down as they come; the same command does the rest, and what has changed since, anew."""
    done = tmp_path / "done.jsonl"
    command = [sys.executable, "-m", "referee", "batch", "--workers", "1", "--results", str(done), "--json"]
    running = subprocess.Popen([*command, *map(str, races)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: lines(done) > 0 or running.poll() is not None)
    running.send_signal(signal.SIGINT)
    running.wait(60)
    first = done.read_text(encoding="utf-8")
    assert 0 < lines(done) < len(races)
    done.write_text(first + '\n{"key": "cut o', encoding="utf-8")
    whole = CliRunner().invoke(cli, ["batch", "--json", "--results", str(done), "--workers", "1", *map(str, races)])
    assert [row["turns"] for row in json.loads(whole.stdout)["files"]] == [5] * len(races)
    assert done.read_text(encoding="utf-8").startswith(first)
    kept = Results(done, Order())
    assert all(kept.kept(path) is not None for path in races)
    os.utime(races[0], ns=(1, 1))
    assert kept.kept(races[0]) is None
    assert Results(done, Order(players=3)).kept(races[1]) is None


@pytest.mark.long
def test_a_file_that_kills_its_process_is_only_that_files_failure(
    monkeypatch: pytest.MonkeyPatch, races: list[Path], tmp_path: Path
) -> None:
    """A task that takes its worker with it each time is given up with a sentence; the others are done."""
    poison = tmp_path / "poison.py"
    poison.write_text(
        "import os\nimport referee.cli.batch_work as work\njudge = work.referee_file\n"
        "def deadly(order, path):\n    os._exit(9) if path.endswith('race1.sqlite') else None\n"
        "    return judge(order, path)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("referee.cli.batch.referee_file", importlib.import_module("poison").deadly)
    asked = CliRunner().invoke(cli, ["batch", "--json", "--workers", "2", *map(str, races[:4])])
    answer = json.loads(asked.stdout)
    assert [row["error"] for row in answer["files"]] == [
        "",
        "it could not be refereed (its process died each time)",
        "",
        "",
    ]


def test_a_recording_cut_short_in_a_batch_goes_on_in_its_record(tmp_path: Path) -> None:
    """The record that a killed process left is gone on with; one of another recording or order is left alone."""
    film = SAMPLES / "racepack-race.mp4"
    header = {"game": "racepack", "source": str(film)}
    half = SqliteStore.create(tmp_path / "racepack-race.sqlite", header)
    half.append(Entry(0, "camera", "note", "begun", "", ""), {})
    half.close()
    gone_on = _store(Order(out=str(tmp_path)), str(film), manifest("racepack"))
    assert [entry.cause for entry in gone_on.entries()] == ["begun"]
    gone_on.close()
    with pytest.raises(RecordError, match="there already"):
        _store(Order(out=str(tmp_path)), str(film.with_name("elsewhere") / film.name), manifest("racepack"))


def test_a_recording_of_a_batch_is_refereed_with_what_was_said_beside_it(tmp_path: Path) -> None:
    """A still that shows a start gives a race without turns and its record; one of a torn table fails in a sentence."""
    order = Order(out=str(tmp_path))
    facts = referee_file(order, str(SAMPLES / "racepack-still-1.jpg"))
    assert facts["error"] or facts["turns"] == 0
    broken = referee_file(order, str(SAMPLES / "racepack-broken-not-closed.jpg"))
    assert broken["error"].startswith("the race never started")
    sent = parcel(SAMPLES / "racepack-race.mp4")
    assert set(sent.beside) == {"racepack-race.said.json"}
    again = referee_parcel(order, parcel(SAMPLES / "racepack-broken-not-closed.jpg"))
    assert again["error"] == broken["error"]
