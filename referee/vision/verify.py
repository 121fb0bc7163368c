"""The markers known from earlier pictures, and whether each is still where it was.

Those that may have moved are measured again: fresh corners, or the knowledge that they are no longer seen there. A
hand's edge may run where a marker's own edge was, straight enough to pass for it. An intact marker keeps its shape when
it moves a little; one that lost an edge and changed its shape is placed by the edges that it still shows.

Pictures of a camera that trembles are put back to where it stood: everything after sees a camera at rest. Only the
first picture of a trembling is told as a bump. What is measured is how far the markers that lie still are shifted,
turned and zoomed, all together, from where they are known; what moves on the table by itself does not count. So too a
camera whose focus breathes. One that has come to rest elsewhere is left to the tracker again, which tells the bump and
finds the board anew.

So too whether what lies still has moved all together, by a lot or by a little: the camera or the table was pushed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import touching
from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE
from referee.vision.likelihood import STILL_THERE, margin_there
from referee.vision.motion import NOT_MOVED, Motion, motion_between
from referee.vision.numbers import A_SECOND, BENT_PX, FEW, FEWEST, IN_TURN, MOST, SOME, USUAL_SIDE_PX
from referee.vision.reading import UNREAD, Patterns, likeness, read
from referee.vision.scene import Floats, Image, MarkerDetection, Mask
from referee.vision.shapes import sides_px, together


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


def measured_again(
    grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns, same_px: float = SAME_PX
) -> list[MarkerDetection | None]:
    """Markers with fresh corners, the same object when they did not move, None when they are not seen there."""
    if not markers:
        return []
    old = together(marker.corners_px for marker in markers)
    # Another face of a die may lie just where this one lay, and be rather like it: it must be the best match too.
    seen = read(grey, old, patterns, passes=2, enough=EDGE_SHARE)
    corners, code, like = seen.corners_px, seen.code, seen.likeness
    bent = np.flatnonzero(_bent(old, corners))
    if len(bent):
        corners[bent] = held_in_shape(old[bent], corners[bent])
        again = read(grey, corners[bent], patterns, passes=0, enough=0.0)
        code[bent], like[bent] = again.code, again.likeness
    like = np.where(code == patterns.rows(np.array([marker.marker_id for marker in markers])), like, UNREAD)
    shift = np.abs(corners - old).max(axis=(1, 2)).tolist()
    stays = [moved_px < same_px and marker.margin > 0.0 for moved_px, marker in zip(shift, markers, strict=True)]
    return [_fresh(*each) for each in zip(markers, corners, like.tolist(), stays, strict=True)]


def held_in_shape(old: Floats, new: Floats) -> Floats:
    """Corners (N, 4, 2) of markers with the shape of `old`, where `new` ones, one edge of which is wrong, put them.

    Two neighbouring corners of `new` lie on three edges. Of the four such pairs the one counts whose three edges have
    turned alike and whose distance has not changed, to `BENT_PX`; when there is none, nothing is known that is better
    than `old`.
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
    known = (change * np.abs(np.roll(before, -1, axis=1) - before))[every, best] <= BENT_PX
    return _points(np.where(known[:, None], placed, before))


def _bent(old: Floats, new: Floats) -> Mask:
    """Which markers (N, 4, 2) are not just moved, turned and grown: (N,)."""
    before, after = _complex(old), _complex(new)
    a, b = before - before.mean(axis=1, keepdims=True), after - after.mean(axis=1, keepdims=True)
    scale = (np.conj(a) * b).sum(axis=1) / np.maximum((np.abs(a) ** 2).sum(axis=1), 1e-9)
    off = np.abs(b - scale[:, None] * a).max(axis=1)
    return np.asarray(off > BENT_PX)


def _fresh(marker: MarkerDetection, corners: Floats, like: float, stays: bool) -> MarkerDetection | None:
    if like <= STILL_THERE:
        return None
    if stays:
        return marker
    return MarkerDetection(marker.marker_id, corners, max(marker.margin, margin_there(like)))


def _complex(corners: Floats) -> NDArray[np.complex128]:
    return np.asarray(corners[..., 0] + 1j * corners[..., 1])


def _points(numbers: NDArray[np.complex128]) -> Floats:
    return np.asarray(np.stack([numbers.real, numbers.imag], axis=-1))


MOST_PX, MOST_GROWN = 6.0, 0.04
"""A camera shifted further, or turned (radians) and zoomed by more, from where it stood does not tremble: a bump."""


class Steadier:
    """Measures how far the camera has swung, while `awake`: since a known table had to be searched as a whole."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """The camera is taken to stand still."""
        self.awake = False
        self._swings: list[Floats] = []

    def wake(self) -> None:
        """The known table was found elsewhere: the camera may be trembling."""
        self.reset()
        self.awake = True

    def guess(self, still: Sequence[MarkerDetection]) -> Floats:
        """The homography (3, 3) of the usual swing, of markers that lie still, where they were last known."""
        if not self._swings or not still:
            return NOT_MOVED
        ends = _ends(still)
        there = ends + np.median(self._swings, axis=0)
        way = cv2.getPerspectiveTransform(ends.astype(np.float32), there.astype(np.float32))
        return np.asarray(way, dtype=np.float64)

    def trembles(self, motion: Motion, still: Sequence[MarkerDetection]) -> bool:
        """Whether this motion is to be undone; one that no longer changes ends the trembling."""
        ends = _ends(still)
        swung = motion.applied(ends) - ends
        shift, reach_px = swung.mean(axis=0), float(np.hypot(*(ends - ends.mean(axis=0)).T).max())
        grown = float(np.hypot(*(swung - shift).T).max())
        if math.hypot(*shift) > MOST_PX or grown > MOST_GROWN * reach_px:
            return False
        self._swings = [*self._swings, swung][-A_SECOND:]
        if len(self._swings) == A_SECOND and float(np.ptp(self._swings, axis=0).max()) < SAME_PX:
            self.reset()
            return False
        # the eye bears less, and each picture put back is a little softer
        return float(np.abs(swung).max()) > SAME_PX / 2.0


def _ends(still: Sequence[MarkerDetection]) -> Floats:
    """The corners (4, 2) of the part of the picture that shows these markers."""
    middles = together(marker.corners_px for marker in still).mean(axis=1)
    (left, top), (right, bottom) = middles.min(axis=0), middles.max(axis=0)
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def put_back(image: Image, swing: Motion) -> Image:
    """The picture (H, W) or (H, W, 3) as it would be without the swing."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (image.shape[1], image.shape[0])
    steady = cv2.warpPerspective(image, swing.way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(steady, dtype=np.uint8)


class StillWatch:
    """Whether what lies still is where it was.

    Parameters
    ----------
    fixed_ids : numbers of the markers that lie still.
    """

    def __init__(self, fixed_ids: frozenset[int]) -> None:
        self._fixed = fixed_ids
        self._next = 0
        self.reset()

    def reset(self) -> None:
        """The view is a new one."""
        self._pushed = 0

    def moved(
        self, grey: Image, there: dict[int, MarkerDetection], gone: int, touched: Sequence[int], known: KnownMarkers
    ) -> bool:
        """Whether most still markers are gone, or were just measured a little elsewhere, all shifted alike.

        Measured are those `touched`, where these are most, else a few in turn. The remembered corners of the latter, in
        `there` and `known`, are moved a little towards each new measurement: noise averages out.

        Parameters
        ----------
        there, gone : the markers seen where they were, and how many still ones are not.
        touched : numbers of those where something has changed.
        """
        still = [number for number in there if number in self._fixed]
        if gone > MOST * (len(still) + gone):
            return True
        if len(still) < FEW:
            return False
        chosen = [number for number in touched if number in self._fixed]
        in_turn = len(chosen) <= len(still) / 2
        if in_turn:
            chosen = [still[(self._next + i) % len(still)] for i in range(min(SOME, len(still)))]
            self._next = (self._next + len(chosen)) % len(still)
        old = together(there[number].corners_px for number in chosen)
        corners, quality = refine(grey, old, passes=1 if in_turn else 2)
        good = quality >= EDGE_SHARE
        if int(good.sum()) < FEW:
            return False
        if in_turn:
            largest = np.abs(corners - old).max(axis=(1, 2))
            for index in np.flatnonzero(good & (largest > SAME_PX / 2.0) & (largest < BENT_PX)).tolist():
                marker = there[chosen[index]]
                closer = old[index] + (corners[index] - old[index]) / FEWEST
                there[marker.marker_id] = MarkerDetection(marker.marker_id, closer, marker.margin)
                known.put(there[marker.marker_id])
        self._pushed = self._pushed + int(good.sum()) if _pushed(old[good], corners[good]) else 0
        return self._pushed >= min(len(still) / 2, FEWEST * SOME)


def _pushed(old: Floats, new: Floats) -> bool:
    """Whether some markers (N, 4, 2) have all gone together, further than one alone may stray."""
    if float(np.median(np.hypot(*(new - old).mean(axis=1).T))) <= BENT_PX:
        return False
    motion = motion_between(old, new)
    return motion is not None and motion.alike > MOST and motion.far_px > BENT_PX
