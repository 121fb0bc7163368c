"""The compiled way to the table against its twin in numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane, plane_from_normal
from referee.vision import native
from referee.vision.place import to_picture, to_table
from tests.vision.test_native import both

pytestmark = pytest.mark.skipif(native.library is None, reason="no C compiler was at hand when this was installed")


def leaning_camera(k1: float) -> TablePlane:
    """1.5 m above the table, so slanted that the picture's top shows the horizon."""
    matrix = np.array([[900.0, 0.0, 640.0], [0.0, 890.0, 360.0], [0.0, 0.0, 1.0]])
    camera = CameraModel(1280, 720, matrix, np.array([k1, 0.02, 0.001, -0.002, 0.003]) * (k1 != 0.0))
    return plane_from_normal(camera, np.array([0.1, -0.95, -0.3]), 1500.0)


@given(st.integers(0, 999), st.sampled_from([0.0, -0.1, 0.05]))
@settings(max_examples=20, deadline=None)
def test_the_same_places_on_the_table_and_in_the_picture(seed: int, k1: float) -> None:
    """Places agree to a millionth of a millimetre, and the sky is no place for both."""
    plane, rng = leaning_camera(k1), np.random.default_rng(seed)
    px, heights = rng.uniform((0, 0), (1280, 720), (40, 2)), rng.uniform(0.0, 40.0, 40)
    px[0] = 0.0, 0.0  # the sky, wherever the others are
    there, other = both(lambda: to_table(plane, px, heights))
    assert np.array_equal(np.isnan(there), np.isnan(other))
    sure = np.abs(other).max(axis=1) < 10_000.0
    assert sure.any()
    assert np.isnan(other).any()
    assert np.allclose(there[sure], other[sure], rtol=0.0, atol=1e-5)
    points = np.column_stack([there[sure], heights[sure]])
    back, other_back = both(lambda: to_picture(plane, points))
    assert np.allclose(back, other_back, rtol=0.0, atol=1e-7)
    assert np.allclose(back, px[sure], rtol=0.0, atol=1e-4)


def test_what_is_behind_the_camera_is_in_no_picture() -> None:
    """A point above the camera is seen nowhere, by either way; one height may stand for all points."""
    plane = leaning_camera(0.05)
    seen, other = both(lambda: to_picture(plane, np.array([[0.0, 0.0, 0.0], [0.0, -9000.0, 0.0]])))
    assert np.array_equal(np.isnan(seen), np.isnan(other))
    assert np.isnan(seen[1]).all()
    table, other_table = both(lambda: to_table(plane, np.array([[640.0, 700.0]]), 12.0))
    assert np.allclose(table, other_table)
