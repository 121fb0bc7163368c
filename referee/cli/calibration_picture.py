"""A calibration as a picture: where the board was seen, and how far off a table lies in each part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from calibration.charuco import BoardView

Picture = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
Map = Sequence[Sequence[float]]

WIDTH_PX = 960
GOOD_MM, POOR_MM = 0.3, 1.5
PAPER, INK, DOT, UNSEEN = (255, 255, 255), (40, 40, 40), (110, 110, 110), (225, 225, 225)
GOOD, POOR = np.array([150.0, 205.0, 140.0]), np.array([120.0, 130.0, 240.0])
"""BGR: of a small error and of a large one; between them the colours mix."""


def drawn(camera: CameraModel, views: Sequence[BoardView]) -> bytes:
    """A PNG: each part of the picture in the colour of its error, with the number, and a dot for each corner seen."""
    scale = WIDTH_PX / camera.width_px
    height = round(camera.height_px * scale)
    head = 40
    picture = np.full((height + head, WIDTH_PX, 3), PAPER, np.uint8)
    title = f"{camera.width_px} x {camera.height_px}, {len(views)} views: mm off on a table a metre away"
    cv2.putText(picture, title, (10, 27), cv2.FONT_HERSHEY_SIMPLEX, 0.65, INK, 1, cv2.LINE_AA)
    _tint(picture[head:], camera.error_map_mm)
    for view in views:
        for x, y in view.corners_px * scale:
            cv2.circle(picture, (round(x), round(y) + head), 1, DOT, -1, cv2.LINE_AA)
    _number(picture[head:], camera.error_map_mm)
    return bytes(cv2.imencode(".png", picture)[1])


def _cells(picture: Picture, rows: Map) -> Iterator[tuple[float, int, int, int, int]]:
    """Each part's error, and its left, top, right and bottom."""
    height, width = picture.shape[:2]
    for row, errors in enumerate(rows):
        for column, error_mm in enumerate(errors):
            left, right = (width * edge // len(errors) for edge in (column, column + 1))
            top, bottom = (height * edge // len(rows) for edge in (row, row + 1))
            yield error_mm, left, top, right, bottom


def _tint(picture: Picture, rows: Map) -> None:
    for error_mm, left, top, right, bottom in _cells(picture, rows):
        cv2.rectangle(picture, (left, top), (right, bottom), _colour(error_mm), -1)
        cv2.rectangle(picture, (left, top), (right, bottom), PAPER, 2)


def _number(picture: Picture, rows: Map) -> None:
    for error_mm, left, top, right, bottom in _cells(picture, rows):
        words = "not seen" if isnan(error_mm) else f"{error_mm:.2f}"
        (across, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.7, 2)
        spot = ((left + right - across) // 2, (top + bottom) // 2 + 8)
        cv2.putText(picture, words, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.7, INK, 2, cv2.LINE_AA)


def _colour(error_mm: float) -> tuple[float, float, float]:
    if isnan(error_mm):
        return UNSEEN
    share = min(1.0, max(0.0, (error_mm - GOOD_MM) / (POOR_MM - GOOD_MM)))
    blue, green, red = GOOD * (1.0 - share) + POOR * share
    return float(blue), float(green), float(red)
