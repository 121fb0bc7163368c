"""The virtual camera: its truth agrees with OpenCV's formulas and with itself."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.simulator.camera import VirtualCamera, camera_over

LENS = (-0.09, 0.02, 4e-4, -3e-4)
CAMERA = camera_over((-250.0, -150.0), (250.0, 150.0), (1280, 720), 60.0, (6.0, -2.0, 4.0), LENS)


def test_projection_agrees_with_opencv() -> None:
    """A point is seen where OpenCV's own formulas put it."""
    points = np.random.default_rng(1).uniform((-250, -150, 0), (250, 150, 40), (50, 3))
    turn = cv2.Rodrigues(CAMERA.rotation)[0]
    shift = -CAMERA.rotation @ CAMERA.position_mm
    theirs = cv2.projectPoints(points, turn, shift, CAMERA.matrix, CAMERA.distortion)[0].reshape(-1, 2)
    assert np.abs(CAMERA.image_of(points) - theirs).max() < 1e-6


@given(st.floats(0, 1279), st.floats(0, 719), st.floats(0, 60))
@settings(max_examples=60, deadline=None)
def test_ray_and_projection_are_inverse(x_px: float, y_px: float, z_mm: float) -> None:
    """The table point that a pixel shows is seen in that pixel."""
    place = CAMERA.table_of([[x_px, y_px]], z_mm)
    seen = CAMERA.image_of(np.column_stack([place, [[z_mm]]]))
    assert np.abs(seen - [[x_px, y_px]]).max() < 1e-5


def test_slope_maps_are_the_rays() -> None:
    """The maps used for drawing give each pixel's own ray."""
    across, up = CAMERA.slope_maps()
    for row, column in ((0, 0), (719, 1279), (333, 101), (40, 900)):
        place = CAMERA.table_of([[float(column), float(row)]])[0]
        drawn = CAMERA.position_mm[:2] - CAMERA.z_mm * np.array([across[row, column], up[row, column]])
        assert np.abs(place - drawn).max() < 1e-3


def test_the_whole_rectangle_is_in_the_picture() -> None:
    """A camera hung over a rectangle sees all four corners, and no more than it must."""
    corners = [(x, y, 0.0) for x in (-250.0, 250.0) for y in (-150.0, 150.0)]
    seen = CAMERA.image_of(corners)
    assert (seen >= 0).all()
    assert (seen <= [1279, 719]).all()
    assert min(seen.min(), (np.array([1279, 719]) - seen).min()) < 60


def test_tilting_looks_up_the_picture() -> None:
    """With a tilt the camera looks towards the top of the picture, so what is near the bottom is seen larger."""
    tilted = VirtualCamera(1280, 720, 60.0, 0.0, -150.0, 800.0, tilt_deg=10.0)
    near, far = (np.ptp(tilted.image_of([(-50.0, y, 0.0), (50.0, y, 0.0)])[:, 0]) for y in (-200.0, 200.0))
    assert near > far
