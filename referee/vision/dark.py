"""Where a picture is dark, and the borders of what is: the first half of the search for quadrangles without a compiler.

The same as the compiled search does (native_source/quads.c), with OpenCV's filters.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.scene import Image

TILE_PX = 4
_AROUND = np.ones((3, 3), dtype=np.uint8)


def dark(grey: Image, contrast: int) -> Image:
    """255 where a pixel of (H, W) is darker than the middle of what is around it, 0 elsewhere.

    Around it are 3 x 3 tiles of 4 px; where their lightest and darkest pixel are less than `contrast` grey levels apart
    nothing is dark.
    """
    height, width = grey.shape
    below, right = -height % TILE_PX, -width % TILE_PX
    if below or right:
        grey = np.asarray(cv2.copyMakeBorder(grey, 0, below, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)
    least = np.asarray(cv2.erode(_each_tile(grey, np.minimum), _AROUND), dtype=np.uint8)
    most = np.asarray(cv2.dilate(_each_tile(grey, np.maximum), _AROUND), dtype=np.uint8)
    middle = ((least.astype(np.uint16) + most + 1) >> 1).astype(np.uint8)
    middle[most - least < contrast] = 0
    limit = cv2.resize(middle, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.compare(grey, limit, cv2.CMP_LT), dtype=np.uint8)[:height, :width]


def borders(mask: Image, shortest: float, longest: float) -> list[NDArray[np.int32]]:
    """The borders of connected set pixels with a number of pixels between these, each (K, 2), with the clock.

    Those of holes are among them, against the clock.
    """
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(border[::-1, 0], dtype=np.int32) for border in found if shortest <= len(border) <= longest]


def _each_tile(grey: Image, chosen: np.ufunc) -> Image:
    """The darkest or the lightest pixel of each tile."""
    rows = chosen(chosen(grey[0::4], grey[1::4]), chosen(grey[2::4], grey[3::4]))
    return np.asarray(chosen(chosen(rows[:, 0::4], rows[:, 1::4]), chosen(rows[:, 2::4], rows[:, 3::4])))
