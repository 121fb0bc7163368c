"""Many files at once, over Dask."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.batch_work import Order, parcel, referee_file, referee_parcel
from referee.cli.main import cli
from referee.devices.store import SqliteStore
from tests.record.races import play_into

SAMPLES = Path(__file__).parents[2] / "sample_images"
SCHEDULER = """
import logging, sys
from distributed import LocalCluster
if __name__ == "__main__":
    here = {"n_workers": 1, "processes": False, "protocol": "tcp", "dashboard_address": None}
    with LocalCluster(**here, silence_logs=logging.CRITICAL) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


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


def batch(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    command = [sys.executable, "-m", "referee", "batch", "--json", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def told(done: subprocess.CompletedProcess[str], files: list[Path]) -> None:
    """Each file has its row, in order; failures and differences stay with the file they belong to."""
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    good, text, changed, nowhere = answer["files"]
    assert [row["file"] for row in answer["files"]] == [str(path) for path in files]
    assert (good["turns"], good["differences"], good["error"]) == (3, 0, "")
    assert len(good["faults"]) == good["illegal"] > 0
    assert (changed["differences"], changed["error"]) == (1, "")
    assert text["error"]
    assert "no such file" in nowhere["error"].lower()
    assert (answer["failed"], answer["differences"], answer["turns"]) == (2, 1, 7)


def test_a_batch_in_processes_of_this_machine(files: list[Path]) -> None:
    """Records are judged again; a bad file does not stop the rest."""
    told(batch("--workers", "1", *files), files)


def test_a_batch_on_a_cluster_by_its_address(files: list[Path], tmp_path: Path) -> None:
    """The files are sent there, so that the cluster needs no disk in common; no answer is one sentence."""
    script = tmp_path / "cluster.py"
    script.write_text(SCHEDULER, encoding="utf-8")
    cluster = subprocess.Popen([sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert cluster.stdout is not None
    try:
        address = cluster.stdout.readline().strip()
        told(batch("--scheduler", address, *files), files)
    finally:
        cluster.communicate("", timeout=30)
    done = CliRunner().invoke(cli, ["batch", "--scheduler", "nonsense://nowhere", str(files[0])])
    assert "no Dask scheduler answers" in str(done.exception)


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
