"""Which marker is it? Each quad's cells are compared with every pattern in play, in all four turns, by correlation.

Correlation asks how alike two pictures are whatever the light; unlike a threshold it also reads small or blurred
markers, and the runner-up tells how sure the answer is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from markers.dictionary import bits
from referee.vision import native
from referee.vision.sampling import CELL_POINTS, CELLS, POINTS_A_CELL, USUAL_SHARPENING

Floats = NDArray[np.float32]
LIKE = 0.86
"""Less alike than this is not worth a look: of 25,000 readings on photographs, down to 10 px, 3 in 10,000 are."""
RING_WEIGHT = 0.5


@dataclass(frozen=True, eq=False)
class Decoded:
    """What N quads say, each array (N,).

    Attributes
    ----------
    marker_ids : the best pattern's number.
    turns : by how many corners the quad's first corner is ahead of the marker's own top left.
    likeness, second : correlation with the best pattern and with the next best one, -1 to 1.
    """

    marker_ids: NDArray[np.int64]
    turns: NDArray[np.int64]
    likeness: Floats
    second: Floats


class Patterns:
    """The patterns of the numbers in play.

    Attributes
    ----------
    ids : (K,) the numbers, sorted.
    codes : (4 K, 64) the cells of each in its four turns, standardised with `weights` (64,).
    laid_out : the same as the compiled loops compare them.
    blur : (3,) how cells are sharpened before they are compared, see `sampling.sharpening`.
    """

    def __init__(self, ids: Iterable[int]) -> None:
        self._samples: native.Samples | None = None
        self.blur = USUAL_SHARPENING
        self.ids = np.array(sorted(set(ids)), dtype=np.int64)
        self.row = {int(number): row for row, number in enumerate(self.ids)}
        self.weights = _weights().ravel()
        self.codes = _coded(tuple(self.ids.tolist()))
        self.laid_out = native.Codes.of(self.codes)

    @property
    def samples(self) -> native.Samples:
        """How the compiled loops sample cells."""
        if self._samples is None or self._samples.blur is not self.blur:
            self._samples = native.Samples(CELL_POINTS, POINTS_A_CELL, self.blur, self.weights)
        return self._samples

    def decode(self, cells: Floats) -> Decoded:
        """Read quads from their cell values (N, 8, 8)."""
        return self.say(*self.two_best(cells))

    def two_best(self, cells: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
        """For each quad (N, 8, 8) the row of the most alike code, how alike it is, and how alike the next one is."""
        if not len(cells):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32), np.empty(0, dtype=np.float32)
        scores = self._standard_cells(cells) @ self.codes.T
        every = np.arange(len(scores))
        best = scores.argmax(axis=1)
        likeness = scores[every, best]
        scores[every, best] = -1.0
        return best, likeness, scores.max(axis=1)

    def say(self, code: NDArray[np.int64], likeness: Floats, second: Floats) -> Decoded:
        """What the two best codes (N,) mean."""
        return Decoded(self.ids[code // 4], code % 4, likeness, second)

    def rows(self, marker_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the upright codes of these numbers (N,) are in `codes`."""
        return np.asarray(np.searchsorted(self.ids, marker_ids) * 4)

    def likeness(self, cells: Floats, marker_ids: NDArray[np.int64]) -> Floats:
        """How much quads (N, 8, 8), corners in the markers' own order, look like these numbers (N,): (N,) -1 to 1."""
        if not len(cells):
            return np.empty(0, dtype=np.float32)
        codes = self.codes[self.rows(marker_ids)]
        return np.asarray(np.einsum("nk,nk->n", self._standard_cells(cells), codes))

    def _standard_cells(self, cells: Floats) -> Floats:
        return _standard(cells.reshape(len(cells), -1), self.weights)


@lru_cache(maxsize=1024)
def printed_cells(marker_id: int) -> Floats:
    """The marker with its border and a ring of white margin, (8, 8), 1 is white; not to be written to."""
    return np.pad(np.pad(bits(marker_id).astype(np.float32), 1), 1, constant_values=1.0)


@lru_cache(maxsize=16)
def _coded(ids: tuple[int, ...]) -> Floats:
    """The codes of these numbers, the same for every eye that knows them and not to be written to."""
    printed = np.stack([printed_cells(number) for number in ids])
    turned = np.stack([np.rot90(printed, turn, (1, 2)) for turn in range(4)], axis=1)
    codes = _standard(turned.reshape(len(ids) * 4, -1), _weights().ravel())
    codes.flags.writeable = False
    return codes


def _weights() -> Floats:
    weights = np.full((CELLS + 2, CELLS + 2), RING_WEIGHT, dtype=np.float32)
    weights[1:-1, 1:-1] = 1.0
    return weights


def _standard(rows: Floats, weights: Floats) -> Floats:
    """Rows with weighted mean 0 and length 1, so that a product of two is their correlation."""
    rows = rows.astype(np.float32)
    centred = rows - (rows * weights).sum(axis=1, keepdims=True) / weights.sum()
    scaled = centred * np.sqrt(weights)
    length = np.sqrt((scaled * scaled).sum(axis=1, keepdims=True))
    return np.asarray(scaled / np.maximum(length, 1e-3), dtype=np.float32)
