"""Markers from frame to frame: looks where they were, searches where something changed, and everywhere when lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from skimage.measure import label, regionprops

from referee.vision.change import BLOCK, SHRINK, ChangeWatch
from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE, SMALL_SIDE_PX, SURE_COPY, Finder, Found, side_px
from referee.vision.sampling import cell_values
from referee.vision.scene import Image, MarkerDetection

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

STILL_THERE = 0.80
MOVED_PX = 1.0
DRIFT_PX = 0.7
CHECKED_A_FRAME = 12
SETTLING = 0.3
SETTLED_PX = 0.12
WHOLE_SHARE = 0.45
MUCH_MOVING = 0.3
BLOCK_PX = BLOCK * SHRINK


@dataclass(frozen=True, eq=False)
class Tracked:
    """The markers of one frame.

    Attributes
    ----------
    markers : every marker seen in this frame, by number.
    copies : sure markers whose number was already found elsewhere.
    whole : whether the whole picture was searched.
    bumped : whether what lies still has moved all together: the camera or the table was pushed.
    """

    markers: dict[int, MarkerDetection]
    copies: tuple[MarkerDetection, ...]
    whole: bool
    bumped: bool


class Tracker:
    """Follows the markers of one kit.

    Parameters
    ----------
    finder : finds markers anywhere.
    fixed_ids : numbers that lie still; they tell a bump from a move.
    piece_of : which piece each number is on; a piece may show another face.
    """

    def __init__(self, finder: Finder, fixed_ids: frozenset[int], piece_of: Mapping[int, str]) -> None:
        self.finder = finder
        self.change = ChangeWatch()
        self._fixed = fixed_ids
        self._piece_of = piece_of
        self._known: dict[int, MarkerDetection] = {}
        self._home: dict[int, MarkerDetection] = {}
        self._shape: tuple[int, ...] = ()
        self._next_check = 0
        self._drift: list[float] = []

    def reset(self) -> None:
        """Forget everything; the next frame is searched whole."""
        self._known, self._home, self._shape, self._drift = {}, {}, (), []
        self.change.reset()

    def expect(self, corners_px: dict[int, Floats]) -> None:
        """Say where markers must be that have not been seen yet (covered when the rest of their piece was found)."""
        for number, corners in corners_px.items():
            self._known.setdefault(number, MarkerDetection(number, corners, 0.0))

    def forget(self, numbers: Iterable[int]) -> None:
        """These markers are no longer there: what carried them was turned over."""
        for number in numbers:
            self._known.pop(number, None)
            self._home.pop(number, None)

    def look(self, grey: Image, hand: Mask) -> Tracked:
        """The markers of the next frame; `hand` are the blocks that a hand was over in the last one."""
        if grey.shape != self._shape or len(self._fixed & self._known.keys()) == 0:
            self._shape = grey.shape
            self.change.feed(grey)
            return self._search_whole(grey, first=True)
        self.change.feed(grey)
        there, gone, pushed = self._verify(grey)
        if pushed:
            return self._search_whole(grey, first=False)
        if self._lost(gone):
            if hand.any() and float(self.change.moving.mean()) > MUCH_MOVING:
                return Tracked(there, (), False, False)  # a sleeve over everything: wait until it is still
            return self._search_whole(grey, first=False)
        if self._check_drift(grey, there):
            return self._search_whole(grey, first=False)
        self._go_home(grey, there)
        todo = self._todo(hand)
        if self._area(todo) > WHOLE_SHARE * grey.size and not hand.any():
            return self._search_whole(grey, first=False)
        copies = self._join(there, self._search(grey, todo, thorough=False))
        if not hand.any() and todo.any() and self._pieces_missing(there):
            copies += self._join(there, self._search(grey, todo, thorough=True))
            self._forget_loose(there)
        elif self.change.rested.any():
            copies += self._join(there, self._search(grey, todo & self.change.rested, thorough=True))
        self._keep_homes(there)
        return Tracked(there, tuple(copies), False, False)

    # -- looking where they were ----------------------------------------------------------------------------------

    def _verify(self, grey: Image) -> tuple[dict[int, MarkerDetection], list[int], bool]:
        """Which known markers are still where they were, and which not; those in changed blocks get their corners anew.

        Also whether nearly all that lies still has moved a little.
        """
        numbers = np.array(sorted(self._known), dtype=np.int64)
        corners = np.stack([self._known[int(n)].corners_px for n in numbers])
        like = self.finder.patterns.likeness(cell_values(grey, corners), numbers)
        there = {int(n): self._known[int(n)] for n, value in zip(numbers, like, strict=True) if value >= STILL_THERE}
        gone = [int(n) for n, value in zip(numbers, like, strict=True) if value < STILL_THERE]
        near = self._near(self.change.unsearched, corners)
        touched = [int(n) for n, changed in zip(numbers, near, strict=True) if int(n) in there and changed]
        again = self._refined(grey, [there[n] for n in touched])
        if self._pushed(there, touched, again):
            return there, gone, True
        for number, marker in zip(touched, again, strict=True):
            if marker is None:
                del there[number]
                gone.append(number)
            else:
                there[number] = self._known[number] = marker
        return there, gone, False

    def _pushed(
        self, there: dict[int, MarkerDetection], touched: list[int], again: list[MarkerDetection | None]
    ) -> bool:
        """Whether most still markers in view were just measured elsewhere, all shifted alike."""
        shifts = [
            (fresh.corners_px - there[number].corners_px).mean(axis=0)
            for number, fresh in zip(touched, again, strict=True)
            if fresh is not None and number in self._fixed and there[number].margin > 0.0
        ]
        if len(shifts) < max(4, 0.5 * len(self._fixed & there.keys())):
            return False
        middle = np.median(shifts, axis=0)
        spread = float(np.median(np.abs(np.array(shifts) - middle)))
        return float(np.hypot(*middle)) > DRIFT_PX and spread < DRIFT_PX

    def _go_home(self, grey: Image, there: dict[int, MarkerDetection]) -> None:
        """Look for missing markers where they last stood undisturbed: half covered, they may have been misread."""
        missing = [n for n in self._home if n not in there and self._home[n] is not self._known.get(n)]
        for marker in self._refined(grey, [self._home[n] for n in missing]):
            if marker is not None:
                there[marker.marker_id] = self._known[marker.marker_id] = marker

    def _keep_homes(self, there: dict[int, MarkerDetection]) -> None:
        """Remember where markers stand in parts of the picture where nothing moves."""
        if there:
            markers = list(there.values())
            near = self._near(self.change.moving, np.stack([m.corners_px for m in markers]))
            self._home.update((m.marker_id, m) for m, moving in zip(markers, near, strict=True) if not moving)

    def _refined(self, grey: Image, markers: list[MarkerDetection]) -> list[MarkerDetection | None]:
        """Markers with fresh corners, the same object when they did not move, None when the edges are not there."""
        if not markers:
            return []
        old = np.stack([marker.corners_px for marker in markers])
        corners, quality = refine(grey, old)
        # Another face of a die may lie just where this one lay, and be rather like it: it must be the best match too.
        read = self.finder.patterns.decode(cell_values(grey, corners))
        same = (read.marker_ids == np.array([m.marker_id for m in markers])) & (read.turns == 0)
        like = np.where(same, read.likeness, -1.0)
        fresh: list[MarkerDetection | None] = []
        for index, marker in enumerate(markers):
            if quality[index] < EDGE_SHARE or like[index] < STILL_THERE:
                fresh.append(None)
            elif float(np.abs(corners[index] - old[index]).max()) < 0.3 and marker.margin > 0.0:
                fresh.append(marker)
            else:
                margin = max(marker.margin, min(1.0, max(0.3, (float(like[index]) - STILL_THERE) * 6.0)))
                fresh.append(MarkerDetection(marker.marker_id, corners[index], margin))
        return fresh

    @staticmethod
    def _near(mask: Mask, corners_px: Floats) -> NDArray[np.bool_]:
        """Which markers (N, 4, 2) touch one of these blocks with a corner or their middle, (N,)."""
        points = np.concatenate([corners_px, corners_px.mean(axis=1, keepdims=True)], axis=1)
        blocks = (points // BLOCK_PX).astype(int)
        columns = np.clip(blocks[..., 0], 0, mask.shape[1] - 1)
        rows = np.clip(blocks[..., 1], 0, mask.shape[0] - 1)
        return np.asarray(mask[rows, columns].any(axis=1))

    def _lost(self, gone: list[int]) -> bool:
        """Whether so much of what lies still is gone that the view itself must have changed."""
        fixed = self._fixed & self._known.keys()
        missing = self._fixed & set(gone)
        return len(missing) > 0.6 * len(fixed)

    def _check_drift(self, grey: Image, there: dict[int, MarkerDetection]) -> bool:
        """Measure some still markers again, in turn; True when they have all moved a little, the same way."""
        still = sorted(n for n in there if n in self._fixed)
        if len(still) < 4:
            return False
        count = min(CHECKED_A_FRAME, len(still))
        chosen = [still[(self._next_check + i) % len(still)] for i in range(count)]
        self._next_check = (self._next_check + count) % len(still)
        old = np.stack([there[n].corners_px for n in chosen])
        corners, quality = refine(grey, old, passes=1)
        shift = (corners - old).mean(axis=1)
        good = quality >= EDGE_SHARE
        if int(good.sum()) < 4:
            return False
        self._settle(chosen, corners, old, good, there)
        middle = np.median(shift[good], axis=0)
        spread = float(np.median(np.abs(shift[good] - middle)))
        self._drift = [*self._drift[-2:], float(np.hypot(*middle))]
        return len(self._drift) == 3 and min(self._drift) > DRIFT_PX and spread < DRIFT_PX

    def _settle(
        self,
        chosen: list[int],
        corners: Floats,
        old: Floats,
        good: NDArray[np.bool_],
        there: dict[int, MarkerDetection],
    ) -> None:
        """Move the remembered corners of what lies still a little towards each new measurement: noise averages out."""
        for index in np.flatnonzero(good):
            step = corners[index] - old[index]
            if SETTLED_PX < float(np.abs(step).max()) < DRIFT_PX:
                marker = there[chosen[index]]
                better = MarkerDetection(marker.marker_id, old[index] + SETTLING * step, marker.margin)
                there[chosen[index]] = self._known[chosen[index]] = better

    # -- searching ------------------------------------------------------------------------------------------------

    def _search_whole(self, grey: Image, first: bool) -> Tracked:
        found = self.finder.find(grey)
        markers = {marker.marker_id: marker for marker in found.detections}
        bumped = not first and self._all_shifted(markers)
        if bumped or first:
            self._known, self._home = dict(markers), {}
            self.change.all_clean()
        else:
            self._known.update(markers)
        self._drift = []
        self.change.all_understood()
        return Tracked(markers, found.copies, True, bumped)

    def _all_shifted(self, markers: dict[int, MarkerDetection]) -> bool:
        """Whether most still markers are elsewhere than they were."""
        both = [n for n in markers if n in self._fixed and n in self._known]
        if len(both) < 4:
            return False
        shifts = np.stack([(markers[n].corners_px - self._known[n].corners_px).mean(axis=0) for n in both])
        return float((np.hypot(shifts[:, 0], shifts[:, 1]) > DRIFT_PX / 2).mean()) > 0.6

    def _todo(self, hand: Mask) -> Mask:
        """Blocks to search: what changed; but under a hand, and where it moves on, only when the hand is gone."""
        todo = self.change.unsearched
        return todo & ~self.change.moving & ~hand if hand.any() else todo

    def _area(self, todo: Mask) -> int:
        boxes = _boxes(todo, self._typical_side())
        return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)

    def _search(self, grey: Image, todo: Mask, thorough: bool) -> Found:
        """Markers in some blocks and a marker's side around them."""
        if not todo.any():
            return Found(())
        side = self._typical_side()
        boxes = [_clipped(box, grey.shape) for box in _boxes(todo, side)]
        return self.finder.find_in(grey, boxes, side, thorough)

    def _join(self, there: dict[int, MarkerDetection], found: Found) -> list[MarkerDetection]:
        """Add markers found where something changed to those still in place; returns sure copies of the latter."""
        copies = list(found.copies)
        for marker in sorted(found.detections, key=lambda m: -m.margin):
            old = there.get(marker.marker_id)
            if old is None:
                there[marker.marker_id] = self._known[marker.marker_id] = marker
            elif _distance(old, marker) > 0.7 * side_px(old.corners_px):
                if min(marker.margin, old.margin) >= SURE_COPY:
                    copies.append(marker)
            elif float(np.abs(old.corners_px - marker.corners_px).max()) > MOVED_PX:
                there[marker.marker_id] = self._known[marker.marker_id] = marker
        return copies

    def _pieces_missing(self, there: dict[int, MarkerDetection]) -> bool:
        """Whether a loose piece known until now is nowhere, with none of its faces."""
        loose = {self._piece_of[n] for n in self._known if n not in self._fixed and n in self._piece_of}
        return not loose <= {self._piece_of[n] for n in there if n in self._piece_of}

    def _forget_loose(self, there: dict[int, MarkerDetection]) -> None:
        """Everything was tried: what is still missing is covered or gone. Where it last stood stays known."""
        self._known = {n: m for n, m in self._known.items() if n in there or n in self._fixed}

    def _typical_side(self) -> float:
        sides = [side_px(marker.corners_px) for marker in self._known.values()]
        return float(np.median(sides)) if sides else SMALL_SIDE_PX


def _boxes(blocks: Mask, side_px: float) -> list[tuple[int, int, int, int]]:
    """Pixel boxes (left, top, right, bottom) around connected changed blocks, with room for a marker on each side."""
    room = round(1.2 * side_px)
    regions = regionprops(label(blocks, connectivity=2))  # type: ignore[no-untyped-call]
    return [
        (
            region.bbox[1] * BLOCK_PX - room,
            region.bbox[0] * BLOCK_PX - room,
            region.bbox[3] * BLOCK_PX + room,
            region.bbox[2] * BLOCK_PX + room,
        )
        for region in regions
    ]


def _clipped(box: tuple[int, int, int, int], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    return max(box[0], 0), max(box[1], 0), min(box[2], shape[1]), min(box[3], shape[0])


def _distance(a: MarkerDetection, b: MarkerDetection) -> float:
    return float(np.hypot(*(a.corners_px.mean(axis=0) - b.corners_px.mean(axis=0))))
