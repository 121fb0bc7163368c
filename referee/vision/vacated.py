"""Where large loose pieces lay a moment ago: the bare table that comes to light there is no hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.blocks import Blocks, inside
from referee.vision.kit_index import Face, KitIndex
from referee.vision.place import on_table
from referee.vision.scene import Sighting
from referee.vision.sight import to_picture

LARGE_MM2 = 1000.0
"""Smaller pieces leave no gap that could be taken for a hand."""
MOVED_MM = 8.0
SHADOW_MM = 8.0
LOOKS = 60
"""For so many pictures a place counts as vacated: a hand that carried the piece away takes its time."""


class Vacated:
    """Remembers where the large loose pieces of a kit were seen."""

    def __init__(self, index: KitIndex) -> None:
        self._large = {
            key: face
            for key, face in index.faces.items()
            if not face.fixed and cv2.contourArea(face.outline_mm.astype(np.float32)) >= LARGE_MM2
        }
        self.reset()

    def reset(self) -> None:
        """Forget all places: the table frame is a new one."""
        self._stood: dict[tuple[str, str], Sighting] = {}
        self._left: list[tuple[int, tuple[str, str], Sighting]] = []

    def look(self, seen: Sequence[Sighting], plane: TablePlane) -> tuple[Blocks, ...]:
        """The blocks of the picture that large pieces covered until lately."""
        if not self._large:
            return ()
        now = {(s.piece, s.side): s for s in seen if (s.piece, s.side) in self._large}
        self._left = [(looks - 1, key, old) for looks, key, old in self._left if looks > 1]
        for key, old in self._stood.items():
            new = now.get(key)
            if new is None or math.hypot(new.x_mm - old.x_mm, new.y_mm - old.y_mm) > MOVED_MM:
                self._left.append((LOOKS, key, old))
        self._stood = now
        return tuple(_wide(self._large[key], old, plane) for _, key, old in self._left)


def _wide(face: Face, sighting: Sighting, plane: TablePlane) -> Blocks:
    """The blocks of a piece with its shadow."""
    arms = face.outline_mm - face.outline_mm.mean(axis=0)
    wide = face.outline_mm + arms * (SHADOW_MM / np.linalg.norm(arms, axis=1, keepdims=True))
    return inside(to_picture(plane, on_table(face, sighting, wide)))
