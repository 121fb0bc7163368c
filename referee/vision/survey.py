"""The first pictures of a table, added up: noise averages out, and markers that one picture hides are found in all."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.scene import Image

PICTURES = 8
SEARCH_EVERY = 2
"""A mean that differs by one picture shows little that is new."""


class Survey:
    """Adds up still pictures from the first one of a view on."""

    def __init__(self) -> None:
        self.end()

    def end(self) -> None:
        """There is no view to be surveyed."""
        self._left = 0
        self._taken = 0
        self._sum: NDArray[np.float32] | None = None

    def begin(self, grey: Image) -> None:
        """A view is seen for the first time."""
        self._left = PICTURES - 1
        self._restart(grey)

    def mean(self, grey: Image, moving: bool) -> Image | None:
        """The mean of the still pictures (H, W) up to this one, each second time; None while something moves."""
        if self._sum is None:
            return None
        if moving:
            self._restart(grey)
            return None
        self._left -= 1
        self._taken += 1
        cv2.accumulate(grey, self._sum)
        if self._taken % SEARCH_EVERY and self._left:
            return None
        mean = np.asarray(cv2.convertScaleAbs(self._sum, alpha=1.0 / self._taken), dtype=np.uint8)
        if not self._left:
            self.end()
        return mean

    def _restart(self, grey: Image) -> None:
        self._sum, self._taken = grey.astype(np.float32), 1
