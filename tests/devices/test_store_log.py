"""What a crash leaves: the newest entries are in the log beside the record, torn, flipped or with holes."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.devices.inspect import log_of
from referee.devices.store import SqliteStore
from referee.record.entry import Entry
from tests.devices.test_store import HEADER, note, picture


def left_by_a_crash(folder: Path, count: int, pictures: bool = False) -> tuple[Path, bytearray, tuple[Entry, ...]]:
    """The file of a record that was never closed, its log (to be spoilt and written beside it), and what it held."""
    live, crashed = folder / "live.sqlite", folder / "crashed.sqlite"
    store = SqliteStore.create(live, HEADER)
    written = tuple(
        store.append(note(number), {"before": picture(number)} if pictures else {}) for number in range(count)
    )
    log = bytearray(log_of(live).read_bytes())
    crashed.write_bytes(live.read_bytes())
    store.close()
    return crashed, log, written


def test_entries_in_a_damaged_log_are_saved_too(tmp_path: Path) -> None:
    """After a crash the newest entries are in the log: a flipped byte there must not drop them in silence."""
    crashed, log, _ = left_by_a_crash(tmp_path, 6)
    log_of(crashed).write_bytes(log)
    assert len(SqliteStore.read(crashed).entries()) == 6
    log[len(log) // 2] ^= 1
    log_of(crashed).write_bytes(log)
    store = SqliteStore.open(crashed)
    assert len(store.entries()) >= 5
    assert store.damage
    store.close()


@pytest.mark.parametrize("at", [0, 9, 17, 30, 32 + 3, 32 + 9])
def test_a_flipped_byte_at_the_head_of_the_log_loses_nothing(tmp_path: Path, at: int) -> None:
    """SQLite drops a whole log whose header is damaged; what it says was finished is saved from it and that is told."""
    crashed, log, written = left_by_a_crash(tmp_path, 6)
    log[at] ^= 4
    log_of(crashed).write_bytes(log)
    store = SqliteStore.open(crashed)
    assert store.entries()[-5:] == written[-5:]
    assert store.damage
    store.close()


def test_a_kill_between_a_frames_head_and_its_page_is_no_damage(tmp_path: Path) -> None:
    """The head says that the entry is finished, the page behind it is an old one: the entry was never acknowledged."""
    crashed, log, _ = left_by_a_crash(tmp_path, 6, pictures=True)
    log[-4096:] = log[-2 * 4096 - 24 : -4096 - 24]
    log_of(crashed).write_bytes(log)
    for torn in (SqliteStore.read(crashed), SqliteStore.open(crashed)):
        assert torn.damage == ()
        assert [entry.id for entry in torn.entries()] == [1, 2, 3, 4, 5]
        torn.picture(5, "before")
    torn.close()


def test_missing_bytes_in_the_log_do_not_hide_what_follows(tmp_path: Path) -> None:
    """A hole in the log costs what lay in it; the frames after it are found by their mark."""
    crashed, log, _ = left_by_a_crash(tmp_path, 12, pictures=True)
    del log[len(log) // 3 : len(log) // 3 + 1000]
    log_of(crashed).write_bytes(log)
    store = SqliteStore.open(crashed)
    assert store.entries()[-1].id == 12
    assert store.damage
    store.close()
