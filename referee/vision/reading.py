"""What quadrangles say: corners put onto the edges, cells sampled, and the best pattern named, in one go.

How soft a picture is the markers found in it say: sharpened rightly they are most like what was printed. A lens out of
focus, a dark room or strong compression smear neighbouring cells of a small marker into each other; two numbers that
differ in few cells then come too near to be told apart. With the blur known the cells are put right.

Each quad's cells are compared with every pattern in play, in all four turns, by correlation. That asks how alike two
pictures are whatever the light; unlike a threshold it also reads small or blurred markers, and the runner-up tells how
sure the answer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from markers.dictionary import bits
from referee.vision import native
from referee.vision.edges import refine
from referee.vision.numbers import SOME
from referee.vision.sampling import (
    BLURS_PX,
    CELL_POINTS,
    CELLS,
    POINTS_A_CELL,
    USUAL_BLUR_PX,
    cell_values,
)
from referee.vision.scene import Floats, Image, MarkerDetection, Singles, Whole
from referee.vision.shapes import together

RING_WEIGHT = 0.5


class Patterns:
    """The patterns of the numbers in play.

    Attributes
    ----------
    ids : (K,) the numbers, sorted.
    codes : (4 K, 64) the cells of each in its four turns, standardised with `weights` (64,).
    laid_out : the same as the compiled loops compare them, cell by cell of 32 codes, the last ones filled up with 0.
    blur_px : how soft the picture is, as a standard deviation: cells are sharpened by it before they are compared.
    """

    def __init__(self, ids: Iterable[int]) -> None:
        self.blur_px = USUAL_BLUR_PX
        self.ids = np.array(sorted(set(ids)), dtype=np.int64)
        self.weights = _weights().ravel()
        self.codes = _coded(tuple(self.ids.tolist()))
        room = np.pad(self.codes, ((0, -len(self.codes) % native.TOGETHER), (0, 0)))
        self.laid_out = np.ascontiguousarray(room.reshape(-1, native.TOGETHER, room.shape[1]).transpose(0, 2, 1))

    @property
    def samples(self) -> tuple[Floats, int, float, Singles]:
        """For the compiled loops: where cells are sampled, how many points a cell, the blur, and how cells count."""
        return CELL_POINTS, POINTS_A_CELL, self.blur_px, self.weights

    def two_best(self, cells: Singles) -> tuple[Whole, Singles, Singles]:
        """For each quad (N, 8, 8) the row of the most alike code, how alike it is, and how alike the next one is."""
        if not len(cells):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32), np.empty(0, dtype=np.float32)
        scores = self._standard_cells(cells) @ self.codes.T
        every = np.arange(len(scores))
        best = scores.argmax(axis=1)
        likeness = scores[every, best]
        scores[every, best] = -1.0
        return best, likeness, scores.max(axis=1)

    def said(self, code: Whole) -> tuple[Whole, Whole]:
        """The numbers that codes (N,) mean, and how many corners a quad's first is ahead of its own top left."""
        return self.ids[code // 4], code % 4

    def rows(self, marker_ids: Whole) -> Whole:
        """Where the upright codes of these numbers (N,) are in `codes`."""
        return np.asarray(np.searchsorted(self.ids, marker_ids) * 4)

    def likeness(self, cells: Singles, marker_ids: Whole) -> Singles:
        """How much quads (N, 8, 8), corners in the markers' own order, look like these numbers (N,): (N,) -1 to 1."""
        if not len(cells):
            return np.empty(0, dtype=np.float32)
        codes = self.codes[self.rows(marker_ids)]
        return np.asarray(np.einsum("nk,nk->n", self._standard_cells(cells), codes))

    def _standard_cells(self, cells: Singles) -> Singles:
        return _standard(cells.reshape(len(cells), -1), self.weights)


@lru_cache(maxsize=1024)
def printed_cells(marker_id: int) -> Singles:
    """The marker with its border and a ring of white margin, (8, 8), 1 is white; not to be written to."""
    return np.pad(np.pad(bits(marker_id).astype(np.float32), 1), 1, constant_values=1.0)


@lru_cache(maxsize=16)
def _coded(ids: tuple[int, ...]) -> Singles:
    """The codes of these numbers, the same for every eye that knows them and not to be written to."""
    printed = np.stack([printed_cells(number) for number in ids])
    turned = np.stack([np.rot90(printed, turn, (1, 2)) for turn in range(4)], axis=1)
    codes = _standard(turned.reshape(len(ids) * 4, -1), _weights().ravel())
    codes.flags.writeable = False
    return codes


def _weights() -> Singles:
    weights = np.full((CELLS + 2, CELLS + 2), RING_WEIGHT, dtype=np.float32)
    weights[1:-1, 1:-1] = 1.0
    return weights


def _standard(rows: Singles, weights: Singles) -> Singles:
    """Rows with weighted mean 0 and length 1, so that a product of two is their correlation."""
    rows = rows.astype(np.float32)
    centred = rows - (rows * weights).sum(axis=1, keepdims=True) / weights.sum()
    scaled = centred * np.sqrt(weights)
    length = np.sqrt((scaled * scaled).sum(axis=1, keepdims=True))
    return np.asarray(scaled / np.maximum(length, 1e-3), dtype=np.float32)


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
    code: Whole
    likeness: Singles
    second: Singles


def read(grey: Image, corners_px: Floats, patterns: Patterns, passes: int, enough: float) -> Reading:
    """Read quadrangles (N, 4, 2); those whose edges have less than `enough` quality are not compared with patterns."""
    if native.library is not None:
        corners, count = np.array(corners_px, dtype=np.float64, order="C"), len(corners_px)
        quality, which = np.empty(count), np.empty(count, np.int32)
        likeness, second = np.empty((2, count), np.float32)
        compared = *patterns.samples, patterns.laid_out, len(patterns.codes)
        asked = *native.picture_of(grey), corners, count, passes, enough
        native.run("rr_read", *asked, *compared, quality, which, likeness, second)
        return Reading(corners, quality, which.astype(np.int64), likeness, second)
    corners, quality = refine(grey, corners_px, passes)
    clear = quality >= enough
    code = np.zeros(len(corners), dtype=np.int64)
    likeness, second = np.full((2, len(corners)), UNREAD, dtype=np.float32)
    if clear.any():
        code[clear], likeness[clear], second[clear] = patterns.two_best(
            cell_values(grey, corners[clear], patterns.blur_px)
        )
    return Reading(corners, quality, code, likeness, second)


def likeness(grey: Image, corners_px: Floats, patterns: Patterns, marker_ids: Whole) -> Singles:
    """How much the quads (N, 4, 2), corners in the markers' own order, look like these numbers (N,): (N,) -1 to 1."""
    if native.library is not None:
        corners, rows = np.ascontiguousarray(corners_px, dtype=np.float64), patterns.rows(marker_ids).astype(np.int32)
        alike = np.empty(len(corners), np.float32)
        asked = *native.picture_of(grey), corners, len(corners), *patterns.samples
        native.run("rr_like", *asked, patterns.codes, rows, alike)
        return alike
    return patterns.likeness(cell_values(grey, corners_px, patterns.blur_px), marker_ids)


ALIKE = 0.0005
"""Blurs with which markers are nearly as alike as with the best are as good: that which was is left, or else the least
of them leaves the least noise."""


def measure(grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns) -> bool:
    """Set how cells are sharpened to what suits these markers; whether that is something else than before."""
    if len(markers) < SOME:
        return False
    corners = together(marker.corners_px for marker in markers)
    numbers = np.array([marker.marker_id for marker in markers])
    before = patterns.blur_px
    alike = {}
    for blur_px in (before, *(one for one in BLURS_PX if one >= USUAL_BLUR_PX)):  # a sharper one is read well
        patterns.blur_px = blur_px
        alike[blur_px] = float(np.median(likeness(grey, corners, patterns, numbers)))
    most = max(alike.values())
    best = min(blur_px for blur_px in alike if alike[blur_px] >= most - ALIKE)
    changed = alike[best] > alike[before] + ALIKE
    patterns.blur_px = best if changed else before
    return changed
