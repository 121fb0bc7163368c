"""Pictures without their colour, and shrunk for the change watch while they are at hand."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision import native
from referee.vision.change import Grey, shrunk
from referee.vision.scene import Image


class Greys:
    """Takes the colour from one picture after the other."""

    def __init__(self) -> None:
        self._room = np.empty((0, 0), dtype=np.uint8)

    def of(self, image: Image) -> tuple[Grey, Grey]:
        """A picture (H, W) or (H, W, 3) BGR as grey (H, W), and that at a quarter of its size.

        Colour pictures are written over the last one: new memory costs time.
        """
        if image.ndim == 2:
            grey = np.ascontiguousarray(image)
            return grey, shrunk(grey)
        if self._room.shape != image.shape[:2]:
            self._room = np.empty(image.shape[:2], dtype=np.uint8)
        if native.library is not None and image.strides[1:] == (3, 1):
            return self._room, native.grey(native.library, image, self._room)
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY, dst=self._room)
        return self._room, shrunk(self._room)
