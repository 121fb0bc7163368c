"""A known marker measured again while something covers one of its edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers.dictionary import bits, with_border
from referee.vision.edges import refine
from referee.vision.reading import Patterns
from referee.vision.scene import Image, MarkerDetection
from referee.vision.verify import held_in_shape, measured_again

Floats = NDArray[np.float64]
PATTERNS = Patterns(range(137))
SIDE_PX = 70.0
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * SIDE_PX
PAWN = 2
SKIN = 118


def seen(number: int, corners: Floats, arm: Floats | None = None) -> Image:
    """A marker on white paper, an arm with this outline (N, 2) over it; drawn in eight times the size."""
    cells = np.pad(with_border(bits(number)).astype(np.float32), 1, constant_values=1.0) * 170.0 + 40.0
    fine = np.full((140 * 8, 140 * 8), 210.0, np.float32)
    printed = np.array([[1, 1], [7, 1], [7, 7], [1, 7]], np.float32) * 8.0 - 0.5
    onto = cv2.getPerspectiveTransform(printed, ((corners + 0.5) * 8.0 - 0.5).astype(np.float32))
    cv2.warpPerspective(
        np.kron(cells, np.ones((8, 8), np.float32)), onto, fine.shape[::-1], fine, borderMode=cv2.BORDER_TRANSPARENT
    )
    if arm is not None:
        cv2.fillPoly(fine, [np.round((arm + 0.5) * 8.0).astype(np.int32)], SKIN)
    soft = cv2.GaussianBlur(cv2.resize(fine, (140, 140), interpolation=cv2.INTER_AREA), (0, 0), 0.9)
    return (
        np.asarray(soft + np.random.default_rng(1).normal(0.0, 2.0, soft.shape), np.float32).clip(0, 255).astype("u1")
    )


def turned(corners: Floats, degrees: float, dx: float, dy: float) -> Floats:
    """Corners turned about their middle and shifted."""
    angle, middle = np.radians(degrees), corners.mean(axis=0)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((corners - middle) @ turn + middle + [dx, dy])


LAY = turned(SQUARE + 35.0, -7.0, 0.0, 0.0)


def arm_beside(corners: Floats) -> Floats:
    """An arm whose edge runs over the marker's right side: 16 px inside it above, along it below."""
    across = (corners[1] - corners[0]) / SIDE_PX
    down = (corners[2] - corners[1]) / SIDE_PX
    top, bottom = corners[1] - 16.0 * across - 8.0 * down, corners[2] - 3.0 * across + 8.0 * down
    return np.array([top, bottom, bottom + 90.0 * across, top + 90.0 * across])


@pytest.mark.parametrize(("degrees", "dx", "dy"), [(0.0, 0.0, 0.0), (2.0, 1.5, -2.0), (-3.0, -2.0, 1.0)])
def test_a_marker_with_a_covered_edge_is_placed_by_the_others(degrees: float, dx: float, dy: float) -> None:
    """The arm's edge passes for the marker's own, yet all corners are right within half a pixel, moved or not."""
    now = turned(LAY, degrees, dx, dy)
    image = seen(PAWN, now, arm_beside(now))
    taken_in = float(np.abs(refine(image, LAY[None])[0][0] - now).max())
    assert taken_in > 2.0
    marker = measured_again(image, [MarkerDetection(PAWN, LAY, 1.0)], PATTERNS)[0]
    assert marker is not None
    assert float(np.abs(marker.corners_px - now).max()) < 0.5


def test_a_bare_marker_is_measured_as_it_lies_and_left_alone_when_it_did_not_move() -> None:
    """Without an arm the fresh corners count; without a move it is the same marker as before."""
    known = MarkerDetection(PAWN, LAY, 1.0)
    now = turned(LAY, 4.0, 2.0, 3.0)
    moved = measured_again(seen(PAWN, now), [known], PATTERNS)[0]
    assert moved is not None
    assert float(np.abs(moved.corners_px - now).max()) < 0.15
    exactly = measured_again(seen(PAWN, LAY), [MarkerDetection(PAWN, LAY, 1.0)], PATTERNS)[0]
    assert exactly is not None
    assert measured_again(seen(PAWN, LAY), [exactly], PATTERNS)[0] is exactly


def test_a_marker_covered_more_than_half_is_not_seen() -> None:
    """What is left of it is too little: it is said to be gone, not placed somewhere."""
    image = seen(PAWN, LAY, arm_beside(LAY) - 45.0 * (LAY[1] - LAY[0]) / SIDE_PX)
    assert measured_again(image, [MarkerDetection(PAWN, LAY, 1.0)], PATTERNS) == [None]


def test_when_every_side_changed_the_known_place_is_kept() -> None:
    """No two corners are as far apart as they were: none of them is believed."""
    grown = LAY + (LAY - LAY.mean(axis=0)) * np.array([[0.2, 0.1], [0.1, 0.2], [0.15, 0.1], [0.1, 0.15]])
    assert np.allclose(held_in_shape(LAY[None], grown[None])[0], LAY)
