"""Where every piece lies, from picture to picture: measured again only when one of its markers was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.bearings import Bearings
from referee.vision.heights import HeightWatch
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import STILL_PX
from referee.vision.place import place_all
from referee.vision.scene import MarkerDetection, Point, Sighting
from referee.vision.tracker import Tracker

Key = tuple[str, str]
Stamp = tuple[MarkerDetection | None, ...]
"""The markers of a face in one picture."""

REMEMBERED = 0.3


@dataclass(frozen=True, eq=False)
class Pieces:
    """What one picture shows of the pieces.

    Attributes
    ----------
    seen : pieces seen now, each by its surest face.
    remembered : still pieces that are hidden now.
    clear, hidden : table points of still pieces' markers that were seen, and of those that should be and were not.
    placed_anew : faces that lie where they lay in the picture and are placed otherwise: the eye knows better now.
    """

    seen: tuple[Sighting, ...]
    remembered: tuple[Sighting, ...]
    clear: tuple[Point, ...]
    hidden: tuple[Point, ...]
    placed_anew: tuple[Key, ...] = ()


@dataclass(eq=False)
class _Placed:
    """A face as last placed.

    Attributes
    ----------
    stamp : its markers in the newest picture.
    by : its markers that were placed alike: while it shows some of these and no other it lies where it lay.
    """

    stamp: Stamp
    by: frozenset[MarkerDetection | None]
    sighting: Sighting | None

    def stands(self, stamp: Stamp) -> bool:
        """Whether nothing of the face was measured anew."""
        return stamp == self.stamp or (self.sighting is not None and self.by.issuperset(stamp))


class Whereabouts:
    """Places the pieces of a kit.

    Parameters
    ----------
    index : the kit.
    bearings : the plane, and where still pieces were seen.
    tracker : is told where markers of still pieces must be.
    heights : says how high loose pieces stand.
    """

    def __init__(self, index: KitIndex, bearings: Bearings, tracker: Tracker, heights: HeightWatch) -> None:
        self._index = index
        self._heights = heights
        self._bearings = bearings
        self._tracker = tracker
        self._placed: dict[Key, _Placed] = {}
        self._was: dict[Key, Stamp] = {}
        self.reset()

    def reset(self) -> None:
        """Place everything anew: there is a new plane."""
        self._was.update((key, placed.stamp) for key, placed in self._placed.items())
        self._placed.clear()
        self._shown: dict[Key, Face] = {}
        self._known: dict[int, MarkerDetection] = {}
        self._again: set[Key] = set()
        self._pieces: Pieces | None = None

    def place_again(self, keys: Sequence[Key]) -> None:
        """These faces (piece, side) stand higher or lower than was thought."""
        for key in keys:
            if key in self._placed:
                self._was[key] = self._placed.pop(key).stamp
            self._again.add(key)
            self._pieces = None

    def look(self, known: Mapping[int, MarkerDetection], plane: TablePlane) -> Pieces:
        """The pieces shown by these markers, by number."""
        if self._pieces is None or known != self._known:  # detections are compared by identity
            pieces = self._look(known, plane)
            self._known = dict(known)
            self._pieces = replace(pieces, placed_anew=())
            return pieces
        return self._pieces

    def whole(self, seen: Sequence[Sighting]) -> list[Sighting]:
        """The pieces of which every marker is seen."""
        return [one for one in seen if None not in self._placed[one.piece, one.side].stamp]

    def _look(self, known: Mapping[int, MarkerDetection], plane: TablePlane) -> Pieces:
        stamps = {}
        stale = []
        for face in self._restamped(known):
            key = (face.piece, face.side)
            stamp = stamps[key] = tuple(known.get(n) for n in face.corners_mm)
            if not any(stamp):
                self._shown.pop(key, None)
                continue
            self._shown[key] = face
            if key in self._placed and self._placed[key].stands(stamp):
                self._placed[key].stamp = stamp
            else:
                stale.append(face)
        self._again.clear()
        if stale:
            self._place(stale, stamps, known, plane)
        found = [self._placed[key].sighting for key in sorted(self._shown)]
        seen = [sighting for sighting in found if sighting is not None]
        self._turned_over(seen)
        there = {s.piece for s in seen}
        remembered = tuple(
            replace(sighting, confidence=REMEMBERED, remembered=True)
            for (piece, _), sighting in sorted(self._bearings.sightings.items())
            if piece not in there
        )
        points = self._bearings.middles_mm
        clear = tuple([point for number, point in points.items() if number in known])
        hidden = tuple([point for number, point in points.items() if number not in known])
        anew = tuple(key for key, was in self._was.items() if key in stamps and _lies_still(was, stamps[key]))
        self._was.clear()
        return Pieces(_surest_side(seen), remembered, clear, hidden, anew)

    def _restamped(self, known: Mapping[int, MarkerDetection]) -> list[Face]:
        """The faces of which a marker came, went or was measured anew since the last picture, or that stand anew."""
        before = self._known
        numbers = [n for n, marker in known.items() if before.get(n) is not marker]
        numbers += [n for n in before if n not in known]
        faces = {(face.piece, face.side): face for face in (self._index.face_of[n] for n in numbers)}
        faces.update((key, self._index.faces[key]) for key in self._again)
        return list(faces.values())

    def _place(
        self,
        faces: Sequence[Face],
        stamps: Mapping[Key, Stamp],
        known: Mapping[int, MarkerDetection],
        plane: TablePlane,
    ) -> None:
        """Place some faces, all at once."""
        heights = [self._heights.height_mm(face) for face in faces]
        for face, placed in zip(faces, place_all(faces, heights, known, plane), strict=True):
            key = (face.piece, face.side)
            if placed is not None and face.fixed:
                self._bearings.remember(face, *placed)
                if None in stamps[key]:
                    self._tracker.expect(self._bearings.expected_px(face))
            by = frozenset((*stamps[key], None))
            self._placed[key] = _Placed(stamps[key], by, None if placed is None else placed[0])

    def _turned_over(self, seen: Sequence[Sighting]) -> None:
        """A still piece that shows another face than before: its old face lies nowhere any more."""
        shown = {(s.piece, s.side) for s in seen if self._index.faces[s.piece, s.side].fixed}
        pieces = {piece for piece, _ in shown}
        for key in [key for key in self._bearings.sightings if key[0] in pieces and key not in shown]:
            numbers = self._index.faces[key].corners_mm.keys()
            self._bearings.forget(key, numbers)
            self._tracker.forget(numbers)
            self._placed.pop(key, None)
            self._shown.pop(key, None)


def _lies_still(was: Stamp, now: Stamp) -> bool:
    """Whether a face is seen where it was in the picture, by every marker that is seen in both."""
    both = [(before, after) for before, after in zip(was, now, strict=True) if before and after]
    shifts = [float(np.abs(before.corners_px - after.corners_px).max()) for before, after in both]
    return bool(shifts) and max(shifts) < STILL_PX


def _surest_side(seen: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """Each piece once, by its surest face: a die or a coin shows one side only."""
    best: dict[str, Sighting] = {}
    for sighting in seen:
        other = best.get(sighting.piece)
        if other is None or sighting.confidence > other.confidence:
            best[sighting.piece] = sighting
    return tuple(sighting for sighting in seen if best[sighting.piece] is sighting)
