"""Markers drawn flat, covered in part, and read from what is left of them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera_model import guess
from calibration.table_plane import TablePlane, plane_from_normal
from markers.dictionary import bits
from referee.vision.half_hidden import LEAST_SHARE, Window, fits, likeness_there, window
from referee.vision.scene import Image
from tests.vision.conftest import angle_between

SIDE_MM, NUMBERS = 15.0, (4, 5, 6, 7, 8, 9, 10, 11)
AT_MM, TURN_DEG = (41.0, -28.0), 217.0


@pytest.fixture(scope="module")
def plane() -> TablePlane:
    """A camera 800 mm above the table, leaning a little: about 1.4 px a millimetre."""
    return plane_from_normal(guess(1280, 720), np.array([0.05, -0.1, -1.0]), 800.0)


def drawn(plane: TablePlane, number: int, covered_mm: float) -> tuple[Image, NDArray[np.uint8]]:
    """A marker on the table, and where it can be seen: all but what is further right than this on the table."""
    cells = np.pad(np.pad(bits(number), 1), 1, constant_values=1)
    art = np.kron(np.where(cells > 0, 210, 40), np.ones((16, 16))).astype(np.uint8)
    turn = np.array([[math.cos(math.radians(TURN_DEG)), -math.sin(math.radians(TURN_DEG))],
                     [math.sin(math.radians(TURN_DEG)), math.cos(math.radians(TURN_DEG))]])  # fmt: skip
    half = SIDE_MM * 8 / 6 / 2
    corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)]) @ turn.T + np.array(AT_MM)
    px = plane.image_of(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    there = cv2.getPerspectiveTransform(np.array([(0, 0), (128, 0), (128, 128), (0, 128)], np.float32), px)
    grey = np.full((720, 1280), 150, np.uint8)
    cv2.warpPerspective(art, there, (1280, 720), dst=grey, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    edge = plane.image_of(np.array([(AT_MM[0] + covered_mm, AT_MM[1] + y, 0.0) for y in (-60.0, 60.0)]))
    cover = np.array([*edge, edge[1] + (300, 0), edge[0] + (300, 0)])
    free = np.ones(grey.shape, np.uint8)
    cv2.fillPoly(free, [np.round(cover).astype(np.int32)], 0)
    cv2.fillPoly(grey, [np.round(cover).astype(np.int32)], 90)
    noise = np.random.default_rng(number).normal(0.0, 3.0, grey.shape)
    soft = cv2.GaussianBlur(grey, (0, 0), 0.9)
    return np.clip(soft + noise, 0, 255).astype(np.uint8), free


def seen(plane: TablePlane, number: int, covered_mm: float) -> Window:
    """The picture around a point 4 mm beside the marker."""
    grey, free = drawn(plane, number, covered_mm)
    return window(grey, free, plane, (AT_MM[0] - 3.0, AT_MM[1] + 3.0), 0.0, 1.2)


@pytest.mark.parametrize("covered_mm", [2.0, 4.0, 20.0])
def test_a_half_covered_marker_is_the_best_fit_in_its_place(plane: TablePlane, covered_mm: float) -> None:
    """A third of it is enough to hide the number from the finder, and not from this."""
    for number in NUMBERS[::2]:
        best, second, *_ = fits(seen(plane, number, covered_mm), SIDE_MM, NUMBERS)
        assert best.marker_id == number
        assert best.likeness > 0.93
        assert 1.0 - second.likeness**2 > 1.9 * (1.0 - best.likeness**2)
        assert math.dist((best.x_mm, best.y_mm), AT_MM) < 0.6
        assert angle_between(best.angle_deg, TURN_DEG) < 3.0


def test_less_is_seen_of_a_marker_the_more_is_covered(plane: TablePlane) -> None:
    """The share is that of its points which are free, and what is seen of it is like it all the while."""
    shares = []
    for covered_mm in (-2.0, 2.0, 6.0, 20.0):
        like, share = likeness_there(seen(plane, 4, covered_mm), SIDE_MM, 4, AT_MM, TURN_DEG)
        assert like > 0.93
        shares.append(share)
    assert shares == sorted(shares)
    assert shares[0] < 0.5
    assert shares[-1] == 1.0


def test_next_to_nothing_says_nothing(plane: TablePlane) -> None:
    """Of a marker of which a quarter is seen no place is found where enough of it would be seen and fit."""
    found = fits(seen(plane, 6, -6.0), SIDE_MM, NUMBERS)
    assert all(fit.likeness < 0.9 and fit.share >= LEAST_SHARE for fit in found)
