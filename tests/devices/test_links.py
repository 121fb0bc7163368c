"""A record under other names: links lead to the one record, with its one lock and its one log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.devices.store import SqliteStore
from referee.errors import RecordError
from tests.devices.test_store import HEADER, filled, note

WRITER = Path(__file__).with_name("writer.py")


def killed(record: Path) -> int:
    """A record whose writer was killed with -9 in mid-race; returns how many entries it had acknowledged."""
    with subprocess.Popen([sys.executable, str(WRITER), str(record), "create"], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(20)]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.read().split(b"\n")[:-1]
    return int(said[-1])


def linked(record: Path, how: str) -> Path:
    """Another name of a record."""
    link = record.with_name("link.sqlite")
    link.symlink_to(record) if how == "symbolic" else link.hardlink_to(record)
    return link


@pytest.mark.parametrize("how", ["symbolic", "hard"])
def test_a_killed_race_is_whole_under_each_of_its_names(tmp_path: Path, how: str) -> None:
    """Read or gone on with through a link, it has every entry that was acknowledged."""
    acknowledged = killed(tmp_path / "race.sqlite")
    link = linked(tmp_path / "race.sqlite", how)
    read = SqliteStore.read(link)
    assert (len(read.entries()) >= acknowledged, read.damage) == (True, ())
    store = SqliteStore.open(link)
    assert store.entries() == read.entries()
    more = store.append(note(1), {})
    store.close()
    assert SqliteStore.read(tmp_path / "race.sqlite").entries()[-1] == more


@pytest.mark.parametrize("how", ["symbolic", "hard"])
@pytest.mark.parametrize("first", ["race", "link"])
def test_a_link_does_not_get_past_the_lock(tmp_path: Path, how: str, first: str) -> None:
    """One writer, by whichever name; readers by the other one see what he writes."""
    filled(tmp_path / "race.sqlite", 3)
    names = [tmp_path / "race.sqlite", linked(tmp_path / "race.sqlite", how)]
    mine, other = names if first == "race" else names[::-1]
    store = SqliteStore.open(mine)
    store.append(note(3), {})
    with pytest.raises(RecordError, match="open in another program"):
        SqliteStore.open(other)
    assert len(SqliteStore.read(other).entries()) == 4
    store.close()
    again = SqliteStore.open(other)
    assert len(again.entries()) == 4
    again.close()


def test_a_hard_link_in_another_folder_is_not_written_while_its_log_lies_elsewhere(tmp_path: Path) -> None:
    """Nobody can find that log by this name, so nothing is begun; closed properly, each name will do."""
    filled(tmp_path / "race.sqlite", 3)
    (tmp_path / "far").mkdir()
    far = tmp_path / "far" / "race.sqlite"
    os.link(tmp_path / "race.sqlite", far)
    store = SqliteStore.open(tmp_path / "race.sqlite")
    with pytest.raises(RecordError, match="has another name"):
        SqliteStore.open(far)
    assert SqliteStore.read(far).damage
    store.close()
    store = SqliteStore.open(far)
    assert (store.header, len(store.entries())) == (HEADER, 3)
    store.close()


@pytest.mark.parametrize("at", [*range(16, 60), *range(64, 100)])
def test_a_record_whose_head_is_damaged_anywhere_is_gone_on_with(tmp_path: Path, at: int) -> None:
    """Each byte of SQLite's own head (but for the format's number) set to 5: repaired, gone on with, all there."""
    path = tmp_path / "race.sqlite"
    written = filled(path, 3)
    content = bytearray(path.read_bytes())
    content[at] = 5
    path.write_bytes(content)
    store = SqliteStore.open(path)
    more = store.append(note(3), {})
    store.close()
    kept = SqliteStore.read(path)
    assert (kept.entries(), kept.damage) == ((*written, more), ())
