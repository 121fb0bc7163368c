import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.camera_model import CameraModel, guess
from calibration.fit_plane import PlaneFit, SeenItem, fit_plane
from calibration.table_plane import TablePlane, plane_from_normal

Floats = NDArray[np.float64]


def normal(tilt_x_deg: float, tilt_y_deg: float) -> Floats:
    """The direction off the table, in camera coordinates."""
    return np.array([math.tan(math.radians(tilt_x_deg)), math.tan(math.radians(tilt_y_deg)), -1.0])


def camera(k1: float = 0.0) -> CameraModel:
    """A known camera with this lens."""
    usual = guess(1280, 720)
    return CameraModel(1280, 720, usual.matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]), origin="known")


def tile(x_mm: float, y_mm: float, angle_deg: float, size: float = 1.0) -> tuple[Floats, Floats]:
    """The corners of a tile's four markers: as printed, and on the table."""
    corners = [
        (cx + dx, cy + dy)
        for cx, cy in ((-12.7, 12.7), (12.7, 12.7), (12.7, -12.7), (-12.7, -12.7))
        for dx, dy in ((-8, 8), (8, 8), (8, -8), (-8, -8))
    ]
    printed = np.array(corners)
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return printed, size * printed @ np.array([[c, s], [-s, c]]) + np.array([x_mm, y_mm])


def seen_tiles(plane: TablePlane, noise_px: float, rng: np.random.Generator, wrong: int = -1) -> list[SeenItem]:
    """Tiles strewn over the table as the camera sees them; the wrong one is 30 % too large."""
    items = []
    for index in range(24):
        x, y, turn = rng.uniform(-260, 260), rng.uniform(-150, 150), rng.uniform(0, 360)
        printed, lies = tile(x, y, turn, 1.3 if index == wrong else 1.0)
        px = plane.image_of(np.column_stack([lies, np.full(len(lies), 6.35)]))
        items.append(SeenItem(px + rng.normal(0.0, noise_px, px.shape), printed, 6.35))
    return items


@given(
    st.floats(-30, 30), st.floats(-30, 30), st.floats(400, 2000), st.floats(-0.12, 0.12),
    st.floats(-200, 200), st.floats(-120, 120), st.floats(0, 60),
)  # fmt: skip
def test_project_is_the_inverse_of_image_of(
    tilt_x: float, tilt_y: float, height: float, k1: float, x: float, y: float, z: float
) -> None:
    """A table point at any height comes back from its pixel, for any tilt and lens."""
    plane = plane_from_normal(camera(k1), normal(tilt_x, tilt_y), height)
    px = plane.image_of(np.array([[x * height / 1000, y * height / 1000, z]]))
    back = plane.project(px, z)
    assert np.allclose(back, [[x * height / 1000, y * height / 1000]], atol=0.01)


def test_the_frame_lies_under_the_middle_of_the_picture() -> None:
    """The middle pixel shows the origin, and to the right of it is positive x."""
    plane = plane_from_normal(camera(), normal(12, -7), 900.0)
    assert np.allclose(plane.project(np.array([[639.5, 359.5]])), 0.0, atol=1e-6)
    right = plane.project(np.array([[739.5, 359.5]]))[0]
    assert right[0] > 50.0
    assert abs(math.degrees(math.atan2(right[1], right[0]))) < 5.0


def test_a_moved_frame_sees_the_same_pixels() -> None:
    """Turning and shifting the table frame moves points, not pictures."""
    plane = plane_from_normal(camera(), normal(10, 5), 800.0)
    moved = plane.moved(90.0, 10.0, -20.0)
    assert np.allclose(plane.image_of(np.array([[30.0, 40.0, 5.0]])), moved.image_of(np.array([[-30.0, 10.0, 5.0]])))


@settings(max_examples=12, deadline=None)
@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(500, 1200), st.integers(0, 5))
def test_the_plane_is_found_from_tiles_at_unknown_places(
    tilt_x: float, tilt_y: float, height: float, seed: int
) -> None:
    """With a known lens, noise and one wrong tile, camera height and tilt come out right."""
    true = plane_from_normal(camera(-0.08), normal(tilt_x, tilt_y), height)
    fit = fit_plane(seen_tiles(true, 0.1, np.random.default_rng(seed), wrong=5), camera(-0.08))
    assert abs(fit.plane.height_mm / true.height_mm - 1.0) < 0.005
    assert abs(fit.plane.tilt_deg - true.tilt_deg) < 0.5
    assert promised_mm(fit, 35.0) < 1.5


def test_a_guessed_lens_is_refined_when_the_view_is_tilted() -> None:
    """Seen at a slant, tiles tell focal length and lens, so that high pieces come out right without a calibration."""
    matrix = camera().matrix.copy()
    matrix[0, 0] = matrix[1, 1] = matrix[0, 0] * 1.12
    lens = CameraModel(1280, 720, matrix, np.array([-0.1, 0.0, 0.0, 0.0, 0.0]), origin="the truth")
    true = plane_from_normal(lens, normal(20, 8), 800.0)
    fit = fit_plane(seen_tiles(true, 0.08, np.random.default_rng(2)), guess(1280, 720))
    pawn = np.array([[150.0, 90.0, 34.95], [-150.0, -90.0, 34.95]])
    seen = fit.plane.project(true.image_of(pawn), 34.95)
    assert abs(float(np.linalg.norm(seen[0] - seen[1])) - float(np.linalg.norm(pawn[0] - pawn[1]))) < 1.0


def test_an_uncalibrated_view_from_straight_above_states_its_doubt() -> None:
    """From straight above focal length and height cannot be told apart: the stated error says so."""
    true = plane_from_normal(camera(), normal(0, 0), 800.0)
    fit = fit_plane(seen_tiles(true, 0.1, np.random.default_rng(3)), guess(1280, 720))
    assert fit.focal_doubt > 0.05
    assert promised_mm(fit, 35.0) > 2.0
    assert promised_mm(fit, 6.35) < 2.0


def promised_mm(fit: PlaneFit, height_mm: float) -> float:
    """The most that is promised for a piece so high beside the outer tiles, as seen from some of them."""
    pieces = np.array([(x, y, height_mm) for x in (-250.0, 250.0) for y in (-150.0, 150.0)])
    around = np.array([(x, y, 6.35) for x in (-100.0, 100.0) for y in (-100.0, 100.0)])
    return float(fit.expected_errors_mm(pieces, around).max())


def test_one_tile_is_enough_to_begin_with() -> None:
    """A single tile gives a plane good enough to start a survey."""
    true = plane_from_normal(camera(), normal(0, 0), 700.0)
    items = seen_tiles(true, 0.1, np.random.default_rng(4))[:1]
    assert abs(fit_plane(items, camera()).plane.height_mm / 700.0 - 1.0) < 0.03


def seen_cards(plane: TablePlane, growth: float, noise_px: float, rng: np.random.Generator) -> list[SeenItem]:
    """36 cards with a marker of 13 mm at each end, in six rows; ink and blur let the markers look larger."""
    items = []
    square = np.array([(-6.5, 6.5), (6.5, 6.5), (6.5, -6.5), (-6.5, -6.5)])
    for place in range(36):
        middle = np.array([(place % 6 - 2.5) * 67.0, (place // 6 - 2.5) * 92.0])
        ends = [middle + np.array([0.0, up]) for up in (34.0, -34.0)]
        printed = np.concatenate([square + end - middle for end in ends])
        lies = np.concatenate([square * (1.0 + growth) + end for end in ends])
        px = plane.image_of(np.column_stack([lies, np.full(8, 0.3)]))
        items.append(SeenItem(px + rng.normal(0.0, noise_px, px.shape), printed, 0.3))
    return items


def test_markers_that_look_larger_than_printed_do_not_bend_the_lens() -> None:
    """Blur lets each marker grow by 1.5 %: the guessed focal length still comes out within a few percent."""
    plane = plane_from_normal(camera(-0.07), normal(3.0, 2.0), 1000.0)
    fit = fit_plane(seen_cards(plane, 0.015, 0.1, np.random.default_rng(1)), guess(1280, 720))
    assert abs(math.log(fit.plane.camera.focal_px / camera().focal_px)) < 0.06
    assert abs(fit.plane.height_mm / 1000.0 - 1.0) < 0.06


def test_a_noisy_picture_leaves_the_lens_as_lenses_usually_are() -> None:
    """Corners off by six times what is usual say little about the lens: it is not taken for one that there is not."""
    plane = plane_from_normal(camera(-0.07), normal(2.0, 1.0), 1000.0)
    for seed in range(3):
        fit = fit_plane(seen_cards(plane, 0.0, 0.9, np.random.default_rng(seed)), guess(1280, 720))
        assert abs(math.log(fit.plane.camera.focal_px / camera().focal_px)) < 0.2


def test_a_camera_is_hung_anew_over_points_that_it_knew() -> None:
    """Moved, turned and leaned otherwise, it is found by where known points are seen; its table stays the same."""
    before = plane_from_normal(camera(-0.08), normal(10, 5), 800.0)
    elsewhere = plane_from_normal(camera(-0.08), normal(-6, 12), 900.0).moved(35.0, 40.0, -25.0)
    points = np.array([(x, y, z) for x in (-200.0, 0.0, 150.0) for y in (-120.0, 90.0) for z in (0.0, 6.35)])
    found = before.hung_anew(points, elsewhere.image_of(points))
    assert np.allclose(found.image_of(points), elsewhere.image_of(points), atol=0.01)
    assert np.allclose(found.position_mm, elsewhere.position_mm, atol=0.05)
