"""A camera that mirrors its picture: what is printed is then read only in the mirror."""

from __future__ import annotations

import numpy as np

from referee.vision.finder import Finder
from referee.vision.scene import Image

MIRRORED = "The camera mirrors its picture, so the markers cannot be read: switch mirroring off in its settings."
FEWEST = 4
TIMES = 2.0
"""So many times as many markers are read in the mirror (of our own about one in ten looks like another one there)."""


def is_mirrored(grey: Image, finder: Finder, found: int) -> bool:
    """Whether clearly more markers are read in the mirror than the `found` ones in the picture as it is."""
    there = len(finder.find(np.ascontiguousarray(grey[:, ::-1])).detections)
    return there >= max(FEWEST, TIMES * found)
