"""Bundles: whole on the other side, or refused."""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from markers import kits
from referee.cli.main import cli
from referee.devices.bundle import LIST, RECORD, check_name, open_bundle, write_bundle
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.record.header import record_header
from tests.record.races import play_into


def run(*words: str | Path) -> Result:
    """A command with stdout and stderr apart."""
    return CliRunner().invoke(cli, [str(word) for word in words])


def a_record(path: Path, header: dict[str, Any] | None = None) -> SqliteStore:
    """A short race on the disk, still open."""
    store = SqliteStore.create(path, header or {"game": "racepack"})
    play_into(store, "racepack", 3)
    return store


def forged(path: Path, packed: dict[str, bytes], listed: dict[str, bytes] | None = None, **facts: Any) -> Path:
    """A bundle as somebody else might make it."""
    about = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in (packed if listed is None else listed).items()
    }
    with zipfile.ZipFile(path, "w") as bundle:
        for name, content in packed.items():
            bundle.writestr(name, content)
        bundle.writestr(LIST, json.dumps({"format": 1, "files": about, **facts}))
    return path


def test_a_bundle_replays_identically_elsewhere(tmp_path: Path) -> None:
    """Record (its log not yet folded in), pictures, print, lens, settings, film and note arrive, and judge the same."""
    header = record_header("racepack", kits.manifest("racepack"), "0")
    store = a_record(tmp_path / "race.sqlite", {**header, "camera": {"lens": "somewhat long"}})
    (tmp_path / "my film.mp4").write_bytes(b"film")
    packed = run("bundle", tmp_path / "race.sqlite", "--film", tmp_path / "my film.mp4", "--note", "turn 2?\x1b[2J")
    assert packed.exit_code == 0, packed.exception
    store.close()
    (tmp_path / "there").mkdir()
    opened = run("open-bundle", tmp_path / "race.zip", "--into", tmp_path / "there" / "race")
    assert opened.exit_code == 0, opened.exception
    assert "replays identically: 3 of 3" in opened.stdout
    assert "film/film-my_film.mp4" in opened.stdout
    assert "\x1b" not in opened.stdout
    there = SqliteStore.read(tmp_path / "there" / "race" / RECORD)
    assert (there.entries(), there.header) == (store.entries(), store.header)
    assert there.picture(store.entries()[-1].id, "after") == b"after"
    assert json.loads((tmp_path / "there" / "race" / "camera.json").read_text()) == {"lens": "somewhat long"}
    assert json.loads((tmp_path / "there" / "race" / "settings.json").read_text())["settle_frames"] == 4
    assert (tmp_path / "there" / "race" / "manifest.json").exists()
    assert sorted(path.name for path in (tmp_path / "there").iterdir()) == ["race"]


def test_a_damaged_record_is_bundled_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    """What was saved of it arrives, with the damage told in the list."""
    record = tmp_path / "race.sqlite"
    store = a_record(record)
    store.close()
    record.write_bytes(record.read_bytes().replace(b"the turn is done", b"the turn is d0ne", 1))
    assert run("bundle", record).exit_code == 0
    about = open_bundle(tmp_path / "race.zip", tmp_path / "race")
    assert any("lost" in sentence for sentence in about["damage"])
    assert len(SqliteStore.read(tmp_path / "race" / RECORD).entries()) == len(store.entries()) - 1


def test_another_print_than_the_race_was_played_with_is_refused(tmp_path: Path) -> None:
    """The record says which print it was; the default one must not be packed in its place."""
    a_record(tmp_path / "race.sqlite", {"game": "racepack", "manifest_sha256": "0" * 64}).close()
    assert "another print" in str(run("bundle", tmp_path / "race.sqlite").exception)


@pytest.mark.parametrize(
    "name",
    ["../race", "/etc/passwd", "a/../../b", "C:/x", "a\\b", ".hidden", "a//b", "nul.txt", "a/b/c", "x.", "a\x00b", ""],
)
def test_unsafe_names_are_refused(tmp_path: Path, name: str) -> None:
    """Names that leave the folder, hide, or mean a device: nothing is written, inside or outside."""
    with pytest.raises(RecordError, match="unsafe name"):
        check_name(name)
    if name and "\x00" not in name:
        with pytest.raises(RecordError, match="unsafe name"):
            open_bundle(forged(tmp_path / "b.zip", {RECORD: b"r", name: b"evil"}), tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir() if path.name != "b.zip"] == []


def test_what_is_not_as_listed_is_refused(tmp_path: Path) -> None:
    """A changed byte, a file too many or too few, one that unpacks without end, one twice, a newer format."""
    whole = {RECORD: b"r" * 5000}
    cases = {
        "changed": forged(tmp_path / "1.zip", {RECORD: b"s" * 5000}, whole),
        "damaged or changed": forged(tmp_path / "2.zip", {RECORD: b"r" * 500_000}, whole),
        "not those on its list": forged(tmp_path / "3.zip", {**whole, "more": b""}, whole),
        "files in this bundle": forged(tmp_path / "4.zip", {}, whole),
        "does not list a record": forged(tmp_path / "5.zip", {"other": b""}),
        "newer program": forged(tmp_path / "6.zip", whole, format=2),
        "larger than any race": forged(tmp_path / "7.zip", whole, files={RECORD: {"sha256": "", "bytes": 2**50}}),
        "are not those": forged(tmp_path / "8.zip", {RECORD: b"r", RECORD.upper(): b"r"}),
    }
    for words, path in cases.items():
        with pytest.raises(RecordError, match=words):
            open_bundle(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert all(path.suffix == ".zip" for path in tmp_path.iterdir())


def test_a_link_in_a_bundle_becomes_no_link(tmp_path: Path) -> None:
    """What a ZIP marks as a symbolic link is laid down as the plain file it is listed as."""
    path = tmp_path / "b.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    files = {RECORD: b"r", "link": b"/etc/passwd"}
    about = {n: {"sha256": hashlib.sha256(c).hexdigest(), "bytes": len(c)} for n, c in files.items()}
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr(RECORD, b"r")
        bundle.writestr(link, b"/etc/passwd")
        bundle.writestr(LIST, json.dumps({"format": 1, "files": about}))
    open_bundle(path, tmp_path / "out")
    assert not (tmp_path / "out" / "link").is_symlink()
    assert (tmp_path / "out" / "link").read_bytes() == b"/etc/passwd"


def test_what_is_no_bundle_is_told(tmp_path: Path) -> None:
    """Text, a cut-off bundle, an empty ZIP, nothing at all, a folder in the way, a bundle in the way."""
    good = tmp_path / "good.zip"
    write_bundle(good, {RECORD: b"r" * 10_000}, {})
    (tmp_path / "text.zip").write_text("hello")
    (tmp_path / "cut.zip").write_bytes(good.read_bytes()[:-40])
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    for name in ("text", "cut", "empty", "nothing"):
        with pytest.raises(RecordError, match="no bundle"):
            open_bundle(tmp_path / f"{name}.zip", tmp_path / "out")
    with pytest.raises(RecordError, match="--into"):
        open_bundle(good, tmp_path)
    with pytest.raises(RecordError, match="--out"):
        write_bundle(good, {}, {})
    with pytest.raises(RecordError, match="cannot be written"):
        write_bundle(tmp_path / "no" / "b.zip", {RECORD: b""}, {})
