"""A calibration that no longer suits the camera is noticed by the printed pieces."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera_model import CameraModel, guess
from calibration.fit_plane import fit_plane
from calibration.lens_check import suits
from calibration.table_plane import plane_from_normal
from tests.calibration.test_table_plane import camera, normal, seen_tiles


def changed(lens: CameraModel, focal: float, k1: float) -> CameraModel:
    """The lens after somebody turned its ring."""
    return replace(lens.with_lens(focal, float(lens.distortion[0]) + k1, lens.origin), origin="calibrated")


def is_suiting(lens: CameraModel, tilt_deg: float, seed: int, count: int = 24) -> bool:
    """Whether a lens suits tiles seen through the true one."""
    true = plane_from_normal(camera(-0.08), normal(tilt_deg, 4.0), 800.0)
    items = seen_tiles(true, 0.08, np.random.default_rng(seed))[:count]
    return suits(items, fit_plane(items, lens), lens)


@pytest.mark.parametrize("tilt_deg", [0.0, 8.0, 20.0])
def test_the_true_lens_suits(tilt_deg: float) -> None:
    """Whatever the tilt and the noise."""
    assert all(is_suiting(changed(camera(-0.08), 1.0, 0.0), tilt_deg, seed) for seed in range(4))


@pytest.mark.parametrize(("focal", "k1"), [(1.0, 0.12), (1.0, -0.15)])
def test_another_bend_is_noticed(focal: float, k1: float) -> None:
    """A lens that bends otherwise cannot keep the tiles square, seen from above or at a slant."""
    assert not any(is_suiting(changed(camera(-0.08), focal, k1), tilt, 1) for tilt in (0.0, 20.0))


@pytest.mark.parametrize("focal", [0.9, 1.1])
def test_another_focal_length_is_noticed_at_a_slant(focal: float) -> None:
    """Ten per cent nearer or farther."""
    assert math.isclose(changed(camera(), focal, 0.0).focal_px / camera().focal_px, focal)
    assert not is_suiting(changed(camera(-0.08), focal, 0.0), 20.0, 2)


def test_a_guess_and_too_few_tiles_say_nothing() -> None:
    """Unsure is no warning."""
    assert is_suiting(guess(1280, 720), 20.0, 3)
    assert is_suiting(changed(camera(-0.08), 1.1, 0.1), 20.0, 3, count=4)
