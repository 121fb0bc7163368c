"""Where large loose pieces lay a moment ago: the bare table that comes to light there is no hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.blocks import Patch, patch
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import SHADOW_MM
from referee.vision.place import on_table
from referee.vision.scene import Sighting
from referee.vision.sight import to_picture

LARGE_MM2 = 1000.0
"""Smaller pieces leave no gap that could be taken for a hand."""
MOVED_MM = 8.0
LOOKS = 60
"""For so many pictures a place counts as vacated: a hand that carried the piece away takes its time."""


@dataclass(eq=False)
class _Gap:
    """Where a large piece lay, for how many pictures that still counts, and what of the picture it covered."""

    lay: Sighting
    looks: int = LOOKS
    shown: tuple[TablePlane, Patch] | None = None


class Vacated:
    """Remembers where the large loose pieces of a kit were seen."""

    def __init__(self, index: KitIndex) -> None:
        self._large = {
            key: face
            for key, face in index.faces.items()
            if not face.fixed and cv2.contourArea(face.outline_mm.astype(np.float32)) >= LARGE_MM2
        }
        self._wide = {key: face.wide_mm(SHADOW_MM) for key, face in self._large.items()}
        self.reset()

    def reset(self) -> None:
        """Forget all places: the table frame is a new one."""
        self._stood: dict[tuple[str, str], Sighting] = {}
        self._left: list[_Gap] = []

    def look(self, seen: Sequence[Sighting], plane: TablePlane) -> Iterator[Patch]:
        """The parts of the picture that large pieces covered until lately."""
        if not self._large:
            return iter(())
        now = {(s.piece, s.side): s for s in seen if (s.piece, s.side) in self._large}
        self._left = [gap for gap in self._left if gap.looks > 1]
        for gap in self._left:
            gap.looks -= 1
        for key, old in self._stood.items():
            new = now.get(key)
            if new is not old and (new is None or math.hypot(new.x_mm - old.x_mm, new.y_mm - old.y_mm) > MOVED_MM):
                self._left.append(_Gap(old))
        self._stood = now
        return (self._patch(gap, plane) for gap in self._left)

    def _patch(self, gap: _Gap, plane: TablePlane) -> Patch:
        """Where a piece lay with its shadow."""
        if gap.shown is None or gap.shown[0] is not plane:
            key = (gap.lay.piece, gap.lay.side)
            gap.shown = plane, patch(to_picture(plane, on_table(self._large[key], gap.lay, self._wide[key])).tolist())
        return gap.shown[1]
