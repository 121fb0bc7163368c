"""Places that are bare or not, by the dots printed on pieces: a dot that is seen whole has nothing on it.

A dot is a black disc on white. Its middle and the white around it are sampled. A half covered dot is neither bare nor
covered, and nothing is said of it; a pip of a die is smaller than a dot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from markers.dots import DOT_MM, WHITE_MM
from referee.vision.kit_index import Face
from referee.vision.place import on_table
from referee.vision.scene import Image, Sighting

Floats = NDArray[np.float64]

BARE, COVERED = 0.86, 0.45
"""Likeness to a dot from which on a place is bare, and up to which it is covered."""
ASIDE_MM = (-1.2, 0.0, 1.2)
"""A loose piece under a guessed lens is placed a little off: its dot is looked for beside its place as well."""
ALL_ROUND = 0.6
"""A dot's black returns less light than the white just outside, by this share of it, in every direction: also where a
shadow lies over half of it."""
FAINT = 0.3
"""A dot's black returns at least this much less light than its white."""
ANGLES = 16
INSIDE_MM = (0.9, 1.7, 2.4, 2.9)
OUTSIDE_MM = (4.4, 5.0, 5.6, 6.2)
assert max(INSIDE_MM) < DOT_MM / 2 < min(OUTSIDE_MM) < max(OUTSIDE_MM) < WHITE_MM / 2


def places_seen(
    grey: Image, plane: TablePlane, faces: Mapping[tuple[str, str], Face], pieces: Sequence[Sighting]
) -> tuple[Sighting, ...]:
    """What the dots of printed pieces show: one sighting for each, side ``bare`` or ``covered``; none when in doubt.

    Parameters
    ----------
    grey : (H, W) the picture.
    faces : the kit's faces by (piece, side).
    pieces : their sightings, those of remembered still pieces too.
    """
    dotted = [one for one in pieces if len(faces[one.piece, one.side].dots_mm)]
    if not dotted:
        return ()
    known = [faces[one.piece, one.side] for one in dotted]
    points = np.vstack([on_table(face, one, face.dots_mm) for face, one in zip(known, dotted, strict=True)])
    names = [f"dot:{one.piece}#{n}" for face, one in zip(known, dotted, strict=True) for n in range(len(face.dots_mm))]
    loose = np.repeat([not face.fixed for face in known], [len(face.dots_mm) for face in known])
    likeness = _likeness(grey, plane, points)
    doubtful = np.flatnonzero((likeness < BARE) & ((likeness > COVERED) | loose))
    if len(doubtful):
        likeness[doubtful] = _best_beside(grey, plane, points[doubtful])
    sides = np.where(likeness >= BARE, "bare", np.where(likeness <= COVERED, "covered", ""))
    return tuple(
        Sighting(name, str(side), float(point[0]), float(point[1]), 0.0, 0.9)
        for name, side, point in zip(names, sides, points, strict=True)
        if side
    )


def _best_beside(grey: Image, plane: TablePlane, points_mm: Floats) -> Floats:
    """How like a dot the best of nine places around each is, (N,)."""
    aside = np.array([(dx, dy, 0.0) for dx in ASIDE_MM for dy in ASIDE_MM])
    around = (points_mm[:, None, :] + aside[None, :, :]).reshape(-1, 3)
    return np.asarray(_likeness(grey, plane, around).reshape(len(points_mm), -1).max(axis=1))


def _likeness(grey: Image, plane: TablePlane, points_mm: Floats) -> Floats:
    """How like a dot each place looks, (N,): 1 for a dot, about 0 for anything else, nan out of the picture."""
    count = len(points_mm)
    samples = points_mm[:, None, :] + np.column_stack([_RING, np.zeros(len(_RING))])[None, :, :]
    px = plane.image_of(samples.reshape(-1, 3)).reshape(count, -1, 2).astype(np.float32)
    height, width = grey.shape
    seen = ((px >= 0) & (px <= np.array([width - 1, height - 1], np.float32))).all(axis=(1, 2))
    values = cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR).astype(np.float64)
    inner, outer = values[:, _INNER].mean(axis=1), values[:, ~_INNER].mean(axis=1)
    away = values - values.mean(axis=1, keepdims=True)
    spread = np.maximum(np.sqrt((away**2).mean(axis=1)), 1.0)
    like = (away * np.where(_INNER, -1.0, 1.0)).mean(axis=1) / spread
    like = np.where((outer - inner) >= FAINT * np.maximum(outer, 1.0), like, np.minimum(like, 0.0))
    doubtful = np.flatnonzero((like > COVERED) & (like < BARE))
    shaded = doubtful[_contrast_all_round(values[doubtful]) >= ALL_ROUND]
    like[shaded] = BARE
    return np.asarray(np.where(seen, like, np.nan))


def _contrast_all_round(values: Floats) -> Floats:
    """The least contrast of inside and outside in any direction, (N,), as a share of the light outside."""
    rays = values.reshape(len(values), len(INSIDE_MM) + len(OUTSIDE_MM), ANGLES)
    inner, outer = rays[:, : len(INSIDE_MM)].mean(axis=1), rays[:, len(INSIDE_MM) :].mean(axis=1)
    contrast = (outer - inner) / np.maximum(outer, 1.0)
    return np.asarray((contrast + np.roll(contrast, 1, axis=1)).min(axis=1) / 2.0)


def _ring_points() -> Floats:
    angles = [2.0 * math.pi * n / ANGLES for n in range(ANGLES)]
    return np.array([(r * math.cos(a), r * math.sin(a)) for r in (*INSIDE_MM, *OUTSIDE_MM) for a in angles])


_RING = _ring_points()
_INNER = np.hypot(_RING[:, 0], _RING[:, 1]) < DOT_MM / 2
