"""Looks into a record file before it is used: whole, damaged but worth saving, or no record at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.devices.files import is_regular, read_file
from referee.devices.record_file import PAGE_SIZE, Contents, read_contents
from referee.devices.salvage import committed_in_log, losses, salvage
from referee.errors import RecordError
from referee.record.shape import check_shapes

LARGEST_SAVED_BYTES = 4 * 2**30
"""What is damaged is read into memory as a whole; no race is nearly as large."""
_STEPS_BETWEEN_LOOKS = 20_000
_STEPS_AT_LEAST, _STEPS_A_BYTE = 50_000_000, 4
"""How much SQLite may work for one file: reading a record takes it less than a step for each byte."""
_WRITES_A_LOG_AT = 18
"""Where an SQLite file says that it has a write-ahead log (2) or none (1); ours have none once they are closed.

With any other number there SQLite reads the file and refuses to write it.
"""

_WITHOUT_A_LOG, _WITH_A_LOG = b"\x01", b"\x02"


@dataclass(frozen=True)
class Found:
    """What is in a record file; `damage` is empty when the file is whole, else it says what was lost.

    `notes` says what may be missing though the file is whole.
    """

    contents: Contents
    damage: tuple[str, ...]
    notes: tuple[str, ...] = ()


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log beside a record."""
    return path.with_name(path.name + "-wal")


def real_name(path: Path) -> Path:
    """The name beside which a record's lock and log lie.

    Symbolic links are followed. Of several names for one file (hard links) it is the one with the log, if there is one
    in this folder: SQLite looks for it by name, and the same record under two names would be two races in one file.
    """
    path = path.resolve()
    if not is_regular(path) or path.stat().st_nlink == 1 or log_of(path).exists():
        return path
    others = (one for one in sorted(path.parent.iterdir()) if is_regular(one) and one.samefile(path))
    return next((one for one in others if log_of(one).exists()), path)


def is_held_elsewhere(path: Path) -> bool:
    """Whether a record is in use, or was left by a crash, under another of its names, which is not in this folder."""
    return path.stat().st_nlink > 1 and was_left_open(path) and not log_of(path).exists()


def was_left_open(path: Path) -> bool:
    """Whether a record's program ended without closing it: it was killed, or the power went."""
    return _log_byte(path) == _WITH_A_LOG


def connect_to_read(path: Path, *, shared: bool) -> sqlite3.Connection:
    """A connection that writes nothing.

    `shared`: another program may be writing, or a log waits beside the file; otherwise the file is taken as it is,
    which also works where nothing can be written.
    """
    how = "mode=ro" if shared else "immutable=1"
    address = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA trusted_schema = OFF")
    log = log_of(path)
    size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    connection.set_progress_handler(_Patience(_STEPS_AT_LEAST + _STEPS_A_BYTE * size), _STEPS_BETWEEN_LOOKS)
    return connection


class _Patience:
    """Ends what a file from elsewhere makes SQLite do without end."""

    def __init__(self, steps: int) -> None:
        self._looks = steps // _STEPS_BETWEEN_LOOKS

    def __call__(self) -> int:
        self._looks -= 1
        return int(self._looks < 0)


def look_into(path: Path, *, busy: bool) -> Found:
    """Read a record without changing it; `busy` when another program is writing to it.

    Raises RecordError when there is no such file, it is no record, it cannot be read, or a newer program wrote it.
    """
    if not is_regular(path):
        raise RecordError(f"There is no record {path}.")
    try:
        found = _look_into(path, busy)
        check_shapes(found.contents.entries.values())
        return found
    except OSError as problem:
        raise RecordError(f"The record {path} cannot be read: {problem.strerror}.") from problem


def _look_into(path: Path, busy: bool) -> Found:
    log = log_of(path)
    wal = read_file(log, LARGEST_SAVED_BYTES) if log.exists() and not busy else b""
    contents = _whole(path, shared=busy or bool(wal))
    if busy:
        if contents is None:
            raise RecordError(f"The record {path} is in use and cannot be read just now; try again.")
        return Found(contents, ())
    if contents is not None and _log_byte(path) not in (_WITHOUT_A_LOG, _WITH_A_LOG):
        contents = None
    if contents is not None and committed_in_log(wal).entries.keys() <= contents.entries.keys():
        return Found(contents, (), () if log.exists() else _left_behind(path))
    return _saved(path, wal)


def _left_behind(path: Path) -> tuple[str, ...]:
    """Whether a record that was never closed stands here without its log: then somebody copied only half of it."""
    if not was_left_open(path):
        return ()
    return (
        f"This record was not closed properly and {log_of(path).name} is not beside it: "
        "if it was copied while its race was on, copy that file too, or the newest entries may be missing.",
    )


def _log_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(_WRITES_A_LOG_AT)
        return file.read(1)


def _whole(path: Path, *, shared: bool) -> Contents | None:
    if path.stat().st_size < PAGE_SIZE:  # beside a file without a page SQLite would remove the log, and all is in it
        return None
    try:
        with closing(connect_to_read(path, shared=shared)) as connection:
            return read_contents(connection)
    except sqlite3.Error:  # not even opened
        return None


def _saved(path: Path, wal: bytes) -> Found:
    database = read_file(path, LARGEST_SAVED_BYTES)
    contents = salvage(database, wal)
    if contents.header is None and not contents.entries:
        raise RecordError(f"{path} is not the record of a race, or nothing in it can be read any more.")
    sentences = [
        f"The record was damaged; {len(contents.entries)} entries could be read and are kept.",
        *losses(contents),
    ]
    if database[:6] == b"SQLite" and int.from_bytes(database[28:32], "big") * 4096 > len(database):
        sentences.append("The end of the file is missing: the newest entries may be lost with it.")
    return Found(contents, tuple(sentences))
