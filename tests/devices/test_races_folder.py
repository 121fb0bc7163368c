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


def test_a_demo_does_not_hide_the_race_people_left(tmp_path: Path) -> None:
    """The newest real race comes first, the demo after it and said to be one; older ones are not offered."""
    kept(tmp_path, "old", "0", 1)
    kept(tmp_path, "real", "0", 2)
    kept(tmp_path, "demo-before", "simulated Racepack race 1", 3)
    kept(tmp_path, "demo", "simulated Racepack race 2", 4)
    assert offered(tmp_path) == [("real", False), ("demo", True)]


def test_a_survey_without_a_race_hides_nothing(tmp_path: Path) -> None:
    """A record in which no race was begun is passed over."""
    kept(tmp_path, "real", "0", 1)
    kept(tmp_path, "survey", "0", 2, begun=False)
    assert offered(tmp_path) == [("real", False)]


def test_a_real_race_after_a_demo_is_offered_alone(tmp_path: Path) -> None:
    """Nobody is asked to go on with a demo from before the last real race."""
    kept(tmp_path, "demo", "simulated", 1)
    kept(tmp_path, "real", "/dev/video0", 2)
    assert offered(tmp_path) == [("real", False)]


def test_a_race_that_was_set_aside_is_offered_no_more(tmp_path: Path) -> None:
    """A demo set aside leaves the real race before it; with that one set aside older ones do not come up. The records
    stay, and a newer race is offered."""
    for minute, (name, source) in enumerate([("old", "0"), ("real", "0"), ("demo", "simulated")], 1):
        kept(tmp_path, name, source, minute)
    folder = RecordsFolder(tmp_path)
    folder.set_aside(str(tmp_path / "demo.sqlite"))
    assert offered(tmp_path) == [("real", False)]
    folder.set_aside(str(tmp_path / "real.sqlite"))
    assert offered(tmp_path) == []
    assert len(list(tmp_path.glob("*.sqlite"))) == 3
    kept(tmp_path, "new", "0", 9)
    assert offered(tmp_path) == [("new", False)]


def test_a_folder_that_cannot_be_made_is_named_with_the_reason(tmp_path: Path) -> None:
    """A file lies where the folder of records should be: one sentence says that nothing was saved, and why."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RecordError, match=r"Nothing was saved in .*file/races: Not a directory"):
        RecordsFolder(tmp_path / "file" / "races").new({"game": "racepack"})
