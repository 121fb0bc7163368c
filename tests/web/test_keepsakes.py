"""What can be taken home from a race, and that its record is not given away before it is over."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from markers import kits
from referee.devices.bundle import open_bundle
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.entry import Entry, Store
from referee.record.kept import Kept
from referee.record.memory import MemoryStore
from tests.record.races import play_into
from web.shape import shape_faults

from .conftest import FakeRace

ADDRESSES = ("/race.zip", "/moment/0")
NAME = "royal-racers"


@cache
def finished() -> MemoryStore:
    """A short race that was driven to its end."""
    store = MemoryStore({"game": NAME})
    play_into(store, NAME, turns=400, players=2, faults=0.0)
    return store


def kept(store: Store, path: str = "") -> Kept:
    """What the race hands over."""
    return Kept(game(NAME), kits.manifest(NAME), store, store.entries(), path)


@pytest.mark.parametrize("address", ADDRESSES)
def test_before_the_end_the_record_is_not_given(client: FlaskClient, race: FakeRace, address: str) -> None:
    """A race under way may hold what some may not know yet: 404 and a sentence, as without any race."""
    store = MemoryStore({"game": NAME})
    play_into(store, NAME, turns=4, players=2)
    for race.over in (None, replace(kept(store), over=False)):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "over" in answer.get_json()["error"]


def test_the_report_is_there_from_the_first_turn_on(client: FlaskClient, race: FakeRace) -> None:
    """Who breaks a race off takes home how far it came; before its start there is nothing to tell."""
    assert client.get("/report").status_code == 404
    store = MemoryStore({"game": NAME})
    play_into(store, NAME, turns=4, players=2)
    race.over = replace(kept(store), over=False)
    text = client.get("/report").get_data(as_text=True)
    assert "The race was not over" in text
    assert text.count('class="r-turn ') == 5, "the start and four turns"


def test_the_report_is_one_page_that_may_run_nothing(client: FlaskClient, race: FakeRace) -> None:
    """It names the winner, and its own policy forbids scripts and everything from elsewhere."""
    race.over = kept(finished())
    answer = client.get("/report")
    text = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "r-podium" in text
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy


def test_every_turn_can_be_looked_at_again(client: FlaskClient, race: FakeRace) -> None:
    """The moments have the shape of a state; the last one is the end; beyond it there is none."""
    race.over = kept(finished())
    first = client.get("/moment/0").get_json()
    assert shape_faults(first) == ()
    count = len(first["replay"]["marks"])
    last = client.get(f"/moment/{count - 1}").get_json()
    assert (first["phase"], last["phase"]) == ("race", "over")
    assert last["podium"]["rows"]
    assert client.get(f"/moment/{count}").status_code == 404


def test_a_turn_looked_at_again_is_told_as_it_was_then(client: FlaskClient, race: FakeRace) -> None:
    """In the visitor's language, and with the names that people gave."""
    store = MemoryStore({"game": NAME})
    store.append(Entry(0, "person", "note", "Red is Ann.", "", "", {"names": {"red": "Ann"}}), {})
    play_into(store, NAME, turns=4, players=2, faults=0.0)
    race.over = kept(store)
    said = client.get("/moment/1", headers={"Accept-Language": "de"}).get_json()
    assert said["called"]["red"] == "Ann"
    assert said["verdict"]["sentence"].startswith("Erlaubt: ")


def test_the_record_is_packed_while_it_is_in_use(client: FlaskClient, race: FakeRace, tmp_path: Path) -> None:
    """The download opens elsewhere and holds the same entries; nothing is written beside the record."""
    path = tmp_path / "race.sqlite"
    store = SqliteStore.create(path, {"game": NAME})
    play_into(store, NAME, turns=4, players=2)
    files = sorted(tmp_path.iterdir())
    race.over = kept(store, str(path))
    answer = client.get("/race.zip", buffered=True)
    assert "race.zip" in answer.headers["Content-Disposition"]
    assert sorted(tmp_path.iterdir()) == files
    assert "race.sqlite" in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    (tmp_path / "sent.zip").write_bytes(answer.data)
    open_bundle(tmp_path / "sent.zip", tmp_path / "opened")
    assert SqliteStore.read(tmp_path / "opened" / "race.sqlite").entries() == store.entries()
    store.close()


def test_a_race_in_memory_has_no_record_to_download(client: FlaskClient, race: FakeRace) -> None:
    """It says so."""
    race.over = kept(finished())
    assert "memory" in client.get("/race.zip").get_json()["error"]


def test_a_report_that_takes_long_is_told_at_once(
    client: FlaskClient, race: FakeRace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's link leads to a sentence that is there before anything is written, and gives way to the report."""
    assert client.get("/report?begin").status_code == 404
    race.over = kept(finished())
    monkeypatch.setattr("web.keepsakes.tell_races", lambda *given: pytest.fail("it was written first"))
    text = client.get("/report?begin").get_data(as_text=True)
    assert "being written" in text
    assert 'http-equiv="refresh" content="0; url=/report"' in text
