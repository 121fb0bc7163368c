"""What is looked at more than once before it counts: doubtful numbers, what a slow look finds, the mean of pictures.

Clutter can look like a marker, mostly with a low margin, and often only in one picture's noise. So a loose piece's
number that was read with doubt counts only when the mean of the next pictures shows it again at the same place. The
numbers of still pieces need no such care: several of them must fit together, and a place where one is hidden is known.

Light that comes back slowly, a glare that fades, a print that looked like something else: no block of the picture
changes enough to be searched. So one tile of the picture is searched every few pictures, and what is found counts only
when the next pictures read it again, each by itself: thousands of looks at the same clutter would otherwise find a
marker in it one day. The first pictures of a table are added up and searched too: noise averages out.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import Box, part_around
from referee.vision.finder import Finder, Found
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import A_SECOND, FEWEST, IN_TURN, LOOKS, SAME_PLACE, SURE_MARGIN
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import same_place, same_print, side_px, together


@dataclass(eq=False)
class Sum:
    """Pictures, or a part of them (rows, columns), added up."""

    box: tuple[slice, slice] = (slice(None), slice(None))
    total: NDArray[Any] | None = None
    pictures: int = 0

    def add(self, grey: Image) -> None:
        """One picture more; a first one may stay alone, and is kept as it is."""
        part = grey[self.box]
        more = part.copy() if self.total is None else cv2.add(self.total, part, dtype=cv2.CV_32F)
        self.total = np.asarray(more)
        self.pictures += 1

    @property
    def doubled(self) -> bool:
        """Whether they are twice as many as when they last were: the noise is halved."""
        return self.pictures.bit_count() == 1

    @property
    def mean(self) -> Image:
        """The mean of these pictures, of one at least."""
        up = 0.01  # of a level, or half of one is rounded to the even one
        return np.asarray(cv2.convertScaleAbs(np.asarray(self.total), None, 1.0 / self.pictures, up), dtype=np.uint8)


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
        self._sums: dict[int, Sum] = {}

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
        room_px = {n: SAME_PLACE * side_px(m.corners_px) for n, m in markers.items()}
        boxes = {n: part_around(m.corners_px, room_px[n], grey.shape) for n, m in markers.items()}
        self._sums = {n: self._sums.get(n) or Sum(box) for n, box in boxes.items()}
        if not markers:
            return frozenset()
        mean = grey.copy()
        for one in self._sums.values():
            one.add(grey)
            mean[one.box] = one.mean
        found = self._finder.read_quads(mean, together(marker.corners_px for marker in markers.values())).detections
        own = [m for m in found if m.marker_id in markers]
        return {m.marker_id for m in own if same_place(markers[m.marker_id], m)}


ACROSS, DOWN = 5, 3
"""Tiles of the picture. Small ones would cost more: each is searched with room for a marker around it."""


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
        self._patience += IN_TURN if calm else 1  # slower under a candle, but never given up
        if self._patience < A_SECOND // 2 * IN_TURN:  # the whole picture in seven seconds
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


class Survey:
    """Adds up still pictures from the first one of a view on."""

    def __init__(self) -> None:
        self.end()

    def end(self) -> None:
        """There is no view to be surveyed."""
        self._sum: Sum | None = None

    def begin(self, grey: Image) -> None:
        """A view is seen for the first time."""
        self._left = LOOKS - 1
        self._restart(grey)

    def mean(self, grey: Image, moving: bool) -> Image | None:
        """The mean of the still pictures (H, W) up to this one when they are twice as many; None while it moves."""
        seen = self._sum
        if seen is None:
            return None
        if moving:
            self._restart(grey)
            return None
        seen.add(grey)
        self._left -= 1
        if not self._left:
            self.end()
        elif not seen.doubled:
            return None
        return seen.mean

    def _restart(self, grey: Image) -> None:
        self._sum = Sum()
        self._sum.add(grey)
