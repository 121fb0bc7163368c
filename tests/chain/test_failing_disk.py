"""A record that cannot be written for a while, however that comes, holds up a race and never ends it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from markers import kits
from referee import supervised
from referee.assemble import Referee
from referee.commands import Pause
from referee.devices.record_file import write_entry
from referee.devices.recording import Recording
from referee.devices.store import SqliteStore
from referee.errors import NotationError, RecordError, SourceError
from referee.games.registry import game
from referee.record.entry import Entry, NewEntry
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import scene_of
from referee.vision.scene import Frame, Scene

LAW = game("racepack")
KIT = kits.manifest("racepack")
SECOND_NS = 1_000_000_000
LOOKS = 5


@cache
def filmed() -> tuple[str, tuple[str, ...], tuple[tuple[float, str], ...]]:
    """How a race begins, the tables that are seen, and what is said, each with its time in seconds."""
    chance = Random(5)
    position = start = LAW.start(3, chance)
    tables, said = [start], list[tuple[float, str]]()
    while len(tables) < LOOKS:
        turn = LAW.play(position, chance, None)
        said += [(len(tables) - 0.5, str(text)) for text in turn.declared]
        tables += turn.stops
        position = turn.after
    return start, tuple(tables), tuple(said)


class Film:
    """Settled tables, one a second, and what is said between them; an eye that sees each as it was laid."""

    name, live, stills = "race.mp4", False, True
    plane = looked_at = None
    manifest = KIT

    def __init__(self) -> None:
        self.start, tables, said = filmed()
        self.tables, self.said = list(tables), list(said)
        self.dies_at: set[int] = set()
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        """The pictures; it dies once at each of `dies_at`."""
        for number in range(len(self.tables)):
            if number in self.dies_at:
                self.dies_at.remove(number)
                raise ArithmeticError(number)
            yield Frame(np.zeros((36, 64, 3), np.uint8), number * SECOND_NS, self.name, number)

    def close(self) -> None:
        """Nothing is held."""
        self.closed = True

    def camera_for(self, width_px: int, height_px: int) -> None:
        """Every size will do."""

    def look(self, frame: Frame, *how: bool) -> Scene:
        """The table as it was laid."""
        return scene_of(LAW.layout(self.tables[frame.index], KIT), frame.time_ns)


def watched(film: Film, store: MemoryStore | SqliteStore, go_on: bool = True) -> Referee:
    """A referee who has seen the film to its end."""
    referee = Referee(LAW, KIT, store)
    referee._eye = film  # type: ignore[assignment]
    referee.start_by_itself(3, film.start)
    referee.run(Recording(film, film.said, referee.hear_word), go_on)
    return referee


@contextmanager
def full(store: SqliteStore) -> Iterator[None]:
    """No byte more: the system refuses to write beyond the first thousand of any file."""
    resource = pytest.importorskip("resource", reason="there is no limit on file sizes to play this with")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def moved_away(store: SqliteStore) -> Iterator[None]:
    """The record lies elsewhere meanwhile."""
    store.path.rename(store.path.with_name("elsewhere"))
    try:
        yield
    finally:
        store.path.with_name("elsewhere").rename(store.path)


@contextmanager
def locked(store: SqliteStore) -> Iterator[None]:
    """Another program writes to it and does not end."""
    store._connection.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def not_encoded(store: SqliteStore) -> Iterator[None]:
    """Half an entry is written, then its text cannot be encoded."""

    def broken(*rows: object) -> None:
        write_entry(*rows)  # type: ignore[arg-type]
        "\ud83d".encode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.devices.store.write_entry", broken)
        yield


class Unlucky(SqliteStore):
    """A record whose n-th write meets a fault."""

    writes, fails_at = 0, 0
    fault: Callable[[SqliteStore], object]

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Write, or fail."""
        self.writes += 1
        if self.writes != self.fails_at:
            return super().append_all(new)
        before = self.entries()
        with self.fault(self):  # type: ignore[attr-defined]
            try:
                super().append_all(new)
            except RecordError:
                assert self.entries() == before
                raise
        raise AssertionError("the fault was none")


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised, "FIRST_PAUSE_S", 0.001)


@pytest.mark.parametrize("fault", [full, moved_away, locked, not_encoded])
@pytest.mark.few(2)
def test_whatever_fails_at_any_write_the_race_is_refereed_to_its_end(
    fault: Callable[[SqliteStore], object], tmp_path: Path
) -> None:
    """A film with words ends with the same record when any one of its writes fails once."""
    whole = watched(Film(), MemoryStore({"game": "racepack"})).match.entries
    assert {entry.kind for entry in whole} >= {"start", "declare", "stop", "verdict"}
    for number in range(1, 2 * len(whole)):
        store = Unlucky.create(tmp_path / f"{number}.sqlite", {"game": "racepack"})
        assert isinstance(store, Unlucky)
        store.fails_at, store.fault = number, fault
        referee = watched(Film(), store)
        told = referee.snapshot()["warnings"]
        store.close()
        kept = SqliteStore.read(store.path)
        assert (kept.entries(), kept.damage, list(told)) == (whole, (), [])
        if store.writes < number:
            break
    assert number > LOOKS


def test_a_race_waits_as_long_as_the_disk_is_full_and_says_so(tmp_path: Path) -> None:
    """The banner stays while nothing can be written, no picture is passed over, and on it goes when there is space."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    film, referee = Film(), Referee(LAW, KIT, store)
    referee._eye = film  # type: ignore[assignment]
    referee.start_by_itself(3, film.start)
    eyes = threading.Thread(target=lambda: referee.run(Recording(film, film.said, referee.hear_word), go_on=True))
    with full(store):
        eyes.start()
        for number in range(200):
            if any("Not saved" in one for one in referee.snapshot()["warnings"]):
                break
            referee.wait(number, 0.1)
        assert eyes.is_alive()
        with pytest.raises(RecordError, match="Nothing was saved"):
            referee.command(Pause(True))
        assert store.entries() == ()
    eyes.join(60.0)
    assert not eyes.is_alive()
    assert referee.snapshot()["warnings"] == []
    assert store.entries() == watched(Film(), MemoryStore({"game": "racepack"})).match.entries
    store.close()


def test_stopped_while_it_waits_it_ends_and_says_what_is_missing(tmp_path: Path) -> None:
    """Ctrl-C on a full disk is obeyed; the error names the record."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    referee = Referee(LAW, KIT, store)
    referee._eye = film = Film()  # type: ignore[assignment]
    referee.start_by_itself(3, film.start)
    threading.Timer(0.2, referee.stop).start()
    with full(store), pytest.raises(RecordError, match="Nothing was saved"):
        referee.run(film, go_on=True)
    assert film.closed
    store.close()


def test_who_has_no_patience_gets_the_error(tmp_path: Path) -> None:
    """A batch does not wait for ever: after its patience the run ends with the reason."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    referee = Referee(LAW, KIT, store, patience_s=0.05)
    referee._eye = film = Film()  # type: ignore[assignment]
    referee.start_by_itself(3, film.start)
    with full(store), pytest.raises(RecordError, match="Nothing was saved"):
        referee.run(film)
    store.close()


def test_a_camera_goes_on_while_the_disk_is_full_and_nothing_that_was_seen_is_lost(tmp_path: Path) -> None:
    """Its tables are kept in their order until they can be written; the live picture does not stop."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    film, referee = Film(), Referee(LAW, KIT, store)
    referee._eye = film  # type: ignore[assignment]
    referee.start_by_itself(3, film.start)
    frames = list(film.frames())
    with full(store):
        for frame in frames[:-1]:
            referee.look(frame, still=True)
        assert store.entries() == ()
    referee.look(frames[-1], still=True)
    referee.finish()
    silent = Film()
    silent.said.clear()
    assert store.entries() == watched(silent, MemoryStore({"game": "racepack"})).match.entries
    store.close()


def test_an_error_nobody_foresaw_is_a_banner_and_the_film_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A source that dies is asked again and goes on after its last picture; no word is said twice or lost."""
    whole = watched(Film(), MemoryStore({"game": "racepack"})).match.entries
    told: list[str] = []
    stumble = Referee.stumble

    def noted(self: Referee, problem: Exception) -> None:
        stumble(self, problem)
        told.extend(self.snapshot()["warnings"])

    monkeypatch.setattr(Referee, "stumble", noted)
    for number in range(len(Film().tables)):
        film = Film()
        film.dies_at = {number}
        assert watched(film, MemoryStore({"game": "racepack"})).match.entries == whole
    assert len(told) == len(Film().tables)
    assert told[0] == (
        "Something went wrong inside the referee, and it goes on (ArithmeticError: 0). Please report it: referee bundle"
    )


def test_a_refused_word_is_told_on_the_page_and_ends_a_run_without_one() -> None:
    """Nonsense among what was said costs that word alone; in the shell it is the error it always was."""
    film = Film()
    film.said.insert(0, (0.9, "nonsense"))
    referee = watched(film, MemoryStore({"game": "racepack"}))
    whole = watched(Film(), MemoryStore({"game": "racepack"})).match.entries
    assert referee.match.entries == whole
    film = Film()
    film.said.insert(0, (0.9, "nonsense"))
    with pytest.raises(NotationError):
        watched(film, MemoryStore({"game": "racepack"}), go_on=False)


def test_a_picture_that_breaks_the_eye_costs_that_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown again afterwards the same table is judged as it would have been; without the page the error passes."""
    film = Film()
    film.tables.insert(1, film.tables[1])
    film.said = [(time_s + 1, text) for time_s, text in film.said]
    look = Film.look

    def breaks(self: Film, frame: Frame, *how: bool) -> Scene:
        if frame.index == 1:
            raise ZeroDivisionError
        return look(self, frame, *how)

    monkeypatch.setattr(Film, "look", breaks)
    causes = [entry.cause for entry in watched(film, MemoryStore({"game": "racepack"})).match.entries]
    with pytest.raises(ZeroDivisionError):
        watched(film, MemoryStore({"game": "racepack"}), go_on=False)
    monkeypatch.setattr(Film, "look", look)
    assert causes == [entry.cause for entry in watched(Film(), MemoryStore({"game": "racepack"})).match.entries]


def test_a_source_that_is_gone_ends_the_run() -> None:
    """SourceError is final, with the page too."""
    film = Film()

    def frames() -> Iterator[Frame]:
        raise SourceError("the film is torn")

    film.frames = frames  # type: ignore[method-assign]
    with pytest.raises(SourceError, match="torn"):
        watched(film, MemoryStore({"game": "racepack"}))
    assert film.closed
