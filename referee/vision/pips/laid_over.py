"""Pieces that lie on a dice mat: what is seen of them there is no die, and people are told what to move."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.vision.kit_index import KitIndex
from referee.vision.place import on_table
from referee.vision.scene import DieSeen, Sighting

ROOM_MM = 4.0
"""A piece may be seen so far beside its outline: it lies lower than the upper faces of dice."""


def laid_over(dice: Sequence[DieSeen], lying: Sequence[Sighting], index: KitIndex) -> dict[DieSeen, str]:
    """Which of the things on mats that are no readable `dice` are seen where one of the pieces `lying` is: its name."""
    found: dict[DieSeen, str] = {}
    for one in lying if dice else ():
        face = index.faces.get((one.piece, one.side))
        if face is not None:
            outline = on_table(face, one, face.wide_mm(ROOM_MM))[:, :2].astype(np.float32)
            found |= {
                die: one.piece for die in dice if cv2.pointPolygonTest(outline, (die.x_mm, die.y_mm), True) >= 0.0
            }
    return found
