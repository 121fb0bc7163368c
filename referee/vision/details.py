"""A doubtful marker looked at more closely: its cells are plain, those of other families or of clutter are not.

Correlation cell by cell sees only each cell's mean. A marker with more and smaller cells, or a grid of black and white
squares, may have nearly the means of one of ours; point by point within the cells it has not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import bits
from referee.vision.sampling import CELLS, brightness, homographies, warp
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import sides_px, together

Floats = NDArray[np.float64]

DOUBTFUL = 0.6
"""Markers with less margin are looked at closely."""
ALIKE, CLOSELY_ALIKE = 0.86, 0.93
"""Correlation, point by point, that is needed; the second where the margin is next to nothing."""
SLIGHT = 0.2
BLURS_PX = (0.7, 1.2, 1.9)
"""Pictures are as soft as this; the best fit counts."""
A_CELL = 3
FINEST = 0.02
"""Blurs are told apart by so much of a cell."""


def plain_cells(grey: Image, markers: Sequence[MarkerDetection]) -> list[MarkerDetection]:
    """These markers without the doubtful ones that are not like their pattern at close sight."""
    doubtful = [marker for marker in markers if marker.margin < DOUBTFUL]
    if not doubtful:
        return list(markers)
    needed = np.interp([marker.margin for marker in doubtful], (SLIGHT / 2.0, SLIGHT), (CLOSELY_ALIKE, ALIKE))
    good = close_likeness(grey, doubtful) >= needed
    strange = {id(marker) for marker, yes in zip(doubtful, good.tolist(), strict=True) if not yes}
    return [marker for marker in markers if id(marker) not in strange]


def close_likeness(grey: Image, markers: Sequence[MarkerDetection]) -> Floats:
    """Correlation of each marker with its pattern, point by point within its black border: (N,) -1 to 1."""
    corners = together(marker.corners_px for marker in markers)
    seen = brightness(grey, warp(homographies(corners), _POINTS))
    return np.array(
        [
            max(float(_standard(values) @ _blurred(marker.marker_id, _steps(blur, side))) for blur in BLURS_PX)
            for marker, values, side in zip(markers, seen.astype(np.float64), sides_px(corners).tolist(), strict=True)
        ]
    )


def _steps(blur_px: float, side_px: float) -> int:
    """A blur in steps of `FINEST` cells of a marker with this side."""
    return max(1, round(blur_px * CELLS / side_px / FINEST))


@lru_cache(maxsize=4096)
def _blurred(marker_id: int, steps: int) -> Floats:
    """The points of a printed marker seen through a blur, standardised, (324,)."""
    printed = np.pad(np.pad(bits(marker_id).astype(np.float64), 1), 1, constant_values=1.0)
    fine = np.kron(printed, np.ones((A_CELL, A_CELL)))
    soft = cv2.GaussianBlur(fine, (0, 0), steps * FINEST * A_CELL, borderType=cv2.BORDER_REPLICATE)
    return _standard(np.asarray(soft[A_CELL:-A_CELL, A_CELL:-A_CELL], dtype=np.float64).ravel())


def _standard(values: Floats) -> Floats:
    away = values - values.mean()
    return np.asarray(away / max(float(np.sqrt(away @ away)), 1e-3))


def _points() -> Floats:
    """The points in units of the marker's side, row by row."""
    along = (np.arange(CELLS * A_CELL) + 0.5) / (CELLS * A_CELL)
    x, y = np.meshgrid(along, along)
    return np.column_stack([x.ravel(), y.ravel()])


_POINTS = _points()
