import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.charuco import BoardView, check_views, find_board, is_new, tilt_deg
from calibration.fit_camera import calibrate, held_out
from calibration.session import grid_of
from markers import charuco
from referee.errors import CalibrationError

Floats = NDArray[np.float64]
SIZE = (960, 540)
MATRIX = np.array([[735.0, 0.0, 480.0], [0.0, 735.0, 266.0], [0.0, 0.0, 1.0]])
LENS = CameraModel(*SIZE, MATRIX, np.array([-0.15, 0.05, 0.001, -0.001, 0.0]), origin="the truth")
MIDDLE = np.array([charuco.SQUARES[0] * charuco.SQUARE_MM / 2, charuco.SQUARES[1] * charuco.SQUARE_MM / 2, 0.0])


def pose(number: int) -> tuple[Floats, Floats]:
    """Rotation and shift of the board's middle: each view elsewhere and tilted another way, by 25 degrees."""
    way = number * 2.4
    tilt = math.radians(25.0) * np.array([math.cos(way), math.sin(way), 0.3])
    rotation = np.asarray(cv2.Rodrigues(tilt)[0], dtype=np.float64)
    x, y = 110.0 * math.cos(way + 1.0), 60.0 * math.sin(2.0 * way + 1.0)
    return rotation, np.array([x, y, 420.0 + 25.0 * (number % 5)])


def exact_view(number: int, noise_px: float = 0.05) -> BoardView:
    """A view as a perfect detector with a little noise would give it."""
    rotation, shift = pose(number)
    places = np.asarray(charuco.board().getChessboardCorners(), dtype=np.float64)
    seen = (places - MIDDLE) @ rotation.T + shift
    px = LENS.pixels(seen[:, :2] / seen[:, 2:])
    px = px + np.random.default_rng(number).normal(0.0, noise_px, px.shape)
    return BoardView(np.arange(len(px)), px, places[:, :2], *SIZE)


def picture(number: int) -> NDArray[np.uint8]:
    """The board drawn through the true lens."""
    rotation, shift = pose(number)
    scale = 4.0
    size = (round(2 * MIDDLE[0] * scale), round(2 * MIDDLE[1] * scale))
    page = cv2.GaussianBlur(charuco.board().generateImage(size), (0, 0), 1.2)
    columns, rows = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    rays = LENS.rays(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    rays = np.column_stack([rays, np.ones(len(rays))])
    reach = (rotation[:, 2] @ shift) / (rays @ rotation[:, 2])
    board = (rays * reach[:, None] - shift) @ rotation + MIDDLE
    maps = [(board[:, i] * scale - 0.5).reshape(SIZE[::-1]).astype(np.float32) for i in range(2)]
    drawn = cv2.remap(page, maps[0], maps[1], cv2.INTER_LINEAR, borderValue=130)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.7), dtype=np.uint8)


def test_the_board_is_found_in_a_picture() -> None:
    """Every corner seen lies where the true lens puts it, within a third of a pixel."""
    view = find_board(picture(1))
    assert view is not None
    assert len(view.corner_ids) > 40
    truth = exact_view(1, 0.0).corners_px[view.corner_ids]
    assert float(np.median(np.linalg.norm(view.corners_px - truth, axis=1))) < 0.35


def test_a_picture_without_a_board_gives_no_view() -> None:
    """Grey is no board."""
    assert find_board(np.full((240, 320), 120, dtype=np.uint8)) is None


def test_a_lens_is_measured_with_its_held_out_error() -> None:
    """From twelve exact views focal length and lens come out right, and the error on views left out is small."""
    camera = calibrate([exact_view(number) for number in range(12)])
    assert abs(camera.focal_px / 735.0 - 1.0) < 0.01
    assert abs(camera.distortion[0] - -0.15) < 0.03
    assert 0.0 < camera.held_out_error_mm < 0.3
    assert not camera.guessed


def test_the_error_is_told_for_a_table_a_metre_away_and_by_part_of_the_picture() -> None:
    """Noise of 0.5 px is 0.5 / 735 of a metre however near the board was; parts no view reached have no number."""
    views = [exact_view(number, 0.5) for number in range(16)]
    camera = calibrate(views)
    assert 0.5 / 735 * 1000 < camera.held_out_error_mm < 4 * 0.5 / 735 * 1000
    errors = np.array(camera.error_map_mm)
    assert errors.shape == (4, 6)
    seen = np.array(grid_of(views)) > 0
    assert (np.isfinite(errors) == seen).all()
    assert not seen.all()


def test_the_held_out_error_shows_bad_corners() -> None:
    """Twenty times the noise gives a clearly larger held-out error."""
    good = held_out([exact_view(number, 0.05) for number in range(10)]).overall_mm
    bad = held_out([exact_view(number, 1.0) for number in range(10)]).overall_mm
    assert bad > 5.0 * good


def test_too_few_views_are_refused() -> None:
    """Seven views are too few."""
    with pytest.raises(CalibrationError, match="at least 8"):
        check_views([exact_view(number) for number in range(7)])


def test_flat_views_are_refused() -> None:
    """A board that always faces the camera cannot tell the focal length."""
    flat = []
    for number in range(10):
        view = exact_view(number, 0.0)
        facing = np.column_stack([view.board_mm * 2.0 + [40.0 * (number % 5), 20.0 * (number % 3)]])
        flat.append(BoardView(view.corner_ids, facing, view.board_mm, *SIZE))
    assert tilt_deg(flat[0]) < 3.0
    with pytest.raises(CalibrationError, match="tilt"):
        check_views(flat)


def test_views_in_one_corner_are_refused() -> None:
    """A lens seen through one corner only is not known elsewhere."""
    views = [exact_view(number) for number in range(10)]
    small = [BoardView(v.corner_ids, v.corners_px / 4.0, v.board_mm, *SIZE) for v in views]
    with pytest.raises(CalibrationError, match="edges and corners"):
        check_views(small)


def test_views_of_two_sizes_are_refused() -> None:
    """One camera setting for all pictures."""
    views = [exact_view(number) for number in range(9)]
    views[3] = BoardView(views[3].corner_ids, views[3].corners_px, views[3].board_mm, 640, 360)
    with pytest.raises(CalibrationError, match="different sizes"):
        check_views(views)


def test_the_same_view_twice_counts_once() -> None:
    """A view is new only when the board lies clearly elsewhere."""
    assert is_new(exact_view(1), [exact_view(0)])
    assert not is_new(exact_view(1, 0.3), [exact_view(0), exact_view(1)])
