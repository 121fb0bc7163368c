"""Records on disk: SQLite, append-only, and nothing is called saved before it is.

Each entry with its pictures is one transaction (write-ahead log, synchronous FULL), so a killed program loses no entry
that was acknowledged. A damaged file is read as far as its checksums hold; work goes on in a repaired copy.
"""

from __future__ import annotations

import atexit
import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.devices.file_lock import FileLock
from referee.devices.files import is_regular
from referee.devices.inspect import Found, is_held_elsewhere, log_of, look_into, real_name, was_left_open
from referee.devices.reader import RecordReader
from referee.devices.record_file import (
    SCHEMA_VERSION,
    UNSEALED_VERSION,
    Contents,
    PictureKey,
    build_record,
    fetch_entry,
    fetch_picture,
    has_seals,
    picture_rows,
    write_entry,
)
from referee.devices.table_key import TableKey
from referee.errors import RecordError
from referee.recent import CLIP
from referee.record.entry import Entry, NewEntry
from referee.record.entry_json import as_stored, dumps, entry_to_line
from referee.record.header import without_secrets
from referee.record.seal import Chain, Signer, head_of, seal_from
from referee.words.catalogue import told

REMEMBERED = 4
"""So many pictures of the newest entries are known by heart."""

_REASONS = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_READONLY: "disk-readonly",
    sqlite3.SQLITE_IOERR: "disk-broken",
    sqlite3.SQLITE_CANTOPEN: "disk-cannot-open",
    sqlite3.SQLITE_BUSY: "disk-busy",
}


class SqliteStore:
    """One open record; made by `create`, `open` or `read`, and safe to use from several threads.

    Attributes
    ----------
    left_open : whether the program that wrote to it before did not close it: it was killed.
    """

    left_open = False

    def __init__(self, path: Path, lock: FileLock, found: Found, key: Signer | None) -> None:
        self._path = path
        self._lock = lock
        self._guard = threading.RLock()
        self._header = without_secrets(found.contents.header or {})
        self._entries = [found.contents.entries[number] for number in sorted(found.contents.entries)]
        self._damage = (*found.damage, *found.notes)
        self._open = True
        self._connection = _connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._key = key or TableKey.passing()
        self._damage += (self._key.note,) if self._key.note else ()
        self._chain = self._chain_so_far(found.contents)
        version = UNSEALED_VERSION if self._chain is None else SCHEMA_VERSION
        if self._connection.execute("PRAGMA user_version").fetchone() != (version,):
            self._connection.execute(f"PRAGMA user_version = {version}")  # an older record is gone on with
        self._lately: dict[bytes, PictureKey] = {}
        self._inode = path.stat().st_ino
        atexit.register(self.close)  # a program that ends of an error must not look like one that was killed

    @classmethod
    def create(cls, path: Path | str, header: Mapping[str, Any], key: Signer | None = None) -> SqliteStore:
        """Begin a new record, sealed with the table's key; without one, with one that lasts as long as the store.

        Raises RecordError when the file is there already (a record is never written over) or cannot be written.
        """
        path = real_name(Path(path))
        lock = FileLock(path)
        try:
            if path.exists():
                raise RecordError(told("record-exists", text=str(path)))
            contents = Contents(header=dict(header))
            build_record(path, contents, draft_suffix=".new")
            return cls(path, lock, Found(contents, ()), key)
        except (OSError, sqlite3.Error) as problem:
            lock.release()
            raise not_saved(path, problem) from problem
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: Path | str, key: Signer | None = None) -> SqliteStore:
        """Go on with a record; a damaged one is repaired first, see `damage`, and kept beside as ``.damaged``.

        What is added is sealed with the `key`, as in `create`.

        Raises RecordError when there is none, it is in use, or nothing in it can be read.
        """
        path = real_name(Path(path))
        if not is_regular(path):
            raise RecordError(told("record-missing", text=str(path)))
        lock = FileLock(path)
        try:
            if is_held_elsewhere(path):
                raise RecordError(told("record-linked", text=str(path)))
            left_open = was_left_open(path)
            found = look_into(path, busy=False)
            if found.damage:
                found = _repair(path, found)
            store = cls(path, lock, found, key)
            store.left_open = left_open
            return store
        except (OSError, sqlite3.Error) as problem:
            lock.release()
            raise not_saved(path, problem) from problem
        except BaseException:
            lock.release()
            raise

    @staticmethod
    def read(path: Path | str) -> RecordReader:
        """Only look: nothing is repaired or locked, so that a race under way can be exported. Raises RecordError."""
        return RecordReader(Path(path))

    @property
    def path(self) -> Path:
        """The record's file."""
        return self._path

    @property
    def header(self) -> Mapping[str, Any]:
        """Game, players, switches, kit, program version: written once."""
        return self._header

    @property
    def damage(self) -> tuple[str, ...]:
        """What was lost or repaired when the record was opened, in sentences; empty when it was whole."""
        return self._damage

    def entries(self) -> tuple[Entry, ...]:
        """Every entry, oldest first."""
        with self._guard:
            return tuple(self._entries)

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Store an entry and its JPEG pictures in one transaction; returns it with its id once it is on the disk.

        Raises RecordError when it could not be saved; then nothing of it is, and the next one can be tried.
        """
        return self.append_all([(entry, pictures)])[0]

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Store several entries in one transaction, all of them or, with RecordError, none."""
        with self._guard:
            first = self._entries[-1].id + 1 if self._entries else 1
            stored = tuple(as_stored(entry, first + at, tuple(pictures)) for at, (entry, pictures) in enumerate(new))
            self._check_present()
            lately, chain = dict(self._lately), self._chain
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                for entry, (_, pictures) in zip(stored, new, strict=True):
                    chain = self._write(entry, pictures, lately, chain)
                self._connection.execute("COMMIT")
            except (sqlite3.Error, OSError, ValueError) as problem:
                raise not_saved(self._path, problem) from problem
            finally:  # whatever happened: a transaction left open would refuse every later entry
                self._roll_back()
            self._entries.extend(stored)
            self._lately, self._chain = lately, chain
            return stored

    def _write(
        self, entry: Entry, pictures: Mapping[str, bytes], lately: dict[bytes, PictureKey], chain: Chain | None
    ) -> Chain | None:
        """What is seen after one turn is seen before the next one: the same picture is stored only once."""
        same = {name: lately[jpeg] for name, jpeg in pictures.items() if jpeg in lately}
        new = {name: jpeg for name, jpeg in pictures.items() if name not in same}
        line, rows, seal = entry_to_line(entry), picture_rows(entry.id, new, same), None
        if chain is not None:
            seal, chain = chain.add(entry.id, line, {name: stated for _, name, _, stated in rows}, self._key)
        write_entry(self._connection, entry.id, line, rows, None if seal is None else str(seal))
        lately.update({jpeg: (entry.id, name) for name, jpeg in new.items() if name != CLIP})
        while len(lately) > REMEMBERED:
            lately.pop(next(iter(lately)))
        return chain

    def _chain_so_far(self, contents: Contents) -> Chain | None:
        """Where the record's chain stands; None for a record that was begun without seals."""
        if not has_seals(self._connection):
            return None
        header, newest = dumps(self._header), max(contents.lines, default=0)
        seal = seal_from(contents.seals.get(newest, ""))
        if seal is None:
            return Chain(header, self._key.new_race())
        link = seal.link(header, newest, contents.lines[newest])
        return Chain(header, seal.race, link, contents.sealed().head())

    def head(self, number: int = 0) -> str:
        """The fingerprint of an entry (0: the newest), "" for one that is not there or has no seal."""
        with self._guard:
            if self._chain is None or not (number and self._open):
                return "" if self._chain is None or number else self._chain.head
            return head_of(self._chain.header, number, *fetch_entry(self._connection, number))

    def picture(self, entry_id: int, name: str) -> bytes:
        """A picture stored beside an entry. Raises RecordError when it is not there or damaged."""
        with self._guard:
            return fetch_picture(self._connection, entry_id, name)

    def close(self) -> None:
        """Fold the log into the one file and let others write; may be called twice. See `left_log`."""
        with self._guard:
            if self._open:
                self._open = False
                self._fold_log()
            self._connection.close()
            self._lock.release()
            atexit.unregister(self.close)

    @property
    def left_log(self) -> str:
        """After `close`: what to copy along with the record, in a sentence; "" when the one file is everything."""
        log = log_of(self._path)
        return told("record-log-left", text=log.name, text2=self._path.name) if log.exists() else ""

    def _fold_log(self) -> None:
        # Refused while somebody reads and on a full disk: then the log stays, nothing is lost, and `left_log` says so.
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _check_present(self) -> None:
        """A removed file would swallow entries in silence."""
        try:
            present = self._path.stat().st_ino == self._inode
        except FileNotFoundError:
            present = False
        if not present:
            raise RecordError(told("record-moved", text=str(self._path)))

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _repair(path: Path, found: Found) -> Found:
    """Put a repaired copy in the damaged record's place, and keep the original beside it."""
    kept = _free_name(path)
    shutil.copy2(path, kept)
    log = log_of(path)
    if log.exists():  # a log of the old file must never be applied to the new one
        shutil.copy2(log, log_of(kept))
        log.unlink()
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    build_record(path, found.contents, draft_suffix=".repaired")
    return Found(found.contents, (*found.damage, told("record-damaged-kept", text=kept.name)))


def _free_name(path: Path) -> Path:
    number = 1
    while True:
        name = path.with_name(f"{path.name}.damaged{'' if number == 1 else number}")
        if not name.exists():
            return name
        number += 1


def not_saved(path: Path, problem: Exception) -> RecordError:
    """The error that says why nothing was saved in a file or folder."""
    if isinstance(problem, sqlite3.Error):
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        reason = told(_REASONS[code]) if code in _REASONS else str(problem)
    else:
        reason = getattr(problem, "strerror", None) or str(problem)
    return RecordError(told("record-not-saved", text=str(path), text2=reason))
