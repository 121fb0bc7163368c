"""What quadrangles say: corners put onto the edges, cells sampled, and the best pattern named, in one go.

How soft a picture is the markers found in it say: sharpened rightly they are most like what was printed. A lens out of
focus, a dark room or strong compression smear neighbouring cells of a small marker into each other; two numbers that
differ in few cells then come too near to be told apart. With the blur known the cells are put right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision import native
from referee.vision.edges import refine
from referee.vision.numbers import SOME
from referee.vision.patterns import Patterns
from referee.vision.sampling import USUAL_BLUR_PX, cell_values, sharpening
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import together

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

UNREAD = -2.0


@dataclass(frozen=True, eq=False)
class Reading:
    """N quadrangles read.

    Attributes
    ----------
    corners_px : (N, 4, 2) on the crossing of the edges.
    quality : (N,) of the edges, see `edges.refine`.
    code : (N,) the row of `Patterns.codes` that is most alike.
    likeness, second : (N,) how alike it is and how alike the next one is; `UNREAD` where the quality was not enough.
    """

    corners_px: Floats
    quality: Floats
    code: NDArray[np.int64]
    likeness: Singles
    second: Singles


def read(grey: Image, corners_px: Floats, patterns: Patterns, passes: int, enough: float) -> Reading:
    """Read quadrangles (N, 4, 2); those whose edges have less than `enough` quality are not compared with patterns."""
    if native.library is not None:
        return Reading(
            *native.read(native.library, grey, corners_px, passes, enough, patterns.samples, patterns.laid_out)
        )
    corners, quality = refine(grey, corners_px, passes)
    clear = quality >= enough
    code = np.zeros(len(corners), dtype=np.int64)
    likeness, second = (np.full(len(corners), UNREAD, dtype=np.float32) for _ in range(2))
    if clear.any():
        code[clear], likeness[clear], second[clear] = patterns.two_best(
            cell_values(grey, corners[clear], patterns.blur)
        )
    return Reading(corners, quality, code, likeness, second)


def likeness(grey: Image, corners_px: Floats, patterns: Patterns, marker_ids: NDArray[np.int64]) -> Singles:
    """How much the quads (N, 4, 2), corners in the markers' own order, look like these numbers (N,): (N,) -1 to 1."""
    if native.library is not None:
        rows = patterns.rows(marker_ids)
        return native.like(native.library, grey, corners_px, patterns.samples, patterns.codes, rows)
    return patterns.likeness(cell_values(grey, corners_px, patterns.blur), marker_ids)


BLURS_PX = (USUAL_BLUR_PX, 1.5, 1.8, 2.1, 2.4, 2.7, 3.0)
"""A sharper picture than usual is read well as it is."""
ALIKE = 0.0005
"""Blurs with which markers are nearly as alike as with the best are as good: that which was is left, or else the least
of them leaves the least noise."""


def measure(grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns) -> bool:
    """Set how cells are sharpened to what suits these markers; whether that is something else than before."""
    if len(markers) < SOME:
        return False
    corners = together(marker.corners_px for marker in markers)
    numbers = np.array([marker.marker_id for marker in markers])
    before = patterns.blur
    alike = {}
    for blur_px in (float(before[0]), *BLURS_PX):
        patterns.blur = sharpening(blur_px)
        alike[blur_px] = float(np.median(likeness(grey, corners, patterns, numbers)))
    most = max(alike.values())
    best = min(blur_px for blur_px in alike if alike[blur_px] >= most - ALIKE)
    changed = alike[best] > alike[float(before[0])] + ALIKE
    patterns.blur = sharpening(best) if changed else before
    return changed
