"""The guided path: from nothing to a race, each step with what is wrong, nothing lost on the way."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
import segno

from calibration.camera_model import CameraModel, guess
from calibration.session import ENOUGH, CalibrationSession, Progress
from markers import kits
from markers.label import KitLabel
from referee.assemble import Referee
from referee.devices.cameras import CameraName
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.status import SourceStatus
from referee.devices.store import SqliteStore
from referee.errors import CalibrationError, IllegalAction, NotationError, RefereeError, SourceError
from referee.games.registry import GAMES
from referee.games.registry import game as game_named
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from referee.hosting.choices import SIMULATED
from referee.hosting.look_on import LookOn
from referee.record.entry import Entry
from referee.record.races import races
from referee.vision.bearings import OTHER_LENS
from referee.vision.scene import Frame, Scene, SceneQuality
from referee.vision.source import FrameSource
from tests.record.races import race
from web.live import shape_faults

SAMPLES = Path(__file__).parents[2] / "sample_images"


def wall_with_a_code(kit: str) -> Any:
    """A grey picture with the code of a printed sheet in it."""
    image = np.full((480, 640, 3), 120, np.uint8)
    matrix = np.array([list(row) for row in segno.make(KitLabel(kit, "1", "a4").text, micro=False).matrix], np.uint8)
    code = np.pad((1 - matrix) * 255, 4, constant_values=255).repeat(5, 0).repeat(5, 1)
    image[40 : 40 + code.shape[0], 60 : 60 + code.shape[1]] = code[..., None]
    return image


def test_a_printed_code_names_the_game() -> None:
    """A sheet held into the picture says which game it belongs to; without one nothing is said."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("racepack"), None)
    looking.attend("camera")
    looking.look(Frame(wall_with_a_code("home-racers"), 0, "test", 0))
    assert looking.state().sheet == "home-racers"
    looking.look(Frame(np.full((480, 640, 3), 120, np.uint8), 3_000_000_000, "test", 1))
    assert looking.state().sheet == ""


class Grey:
    """A camera that sees a grey wall."""

    name, live, stills = "grey wall", True, False

    def __init__(self) -> None:
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self.closed:
            yield Frame(np.full((360, 640, 3), 120, np.uint8), number * 100_000_000, self.name, number)
            number += 1
            time.sleep(0.005)

    def close(self) -> None:
        self.closed = True


def opener(text: str, on_status: Callable[[SourceStatus], None]) -> FrameSource:
    """Source 0 is the grey wall; there is no other."""
    if text != "0":
        raise SourceError(f"There is no camera {text}.")
    return Grey()


def thumbnail(camera: CameraName) -> bytes:
    """The first camera answers, the second does not."""
    if camera.index:
        raise SourceError("camera 1 does not answer within 10 s")
    return b"a picture"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with two cameras and an empty records folder."""
    host = make_host(tmp_path)
    yield host
    host.stop()


def make_host(folder: Path) -> Host:
    """A host that keeps everything under a folder; its simulated table goes as fast as it can."""
    cameras = CameraList(lambda: (CameraName(0, "front", ""), CameraName(1, "back", "/dev/back")), thumbnail)
    records = RecordsFolder(folder / "races", lambda: datetime(2026, 11, 21, 12, 0))
    lenses = LensFolder(folder / "lenses", lambda: date(2026, 11, 21))
    return Host(records, opener, cameras, lenses, pace_s=0.0, turns=3)


def guide(host: Host, what: str, value: str = "") -> str:
    """One choice on the way."""
    return host.command({"do": "guide", "what": what, "value": value})


def turns_judged(state: dict[str, Any]) -> int:
    """How many verdicts closed a turn."""
    return sum(entry["kind"] == "verdict" and not entry["provisional"] for entry in state["entries"])


def until(host: Host, fits: Callable[[dict[str, Any]], bool], seconds: float = 60.0) -> dict[str, Any]:
    """The first state that fits."""
    end = time.monotonic() + seconds
    seq = -1
    while time.monotonic() < end:
        seq = host.wait(seq, 1.0)
        state = dict(host.snapshot())
        assert shape_faults(state) == ()
        if fits(state):
            return state
    raise AssertionError(f"never so: {state['guide'] or state['phase']}")


def test_the_path_begins_with_the_games_and_their_options(host: Host) -> None:
    """All four games are offered, with their players and what may be agreed on."""
    state = until(host, lambda state: state["phase"] == "setup")
    names = {one["name"] for one in state["guide"]["games"]}
    assert names == {"racepack", "royal-racers", "nestorgames-gp", "home-racers"}
    assert all(one["players"] for one in state["guide"]["games"])
    assert [step["state"] for step in state["guide"]["steps"]] == ["now", "todo", "todo", "todo", "todo"]


def test_choices_are_kept_and_nonsense_is_refused(host: Host) -> None:
    """A number of players the game does not allow, or an option it does not have, changes nothing."""
    guide(host, "game", "royal-racers")
    guide(host, "players", "3")
    with pytest.raises(NotationError, match="players"):
        guide(host, "players", "9")
    with pytest.raises(NotationError, match="no option"):
        guide(host, "options", "wings=yes")
    with pytest.raises(NotationError, match="the set-up knows"):
        guide(host, "dance")
    assert (host.choices.game, host.choices.players) == ("royal-racers", 3)


def test_no_step_behind_the_camera_without_one(host: Host) -> None:
    """Without a source there is nothing to check."""
    with pytest.raises(IllegalAction, match="choose a camera first"):
        guide(host, "go", "picture")


def test_cameras_are_listed_with_a_picture_or_the_reason(host: Host) -> None:
    """A camera that answers shows what it sees, another says why not; neither keeps anybody waiting."""
    guide(host, "cameras")
    state = until(host, lambda state: any(one["note"] for one in state["guide"]["cameras"]))
    first, second = state["guide"]["cameras"]
    assert (first["source"], first["thumbnail"]) == ("0", True)
    assert (second["source"], second["thumbnail"], second["note"][:8]) == ("/dev/back", False, "camera 1")
    assert host.thumbnail(0) == b"a picture"
    with pytest.raises(KeyError):
        host.thumbnail(1)


def test_a_camera_that_cannot_be_opened_is_said_so(host: Host) -> None:
    """The choice is refused with the reason and the path stays where it was."""
    guide(host, "go", "camera")
    with pytest.raises(SourceError, match="no camera 7"):
        guide(host, "source", "7")
    assert host.choices.step == "camera"
    assert host.choices.source == ""


def test_the_picture_check_says_what_is_wrong(host: Host) -> None:
    """A grey wall has no markers; the checks say so with a key for the words."""
    guide(host, "source", "0")
    guide(host, "go", "picture")
    state = until(host, lambda state: state["guide"]["checks"][0]["state"] != "wait")
    checks = {check["name"]: check for check in state["guide"]["checks"]}
    assert (checks["markers"]["state"], checks["markers"]["why"]) == ("bad", "none")
    assert checks["scale"]["state"] == "wait"
    guide(host, "ruler", "97,5")
    assert host.snapshot()["guide"]["checks"][4] == {"name": "scale", "state": "bad", "why": "off", "value": "97.5"}
    with pytest.raises(NotationError, match="no length"):
        guide(host, "ruler", "long")


def test_a_calibration_is_refused_with_its_reason(host: Host) -> None:
    """No views, no lens; the reason is shown and the path goes on without one."""
    guide(host, "source", "0")
    guide(host, "go", "lens")
    guide(host, "lens", "begin")
    assert until(host, lambda state: state["guide"]["lens"]["state"] == "looking")
    with pytest.raises(RefereeError, match="Only 0 views"):
        guide(host, "lens", "finish")
    assert "Only 0 views" in host.snapshot()["guide"]["lens"]["failed"]
    guide(host, "pass", "lens")
    states = {step["name"]: step["state"] for step in host.snapshot()["guide"]["steps"]}
    assert (states["lens"], states["table"]) == ("passed", "now")


class Enough(CalibrationSession):
    """Somebody has shown so many good views."""

    def __init__(self, count: int) -> None:
        super().__init__(8)
        self.count = count

    def look(self, grey: object) -> Progress:
        return Progress("known", self.count, 8, (), 3, ENOUGH)

    def finish(self) -> CameraModel:
        if self.count < 9:
            raise CalibrationError("No lens fits these views.")
        return replace(guess(640, 360), origin="calibrated", held_out_error_mm=0.4)


def test_a_calibration_ends_by_itself_when_it_has_views_enough(host: Host, tmp_path: Path) -> None:
    """Who holds the board cannot press a button: the lens is measured and kept; what speaks against it is shown."""
    guide(host, "source", "0")
    guide(host, "go", "lens")
    session = Enough(8)
    host._looking.begin_calibration(session)
    state = until(host, lambda state: state["guide"]["lens"]["failed"] != "")
    assert (state["guide"]["lens"]["state"], LensFolder(tmp_path / "lenses").kept("0")) == ("looking", None)
    session.count = 9
    until(host, lambda state: state["guide"]["lens"]["state"] == "done")
    kept = LensFolder(tmp_path / "lenses").kept("0")
    assert kept is not None
    assert kept.origin.startswith("calibrated, with grey wall")


@pytest.mark.parametrize(
    ("device", "size", "lens", "doubt"),
    [
        ("grey wall", (640, 360), "done", ""),
        ("camera 0", (640, 360), "done", ""),
        ("camera 0 (other wall)", (640, 360), "done", "another camera (camera 0 (other wall))"),
        ("grey wall", (640, 480), "off", "pictures of 640 x 480, these are 640 x 360"),
    ],
)
def test_a_lens_kept_for_another_camera_or_size_is_doubted(
    host: Host, tmp_path: Path, device: str, size: tuple[int, int], lens: str, doubt: str
) -> None:
    """The name and the shape of the pictures are compared with those of the camera that was measured."""
    measured = replace(guess(*size), origin="measured", held_out_error_mm=0.4, device=device)
    LensFolder(tmp_path / "lenses").keep("0", measured)
    guide(host, "source", "0")
    guide(host, "go", "picture")
    state = until(host, lambda state: state["guide"]["checks"][0]["state"] != "wait")
    assert state["guide"]["lens"]["state"] == lens
    assert doubt in state["guide"]["lens"]["doubt"]
    assert bool(doubt) == bool(state["guide"]["lens"]["doubt"])
    guide(host, "lens", "forget")
    assert host.snapshot()["guide"]["lens"]["doubt"] == ""


def test_the_page_shows_what_the_lens_is_worth_in_each_part_of_the_picture(host: Host, tmp_path: Path) -> None:
    """The errors kept with the lens, in mm, and nothing where the board never was; none for a lens without them."""
    rows = tuple(tuple(math.nan if row == 3 else 0.1 * column for column in range(6)) for row in range(4))
    measured = replace(guess(640, 360), origin="measured", held_out_error_mm=0.4, error_map_mm=rows)
    LensFolder(tmp_path / "lenses").keep("0", measured)
    guide(host, "source", "0")
    guide(host, "go", "lens")
    shown = host.snapshot()["guide"]["lens"]["errors_mm"]
    assert shown == [["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]] * 3 + [[""] * 6]
    guide(host, "lens", "forget")
    assert host.snapshot()["guide"]["lens"]["errors_mm"] == []


def test_a_lens_whose_focus_was_turned_is_doubted_at_the_picture_check() -> None:
    """What the printed pieces say against the kept lens is told before the race, and only once it is so."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("racepack"), replace(guess(640, 360), origin="measured"))
    looking.attend("picture")
    told: tuple[str, ...] = ()

    class ToldEye:
        markers, plane = (), None

        def look(self, frame: Frame) -> Scene:
            return Scene(frame.time_ns, 0, (), (), (), (), SceneQuality(1.0, 0.1, True, 1.0, False, told))

    looking._eye = ToldEye()  # type: ignore[assignment]
    grey = np.full((360, 640, 3), 120, np.uint8)
    looking.look(Frame(grey, 0, "test", 0))
    assert looking.state().doubt == ""
    told = ("the camera was bumped; found again", OTHER_LENS)
    looking.look(Frame(grey, 10**9, "test", 1))
    assert looking.state().doubt == OTHER_LENS


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
        assert [one["film"] for one in offered] == ["race.mp4"]
        assert guide(host, "resume", offered[0]["record"]) == "race.mp4 goes on where the record stopped."
        until(host, lambda state: looked[-1:] == [9])
        assert looked == [6, 7, 8, 9]
        assert host.snapshot()["phase"] == "race"
    finally:
        host.stop()


def test_going_back_before_the_start_leaves_no_record(host: Host, tmp_path: Path) -> None:
    """A survey makes a record; going back without a race removes it."""
    guide(host, "source", "0")
    guide(host, "go", "table")
    assert list((tmp_path / "races").glob("*.sqlite"))
    guide(host, "go", "picture")
    assert list((tmp_path / "races").glob("*")) == []
    assert host.snapshot()["phase"] == "setup"


@pytest.mark.timeout(120)
def test_a_race_on_the_simulated_table_and_its_resumption(tmp_path: Path) -> None:
    """Set-up, survey, start, verdicts; after the program is gone the unfinished race is offered and goes on."""
    host = make_host(tmp_path)
    guide(host, "source", SIMULATED)
    guide(host, "go", "table")
    until(host, lambda state: state["phase"] == "survey" and bool(state["diagram"]) and not state["problems"])
    host.command({"do": "start", "players": 4})
    state = until(host, lambda state: turns_judged(state) >= 2)
    assert state["guide"] is None
    host.stop()
    recorded = RecordsFolder(tmp_path / "races").unfinished()[0]
    again = make_host(tmp_path)
    try:
        offered = again.snapshot()["guide"]["unfinished"]
        assert [(one["game"], one["turns"] >= 2) for one in offered] == [("Racepack", True)]
        guide(again, "resume", offered[0]["record"])
        assert again.choices.step == "camera"
        guide(again, "source", SIMULATED)
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
        host.command({"do": "again"})
    start = referee.match.game.start(2, Random(1))
    assert host.kept() is None
    with referee._work:  # the camera's thread looks meanwhile
        referee.match.start(2, 0, start)
        referee.match.correct(10**9, _won(start))
        referee.announce()
    assert host.kept() is not None
    assert (state := host.snapshot())["podium"]["again"]
    assert shape_faults(state) == ()
    host.command({"do": "again"})
    state = until(host, lambda state: state["source"]["ok"])
    assert (state["phase"], state["guide"]["players"], host.kept()) == ("survey", 2, None)
    assert len(list((tmp_path / "races").glob("**/*.sqlite"))) == 2


def _won(position: str) -> str:
    """The position played on to its end."""
    law, dice = game_named("racepack"), Random(1)
    while law.over(position) is None:
        position = law.play(position, dice, None).after
    return position


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
        assert host.command({"do": "next"}) == "The players lay the table out for the next race."
        second = until(host, lambda state: state["phase"] == "race")
        assert (second["season"]["race"], second["season"]["goes_on"]) == (2, False)
        assert (second["record"], second["podium"]) == (over["record"], None)
        assert second["season"]["rows"] == over["season"]["rows"]
        with pytest.raises(IllegalAction, match="not over yet"):
            host.command({"do": "next"})
    finally:
        host.stop()


def test_another_games_kit_is_named_by_the_picture_check() -> None:
    """A picture full of another kit's markers is not said to have none: the eye's own sentence stands there."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("nestorgames-gp"), None)
    looking.attend("picture")
    image: Any = cv2.imread(str(SAMPLES / "racepack-still-1.jpg"))
    for number in range(3):
        looking.look(Frame(image, number * 10**9, "test", number))
        check = looking.state().checks[0]
        assert (check.name, check.state, check.why) == ("markers", "bad", "told")
        assert "pieces of the racepack kit, not of nestorgames-gp" in check.value


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_simulated_table_passes_its_own_picture_check(name: str, host: Host) -> None:
    """Nothing is asked of people that they cannot do there: no lower camera, no ruler laid to a print."""
    guide(host, "game", name)
    guide(host, "source", SIMULATED)
    guide(host, "go", "picture")
    state = until(host, lambda state: state["guide"]["checks"][0]["state"] != "wait")
    checks = state["guide"]["checks"]
    assert [(check["name"], check["state"]) for check in checks] == [
        (name, "ok") for name in ("markers", "size", "focus", "light")
    ]
