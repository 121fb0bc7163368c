"""Records that were damaged or made up: what proves right is told, everything else is one sentence."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.cli.export import PIECEPACK_GAMES
from referee.cli.rejudge import judged_again
from referee.cli.report import page_of
from referee.devices.races import RecordsFolder
from referee.devices.record_file import MARKS, PAGE_SIZE, SCHEMA, checksum, write_header
from referee.devices.store import SqliteStore
from referee.errors import RecordError, RefereeError
from referee.games.registry import GAMES
from referee.hosting.replay import Replay
from referee.record.entry import Entry
from referee.record.entry_json import entry_to_dict
from referee.record.export_csv import export_csv
from referee.record.export_jsonl import export_jsonl, read_jsonl
from referee.record.fold import check, fold
from referee.record.timeline import turn_rows
from tests.fuzz.mangled import FEWER, mangled_bytes, mangled_text, mangled_value
from tests.fuzz.test_notations import sentence_or_answer
from tests.record.races import play_into

MORE = (
    {"kind": "overrule", "data": {"entry": 4, "status": "LEGAL", "why": "we saw it"}},
    {"kind": "undo", "data": {"entry": 4}},
    {"kind": "correct", "data": {"guessed": True}},
    {"kind": "note", "data": {"mode": "advise", "who": "Ann"}},
    {"kind": "note", "data": {"pause": True}},
    {"kind": "close", "data": {}},
    {"kind": "end", "data": {}},
)
"""What people do besides, in a race that was refereed."""


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is gone afterwards; one for each random case, which a fixture would not be."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@cache
def rows_of(name: str) -> tuple[dict[str, Any], ...]:
    """The entries of a short race as JSON, with all that people may do."""
    with folder() as place:
        store = SqliteStore.create(place / "race.sqlite", {"game": name})
        play_into(store, name, 4, seed=3)
        found = [entry_to_dict(entry) for entry in store.entries()]
        store.close()
    last = found[-1]
    for number, more in enumerate(MORE, start=len(found) + 1):
        found.append({**last, "id": number, "before": last["after"], "pictures": [], **more})
    return tuple(found)


@cache
def files_of(name: str) -> tuple[tuple[bytes, bytes], ...]:
    """A record and its log: when it was closed, and as a killed program leaves it."""
    with folder() as place:
        store = SqliteStore.create(place / "race.sqlite", {"game": name, "source": "0"})
        play_into(store, name, 4, seed=3)
        killed = (place / "race.sqlite").read_bytes(), (place / "race.sqlite-wal").read_bytes()
        store.close()
        return (((place / "race.sqlite").read_bytes(), b""), killed)


def forged(path: Path, rows: list[Any], header: Any) -> None:
    """A record with these rows, each with the checksum it ought to have."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA page_size = {PAGE_SIZE}; PRAGMA synchronous = OFF; BEGIN; {MARKS}{SCHEMA}")
        write_header(connection, json.dumps(header))
        for number, row in enumerate(rows, start=1):
            body = json.dumps(row)
            connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (number, body, checksum("entry", number, body)))
        connection.execute("COMMIT")


def everything_is_told(path: Path) -> None:
    """All that is ever done with a record of somebody else's."""
    try:
        store = SqliteStore.read(path)
    except RecordError:
        return
    entries, name = store.entries(), str(store.header.get("game"))
    sentence_or_answer(lambda: (fold(entries), check(entries), turn_rows(entries)))
    sentence_or_answer(lambda: read_jsonl(export_jsonl(store.header, entries)))
    sentence_or_answer(lambda: export_csv(entries))
    sentence_or_answer(lambda: page_of(store))
    sentence_or_answer(lambda: judged_again(store, progress=False))
    sentence_or_answer(lambda: RecordsFolder(path.parent).unfinished())
    if name in GAMES:
        replay = _made(lambda: Replay(GAMES[name], store, str(path)))
        if replay is not None:
            sentence_or_answer(lambda: (replay.snapshot(), replay.kept(), replay.picture()))
    if name in PIECEPACK_GAMES:
        from referee.cli.export import _exported

        sentence_or_answer(lambda: _exported(store, "ppn", None))


def _made(make: Callable[[], Replay]) -> Replay | None:
    try:
        return make()
    except RefereeError:
        return None


@FEWER
@given(st.sampled_from(list(GAMES)), st.data())
def test_any_entries_with_right_sums_are_told_or_refused(name: str, data: st.DataObject) -> None:
    """Entries of which one says something else, of any kind, and a header that does."""
    rows = list(rows_of(name))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(rows) - 1))
        rows[at] = data.draw(mangled_value([rows[at]]))
    header = data.draw(st.just({"game": name}) | mangled_value([{"game": name, "source": "0", "camera": None}]))
    with folder() as place:
        forged(place / "race.sqlite", rows, header)
        everything_is_told(place / "race.sqlite")


@FEWER
@given(st.sampled_from(list(GAMES)), st.data())
def test_any_bytes_of_a_record_are_saved_or_refused(name: str, data: st.DataObject) -> None:
    """A record and its log with bytes changed, lost or doubled: every entry read is one that was written."""
    record, log = data.draw(st.sampled_from(files_of(name)))
    record = data.draw(st.just(record) | mangled_bytes([record]))
    log = data.draw(st.just(log) | mangled_bytes([log]))
    with folder() as place:
        path = place / "race.sqlite"
        path.write_bytes(record)
        if log:
            path.with_name("race.sqlite-wal").write_bytes(log)
        whole = {entry["id"]: entry for entry in rows_of(name)}
        try:
            found = SqliteStore.read(path)
        except RecordError:
            return
        written = len(whole) - len(MORE)
        assert all(entry_to_dict(entry) == whole[entry.id] and entry.id <= written for entry in found.entries())
        store = SqliteStore.open(path)
        assert store.entries() == found.entries()
        stored = store.append(Entry(1, "person", "note", "on it goes", "", ""), {})
        store.close()
        assert SqliteStore.read(path).entries() == (*found.entries(), stored)


@FEWER
@given(st.sampled_from(list(GAMES)), st.data())
def test_any_export_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """The lines of an export, mangled."""
    with folder() as place:
        forged(place / "race.sqlite", list(rows_of(name)), {"game": name})
        store = SqliteStore.read(place / "race.sqlite")
        text = export_jsonl(store.header, store.entries())
    mangled = data.draw(mangled_text([text]))
    sentence_or_answer(lambda: read_jsonl(mangled))
