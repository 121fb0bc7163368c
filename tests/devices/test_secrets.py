"""The password in a camera's address is used and nowhere kept: not in records, exports, bundles, or on the page."""

from __future__ import annotations

import sqlite3
import stat
import zipfile
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera_model import guess
from markers import kits
from referee.addresses import shown_address
from referee.cli.main import cli
from referee.devices.lenses import LensFolder
from referee.devices.record_file import checksum
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.hosting.choices import Choices
from referee.hosting.guide import guide_view
from referee.hosting.look_on import LookState
from referee.record.entry_json import dumps
from referee.record.header import record_header
from referee.record.kept import Kept
from tests.record.races import play_into
from tests.web.conftest import FakeRace
from web.app import create_app

SECRET = "Sesame1234"
ADDRESSES = (
    f"http://ann:{SECRET}@cam.local/video",
    f"https://{SECRET}@cam.local:8443/video#t",
    f"rtsp://ann:se/{SECRET}@10.0.0.7:554/1?x@y",
    f"rtsp://ann:{SECRET}?#/@10.0.0.7/1",
    f"http://cam.local/video.cgi?user=ann&pwd={SECRET}&resolution=1280x720",
    f"http://cam.local/video.cgi?{SECRET}",
    f"rtsp://10.0.0.7/user=ann&password={SECRET}&channel=1&stream=0.sdp",
    f"http://cam.local/video;key={SECRET}",
    f"HTTP://Ann:{SECRET}@[fe80::1]:80/video",
    f"http:/ann:{SECRET}@cam.local/video",
)


def header_of(source: str) -> dict[str, object]:
    """What a new record says of its race."""
    return record_header("racepack", kits.manifest("racepack"), source)


def with_the_old_header(record: Path, source: str) -> None:
    """Make a record say what older programs wrote: the camera's whole address."""
    body = dumps({**header_of(""), "source": source})
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        for table in ("header", "header_copy"):
            connection.execute(f"DROP TRIGGER {table}_update")
            connection.execute(f"UPDATE {table} SET body = ?, checksum = ?", (body, checksum("header", "", body)))
            connection.execute(
                f"CREATE TRIGGER {table}_update BEFORE update ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'a record only grows'); END"
            )
    assert SECRET.encode() in record.read_bytes()


def everything_in(folder: Path) -> bytes:
    """Names and contents of all files of a folder, those packed in ZIP files too."""
    found = b""
    for path in sorted(folder.rglob("*")):
        found += path.name.encode()
        if path.is_file():
            found += path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as packed:
                found += b"".join(packed.read(name) for name in packed.namelist())
    return found


@pytest.mark.parametrize("source", ADDRESSES)
@pytest.mark.parametrize("older", [False, True])
def test_a_password_is_in_nothing_that_is_written_or_sent(source: str, older: bool, tmp_path: Path) -> None:
    """New records never hold it; from those of an older program it goes into no export, bundle, reply or report."""
    record, out = tmp_path / "race.sqlite", tmp_path / "out"
    out.mkdir()
    store = SqliteStore.create(record, header_of(source))
    play_into(store, "racepack", 2)
    store.close()
    if older:
        with_the_old_header(record, source)
    else:
        assert SECRET.encode() not in everything_in(tmp_path)
    said = ""
    for words in (
        ["export", str(record), "--to", "jsonl", "--out", str(out / "race.jsonl")],
        ["export", str(record), "--to", "ppn", "--out", str(out / "race.ppn")],
        ["bundle", str(record), "--out", str(out / "race.zip")],
        ["report", str(record), "--out", str(out / "race.html")],
        ["replay", str(record), "--json"],
    ):
        done = CliRunner().invoke(cli, words)
        assert done.exit_code == 0, done.exception
        said += done.output
    assert SECRET not in said
    assert SECRET.encode() not in everything_in(out)
    again = SqliteStore.open(record)
    assert SECRET not in str(again.header)
    again.close()


def test_a_password_is_in_no_bundle_of_the_page(tmp_path: Path) -> None:
    """What `/race.zip` gives to whoever looks on holds no password, also for the record of an older program."""
    record = tmp_path / "race.sqlite"
    store = SqliteStore.create(record, header_of("0"))
    play_into(store, "racepack", 2)
    store.close()
    with_the_old_header(record, ADDRESSES[0])
    reader = SqliteStore.read(record)
    race = FakeRace()
    race.over = Kept(game("racepack"), kits.manifest("racepack"), reader, reader.entries(), str(record))
    client = create_app(race).test_client()
    with client.get("/race.zip") as got:
        (tmp_path / "got.zip").write_bytes(got.data)
    record.unlink()
    assert SECRET.encode() not in everything_in(tmp_path) + client.get("/report").data
    with zipfile.ZipFile(tmp_path / "got.zip") as packed:
        packed.extract("race.sqlite", tmp_path / "there")
    assert SqliteStore.read(tmp_path / "there" / "race.sqlite").entries() == reader.entries()


@pytest.mark.parametrize("source", ADDRESSES)
def test_a_password_is_neither_on_the_page_nor_in_a_lens_files_name(source: str, tmp_path: Path) -> None:
    """The guided path shows the address without it, and a lens kept by an older program is found and renamed."""
    look = LookState()
    shown = guide_view(Choices(source=source, resume="x", resumed_from=source), (), look, (), "")
    assert SECRET not in str(shown)
    lenses, lens = LensFolder(tmp_path, lambda: date(2026, 1, 1)), guess(640, 480)
    lenses._named_after(source).write_text(lens.to_json(), encoding="utf-8")
    kept = lenses.kept(source)
    assert kept is not None
    assert kept.to_json() == lens.to_json()
    lenses.keep(source, lens)
    assert SECRET.encode() not in everything_in(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


@given(
    st.sampled_from(["http", "https", "rtsp"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="@"), max_size=8),
    st.sampled_from(["/video", "", "/a/b?channel=1", "/?x=1&y"]),
)
def test_whatever_signs_a_password_has_it_is_hidden(kind: str, around: str, path: str) -> None:
    """Also with slashes, question marks and line breaks in it; and hiding twice changes nothing."""
    shown = shown_address(f"{kind}://ann:x{around}{SECRET}{around}@cam.local{path}")
    assert SECRET not in shown
    assert shown_address(shown) == shown


def test_only_its_owner_may_read_a_record(tmp_path: Path) -> None:
    """Record, log and bundle are made for the owner alone, whatever else files are made for; so is what is unpacked."""
    record = tmp_path / "race.sqlite"
    store = SqliteStore.create(record, header_of("0"))
    play_into(store, "racepack", 2)
    modes = {
        path.name: stat.S_IMODE(path.stat().st_mode)
        for path in tmp_path.glob("race.sqlite*")
        if "lock" not in path.name
    }
    assert set(modes.values()) == {0o600}, modes
    assert "race.sqlite-wal" in modes
    store.close()
    assert CliRunner().invoke(cli, ["bundle", str(record)]).exit_code == 0
    opened = CliRunner().invoke(cli, ["open-bundle", str(tmp_path / "race.zip"), "--into", str(tmp_path / "there")])
    assert opened.exit_code == 0, opened.exception
    for path in (tmp_path / "race.zip", tmp_path / "there" / "race.sqlite"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    record.write_bytes(record.read_bytes().replace(b"the turn is done", b"the turn is d0ne", 1))
    SqliteStore.open(record).close()
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
