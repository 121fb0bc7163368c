"""`referee look`: each stage of the eye as a picture, for whoever asks where a piece got lost."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from markers import kits
from referee.devices.stills import Stills
from referee.games.racepack.table import layout
from referee.vision.eye import STAGES, Eye
from referee.vision.kit_index import KitIndex
from referee.vision.scene import Frame
from referee.vision.stages import Look
from tests.cli.test_layout_and_read import POSITION, photograph, run

NAMES = [stage.name for stage in STAGES]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of a right board."""
    return photograph(layout(POSITION, kits.manifest("racepack")), tmp_path_factory.mktemp("look") / "right.png")


def test_each_stage_is_written_as_a_picture(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine pictures as large as the one looked at, each told in a line; what was drawn is counted there."""
    folder = tmp_path / "new" / "seen"
    code, out, _ = run(capsys, monkeypatch, "look", str(board), "--stages", str(folder))
    assert code == 0
    assert [path.name for path in sorted(folder.iterdir())] == [f"{n}-{name}.png" for n, name in enumerate(NAMES, 1)]
    taken = np.asarray(cv2.imread(str(board)))
    drawn = {path.stem[2:]: np.asarray(cv2.imread(str(path))) for path in folder.iterdir()}
    assert all(picture.shape == taken.shape for picture in drawn.values())
    assert all(np.any(drawn[name] != taken) for name in NAMES[2:])
    lines = out.splitlines()
    assert len(lines) == len(NAMES)
    assert "0 second prints" in lines[NAMES.index("read")]
    assert "no places" not in lines[NAMES.index("hidden")]


def test_one_stage_alone_may_be_asked_for(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only its picture is written; a stage that there is not is named, with those there are."""
    code, out, _ = run(capsys, monkeypatch, "look", str(board), "--stages", str(tmp_path), "--only", "read")
    assert (code, [path.name for path in tmp_path.iterdir()]) == (0, ["4-read.png"])
    assert len(out.splitlines()) == 1
    code, _, err = run(capsys, monkeypatch, "look", str(board), "--stages", str(tmp_path), "--only", "smell")
    assert code == 2
    assert "smell" in err
    assert "search" in err


def test_a_car_off_the_road_is_not_said_to_stand_higher(board: Path) -> None:
    """It stands a tile lower than usual: the line says another height, and by how much with a sign."""
    eye = Eye(kits.manifest("racepack"))
    eye.look(next(Stills(board).frames()), still=True)
    assert eye.newest is not None
    lower = eye.newest._replace(raised_mm={("pawn:C", "cap"): -6.0})
    line = next(stage for stage in STAGES if stage.name == "poses").picture(lower)[1]
    assert "higher" not in line
    assert line.endswith("; at another height than usual: pawn:C -6.0 mm")


def test_bad_input_is_told_in_a_sentence(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No picture, a torn one, a folder that is a file, and no folder at all."""
    torn = tmp_path / "torn.png"
    torn.write_bytes(board.read_bytes()[:5000])
    for picture, folder in ((tmp_path / "none.png", tmp_path / "a"), (torn, tmp_path / "a"), (board, torn)):
        code, out, err = run(capsys, monkeypatch, "look", str(picture), "--stages", str(folder))
        assert (code, out) == (2, "")
        assert len(err.strip().splitlines()) == 1
        assert str(torn if picture is torn or folder is torn else picture) in err
    code, _, err = run(capsys, monkeypatch, "look", str(board))
    assert code == 2
    assert "--stages" in err


def test_the_help_says_what_each_stage_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every stage is named in the help, in the order of the eye."""
    code, out, _ = run(capsys, monkeypatch, "look", "--help")
    assert code == 0
    places = [out.index(f"\n  {name} ") for name in NAMES]
    assert places == sorted(places)


def test_a_picture_without_a_table_is_drawn_all_the_same() -> None:
    """Every stage draws a wall, and says that there is nothing; what the eye says of it is what it said before."""
    wall = np.full((480, 640, 3), 170, dtype=np.uint8)
    eye = Eye(kits.manifest("racepack"))
    eye.look(Frame(wall, 0, "test", 0), still=True)
    look = eye.newest
    assert look is not None
    told = {stage.name: stage.picture(look) for stage in STAGES}
    assert all(drawn.shape == wall.shape for drawn, _ in told.values())
    assert told["plane"][1] == "no table"
    assert told["read"][1].startswith("0 markers")
    assert np.array_equal(told["poses"][0], wall)


def test_the_stages_are_all_that_is_done_with_a_picture(board: Path) -> None:
    """Taken one by one they make of it what the eye makes of it, and none changes what an earlier one found."""
    frame, manifest = next(Stills(board).frames()), kits.manifest("racepack")
    by_hand, seen = Eye(manifest), Look(manifest, KitIndex(manifest), frame, True)
    for stage in STAGES:
        before, seen = seen, stage.see(by_hand, seen)
        assert before.scene is None
        assert before is not seen
    assert seen.scene == Eye(manifest).look(frame, still=True)
    assert len(seen.tracked.tried) >= len(seen.markers) > 0
