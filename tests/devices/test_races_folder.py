"""Which race is offered to be gone on with."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from referee.devices.races import RecordsFolder
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.games.registry import game
from referee.record.entry import Entry


def kept(folder: Path, name: str, source: str, minute: int, *, begun: bool = True) -> None:
    """A record of a Racepack race, last written in that minute."""
    path = folder / f"{name}.sqlite"
    store = SqliteStore.create(path, {"game": "racepack", "source": source})
    if begun:
        start = game("racepack").start(2, Random(1))
        store.append(Entry(0, "camera", "start", "the race starts", "", start, {"players": 2}), {})
    store.close()
    os.utime(path, (60 * minute, 60 * minute))


def offered(folder: Path) -> list[tuple[str, bool]]:
    """The names of the races offered, and whether each is simulated."""
    return [(Path(one.path).stem, one.simulated) for one in RecordsFolder(folder).unfinished()]


def test_tables_that_begin_in_the_same_second_have_a_record_each(tmp_path: Path) -> None:
    """Eight at once: none is refused, and none writes into another's record."""
    folder = RecordsFolder(tmp_path / "races", now=lambda: datetime(2026, 1, 2, 3, 4, 5))
    with ThreadPoolExecutor(8) as tables:
        made = list(tables.map(lambda number: folder.new({"game": "racepack", "source": str(number)}), range(8)))
    assert len({path for _, path in made}) == 8
    assert "racepack-20260102-030405.sqlite" in {Path(path).name for _, path in made}
    assert [store.header["source"] for store, _ in made] == [str(number) for number in range(8)]
    for store, _ in made:
        store.close()


def test_every_race_that_was_left_is_offered_newest_first(tmp_path: Path) -> None:
    """Real ones and demos; one that is over is not among them."""
    kept(tmp_path, "old", "0", 1)
    kept(tmp_path, "real", "0", 2)
    kept(tmp_path, "demo", "simulated Racepack race 2", 4)
    assert offered(tmp_path) == [("demo", True), ("real", False), ("old", False)]


def test_a_survey_without_a_race_hides_nothing(tmp_path: Path) -> None:
    """A record in which no race was begun is passed over."""
    kept(tmp_path, "real", "0", 1)
    kept(tmp_path, "survey", "0", 2, begun=False)
    assert offered(tmp_path) == [("real", False)]


def test_a_race_that_was_set_aside_is_offered_no_more(tmp_path: Path) -> None:
    """The others stay, the records too; so many may be set aside that none is left, and a newer race is offered."""
    for minute, (name, source) in enumerate([("old", "0"), ("real", "0"), ("demo", "simulated")], 1):
        kept(tmp_path, name, source, minute)
    folder = RecordsFolder(tmp_path)
    assert len(folder.unfinished()) == 3
    folder.set_aside(str(tmp_path / "real.sqlite"))
    assert [Path(one.path).stem for one in folder.unfinished()] == ["demo", "old"]
    for name in ("demo", "old"):
        folder.set_aside(str(tmp_path / f"{name}.sqlite"))
    assert folder.unfinished() == ()
    assert len(list(tmp_path.glob("*.sqlite"))) == 3
    kept(tmp_path, "new", "0", 9)
    assert [Path(one.path).stem for one in folder.unfinished()] == ["new"]


def test_a_race_is_looked_at_again_once_it_was_written(tmp_path: Path) -> None:
    """What was learnt of a record is kept until somebody writes into it: then the turns since are counted."""
    kept(tmp_path, "left", "0", 1)
    folder = RecordsFolder(tmp_path)
    assert [one.turns for one in folder.unfinished()] == [0]
    store = SqliteStore.open(tmp_path / "left.sqlite")
    law = game("racepack")
    before = law.start(2, Random(1))
    data = {"status": "LEGAL", "player": "S", "sentence": "", "turn": "", "provisional": False}
    store.append(Entry(1, "camera", "verdict", "", before, law.play(before, Random(1), None).after, data), {})
    assert [one.turns for one in folder.unfinished()] == [1]
    store.close()


def test_a_folder_that_cannot_be_made_is_named_with_the_reason(tmp_path: Path) -> None:
    """A file lies where the folder of records should be: one sentence says that nothing was saved, and why."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RecordError, match=r"Nothing was saved in .*file/races: Not a directory"):
        RecordsFolder(tmp_path / "file" / "races").new({"game": "racepack"})


def test_a_race_that_people_ended_is_not_offered_until_that_is_taken_back(tmp_path: Path) -> None:
    """What was ended before its end is no race that was left."""
    kept(tmp_path, "ended", "0", 1)
    folder = RecordsFolder(tmp_path)
    store = SqliteStore.open(tmp_path / "ended.sqlite")
    position = store.entries()[-1].after
    ended = store.append(Entry(1, "person", "end", "", position, position, {}), {})
    assert folder.unfinished() == ()
    store.append(Entry(2, "person", "undo", "", position, position, {"entry": ended.id}), {})
    assert [Path(one.path).stem for one in folder.unfinished()] == ["ended"]
    store.close()
