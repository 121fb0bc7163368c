"""Pictures of a camera that trembles, shifted back to where it stood: everything after sees a camera at rest.

Only the first picture of a trembling is told as a bump. What is measured is how far the markers that lie still are,
all together, from where they are known; what moves on the table by itself does not count. A camera that has come to
rest elsewhere is left to the tracker again, which tells the bump and finds the board anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import together

Floats = NDArray[np.float64]

MEASURED = 24
FEWEST = 6
"""So many still markers must be measured."""
ALIKE_PX, ALIKE_SHARE = 0.5, 0.7
"""Such a share of them must be shifted by the same, to so many px."""
LEAST_PX = 0.15
"""The eye bears less, and each shifted picture is a little softer."""
MOST_PX = 4.0
"""More from the middle of the swinging is no trembling, but a bump."""
FARTHEST_PX = 6.0
"""So far from where it stood the camera may swing at all."""
CALM_PICTURES = 30


class Steadier:
    """Measures how far the camera has swung; asleep until a known table had to be searched as a whole."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """The camera is taken to stand still."""
        self._awake = False
        self._shifts: list[Floats] = []

    def wake(self) -> None:
        """The whole of a known table had to be searched: the camera may be trembling."""
        self._awake = True
        self._shifts = []

    @property
    def awake(self) -> bool:
        """Whether pictures are measured."""
        return self._awake

    def swing_px(self, grey: Image, still: Sequence[MarkerDetection]) -> Floats | None:
        """How far (x, y) the picture is to be shifted back; None when it is to be taken as it is.

        `still` are the markers that lie still, where they were last known. A swing that no longer changes ends it.
        """
        middle = np.median(self._shifts, axis=0) if self._shifts else np.zeros(2)
        swing = _common_shift(grey, still, middle)
        if swing is None:
            return None
        self._shifts = [*self._shifts, swing][-CALM_PICTURES:]
        if len(self._shifts) == CALM_PICTURES and float(np.ptp(self._shifts, axis=0).max()) < 2.0 * LEAST_PX:
            self.reset()
            return None
        return swing if float(np.hypot(*swing)) > LEAST_PX else None


def shifted_back(image: Image, swing_px: Floats) -> Image:
    """The picture (H, W) or (H, W, 3) as it would be without the swing (x, y)."""
    way = np.array([[1.0, 0.0, swing_px[0]], [0.0, 1.0, swing_px[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _common_shift(grey: Image, still: Sequence[MarkerDetection], guess: Floats) -> Floats | None:
    """How far (x, y) the still markers are shifted all together; None when they are not, or far from the `guess`."""
    chosen = still[:: -(-len(still) // MEASURED)] if still else ()
    if len(chosen) < FEWEST:
        return None
    known = together(marker.corners_px for marker in chosen)
    corners, quality = refine(grey, known + guess, passes=2)
    shifts = (corners - known).mean(axis=1)[quality >= EDGE_SHARE]
    if len(shifts) < FEWEST:
        return None
    middle = np.median(shifts, axis=0)
    alike = np.abs(shifts - middle).max(axis=1) < ALIKE_PX
    far = float(np.hypot(*(middle - guess))) > MOST_PX or float(np.hypot(*middle)) > FARTHEST_PX
    if far or float(alike.mean()) < ALIKE_SHARE:
        return None
    return np.asarray(shifts[alike].mean(axis=0))
