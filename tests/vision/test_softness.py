"""How soft a picture is is learnt from the markers in it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers.dictionary import bits, with_border
from markers.royal_racers import FACE_IDS
from referee.vision.finder import Finder
from referee.vision.reading import measure
from referee.vision.sampling import SMALLEST_SIDE_PX, USUAL_BLUR_PX, cell_values

pytestmark = pytest.mark.usefixtures("either_way")

Grey = NDArray[np.uint8]
SIDE_PX, FINE = 15, 8


def soft_page(blur_px: float) -> Grey:
    """All numbers of the Royal Racers cards, many of them hard to tell apart, small on a dim and soft picture."""
    fine = np.full((300 * FINE, 300 * FINE), 110, dtype=np.uint8)
    for place, number in enumerate(FACE_IDS):
        top, left = (int((10 + 32 * at) * FINE) for at in divmod(place, 9))
        drawn = (with_border(bits(number)) * 85 + 25).astype(np.uint8)
        side = SIDE_PX * FINE
        fine[top : top + side, left : left + side] = cv2.resize(drawn, (side, side), interpolation=cv2.INTER_NEAREST)
    small = cv2.resize(fine, (300, 300), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(0.0, 1.5, small.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(small, (0, 0), blur_px) + noise, 0, 255), dtype=np.uint8)


def test_small_markers_in_a_soft_picture_are_told_apart() -> None:
    """All of 72 numbers are read where they are, and the picture is known to be softer than usual."""
    picture, finder = soft_page(1.1), Finder(FACE_IDS)
    found = finder.find(picture).detections
    assert finder.patterns.blur_px > USUAL_BLUR_PX
    middles = {m.marker_id: m.corners_px.mean(axis=0) for m in found}
    truth = {n: 10 + 32 * np.array(divmod(place, 9)[::-1]) + (SIDE_PX - 1) / 2 for place, n in enumerate(FACE_IDS)}
    assert middles.keys() == truth.keys()
    assert all(np.abs(middles[number] - truth[number]).max() < 2.0 for number in middles)


def test_small_markers_in_a_softer_picture_still_are_told_apart() -> None:
    """Nine of ten numbers are read; were the picture taken as usual, or for 2.4 px, fewer would be."""
    picture, finder = soft_page(1.6), Finder(FACE_IDS)
    found = finder.find(picture).detections
    assert finder.patterns.blur_px > 2.4
    assert len(found) >= 63
    places = np.stack([m.corners_px for m in found])
    for blur_px, most in ((2.4, len(found) - 4), (USUAL_BLUR_PX, 20)):
        finder.patterns.blur_px = blur_px
        assert len(finder.read_quads(picture, places).detections) < most


def test_a_sharp_picture_is_left_as_it_is() -> None:
    """With the usual blur, or less, nothing is changed, and so it is with too few markers to tell."""
    picture, finder = soft_page(0.6), Finder(FACE_IDS)
    found = finder.find(picture).detections
    assert len(found) == len(FACE_IDS)
    assert finder.patterns.blur_px == USUAL_BLUR_PX
    assert not measure(soft_page(1.1), found[:5], finder.patterns)


def test_a_softer_picture_is_sharpened_more() -> None:
    """Also a marker of the smallest size; one of no size at all is not sharpened without end."""
    picture, corners = soft_page(1.6), np.array([[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]])
    for side_px in (SMALLEST_SIDE_PX, 15.0):
        usual, softer = (cell_values(picture, 10.0 + side_px * corners, blur) for blur in (USUAL_BLUR_PX, 2.4))
        assert float(np.std(softer)) > float(np.std(usual))
    assert np.abs(cell_values(picture, 10.0 + 0.0 * corners, 2.4)).max() < 255.0
