"""Records on disk: durable, append-only, and saved from damage as far as possible."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.devices.record_file import write_entry
from referee.devices.sqlite_pages import rows, split_pages
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.record.entry import Entry
from tests.by_lot import so_many
from tests.devices.append_speed import unsealed

HEADER = {"game": "racepack", "players": 4}


def note(number: int) -> Entry:
    """Some entry with something to tell apart."""
    return Entry(
        number, "camera", "note", f"cause {number}", f"p{number}", f"p{number + 1}", {"n": number, "list": [1]}
    )


def picture(number: int) -> bytes:
    """Bytes that fill several pages."""
    return random.Random(number).randbytes(9_000 + number)


def filled(path: Path, count: int = 12) -> tuple[Entry, ...]:
    """A closed record of `count` entries."""
    store = SqliteStore.create(path, HEADER)
    for number in range(count):
        store.append(note(number), {"before": picture(number)})
    entries = store.entries()
    store.close()
    return entries


def test_what_was_appended_comes_back(tmp_path: Path) -> None:
    """Header, entries and pictures are the same after closing and opening, and numbers run on."""
    path = tmp_path / "race.sqlite"
    written = filled(path)
    store = SqliteStore.open(path)
    assert (store.header, store.entries(), store.damage) == (HEADER, written, ())
    assert [entry.id for entry in written] == list(range(1, 13))
    assert store.picture(5, "before") == picture(4)
    assert store.append(note(12), {}).id == 13
    with pytest.raises(RecordError, match="no picture 'after'"):
        store.picture(5, "after")
    store.close()
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == ["race.sqlite"]


def test_a_closed_record_is_one_file_and_says_when_it_is_not(tmp_path: Path) -> None:
    """Closed it needs no log; read by somebody meanwhile it keeps one and says so; half a copy is noticed."""
    path, copy = tmp_path / "race.sqlite", tmp_path / "copy.sqlite"
    store = SqliteStore.create(path, HEADER)
    for number in range(5):
        store.append(note(number), {"before": picture(number)})
    copy.write_bytes(path.read_bytes())
    reading = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    reading.execute("SELECT count(*) FROM entry").fetchone()
    store.close()
    assert "race.sqlite-wal" in store.left_log
    reading.close()
    again = SqliteStore.open(path)
    assert (len(again.entries()), again.damage) == (5, ())
    again.close()
    assert again.left_log == ""
    assert SqliteStore.read(path).damage == ()
    for half in (SqliteStore.read(copy), SqliteStore.open(copy)):
        assert "copy.sqlite-wal" in " ".join(half.damage)
        half.close()
    assert SqliteStore.read(copy).damage == ()
    assert not list(tmp_path.glob("*.damaged"))


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    """Creating over a record, or over anything else, is refused with the way out."""
    path = tmp_path / "race.sqlite"
    filled(path, 1)
    with pytest.raises(RecordError, match="--resume"):
        SqliteStore.create(path, HEADER)
    assert len(SqliteStore.read(path).entries()) == 1


def test_a_record_has_one_writer_and_many_readers(tmp_path: Path) -> None:
    """A second writer is refused while readers see what is there, in this program and in another."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, HEADER)
    store.append(note(0), {"before": picture(0)})
    with pytest.raises(RecordError, match="another program"):
        SqliteStore.open(path)
    other = "import sys; from referee.devices.store import SqliteStore; SqliteStore.open(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", other, str(path)], capture_output=True, text=True, check=False)
    assert "RecordError" in done.stderr
    reader = SqliteStore.read(path)
    assert reader.entries() == store.entries()
    assert reader.picture(1, "before") == picture(0)
    with pytest.raises(RecordError, match="only to be read"):
        reader.append(note(1), {})
    store.append(note(1), {})
    store.close()
    SqliteStore.open(path).close()


def test_the_file_itself_refuses_changes(tmp_path: Path) -> None:
    """Another program cannot change or remove an entry by SQL without being told."""
    path = tmp_path / "race.sqlite"
    filled(path, 2)
    connection = sqlite3.connect(path)
    for order in (
        "UPDATE entry SET body = ''",
        "DELETE FROM entry",
        "DELETE FROM picture",
        "UPDATE header SET body = ''",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            connection.execute(order)
    connection.close()


def test_threads_append_in_turn(tmp_path: Path) -> None:
    """Entries from several threads get different numbers and are all there."""
    store = SqliteStore.create(tmp_path / "race.sqlite", HEADER)
    workers = [threading.Thread(target=lambda: [store.append(note(n), {}) for n in range(10)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [entry.id for entry in store.entries()] == list(range(1, 41))
    store.close()


@pytest.mark.by_lot
def test_no_acknowledged_entry_is_lost_by_killing_the_program() -> None:
    """Kills -9 at random moments of writing lose nothing that was acknowledged."""
    script, times = Path(__file__).with_name("kill_often.py"), so_many(6, 100)
    done = subprocess.run([sys.executable, str(script), str(times)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{times} kills, 0 with a loss\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on file sizes to play a full disk with")
def test_a_full_disk_is_told_and_writing_goes_on_when_there_is_space(tmp_path: Path) -> None:
    """What did not fit raises RecordError and is not there; the next entry gets its number once there is space."""
    import resource

    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, HEADER)
    store.append(note(0), {})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(RecordError, match="Nothing was saved"):
            store.append(note(1), {"before": bytes(200_000)})
        assert len(store.entries()) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.append(note(2), {"before": bytes(200_000)}).id == 2
    store.close()
    assert [entry.cause for entry in SqliteStore.read(path).entries()] == ["cause 0", "cause 2"]


def test_a_record_removed_under_our_hands_is_noticed(tmp_path: Path) -> None:
    """Entries are not written into a file that nobody will find again."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, HEADER)
    path.rename(tmp_path / "elsewhere.sqlite")
    with pytest.raises(RecordError, match="moved or removed"):
        store.append(note(0), {})
    store.close()


def test_no_place_to_write_is_told_in_one_sentence(tmp_path: Path) -> None:
    """A folder that is not there, and a folder instead of a file."""
    with pytest.raises(RecordError, match="Choose another place"):
        SqliteStore.create(tmp_path / "nowhere" / "race.sqlite", HEADER)
    with pytest.raises(RecordError, match="already"):
        SqliteStore.create(tmp_path, HEADER)
    with pytest.raises(RecordError, match="There is no record"):
        SqliteStore.open(tmp_path / "race.sqlite")


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"SQLite format 3\0" + bytes(5000), random.Random(3).randbytes(20_000)]
)
def test_what_is_no_record_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file that is no record raises RecordError and keeps its bytes."""
    path = tmp_path / "race.sqlite"
    path.write_bytes(content)
    for look in (SqliteStore.open, SqliteStore.read):
        with pytest.raises(RecordError, match="is not the record"):
            look(path)
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["race.sqlite"]


def test_a_picture_seen_before_is_stored_once(tmp_path: Path) -> None:
    """What is seen after a turn is seen before the next one: stored once, it comes back for both.

    So it does from a repaired record, and when the stored one was lost, both entries are said to have lost theirs.
    """
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, HEADER)
    for number in range(12):
        store.append(note(number), {"before": picture(number), "after": picture(number + 1)})
    store.close()
    assert path.stat().st_size < 14 * 12_000
    looked = SqliteStore.read(path)
    assert [looked.picture(5, "before"), looked.picture(4, "after")] == [picture(4), picture(4)]
    data = bytearray(path.read_bytes())
    data[data.index(picture(8)[3000:3100])] ^= 1
    path.write_bytes(data)
    repaired = SqliteStore.open(path)
    assert any("beside 2 entries (8-9)" in sentence for sentence in repaired.damage)
    assert repaired.picture(5, "before") == picture(4)
    with pytest.raises(RecordError):
        repaired.picture(9, "before")
    repaired.close()


def test_a_record_of_an_older_program_is_gone_on_with(tmp_path: Path) -> None:
    """It becomes one of this format, so that an older program refuses it instead of taking it for damaged."""
    path = tmp_path / "race.sqlite"
    with closing(sqlite3.connect(unsealed(path))) as connection:
        connection.execute("PRAGMA user_version = 1")
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_record_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    """A newer format is named as such, not repaired."""
    path = tmp_path / "race.sqlite"
    filled(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(RecordError, match="newer program"):
        SqliteStore.open(path)


def cut(data: bytearray, chance: random.Random) -> None:
    """The end is missing."""
    del data[chance.randrange(len(data) // 4, len(data)) :]


def flip(data: bytearray, chance: random.Random) -> None:
    """Forty bytes are wrong."""
    for _ in range(40):
        data[chance.randrange(len(data))] ^= chance.randrange(1, 256)


def behead(data: bytearray, chance: random.Random) -> None:
    """The first pages, with the file's header and the table of tables, are gone."""
    data[: 4096 * chance.randrange(1, 3)] = bytes(4096)


@pytest.mark.parametrize("harm", [cut, flip, behead])
@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_record_keeps_what_can_be_read(
    tmp_path: Path, harm: Callable[[bytearray, random.Random], None], seed: int
) -> None:
    """Every entry kept is true, losses are told, the damaged file stays beside, and writing goes on."""
    path = tmp_path / "race.sqlite"
    written = {entry.id: entry for entry in filled(path, 5)}
    data = bytearray(path.read_bytes())
    harm(data, random.Random(seed))
    path.write_bytes(data)

    looked = SqliteStore.read(path)
    assert path.read_bytes() == data
    store = SqliteStore.open(path)
    kept = store.entries()
    assert looked.entries() == kept
    assert all(written[entry.id] == entry for entry in kept)
    assert kept, "the first entries are always there"
    if len(kept) < len(written) or harm is cut:
        assert store.damage
    for entry in kept:
        pictures = [picture(entry.id - 1)]
        try:
            assert store.picture(entry.id, "before") in pictures
        except RecordError:
            assert store.damage
    if store.damage:
        assert (tmp_path / "race.sqlite.damaged").read_bytes() == data
    store.append(note(77), {"before": b"x"})
    store.close()
    again = SqliteStore.open(path)
    assert again.damage == ()
    assert again.entries()[:-1] == kept
    assert again.header == HEADER
    again.close()


def test_a_flipped_byte_in_one_entry_costs_that_entry_only(tmp_path: Path) -> None:
    """The entry is named, its neighbours stay."""
    path = tmp_path / "race.sqlite"
    filled(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"cause 6", b"cause 9"))
    store = SqliteStore.open(path)
    assert [entry.id for entry in store.entries()] == [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert "1 entry (7)" in " ".join(store.damage)
    store.close()


def test_pages_are_read_as_sqlite_reads_them(tmp_path: Path) -> None:
    """The page reader finds the same rows as SQLite in an unharmed file of many sizes of rows."""
    path = tmp_path / "some.sqlite"
    chance = random.Random(5)
    wanted = [
        (None, chance.randbytes(chance.choice([0, 1, 500, 4061, 4062, 5000, 30_000])), n - 50, "é" * n)
        for n in range(99)
    ]
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB, n INTEGER, s TEXT)")
    connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", wanted)
    connection.commit()
    connection.close()
    pages = split_pages(path.read_bytes(), 4096)
    found = dict(row for row in rows(pages.items(), pages, 4096) if len(row[1]) == 4)
    assert found == {number + 1: row for number, row in enumerate(wanted)}


@pytest.mark.parametrize("where", ["cause", "data"])
def test_half_a_character_is_refused_and_the_next_entry_is_stored(tmp_path: Path, where: str) -> None:
    """What cannot be encoded leaves no transaction open: the record is as it was, and whoever comes next is heard."""
    store = SqliteStore.create(tmp_path / "race.sqlite", HEADER)
    for said in ("\ud83d", "a whole one"):
        entry = replace(note(1), cause=said) if where == "cause" else replace(note(1), data={"who": said})
        if said == "\ud83d":
            with pytest.raises(RecordError):
                store.append(entry, {})
            assert store.entries() == ()
        else:
            assert store.append(entry, {}).id == 1
    store.close()
    assert len(SqliteStore.read(store.path).entries()) == 1


@pytest.mark.parametrize(
    "problem", [UnicodeEncodeError("utf-8", "x", 0, 1, "no"), OSError(5, "lost"), KeyboardInterrupt()]
)
def test_whatever_breaks_into_a_write_it_is_rolled_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    """An error of any kind in the middle of a write leaves nothing of it, in the file or in memory."""
    store = SqliteStore.create(tmp_path / "race.sqlite", HEADER)
    store.append(note(0), {"before": picture(0)})

    def breaks(*rows: object) -> None:
        write_entry(*rows)  # type: ignore[arg-type]
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr("referee.devices.store.write_entry", breaks)
        with pytest.raises((RecordError, KeyboardInterrupt)):
            store.append_all([(note(1), {"after": picture(1)}), (note(2), {"before": picture(1)})])
    written = store.append_all([(note(1), {"after": picture(1)}), (note(2), {"before": picture(1)})])
    assert [entry.id for entry in written] == [2, 3]
    store.close()
    kept = SqliteStore.read(store.path)
    assert (len(kept.entries()), kept.damage, kept.picture(3, "before")) == (3, (), picture(1))
