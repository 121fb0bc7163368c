"""Where a tall piece may hide what lies beside it: still markers that should be seen near one and are not."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.bearings import Bearings
from referee.vision.blocks import BLOCK_PX, Mask
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import THIN_MM
from referee.vision.scene import Point, Sighting
from referee.vision.sight import to_picture

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

NEAR_MM = 60.0
"""Further away no tall piece hides a marker."""
REACH_MM = 12.5
"""A marker whose middle is nearer than this to what a tall piece hides may be hidden in part."""
ON_IT_MM = 12.0
"""A piece that is seen so near to the marker's middle lies on it."""
MOVED_MM = 1.0


@dataclass(frozen=True, eq=False)
class Place:
    """A still marker that is not seen beside tall pieces.

    Attributes
    ----------
    at_mm, at_px, angle_deg : where its middle is on the table and in the picture, and how it is turned.
    tall : the pieces beside it, and `outlines` (K, 2) in px: all that each of them may hide.
    """

    number: int
    at_mm: Point
    at_px: Point
    angle_deg: float
    tall: tuple[Sighting, ...]
    outlines: tuple[Singles, ...]

    def same(self, other: Place) -> bool:
        """Whether nothing has moved there."""
        alike = [tall.piece for tall in self.tall] == [tall.piece for tall in other.tall]
        pairs = zip(self.tall, other.tall, strict=False)
        return alike and all(math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < MOVED_MM for a, b in pairs)

    def stirs(self, busy: Mask) -> bool:
        """Whether one of these blocks is there."""
        column, row = (int(part // BLOCK_PX) for part in self.at_px)
        return bool(busy[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any())

    def free(self, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        """Where a picture (H, W) shows what lies below: 0 within the outlines and a pixel around them, else 1."""
        free = np.ones(shape, dtype=np.uint8)
        polygons = [np.round(outline).astype(np.int32) for outline in self.outlines]
        cv2.fillPoly(free, polygons, 0)
        cv2.polylines(free, polygons, True, 0, 3)
        return free


class Hiding:
    """Finds the places; what a piece hides is worked out once, until it moves.

    Parameters
    ----------
    index : the kit.
    height_mm : says how high a loose face stands.
    """

    def __init__(self, index: KitIndex, height_mm: Callable[[Face], float]) -> None:
        self._index = index
        self._height_mm = height_mm
        tall_mm = index.ground_mm + THIN_MM
        loose = [face for face in index.faces.values() if not face.fixed]
        self._tall = {(f.piece, f.side): f for f in loose if f.height_mm >= tall_mm}
        self.reset()

    def reset(self) -> None:
        """The table frame is a new one."""
        self._plane: TablePlane | None = None
        self._outlines: dict[str, tuple[Sighting, float, Singles]] = {}

    def places(
        self, hidden: Collection[int], loose: Sequence[Sighting], bearings: Bearings, plane: TablePlane
    ) -> Iterator[Place]:
        """Of these still markers that are not seen those on which no loose piece is seen, and that one may hide."""
        if plane is not self._plane:
            self._plane, self._outlines = plane, {}
        for number in sorted(hidden) if loose else ():
            at = bearings.middles_mm[number]
            apart = [math.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in loose]
            near = [s for s, mm in zip(loose, apart, strict=True) if mm < NEAR_MM and (s.piece, s.side) in self._tall]
            if near and min(apart) >= ON_IT_MM:
                yield from self._place(number, at, near, bearings, plane)

    def _place(
        self, number: int, at: Point, near: Iterable[Sighting], bearings: Bearings, plane: TablePlane
    ) -> Iterator[Place]:
        """The place of a marker, if one of these pieces may hide a part of it."""
        face = self._index.face_of[number]
        pose = bearings.poses.get((face.piece, face.side))
        points = np.array([(*at, face.height_mm), (at[0] + REACH_MM, at[1], face.height_mm)])
        (x, y), aside = to_picture(plane, points).tolist()
        reach_px = math.hypot(aside[0] - x, aside[1] - y)
        outlines = [(sighting, self._outline_px(sighting, plane)) for sighting in near]
        hiding = [(s, one) for s, one in outlines if cv2.pointPolygonTest(one, (x, y), True) > -reach_px]
        if hiding and pose is not None:
            turn_deg = pose.angle_deg + direction_deg(face.corners_mm[number])
            tall, shapes = zip(*hiding, strict=True)
            yield Place(number, at, (x, y), turn_deg, tall, shapes)

    def _outline_px(self, sighting: Sighting, plane: TablePlane) -> Singles:
        """All that a tall piece may hide, (K, 2): around its face and its foot."""
        face = self._tall[sighting.piece, sighting.side]
        high_mm = self._height_mm(face)
        before = self._outlines.get(sighting.piece)
        if before is not None and before[:2] == (sighting, high_mm):
            return before[2]
        c, s = math.cos(math.radians(sighting.angle_deg)), math.sin(math.radians(sighting.angle_deg))
        flat = face.outline_mm @ np.array([[c, s], [-s, c]]) + (sighting.x_mm, sighting.y_mm)
        levels = [np.column_stack([flat, np.full(len(flat), z)]) for z in (high_mm, 0.0)]
        px = to_picture(plane, np.concatenate(levels)).astype(np.float32)
        hull = np.asarray(cv2.convexHull(px).reshape(-1, 2), dtype=np.float32)
        self._outlines[sighting.piece] = (sighting, high_mm, hull)
        return hull


def direction_deg(corners_mm: Floats) -> float:
    """How a printed marker (4, 2) is turned on its face."""
    along = corners_mm[1] - corners_mm[0]
    return math.degrees(math.atan2(along[1], along[0]))
