"""Quadrangles that may be markers: dark, with a lighter rim, of any size and turn.

Compiled, this is a search of our own: pixels darker than the middle of what is around them, the borders of connected
ones, straight lines through a border's four sides. Without a compiler OpenCV's marker detector proposes them, and those
it rejects are taken too; its small ones come from a picture of twice the size.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import family
from referee.vision import native
from referee.vision.scene import Image

Floats = NDArray[np.float64]

SMALLEST_SIDE_PX = 9.0
CONTRAST = 24
FAINT_CONTRAST = 12
"""Grey levels between the darkest and the lightest pixel nearby, from which a border is looked for."""
HALVED_FROM_PX = 32.0
"""Markers this large are found as well in a picture of half the size, in a third of the time."""
ENLARGED_BELOW_PX = 26.0
SOFT_PX, SHARPER = 1.2, 1.5
"""Small markers are looked for in a picture less this share of what a blur of so many px leaves of it."""
MOST_QUADS = 3000
_SPREAD = np.round(255.0 * np.log1p(np.arange(256) * 30.0 / 255.0) / np.log(31.0)).astype(np.uint8)
"""Grey levels by their logarithm: the middle between black and white then lies at a sixth of the light."""


def quads(grey: Image, side_px: float = 0.0) -> Floats:
    """Quadrangles (N, 4, 2) in a whole picture, clockwise; for markers about this large if that is known."""
    if native.library is None:
        return opencv_quads(grey)
    return np.concatenate([_compiled(grey, CONTRAST, side_px), _compiled(_dark_told_apart(grey), CONTRAST, side_px)])


def quads_in(part: Image, side_px: float, thorough: bool) -> Floats:
    """Quadrangles (N, 4, 2) in a part of a picture with markers about this large; `thorough` finds fainter ones too."""
    if native.library is not None:
        if not thorough:
            return _compiled(part, CONTRAST, side_px)
        return np.concatenate([_compiled(seen, FAINT_CONTRAST, 0.0) for seen in (part, _dark_told_apart(part))])
    whole = np.ascontiguousarray(part)
    if thorough:
        return np.concatenate([opencv_quads(whole), enlarged_quads(whole)])
    return enlarged_quads(whole) if side_px < ENLARGED_BELOW_PX else opencv_quads(whole, side_px)


def small_quads(grey: Image) -> Floats:
    """Quadrangles (N, 4, 2) of few pixels a cell, with hardly a margin: from a sharper picture of twice the size."""
    if native.library is None:
        return enlarged_quads(grey)
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT_PX)
    sharp = cv2.addWeighted(grey, 1.0 + SHARPER, soft, -SHARPER, 0.0)
    return _halved(_compiled(_twice(np.asarray(sharp, dtype=np.uint8)), CONTRAST, 0.0))


def enlarged_quads(grey: Image) -> Floats:
    """OpenCV's quadrangles in twice the size, (N, 4, 2) in px of the picture given."""
    return _halved(opencv_quads(_twice(grey)))


def _twice(grey: Image) -> Image:
    return np.asarray(cv2.resize(grey, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _halved(found: Floats) -> Floats:
    # pixel centres lie at whole numbers, so half a pixel of the small picture is lost at the corner
    return (found - 0.5) / 2.0


def opencv_quads(grey: Image, side_px: float = 0.0) -> Floats:
    """OpenCV's quadrangles, read or rejected, (N, 4, 2); with a known marker size one threshold window will do."""
    parameters = _parameters(max(grey.shape))
    if side_px:
        window = int(np.clip(side_px / 2.5, 11, 31)) | 1
        parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    corners, _, rejected = cv2.aruco.ArucoDetector(_any_code(), parameters).detectMarkers(grey)
    found = [np.asarray(quad, dtype=np.float64).reshape(1, 4, 2) for quad in (*corners, *rejected)]
    return np.concatenate(found[:MOST_QUADS]) if found else np.empty((0, 4, 2))


def _dark_told_apart(grey: Image) -> Image:
    """The picture with its dark greys spread: a dark thing that touches a marker is then no longer as dark as that."""
    return np.asarray(cv2.LUT(grey, _SPREAD), dtype=np.uint8)


def _compiled(grey: Image, contrast: int, side_px: float) -> Floats:
    assert native.library is not None
    if side_px >= HALVED_FROM_PX and min(grey.shape) >= 4 * SMALLEST_SIDE_PX:
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        half = cv2.resize(grey[: size[1] * 2, : size[0] * 2], size, interpolation=cv2.INTER_AREA)
        return _compiled(np.asarray(half, dtype=np.uint8), contrast, 0.0) * 2.0 + 0.5
    largest = 0.9 * min(grey.shape)
    return native.quads(native.library, grey, contrast, SMALLEST_SIDE_PX, largest, MOST_QUADS)


@cache
def _any_code() -> cv2.aruco.Dictionary:
    """One pattern only: which code a quadrangle shows is not OpenCV's business here, and asking costs time."""
    whole = family()
    return cv2.aruco.Dictionary(np.ascontiguousarray(whole.bytesList[:1]), whole.markerSize, 0)


def _parameters(longest_px: int) -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 4.0 * SMALLEST_SIDE_PX / longest_px
    parameters.polygonalApproxAccuracyRate = 0.05
    parameters.perspectiveRemovePixelPerCell = 4
    parameters.minDistanceToBorder = 1
    return parameters
