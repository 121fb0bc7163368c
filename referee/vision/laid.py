"""Small markers measured once more, to a few hundredths of a pixel, by laying their whole prints onto the picture.

At 11 px a marker's outer edge and the cells beside it run into each other; which cells are white shifts the lines that
are fitted to its edges by a fifth of a pixel. Here the print is drawn as the picture model has it (`likelihood.py`),
and corners, light and blur are changed until the least of what is seen is left over, by the drawn print's own slopes
(Gauss-Newton on the template: S. Baker, I. Matthews, "Lucas-Kanade 20 years on", 2004). That is done where it tells
most, to markers smaller than usual and when the camera is found above the table.

Four things are known of the picture beforehand, and a small marker tells none of them by itself:

- Its blur is one, and round in the picture: across the cells of a marker seen at a slant it is wider one way. To second
  order a blur adds half of its square times the print's curvature, so that turned and narrowed it is drawn too.
- What is read between pixels is the mean of four, softer in their midst than on one: along a whole edge where a marker
  lies straight in the picture.
- The white margin ends after one cell (`markers.margins`); what lies beyond is any grey, on each side another one.
- Light hardly changes across a marker, but where it does (sheen) it may by much. Its slopes are held to `SHEEN` of the
  contrast as what has long tails is (Cauchy), the more, the more noise there is: half of the slopes of 644 prints of 26
  px and more in path-traced pictures were under .005, one in a hundred of the gain's over .08.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.vision.likelihood import A_CELL, FINEST, SURE, WIDE, against_texture, explained, prints, products, steps_of
from referee.vision.native import TOGETHER
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
    parts = [slice(first, first + TOGETHER) for first in range(0, len(corners), TOGETHER)]
    for _ in range(FEW):
        seen = brightness_within(grey, corners, WIDE.places)
        every = np.concatenate([products(_changes(numbers[one], corners[one], blur_px2, seen[one])) for one in parts])
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
        shared = np.maximum(1.5 * A_CELL * CELLS / np.maximum(sides_px(corners), 1.0), 1.0)
        noise = left * every[:, -1, -1] / len(_X) * shared**2
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


def _changes(numbers: Sequence[int], corners: Floats, blur_px2: float, seen: Singles) -> Singles:
    """What pictures of prints are made of, in their own contrast, and what is seen (N, P): (N, 19, P) less means.

    By a px of each corner's x, then of its y; the print; the slopes of its gain, then of its offset; what lies beyond
    the margin at the left, the right, above and below; by the square of the blur in px; what is seen.
    """
    to_cells = CELLS * np.asarray(np.linalg.pinv(axes(corners)), dtype=np.float64)
    x_cells, y_cells = to_cells[:, 0], to_cells[:, 1]
    squares = np.stack([x_cells * x_cells, y_cells * y_cells, x_cells * y_cells], axis=2)
    blurs = squares.sum(axis=1) * blur_px2
    steps = steps_of(np.sqrt(blurs[:, :2]))
    blurs[:, :2] -= (FINEST * steps) ** 2
    across, down = (WIDE.along(one) for one in steps.T)
    half, turned = down[..., :-2] @ prints(numbers)[:, None], across[..., :-2].transpose(0, 1, 3, 2)
    # what a px right and a px down change, what the nearest steps of blur lack, and what a px of blur does either way
    shares = np.zeros((len(corners), 5, 5), dtype=np.float32)
    shares[:, :2, :2] = to_cells.transpose(0, 2, 1)
    shares[:, 2, 2:], shares[:, 3:, 2:] = blurs * _SECOND, squares * _SECOND
    ways = ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1))
    sharp, *slopes = (np.reshape(half[:, row] @ turned[:, column], (len(half), -1)) for row, column in ways)
    changes = shares @ np.stack(slopes, axis=1)
    # between pixels f of the way from one to the next, their mean is a blur too, of f (1 - f) px2, 1/6 on average
    at = corners.transpose(0, 2, 1).astype(np.float32) @ _NEAR
    aside = at - np.floor(at)
    shown = sharp + changes[:, 2] + ((aside * (1 - aside) - 1 / 6) * changes[:, 3:]).sum(axis=1)
    wide, high = (
        (one[:, 0, :, -2:] + lack[:, None, None] / 2 * one[:, 2, :, -2:]).transpose(0, 2, 1)
        for one, lack in zip((across, down), blurs.T, strict=False)
    )
    rows = np.empty((len(corners), _ROWS + 1, len(_X)), dtype=np.float32)
    np.multiply(changes[:, :2, None], _NEAR, out=rows[:, :8].reshape(len(corners), 2, 4, -1))
    rows[:, 8], rows[:, 9:11], rows[:, 11:13] = shown, shown[:, None] * _ACROSS, _ACROSS
    beyond = rows[:, 13:17].reshape(len(corners), 2, 2, wide.shape[2], -1)
    # a corner lies beyond two sides, and has a half of each
    beyond[:, 0] = wide[:, :, None] * (1 - high.sum(axis=1, keepdims=True) / 2)[..., None]
    beyond[:, 1] = high[..., None] * (1 - wide.sum(axis=1, keepdims=True) / 2)[:, :, None]
    rows[:, 17], rows[:, 18] = changes[:, 3:].sum(axis=1), seen
    rows -= rows.mean(axis=2, keepdims=True)
    return rows


_SECOND = np.array([0.5, 0.5, 1.0])
"""Of second slopes, in a Taylor series: xx, yy and xy."""
