"""A loose piece's number that was read with doubt counts only when a second picture reads it again at the same place.

Clutter can look like a marker, mostly with a low margin, and often only in one picture's noise. The numbers of still
pieces need no such care: several of them must fit together, and a place where one is hidden is known.

It is read again in the mean of the pictures since: in the dim one picture alone shows too little of a marker of 10 px.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision.finder import Finder
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import FEWEST, SURE_MARGIN
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import same_place, side_px, together

Floats = NDArray[np.float64]


AROUND = 0.5
"""Of its side: so far around a marker its margin is looked at."""


@dataclass(eq=False)
class _Sum:
    """A part of the pictures, rows and columns, added up."""

    box: tuple[slice, slice]
    total: NDArray[np.float32] | float = 0.0
    pictures: int = 0

    def mean(self, grey: Image) -> Image:
        """The mean of this part of this picture and those before."""
        self.total, self.pictures = np.asarray(grey[self.box] + self.total, np.float32), self.pictures + 1
        return np.asarray(self.total / np.float32(self.pictures) + np.float32(0.5), np.uint8)


class Doubts:
    """Remembers which loose numbers are believed, and where.

    Parameters
    ----------
    index : the kit.
    finder : reads a doubtful marker again.
    """

    def __init__(self, index: KitIndex, finder: Finder) -> None:
        self._index = index
        self._finder = finder
        self._loose = frozenset(index.face_of) - index.fixed_ids
        self.reset()

    def reset(self) -> None:
        """Nothing was read yet."""
        self._believed: dict[int, MarkerDetection] = {}
        self._waiting: dict[int, tuple[MarkerDetection, int]] = {}
        self._sums: dict[int, _Sum] = {}

    def look(self, grey: Image, markers: Mapping[int, MarkerDetection]) -> tuple[Set[int], Set[int]]:
        """The numbers that do not count in this picture, and those of them that further readings refuted."""
        asked = {n: m for n, m in markers.items() if n in self._loose and not self._is_believed(m, markers)}
        again = {n: m for n, m in asked.items() if n in self._waiting and same_place(self._waiting[n][0], m)}
        read = self._read_again(grey, again)
        scores = {n: self._waiting[n][1] + (1 if n in read else -1) if n in again else 0 for n in asked}
        counts = {n for n, score in scores.items() if score > 0}
        refuted = {n for n, score in scores.items() if score <= -FEWEST}
        self._believed.update((n, asked[n]) for n in counts)
        self._waiting = {n: (asked[n], scores[n]) for n in asked.keys() - counts - refuted}
        return asked.keys() - counts, refuted

    def _is_believed(self, marker: MarkerDetection, markers: Mapping[int, MarkerDetection]) -> bool:
        """Whether it needs no second picture: it is sure, lies where it was believed, or another of its face shows."""
        number = marker.marker_id
        before = self._believed.get(number)
        if before is marker:
            return True
        face = self._index.face_of[number]
        others = any(n in markers and n != number for n in face.corners_mm)
        if others or marker.margin >= SURE_MARGIN or (before is not None and same_place(before, marker)):
            self._believed[number] = marker
            return True
        return False

    def _read_again(self, grey: Image, markers: Mapping[int, MarkerDetection]) -> Set[int]:
        """Which of these numbers are read there once more, by themselves and not only likened."""
        self._sums = {n: self._sums.get(n) or _Sum(_around(m, grey.shape)) for n, m in markers.items()}
        if not markers:
            return frozenset()
        mean = grey.copy()
        for one in self._sums.values():
            mean[one.box] = one.mean(grey)
        found = self._finder.read_quads(mean, together(marker.corners_px for marker in markers.values())).detections
        own = [m for m in found if m.marker_id in markers]
        return {m.marker_id for m in own if same_place(markers[m.marker_id], m)}


def _around(marker: MarkerDetection, shape: Sequence[int]) -> tuple[slice, slice]:
    """The part of a picture (H, W) that shows a marker and its margin, rows and columns."""
    room = AROUND * side_px(marker.corners_px)
    low = np.maximum(np.floor(marker.corners_px.min(axis=0) - room).astype(int), 0)
    high = np.minimum(np.ceil(marker.corners_px.max(axis=0) + room).astype(int), (shape[1], shape[0]))
    return slice(low[1], high[1]), slice(low[0], high[0])
