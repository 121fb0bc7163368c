"""A record copied to another computer entry by entry: rows as they lie in the file, so that their seals prove them."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from referee.devices.inspect import connect_to_read
from referee.devices.reader import RecordReader
from referee.devices.record_file import Contents, build_record, create_private, fetch_entry, write_entry
from referee.errors import RecordError
from referee.plain_json import read_json
from referee.record.seal import Head, findings


@dataclass(frozen=True)
class Rows:
    """A sealed entry as it lies in its record, and the record's header; `pictures`: name, content and checksum."""

    header: str
    line: str
    seal: str
    pictures: tuple[tuple[str, bytes, str], ...]


def rows_of(path: Path, number: int) -> Rows:
    """One entry of a record, also of one that is written to. Raises RecordError when it is not there or not sealed."""
    try:
        with closing(connect_to_read(path, shared=True)) as connection:
            (header,) = connection.execute("SELECT body FROM header").fetchone() or ("",)
            line, seal = fetch_entry(connection, number)
            asked = "SELECT name, jpeg, checksum FROM picture WHERE entry = ? ORDER BY id"
            pictures = tuple(connection.execute(asked, (number,)).fetchall())
    except (OSError, sqlite3.Error) as problem:
        raise RecordError(f"Entry {number} of {path} cannot be read: {problem}.") from problem
    if not line or not seal:
        raise RecordError(f"{path} has no sealed entry {number}.")
    return Rows(str(header), line, seal, pictures)


def copied_so_far(path: Path, head: Head) -> int:
    """How many entries of this race a copy holds, 0 without a copy.

    Raises RecordError when it is no record, or holds another entry in that one's place.
    """
    if not path.exists():
        return 0
    kept = RecordReader(path)
    if kept.head(head.entry) not in ("", str(head)):
        raise RecordError(f"Entry {head.entry} is another one than in {path}, which was copied before.")
    return kept.sealed.last


def go_on(path: Path, after: int, entries: Iterable[Rows], head: Head) -> None:
    """Add entries to a copy (to none when `after` is 0), and keep it if it is proved up to `head`.

    Until then `path` stays as it is.

    Raises
    ------
    RecordError
        when an entry does not stand as it was recorded, or nothing can be written.
    """
    draft = path.with_name(f"{path.name}.part")
    try:
        draft.unlink(missing_ok=True)
        if after:
            create_private(draft)
            shutil.copyfile(path, draft)
        coming = iter(entries)
        first = next(coming)
        if not after:
            header = read_json(first.header)
            build_record(draft, Contents(header=header if isinstance(header, dict) else {}))
        with closing(sqlite3.connect(draft)) as connection, connection:
            for number, rows in enumerate(chain((first,), coming), start=after + 1):
                pictures = [(number, *picture) for picture in rows.pictures]
                write_entry(connection, number, rows.line, pictures, rows.seal)
        copy = RecordReader(draft)
        wrong = sorted(findings(copy.sealed, (), [head]), key=lambda one: one.kind == "stranger")
        if wrong or copy.damage:
            raise RecordError(f"Entry {wrong[0].entry if wrong else after + 1} does not stand as it was recorded.")
        os.replace(draft, path)
    except (OSError, sqlite3.Error, ValueError) as problem:
        raise RecordError(f"{path} cannot be written: {problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)
