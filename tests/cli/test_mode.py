"""`--mode`: how strict the referee is from the first turn on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import cli
from referee.devices.reader import RecordReader
from referee.record.fold import fold


@pytest.mark.long
def test_a_demo_can_begin_as_advice(tmp_path: Path) -> None:
    """The mode is an entry of the record, before the race starts, and stands when it is folded."""
    record = tmp_path / "race.sqlite"
    words = ["demo", "--headless", "--turns", "1", "--faults", "0", "--mode", "advise", "--record", str(record)]
    done = CliRunner().invoke(cli, [*words, "--size", "960x540"])
    assert done.exit_code == 0, done.output
    store = RecordReader(record)
    try:
        entries = store.entries()
    finally:
        store.close()
    assert entries[0].data["mode"] == "advise"
    assert fold(entries).mode == "advise"
