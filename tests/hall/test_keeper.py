"""The record of a race that is over comes to the hall and is proved there; corrected, it corrects the standings."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.devices.record_file import checksum
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.hall.floor import Floor
from referee.hall.keeper import Keeper
from referee.hall.messages import Broker
from referee.hall.mosquitto import Mosquitto
from referee.record.entry import Entry
from referee.tournament.log import Tournament
from referee.tournament.pairing import pair
from referee.tournament.races import races_in, results
from tests.hall.test_hall import at_table, hall, until
from tests.tournament.evenings import BEGAN_NS, SECOND_NS, evening, record
from tests.web.conftest import FakeRace


@contextmanager
def keeping(floor: Floor, folder: Path, news: list[str]) -> Iterator[Keeper]:
    """The hall, copying to a folder."""
    keeper = Keeper(floor, folder, news.append)
    keeper.start()
    try:
        yield keeper
    finally:
        keeper.stop()


@pytest.fixture
def found(tmp_path: Path) -> Tournament:
    """A tournament of two, with a round."""
    log, begun = evening(tmp_path / "friday", 2)
    return log.say(pair(begun, {}).model_copy(update={"at_ns": BEGAN_NS}))


def over(path: Path) -> FakeRace:
    """A table whose race is over, with its record."""
    race = FakeRace()
    race.show(phase="over", record=str(path), head=SqliteStore.read(path).head())
    return race


def add(path: Path, entry: Entry, pictures: dict[str, bytes]) -> str:
    """The record goes on; returns its new fingerprint."""
    store = SqliteStore.open(path)
    store.append(entry, pictures)
    store.close()
    return store.head()


def test_a_result_comes_over_the_network_and_a_corrected_verdict_corrects_the_standings(
    mosquitto: tuple[Mosquitto, Broker], found: Tournament, tmp_path: Path
) -> None:
    """With the pictures, as it lies at the table; once the table's own folder is seen, too, nothing counts twice."""
    first, second = found.rounds[0].heats[0].seats
    path = record(tmp_path / "table", (first, second), BEGAN_NS, faults=(second,))
    fault = next(one for one in SqliteStore.read(path).entries() if one.data.get("status") == "ILLEGAL")
    seen = Entry(BEGAN_NS + 2 * SECOND_NS, "person", "note", "seen", fault.after, fault.after, {})
    add(path, seen, {"before": b"a picture", "after": b"a picture"})
    race, news, kept = over(path), list[str](), tmp_path / "friday" / "records"
    with hall(mosquitto[1]) as floor, keeping(floor, kept, news), at_table(mosquitto[1], race):
        until(lambda: news)
        counted = results(found, races_in([kept])[0])[1, 1]
        assert (counted.places, counted.faults[second]) == (((first,), (second,)), 1)
        word = {"entry": fault.id, "status": "LEGAL", "why": "it was none"}
        last = Entry(BEGAN_NS + 3 * SECOND_NS, "person", "overrule", "no fault", fault.after, fault.after, word)
        race.show(head=add(path, last, {}))
        until(lambda: len(news) > 1)
    assert results(found, races_in([kept])[0])[1, 1].faults[second] == 0
    (copy,) = kept.iterdir()
    here, there = SqliteStore.read(copy), SqliteStore.read(path)
    assert (here.head(), here.entries(), here.header) == (there.head(), there.entries(), there.header)
    assert here.picture(seen_id(here.entries()), "after") == b"a picture"
    both, problems = races_in([kept, tmp_path / "table"])
    assert (len(both), problems) == (1, ())


def seen_id(entries: tuple[Entry, ...]) -> int:
    """The entry with pictures."""
    return next(one.id for one in entries if one.pictures)


def test_a_forged_record_is_not_taken_over_and_what_was_is_kept(
    mosquitto: tuple[Mosquitto, Broker], tmp_path: Path
) -> None:
    """Neither one that was changed with the right checksum, nor one of the same race that was written anew."""
    path, news, kept = record(tmp_path / "table", ("Ann", "Bob"), BEGAN_NS), list[str](), tmp_path / "kept"
    whole, head = path.read_bytes(), SqliteStore.read(path).head()
    with closing(sqlite3.connect(path)) as forged, forged:
        (body, seal) = forged.execute("SELECT body, seal FROM entry WHERE id = 2").fetchone()
        other = body.replace("Ann", "Eve")
        for (name,) in forged.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            forged.execute(f'DROP TRIGGER "{name}"')
        stated = checksum("entry", 2, f"{other}\n{seal}")
        forged.execute("UPDATE entry SET body = ?, checksum = ? WHERE id = 2", (other, stated))
    race = over(path)
    with hall(mosquitto[1]) as floor, keeping(floor, kept, news), at_table(mosquitto[1], race):
        until(lambda: news)
    assert news == [
        "The record of table 7 is not taken over: Entry 2 does not stand as it was recorded. It is tried again."
    ]
    assert list(kept.iterdir()) == []
    path.write_bytes(whole)
    race.show(head=head)
    with hall(mosquitto[1]) as floor, keeping(floor, kept, news), at_table(mosquitto[1], race, "8"):
        until(lambda: len(news) > 1)
        (copy,) = kept.iterdir()
        race.show(head=head[:-1] + ("0" if head[-1] != "0" else "1"))
        until(lambda: len(news) > 2)
    assert "another one than in" in news[-1]
    assert SqliteStore.read(copy).head() == head


def test_a_table_that_ends_with_its_race_waits_until_the_hall_has_the_record(
    mosquitto: tuple[Mosquitto, Broker], tmp_path: Path
) -> None:
    """As in `referee demo --headless --hall`."""
    path, news = record(tmp_path / "table", ("Ann", "Bob"), BEGAN_NS), list[str]()
    with hall(mosquitto[1]) as floor, keeping(floor, tmp_path / "kept", news):
        with at_table(mosquitto[1], over(path)):
            pass
        until(lambda: news)
    assert "proved" in news[0]


def test_a_table_without_a_file_or_seals_says_why(mosquitto: tuple[Mosquitto, Broker], tmp_path: Path) -> None:
    """Asked for an entry all the same; one whose record has no seals is not asked."""
    race = FakeRace()
    race.show(phase="over", record="", head="")
    with hall(mosquitto[1]) as floor, at_table(mosquitto[1], race):
        until(lambda: floor.snapshot()["tables"])
        assert floor.finished() == []
        with pytest.raises(RecordError, match="in memory only"):
            floor.entry("7", 1)
