"""What quadrangles say: corners put onto the edges, cells sampled, and the best pattern named, in one go."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision import native
from referee.vision.edges import refine
from referee.vision.patterns import Patterns
from referee.vision.sampling import cell_values
from referee.vision.scene import Image

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
        return Reading(*native.read(native.library, grey, corners_px, passes, enough, *compiled(patterns)))
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


def compiled(patterns: Patterns) -> tuple[native.Samples, native.Codes]:
    """How the compiled loops sample cells, and the patterns as these compare them."""
    return patterns.samples, patterns.laid_out
