"""Draws the calibration board from OpenCV's own geometry, so that print and detector cannot disagree."""

from __future__ import annotations

import cv2
import numpy as np

from markers import charuco
from markers.kit import Point
from markers.pen import BLACK, Pen, cells, grey


def draw_board(pen: Pen) -> None:
    """Draw the board with its top left corner at the pen's origin."""
    board = charuco.board()
    markers = np.asarray(board.getObjPoints(), dtype=np.float64)[:, :, :2]
    pen.shape([_square(column, row) for column, row in _black_squares(markers)], BLACK)
    for marker_id, corners in zip(np.asarray(board.getIds()).ravel().tolist(), markers, strict=True):
        pattern = _pattern(board.getDictionary(), marker_id)
        left, top = corners.min(axis=0)
        pen.shape(cells(pattern, float(left), -float(top), charuco.MARKER_MM / len(pattern)), BLACK)
    words = "Calibration board: glue it on something flat and stiff; the page says how to show it"
    pen.text((0.0, 2.0), words, 2.2, grey(0.15), "l", bold=True)


def _black_squares(markers: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[tuple[int, int]]:
    """The squares without a marker."""
    centers = markers.mean(axis=1) // charuco.SQUARE_MM
    taken = {(int(column), int(row)) for column, row in centers}
    across, down = charuco.SQUARES
    return [(column, row) for row in range(down) for column in range(across) if (column, row) not in taken]


def _square(column: int, row: int) -> tuple[Point, ...]:
    side = charuco.SQUARE_MM
    x, y = column * side, -row * side
    return ((x, y), (x + side, y), (x + side, y - side), (x, y - side))


def _pattern(dictionary: cv2.aruco.Dictionary, marker_id: int) -> list[list[int]]:
    """The marker with its border as rows of cells, 1 is black."""
    size = dictionary.markerSize
    image = dictionary.generateImageMarker(marker_id, size + 2)
    return [[int(value == 0) for value in row] for row in image.tolist()]
