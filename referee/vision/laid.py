"""Small markers measured once more, to a few hundredths of a pixel, by laying their whole prints onto the picture.

At 11 px a marker's outer edge and the cells beside it run into each other; which cells are white shifts the lines that
are fitted to its edges by a fifth of a pixel. Here the print is drawn as the picture model has it (`likelihood.py`),
and corners, light and blur are changed until the least of what is seen is left over, by the drawn print's own slopes
(Gauss-Newton on the template: S. Baker, I. Matthews, "Lucas-Kanade 20 years on", 2004). That is done where it tells
most, to markers smaller than usual and when the camera is found above the table.

Three things are known of the picture beforehand, and a small marker tells none of them by itself:

- Its blur is one, and round in the picture: across the cells of a marker seen at a slant it is wider one way. To second
  order a blur adds half of its square times the print's curvature, so that turned and narrowed it is drawn too.
- The white margin ends after one cell (`markers.margins`); what lies beyond is any grey, on each side another one.
- Light hardly changes across a marker, but where it does (sheen) it may by much. Its slopes are held to `SHEEN` of the
  contrast as what has long tails is (Cauchy), the more, the more noise there is: half of the slopes of 644 prints of 26
  px and more in path-traced pictures were under .005, one in a hundred over .08.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.vision.likelihood import A_CELL, FINEST, SURE, WIDE, against_texture, explained, prints, products, steps_of
from referee.vision.numbers import BENT_PX, FEW, FEWEST, USUAL_SIDE_PX
from referee.vision.sampling import BLURS_PX, CELLS, USUAL_BLUR_PX, brightness_within
from referee.vision.scene import Floats, Image, MarkerDetection, Singles
from referee.vision.shapes import axes, side_px, sides_px, together

SHEEN = 0.005
FAINT = 1e-2
"""Held back is at least so much: of a row that no point shows, as what lies beyond the margin of a large marker."""


def laid(grey: Image, markers: Sequence[MarkerDetection]) -> dict[int, MarkerDetection]:
    """The small ones of these markers with better corners, by number; what is not surely its print is left out.

    So too where the picture ends within the margin, or where the steps may take it.
    """
    small = [marker for marker in markers if side_px(marker.corners_px) < USUAL_SIDE_PX and _within(grey, marker)]
    if not small:
        return {}
    numbers = [marker.marker_id for marker in small]
    old = together(marker.corners_px for marker in small)
    corners, left, off_px = lay(grey, old, numbers)
    # covered in part its edges are better
    sure = (against_texture(left) > SURE) & (off_px < 2.0 * np.median(off_px))
    return {
        marker.marker_id: MarkerDetection(marker.marker_id, corners[index], marker.margin)
        for index, marker in enumerate(small)
        if sure[index]
    }


def _within(grey: Image, marker: MarkerDetection) -> bool:
    room = side_px(marker.corners_px) / CELLS + BENT_PX * FEWEST
    (left, top), (right, bottom) = marker.corners_px.min(axis=0).tolist(), marker.corners_px.max(axis=0).tolist()
    return bool(min(left, top, grey.shape[1] - 1 - right, grey.shape[0] - 1 - bottom) > room)


def lay(grey: Image, corners_px: Floats, numbers: Sequence[int]) -> tuple[Floats, Floats, Floats]:
    """Lay prints onto the picture.

    Parameters
    ----------
    corners_px : (N, 4, 2) corners within about half a pixel, from each marker's own top left clockwise.
    numbers : the N markers' numbers.

    Returns
    -------
    (N, 4, 2) corners; the share of what even light leaves that each marker's print leaves too, (N,); and how far each
    marker's corners are off, (N,) px, a standard deviation: by the noise that is left and the slopes.
    """
    corners, blur_px2 = np.array(corners_px, dtype=np.float64), USUAL_BLUR_PX**2
    held = np.full((len(corners), _ROWS), FAINT)
    for _ in range(FEW):
        seen = brightness_within(grey, corners, WIDE.places)
        to_cells = CELLS * np.asarray(np.linalg.pinv(axes(corners)), dtype=np.float64)
        rows = _changes(numbers, to_cells, blur_px2, seen)
        rows -= rows.mean(axis=2, keepdims=True)
        every = products(rows)
        shares, _ = explained(every, held)
        # one lens made them all: a single marker tells its blur badly
        softer_px2 = float(np.median(shares[:, -1] / np.maximum(shares[:, _GAIN], 1.0)))
        softer_px2 = min(max(blur_px2 + softer_px2, BLURS_PX[0] ** 2), BLURS_PX[-1] ** 2) - blur_px2
        without = shares[:, _GAIN, None] * softer_px2
        every[:, -1] -= without * every[:, -2]
        every[:, :, -1] -= without * every[:, :, -2]
        shares, left = explained(every[:, _SHARP[:, None], _SHARP], held[:, :-1])
        gain = np.maximum(shares[:, _GAIN, None], 1.0)
        step = -(shares[:, :8] / gain).reshape(-1, 2, 4).transpose(0, 2, 1)
        corners, blur_px2 = corners + np.clip(step, -BENT_PX, BENT_PX), blur_px2 + softer_px2
        # read between pixels, a point has 4/9 of their noise, and shares it with those nearer than pixels
        shared = np.maximum(1.5 * A_CELL * CELLS / sides_px(corners), 1.0)
        noise = left * every[:, -1, -1] / rows.shape[2] * shared**2
        held[:, _LIGHT] = 2.0 * noise[:, None] / ((SHEEN * gain) ** 2 + shares[:, _LIGHT] ** 2)
    doubts = np.linalg.inv(every[:, :-2, :-2] + held[:, :-1, None] * np.eye(_ROWS - 1))
    off_px = np.sqrt(noise * np.trace(doubts[:, :8, :8], axis1=1, axis2=2) / 4.0) / gain[:, 0]
    return corners, left, np.asarray(off_px, dtype=np.float64)


_GAIN, _LIGHT, _ROWS = 8, slice(9, 13), 18
_SHARP = np.delete(np.arange(_ROWS + 1), -2)
"""Places in `_changes`, and all but that of the blur."""
_X, _Y = WIDE.places.T.astype(np.float32)
_NEAR: Singles = np.stack([(1 - _X) * (1 - _Y), _X * (1 - _Y), _X * _Y, (1 - _X) * _Y])
"""How far each corner takes the points along, (4, P)."""
_ACROSS: Singles = np.stack([_X, _Y]) * 2 - 1


def _changes(numbers: Sequence[int], to_cells: Floats, blur_px2: float, seen: Singles) -> Singles:
    """What pictures of prints are made of, in their own contrast, and what is seen (N, P): (N, 19, P).

    By a px of each corner's x, then of its y; the print; the slopes of its gain, then of its offset; what lies beyond
    the margin at the left, the right, above and below; by the square of the blur in px; what is seen.

    Parameters
    ----------
    to_cells : (N, 2, 2) what a px right and a px down are in cells.
    blur_px2 : the blur's square.
    """
    by_px2 = to_cells @ to_cells.transpose(0, 2, 1)
    by_px2 = np.stack([by_px2[:, 0, 0], by_px2[:, 1, 1], by_px2[:, 0, 1]])
    steps = steps_of(np.sqrt(by_px2[:2] * blur_px2))
    across, down = (WIDE.along(one) for one in steps)
    half, turned = down[..., :-2] @ prints(numbers)[:, None], across[..., :-2].transpose(0, 1, 3, 2)
    ways = ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1))
    shown, x, y, xx, yy, xy = (np.reshape(half[:, row] @ turned[:, column], (len(half), -1)) for row, column in ways)
    curved = np.stack([xx / 2, yy / 2, xy])
    lacks = by_px2 * blur_px2
    lacks[:2] -= (FINEST * steps) ** 2
    shown = shown + _mixed(lacks, curved)
    moved = np.stack([_mixed(one, np.stack([x, y])) for one in to_cells.transpose(2, 1, 0)], axis=1)
    wide, high = (
        (one[:, 0, :, -2:] + lack[:, None, None] / 2 * one[:, 2, :, -2:]).transpose(0, 2, 1)
        for one, lack in zip((across, down), lacks.astype(np.float32), strict=False)
    )
    beyond = (  # a corner lies beyond two sides, and has a half of each
        wide[:, :, None] * (1 - high.sum(axis=1, keepdims=True) / 2)[..., None],
        high[..., None] * (1 - wide.sum(axis=1, keepdims=True) / 2)[:, :, None],
    )
    parts = (
        moved[:, :, None] * _NEAR,
        shown,
        shown[:, None] * _ACROSS,
        np.broadcast_to(_ACROSS, (len(half), *_ACROSS.shape)),
        *beyond,
        _mixed(by_px2, curved),
        seen,
    )
    return np.concatenate([np.reshape(part, (len(half), -1, len(_X))) for part in parts], axis=1)


def _mixed(shares: Floats, pictures: Singles) -> Singles:
    """K pictures each of N prints (K, N, P), by these shares (K, N), (N, P)."""
    return np.asarray(np.einsum("kn,knp->np", shares.astype(np.float32), pictures))
