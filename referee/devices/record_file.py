"""The file format of a record: tables, checksums, and what makes a row believable.

A record is an SQLite file with three tables. Each row carries a SHA-256 over what it says, so that a flipped byte is
found wherever it is; triggers refuse to change or remove a row. docs/record-format.md describes it for other
programs.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from referee.errors import RecordError
from referee.plain_json import read_json
from referee.record.entry import Entry
from referee.record.entry_json import dumps, entry_from_line
from referee.record.header import without_secrets
from referee.record.seal import SealedRecord

APPLICATION_ID = 0x52656665  # "Refe": what `file` and SQLite show for our records
SCHEMA_VERSION = 3
UNSEALED_VERSION = 2
"""The newest without seals, which a record stays that was begun so. Format 1 stored every picture, also one that was
there already."""
PAGE_SIZE = 4096

MARKS = f"PRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {UNSEALED_VERSION};\n"
SCHEMA = """
CREATE TABLE header (id INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL);
CREATE TABLE header_copy (id INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL);
CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL);
CREATE TABLE picture (id INTEGER PRIMARY KEY, entry INTEGER NOT NULL, name TEXT NOT NULL, jpeg BLOB NOT NULL,
                      checksum TEXT NOT NULL, UNIQUE (entry, name));
""" + "".join(
    f"CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'a record only grows'); END;\n"
    for table in ("header", "header_copy", "entry", "picture")
    for verb in ("update", "delete")
)
_ENTRY = "CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL"
SEALED_MARKS = MARKS.replace(f"user_version = {UNSEALED_VERSION}", f"user_version = {SCHEMA_VERSION}")
SEALED_SCHEMA = SCHEMA.replace(_ENTRY, f"{_ENTRY}, seal TEXT NOT NULL")

LARGEST_NUMBER = 2**31
"""Entries are numbered from 1 without gaps: no record holds so many."""
_SAME = re.compile(rb"([0-9]{1,10})\|([^\0]{0,100})")

PictureKey = tuple[int, str]
"""Whose picture it is: the entry's id and the picture's name."""
PictureRow = tuple[int, str, bytes, str]
"""An entry's id, the picture's name, the JPEG or which other it is the same as, and the checksum."""


@dataclass
class Contents:
    """What was read out of a record file.

    Attributes
    ----------
    header : None when it was lost.
    entries : by id.
    pictures : JPEG, or b"" when only its presence was checked.
    same : pictures that are the very same as another one, and which.
    headers, lines, seals, sums : texts and pictures' checksums as they lie in the file, for the seals to be proved.
    spoilt : the numbers of rows that hold a sealed entry which is not believed.
    """

    header: dict[str, Any] | None = None
    entries: dict[int, Entry] = field(default_factory=dict)
    pictures: dict[PictureKey, bytes] = field(default_factory=dict)
    same: dict[PictureKey, PictureKey] = field(default_factory=dict)
    headers: set[str] = field(default_factory=set)
    lines: dict[int, str] = field(default_factory=dict)
    seals: dict[int, str] = field(default_factory=dict)
    sums: dict[PictureKey, str] = field(default_factory=dict)
    spoilt: set[int] = field(default_factory=set)

    def take_header(self, body: object, stated: object) -> bool:
        """Keep a row of a header's; whether it was believed."""
        header = believe_header(body, stated)
        if header is not None:
            self.header = header
            self.headers.add(str(body))
        return header is not None

    def take_entry(self, number: int, body: object, stated: object, seal: object = None) -> bool:
        """Keep a row of an entry's, with its seal if the record has any; whether it was believed."""
        entry = believe_entry(number, body, stated, seal)
        if entry is not None:
            self.entries[number], self.lines[number] = entry, str(body)
            if seal is not None:
                self.seals[number] = str(seal)
        elif seal is not None and 1 <= number <= LARGEST_NUMBER:
            self.spoilt.add(number)
        return entry is not None

    def take_picture(self, entry: int, name: str, jpeg: object, stated: object, *, keep: bool) -> bool:
        """Note a row of a picture's, and keep what it holds if wished; whether it was believed."""
        if isinstance(jpeg, bytes) and believe_picture(entry, name, jpeg, stated):
            self.pictures[entry, name] = jpeg if keep else b""
        elif (other := believe_same(entry, name, jpeg, stated)) is not None:
            self.same[entry, name] = other
        else:
            return False
        self.sums[entry, name] = str(stated)
        return True

    def sealed(self) -> SealedRecord:
        """What the seals are proved on."""
        sums: dict[int, dict[str, str]] = {}
        for (entry, name), checksum in self.sums.items():
            sums.setdefault(entry, {})[name] = checksum
        return SealedRecord(self.headers, self.lines, self.seals, sums, self.spoilt - self.lines.keys())


def checksum(table: str, key: object, content: str | bytes) -> str:
    """SHA-256 over a row: what it is, which one it is, what it says."""
    content = content.encode("utf-8") if isinstance(content, str) else content
    return hashlib.sha256(f"{table}|{key}|".encode() + content).hexdigest()


def believe_header(body: object, stated: object) -> dict[str, Any] | None:
    """The header in a row, or None when the row is damaged or something else."""
    if not isinstance(body, str) or checksum("header", "", body) != stated:
        return None
    try:
        header = read_json(body)
    except ValueError:  # somebody else's, whose sum is right
        return None
    return header if isinstance(header, dict) else None


def believe_entry(number: object, body: object, stated: object, seal: object = None) -> Entry | None:
    """The entry in a row, or None when the row is damaged or something else."""
    if not isinstance(body, str) or checksum("entry", number, _sealed(body, seal)) != stated:
        return None
    try:
        entry = entry_from_line(body)
    except RecordError:  # somebody else's, whose sum is right
        return None
    return entry if entry.id == number and 1 <= entry.id <= LARGEST_NUMBER else None


def _sealed(body: str, seal: object) -> str:
    """What an entry's checksum is over: its seal, too, where it has one."""
    return body if seal is None else f"{body}\n{seal}"


def believe_picture(entry: object, name: object, jpeg: object, stated: object) -> bool:
    """Whether a row holds an undamaged picture."""
    if not isinstance(jpeg, bytes) or not isinstance(entry, int) or not 1 <= entry <= LARGEST_NUMBER:
        return False
    return checksum("picture", f"{entry}|{name}", jpeg) == stated


def believe_same(entry: object, name: object, said: object, stated: object) -> PictureKey | None:
    """Which picture this row says to be the same as, or None when it says no such thing or is damaged.

    Such a row holds ``ENTRY|NAME`` for a picture; only its checksum tells it from one.
    """
    if not isinstance(said, bytes) or not isinstance(entry, int) or not 1 <= entry <= LARGEST_NUMBER:
        return None
    if checksum("same", f"{entry}|{name}", said) != stated:
        return None
    found = _SAME.fullmatch(said)
    return None if found is None else (int(found[1]), found[2].decode("utf-8", errors="replace"))


def write_header(connection: sqlite3.Connection, body: str) -> None:
    """The header goes into two tables, because without it the rest cannot be used."""
    for table in ("header", "header_copy"):
        connection.execute(f"INSERT INTO {table} VALUES (1, ?, ?)", (body, checksum("header", "", body)))


def put_header(copy: sqlite3.Connection, header: Mapping[str, Any]) -> None:
    """Give a copy of a record another header, and leave nothing of the one it had in the file."""
    body = dumps(header)
    triggers = copy.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    copy.execute("BEGIN")
    for name, _ in triggers:
        copy.execute(f'DROP TRIGGER "{name}"')
    for table in ("header", "header_copy"):
        copy.execute(f"UPDATE {table} SET body = ?, checksum = ?", (body, checksum("header", "", body)))
    for _, creation in triggers:
        copy.execute(creation)
    copy.execute("COMMIT")
    copy.execute("VACUUM")


def create_private(path: Path) -> None:
    """An empty file that only its owner may read and write: a record holds pictures of people's homes.

    Raises OSError, also when something of that name is there.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def write_entry(
    connection: sqlite3.Connection, number: int, body: str, rows: Iterable[PictureRow], seal: str | None = None
) -> None:
    """One entry with its pictures, and its seal if the record has any; the caller holds the transaction."""
    stated = checksum("entry", number, _sealed(body, seal))
    values = (number, body, stated) if seal is None else (number, body, stated, seal)
    connection.execute(f"INSERT INTO entry VALUES ({', '.join('?' * len(values))})", values)
    connection.executemany("INSERT INTO picture (entry, name, jpeg, checksum) VALUES (?, ?, ?, ?)", rows)


def picture_rows(
    number: int, pictures: Mapping[str, bytes], same: Mapping[str, PictureKey] | None = None
) -> list[PictureRow]:
    """The rows of an entry's pictures, and of those that are stored already."""
    return [
        *((number, name, jpeg, checksum("picture", f"{number}|{name}", jpeg)) for name, jpeg in pictures.items()),
        *(_same_row(number, name, other) for name, other in (same or {}).items()),
    ]


def _same_row(number: int, name: str, other: PictureKey) -> PictureRow:
    said = f"{other[0]}|{other[1]}".encode()
    return number, name, said, checksum("same", f"{number}|{name}", said)


def has_seals(connection: sqlite3.Connection) -> bool:
    """Whether a record's entries have seals."""
    return any(column[1] == "seal" for column in connection.execute("PRAGMA table_info(entry)"))


def fetch_entry(connection: sqlite3.Connection, number: int) -> tuple[str, str]:
    """The line and seal of an entry of a sealed record; ("", "") when it is not there."""
    if not 1 <= number <= LARGEST_NUMBER:
        return "", ""
    return connection.execute("SELECT body, seal FROM entry WHERE id = ?", (number,)).fetchone() or ("", "")


def fetch_picture(connection: sqlite3.Connection, entry_id: int, name: str) -> bytes:
    """One picture by entry and name. Raises RecordError when it is not there or damaged."""
    return _fetch(connection, entry_id, name, may_be_same=True)


def _fetch(connection: sqlite3.Connection, entry_id: int, name: str, may_be_same: bool) -> bytes:
    if not 1 <= entry_id <= LARGEST_NUMBER:
        raise RecordError(f"The record holds no picture {name!r} beside entry {entry_id}.")
    try:
        row = connection.execute(
            "SELECT jpeg, checksum FROM picture WHERE entry = ? AND name = ?", (entry_id, name)
        ).fetchone()
    except sqlite3.Error as problem:
        raise RecordError(f"The picture {name!r} of entry {entry_id} cannot be read: {problem}.") from problem
    if row is None:
        raise RecordError(f"The record holds no picture {name!r} beside entry {entry_id}.")
    if may_be_same and (other := believe_same(entry_id, name, *row)) is not None:
        return _fetch(connection, *other, may_be_same=False)
    if not believe_picture(entry_id, name, *row):
        raise RecordError(f"The picture {name!r} of entry {entry_id} is damaged.")
    return bytes(row[0])


def read_contents(connection: sqlite3.Connection) -> Contents | None:
    """All of a healthy record with every checksum proved, pictures by name only; None when anything is wrong with it.

    Raises RecordError for a record of a newer program, or a database that is none of ours.
    """
    try:
        return _read_all(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
        if isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem):
            raise RecordError(f"The record is busy: {problem}. Try again.") from problem
        return None


def _read_all(connection: sqlite3.Connection) -> Contents | None:
    _check_version(connection)
    # before anything else is asked: a view or trigger in the place of a table can keep SQLite busy for ever
    if _schema_of(connection) not in (_schema_made_by(SEALED_SCHEMA), _schema_made_by(SCHEMA)):
        return None
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return None
    contents = Contents()
    for table in ("header", "header_copy"):
        for body, stated in connection.execute(f"SELECT body, checksum FROM {table}"):
            if not contents.take_header(body, stated):
                return None
    if not all(contents.take_entry(*row) for row in connection.execute("SELECT * FROM entry ORDER BY id")):
        return None
    pictures = connection.execute("SELECT entry, name, jpeg, checksum FROM picture")
    if not all(contents.take_picture(*row, keep=False) for row in pictures):
        return None
    return contents if contents.header is not None else None


def _schema_of(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Everything a database is made of: kind, name, table and the statement that makes it."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 100")
    return sorted((str(kind), str(name), str(table), " ".join(str(sql).split())) for kind, name, table, sql in rows)


@cache
def _schema_made_by(script: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return _schema_of(connection)


def _check_version(connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version > SCHEMA_VERSION:
        raise RecordError(f"This record was written by a newer program (format {version}); update this one to read it.")


def build_record(target: Path, contents: Contents, draft_suffix: str = ".new") -> None:
    """Write a whole record beside `target`, then give it its name: there is never half a record under that name.

    Raises OSError or sqlite3.Error when it cannot be written.
    """
    draft = target.with_name(target.name + draft_suffix)
    draft.unlink(missing_ok=True)
    create_private(draft)  # its log and lock of SQLite get the same rights
    sealed = bool(contents.seals or not contents.entries)
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(f"BEGIN;\n{SEALED_MARKS + SEALED_SCHEMA if sealed else MARKS + SCHEMA}")
        write_header(connection, dumps(without_secrets(contents.header or {})))
        for number, entry in sorted(contents.entries.items()):
            pictures = {name: contents.pictures.get((number, name)) for name in entry.pictures}
            kept = {name: jpeg for name, jpeg in pictures.items() if jpeg is not None}
            same = {name: contents.same[number, name] for name in entry.pictures if (number, name) in contents.same}
            seal = contents.seals.get(number, "") if sealed else None
            write_entry(connection, number, contents.lines[number], picture_rows(number, kept, same), seal)
        connection.execute("COMMIT")
    os.replace(draft, target)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
