"""Where every piece lies, from picture to picture: measured again only when one of its markers was.

How high a loose piece stands is told by how large its markers look: off the road, on a coin, or itself higher than
usual. A marker at height h seen by a camera at height H, sent back onto the plane at the usual height u, comes out (H -
u) / (H - h) times as large as it is printed. Ink that runs and a soft picture make every marker a little larger; what
the still pieces show of that, whose height is known, is taken off. Then three explanations are weighed: the height
believed until now, one that the kit's pieces make (a tile or a coin more or less), and any other below the camera,
which many pictures must show. Another one is believed when it is a million times as likely. How far sizes go wrong was
measured on 40 path-traced pictures (388 markers of 13 to 34 px, lens guessed) and on drawn ones of 17 to 60 px:

| constant | value | from |
|---|---|---|
| `NOISE_PX` | 0.03 | one drawn picture against the next |
| `WRONG_AT_PX` | 12 | blur runs into what lies beside a marker: (12 / side)^4 px, 0.2 of 18 px and 0.03 of 28 |
| `GUESSED_SHARE` | 0.025 | of a height, under a guessed lens |
| `BENT_PX` | 0.7 | sides that differ by more lean, or are covered in part |
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE
from referee.vision.kit_index import Face, KitIndex
from referee.vision.likelihood import SURE
from referee.vision.numbers import BENT_PX, LOOKS, STILL_PX, THIN_MM, UNSURE
from referee.vision.place import grown, place_all, quads_on_table
from referee.vision.plane import PlaneEstimator
from referee.vision.scene import Floats, Image, MarkerDetection, Point, Sighting
from referee.vision.shapes import middle, side_px, sides_px, together
from referee.vision.tracker import Tracker

Key = tuple[str, str]

NOISE_PX, WRONG_AT_PX = 0.03, 12.0
GUESSED_SHARE = 0.025
THINNEST_MM = 1.0
"""A thinner thing makes no height of its own."""
FLAT_MM = 3.0
"""A face so near to the table is a card or a thin tile: it stands on nothing, and its size tells only errors."""


@dataclass(eq=False)
class _Standing:
    """A loose face at one place: its marker, middle and side in the picture, px, what was measured, and its height."""

    marker: MarkerDetection
    middle_px: tuple[float, float]
    side_px: float
    height_mm: float
    looks: list[float] = field(default_factory=list)
    """`LOOKS` at most, and so many must show a height that the kit's pieces do not make."""


class HeightWatch:
    """Measures the loose pieces of a kit while they rest.

    Parameters
    ----------
    index : the kit, with the usual height of each face.
    """

    def __init__(self, index: KitIndex) -> None:
        self._index = index
        self._levels = levels_mm(index.faces.values())
        rise = [face for face in index.faces.values() if not face.fixed and face.height_mm >= FLAT_MM]
        self._first = {next(iter(face.corners_mm)): face for face in rise}
        self.reset()

    def reset(self) -> None:
        """Nothing has been measured."""
        self._standing: dict[Key, _Standing] = {}
        self._plane: TablePlane | None = None
        self._gain_mm = 0.0

    def height_mm(self, face: Face) -> float:
        """How high above the table this face is: its usual height until it has been measured otherwise."""
        standing = self._standing.get((face.piece, face.side))
        return face.height_mm if standing is None else standing.height_mm

    @property
    def raised_mm(self) -> dict[Key, float]:
        """How much higher than usual the faces (piece, side) stand that stand otherwise."""
        faces = self._index.faces
        return {
            key: one.height_mm - faces[key].height_mm
            for key, one in self._standing.items()
            if one.height_mm != faces[key].height_mm
        }

    def look(
        self, grey: Image, known: Mapping[int, MarkerDetection], plane: TablePlane, still: bool = False
    ) -> tuple[Key, ...]:
        """Measure what rests and was not measured often enough; the faces (piece, side) whose height is another now.

        What was elsewhere in the picture before is on its way, but in a `still`.
        """
        if plane is not self._plane:
            self._plane, self._gain_mm = plane, gain_mm(self._index, known, plane)
            for standing in self._standing.values():
                standing.looks.clear()
        wanted = [(known[n], face) for n, face in self._first.items() if n in known and self._wants(face, known[n])]
        if not wanted:
            return ()
        before = {key: standing.height_mm for key, standing in self._standing.items()}
        rested = [marker for marker, face in wanted if self._rests(face, marker, still)]
        if rested:
            self._measure(grey, rested, plane)
        return tuple(
            key
            for key, standing in self._standing.items()
            if standing.height_mm != before.get(key, self._index.faces[key].height_mm)
        )

    def _wants(self, face: Face, marker: MarkerDetection) -> bool:
        """Whether this marker stands elsewhere than it did, or was not measured often enough."""
        standing = self._standing.get((face.piece, face.side))
        if standing is None:
            return True
        if standing.marker is not marker:
            if _moved(standing, marker):
                return True
            standing.marker = marker
        return len(standing.looks) < LOOKS

    def _rests(self, face: Face, marker: MarkerDetection, still: bool) -> bool:
        """Whether this marker is to be measured; begins anew with one that stands elsewhere: it may be on its way."""
        standing = self._standing.get((face.piece, face.side))
        if standing is not None and not _moved(standing, marker):
            return True
        at, size = middle(marker.corners_px), side_px(marker.corners_px)
        self._standing[face.piece, face.side] = _Standing(marker, at, size, face.height_mm)
        return still or standing is None

    def _measure(self, grey: Image, markers: Sequence[MarkerDetection], plane: TablePlane) -> None:
        """One more measurement of each of these markers."""
        corners, quality = refine(grey, together(marker.corners_px for marker in markers), passes=1)
        off = self._off_mm([marker.marker_id for marker in markers], corners, plane)
        for marker, off_mm, clear in zip(markers, off.tolist(), quality.tolist(), strict=True):
            face = self._index.face_of[marker.marker_id]
            if clear >= EDGE_SHARE and math.isfinite(off_mm):
                one = self._standing[face.piece, face.side]
                one.looks.append(off_mm)
                one.height_mm = face.height_mm + self._believed(face, one, plane)

    def _off_mm(self, numbers: Sequence[int], corners_px: Floats, plane: TablePlane) -> Floats:
        """How much higher than usual markers (N, 4, 2) are, (N,); nan when one leans, or is covered in part."""
        faces = [self._index.face_of[number] for number in numbers]
        usual = np.array([face.height_mm for face in faces])
        printed = together(face.corners_mm[number] for number, face in zip(numbers, faces, strict=True))
        shares = grown(quads_on_table(plane, corners_px, usual), printed)
        square = np.ptp(shares, axis=1) * sides_px(corners_px) < BENT_PX  # nan is not square either
        sizes = shares.mean(axis=1) - self._gain_mm / _sides_mm(printed)
        off = (plane.height_mm - usual) * (1.0 - 1.0 / np.maximum(sizes, 0.1))
        return np.where(square & (usual + off >= 0.0), off, np.nan)

    def _believed(self, face: Face, standing: _Standing, plane: TablePlane) -> float:
        """How much higher than usual, in mm, this face is taken to be."""
        off, doubt = median(standing.looks), _doubt_mm(face, standing, plane)

        def unlike(height_mm: float) -> float:
            """The negative logarithm of how likely this height makes what is seen."""
            return ((off - height_mm) / doubt) ** 2 / 2.0

        before = standing.height_mm - face.height_mm
        level = min((one for one in self._levels if face.height_mm + one >= 0.0), key=unlike)
        of_any = math.log(max(plane.height_mm / (doubt * math.sqrt(2.0 * math.pi)), 1.0))
        other = level if unlike(level) <= of_any else off
        known = other == level or len(standing.looks) >= LOOKS
        return other if known and unlike(before) - min(unlike(level), of_any) > SURE else before


def levels_mm(faces: Iterable[Face]) -> tuple[float, ...]:
    """How much higher or lower than usual a loose piece may stand: a still piece more or less, a thin one under it."""
    kinds = list(faces)
    ground = {face.height_mm for face in kinds if face.fixed and face.height_mm >= THINNEST_MM}
    thin = set(_thin(kinds, max(ground, default=0.0)))
    steps = {0.0} | ground | {-height for height in ground} | thin | {t - g for t in thin for g in ground}
    return tuple(sorted(steps))


def gain_mm(index: KitIndex, known: Mapping[int, MarkerDetection], plane: TablePlane) -> float:
    """By how much the sides of still markers look longer than they are printed, median, in mm."""
    still = [number for number in known if index.face_of[number].fixed]
    if not still:
        return 0.0
    faces = [index.face_of[number] for number in still]
    seen = quads_on_table(plane, together(known[n].corners_px for n in still), [face.height_mm for face in faces])
    printed = together(face.corners_mm[n] for n, face in zip(still, faces, strict=True))
    gains = (grown(seen, printed).mean(axis=1) - 1.0) * _sides_mm(printed)
    good = gains[np.isfinite(gains)]
    return float(np.median(good)) if len(good) else 0.0


def _sides_mm(printed: Floats) -> Floats:
    """The side (N,) of each square (N, 4, 2)."""
    return np.asarray(np.linalg.norm(printed[:, 1] - printed[:, 0], axis=1))


def _moved(standing: _Standing, marker: MarkerDetection) -> bool:
    return math.dist(middle(marker.corners_px), standing.middle_px) > STILL_PX


def _thin(faces: Iterable[Face], ground_mm: float) -> Iterator[float]:
    """The thicknesses of flat loose pieces, whether their usual height counts what they lie on or not."""
    for face in faces:
        thick = face.height_mm - ground_mm if face.height_mm > ground_mm else face.height_mm
        if not face.fixed and THINNEST_MM <= thick < THIN_MM:
            yield round(thick, 3)


def _doubt_mm(face: Face, standing: _Standing, plane: TablePlane) -> float:
    """By how much the height measured may be wrong, as a standard deviation."""
    mm_a_px = (plane.height_mm - face.height_mm) / standing.side_px
    noise = max(NOISE_PX * mm_a_px, _spread(standing.looks)) / math.sqrt(len(standing.looks))
    wrong = (WRONG_AT_PX / standing.side_px) ** 4 * mm_a_px
    return math.hypot(noise, wrong, GUESSED_SHARE * face.height_mm if plane.camera.guessed else 0.0)


def _spread(looks: Sequence[float]) -> float:
    """The standard deviation of a few numbers (numpy takes longer to begin than this)."""
    middle = sum(looks) / len(looks)
    return math.sqrt(sum((look - middle) ** 2 for look in looks) / len(looks))


Stamp = tuple[MarkerDetection | None, ...]
"""The markers of a face in one picture."""


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


class PoseEstimator:
    """Places the pieces of a kit.

    Parameters
    ----------
    index : the kit.
    plane_estimator : the plane, and where still pieces were seen.
    tracker : is told where markers of still pieces must be.
    heights : says how high loose pieces stand.
    """

    def __init__(
        self, index: KitIndex, plane_estimator: PlaneEstimator, tracker: Tracker, heights: HeightWatch
    ) -> None:
        self._index = index
        self._heights = heights
        self._plane_estimator = plane_estimator
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
            replace(sighting, confidence=UNSURE, remembered=True)
            for (piece, _), sighting in sorted(self._plane_estimator.sightings.items())
            if piece not in there
        )
        points = self._plane_estimator.middles_mm
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
                self._plane_estimator.remember(face, placed)
                if None in stamps[key]:
                    self._tracker.expect(self._plane_estimator.expected_px(face))
            by = frozenset((*stamps[key], None))
            self._placed[key] = _Placed(stamps[key], by, placed)

    def _turned_over(self, seen: Sequence[Sighting]) -> None:
        """A still piece that shows another face than before: its old face lies nowhere any more."""
        shown = {(s.piece, s.side) for s in seen if self._index.faces[s.piece, s.side].fixed}
        pieces = {piece for piece, _ in shown}
        for key in [key for key in self._plane_estimator.sightings if key[0] in pieces and key not in shown]:
            numbers = self._index.faces[key].corners_mm.keys()
            self._plane_estimator.forget(key, numbers)
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
