"""The markers known from earlier pictures, and whether each is still where it was.

Those that may have moved are measured again: fresh corners, or the knowledge that they are no longer seen there. A
hand's edge may run where a marker's own edge was, straight enough to pass for it. An intact marker keeps its shape when
it moves a little; one that lost an edge and changed its shape is placed by the edges that it still shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import Mask, touching
from referee.vision.finder import EDGE_SHARE
from referee.vision.numbers import IN_TURN, USUAL_SIDE_PX
from referee.vision.patterns import Patterns
from referee.vision.reading import UNREAD, likeness, read
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import sides_px, together

Floats = NDArray[np.float64]

STILL_THERE = 0.80
"""Correlation with its pattern from which a marker is still where it was; with a coin on it at most 0.47 was seen."""


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


SAME_PX = 0.3
"""Corners that moved less are the same: they would only bring noise."""
ALL_EDGES = 0.95
"""Edge quality from which all four edges are in full view, and the new corners are believed whatever they are."""
BENT_PX = 0.5
"""So far a corner may be from where the known shape puts it."""
CHANGED = 0.03
"""So much may the three visible edges of a half covered marker have turned against each other (in radians) and the side
between them have grown (as a share), together."""


def measured_again(grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns) -> list[MarkerDetection | None]:
    """Markers with fresh corners, the same object when they did not move, None when they are not seen there."""
    if not markers:
        return []
    old = together(marker.corners_px for marker in markers)
    # Another face of a die may lie just where this one lay, and be rather like it: it must be the best match too.
    seen = read(grey, old, patterns, passes=2, enough=EDGE_SHARE)
    corners, code, like = seen.corners_px, seen.code, seen.likeness
    bent = np.flatnonzero(seen.quality < ALL_EDGES)
    if len(bent):
        bent = bent[_bent(old[bent], corners[bent])]
    if len(bent):
        corners[bent] = held_in_shape(old[bent], corners[bent])
        again = read(grey, corners[bent], patterns, passes=0, enough=0.0)
        code[bent], like[bent] = again.code, again.likeness
    like = np.where(code == patterns.rows(np.array([marker.marker_id for marker in markers])), like, UNREAD)
    shift = np.abs(corners - old).max(axis=(1, 2)).tolist()
    return [_fresh(*each) for each in zip(markers, corners, like.tolist(), shift, strict=True)]


def held_in_shape(old: Floats, new: Floats) -> Floats:
    """Corners (N, 4, 2) of markers with the shape of `old`, where `new` ones, one edge of which is wrong, put them.

    Two neighbouring corners of `new` lie on three edges. Of the four such pairs the one counts whose three edges have
    turned alike and whose distance has not changed; when there is none, nothing is known that is better than `old`.
    """
    before, after = _complex(old), _complex(new)
    grown = (np.roll(after, -1, axis=1) - after) / (np.roll(before, -1, axis=1) - before)
    length, turn = np.maximum(np.abs(grown), 1e-9), np.angle(grown)
    three = np.stack([np.roll(turn, 1, axis=1), turn, np.roll(turn, -1, axis=1)])
    change = np.abs(np.log(length)) + np.ptp(three, axis=0)
    best, every = change.argmin(axis=1), np.arange(len(old))
    beside = (best + 1) % 4
    middle, there = ((at[every, best] + at[every, beside]) / 2.0 for at in (before, after))
    turned = (grown / length)[every, best]
    placed = there[:, None] + turned[:, None] * (before - middle[:, None])
    known = change[every, best] <= CHANGED
    return _points(np.where(known[:, None], placed, before))


def _bent(old: Floats, new: Floats) -> NDArray[np.bool_]:
    """Which markers (N, 4, 2) are not just moved, turned and grown: (N,)."""
    before, after = _complex(old), _complex(new)
    a, b = before - before.mean(axis=1, keepdims=True), after - after.mean(axis=1, keepdims=True)
    scale = (np.conj(a) * b).sum(axis=1) / np.maximum((np.abs(a) ** 2).sum(axis=1), 1e-9)
    off = np.abs(b - scale[:, None] * a).max(axis=1)
    return np.asarray(off > BENT_PX)


def _fresh(marker: MarkerDetection, corners: Floats, like: float, shift: float) -> MarkerDetection | None:
    if like < STILL_THERE:
        return None
    if shift < SAME_PX and marker.margin > 0.0:
        return marker
    margin = max(marker.margin, min(1.0, max(0.3, (like - STILL_THERE) * 6.0)))
    return MarkerDetection(marker.marker_id, corners, margin)


def _complex(corners: Floats) -> NDArray[np.complex128]:
    return np.asarray(corners[..., 0] + 1j * corners[..., 1])


def _points(numbers: NDArray[np.complex128]) -> Floats:
    return np.asarray(np.stack([numbers.real, numbers.imag], axis=-1))
