"""Where the camera hangs: the table plane from the still pieces in view, in a frame that never changes in a session."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.fit_plane import PlaneFit, SeenItem, fit_plane
from calibration.lens_check import suits
from calibration.table_plane import TablePlane
from referee.vision.kit_index import Face, KitIndex
from referee.vision.laid_prints import laid
from referee.vision.place import Pose, fit_rigid, on_table, place
from referee.vision.scene import Image, MarkerDetection, Point, Sighting, Standpoint
from referee.vision.sight import to_picture
from referee.words.catalogue import told
from referee.words.fact import fact

Floats = NDArray[np.float64]

FEWEST_MARKERS = 3
"""One marker alone is no board: it may have been misread."""
MORE_PIECES = 3
MOST_FITS = 8
DISPLACED_MM = 4.0
OTHER_SIZE = fact("lens-other-size")
OTHER_LENS = fact("lens-does-not-suit")


class Bearings:
    """The plane, and the still pieces by which it is found again after a bump.

    Attributes
    ----------
    fit : the newest fit, None before a still piece was seen.
    lens_suits : whether the calibration, if there is one, is that of this camera as far as can be told.
    poses : where each still piece was last seen, by (piece, side).
    sightings : the same as sightings.
    middles_mm : table points of the still pieces' markers, by number.
    """

    def __init__(self, index: KitIndex) -> None:
        self.index = index
        self.fit: PlaneFit | None = None
        self.lens_suits = True
        self.poses: dict[tuple[str, str], Pose] = {}
        self.sightings: dict[tuple[str, str], Sighting] = {}
        self.middles_mm: dict[int, Point] = {}
        self._fitted_on = 0
        self._fits = 0
        self._last: frozenset[int] = frozenset()

    @property
    def plane(self) -> TablePlane | None:
        """The camera above the table."""
        return None if self.fit is None else self.fit.plane

    @property
    def lens_notes(self) -> tuple[str, ...]:
        """What is to be said about the calibration, in sentences: another size of picture, another lens."""
        if self.fit is None or self.fit.plane.camera.guessed:
            return ()
        notes = []
        if self.fit.plane.camera.scaled:
            notes.append(told(OTHER_SIZE))
        if not self.lens_suits:
            notes.append(told(OTHER_LENS))
        return tuple(notes)

    def update(self, markers: Mapping[int, MarkerDetection], camera: CameraModel, bumped: bool, grey: Image) -> bool:
        """Fit the plane when there is none, when the camera was bumped, or when clearly more pieces are seen.

        `grey` is the picture that shows the markers: small ones are measured in it once more, as well as can be.
        Returns whether there is a new plane; the table frame stays that of the first one.
        """
        if self.fit is not None and not bumped and markers.keys() == self._last:
            return False
        if self.fit is None and len(self.index.fixed_ids & markers.keys()) < FEWEST_MARKERS:
            return False
        self._last = frozenset(markers)
        faces = self._still_faces(markers)
        grown = len(faces) >= self._fitted_on + MORE_PIECES and self._fits < MOST_FITS
        if not faces or not (self.fit is None or bumped or grown):
            return False
        still = [markers[n] for face in faces for n in face.corners_mm if n in markers]
        measured = {**markers, **laid(grey, still)}
        items = [_seen_item(face, measured) for face in faces]
        fit = fit_plane(items, camera)
        self.lens_suits = suits(items, fit, camera)
        self.fit = PlaneFit(self._registered(fit.plane, faces, markers), fit.error_mm)
        self._fitted_on, self._fits = len(faces), self._fits + 1
        return True

    def remember(self, face: Face, sighting: Sighting, pose: Pose) -> None:
        """A still piece was seen here."""
        self.poses[face.piece, face.side] = pose
        self.sightings[face.piece, face.side] = sighting
        turn, origin = cmath.rect(1.0, math.radians(pose.angle_deg)), complex(pose.x_mm, pose.y_mm)
        for number, corners in face.printed.items():
            middle = origin + turn * sum(corners) / len(corners)
            self.middles_mm[number] = (middle.real, middle.imag)

    def forget(self, key: tuple[str, str], numbers: Iterable[int]) -> None:
        """A face (piece, side) with these markers no longer lies there: the piece was turned over."""
        self.poses.pop(key, None)
        self.sightings.pop(key, None)
        for number in numbers:
            self.middles_mm.pop(number, None)

    def expected_px(self, face: Face) -> dict[int, Floats]:
        """Where the picture must show each marker of a still piece, by number."""
        pose = self.poses.get((face.piece, face.side))
        if self.plane is None or pose is None:
            return {}
        points = on_table(face, pose, np.concatenate(list(face.corners_mm.values())))
        px = to_picture(self.plane, points).reshape(-1, 4, 2)
        return {number: quad for number, quad in zip(face.corners_mm, px, strict=True) if np.isfinite(quad).all()}

    def _still_faces(self, markers: Mapping[int, MarkerDetection]) -> list[Face]:
        numbers = {n for n in markers if n in self.index.face_of and self.index.face_of[n].fixed}
        keys = {(self.index.face_of[n].piece, self.index.face_of[n].side) for n in numbers}
        return [self.index.faces[key] for key in sorted(keys)]

    def _registered(self, plane: TablePlane, faces: list[Face], markers: Mapping[int, MarkerDetection]) -> TablePlane:
        """The new plane in the old table frame, by the pieces that lie where they lay."""
        now, then = [], []
        for face in faces:
            old = self.poses.get((face.piece, face.side))
            new = place(face, markers, plane)
            if old is not None and new is not None:
                points = next(iter(face.corners_mm.values()))
                now.append(on_table(face, new[1], points)[:, :2])
                then.append(on_table(face, old, points)[:, :2])
        while now:
            shift, off = fit_rigid(now, then)
            worst = int(np.argmax(off))
            if off[worst] <= DISPLACED_MM or len(now) <= 2:
                return plane.moved(shift.angle_deg, shift.x_mm, shift.y_mm)
            del now[worst], then[worst]
        return plane


def _seen_item(face: Face, markers: Mapping[int, MarkerDetection]) -> SeenItem:
    numbers = [n for n in face.corners_mm if n in markers]
    px = np.concatenate([markers[n].corners_px for n in numbers])
    printed = np.concatenate([face.corners_mm[n] for n in numbers])
    return SeenItem(px, printed, face.height_mm)


POINTS_A_SIDE = 4
"""Of the picture's edges so many points are looked up, as a lens bends them."""


def standpoint(plane: TablePlane) -> Standpoint:
    """Where the camera of this plane hangs, and the part of the table that its picture shows."""
    wide, high = plane.camera.width_px - 1, plane.camera.height_px - 1
    corners = np.array([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    along = np.arange(POINTS_A_SIDE)[:, None] / POINTS_A_SIDE
    sides = [here + along * (there - here) for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    shown = plane.project(np.concatenate(sides))
    x, y, z = plane.position_mm.tolist()
    points = tuple((a, b) for a, b in shown.tolist()) if np.isfinite(shown).all() else ()
    return Standpoint((x, y, z), points, plane)
