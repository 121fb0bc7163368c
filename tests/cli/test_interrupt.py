"""Ctrl-C, pressed more than once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.common import tell_where_kept
from referee.cli.interrupt import PATIENCE_S, Interrupts


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


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is sent otherwise")
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
    assert f"referee replay '{record}'" in capsys.readouterr().err
