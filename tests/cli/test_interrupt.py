"""Ctrl-C, pressed more than once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.interrupt import PATIENCE_S, Interrupts
from referee.cli.kept_races import tell_where_kept
from referee.devices.store import SqliteStore
from tests.record.races import race


def test_the_first_press_stops_and_only_a_late_one_ends_at_once() -> None:
    """Presses in between do nothing, so that nothing is left half stopped."""
    now = [100.0]
    left: list[int] = []
    press = Interrupts(lambda: now[0], left.append)
    with pytest.raises(KeyboardInterrupt):
        press(signal.SIGINT, None)
    for later_s in (0.0005, 0.1, PATIENCE_S - 0.2):
        now[0] = 100.0 + later_s
        press(signal.SIGINT, None)
    assert left == []
    now[0] = 100 + PATIENCE_S + 1
    press(signal.SIGINT, None)
    assert left == [130]


def test_after_a_press_the_program_ends_without_waiting_for_threads() -> None:
    """Who only said no to a question leaves as programs do."""
    left: list[int] = []
    press = Interrupts(lambda: 100.0, left.append)
    with pytest.raises(SystemExit):
        press.leave()
    assert left == []
    with pytest.raises(KeyboardInterrupt):
        press(signal.SIGINT, None)
    with pytest.raises(SystemExit):
        press.leave()
    assert left == [130]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is sent otherwise")
@pytest.mark.long
def test_two_presses_within_a_millisecond_end_the_demos_server(tmp_path: Path) -> None:
    """The page's server and its threads end, the record is closed, and the exit code says that it was interrupted."""
    record = tmp_path / "race.sqlite"
    command = [sys.executable, "-m", "referee", "demo", "--port", "0", "--record", str(record)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "BROWSER": "true"}
    )
    try:
        assert running.stdout is not None
        while "Stop with Ctrl-C" not in (line := running.stdout.readline()):
            assert line, "the demo ended by itself"
        running.send_signal(signal.SIGINT)
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130, rest
    assert "Traceback" not in rest
    assert not record.with_name("race.sqlite-wal").exists()


def test_where_the_race_is_kept_is_said_once_it_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path with a space can be copied into a shell as it stands; of no record nothing is said."""
    record = tmp_path / "our race.sqlite"
    tell_where_kept("")
    tell_where_kept(str(record))
    assert capsys.readouterr().err == ""
    record.touch()
    tell_where_kept(str(record))
    said = capsys.readouterr().err
    assert f"referee replay '{record}'" in said
    assert "Go on with it" not in said, "it lies where `referee` does not look"


def test_an_unfinished_race_is_gone_on_with_by_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in mid-race one is told what to type; after the last turn only how to see the race again."""
    monkeypatch.setattr("referee.cli.kept_races.races_folder", lambda: tmp_path)
    for name, turns, offered in (("half", 2, True), ("whole", 400, False)):
        store = SqliteStore.create(tmp_path / f"{name}.sqlite", {"game": "racepack"})
        for entry in race("racepack", turns, seed=1, players=2, faults=0.0, agreed={"laps": "1"}).entries():
            store.append(entry, {})
        store.close()
        tell_where_kept(str(tmp_path / f"{name}.sqlite"))
        assert ("Go on with it: referee\n" in capsys.readouterr().err) is offered
