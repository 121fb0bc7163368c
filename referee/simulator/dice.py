"""The four upright sides of a die, printed like its top: seen at a slant they must never be taken for the top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.simulator.art import FaceArt

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

OPPOSITE = (("n", "5"), ("a", "4"), ("2", "3"))
"""Faces that lie opposite each other."""


@dataclass(frozen=True, eq=False)
class UprightSide:
    """One side as seen: its face, where its corners are (bottom left, bottom right, top right, top left), its shade."""

    art: FaceArt
    corners_px: Floats
    shade: float


def ring_of_faces(faces: Mapping[str, FaceArt], top: str) -> tuple[FaceArt, ...]:
    """The faces around the one on top, in order; none for what is no six-sided die with four-cornered faces."""
    pairs = [pair for pair in OPPOSITE if top not in pair]
    if len(pairs) != 2 or any(name not in faces for pair in pairs for name in pair):
        return ()
    names = (pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1])
    if any(len(faces[name].item.outline_mm) != 4 for name in names):
        return ()
    return tuple(faces[name] for name in names)


def draw_side(samples: Bytes, side: UprightSide) -> None:
    """Draw a side over BGRA samples, in place; `corners_px` counts samples."""
    picture, px_per_mm = side.art.level_for(side.art.px_per_mm / 2.0)
    page = np.array(side.art.item.outline_mm) - np.array(side.art.corner_mm)
    upright = _bottom_first(page * px_per_mm - 0.5)
    warp = cv2.getPerspectiveTransform(upright.astype(np.float32), side.corners_px.astype(np.float32))
    seen = np.asarray(cv2.warpPerspective(picture, warp, samples.shape[1::-1], flags=cv2.INTER_LINEAR), np.float32)
    left = 1.0 - seen[..., 3:4] / 255.0
    seen[..., :3] *= side.shade
    samples[:] = (seen + samples * left + 0.5).astype(np.uint8)


def _bottom_first(corners: Floats) -> Floats:
    """The four corners of an upright rectangle on the page as bottom left, bottom right, top right, top left."""
    middle = corners.mean(axis=0)
    angle = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    top_left_first = corners[np.argsort(angle)]
    return top_left_first[[3, 2, 1, 0]]
