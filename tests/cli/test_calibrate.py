import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from markers import charuco
from referee.cli.calibrate import command

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
