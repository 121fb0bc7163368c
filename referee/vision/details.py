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
from referee.vision.sampling import CELLS, brightness_within
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import side_px, sides_px, together

Floats = NDArray[np.float64]

DOUBTFUL = 0.98
SMALL_PX = 20.0
"""Markers with less margin are looked at closely, and all smaller ones."""
SIDES_PX, ALIKE = (9.0, 10.5, 12.0, 18.0, 23.0), (0.88, 0.895, 0.90, 0.90, 0.865)
"""Correlation, point by point, that is needed of a marker with such a side. Of our own, soft and noisy ones, one in a
hundred has less than 0.87, 0.91, 0.92; other families' come to 0.93 at 11 px, 0.89 at 13 px and 0.85 from 20 px on."""
CLOSELY_ALIKE, SLIGHT = (0.93, 0.93, 0.93, 0.93, 0.89), 0.2
"""Needed with half of this margin or less."""
LESS_ALIKE, SURE = 0.06, 0.8
"""So much less is enough of one with the full margin; from this margin on it is less and less."""
BLURS_PX = (1.2, 0.7, 1.9)
"""Pictures are as soft as this; the best fit counts."""
A_CELL = 3
FINEST = 0.05
"""Blurs are told apart by so much of a cell."""


def plain_cells(grey: Image, markers: Sequence[MarkerDetection]) -> list[MarkerDetection]:
    """These markers without the doubtful ones that are not like their pattern at close sight."""
    if not markers:
        return []
    asked = [m for m in markers if m.margin < DOUBTFUL or side_px(m.corners_px) < SMALL_PX]
    if not asked:
        return list(markers)
    needed = _needed(np.array([m.margin for m in asked]), sides_px(together(m.corners_px for m in asked)))
    likeness = close_likeness(grey, asked, needed)
    strange = [marker for marker, yes in zip(asked, (likeness < needed).tolist(), strict=True) if yes]
    return [marker for marker in markers if marker not in strange] if strange else list(markers)


def _needed(margins: Floats, sides: Floats) -> Floats:
    usual = np.interp(sides, SIDES_PX, ALIKE)
    slight = np.clip(2.0 - 2.0 * margins / SLIGHT, 0.0, 1.0)
    sure = np.clip((margins - SURE) / (1.0 - SURE), 0.0, 1.0)
    return np.asarray(usual + slight * (np.interp(sides, SIDES_PX, CLOSELY_ALIKE) - usual) - sure * LESS_ALIKE)


def close_likeness(grey: Image, markers: Sequence[MarkerDetection], enough: Floats | None = None) -> Floats:
    """Correlation of each marker with its pattern, point by point within its black border: (N,) -1 to 1.

    No better fit is looked for where there is `enough` (N,).
    """
    corners = together(marker.corners_px for marker in markers)
    seen = brightness_within(grey, corners, _POINTS).astype(np.float64)
    away = seen - seen.mean(axis=1, keepdims=True)
    away /= np.maximum(np.sqrt((away * away).sum(axis=1, keepdims=True)), 1e-3)
    limits = np.ones(len(markers)) if enough is None else enough
    each = zip(away, markers, sides_px(corners).tolist(), limits.tolist(), strict=True)
    return np.array([_best_fit(values, marker.marker_id, side, limit) for values, marker, side, limit in each])


def _best_fit(values: Floats, marker_id: int, side_px: float, enough: float) -> float:
    best = -1.0
    for blur_px in BLURS_PX:
        best = max(best, float(values @ _blurred(marker_id, _steps(blur_px, side_px))))
        if best >= enough:
            break
    return best


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
