"""How soft a picture is, by the markers found in it: sharpened rightly they are most like what was printed.

A lens out of focus, a dark room or strong compression smear neighbouring cells of a small marker into each other; two
numbers that differ in few cells then come too near to be told apart. With the blur known the cells are put right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.vision.patterns import Patterns
from referee.vision.reading import likeness
from referee.vision.sampling import USUAL_BLUR_PX, sharpening
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import together

ENOUGH_MARKERS = 6
BLURS_PX = (USUAL_BLUR_PX, 1.5, 1.8, 2.1, 2.4, 2.7, 3.0)
"""A sharper picture than usual is read well as it is."""
CLEARLY = 0.002
"""So much more alike must the markers be before another blur is believed than the one that was."""
ALIKE = 0.0005
"""Blurs with which they are nearly as alike as with the best are as good: the least of them leaves the least noise."""


def measure(grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns) -> bool:
    """Set how cells are sharpened to what suits these markers; whether that is something else than before."""
    if len(markers) < ENOUGH_MARKERS:
        return False
    corners = together(marker.corners_px for marker in markers)
    numbers = np.array([marker.marker_id for marker in markers])
    before = patterns.blur
    alike = {}
    for blur_px in (float(before[0]), *BLURS_PX):
        patterns.blur = sharpening(blur_px)
        alike[blur_px] = float(np.median(likeness(grey, corners, patterns, numbers)))
    most = max(alike.values())
    best = min(blur_px for blur_px in alike if alike[blur_px] >= most - ALIKE)
    changed = alike[best] > alike[float(before[0])] + CLEARLY
    patterns.blur = sharpening(best) if changed else before
    return changed
