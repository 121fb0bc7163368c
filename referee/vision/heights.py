"""How high a loose piece stands, by how large its markers look: off the road, on a coin, or itself higher than usual.

A marker at height h seen by a camera at height H, sent back onto the plane at the usual height u, comes out (H - u) /
(H - h) times as large as it is printed. Ink that runs and a soft picture make every marker a little larger; what the
still pieces show of that, whose height is known, is taken off. A height other than the usual one is believed when it is
one of those that the kit's pieces make (a tile or a coin more or less), or when many pictures agree on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.edges import refine
from referee.vision.kit_index import Face, KitIndex
from referee.vision.scene import Image, MarkerDetection

Floats = NDArray[np.float64]
Key = tuple[str, str]

MOST_LOOKS = 12
MANY_LOOKS = 8
EDGE_QUALITY = 0.9
MOVED_SHARE = 0.1
"""A marker that went further than this share of its side stands anew."""
SURE_MM = 2.0
"""Nearer to the usual height than this, with the noise on top, nothing is believed: it costs under 1 mm of place."""
LEVEL_MM = 2.0
"""A measured height this near to one that the kit's pieces make is taken for it."""
NOISE_PX = 0.03
CROOKED = 0.015
CROOKED_PX = 0.3
THINNEST_MM, THIN_MM = 1.0, 12.0
"""A thing thinner than the one makes no height of its own; thicker than the other, nothing is put upon it."""
GUESSED_SHARE = 0.06
"""Under a guessed lens a height may seem wrong by this share of itself."""
LOWEST_MM, HIGHEST_MM = -40.0, 60.0


@dataclass(eq=False)
class _Standing:
    """A loose face at one place: its middle and side in the picture, px, what was measured there, and its height."""

    middle_px: Floats
    side_px: float
    height_mm: float
    looks: list[float] = field(default_factory=list)


class HeightWatch:
    """Measures the loose pieces of a kit while they rest.

    Parameters
    ----------
    index : the kit, with the usual height of each face.
    """

    def __init__(self, index: KitIndex) -> None:
        self._index = index
        self._levels = levels_mm(index.faces.values())
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

    def look(self, grey: Image, known: Mapping[int, MarkerDetection], plane: TablePlane) -> tuple[Key, ...]:
        """Measure what rests and was not measured often enough; the faces (piece, side) whose height is another now."""
        if plane is not self._plane:
            self._plane, self._gain_mm = plane, gain_mm(self._index, known, plane)
            for standing in self._standing.values():
                standing.looks.clear()
        before = {key: standing.height_mm for key, standing in self._standing.items()}
        wanted = [marker for marker in known.values() if self._wants(marker)]
        if wanted:
            self._measure(grey, wanted, plane)
        return tuple(
            key
            for key, standing in self._standing.items()
            if standing.height_mm != before.get(key, self._index.faces[key].height_mm)
        )

    def _wants(self, marker: MarkerDetection) -> bool:
        """Whether this marker is to be measured; begins anew with a face that stands elsewhere than it did."""
        face = self._index.face_of[marker.marker_id]
        if face.fixed or next(iter(face.corners_mm)) != marker.marker_id:  # one marker of each loose face
            return False
        standing = self._standing.get((face.piece, face.side))
        middle = marker.corners_px.mean(axis=0)
        if standing is None or math.dist(middle, standing.middle_px) > MOVED_SHARE * standing.side_px:
            side_px = float(_sides(marker.corners_px).mean())
            self._standing[face.piece, face.side] = _Standing(middle, side_px, face.height_mm)
            return True
        return len(standing.looks) < MOST_LOOKS

    def _measure(self, grey: Image, markers: Sequence[MarkerDetection], plane: TablePlane) -> None:
        """One more measurement of each of these markers."""
        corners, quality = refine(grey, np.stack([marker.corners_px for marker in markers]), passes=1)
        for marker, quad, clear in zip(markers, corners, quality.tolist(), strict=True):
            face = self._index.face_of[marker.marker_id]
            standing = self._standing[face.piece, face.side]
            off = self._off_mm(face, marker.marker_id, quad, standing.side_px, plane)
            if clear >= EDGE_QUALITY and off is not None:
                standing.looks.append(off)
                standing.height_mm = face.height_mm + self._believed(face, standing, plane)

    def _off_mm(self, face: Face, number: int, quad: Floats, side_px: float, plane: TablePlane) -> float | None:
        """How much higher than usual a marker is, None when it is not square: leaning, or covered in part."""
        printed = face.corners_mm[number]
        sides = _sides(plane.project(quad, face.height_mm)) / _sides(printed)
        if not float(np.ptp(sides)) < CROOKED + CROOKED_PX / side_px:  # nan is not square either
            return None
        size = float(np.mean(sides)) - self._gain_mm / float(_sides(printed).mean())
        off = (plane.height_mm - face.height_mm) * (1.0 - 1.0 / max(size, 0.1))
        return off if LOWEST_MM < off < HIGHEST_MM and face.height_mm + off >= 0.0 else None

    def _believed(self, face: Face, standing: _Standing, plane: TablePlane) -> float:
        """How much higher than usual, in mm, this face is taken to be."""
        looks, reach = standing.looks, plane.height_mm - face.height_mm
        off = float(np.median(looks))
        noise = max(NOISE_PX / standing.side_px * reach, float(np.std(looks))) / math.sqrt(len(looks))
        gain = abs(self._gain_mm) / float(_sides(next(iter(face.corners_mm.values()))).mean()) * reach
        guess = GUESSED_SHARE * face.height_mm if plane.camera.guessed else 0.0
        if abs(off) < SURE_MM + 2.0 * noise + 0.5 * gain + guess:
            return 0.0
        level = min(self._levels, key=lambda level: abs(level - off))
        if abs(level - off) <= LEVEL_MM and face.height_mm + level >= 0.0:
            return level
        return off if len(looks) >= MANY_LOOKS else 0.0


def levels_mm(faces: Iterable[Face]) -> tuple[float, ...]:
    """How much higher or lower than usual a loose piece may stand: a still piece more or less, a thin one under it."""
    kinds = list(faces)
    ground = {face.height_mm for face in kinds if face.fixed and face.height_mm >= THINNEST_MM}
    thin = set(_thin(kinds, max(ground, default=0.0)))
    steps = {0.0} | ground | {-height for height in ground} | thin | {t - g for t in thin for g in ground}
    return tuple(sorted(steps))


def gain_mm(index: KitIndex, known: Mapping[int, MarkerDetection], plane: TablePlane) -> float:
    """By how much the sides of still markers look longer than they are printed, median, in mm."""
    gains = []
    for number, marker in known.items():
        face = index.face_of[number]
        if face.fixed:
            seen = _sides(plane.project(marker.corners_px, face.height_mm))
            gains.append(float((seen - _sides(face.corners_mm[number])).mean()))
    good = [gain for gain in gains if math.isfinite(gain)]
    return float(np.median(good)) if good else 0.0


def _thin(faces: Iterable[Face], ground_mm: float) -> Iterator[float]:
    """The thicknesses of flat loose pieces, whether their usual height counts what they lie on or not."""
    for face in faces:
        thick = face.height_mm - ground_mm if face.height_mm > ground_mm else face.height_mm
        if not face.fixed and THINNEST_MM <= thick < THIN_MM:
            yield round(thick, 3)


def _sides(corners: Floats) -> Floats:
    """The lengths (4,) of a quadrangle's sides."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))
