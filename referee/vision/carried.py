"""The table as it was known, carried along when the camera or the board was bumped: what a hand hid stays known.

All that lies in the plane of the table goes from the old picture to the new one by a homography, which the markers that
lie still tell. What stands up from it goes nearly so; where pieces are seen nothing is compared anyway.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import SHRINK
from referee.vision.scene import MarkerDetection
from referee.vision.shapes import together

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

FEWEST = 4
"""So many still markers must be seen in both pictures."""
OFF_PX = 2.0
"""A marker further off than that has moved by itself."""
_TO_WHOLE = np.array([[SHRINK, 0.0, (SHRINK - 1) / 2.0], [0.0, SHRINK, (SHRINK - 1) / 2.0], [0.0, 0.0, 1.0]])


def way_between(
    before: Mapping[int, MarkerDetection], now: Mapping[int, MarkerDetection], fixed: Set[int]
) -> Floats | None:
    """The homography (3, 3) from the picture before to this one; None when too little of what lies still tells it."""
    both = [n for n in now if n in fixed and n in before and before[n].margin > 0.0]
    if len(both) < FEWEST:
        return None
    old = together(before[n].corners_px for n in both).reshape(-1, 2)
    new = together(now[n].corners_px for n in both).reshape(-1, 2)
    way, _ = cv2.findHomography(old, new, cv2.RANSAC, OFF_PX)
    return None if way is None or not np.isfinite(way).all() else np.asarray(way, dtype=np.float64)


def carried(small: Grey, way: Floats, beyond: Grey | None = None) -> Grey:
    """A small picture as the camera would see it now.

    What was outside of it is as in the small picture `beyond`, or goes on as it was at the edge.
    """
    small_way = np.linalg.inv(_TO_WHOLE) @ way @ _TO_WHOLE
    size = (small.shape[1], small.shape[0])
    border = cv2.BORDER_REPLICATE if beyond is None else cv2.BORDER_TRANSPARENT
    seen = np.empty_like(small) if beyond is None else beyond.copy()
    cv2.warpPerspective(small, small_way, size, dst=seen, flags=cv2.INTER_CUBIC, borderMode=border)
    return seen
