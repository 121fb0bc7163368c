"""A race whose referee was killed goes on where it stood."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from referee.devices.store import SqliteStore
from referee.record.fold import fold

SAMPLES = Path(__file__).parents[2] / "sample_images"


def watch(record: Path, *more: str, source: str = "racepack-race.mp4") -> list[str]:
    """The command line that referees a sample and keeps the record."""
    command = [sys.executable, "-m", "referee", "watch", "--source", str(SAMPLES / source)]
    return [*command, "--record", str(record), "--headless", *more]


def undisturbed(folder: Path) -> Path:
    """The record of the same film looked at in one go."""
    record = folder / "undisturbed.sqlite"
    subprocess.run(watch(record), capture_output=True, timeout=60, check=False)
    return record


def turns_of(record: Path) -> list[tuple[str, str, str]]:
    """Who was judged how, and where it led."""
    turns = fold(SqliteStore.read(record).entries()).turns
    return [(str(turn.data["player"]), str(turn.data["status"]), turn.after) for turn in turns]


def test_killed_in_mid_race_it_resumes_where_it_stood(tmp_path: Path) -> None:
    """After kill -9 the record opens undamaged, `--resume` says its position, and the film goes on from there.

    The race then ends as if nothing had happened.
    """
    record = tmp_path / "race.sqlite"
    running = subprocess.Popen(watch(record), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if record.exists() and record.stat().st_size > 0 and len(SqliteStore.read(record).entries()) >= 8:
            break
        time.sleep(0.1)
    running.kill()
    running.wait()
    left = SqliteStore.read(record)
    position = fold(left.entries()).position
    assert len(left.entries()) >= 8
    assert left.damage == ()
    again = subprocess.run(
        watch(record, "--resume"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert f"Resumed {record}: {position}" in again.stderr
    assert "goes on at" in again.stderr
    assert turns_of(record) == turns_of(undisturbed(tmp_path))
