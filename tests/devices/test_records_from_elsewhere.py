"""Records and bundles that somebody made to do harm: read, saved as far as they prove right, or refused in a sentence.

Each of these kept the program busy for ever, filled the disk or ended in a traceback.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.devices import bundle as bundles
from referee.devices.bundle import RECORD, open_bundle, write_bundle
from referee.devices.record_file import MARKS, PAGE_SIZE, SCHEMA, checksum, write_entry, write_header
from referee.devices.salvage import salvage
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.record.entry import Entry
from referee.record.entry_json import dumps, entry_to_line

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
NOTE = Entry(1, "person", "note", "hello", "", "", id=1)


def forged(path: Path, *statements: str, entries: bool = True) -> sqlite3.Connection:
    """A record with a header and one entry, and then whatever somebody does to it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"PRAGMA page_size = {PAGE_SIZE}; {MARKS}{SCHEMA}")
    write_header(connection, dumps({"game": "racepack"}))
    if entries:
        write_entry(connection, 1, entry_to_line(NOTE), {})
    for statement in statements:
        connection.execute(statement)
    return connection


def row(connection: sqlite3.Connection, number: int, body: str) -> None:
    """An entry's row with whatever body, whose checksum is right."""
    connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (number, body, checksum("entry", number, body)))


@pytest.mark.parametrize("table", ["entry", "header", "picture", "header_copy"])
def test_an_endless_view_in_the_place_of_a_table_is_never_asked(table: str, tmp_path: Path) -> None:
    """The schema is looked at before anything is read; the rows that prove right are saved from the bare pages."""
    columns = "i AS id, i AS entry, '' AS name, '' AS jpeg, '{}' AS body, '' AS checksum"
    path = tmp_path / "race.sqlite"
    drops = [f"DROP TRIGGER {table}_update", f"DROP TRIGGER {table}_delete", f"ALTER TABLE {table} RENAME TO other"]
    forged(path, *drops, f"CREATE VIEW {table} AS {ENDLESS} {columns} FROM n").close()
    found = SqliteStore.read(path)
    assert found.entries() == (NOTE,)
    assert found.damage
    opened = SqliteStore.open(path)
    assert opened.append(NOTE, {}).id == 2
    opened.close()


@pytest.mark.parametrize(
    "trap",
    [f"CREATE TRIGGER trap BEFORE INSERT ON entry BEGIN INSERT INTO other {ENDLESS} i FROM n; END",
     "CREATE INDEX trap ON entry (abs(length(body)))", "CREATE TABLE other (i)", "DROP TRIGGER entry_update"],
)  # fmt: skip
def test_whatever_else_is_in_a_record_is_left_behind(trap: str, tmp_path: Path) -> None:
    """A record with other tables, triggers or indexes than ours is gone on with in a copy that has none of them."""
    path = tmp_path / "race.sqlite"
    forged(path, "CREATE TABLE elsewhere (i)", trap.replace("other", "elsewhere") if "INTO" in trap else trap).close()
    store = SqliteStore.open(path)
    assert store.entries() == (NOTE,)
    store.append(NOTE, {})
    store.close()
    assert SqliteStore.read(path).damage == ()


def test_sqlite_does_not_work_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a file makes SQLite do ends after so many steps."""
    from referee.devices import inspect

    monkeypatch.setattr(inspect, "_STEPS_AT_LEAST", 100_000)
    path = tmp_path / "race.sqlite"
    forged(path).close()
    with (
        closing(inspect.connect_to_read(path, shared=False)) as connection,
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        connection.execute(f"{ENDLESS} max(i) FROM n").fetchall()


@pytest.mark.parametrize("number", [2**62, 2**63 - 1, 0, -1, 2**40])
def test_an_absurd_number_holds_nobody_up(number: int, tmp_path: Path) -> None:
    """An entry or picture numbered as none of ours is not believed, and the others are kept."""
    path = tmp_path / "race.sqlite"
    with closing(forged(path)) as connection:
        row(connection, number, entry_to_line(Entry(1, "person", "note", "far off", "", "", id=number)))
        connection.execute(
            "INSERT INTO picture (entry, name, jpeg, checksum) VALUES (?, 'after', x'00', ?)",
            (number, checksum("picture", f"{number}|after", b"\0")),
        )
    found = SqliteStore.read(path)
    assert found.entries() == (NOTE,)
    for asked in (number, 2**63, 10**30, -(2**70)):
        with pytest.raises(RecordError, match="no picture"):
            found.picture(asked, "after")
    store = SqliteStore.open(path)
    for asked in (number, 2**63, 10**30, -(2**70)):
        with pytest.raises(RecordError, match="no picture"):
            store.picture(asked, "after")
    store.close()


WRONG_BODIES = (
    "not JSON", "[" * 5000, '{"a":' * 3000 + "1" + "}" * 3000, "[]", "7", '"x"', "null", "NaN", '{"id": Infinity}',
    '{"id": ' + "9" * 5000 + "}", '{"id": 1e999}', dumps({"id": 2}), '{"x": "\\ud83d"}',
    entry_to_line(NOTE).replace('"id":1', '"id":3'), entry_to_line(NOTE).replace('"note"', '"feast"'),
    entry_to_line(NOTE).replace('"data":{}', '"data":7'), entry_to_line(NOTE).replace('"pictures":[]', '"pictures":7'),
)  # fmt: skip


@pytest.mark.parametrize("body", WRONG_BODIES, ids=lambda body: body[:12])
def test_what_is_no_entry_is_not_believed_though_its_sum_is_right(body: str, tmp_path: Path) -> None:
    """Whatever stands in a row with a checksum that fits, as entry or as header: the others are kept."""
    path = tmp_path / "race.sqlite"
    with closing(forged(path)) as connection:
        row(connection, 2, body)
    assert SqliteStore.read(path).entries() == (NOTE,)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER header_update")
        connection.execute("UPDATE header SET body = ?, checksum = ?", (body, checksum("header", "", body)))
    found = SqliteStore.read(path)
    assert (found.entries(), found.damage != ()) == ((NOTE,), True)


@pytest.mark.parametrize("said", [b"1|after", b"2|after", b"x|y", b"\xff|\xff", b"1" * 5000 + b"|a", b"|", b"99|after"])
def test_pictures_that_name_one_another_end_somewhere(said: bytes, tmp_path: Path) -> None:
    """A picture said to be the same as itself, as one that names it, or as nothing: a sentence, no endless way."""
    path = tmp_path / "race.sqlite"
    with closing(forged(path, entries=False)) as connection:
        for number, other in ((1, said), (2, b"1|after")):
            write_entry(connection, number, entry_to_line(Entry(1, "person", "note", "", "", "", id=number)), {})
            connection.execute(
                "INSERT INTO picture (entry, name, jpeg, checksum) VALUES (?, 'after', ?, ?)",
                (number, other, checksum("same", f"{number}|after", other)),
            )
    for number in (1, 2):
        with pytest.raises(RecordError):
            SqliteStore.read(path).picture(number, "after")
    store = SqliteStore.open(path)
    for number in (1, 2):
        with pytest.raises(RecordError):
            store.picture(number, "after")
    store.close()


def test_a_file_cannot_say_more_than_it_holds() -> None:
    """Thousands of rows that all claim the same pages as their tail are refused before they fill the memory."""
    size, pages = PAGE_SIZE, 400
    chain = b"".join((number + 1).to_bytes(4, "big") + b"\0" * (size - 4) for number in range(3, pages))
    database = b"\0" * size + _leaf_of_liars(size, 100, (pages - 4) * (size - 4)) + chain
    contents = salvage(database, b"")
    assert contents.pictures == {}


def _leaf_of_liars(size: int, cells: int, length: int) -> bytes:
    """A leaf page on which each cell claims a row of that length, with page 3 as its tail."""
    page = bytearray(size)
    page[0] = 13
    page[3:5] = cells.to_bytes(2, "big")
    varint = bytes([0x80 | length >> 14 & 0x7F, 0x80 | length >> 7 & 0x7F, length & 0x7F])
    for index in range(cells):
        at = 8 + 2 * index
        page[at : at + 2] = (1000).to_bytes(2, "big")
    page[1000:1003], page[1003] = varint, 1
    return bytes(page)


@given(st.binary(max_size=3 * PAGE_SIZE), st.binary(max_size=2 * PAGE_SIZE))
def test_any_bytes_are_salvaged_or_nothing_is(database: bytes, wal: bytes) -> None:
    """Bytes of any kind hold no entries and raise nothing."""
    assert salvage(database, wal).entries == {}


def test_a_record_without_a_name_or_of_another_kind_is_told(tmp_path: Path) -> None:
    """No name, a folder, a pipe, a device, a name of 4,000 signs: each is no record."""
    os.mkfifo(tmp_path / "pipe")
    for path in (
        Path(""),
        Path("/"),
        tmp_path,
        tmp_path / "pipe",
        Path("/dev/zero"),
        Path("/dev/null"),
        tmp_path / ("x" * 4000),
    ):
        for look in (SqliteStore.read, SqliteStore.open):
            with pytest.raises(RecordError, match="There is no record"):
                look(path)


def test_looking_at_a_record_that_lost_all_but_its_log_keeps_the_log(tmp_path: Path) -> None:
    """SQLite removes the log beside an empty file, also when it only reads: the race is read out of the log instead."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(NOTE, {})
    log = (tmp_path / "race.sqlite-wal").read_bytes()
    store.close()
    (tmp_path / "race.sqlite").write_bytes(b"")
    (tmp_path / "race.sqlite-wal").write_bytes(log)
    for _ in range(2):
        assert SqliteStore.read(tmp_path / "race.sqlite").entries() == (NOTE,)
    assert (tmp_path / "race.sqlite-wal").read_bytes() == log
    opened = SqliteStore.open(tmp_path / "race.sqlite")
    assert opened.entries() == (NOTE,)
    opened.close()


def test_a_pipe_beside_a_record_is_not_waited_for(tmp_path: Path) -> None:
    """What lies where the log should be and is no file is told at once."""
    forged(tmp_path / "race.sqlite").close()
    os.mkfifo(tmp_path / "race.sqlite-wal")
    with pytest.raises(RecordError, match="cannot be read: it is no regular file"):
        SqliteStore.read(tmp_path / "race.sqlite")


def test_a_bundle_that_unpacks_to_far_more_than_it_is_is_refused(tmp_path: Path) -> None:
    """Zeros that were packed a thousandfold are not unpacked, and nothing is left behind."""
    big = tmp_path / "zeros"
    with big.open("wb") as file:
        file.truncate(bundles.ANY_RATIO_BYTES + 1)
    write_bundle(tmp_path / "b.zip", {RECORD: big}, {})
    big.unlink()
    with pytest.raises(RecordError, match=r"would unpack to 67 MB"):
        open_bundle(tmp_path / "b.zip", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["b.zip"]


def test_a_bundle_that_would_fill_the_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit into the free space, with some to spare, is told before anything is written."""
    write_bundle(tmp_path / "b.zip", {RECORD: os.urandom(10_000)}, {})
    usage = shutil.disk_usage(tmp_path)
    nearly_full = usage._replace(free=bundles.SPARE_BYTES + 9_999)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: nearly_full)
    with pytest.raises(RecordError, match="free some space"):
        open_bundle(tmp_path / "b.zip", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["b.zip"]


LISTS: tuple[Callable[[], str], ...] = (
    lambda: "[" * 5000,
    lambda: '{"files": ' + "9" * 5000 + "}",
    lambda: '{"format": 1, "files": {"race.sqlite": {"sha256": "", "bytes": -5}}}',
    lambda: '{"format": 1, "files": {"race.sqlite": {"sha256": "", "bytes": 1e999}}}',
    lambda: '{"format": 1, "files": {"race.sqlite": {"sha256": "\\ud83d", "bytes": 0}}}',
    lambda: '{"format": 1, "files": {"race.sqlite": 7}}',
    lambda: '{"format": {}, "files": {"race.sqlite": {"sha256": "", "bytes": 0}}}',
)


@pytest.mark.parametrize("text", LISTS)
def test_a_wrong_list_in_a_bundle_is_told(text: Callable[[], str], tmp_path: Path) -> None:
    """Whatever the list of a bundle says, nothing is unpacked and nothing but a sentence comes of it."""
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as bundle:
        bundle.writestr(RECORD, b"")
        bundle.writestr(bundles.LIST, text())
    with pytest.raises(RecordError):
        open_bundle(tmp_path / "b.zip", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_bundle_brings_no_log_and_comes_from_no_pipe(tmp_path: Path) -> None:
    """A log laid beside the record would be read with it; a pipe would keep us waiting."""
    for name in ("race.sqlite-wal", "race.sqlite-journal", "Race.SQLite-wal"):
        path = tmp_path / f"{name}.zip"
        write_bundle(path, {RECORD: b"r", name: b"w"}, {})
        with pytest.raises(RecordError, match="brings a log"):
            open_bundle(path, tmp_path / "out")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="no regular file"):
        open_bundle(tmp_path / "pipe", tmp_path / "out")
