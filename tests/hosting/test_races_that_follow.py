"""What comes after a race, or after half of one: a film goes on, a table goes on, another race follows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from referee import supervised
from referee.assemble import Referee
from referee.commands import Again, End, Next, Pause, Start, Undo
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.record_file import write_entry
from referee.devices.store import SqliteStore
from referee.errors import IllegalAction, NotationError
from referee.games.registry import game as game_named
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from referee.hosting.choices import SIMULATED
from referee.match.camera_side import PLAYED_ANEW
from referee.record.entry import Entry
from referee.record.facts_json import caused_by
from referee.record.fold import fold
from referee.record.races import races
from referee.simulator.render import Renderer
from referee.vision.scene import Frame
from tests.hosting.conftest import Grey, guide, make_host, thumbnail, turns_judged, until
from tests.record.races import race
from web.shape import shape_faults

pytestmark = pytest.mark.usefixtures("smaller_pictures")


class Film(Grey):
    """Ten pictures of a grey wall, one a second."""

    name, live, stills = "race.mp4", False, True

    def frames(self) -> Iterator[Frame]:
        for number in range(10):
            yield Frame(np.full((360, 640, 3), 120, np.uint8), number * 10**9, self.name, number)


def test_a_film_goes_on_where_its_record_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unfinished race names the recording it was refereed from; one press opens it where the record stopped."""
    film = tmp_path / "race.mp4"
    film.touch()
    path = tmp_path / "races" / "half.sqlite"
    path.parent.mkdir()
    store = SqliteStore.create(path, {"game": "racepack", "source": str(film)})
    start = game_named("racepack").start(2, Random(1))
    store.append(Entry(0, "camera", "start", "the race starts", "", start, {"players": 2}), {})
    store.append(Entry(6 * 10**9, "camera", "note", "a bump", start, start), {})
    store.close()
    looked: list[int] = []
    monkeypatch.setattr(Referee, "look", lambda self, frame, still: looked.append(frame.index))
    cameras = CameraList(lambda: (), thumbnail)
    host = Host(RecordsFolder(path.parent), lambda text, hear: Film(), cameras, LensFolder(tmp_path / "lenses"))
    try:
        offered = host.snapshot()["guide"]["unfinished"]
        assert [(one["film"], one["last_ns"]) for one in offered] == [("race.mp4", path.stat().st_mtime_ns)]
        assert guide(host, "resume", offered[0]["record"]) == "race.mp4 goes on where the record stopped."
        until(host, lambda state: looked[-1:] == [9])
        assert looked == [6, 7, 8, 9]
        assert host.snapshot()["phase"] == "race"
    finally:
        host.stop()


@pytest.mark.parametrize(("source", "kept", "problem"), [("0", "0", ""), ("7", "?", "There is no camera 7.")])
def test_a_race_before_a_camera_is_gone_on_with_through_the_same(
    tmp_path: Path, source: str, kept: str, problem: str
) -> None:
    """The camera of the unfinished race is opened at once; one that is gone is told, and another may be chosen."""
    path = tmp_path / "races" / "half.sqlite"
    path.parent.mkdir()
    store = SqliteStore.create(path, {"game": "racepack", "source": source})
    start = game_named("racepack").start(2, Random(1))
    store.append(Entry(0, "camera", "start", "the race starts", "", start, {"players": 2}), {})
    store.close()
    host = make_host(tmp_path)
    try:
        guide(host, "resume", host.snapshot()["guide"]["unfinished"][0]["record"])
        view = host.snapshot()["guide"]
        assert (view["step"], view["resuming"], view["problem"]) == ("camera", kept, problem)
        assert view["source"] == ("" if problem else source)
        guide(host, "source", "0")
        guide(host, "go", "table")
        assert host.snapshot()["phase"] == "race"
    finally:
        host.stop()


@pytest.mark.timeout(120)
@pytest.mark.long
def test_a_race_on_the_simulated_table_and_its_resumption(tmp_path: Path) -> None:
    """Set-up, survey, start, verdicts; in a break the players wait, and nothing of theirs goes unseen for it; after the
    program is gone the unfinished race is offered and goes on."""
    host = make_host(tmp_path)
    guide(host, "source", SIMULATED)
    guide(host, "go", "table")
    until(host, lambda state: state["phase"] == "survey" and bool(state["diagram"]) and not state["problems"])
    host.command(Start(4))
    state = until(host, lambda state: turns_judged(state) >= 1)
    host.command(Pause(True))
    kept, pictures = len(host.snapshot()["entries"]), host.picture()[1]
    until(host, lambda state: host.picture()[1] > pictures + 20)
    assert len(host.snapshot()["entries"]) <= kept + 1, "a picture looked at as the break began"
    host.command(Pause(False))
    state = until(host, lambda state: turns_judged(state) >= 2)
    assert {entry["status"] for entry in state["entries"] if entry["kind"] == "verdict"} == {"LEGAL"}
    assert state["guide"] is None
    host.stop()
    recorded = RecordsFolder(tmp_path / "races").unfinished()[0]
    again = make_host(tmp_path)
    try:
        offered = again.snapshot()["guide"]["unfinished"]
        assert [(one["game"], one["turns"] >= 2) for one in offered] == [("Racepack", True)]
        with pytest.raises(NotationError, match="not among"):
            guide(again, "aside", str(tmp_path / "elsewhere.sqlite"))
        guide(again, "resume", offered[0]["record"])
        view = again.snapshot()["guide"]
        assert (view["step"], view["source"], view["resuming"]) == ("camera", SIMULATED, SIMULATED)
        guide(again, "go", "table")
        assert again.snapshot()["phase"] == "race"
        assert again.referee is not None
        assert again.referee.match.state.position == recorded.position
        until(again, lambda state: turns_judged(state) > recorded.turns)
        times_ns = [entry.time_ns for entry in again.referee.match.entries]
        assert times_ns == sorted(times_ns)
    finally:
        again.stop()


def test_after_the_podium_another_race_may_follow(host: Host, tmp_path: Path) -> None:
    """A race that is over says so and keeps its record; "again" looks at the table for another one of the same kind."""
    for what, value in (("players", "2"), ("source", "0"), ("go", "table")):
        guide(host, what, value)
    referee = host.referee
    assert referee is not None
    with pytest.raises(IllegalAction, match="not over"):
        host.command(Again())
    start = referee.match.game.start(2, Random(1))
    assert host.kept() is None
    with referee._work:  # the camera's thread looks meanwhile
        referee.match.start(2, 0, start)
        referee.match.correct(10**9, _won(start))
        referee.announce()
    assert host.kept() is not None
    assert (state := host.snapshot())["podium"]["again"]
    assert shape_faults(state) == ()
    host.command(Again())
    state = until(host, lambda state: state["source"]["ok"])
    assert (state["phase"], state["guide"]["players"], host.kept()) == ("survey", 2, None)
    assert len(list((tmp_path / "races").glob("**/*.sqlite"))) == 2


def test_another_race_after_one_that_was_gone_on_with_is_of_the_same_kind(tmp_path: Path) -> None:
    """Three laps were agreed on; the program was restarted in mid-race. The race after that one has three laps, too."""
    host = make_host(tmp_path)
    for what, value in (("players", "2"), ("options", "laps=3"), ("source", "0"), ("go", "table")):
        guide(host, what, value)
    referee = host.referee
    assert referee is not None
    start = referee.match.game.start(2, Random(1), {"laps": "3"})
    with referee._work:
        referee.match.start(2, 0, start, agreed=host.choices.agreed)
    host.stop()
    again = make_host(tmp_path)
    try:
        guide(again, "resume", again.snapshot()["guide"]["unfinished"][0]["record"])
        guide(again, "go", "table")
        referee = again.referee
        assert referee is not None
        with referee._work:
            referee.match.correct(10**9, _won(start))
            referee.announce()
        again.command(Again())
        assert again.choices.agreed["laps"] == "3"
        assert again.referee is not None
        assert again.referee.agreed["laps"] == "3"
    finally:
        again.stop()


def _won(position: str) -> str:
    """The position played on to its end."""
    law, dice = game_named("racepack"), Random(1)
    while law.over(position) is None:
        position = law.play(position, dice, None).after
    return position


def test_simulated_players_begin_a_turn_anew_that_was_under_way(tmp_path: Path) -> None:
    """The program was killed after dice were thrown; the players throw all of them again, and none counts twice. What
    was seen and said of the turn is void; nobody is said to have corrected anything: Undo offers the turn before."""
    path = tmp_path / "races" / "killed.sqlite"
    path.parent.mkdir()
    store = SqliteStore.create(path, {"game": "nestorgames-gp"})
    whole = race("nestorgames-gp", 5, seed=2, players=2, faults=0.0).entries()
    ends = [end for end in range(1, len(whole)) if whole[end - 1].kind == "stop" and len(fold(whole[:end]).stops) > 2]
    for entry in whole[: ends[-1]]:
        store.append(entry, {})
    store.close()
    host = make_host(tmp_path)
    try:
        offered = until(host, lambda state: state["phase"] == "setup")["guide"]["unfinished"]
        for what, value in (("resume", offered[0]["record"]), ("source", SIMULATED), ("go", "table")):
            guide(host, what, value)
        assert host.referee is not None
        before = len(fold(whole[: ends[-1]]).turns)
        until(host, lambda state: turns_judged(state) > before)
        told = host.referee.match.state.turns
        assert "ILLEGAL" not in {turn.data["status"] for turn in told[before:]}
        entries = host.referee.match.entries
        assert not [entry for entry in entries[ends[-1] :] if entry.kind == "correct"]
        anew = next(entry for entry in entries if entry.kind == "stop" and caused_by(entry, PLAYED_ANEW))
        begun = fold(entries[: anew.id])
        assert (begun.position, begun.said, len(begun.stops)) == (fold(whole[: ends[-1]]).position, (), 1)
        assert begun.undoing is not None
        assert begun.undoing.what == "turn"
    finally:
        host.stop()


def test_a_campaign_goes_on_with_its_next_race_in_the_same_record(tmp_path: Path) -> None:
    """Its first race is over: it is offered as unfinished, the next race is laid out, and begins in the same record."""
    path = tmp_path / "races" / "campaign.sqlite"
    path.parent.mkdir()
    store = SqliteStore.create(path, {"game": "royal-racers"})
    season = race("royal-racers", 60, seed=3, players=2, faults=0.0, agreed={"flags": "1", "races": "2"})
    for entry in races(season.entries())[0]:
        store.append(entry, {})
    store.close()
    host = make_host(tmp_path)
    try:
        offered = until(host, lambda state: state["phase"] == "setup")["guide"]["unfinished"]
        assert [one["game"] for one in offered] == ["Royal Racers"]
        for what, value in (("resume", offered[0]["record"]), ("source", SIMULATED), ("go", "table")):
            guide(host, what, value)
        over = until(host, lambda state: state["phase"] == "over")
        assert (over["season"]["name"], over["season"]["race"], over["season"]["goes_on"]) == ("campaign", 1, True)
        assert host.command(Next()) == "The players lay the table out for the next race."
        second = until(host, lambda state: state["phase"] == "race")
        assert (second["season"]["race"], second["season"]["goes_on"]) == (2, False)
        assert (second["record"], second["podium"]) == (over["record"], None)
        assert second["season"]["rows"] == over["season"]["rows"]
        with pytest.raises(IllegalAction, match="not over yet"):
            host.command(Next())
    finally:
        host.stop()


class BusyDisk:
    """Lets every write of any record fail the first time it is tried."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failed = 0
        self._tried: set[int] = set()
        monkeypatch.setattr(supervised, "FIRST_PAUSE_S", 0.001)

        def reluctant(connection: sqlite3.Connection, number: int, *rest: Any) -> None:
            if number not in self._tried:
                self._tried.add(number)
                self.failed += 1
                raise sqlite3.OperationalError("disk I/O error")
            write_entry(connection, number, *rest)

        monkeypatch.setattr("referee.devices.store.write_entry", reluctant)


def test_the_guided_simulated_table_plays_on_when_writes_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its players say, move and press again and again until it is saved: the race is played to its end."""
    host = make_host(tmp_path)
    try:
        guide(host, "game", "royal-racers")
        guide(host, "players", "2")
        guide(host, "source", SIMULATED)
        guide(host, "go", "table")
        until(host, lambda state: not state["problems"] and state["phase"] == "survey" and state["source"]["ok"])
        host.command(Start(4))
        disk = BusyDisk(monkeypatch)
        state = until(host, lambda state: turns_judged(state) >= 3)
        assert disk.failed > 3
        assert not any("Not saved" in warning for warning in state["warnings"])
        ids = [entry["id"] for entry in state["entries"]]
        assert ids == sorted(set(ids), reverse=True)
    finally:
        host.stop()


def test_simulated_players_who_break_off_go_on_from_where_the_race_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in the drawing of a picture is a banner, and the table is laid anew as the race stands."""
    monkeypatch.setattr(supervised, "FIRST_PAUSE_S", 0.001)
    host = make_host(tmp_path)
    told: list[str] = []
    render = Renderer.render
    stumble = Referee.stumble

    def noted(self: Referee, problem: Exception) -> None:
        stumble(self, problem)
        told.append(self.trouble)

    def breaks(self: Renderer, *how: Any) -> Any:
        if not told and host.referee is not None and host.referee.match.state.turns:
            raise ArithmeticError("no light")
        return render(self, *how)

    monkeypatch.setattr(Renderer, "render", breaks)
    monkeypatch.setattr(Referee, "stumble", noted)
    try:
        guide(host, "game", "royal-racers")
        guide(host, "players", "2")
        guide(host, "source", SIMULATED)
        guide(host, "go", "table")
        until(host, lambda state: not state["problems"] and state["phase"] == "survey" and state["source"]["ok"])
        host.command(Start(4))
        state = until(host, lambda state: bool(told) and turns_judged(state) >= 3)
        assert "ArithmeticError: no light" in told[0]
        assert [entry["status"] for entry in state["entries"] if entry["kind"] == "verdict"].count("ILLEGAL") == 0
    finally:
        host.stop()


def test_a_race_is_dropped_at_once_while_its_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a disk on behalf of a race that people have left."""
    host = make_host(tmp_path)
    try:
        guide(host, "game", "royal-racers")
        guide(host, "source", SIMULATED)
        guide(host, "go", "table")
        until(host, lambda state: not state["problems"] and state["phase"] == "survey" and state["source"]["ok"])
        host.command(Start(4))

        def full(*_: Any) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr("referee.devices.store.write_entry", full)
        until(host, lambda state: any("Not saved" in warning for warning in state["warnings"]))
        eyes = host._thread
        assert eyes is not None
        assert eyes.is_alive()
        guide(host, "source", "0")
        assert not eyes.is_alive()
    finally:
        host.stop()


@pytest.mark.long
def test_simulated_players_rest_once_the_race_was_ended_and_play_on_after_an_undo(tmp_path: Path) -> None:
    """Nothing more is written while it is ended; another race may follow, and the ended one is not offered again."""
    host = make_host(tmp_path)
    try:
        guide(host, "source", SIMULATED)
        guide(host, "go", "table")
        until(host, lambda state: state["phase"] == "survey" and bool(state["diagram"]) and not state["problems"])
        host.command(Start(4))
        until(host, lambda state: turns_judged(state) >= 1)
        host.command(End())
        assert host.referee is not None
        written, pictures = len(host.referee.match.entries), host.picture()[1]
        state = until(host, lambda state: host.picture()[1] > pictures + 40)
        assert len(host.referee.match.entries) == written
        assert (state["phase"], state["podium"]["again"], state["warnings"]) == ("over", True, [])
        host.command(Undo())
        until(host, lambda now: turns_judged(now) > turns_judged(state))
        host.command(End())
        host.command(Again())
        following = host.snapshot()
        assert (following["phase"], following["guide"]["unfinished"]) == ("survey", [])
    finally:
        host.stop()
