"""A record that is only read: for exports and replays, also of a race under way or on a read-only disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.devices.file_lock import is_locked
from referee.devices.files import is_regular
from referee.devices.inspect import connect_to_read, log_of, look_into, real_name
from referee.devices.record_file import build_record, create_private, fetch_picture, put_header
from referee.errors import RecordError
from referee.record.entry import Entry, NewEntry
from referee.record.header import without_secrets


class RecordReader:
    """The entries as they were when it was made. Raises RecordError when the file is no readable record."""

    def __init__(self, path: Path) -> None:
        self._path = path = real_name(path)
        if not is_regular(path):
            raise RecordError(f"There is no record {path}.")
        self._busy = is_locked(path)
        found = look_into(path, busy=self._busy)
        self._contents = found.contents
        self._damage = (*found.damage, *found.notes)
        self._saved = bool(found.damage)
        self.sealed = found.contents.sealed()
        """What the seals are proved on."""

    @property
    def header(self) -> Mapping[str, Any]:
        """What was written once when the record began, without a camera's password; empty when it was lost."""
        return without_secrets(self._contents.header or {})

    @property
    def damage(self) -> tuple[str, ...]:
        """What could not be read, in sentences; empty when the file is whole."""
        return self._damage

    @property
    def left_log(self) -> str:
        """A reader leaves nothing."""
        return ""

    def entries(self) -> tuple[Entry, ...]:
        """Every readable entry, oldest first."""
        return tuple(self._contents.entries[number] for number in sorted(self._contents.entries))

    def head(self, number: int = 0) -> str:
        """The fingerprint of an entry (0: the newest), "" for one that is not there or has no seal."""
        return self.sealed.head(number)

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Always raises RecordError."""
        return self.append_all([(entry, pictures)])[0]

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Always raises RecordError."""
        raise RecordError(f"{self._path} was opened only to be read.")

    def picture(self, entry_id: int, name: str) -> bytes:
        """A picture stored beside an entry. Raises RecordError when it is not there or damaged."""
        key = self._contents.same.get((entry_id, name), (entry_id, name))
        saved = self._contents.pictures.get(key)
        if saved is None:
            raise RecordError(f"The record holds no picture {name!r} beside entry {entry_id}.")
        if saved:  # rescued from a damaged file
            return saved
        with closing(connect_to_read(self._path, shared=self._busy or log_of(self._path).exists())) as connection:
            return fetch_picture(connection, entry_id, name)

    def copy_to(self, target: Path) -> None:
        """Write the record as it was read to a new file that needs no log beside it; of a damaged one what was saved.

        Raises RecordError when it cannot be written.
        """
        try:
            if self._saved:
                build_record(target, replace(self._contents, header=dict(self.header)))
                return
            create_private(target)
            shared = self._busy or log_of(self._path).exists()
            with (
                closing(connect_to_read(self._path, shared=shared)) as source,
                closing(sqlite3.connect(target, isolation_level=None)) as copy,
            ):
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                if self.header != self._contents.header:
                    put_header(copy, self.header)
        except (OSError, sqlite3.Error) as problem:
            raise RecordError(f"The record cannot be copied to {target}: {problem}.") from problem

    def close(self) -> None:
        """Nothing is held open."""
