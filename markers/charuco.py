"""The calibration board on the kit's last page.

Its markers are of another family than the pieces', so that a board left on the table is never taken for a piece.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.kit import Page, Point

Floats = NDArray[np.float64]

FAMILY = "DICT_5X5_50"
SQUARES = (7, 9)
"""Squares across and down; the corner used for calibration are the 6 x 8 inner ones."""
SQUARE_MM = 25.0
MARKER_MM = 18.0


def board() -> cv2.aruco.CharucoBoard:
    """OpenCV's board in mm; its x runs to the right and its y down the page from the top left corner."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def top_left_mm(page: Page, head_mm: float, foot_mm: float) -> Point:
    """Where the board's top left corner is printed: in the middle of the room that the page leaves."""
    width, height = (count * SQUARE_MM for count in SQUARES)
    return ((page.width_mm - width) / 2, head_mm + (page.height_mm - head_mm - foot_mm - height) / 2)


def corners_in(grey: NDArray[np.uint8]) -> tuple[NDArray[np.int64], Floats, Floats]:
    """The board's inner corners in a grey picture: numbers (N,), places in px (N, 2) and on the board in mm (N, 2).

    Nothing but empty arrays when the board is not to be seen.
    """
    printed = board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(printed).detectBoard(grey)
    if ids is None or corners is None or len(ids) == 0:
        return np.zeros(0, np.int64), np.zeros((0, 2)), np.zeros((0, 2))
    # the shapes of both answers differ between OpenCV 4 and 5
    numbers = np.asarray(ids, dtype=np.int64).reshape(-1)
    rough = np.asarray(corners, dtype=np.float32).reshape(-1, 1, 2)
    window = max(2, min(7, round(_nearest(rough.reshape(-1, 2)) / 6)))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)
    fine = cv2.cornerSubPix(grey, rough, (window, window), (-1, -1), stop)
    places = np.asarray(printed.getChessboardCorners(), dtype=np.float64)[numbers, :2]
    return numbers, np.asarray(fine, dtype=np.float64).reshape(-1, 2), places


def _nearest(points: NDArray[np.float32]) -> float:
    """The median distance of a corner to its nearest neighbour, px; 0 for a lone one."""
    if len(points) < 2:
        return 0.0
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)))
