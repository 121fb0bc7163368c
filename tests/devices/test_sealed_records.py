"""Nobody can rewrite a race: a record names its first forged entry, and no honest one is accused."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from markers import kits
from referee.cli.main import cli
from referee.devices.bundle import open_bundle
from referee.devices.packing import pack
from referee.devices.record_file import write_entry
from referee.devices.store import SqliteStore
from referee.devices.table_key import FILE, TableKey
from referee.errors import RecordError
from referee.games.registry import game
from referee.match import Match
from referee.record.entry import Entry
from referee.record.seal import Finding, findings, head_from
from tests.devices.append_speed import unsealed
from tests.devices.forge import forge_many, found_in, honest
from tests.record.races import play_into


def note(number: int = 1) -> Entry:
    """Some entry."""
    return Entry(number, "person", "note", f"cause {number}", "p", "q", {"n": number})


@pytest.fixture
def key(tmp_path: Path) -> TableKey:
    """A table's key."""
    return TableKey.of(tmp_path / "settings")


def test_of_every_forgery_the_first_forged_entry_is_named_and_no_honest_record_is_accused(tmp_path: Path) -> None:
    """Changed, removed, inserted, swapped, cut off, driven on, stripped of seals or signed with another key.

    A thousand of them: `python tests/devices/forge.py 1000`.
    """
    assert forge_many(tmp_path, 180, seed=2)[0] == []


def test_an_end_that_was_cut_off_is_named_by_what_a_phone_saw(tmp_path: Path, key: TableKey) -> None:
    """Without the phone nobody can tell; the phone of another race accuses nobody of a cut."""
    path, other = tmp_path / "race.sqlite", tmp_path / "other.sqlite"
    store = SqliteStore.create(path, {"game": "racepack"}, key)
    seen = [store.head(store.append(note(number), {}).id) for number in range(6)]
    assert [store.head(number) for number in range(1, 7)] == seen
    assert store.head(7) == ""
    store.close()
    ahead = seen[5].replace("-6-", "-9-")
    assert found_in(path, key, seen[3]) == found_in(path, key, seen[5]) == ()
    assert found_in(path, key, ahead) == (Finding("ends", 7, seen=9),)
    assert found_in(path, key, honest(other, key, random.Random(1))) == (Finding("race", 1),)
    assert found_in(path, key, seen[5][:-1] + ("0" if seen[5][-1] != "0" else "1")) == (
        Finding("rewritten", 6, seen=6),
    )


def test_a_race_gone_on_with_at_another_table_is_a_question_that_its_key_or_a_phone_answers(
    tmp_path: Path, key: TableKey
) -> None:
    """Two computers, one race: nobody is accused, and who knows both keys has no question left."""
    path, other = tmp_path / "race.sqlite", TableKey.passing()
    honest(path, key, random.Random(1), 3)
    store = SqliteStore.open(path, other)
    store.append(note(), {})
    store.close()
    sealed = SqliteStore.read(path).sealed
    assert findings(sealed, [key.public]) == (Finding("stranger", 4, key=other.public[:16]),)
    assert findings(sealed, [other.public]) == (Finding("stranger", 1, key=key.public[:16]),)
    assert findings(sealed, [key.public, other.public[:16]]) == ()
    assert findings(sealed, [], [head_from(store.head())]) == ()


def test_a_record_begun_without_seals_is_gone_on_with_and_is_marked_so(tmp_path: Path, key: TableKey) -> None:
    """Old records stay readable, also by the program that made them, and can still be exported and bundled."""
    path = unsealed(tmp_path / "race.sqlite")
    store = SqliteStore.open(path, key)
    store.append(note(), {"after": b"jpeg"})
    assert store.head() == store.head(1) == ""
    store.close()
    reader = SqliteStore.read(path)
    reader.copy_to(tmp_path / "copy.sqlite")
    assert (reader.damage, len(reader.entries()), reader.head()) == ((), 1, "")
    assert found_in(path, key) == found_in(tmp_path / "copy.sqlite", key) == (Finding("unsealed", 1),)


def test_what_could_not_be_saved_leaves_no_trace_in_the_chain(
    tmp_path: Path, key: TableKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails in mid-entry, also in the second of two; the next ones follow as if nothing had been."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"}, key)
    store.append(note(1), {})
    head = store.head()

    def fails_at_the_second(connection: object, number: int, *rest: object) -> None:
        write_entry(connection, number, *rest)  # type: ignore[arg-type]
        if number == 3:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("referee.devices.store.write_entry", fails_at_the_second)
        with pytest.raises(RecordError):
            store.append_all([(note(2), {}), (note(3), {})])
    assert store.head() == head
    store.append_all([(note(4), {}), (note(5), {})])
    store.close()
    assert found_in(store.path, key, store.head()) == ()


def test_a_bundle_brings_the_seals_along(tmp_path: Path, key: TableKey) -> None:
    """What is unpacked elsewhere is proved as the original is."""
    path = tmp_path / "race.sqlite"
    head = honest(path, key, random.Random(3))
    pack(SqliteStore.read(path), tmp_path / "race.zip", kits.manifest("racepack"))
    open_bundle(tmp_path / "race.zip", tmp_path / "unpacked")
    assert found_in(tmp_path / "unpacked/race.sqlite", key, head) == ()


def test_of_a_damaged_record_what_is_lost_is_missing_and_what_is_kept_is_still_proved(
    tmp_path: Path, key: TableKey
) -> None:
    """Damage takes entry 7: it is named as missing, and the repaired copy goes on where the chain stood."""
    path = tmp_path / "race.sqlite"
    honest(path, key, random.Random(4))
    data = bytearray(path.read_bytes())
    at = data.index(b'"before":"p6"')
    data[at + 10] ^= 1
    path.write_bytes(data)
    assert found_in(path, key) == (Finding("missing", 7),)
    store = SqliteStore.open(path, key)
    store.append(note(), {})
    store.close()
    reader = SqliteStore.read(path)
    assert (reader.damage, len(reader.entries())) == ((), 9)
    assert findings(reader.sealed, [key.public]) == (Finding("missing", 7),)


@pytest.mark.parametrize(("harm", "first"), [("all", 1), ("end", 6), ("none left", 1)])
def test_a_record_of_which_no_end_can_be_read_is_not_said_to_be_whole(
    harm: str, first: int, tmp_path: Path, key: TableKey
) -> None:
    """Checksums are spoilt, of all entries or of the last ones, or all entries are gone and a phone has seen one."""
    path = tmp_path / "race.sqlite"
    head = honest(path, key, random.Random(5))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        spoil = "DELETE FROM entry" if harm == "none left" else f"UPDATE entry SET checksum = 'x' WHERE id >= {first}"
        connection.execute(spoil)
    seen = (Finding("ends", 1, seen=9),) if harm == "none left" else (Finding("missing", first),)
    assert found_in(path, key, *[head] * (harm == "none left")) == seen


def test_a_lost_picture_is_named_beside_its_entry(tmp_path: Path, key: TableKey) -> None:
    """The sentence stands, its evidence does not."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, {"game": "racepack"}, key)
    for number in range(4):
        store.append(note(number), {"after": bytes([number]) * 5_000})
    store.close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"\2" * 1_000, b"\7" * 1_000))
    assert found_in(path, key) == (Finding("pictures", 3),)


def test_the_tables_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """Programs that begin at the same time have the same key; nothing but it lies in the folder."""
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(TableKey.of(tmp_path / "new").public)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert set(keys) == {TableKey.of(tmp_path / "new").public}
    assert os.listdir(tmp_path / "new") == [FILE]
    assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_key_that_cannot_be_used_holds_no_race_up(content: bytes, tmp_path: Path) -> None:
    """The race is sealed with a passing key, the program says so, and the file is left as it is."""
    (tmp_path / FILE).write_bytes(content)
    key = TableKey.of(tmp_path)
    assert "cannot be used" in key.note
    assert "kept nowhere" in key.note
    honest(tmp_path / "race.sqlite", key, random.Random(5))
    assert found_in(tmp_path / "race.sqlite", key) == ()
    assert (tmp_path / FILE).read_bytes() == content


def test_the_randomness_comes_from_outside(tmp_path: Path) -> None:
    """The same chance makes the same key and the same race."""
    one, other = (TableKey.of(tmp_path / name, random.Random(7).randbytes) for name in ("one", "other"))
    assert (one.public, one.new_race()) == (other.public, other.new_race())


def test_openssl_reads_the_key_and_agrees_with_the_signature(tmp_path: Path) -> None:
    """Another program proves what ours signed, and finds a changed word wrong."""
    key = TableKey.of(tmp_path)
    (tmp_path / "said").write_bytes(b"link")
    (tmp_path / "forged").write_bytes(b"lint")
    (tmp_path / "signature").write_bytes(key.sign(b"link"))
    for said, agrees in (("said", True), ("forged", False)):
        command: list[str | Path] = ["openssl", "pkeyutl", "-verify", "-rawin", "-inkey", tmp_path / FILE]
        done = subprocess.run(
            [*command, "-in", tmp_path / said, "-sigfile", tmp_path / "signature"], capture_output=True
        )
        assert (done.returncode == 0) is agrees


def test_whatever_people_do_with_a_race_leaves_an_honest_record(tmp_path: Path, key: TableKey) -> None:
    """Overruled, taken back, a break, a correction, gone on with: proved, and so it stays however it is read."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, {"game": "racepack"}, key)
    play_into(store, "racepack", 6, faults=0.5)
    store.close()
    for _ in range(2):
        store = SqliteStore.open(path, key)
        match = Match(game("racepack"), kits.manifest("racepack"), store)
        newest = match.state.turns[-1].id
        match.overrule(newest, "LEGAL", "agreed", 1, "Ann")
        match.pause(True, 1)
        match.pause(False, 1)
        match.undo(1)
        match.correct(1, match.state.position, "Ann")
        store.close()
        assert found_in(path, key, store.head()) == ()
    before = path.read_bytes()
    for command in ("verify", "rejudge", "report", "replay", "export"):
        out = ("--to", "jsonl", "--out", str(tmp_path / "race.jsonl")) if command == "export" else ()
        done = CliRunner().invoke(cli, [command, str(path), *out])
        assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)
    assert path.read_bytes() == before
