"""The calibration board on the kit's last page.

Its markers are of another family than the pieces', so that a board left on the table is never taken for a piece.
"""

from __future__ import annotations

import cv2

from markers.kit import Page, Point

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
