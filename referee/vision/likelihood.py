"""Is this print here? One likelihood ratio of a known print against the best other explanation, with one false rate.

What a camera shows of a print is the print, blurred, with a halo where the camera sharpens, times a gain and plus an
offset that change smoothly across it (sheen, veil, a lamp's gradient), plus noise. Gain, offset and halo are fitted to
the print's points, the blur is that of a few which fits best, the noise is what the fit leaves. Other explanations are
bare paper or any texture in the same smooth light, of which the fit leaves more, and the next best number, by cells.

With unknown noise the logarithm of such a ratio is half the count of independent values times the logarithm of how much
more is left (S. Kay, "Fundamentals of statistical signal processing II", 1998, ch. 9). Counts and limit were measured:

| constant | value | from |
|---|---|---|
| `PRINT_VALUES`, `CELL_VALUES` | 11, 16 | 70,000 quadrangles in 3,000 pictures without our markers (photographs,
clutter, markers of other families, 9 to 200 px): with these the share above a ratio falls e-fold with each step |
| `NEEDED` | 18.5 | the same: 1 in 600 is above 11, 1 in 1,700 above 12, 1 in 14,000 above 13, none above 14; by that
fall 1 in 1,000,000 is above 18.5. Of 12,220 readings on photographs 99.7 % are, of 5,655 of 10 px 99.1 % |
| `CERTAIN` | 16 | so much more is a margin of 1; drawn prints of 20 px have 17 to 42 more, of 10 px mostly 3 to 12 |
| `SOME`, `SAME_SIZE`, `AS_LARGE` | 6, 5 %, 2.4 | so many certain prints tell the size of most in the picture; of the
quadrangles above at most 1 in 11 is as large to 5 % as any given size, and ln 11 is 2.4 |
| `USUAL_BLUR_PX` | 1.2 | of a halo: of seven webcam pictures none fits better by 0.003 with another (0.8 to 2.5) |
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from referee.vision.numbers import SOME
from referee.vision.reading import printed_cells
from referee.vision.sampling import BLURS_PX, CELLS, USUAL_BLUR_PX, brightness_within
from referee.vision.scene import Floats, Image, Singles, Whole
from referee.vision.shapes import sides_px

FALSE_RATE = 1e-6
"""Of all decisions of the eye so many may be wrong; what it is for bare dots is counted in `dots.py`."""
SURE = -math.log(FALSE_RATE)
"""So much more likely is likely enough, as a logarithm, where the errors' size was measured."""
PRINT_VALUES, CELL_VALUES = 11, 16
NEEDED, CERTAIN = 18.5, 16.0
SAME_SIZE, AS_LARGE = 0.05, 2.4
A_CELL = 3
"""Points looked at along a cell."""
FINEST = 0.05
"""Blurs are told apart by so much of a cell."""
LEAST_LEFT = 1e-3
"""A fit never counts for more than this: noise and rounding leave so much."""


def alike_at(ratio: float) -> float:
    """How alike a number's cells are from which it may be so much likelier, a logarithm: if no other were like it."""
    return math.sqrt(-math.expm1(-2.0 * ratio / (PRINT_VALUES + CELL_VALUES)))


LIKE = alike_at(NEEDED - AS_LARGE)
"""Less alike than this (0.83) nothing can be likely enough: it is not worth a look."""
STILL_THERE = alike_at(SURE)
"""From here on (0.80) a marker is still where it was; with a coin on it at most 0.47 was seen."""


def margin_there(alike: float) -> float:
    """How sure it is that a print whose place was known is here, by how alike its cells are: 0 at `STILL_THERE`."""
    left = max(1.0 - alike * alike, LEAST_LEFT)
    return min(1.0, (-(PRINT_VALUES + CELL_VALUES) / 2.0 * math.log(left) - SURE) / CERTAIN)


def usual_side_px(ratios: Floats, sides_px: Floats) -> float | None:
    """The side of most certain prints of a picture, of (N,); None when they are too few to say."""
    certain = sides_px[ratios >= NEEDED + CERTAIN / 2.0]
    return float(np.median(certain)) if len(certain) >= SOME else None


def margins(ratios: Floats, sides_px: Floats, usual_px: float | None) -> Floats:
    """How sure it is that these prints are here, (N,): 0 when in doubt at the stated rate, 1 when certain."""
    alike = np.zeros(len(ratios)) if usual_px is None else np.abs(np.log(sides_px / usual_px)) < SAME_SIZE
    return np.asarray(np.clip((ratios + AS_LARGE * alike - NEEDED) / CERTAIN, 0.0, 1.0))


def evidence(grey: Image, corners_px: Floats, marker_ids: Whole, alike: Singles, next_alike: Singles) -> Floats:
    """The logarithm of the likelihood ratio of these prints, (N,); beyond what is certain it may be too low.

    Parameters
    ----------
    corners_px : (N, 4, 2), in the markers' own order.
    alike, next_alike : (N,) correlation of the cells with this number and with the next best one.
    """
    others = against_numbers(alike, next_alike)
    enough = np.exp((others - NEEDED - CERTAIN) * 2.0 / PRINT_VALUES)
    return np.asarray(others + against_texture(left_over(grey, corners_px, marker_ids, enough)))


def against_numbers(alike: Singles, next_alike: Singles) -> Floats:
    """How much likelier prints are than the next best numbers, logarithms (N,), by how alike their cells are (N,)."""
    return np.asarray(CELL_VALUES / 2.0 * (np.log(unexplained(next_alike)) - np.log(unexplained(alike))))


def against_texture(left: Floats) -> Floats:
    """How much likelier prints are than texture, as logarithms (N,), by the share that they leave unexplained (N,)."""
    return np.asarray(-PRINT_VALUES / 2.0 * np.log(left))


def unexplained(alike: Singles) -> Floats:
    """The share that a correlation leaves unexplained."""
    return np.asarray(np.maximum(1.0 - np.maximum(alike.astype(np.float64), 0.0) ** 2, LEAST_LEFT))


def left_over(grey: Image, corners_px: Floats, marker_ids: Whole, enough: Floats) -> Floats:
    """The share of what smooth light leaves that the prints leave too, (N,); `enough` (N,) is little enough."""
    seen, cells_px = WITHIN.seen(grey, corners_px)[:, None], sides_px(corners_px) / CELLS
    left, asked = np.ones(len(seen)), np.arange(len(seen))
    for blur_px in BLURS_PX if len(seen) else ():
        softer_px = math.hypot(blur_px, USUAL_BLUR_PX)
        shapes = WITHIN.shapes(marker_ids[asked].tolist(), blur_px, softer_px, cells_px[asked])
        fits = explained(products(np.concatenate([shapes, seen[asked]], axis=1)))[1]
        softer = (fits < left[asked]) & (fits > np.maximum(enough, LEAST_LEFT)[asked])
        left[asked] = np.minimum(left[asked], fits)
        asked = asked[softer]  # where a blur fits worse than a smaller one, a larger one does all the more
        if not len(asked):
            break
    return np.maximum(left, LEAST_LEFT)


def products(rows: Singles) -> Floats:
    """The products of all rows (N, K, P) with one another, (N, K, K)."""
    # a product for each marker: of one large product for all of them BLAS makes work for every core
    return np.asarray(rows @ rows.transpose(0, 2, 1), dtype=np.float64)


def explained(products: Floats, held: Floats | float = 1e-6) -> tuple[Floats, Floats]:
    """How much of the other rows is in the last one, by least squares, (N, K), and the share left of it, (N,).

    How much is `held` back, (N, K) or for all: the noise's square over that of what is usual.
    """
    own, about = products[:, :-1, :-1] + np.expand_dims(held, -1) * np.eye(products.shape[1] - 1), products[:, :-1, -1]
    shares = np.asarray(np.linalg.solve(own, about[..., None])[..., 0], dtype=np.float64)
    return shares, np.asarray(1.0 - (shares * about).sum(axis=1) / np.maximum(products[:, -1, -1], 1e-3))


class Points:
    """Where prints are compared with a picture, of `A_CELL` x `A_CELL` points in each cell and in a margin of one.

    Parameters
    ----------
    first, step : the first row and column that is looked at, on each side, and each so many-th one.

    Attributes
    ----------
    places : (P, 2) in the unit square.
    """

    def __init__(self, first: int = 1, step: int = 1) -> None:
        self._rows = slice(first, (CELLS + 2) * A_CELL - first, step)
        along = ((np.arange((CELLS + 2) * A_CELL)[self._rows] + 0.5) / A_CELL - 1.0) / CELLS
        x, y = np.meshgrid(along, along)
        self.places: Floats = np.stack([x.ravel(), y.ravel()], axis=1)
        self._light = np.column_stack([np.ones(len(along) ** 2), self.places * 2.0 - 1.0]).astype(np.float32)
        self._even: Singles = np.linalg.qr(self._light)[0]

    def seen(self, grey: Image, corners_px: Floats) -> Singles:
        """What quads (N, 4, 2) show beside light that changes evenly across them, (N, P)."""
        seen = brightness_within(grey, corners_px, self.places)
        return np.asarray(seen - seen @ self._even @ self._even.T)

    def shapes(self, numbers: Sequence[int], blur_px: float, other_px: float, cells_px: Floats) -> Singles:
        """What prints, their gain across them, and another blur can look like beside such light, (N, 4, P).

        Of prints with cells (N,) so large.
        """
        flat, other = (self.drawn(numbers, px / cells_px) for px in (blur_px, other_px))
        shapes = np.concatenate([flat[:, None] * self._light.T, (flat - other)[:, None]], axis=1)
        return np.asarray(shapes - shapes @ self._even @ self._even.T)

    def drawn(self, numbers: Sequence[int], blurs: Floats) -> Singles:
        """Prints through blurs (N,), in cells: (N, P), 0 black to 1 white."""
        cells, soft = prints(numbers), self.along(steps_of(blurs))[:, 0, :, :-2]
        return np.asarray((soft @ cells @ soft.transpose(0, 2, 1)).reshape(len(cells), -1), dtype=np.float32)

    def along(self, steps: Whole) -> Singles:
        """What `cells_along` says of a row of R of these points, for so many steps of blur (N,): (N, 3, R, 10)."""
        return np.stack([cells_along(step)[:, self._rows] for step in steps.tolist()])


def prints(numbers: Sequence[int]) -> Singles:
    """Printed cells and their margin, (N, 8, 8)."""
    return np.stack([printed_cells(number) for number in numbers])


def steps_of(blurs: Floats) -> Whole:
    """Blurs in cells as steps of the finest."""
    return np.maximum(1, np.rint(blurs / FINEST)).astype(np.int64)


@lru_cache(maxsize=256)
def cells_along(blur: int) -> Singles:
    """How much of each cell in a row is seen at the points along it, so many steps blurred, and how that changes.

    Returns
    -------
    (3, 24, 10) shares, their slopes and the slopes of these, per cell: of the margin, the cells and the margin, white
    going on for ever, and of what of that lies before and behind the margins.
    """
    spread = blur * FINEST
    at = (np.arange((CELLS + 2) * A_CELL) + 0.5) / A_CELL - 1.0
    off = (np.arange(-1.0, CELLS + 2.0) - at[:, None]) / spread
    below = 0.5 + 0.5 * np.vectorize(math.erf)(off / math.sqrt(2.0))
    steep = np.exp(-0.5 * off * off) / (spread * math.sqrt(2.0 * math.pi))
    edges = (below, 0.0, 1.0), (-steep, 0.0, 0.0), (-steep * off / spread, 0.0, 0.0)
    every = np.stack([np.diff(one, prepend=first, append=last) for one, first, last in edges])
    beyond = every[..., [0, -1]]
    every[..., [1, -2]] += beyond
    return np.concatenate([every[..., 1:-1], beyond], axis=2).astype(np.float32)


WITHIN, WIDE, COARSE = Points(first=A_CELL), Points(), Points(step=A_CELL)
"""The marker itself; with two thirds of a cell of its margin; and the middle of each cell, and of the margin's."""
