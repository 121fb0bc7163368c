"""The kit as the eye needs it: from a marker's number to the face it is on, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from markers.geometry import relative
from markers.kit import Manifest
from referee.vision.scene import Floats


@dataclass(frozen=True, eq=False)
class Face:
    """One printed face.

    Attributes
    ----------
    piece, side : as in the manifest.
    height_mm : of the face above the table, where the piece usually stands.
    fixed : whether it lies still during a race.
    corners_mm : by marker number, (4, 2) from the face's origin, y up.
    outline_mm : (K, 2).
    dots_mm : (N, 2) the printed dots that show a bare place.
    """

    piece: str
    side: str
    height_mm: float
    fixed: bool
    corners_mm: dict[int, Floats]
    outline_mm: Floats
    dots_mm: Floats

    def wide_mm(self, room_mm: float) -> Floats:
        """The outline made wider by so much (K, 2), seen from its middle."""
        return wider(self.outline_mm, room_mm)


def wider(outline_mm: Floats, room_mm: float) -> Floats:
    """An outline (K, 2) whose corners lie so much further from its middle."""
    arms = outline_mm - outline_mm.mean(axis=0)
    return np.asarray(outline_mm + arms * (room_mm / np.linalg.norm(arms, axis=1, keepdims=True)))


class KitIndex:
    """All faces of a kit and which marker is on which."""

    def __init__(self, manifest: Manifest) -> None:
        self.kit = manifest.kit
        self.faces: dict[tuple[str, str], Face] = {}
        self.face_of: dict[int, Face] = {}
        for item in manifest.items:
            shape = relative(item)
            corners = {m.marker_id: np.array(m.corners_mm, dtype=np.float64) for m in shape.markers}
            outline = np.array(shape.outline_mm, dtype=np.float64)
            dots = np.array(shape.dots_mm, dtype=np.float64).reshape(-1, 2)
            face = Face(item.piece, item.side, item.height_mm, item.fixed, corners, outline, dots)
            self.faces[item.piece, item.side] = face
            self.face_of.update(dict.fromkeys(corners, face))

    @property
    def ids(self) -> tuple[int, ...]:
        """Every marker number of the kit."""
        return tuple(sorted(self.face_of))

    @property
    def ground_mm(self) -> float:
        """How high the highest face of what lies still is: loose pieces stand on it."""
        return max((face.height_mm for face in self.faces.values() if face.fixed), default=0.0)

    @property
    def piece_of(self) -> dict[int, str]:
        """The piece that each number is on."""
        return {number: face.piece for number, face in self.face_of.items()}

    @property
    def other_faces(self) -> dict[int, frozenset[int]]:
        """For each number of a piece with several faces, the numbers on its other ones."""
        sides: dict[str, list[Face]] = {}
        for face in self.faces.values():
            sides.setdefault(face.piece, []).append(face)
        return {
            number: frozenset(n for other in sides[face.piece] if other is not face for n in other.corners_mm)
            for number, face in self.face_of.items()
            if len(sides[face.piece]) > 1
        }

    @property
    def fixed_ids(self) -> frozenset[int]:
        """The numbers on pieces that lie still."""
        return frozenset(number for number, face in self.face_of.items() if face.fixed)
