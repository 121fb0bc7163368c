"""The eye: one picture in, what lies on the table out. It remembers what lies still and knows no game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel, guess
from calibration.table_plane import TablePlane
from markers.ids import BLOCKS, FAMILY_SIZE, block_of
from markers.kit import Manifest
from referee.errors import CalibrationError
from referee.vision.bearings import Bearings
from referee.vision.finder import Finder
from referee.vision.hands import Foreign, foreign_things, hidden_groups
from referee.vision.kit_index import Face, KitIndex
from referee.vision.place import on_table, place
from referee.vision.quality import light_notes, sharpness, unusable
from referee.vision.scene import Frame, Image, MarkerDetection, Point, Scene, SceneQuality, Sighting
from referee.vision.tracker import Tracked, Tracker

Floats = NDArray[np.float64]

REMEMBERED = 0.3
SHARPNESS_EVERY = 30
FEW_MARKERS = 4
SURE_STRANGER = 0.1
"""Low, because among all kits' numbers some differ in two cells only; several of one kit are needed anyway."""
HIGH_PIECE_MM = 35.0
SHADOW_MM = 6.0
"""How far a piece changes the picture beyond its face: its side walls and its shadow."""
NO_CALIBRATION = "No camera calibration: the lens is guessed"


class Eye:
    """Sees one kit through one camera.

    Parameters
    ----------
    manifest : the printed kit on the table.
    camera : its calibration, or None for a stated guess of the lens.
    """

    def __init__(self, manifest: Manifest, camera: CameraModel | None = None) -> None:
        self.index = KitIndex(manifest)
        self._camera = camera
        self._tracker = Tracker(Finder(self.index.ids), self.index.fixed_ids, self.index.piece_of)
        self._any_kit: Finder | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the table: the next picture starts a new survey in a new table frame."""
        self._tracker.reset()
        self._bearings = Bearings(self.index)
        self._placed: dict[tuple[str, str], tuple[tuple[MarkerDetection | None, ...], Sighting | None]] = {}
        self._known: dict[int, MarkerDetection] = {}
        self._hand = np.zeros((0, 0), dtype=np.bool_)
        self._sharp = 1.0
        self._looks = 0

    @property
    def plane(self) -> TablePlane | None:
        """The camera above the table, None before a still piece was seen."""
        return self._bearings.plane

    @property
    def markers(self) -> tuple[MarkerDetection, ...]:
        """The kit's markers seen in the newest picture."""
        return tuple(self._known.values())

    def camera_for(self, width_px: int, height_px: int) -> CameraModel:
        """The camera's inside for pictures of this size. Raises CalibrationError for a calibration of another shape."""
        if self._camera is None:
            return guess(width_px, height_px)
        return self._camera.for_size(width_px, height_px)

    def look(self, frame: Frame) -> Scene:
        """What this picture shows; never raises for a bad picture: `problems` says what is wrong with it."""
        self._known = {}
        trouble = unusable(frame.image)
        if trouble is not None:
            return self._blind(frame, trouble)
        grey = _grey(frame.image)
        try:
            camera = self.camera_for(grey.shape[1], grey.shape[0])
        except CalibrationError as refused:
            return self._blind(frame, str(refused))
        tracked = self._tracker.look(grey, self._hand)
        known = self._known = {n: m for n, m in tracked.markers.items() if n in self.index.face_of}
        if self._bearings.update(known, camera, tracked.bumped):
            self._placed.clear()
        if self._looks % SHARPNESS_EVERY == 0:
            self._measure_sharpness(grey, known)
        self._looks += 1
        return self._scene(frame, grey, tracked, known)

    # -- the parts of a scene -------------------------------------------------------------------------------------

    def _scene(self, frame: Frame, grey: Image, tracked: Tracked, known: Mapping[int, MarkerDetection]) -> Scene:
        problems = [*self._copies(tracked), *self._strangers(grey, known, tracked.whole)]
        plane = self.plane
        if plane is None:
            text = "No tile of the kit can be seen: lay the board in view of the camera, with enough light."
            return self._blind(frame, *problems, *(() if problems else (text,)), notes=light_notes(grey, self._sharp))
        seen, remembered = self._sightings(known, plane)
        clear, hidden = self._bare_and_hidden(known)
        changed = self._tracker.change.foreign
        whole = self._whole_pieces(seen, known, plane) if changed.any() else ()
        foreign = foreign_things(changed, [marker.corners_px for marker in known.values()], plane, whole)
        self._tracker.change.understood(foreign.blocks)
        self._hand = foreign.blocks
        mobile = [(s.x_mm, s.y_mm) for s in seen if not self.index.faces[s.piece, s.side].fixed]
        covered = (*foreign.outlines_mm, *hidden_groups(hidden, mobile))
        quality = self._quality(grey, tracked, foreign)
        return Scene(frame.time_ns, frame.index, (*seen, *remembered), clear, hidden, covered, quality, tuple(problems))

    def _sightings(
        self, known: Mapping[int, MarkerDetection], plane: TablePlane
    ) -> tuple[list[Sighting], list[Sighting]]:
        """Pieces seen now, and still pieces remembered though hidden now."""
        seen = []
        faces = {(face.piece, face.side): face for face in (self.index.face_of[n] for n in known)}
        for key in sorted(faces):
            sighting = self._place(faces[key], known, plane)
            if sighting is not None:
                seen.append(sighting)
        self._turned_over(seen)
        there = {s.piece for s in seen}
        remembered = [
            replace(sighting, confidence=REMEMBERED)
            for (piece, _), sighting in sorted(self._bearings.sightings.items())
            if piece not in there
        ]
        return _surest_side(seen), remembered

    def _turned_over(self, seen: Sequence[Sighting]) -> None:
        """A still piece that shows another face than before: its old face lies nowhere any more."""
        shown = {(s.piece, s.side) for s in seen if self.index.faces[s.piece, s.side].fixed}
        pieces = {piece for piece, _ in shown}
        for key in [key for key in self._bearings.sightings if key[0] in pieces and key not in shown]:
            numbers = self.index.faces[key].corners_mm.keys()
            self._bearings.forget(key, numbers)
            self._tracker.forget(numbers)
            self._placed.pop(key, None)

    def _place(self, face: Face, known: Mapping[int, MarkerDetection], plane: TablePlane) -> Sighting | None:
        """The face's place, measured again only when one of its markers was."""
        key = (face.piece, face.side)
        stamp = tuple(known.get(n) for n in face.corners_mm)  # detections are compared by identity
        if key in self._placed and self._placed[key][0] == stamp:
            return self._placed[key][1]
        placed = place(face, known, plane)
        if placed is not None and face.fixed:
            self._bearings.remember(face, *placed)
            self._tracker.expect(self._bearings.expected_px(face))
        sighting = None if placed is None else placed[0]
        self._placed[key] = (stamp, sighting)
        return sighting

    def _whole_pieces(
        self, seen: Sequence[Sighting], known: Mapping[int, MarkerDetection], plane: TablePlane
    ) -> Iterator[Floats]:
        """Outlines (K, 2) px, with their edges and shadows, of the pieces of which every marker is seen."""
        for sighting in seen:
            face = self.index.faces[sighting.piece, sighting.side]
            if all(number in known for number in face.corners_mm):
                middle = face.outline_mm.mean(axis=0)
                arms = face.outline_mm - middle
                wide = middle + arms * (1.0 + SHADOW_MM / np.linalg.norm(arms, axis=1, keepdims=True))
                yield plane.image_of(on_table(face, sighting, wide))

    def _bare_and_hidden(self, known: Mapping[int, MarkerDetection]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """Table points of still pieces' markers: those seen in this picture, and those that should be and were not."""
        points = self._bearings.middles_mm
        clear = tuple(point for number, point in points.items() if number in known)
        return clear, tuple(point for number, point in points.items() if number not in known)

    def _quality(self, grey: Image, tracked: Tracked, foreign: Foreign) -> SceneQuality:
        fit = self._bearings.fit
        assert fit is not None
        guessed = fit.plane.camera.guessed
        expected = fit.expected_error_mm(HIGH_PIECE_MM)
        notes = list(light_notes(grey, self._sharp))
        if guessed:
            notes.append(
                f"{NO_CALIBRATION}; a pawn may be up to {expected:.1f} mm off. `referee calibrate` makes it better."
            )
        if tracked.bumped:
            notes.append("The camera or the table was bumped; the board was found again.")
        hand = bool(foreign.outlines_mm) or tracked.bumped
        return SceneQuality(self._sharp, fit.error_mm, not guessed, expected, hand, tuple(notes))

    def _measure_sharpness(self, grey: Image, known: Mapping[int, MarkerDetection]) -> None:
        if known:
            middles = np.stack([marker.corners_px.mean(axis=0) for marker in known.values()])
            x, y = np.median(middles, axis=0)
        else:
            y, x = grey.shape[0] / 2.0, grey.shape[1] / 2.0
        self._sharp = sharpness(grey, (float(x), float(y)))

    # -- what is wrong --------------------------------------------------------------------------------------------

    def _copies(self, tracked: Tracked) -> list[str]:
        numbers: dict[tuple[str, str], int] = {}
        for copy in sorted(tracked.copies, key=lambda copy: copy.marker_id):
            face = self.index.face_of[copy.marker_id]
            numbers.setdefault((face.piece, face.side), copy.marker_id)
        return [
            f"There are two copies of marker {number} ({piece}, {side}) on the table: take one away."
            for (piece, side), number in numbers.items()
        ]

    def _strangers(self, grey: Image, known: Mapping[int, MarkerDetection], whole: bool) -> list[str]:
        """The kits of other games on the table, looked for when next to nothing of ours was found."""
        if not whole or len(known) >= FEW_MARKERS:
            return []
        if self._any_kit is None:
            theirs = [n for n in range(FAMILY_SIZE) if block_of(n) is not None]
            self._any_kit = Finder(theirs)
        found = [m for m in self._any_kit.find(grey).detections if m.margin >= SURE_STRANGER]
        names = [block.name for m in found if (block := block_of(m.marker_id)) is not None]
        others = [b for b in dict.fromkeys(block.name for block in BLOCKS) if names.count(b) >= FEW_MARKERS]
        return [
            f"These are pieces of the {name} kit, not of {self.index.kit}: take the right kit."
            for name in others
            if name != self.index.kit
        ]

    def _blind(self, frame: Frame, *problems: str, notes: Sequence[str] = ()) -> Scene:
        """A scene without any sighting."""
        self._hand = np.zeros_like(self._hand)
        quality = SceneQuality(self._sharp, math.nan, self._camera is not None, math.nan, False, tuple(notes))
        return Scene(frame.time_ns, frame.index, (), (), (), (), quality, tuple(problems))


def _surest_side(seen: list[Sighting]) -> list[Sighting]:
    """Each piece once, by its surest face: a die or a coin shows one side only."""
    best: dict[str, Sighting] = {}
    for sighting in seen:
        other = best.get(sighting.piece)
        if other is None or sighting.confidence > other.confidence:
            best[sighting.piece] = sighting
    return [sighting for sighting in seen if best[sighting.piece] is sighting]


def _grey(image: Image) -> Image:
    if image.ndim == 2:
        return np.ascontiguousarray(image)
    if image.shape[2] == 1:
        return np.ascontiguousarray(image[:, :, 0])
    code = cv2.COLOR_BGR2GRAY if image.shape[2] == 3 else cv2.COLOR_BGRA2GRAY
    return np.asarray(cv2.cvtColor(image, code), dtype=np.uint8)
