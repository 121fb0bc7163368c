"""The markers known from earlier pictures, and whether each is still where it was."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import Mask, touching
from referee.vision.numbers import IN_TURN, USUAL_SIDE_PX
from referee.vision.patterns import Patterns
from referee.vision.reading import likeness
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import sides_px, together

Floats = NDArray[np.float64]

STILL_THERE = 0.80
"""Correlation with its pattern from which a marker is still where it was."""


class KnownMarkers:
    """Where each marker was last found.

    Attributes
    ----------
    markers : by number; change them with `put` and `drop` only.
    """

    def __init__(self) -> None:
        self.replace(())

    def replace(self, markers: Iterable[MarkerDetection]) -> None:
        """Know these markers only."""
        self.markers: dict[int, MarkerDetection] = {marker.marker_id: marker for marker in markers}
        self._row: dict[int, int] = {}
        self._likes: dict[int, float] = {}
        self._turn = 0
        self._laid_out = False

    def put(self, marker: MarkerDetection) -> None:
        """A marker was found here."""
        number = marker.marker_id
        self.markers[number] = marker
        if self._laid_out and number in self._row:
            self._corners[self._row[number]] = marker.corners_px
            self._like[self._row[number]] = np.nan
        else:
            self._lift()
            self._likes.pop(number, None)

    def drop(self, numbers: Iterable[int]) -> None:
        """These markers are known no longer."""
        for number in numbers:
            if self.markers.pop(number, None) is not None:
                self._lift()

    def near(self, mask: Mask) -> list[int]:
        """The numbers of the markers that lie in set blocks, sorted."""
        if not mask.any():
            return []
        self._lay_out()
        return [number for number, yes in zip(self._order, touching(mask, self._corners).tolist(), strict=True) if yes]

    def corners_of(self, numbers: Iterable[int]) -> Floats:
        """The corners (N, 4, 2) of some known markers; not to be changed."""
        self._lay_out()
        return self._corners[[self._row[number] for number in numbers]]

    def typical_side_px(self) -> float:
        """The usual length of a marker's side."""
        if not self.markers:
            return USUAL_SIDE_PX
        self._lay_out()
        return self._side_px

    def verify(self, grey: Image, patterns: Patterns, changed: Mask) -> tuple[dict[int, MarkerDetection], list[int]]:
        """The markers that are still where they were, and the numbers of the others.

        Looks at those in changed blocks and, in turn, at a share of those where nothing changed.
        """
        self._lay_out()
        stale = np.isnan(self._like) | touching(changed, self._corners)
        share = IN_TURN * (2 if changed.any() else 1)
        stale[self._turn % share :: share] = True
        self._turn += 1
        if stale.any():
            numbers = self._numbers[stale]
            self._like[stale] = likeness(grey, self._corners[stale], patterns, numbers)
        here = (self._like >= STILL_THERE).tolist()
        markers = self.markers
        there = {number: markers[number] for number, yes in zip(self._order, here, strict=True) if yes}
        return there, [number for number, yes in zip(self._order, here, strict=True) if not yes]

    def _lay_out(self) -> None:
        """The markers as arrays in the order of their numbers."""
        if self._laid_out:
            return
        self._order = sorted(self.markers)
        self._row = {number: row for row, number in enumerate(self._order)}
        self._numbers = np.array(self._order, dtype=np.int64)
        corners = [self.markers[number].corners_px for number in self._order]
        self._corners: Floats = together(corners)
        self._side_px = float(np.median(sides_px(self._corners))) if corners else USUAL_SIDE_PX
        self._like = np.array([self._likes.get(number, np.nan) for number in self._order])
        self._laid_out = True

    def _lift(self) -> None:
        """Other markers are known than are laid out; how like their patterns the others were is kept."""
        if self._laid_out:
            self._likes = dict(zip(self._order, self._like.tolist(), strict=True))
            self._laid_out = False
