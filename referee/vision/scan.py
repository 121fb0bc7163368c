"""A slow look over the whole table while it rests: what became readable without any change is found after all.

Light that comes back slowly, a glare that fades, a print that looked like something else: no block of the picture
changes enough to be searched. So one tile of the picture is searched every few pictures, and what is found counts only
when the next pictures read it again, each by itself: thousands of looks at the same clutter would otherwise find a
marker in it one day.

The first pictures of a table are added up and searched too: noise averages out, and markers that one picture hides are
found in all.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.finder import Box, Finder, Found
from referee.vision.numbers import FEWEST
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import same_print, together

ACROSS, DOWN = 5, 3
"""Tiles of the picture. Small ones would cost more: each is searched with room for a marker around it."""
EVERY = 15
"""Pictures from tile to tile while all is at rest: the whole picture in 225, seven seconds of a usual camera."""
RESTLESS = 4
"""Times as slow while something moves all the time (a window, a candle): it is never given up."""


class RollingScan:
    """Says which tile is to be searched, and which of the finds are confirmed.

    Parameters
    ----------
    finder : reads the finds again.
    """

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self.reset()

    def reset(self) -> None:
        """The view is a new one, just searched whole."""
        self._patience = 0
        self._tile = 0
        self.pause()

    def pause(self) -> None:
        """Something is in the way: what was found before must be found anew."""
        self._waiting: list[tuple[MarkerDetection, int]] = []

    def next_box(self, shape: tuple[int, ...], room_px: float, calm: bool) -> Box | None:
        """The part of a picture (H, W) that is to be searched now, None in most pictures."""
        self._patience += RESTLESS if calm else 1
        if self._patience < EVERY * RESTLESS:
            return None
        self._patience = 0
        self._tile = (self._tile + 1) % (ACROSS * DOWN)
        row, column = divmod(self._tile, ACROSS)
        height, width = shape[:2]
        room = round(room_px)
        left, right = column * width // ACROSS - room, (column + 1) * width // ACROSS + room
        top, bottom = row * height // DOWN - room, (row + 1) * height // DOWN + room
        return max(left, 0), max(top, 0), min(right, width), min(bottom, height)

    def found(self, found: Found) -> None:
        """Markers were found in a tile: they wait until they are confirmed."""
        self._waiting += [(marker, FEWEST) for marker in (*found.detections, *found.copies)]

    def confirmed(self, grey: Image) -> Found:
        """What the newest pictures all read again, as this one shows it."""
        if not self._waiting:
            return Found(())
        again = self._finder.read_quads(grey, together(marker.corners_px for marker, _ in self._waiting))
        seen = (*again.detections, *again.copies)
        waiting = [(fresh, left - 1) for old, left in self._waiting for fresh in seen if same_print(fresh, old)]
        self._waiting = [(marker, left) for marker, left in waiting if left]
        return Found(tuple(marker for marker, left in waiting if not left))


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
