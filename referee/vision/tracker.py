"""Markers from frame to frame: looks where they were, searches where something changed, and everywhere when lost.

At rest it looks over the whole picture too, a part at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from referee.vision.blocks import Box, away_from, boxes_px, clear_around
from referee.vision.change import ChangeWatch
from referee.vision.copies import ELSEWHERE, KnownCopies, only_mirrored, without_sheet
from referee.vision.doubts import RollingScan, Survey
from referee.vision.finder import NO_QUADS, Finder, Found
from referee.vision.motion import Motion, motion_of, motion_seen
from referee.vision.numbers import ALL_BUT, STILL_PX, SURE_MARGIN
from referee.vision.scene import Floats, Image, MarkerDetection, Mask
from referee.vision.shapes import apart_px, same_place, side_px, together
from referee.vision.verify import SAME_PX, KnownMarkers, StillWatch, measured_again

ROOM = 1.2
"""Marker sides around a changed block that are searched too."""


class View(Enum):
    """How much of a picture must be searched, after a look at where the markers were."""

    FIRST = "as a first one"
    MOVED = "whole, as what lies still is not where it was"
    DARK = "not at all while most of it moves"
    BUMPED = "where it changed, what was known being carried along"
    KNOWN = "where it changed"


@dataclass(frozen=True, eq=False)
class Verified:
    """Which of the known markers are where they were, by number, and those that are not."""

    there: dict[int, MarkerDetection]
    gone: tuple[MarkerDetection, ...]
    view: View = View.FIRST


@dataclass(frozen=True, eq=False)
class Tracked:
    """The markers of one frame.

    Attributes
    ----------
    markers : every marker seen in this frame, by number.
    copies : second prints: sure markers of a number, or of a piece's other face, that is already seen elsewhere.
    whole : whether the whole picture was searched.
    bumped : whether what lies still has moved all together: the camera or the table was pushed.
    twins : numbers all of whose prints are copies, because two lay there at the very first sight.
    mirrored : markers that are read only in the mirror.
    in_mirror : how many numbers are read in the mirror at all, where the whole picture was searched.
    tried : (N, 4, 2) the quadrangles that were looked at.
    """

    markers: dict[int, MarkerDetection]
    copies: tuple[MarkerDetection, ...]
    whole: bool
    bumped: bool
    twins: frozenset[int] = frozenset()
    mirrored: tuple[MarkerDetection, ...] = ()
    in_mirror: int = 0
    tried: Floats = field(default_factory=lambda: NO_QUADS)


class Tracker:
    """Follows the markers of one kit.

    Parameters
    ----------
    finder : finds markers anywhere.
    fixed_ids : numbers that lie still; they tell a bump from a move.
    piece_of : which piece each number is on; a piece may show another face.
    other_faces : the numbers on the other faces of a number's piece.
    """

    def __init__(
        self,
        finder: Finder,
        fixed_ids: frozenset[int],
        piece_of: Mapping[int, str],
        other_faces: Mapping[int, frozenset[int]],
    ) -> None:
        self.finder = finder
        self.change = ChangeWatch()
        self._fixed = fixed_ids
        self._piece_of = piece_of
        self._other_faces = other_faces
        self._known = KnownMarkers()
        self._copies = KnownCopies(piece_of)
        self._mirrored = KnownCopies(piece_of)
        self._scan = RollingScan(finder)
        self._survey = Survey()
        self._still = StillWatch(fixed_ids)
        self.reset()

    def reset(self) -> None:
        """Forget everything; the next frame is searched whole."""
        self._known.replace(())
        self._home: dict[int, MarkerDetection] = {}
        self._shape: tuple[int, ...] = ()
        self._in_vain = False
        self._flat: Floats | None = None
        self._survey.end()
        self._copies.reset()
        self._mirrored.reset()
        self._copies_px = NO_QUADS
        self._tried: list[Floats] = []
        self._scan.reset()
        self._still.reset()
        self.change.reset()

    @property
    def still(self) -> list[MarkerDetection]:
        """The markers that lie still, where they were last known: those that have been seen."""
        return [m for n, m in self._known.markers.items() if n in self._fixed and m.margin > 0.0]

    def expect(self, corners_px: Mapping[int, Floats]) -> None:
        """Say where markers must be that have not been seen yet (covered when the rest of their piece was found)."""
        for number, corners in corners_px.items():
            if number not in self._known.markers:
                self._known.put(MarkerDetection(number, corners, 0.0))

    def corners_px(self, numbers: Iterable[int]) -> Floats:
        """The corners (N, 4, 2) of some markers of the newest frame; not to be changed."""
        return self._known.corners_of([number for number in numbers if number in self._known.markers])

    def forget(self, numbers: Iterable[int]) -> None:
        """These markers are no longer there: what carried them was turned over."""
        gone = list(numbers)
        self._known.drop(gone)
        for number in gone:
            self._home.pop(number, None)

    def verify(self, grey: Image, hand: Mask, motion: Motion | None = None) -> Verified:
        """Which markers are where they were in the next frame, of which `change` was told, and what must be searched.

        `hand` are the blocks that a hand was over in the last one, `motion` how the picture moved, if that is known.
        """
        self._tried = []
        if grey.shape != self._shape or self._fixed.isdisjoint(self._known.markers):
            self._shape = grey.shape
            return Verified({}, ())
        moving = self.change.moving
        there, gone = self._known.verify(grey, self.finder.patterns, moving | self.change.unsearched)
        touched, missing = self._touched(there), len(self._fixed.intersection(gone))
        if not self._still.moved(grey, there, missing, touched, self._known):
            view, self._in_vain = View.KNOWN, False
            self._measure_again(grey, there, gone, touched)
            self._go_home(grey, there)
        elif self._in_vain and hand.any() and float(moving.mean()) > 1.0 - ALL_BUT:
            view = View.DARK  # a sleeve over everything: wait until it is still
        else:
            view = View.MOVED
            motion = motion or motion_seen(grey, self.still, self.finder, self.change.shifted())
            if motion is not None and motion.told:
                view = View.BUMPED
                there, gone = self._carry(grey, motion)
        return Verified(there, tuple(self._known.markers[number] for number in gone if number not in there), view)

    def search(self, grey: Image, hand: Mask, verified: Verified) -> Tracked:
        """The markers of the frame: those verified, and what is found in the rest that must be searched."""
        there, view = verified.there, verified.view
        if view is View.DARK:
            return self._tracked(there)
        if view is View.BUMPED:
            missed = any(m.margin > 0.0 and n not in there for n, m in self._known.markers.items())
            if not missed:  # then prints that went along explain what differs where they are
                clear_around(self.change.unsearched, self._known.corners_of(there))
            self._find_in(grey, there, self._boxes(self.change.unsearched), thorough=False)
            self._understood(grey, missed)
            return replace(self._tracked(there), bumped=True)
        if view is not View.KNOWN:
            tracked = self._search_whole(grey, first=view is View.FIRST)
            self._in_vain = view is View.MOVED and not tracked.bumped
            return tracked
        todo = self._todo(hand)
        boxes = self._boxes(todo)
        busy = self.change.moving | hand if hand.any() else self.change.moving
        self._copies_px = self._copies.verify(grey, self.finder.patterns, busy)
        for marker in self._copies.freed(self._known.markers):
            self._put(there, marker)
        self._mirrored.verify(grey, self.finder.patterns, busy)
        self._search_parts(grey, there, todo, boxes, hand)
        mean = self._survey.mean(grey, bool(self.change.moving.any()))
        if mean is not None:
            found = self._without_mirrored(self._found_anywhere(mean))
            self._join(there, found, better_px=SAME_PX / 10.0)
        elif hand.any():
            self._scan.pause()
        else:
            self._scan_on(grey, there, calm=not boxes and not self.change.moving.any())
        self._keep_homes(there, hand)
        return self._tracked(there)

    def _tracked(self, there: dict[int, MarkerDetection]) -> Tracked:
        tried = np.concatenate(self._tried) if self._tried else NO_QUADS
        return Tracked(
            there, self._copies.markers, False, False, self._copies.twins, self._mirrored.markers, tried=tried
        )

    # -- looking where they were ----------------------------------------------------------------------------------

    def _touched(self, there: Mapping[int, MarkerDetection]) -> list[int]:
        """The numbers of markers in blocks that change, and of those that are elsewhere than undisturbed.

        Beside a hand the latter may have been measured wrong.
        """
        homes = self._home
        elsewhere = [n for n, now in there.items() if n in homes and homes[n] is not now]
        astray = {n for n in elsewhere if _moved(homes[n], there[n])}
        return [n for n in sorted(astray.union(self._known.near(self.change.restless))) if n in there]

    def _measure_again(
        self, grey: Image, there: dict[int, MarkerDetection], gone: list[int], touched: Sequence[int]
    ) -> None:
        """Take the corners of the markers `touched` anew."""
        again = measured_again(grey, [there[number] for number in touched], self.finder.patterns)
        for number, marker in zip(touched, again, strict=True):
            if marker is None:
                del there[number]
                gone.append(number)
            elif marker is not there[number]:
                self._put(there, marker)

    def _go_home(self, grey: Image, there: dict[int, MarkerDetection]) -> None:
        """Look for missing markers where they last stood undisturbed: half covered, they may have been misread."""
        known = self._known.markers
        missing = [home for n, home in self._home.items() if n not in there and home is not known.get(n)]
        for marker in measured_again(grey, missing, self.finder.patterns):
            if marker is not None:
                self._put(there, marker)

    def _keep_homes(self, there: dict[int, MarkerDetection], hand: Mask) -> None:
        """Remember where markers stand in parts of the picture where nothing moves, while no hand is over the table."""
        if hand.any():
            return
        moving = set(self._known.near(self.change.moving))
        self._home.update({n: m for n, m in there.items() if n not in moving} if moving else there)

    def _put(self, there: dict[int, MarkerDetection], marker: MarkerDetection) -> None:
        there[marker.marker_id] = marker
        self._known.put(marker)

    # -- searching ------------------------------------------------------------------------------------------------

    def _search_whole(self, grey: Image, first: bool) -> Tracked:
        found = self._found_anywhere(grey, first)
        self._flat = found.flat
        self._mirrored.reset()
        found = self._without_mirrored(found)
        if first:
            self._copies.reset()
        motion = motion_of({m.marker_id: m for m in self.still}, {m.marker_id: m for m in found.detections})
        bumped = not first and motion is not None and motion.told
        if bumped and motion is not None:
            self._carry(grey, motion)
        known = self._known.markers
        found = self._copies.tell_apart(found, known)
        markers = {marker.marker_id: marker for marker in found.detections}
        missed = any(m.margin > 0.0 and n not in markers for n, m in known.items())
        if bumped or first:
            self._known.replace(())
            self._home = {}
        for marker in found.detections:
            self._known.put(marker)
        if first:
            self.change.all_clean()
        self._understood(grey, (first or missed) if bumped or first else None)
        return replace(self._tracked(markers), whole=True, bumped=bumped, in_mirror=found.in_mirror)

    def _understood(self, grey: Image, survey: bool | None) -> None:
        """The whole picture is understood. A new view is surveyed where something is not seen; None for an old one."""
        if survey:
            self._survey.begin(grey)
        elif survey is not None:
            self._survey.end()
        self._still.reset()
        self._scan.reset()
        self.change.all_understood()

    def _carry(self, grey: Image, motion: Motion) -> tuple[dict[int, MarkerDetection], list[int]]:
        """The picture moved: what was known is looked for where it went along to; what is there, and what is gone."""
        carried = motion.carried(self._known.markers.values())
        again = measured_again(grey, carried, self.finder.patterns, same_px=0.0)
        self._known.replace(fresh or marker for marker, fresh in zip(carried, again, strict=True))
        self._home = {}
        for copies in (self._copies, self._mirrored):
            copies.carry(grey, self.finder.patterns, motion)
        self.change.bumped(motion.way)
        there = {marker.marker_id: marker for marker in again if marker is not None}
        self._copies_px = together(marker.corners_px for marker in self._copies.markers)
        return there, [number for number in self._known.markers if number not in there]

    def _found_anywhere(self, grey: Image, first: bool = False) -> Found:
        """What a whole picture shows; in the mirror as well where such a sheet lies, or not all is as it was."""
        seen = {number for number, marker in self._known.markers.items() if marker.margin > 0.0}
        sheet = bool(self._mirrored.markers) and not first
        known = frozenset() if first or sheet else seen  # what was never seen cannot be missed
        found = self.finder.find(grey, 0.0 if first else self._known.typical_side_px(), True, known, sheet)
        self._tried.append(found.tried)
        return found

    def _todo(self, hand: Mask) -> Mask:
        """Blocks to search: what changed; under a hand, and where it moves on, only when the hand is gone or rests.

        What moves far from it is something else: a card that is laid down while another one was taken for a hand.
        What rests may be no hand at all, but a new piece and its shadow.
        """
        todo = self.change.unsearched
        if not hand.any():
            return todo
        moving = self.change.moving
        return todo & ((~moving & (~hand | self.change.rested)) | away_from(hand, moving))

    def _boxes(self, todo: Mask) -> list[Box]:
        return boxes_px(todo, ROOM * self._known.typical_side_px(), self._shape) if todo.any() else []

    def _search_parts(
        self, grey: Image, there: dict[int, MarkerDetection], todo: Mask, boxes: Sequence[Box], hand: Mask
    ) -> None:
        """Add what is found in some boxes around the blocks `todo`."""
        if not boxes:
            return
        self._find_in(grey, there, boxes, thorough=False)
        if not hand.any() and self._pieces_missing(there):
            self._find_in(grey, there, boxes, thorough=True)
            self._forget_loose(there)
        elif (rested := todo & self.change.rested).any():
            self._find_in(grey, there, self._boxes(rested), thorough=True)

    def _find_in(self, grey: Image, there: dict[int, MarkerDetection], boxes: Sequence[Box], thorough: bool) -> None:
        """Add what is found in these boxes, those seen already left out.

        What is new and looks like a number in the mirror too may lie on a sheet that was printed so.
        """
        found = self._found_in(grey, there, boxes, thorough)
        new = [marker.corners_px for marker in found.detections if marker.marker_id not in self._known.markers]
        if new and self.finder.read_mirrored(grey, together(new), self._flat):
            found = self._without_mirrored(self._found_in(grey, there, boxes, thorough, mirror=True))
        self._join(there, found)

    def _found_in(
        self,
        grey: Image,
        there: dict[int, MarkerDetection],
        boxes: Sequence[Box],
        thorough: bool,
        mirror: bool = False,
    ) -> Found:
        seen_px = self._known.corners_of(there)
        if len(self._copies_px):
            seen_px = np.concatenate([seen_px, self._copies_px])
        side_px = self._known.typical_side_px()
        found = self.finder.find_in(grey, boxes, side_px, thorough, self._flat, seen_px, mirror)
        self._tried.append(found.tried)
        return found

    def _without_mirrored(self, found: Found) -> Found:
        """Remember what is read only in the mirror; what lies on the same sheet is no piece."""
        for marker in only_mirrored(found):
            self._mirrored.put(marker)
        return without_sheet(found, self._mirrored.markers, self._known.markers)

    def _scan_on(self, grey: Image, there: dict[int, MarkerDetection], calm: bool) -> None:
        """Look through a further part of the picture, and add what earlier parts showed once it is confirmed."""
        confirmed = self._scan.confirmed(grey)
        if confirmed.detections:
            corners = together(marker.corners_px for marker in confirmed.detections)
            mirrored = self.finder.read_mirrored(grey, corners, self._flat)
            self._join(there, self._without_mirrored(replace(confirmed, mirrored=mirrored)))
        box = self._scan.next_box(grey.shape, ROOM * self._known.typical_side_px(), calm)
        if box is not None:
            self._scan.found(self._without_mirrored(self._found_in(grey, there, (box,), thorough=False, mirror=True)))

    def _join(self, there: dict[int, MarkerDetection], found: Found, better_px: float = STILL_PX) -> None:
        """Add markers found somewhere to those still in place; sure second prints of the latter are kept apart.

        A loose piece's corners that differ by more than `better_px` are taken anew; what lies still is measured often.
        """
        for marker in sorted((*found.detections, *found.copies), key=lambda m: -m.margin):
            old = there.get(marker.marker_id)
            if self._copies.holds(marker):
                self._copies.put(marker)
            elif old is None:
                self._add(there, marker)
            elif not same_place(marker, old):
                self._keep_apart(there, old, marker)
            elif float(np.abs(old.corners_px - marker.corners_px).max()) > (
                STILL_PX if marker.marker_id in self._fixed else better_px
            ):
                self._put(there, marker)

    def _add(self, there: dict[int, MarkerDetection], marker: MarkerDetection) -> None:
        """A number is seen that was not: a piece came, unless another face of it lies elsewhere."""
        for number in self._other_faces.get(marker.marker_id, frozenset()) & there.keys():
            other = there[number]
            if min(other.margin, marker.margin) >= SURE_MARGIN and (
                apart_px(other.corners_px, marker.corners_px) > ELSEWHERE * side_px(other.corners_px)
            ):
                self._copies.put(marker)
                return
        self._put(there, self._as_known(marker))

    def _keep_apart(self, there: dict[int, MarkerDetection], old: MarkerDetection, marker: MarkerDetection) -> None:
        """A number is seen at two places: the print that lay there before a hand came is the piece."""
        if min(marker.margin, old.margin) < SURE_MARGIN:
            return
        home = self._home.get(marker.marker_id)
        if home is not None and min((marker, old), key=lambda m: apart_px(home.corners_px, m.corners_px)) is marker:
            self._put(there, marker)
            marker = old
        self._copies.put(marker)

    def _as_known(self, marker: MarkerDetection) -> MarkerDetection:
        """The marker as it was known before, when it is seen again just there."""
        before = self._known.markers.get(marker.marker_id)
        if before is None or before.margin <= 0.0:
            return marker
        return marker if _moved(before, marker) else before

    def _pieces_missing(self, there: Mapping[int, MarkerDetection]) -> bool:
        """Whether a loose piece known until now is nowhere, with none of its faces."""
        loose = {self._piece_of[n] for n in self._known.markers if n not in self._fixed and n in self._piece_of}
        return not loose <= {self._piece_of[n] for n in there if n in self._piece_of}

    def _forget_loose(self, there: Mapping[int, MarkerDetection]) -> None:
        """Everything was tried: what is still missing is covered or gone. Where it last stood stays known."""
        self._known.drop([n for n in self._known.markers if n not in there and n not in self._fixed])


def _moved(home: MarkerDetection, now: MarkerDetection) -> bool:
    return float(np.abs(now.corners_px - home.corners_px).max()) > SAME_PX
