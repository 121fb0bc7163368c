"""`referee calibrate` as a person with pictures or a camera meets it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from markers import charuco
from referee.cli.calibrate import command
from referee.vision.scene import Frame

SIZE = (960, 540)
MATRIX = np.array([[735.0, 0.0, 480.0], [0.0, 735.0, 266.0], [0.0, 0.0, 1.0]])


def picture(number: int, tilt: float = 0.45) -> NDArray[np.uint8]:
    """The board, each time elsewhere and tilted another way, through a pinhole."""
    size_mm = np.array([count * charuco.SQUARE_MM for count in charuco.SQUARES])
    way = number * 2.4
    rotation = np.asarray(cv2.Rodrigues(tilt * np.array([np.cos(way), np.sin(way), 0.2]))[0])
    shift = np.array([110.0 * np.cos(way + 1.0), 60.0 * np.sin(2.0 * way + 1.0), 420.0 + 25.0 * (number % 5)])
    scale = 4.0
    page = cv2.GaussianBlur(
        charuco.board().generateImage((round(size_mm[0] * scale), round(size_mm[1] * scale))), (0, 0), 1.2
    )
    to_board = np.array([[1 / scale, 0, -size_mm[0] / 2], [0, 1 / scale, -size_mm[1] / 2], [0, 0, 1]])
    homography = MATRIX @ np.column_stack([rotation[:, :2], shift]) @ to_board
    drawn = cv2.warpPerspective(page, homography, SIZE, flags=cv2.INTER_LINEAR, borderValue=130)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.7), dtype=np.uint8)


def shoot(folder: Path, numbers: range, tilt: float = 0.45) -> str:
    """A folder of stills."""
    folder.mkdir()
    for number in numbers:
        cv2.imwrite(str(folder / f"{number:02d}.png"), picture(number, tilt))
    return str(folder)


def test_a_folder_of_views_gives_a_lens(tmp_path: Path) -> None:
    """Ten different views are enough; the file holds the lens and the answer its error in mm."""
    out = tmp_path / "camera.json"
    source = shoot(tmp_path / "views", range(10))
    result = CliRunner().invoke(command, ["--source", source, "--out", str(out), "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    camera = CameraModel.from_json(out.read_text(encoding="utf-8"))
    assert abs(camera.focal_px / 735.0 - 1.0) < 0.02
    assert 0.0 < answer["held_out_error_mm"] < 0.5
    assert "views at 960 x 540 on 2" in camera.origin
    assert f"OpenCV {cv2.__version__}" in camera.origin


def test_each_picture_left_out_is_named_with_its_reason(tmp_path: Path) -> None:
    """Blurred, dark, empty, twice the same, another size, torn: the others still give a lens, and the map is drawn."""
    out, drawing = tmp_path / "camera.json", tmp_path / "camera.png"
    folder = Path(shoot(tmp_path / "views", range(12)))
    good = picture(3)
    cv2.imwrite(str(folder / "20-blurred.png"), cv2.GaussianBlur(picture(15), (0, 0), 1.4))
    cv2.imwrite(str(folder / "21-dark.png"), picture(14) // 5)
    cv2.imwrite(str(folder / "22-empty.png"), np.full_like(good, 120))
    cv2.imwrite(str(folder / "23-again.png"), good)
    cv2.imwrite(str(folder / "24-small.png"), cv2.resize(picture(16), (720, 405), interpolation=cv2.INTER_AREA))
    (folder / "25-torn.jpg").write_bytes(b"no picture")
    arguments = ["--source", str(folder), "--out", str(out), "--picture", str(drawing), "--json"]
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    answer = json.loads(result.stdout)
    assert {name: reason.split(",")[0] for name, reason in answer["refused"].items()} == {
        "20-blurred.png": "blurred",
        "21-dark.png": "too dark",
        "22-empty.png": "the board is not to be seen",
        "23-again.png": "the board lies as in a picture before it",
        "24-small.png": "another size than most of the pictures",
        "25-torn.jpg": "it is not whole",
    }
    assert "22-empty.png: left out, the board is not to be seen" in result.stderr
    assert answer["views"] == 12
    assert np.nanmax(np.array(answer["error_map_mm"], float)) < 2.0
    again = CameraModel.from_json(out.read_text(encoding="utf-8"))
    assert np.allclose(again.error_map_mm, np.array(answer["error_map_mm"], float), atol=0.001, equal_nan=True)
    shown = cv2.imread(str(drawing))
    assert shown is not None
    assert shown.shape == (580, 960, 3)


def test_another_board_and_nothing_lost(tmp_path: Path) -> None:
    """A plain chequered board is named as what it is not; a file that is no calibration is not written over."""
    folder = tmp_path / "views"
    folder.mkdir()
    squares = np.kron(np.indices((9, 12)).sum(axis=0) % 2 * 255, np.ones((60, 60))).astype(np.uint8)
    cv2.imwrite(str(folder / "1.png"), squares)
    result = CliRunner().invoke(command, ["--source", str(folder), "--out", str(tmp_path / "camera.json")])
    assert "in none of the 1 pictures" in str(result.exception)
    (folder / "1.png").write_bytes(b"no picture")
    result = CliRunner().invoke(command, ["--source", str(folder), "--out", str(tmp_path / "camera.json")])
    assert "None of the pictures in views can be read" in str(result.exception)
    mine = tmp_path / "notes.json"
    mine.write_text("mine")
    result = CliRunner().invoke(command, ["--source", str(folder), "--out", str(mine)])
    assert "is no calibration" in str(result.exception)
    assert mine.read_text() == "mine"
    result = CliRunner().invoke(command, ["--source", str(folder), "--out", str(tmp_path / "no" / "camera.json")])
    assert "There is no folder" in str(result.exception)


class Waved:
    """A camera before which somebody holds the board where it is wished, each view for ten pictures."""

    name, live, stills = "camera 0 (Toy)", True, False

    def __init__(self, views: int, gives_up: bool) -> None:
        self.views, self.gives_up = views, gives_up

    def frames(self) -> Iterator[Frame]:
        for index in range(self.views * 10):
            yield Frame(picture(index // 10), index * 33_000_000, self.name, index)
        if self.gives_up:
            raise KeyboardInterrupt

    def close(self) -> None:
        pass


def test_ctrl_c_ends_with_the_views_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who has had enough after nine views gets the lens of these; after three, nothing is written."""
    monkeypatch.setattr("referee.devices.sources.open_source", lambda text, **_: Waved(int(text), True))
    out = tmp_path / "camera.json"
    done = CliRunner().invoke(command, ["--source", "9", "--out", str(out)], catch_exceptions=False)
    assert "Saved" in done.stdout
    assert "95 of 100 places are within" in done.stdout
    assert CameraModel.from_json(out.read_text(encoding="utf-8")).device == "camera 0 (Toy)"
    few = tmp_path / "few.json"
    assert CliRunner().invoke(command, ["--source", "3", "--out", str(few)]).exit_code != 0
    assert not few.exists()


def test_similar_views_are_refused_with_the_reason(tmp_path: Path) -> None:
    """The same view ten times counts once, and the sentence says what to do."""
    folder = tmp_path / "views"
    folder.mkdir()
    for number in range(10):
        cv2.imwrite(str(folder / f"{number}.png"), picture(1))
    result = CliRunner().invoke(command, ["--source", str(folder), "--out", str(tmp_path / "camera.json")])
    assert result.exit_code != 0
    assert "at least 8" in str(result.exception)
    assert not (tmp_path / "camera.json").exists()


def test_help_teaches() -> None:
    """The help names an example."""
    assert "Example: referee calibrate" in CliRunner().invoke(command, ["--help"]).stdout
