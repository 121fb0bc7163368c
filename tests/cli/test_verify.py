"""`referee verify` as a user meets it."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli.common import open_record, own_key, table_key
from referee.cli.main import cli
from referee.devices.store import SqliteStore
from referee.devices.table_key import TableKey
from referee.errors import RecordError
from referee.record.seal import Finding
from referee.record.words import Tongue
from tests.devices.append_speed import unsealed
from tests.devices.forge import forge, honest
from tests.record.races import play_into


def run(*words: str | Path) -> Result:
    """A command with stdout and stderr apart."""
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A race that was refereed at this table."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    store, path = open_record(str(tmp_path / "race.sqlite"), False, {"game": "racepack"}, keep=True)
    play_into(store, "racepack", 3)
    store.close()
    return Path(path)


def test_a_race_of_this_table_is_proved_without_further_words(record: Path) -> None:
    """Exit code 0, the number of entries and the fingerprint, which proves it again."""
    done = run("verify", record)
    head = SqliteStore.read(record).head()
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].endswith("entries stand as they were recorded.")
    assert head in done.stdout
    assert run("verify", record, "--seen", head).exit_code == 0
    told = json.loads(run("verify", record, "--seen", head.upper(), "--json").stdout)
    assert (told["status"], told["head"], told["findings"]) == ("proved", head, [])


def test_the_first_forged_entry_is_named_in_every_language(record: Path) -> None:
    """Exit code 1, one plain sentence; the same as JSON."""
    first = forge(record, "change", random.Random(9))
    for language, word in (("en", f"Entry {first} "), ("de", f"Eintrag {first} "), ("fr", f"L’entrée {first} ")):
        done = run("verify", record, "--language", language)
        assert done.exit_code == 1
        assert done.stdout.startswith(word)
        assert len(done.stdout.splitlines()) == 1
    told = json.loads(run("verify", record, "--json").stdout)
    assert (told["status"], told["findings"][0]["entry"]) == ("forged", first)


def test_six_deleted_entries_and_an_overrule_that_was_put_in_are_noticed(record: Path) -> None:
    """What went unnoticed before there were seals."""
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("DELETE FROM entry WHERE id BETWEEN 3 AND 8")
    assert "Entry 3 is missing" in run("verify", record).stdout


def test_the_end_that_is_gone_is_named_by_what_the_paper_says(record: Path) -> None:
    """Without the paper all is proved, with it the first entry that is gone is named."""
    head = SqliteStore.read(record).head()
    first = forge(record, "cut", random.Random(4))
    assert run("verify", record).exit_code == 0
    done = run("verify", record, "--seen", head)
    assert done.exit_code == 1
    assert done.stdout.startswith(f"Entry {first} is missing, and all after it")


def test_another_tables_race_is_a_question_and_nobody_is_accused(record: Path, tmp_path: Path) -> None:
    """Its key or its fingerprint answers."""
    key = TableKey.passing()
    head = honest(tmp_path / "other.sqlite", key, random.Random(1))
    told = json.loads(run("verify", tmp_path / "other.sqlite", "--json").stdout)
    assert told["status"] == "unproved"
    assert f"--key {key.public[:16]}" in told["findings"][0]["sentence"]
    for word in (("--key", key.public[:16]), ("--key", key.public), ("--seen", head)):
        assert run("verify", tmp_path / "other.sqlite", *word).exit_code == 0


def test_an_older_record_is_marked_as_unsealed(tmp_path: Path) -> None:
    """Nobody can tell, and that is what is said."""
    store = SqliteStore.open(unsealed(tmp_path / "old.sqlite"))
    play_into(store, "racepack", 2)
    store.close()
    told = json.loads(run("verify", tmp_path / "old.sqlite", "--json").stdout)
    assert (told["status"], told["head"], told["findings"][0]["kind"]) == ("unproved", "", "unsealed")


@pytest.mark.parametrize(
    ("option", "word"), [("--seen", "57"), ("--key", "abc"), ("--key", "no key of any table at all")]
)
def test_what_is_no_fingerprint_or_key_is_refused_in_one_sentence(record: Path, option: str, word: str) -> None:
    """A typing error accuses nobody."""
    done = run("verify", record, option, word)
    assert isinstance(done.exception, RecordError)
    assert "is no" in str(done.exception)


def test_looking_makes_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made when the first race is recorded."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new"))
    assert own_key() == ""
    assert not (tmp_path / "new").exists()
    assert table_key().public == own_key() != ""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_finding_has_a_sentence(language: str) -> None:
    """With the number of its entry in it."""
    from referee.cli.verify import tell

    for kind in ("changed", "pictures", "missing", "ends", "rewritten", "race", "header", "stranger", "unsealed"):
        assert re.search(r"\b57\b", tell(Finding(kind, 57, "12345678", 60), Tongue(language=language)))
