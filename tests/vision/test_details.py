"""Doubtful markers at close sight: ours are plain within their cells, those of other families are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from markers.dictionary import bits, with_border
from referee.vision.details import plain_cells
from referee.vision.finder import Finder
from referee.vision.scene import Image, MarkerDetection

NUMBERS = (3, 17, 42, 77, 109, 125)


def laid(cells: np.ndarray, side_px: int, blur_px: float, noise: float) -> tuple[Image, np.ndarray]:
    """A square of cells, black border and all, on white paper as a camera sees it, with its corners."""
    fine = np.full((80 * 8, 80 * 8), 215.0)
    low = 40 * 8 - side_px * 4
    fine[low : low + side_px * 8, low : low + side_px * 8] = cv2.resize(
        cells * 170.0 + 40.0, (side_px * 8, side_px * 8), interpolation=cv2.INTER_NEAREST
    )
    seen = cv2.GaussianBlur(cv2.resize(fine, (80, 80), interpolation=cv2.INTER_AREA), (0, 0), blur_px)
    seen = seen + np.random.default_rng(side_px).normal(0.0, noise, seen.shape)
    edge = 40.0 - side_px / 2.0 - 0.5
    corners = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]]) + edge
    return np.asarray(seen.clip(0, 255), np.uint8), corners


def finer(number: int) -> np.ndarray:
    """A pattern of twice as many cells, whose means by fours follow a marker's."""
    cells = np.kron(with_border(bits(number)).astype(np.float64), np.ones((2, 2)))
    cells[2:-2:2, 2:-2:2] = 1.0 - cells[2:-2:2, 2:-2:2]
    return cells


@pytest.mark.parametrize(
    ("side_px", "blur_px", "noise"), [(10, 0.9, 3.0), (14, 1.2, 6.0), (24, 2.0, 10.0), (40, 0.7, 4.0)]
)
def test_our_own_markers_stay(side_px: int, blur_px: float, noise: float) -> None:
    """Small, soft and noisy markers of ours with hardly any margin are still ours."""
    for number in NUMBERS:
        image, corners = laid(with_border(bits(number)).astype(np.float64), side_px, blur_px, noise)
        marker = MarkerDetection(number, corners, 0.05)
        assert plain_cells(image, [marker]) == [marker]


def test_finer_patterns_go_though_their_means_are_alike() -> None:
    """What has the means of our cells but is not plain within them is no marker of ours when it is doubtful."""
    for number in NUMBERS:
        image, corners = laid(finer(number), 26, 0.9, 3.0)
        assert plain_cells(image, [MarkerDetection(number, corners, 0.3)]) == []


@pytest.mark.parametrize(
    ("family", "number", "ours", "side_px", "blur_px"),
    [("6X6_250", 108, 71, 24, 0.9), ("ARUCO_MIP_36h12", 200, 74, 22, 1.2), ("6X6_250", 244, 125, 13, 0.7)],
)
def test_a_marker_of_another_family_that_is_nearly_one_of_ours_is_not_read(
    family: str, number: int, ours: int, side_px: int, blur_px: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has, cell by cell, nearly the means of one of ours: without the closer look it would be named."""
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    cells = np.asarray(cv2.aruco.generateImageMarker(codes, number, codes.markerSize + 2), np.float64) / 255.0
    image = laid(cells, side_px, blur_px, 2.0)[0]
    finder = Finder(range(140))
    assert finder.find(image).detections == ()
    monkeypatch.setattr("referee.vision.finder.plain_cells", lambda grey, markers: list(markers))
    assert [marker.marker_id for marker in finder.find(image).detections] == [ours]
