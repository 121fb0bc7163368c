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

import cv2
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
    seen = brightness_within(grey, corners_px, _POINTS).astype(np.float64)
    seen -= seen @ _SMOOTH @ _SMOOTH.T
    power = np.maximum(np.einsum("np,np->n", seen, seen), 1e-3)
    cells_px = sides_px(corners_px) / CELLS
    left, asked = np.ones(len(seen)), np.arange(len(seen))
    for blur_px in BLURS_PX if len(seen) else ():
        shapes = _shapes(marker_ids[asked].tolist(), blur_px / cells_px[asked], USUAL_BLUR_PX / cells_px[asked])
        about = shapes @ seen[asked, :, None]
        fitted = np.linalg.solve(shapes @ shapes.transpose(0, 2, 1) + 1e-6 * np.eye(shapes.shape[1]), about)
        fits = 1.0 - (fitted * about).sum(axis=(1, 2)) / power[asked]
        softer = (fits < left[asked]) & (fits > np.maximum(enough, LEAST_LEFT)[asked])
        left[asked] = np.minimum(left[asked], fits)
        asked = asked[softer]  # where a blur fits worse than a smaller one, a larger one does all the more
        if not len(asked):
            break
    return np.maximum(left, LEAST_LEFT)


def _shapes(numbers: Sequence[int], blurs: Floats, halos: Floats) -> Singles:
    """What prints, their gain across them and a halo can look like apart from smooth light: (N, 4, 324).

    Blurs and halos (N,) are in cells.
    """
    cells = np.stack([printed_cells(number) for number in numbers])
    steps = (np.maximum(1, np.rint(one / FINEST)).astype(int).tolist() for one in (blurs, halos))
    soft, ringed = (np.stack(one) for one in zip(*map(_seen_of_cells, *steps), strict=True))
    shown = soft @ cells @ soft.transpose(0, 2, 1)
    edges = shown - ringed @ cells @ ringed.transpose(0, 2, 1)
    flat, ring = (one.reshape(len(cells), -1) for one in (shown, edges))
    shapes = np.stack([flat, flat * _ACROSS[:, 0], flat * _ACROSS[:, 1], ring], axis=1)
    # a product for each marker: of one large product for all of them BLAS makes work for every core
    return np.asarray(shapes - shapes @ _SMOOTH @ _SMOOTH.T)


@lru_cache(maxsize=256)
def _seen_of_cells(blur: int, halo: int) -> tuple[Singles, Singles]:
    """What a row of cells is at the points along a marker, (18, 8): blurred, and blurred by the halo once more."""
    soft, ringed = blurred(blur), _blur(halo) @ blurred(blur)
    return soft[A_CELL:-A_CELL].astype(np.float32), ringed[A_CELL:-A_CELL].astype(np.float32)


def blurred(blur: int) -> Floats:
    """What a row of cells and its margin is at the points along them, blurred by so many steps, (24, 8)."""
    return _blur(blur) @ np.kron(np.eye(CELLS + 2), np.ones((A_CELL, 1)))


def _blur(steps: int) -> Floats:
    """What a blur does to the points along a marker and its margin, (24, 24)."""
    points, spread = (CELLS + 2) * A_CELL, steps * FINEST * A_CELL
    size = 1, round(8.0 * spread + 1.0) | 1
    return np.asarray(cv2.GaussianBlur(np.eye(points), size, 1e-9, sigmaY=spread, borderType=cv2.BORDER_REPLICATE))


def _points() -> Floats:
    """Points of the unit square, `A_CELL` x `A_CELL` in each cell within the border."""
    along = (np.arange(CELLS * A_CELL) + 0.5) / (CELLS * A_CELL)
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel()], axis=1)


_POINTS = _points()
_ACROSS = np.asarray(_POINTS * 2.0 - 1.0, dtype=np.float32)
_SMOOTH: Singles = np.linalg.qr(np.column_stack([np.ones(len(_POINTS), dtype=np.float32), _ACROSS]))[0]
"""Light that changes evenly across a marker, (324, 3) orthonormal."""
