"""The guided path: from nothing to a race, each step with what is wrong, nothing lost on the way."""

from __future__ import annotations

import math
import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.camera_model import CameraModel, guess
from calibration.session import ENOUGH, CalibrationSession, Progress
from markers import kits
from markers.design import Wish
from markers.heights import WOOD
from markers.kit import Manifest
from referee.devices.lenses import LensFolder
from referee.errors import CalibrationError, IllegalAction, NotationError, RefereeError, SourceError
from referee.games.registry import GAMES, listed
from referee.hosting import Host
from referee.hosting.choices import SIMULATED
from referee.hosting.simulated import SimulatedTable
from referee.simulator.race import next_turn
from referee.vision.scene import Frame
from tests.hosting.conftest import Grey, guide, make_host, until


def test_the_path_begins_with_the_games_and_their_options(host: Host) -> None:
    """All four games are offered, then those that other packages bring, with their players and what may be agreed
    on."""
    state = until(host, lambda state: state["phase"] == "setup")
    names = [one["name"] for one in state["guide"]["games"]]
    assert names[:4] == ["racepack", "royal-racers", "nestorgames-gp", "home-racers"]
    assert names == [law.name for law in listed()]
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


def test_two_choices_at_once_leave_one_camera_open(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever chooses while a camera is still being opened has the last word, and that camera is let go of."""
    opened, answers, asked = list[Grey](), threading.Event(), threading.Event()

    def slowly(text: str, on_status: object) -> Grey:
        asked.set()
        if text == "slow":
            answers.wait(20)
        opened.append(Grey())
        return opened[-1]

    monkeypatch.setattr(host, "_opener", slowly)
    choosing = [threading.Thread(target=guide, args=(host, "source", name)) for name in ("slow", "quick")]
    choosing[0].start()
    assert asked.wait(20)
    choosing[1].start()
    choosing[1].join(0.2)
    answers.set()
    for one in choosing:
        one.join(20)
    assert [host.choices.source, len(opened), opened[0].closed, host._source] == ["quick", 2, True, opened[1]]


def test_a_picture_of_a_camera_that_was_let_go_of_is_not_looked_at(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that takes long over its last picture does not show it to the race on another one."""
    guide(host, "source", "0")
    late, looked = Grey(), list[Frame]()
    guide(host, "go", "table")
    assert host.referee is not None
    monkeypatch.setattr(host.referee, "look", lambda frame, still: looked.append(frame))
    frame = next(late.frames())
    host._take(frame, late)
    assert not any(one is frame for one in looked)


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
    lenses = LensFolder(tmp_path / "lenses")
    # the page may say so a moment before the lens is on the disk
    until(host, lambda state: state["guide"]["lens"]["state"] == "done" and lenses.kept("0") is not None)
    kept = lenses.kept("0")
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


def test_going_back_before_the_start_leaves_no_record(host: Host, tmp_path: Path) -> None:
    """A survey makes a record; going back without a race removes it."""
    guide(host, "source", "0")
    guide(host, "go", "table")
    assert list((tmp_path / "races").glob("*.sqlite"))
    guide(host, "go", "picture")
    assert list((tmp_path / "races").glob("*")) == []
    assert host.snapshot()["phase"] == "setup"


@pytest.mark.parametrize(
    "name",
    [
        "racepack",
        *(pytest.param(one, marks=pytest.mark.long) for one in sorted({*GAMES} - {"racepack"})),
    ],
)
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


def as_printed(name: str) -> Manifest:
    """The kit that comes out when nothing is wished."""
    return kits.manifest(name, wish=kits.design_of(name).usual)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_simulated_players_break_as_many_rules_as_was_wished(share: float, host: Host) -> None:
    """What was wished when the program was started goes for each simulated table."""
    host._faults = share
    guide(host, "source", SIMULATED)
    assert isinstance(host._source, SimulatedTable)
    race, chance = host._source._race, random.Random(1)
    broken = 0
    for _ in range(5):
        played = next_turn(race.game, race.start, chance, race._fault_share, None, race.manifest)
        broken += played.truth != "legal"
    assert broken == 5 * share


def test_ones_own_print_is_looked_for_and_the_simulated_table_keeps_its_own(tmp_path: Path) -> None:
    """Pieces of another height count as printed, at the picture check and in the race; other games keep the usual."""
    own = kits.manifest("racepack", wish=Wish(heights={**WOOD, "pawn": 20.0}))
    host = make_host(tmp_path, {"racepack": own})
    try:
        guide(host, "source", "0")
        assert host._looking._manifest == own
        guide(host, "go", "table")
        assert host.referee is not None
        assert host.referee.match.manifest == own
        guide(host, "game", "royal-racers")
        assert host._looking._manifest == as_printed("royal-racers")
        guide(host, "game", "racepack")
        guide(host, "source", SIMULATED)
        assert host._looking._manifest == as_printed("racepack")
        guide(host, "go", "table")
        assert host.referee.match.manifest == as_printed("racepack")
    finally:
        host.stop()


def test_the_set_up_stands_there_as_soon_as_a_race_is_left(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first step is shown while the camera is opened again, however long that takes."""
    for what, value in (("players", "2"), ("source", "0"), ("go", "table")):
        guide(host, what, value)
    shown: list[tuple[str, str]] = []

    def dropped(path: str) -> None:
        state = host.snapshot()
        shown.append((state["phase"], state["guide"]["step"]))

    monkeypatch.setattr(host._records, "drop", dropped)
    guide(host, "leave")
    assert shown[0] == ("setup", "game")
