"""What a run of the tests that was killed leaves in memory."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.conftest import remove_what_killed_runs_left


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """Neither what a run under way needs, nor what one that ended keeps of its failures."""
    with subprocess.Popen(["true"]) as dead:
        pass
    for name, lock in (("killed", str(dead.pid)), ("on", str(os.getpid())), ("beginning", ""), ("ended", None)):
        folder = tmp_path / "pytest-of-somebody" / f"pytest-{name}"
        folder.mkdir(parents=True)
        if lock is not None:
            (folder / ".lock").write_text(lock)
    remove_what_killed_runs_left(tmp_path)
    left = {folder.name for folder in (tmp_path / "pytest-of-somebody").iterdir()}
    assert left == {"pytest-on", "pytest-beginning", "pytest-ended"}
