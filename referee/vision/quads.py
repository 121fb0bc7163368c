"""Quadrangles that may be markers: dark, with a lighter rim, of any size and turn.

Pixels darker than the middle of what is around them, the borders of connected ones, straight lines through a border's
four sides: compiled (native_source/quads.c), or with numpy and OpenCV (outlines.py), to the same quadrangles.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import native
from referee.vision.numbers import LARGE_PX
from referee.vision.outlines import dark_quads
from referee.vision.sampling import USUAL_BLUR_PX
from referee.vision.scene import Image

Floats = NDArray[np.float64]

SMALLEST_SIDE_PX = 9.0
CONTRAST = 24
FAINT_CONTRAST = 12
"""Grey levels between the darkest and the lightest pixel nearby, from which a border is looked for."""
LARGE = 1_000_000
"""Pixels of a picture that is searched for lifted black at half the size: of 713 markers of 26 px it loses none."""
SHARPER = 1.5
"""Small markers are looked for in a picture less this share of what a blur of so many px leaves of it."""
MOST_QUADS = 3000
SPREAD = np.round(255.0 * np.log1p(np.arange(256) * 30.0 / 255.0) / np.log(31.0)).astype(np.uint8)
"""Grey levels by their logarithm: the middle between black and white then lies at a sixth of the light."""
LIT = np.round(255.0 * (np.arange(256) / 255.0) ** 2).astype(np.uint8)
"""Grey levels by their square: the middle lies at seven tenths of the light, above a black that sheen has lifted."""


def quads(grey: Image, side_px: float = 0.0) -> Floats:
    """Quadrangles (N, 4, 2) in a whole picture, clockwise; for markers about this large if that is known."""
    lit = np.asarray(cv2.LUT(grey, LIT), dtype=np.uint8)
    whole = [_proposed(seen, CONTRAST, side_px) for seen in (grey, _dark_told_apart(grey))]
    return np.concatenate([*whole, _proposed(lit, CONTRAST, LARGE_PX if grey.size > LARGE else side_px)])


def quads_in(part: Image, side_px: float, thorough: bool) -> Floats:
    """Quadrangles (N, 4, 2) in a part of a picture with markers about this large; `thorough` finds fainter ones too."""
    if not thorough:
        return _proposed(part, CONTRAST, side_px)
    return np.concatenate([_proposed(seen, FAINT_CONTRAST, 0.0) for seen in (part, _dark_told_apart(part))])


def small_quads(grey: Image) -> Floats:
    """Quadrangles (N, 4, 2) of few pixels a cell, with hardly a margin: from a sharper picture of twice the size."""
    soft = cv2.GaussianBlur(grey, (0, 0), USUAL_BLUR_PX)
    sharp = cv2.addWeighted(grey, 1.0 + SHARPER, soft, -SHARPER, 0.0)
    twice = cv2.resize(sharp, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC)
    # pixel centres lie at whole numbers, so half a pixel of the small picture is lost at the corner
    # what is told apart at all is told apart by so much more, and noise is no border
    return (_proposed(np.asarray(twice, dtype=np.uint8), round(CONTRAST * (1.0 + SHARPER)), 0.0) - 0.5) / 2.0


def _dark_told_apart(grey: Image) -> Image:
    """The picture with its dark greys spread: a dark thing that touches a marker is then no longer as dark as that."""
    return np.asarray(cv2.LUT(grey, SPREAD), dtype=np.uint8)


def _proposed(grey: Image, contrast: int, side_px: float) -> Floats:
    if side_px >= LARGE_PX and min(grey.shape) >= 4 * SMALLEST_SIDE_PX:
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        half = cv2.resize(grey[: size[1] * 2, : size[0] * 2], size, interpolation=cv2.INTER_AREA)
        return _proposed(np.asarray(half, dtype=np.uint8), contrast, 0.0) * 2.0 + 0.5
    largest = 0.9 * min(grey.shape)
    if native.library is None:
        return dark_quads(grey, contrast, SMALLEST_SIDE_PX, largest, MOST_QUADS)
    return native.quads(native.library, grey, contrast, SMALLEST_SIDE_PX, largest, MOST_QUADS)
