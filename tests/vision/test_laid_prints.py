"""Small markers are measured by laying their whole print onto the picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import bits, with_border
from markers.home_racers import STILL_IDS
from referee.vision.edges import refine
from referee.vision.numbers import LARGE_PX
from referee.vision.plane import laid
from referee.vision.scene import MarkerDetection

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]
ROOM, FINE, A_ROW = 40, 16, 6
NUMBERS = STILL_IDS[:24]


def drawn(side_px: float, blur_px: float) -> tuple[Grey, Floats]:
    """A soft, noisy page of small markers, each turned and placed by lot, and where their corners are."""
    rng = np.random.default_rng(4)
    page, truth = np.full((4 * ROOM, A_ROW * ROOM), 0.0), []
    for place, number in enumerate(NUMBERS):
        turn, middle = rng.uniform(0.0, 2.0 * np.pi), ROOM / 2 + rng.uniform(-1.0, 1.0, 2)
        half = side_px / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        corners = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + middle
        row, column = divmod(place, A_ROW)
        page[row * ROOM : (row + 1) * ROOM, column * ROOM : (column + 1) * ROOM] = _marker(number, corners)
        truth.append(corners + np.array((column, row)) * ROOM)
    soft = cv2.GaussianBlur(page, (0, 0), blur_px) + rng.normal(0.0, 2.5, page.shape)
    return np.asarray(np.clip(soft, 0, 255), dtype=np.uint8), np.stack(truth)


def _marker(number: int, corners: Floats) -> Floats:
    """One marker on white paper, averaged over each pixel's area."""
    art = np.pad(with_border(bits(number)).astype(np.float32) * 170 + 30, 2, constant_values=200.0)
    art = np.kron(art, np.ones((8, 8), dtype=np.float32))
    printed = np.array([(16, 16), (64, 16), (64, 64), (16, 64)], dtype=np.float32) - 0.5
    fine = ((corners + 0.5) * FINE - 0.5).astype(np.float32)
    there = cv2.getPerspectiveTransform(printed, fine)
    large = cv2.warpPerspective(art, there, (ROOM * FINE, ROOM * FINE), borderValue=200.0)
    return np.asarray(cv2.resize(large, (ROOM, ROOM), interpolation=cv2.INTER_AREA), dtype=np.float64)


def by_edges(grey: Grey, truth: Floats) -> list[MarkerDetection]:
    """The markers as the eye's edges put them, from corners up to half a pixel off."""
    corners, _ = refine(grey, truth + np.random.default_rng(1).uniform(-0.5, 0.5, truth.shape))
    return [MarkerDetection(number, found, 1.0) for number, found in zip(NUMBERS, corners, strict=True)]


def off_px(markers: list[MarkerDetection], truth: Floats) -> Floats:
    """How far each marker's corners are from the truth on average."""
    lies = dict(zip(NUMBERS, truth, strict=True))
    return np.array([np.linalg.norm(m.corners_px - lies[m.marker_id], axis=1).mean() for m in markers])


def test_the_whole_print_tells_corners_better_than_its_edges() -> None:
    """Markers of 11 px, in a sharp and in a soft picture: errors shrink to less than two thirds."""
    for blur_px in (0.6, 1.1):
        grey, truth = drawn(11.0, blur_px)
        rough = by_edges(grey, truth)
        fine = laid(grey, rough)
        assert len(fine) == len(NUMBERS)
        assert np.median(off_px(list(fine.values()), truth)) < 0.66 * np.median(off_px(rough, truth))


def test_what_does_not_look_like_its_print_is_left_out() -> None:
    """A marker under a strip of grey paper, and another one where a number is expected, get no corners."""
    grey, truth = drawn(11.0, 0.7)
    rough = by_edges(grey, truth)
    taken_for = {STILL_IDS[30 + n]: rough[n].corners_px for n in range(3)}
    wrong = [MarkerDetection(number, corners, 1.0) for number, corners in taken_for.items()]
    grey[ROOM : 2 * ROOM, ROOM // 2 : ROOM] = 120
    fine = laid(grey, [*rough, *wrong])
    assert NUMBERS[A_ROW] not in fine
    assert not taken_for.keys() & fine.keys()
    assert len(fine) == len(NUMBERS) - 1


def test_large_markers_keep_their_edges() -> None:
    """From 32 px on nothing is measured again, nor where there is nothing."""
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) * LARGE_PX + 10.0
    grey = np.full((80, 80), 200, dtype=np.uint8)
    assert laid(grey, [MarkerDetection(NUMBERS[0], square + 1.0, 1.0)]) == {}
    assert laid(grey, []) == {}
