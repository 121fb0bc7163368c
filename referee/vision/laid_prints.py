"""Corners of small markers to a few hundredths of a pixel: the printed pattern itself is laid onto the picture.

At 11 px a marker's outer edge and the cells beside it run into each other; which cells are white shifts the lines that
are fitted to its edges by a fifth of a pixel. Here the whole marker is drawn as a blurred picture of its number, and
corners, light and blur are changed until it is what the camera shows (Gauss-Newton, after Lucas and Kanade 1981). That
takes a seventh of a millisecond a marker: it is done where it tells most, to markers smaller than usual and when the
camera is found above the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision.likelihood import A_CELL, BLURS_PX, PRINT_VALUES, SURE
from referee.vision.numbers import USUAL_SIDE_PX
from referee.vision.patterns import printed_cells
from referee.vision.sampling import CELLS, brightness_within
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import side_px, together

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

ROOM = 0.75
"""Cells of white margin that are compared too."""
POINTS = round((CELLS + 2.0 * ROOM) * A_CELL)
"""The marker is compared in so many points each way."""
ROUNDS, LONGEST_STEP_PX = 3, 0.5

_erfc = np.frompyfunc(math.erfc, 1, 1)
"""To load SciPy for this one function takes as long as half a thousand markers."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Blurred prints at the points of the grid, each (N, P), 0 black to 1 white.

    Attributes
    ----------
    level, across, down : the print, and how it changes along the marker's own axes, per side.
    softer : how it changes with the blur, per cell.
    """

    level: Singles
    across: Singles
    down: Singles
    softer: Singles


def laid(grey: Image, markers: Sequence[MarkerDetection]) -> dict[int, MarkerDetection]:
    """The small ones of these markers with better corners, by number; what is not surely its print is left out.

    So too where the picture ends within the margin, or where the steps may take it.
    """
    small = [marker for marker in markers if side_px(marker.corners_px) < USUAL_SIDE_PX and _within(grey, marker)]
    if not small:
        return {}
    numbers = [marker.marker_id for marker in small]
    old = together(marker.corners_px for marker in small)
    corners, left = lay(grey, old, numbers)
    sure = -PRINT_VALUES / 2.0 * np.log(left) > SURE  # covered in part its edges are better
    return {
        marker.marker_id: MarkerDetection(marker.marker_id, corners[index], marker.margin)
        for index, marker in enumerate(small)
        if sure[index]
    }


def _within(grey: Image, marker: MarkerDetection) -> bool:
    room = ROOM / CELLS * side_px(marker.corners_px) + LONGEST_STEP_PX * ROUNDS + 1.0
    (left, top), (right, bottom) = marker.corners_px.min(axis=0).tolist(), marker.corners_px.max(axis=0).tolist()
    return bool(min(left, top, grey.shape[1] - 1 - right, grey.shape[0] - 1 - bottom) > room)


def lay(grey: Image, corners_px: Floats, numbers: Sequence[int]) -> tuple[Floats, Floats]:
    """Lay prints onto the picture.

    Parameters
    ----------
    corners_px : (N, 4, 2) corners within about half a pixel, from each marker's own top left clockwise.
    numbers : the N markers' numbers.

    Returns
    -------
    (N, 4, 2) corners, and (N,) the share of what even light leaves that each marker's print leaves too.
    """
    corners = np.array(corners_px, dtype=np.float64)
    cells = np.stack([printed_cells(number) for number in numbers]).astype(np.float64)
    blur_px = BLURS_PX[0]
    left_over = np.ones(len(corners))
    for _ in range(ROUNDS):
        cell_px = _sides(corners) / CELLS
        drawn = _draw(cells, blur_px / cell_px)
        seen = brightness_within(grey, corners, _GRID)
        step, softer, left_over = _step(drawn, seen, corners, cell_px)
        corners += np.clip(step, -LONGEST_STEP_PX, LONGEST_STEP_PX)
        # one lens made them all: a single marker tells its blur badly
        blur_px += float(np.clip(np.median(softer), -LONGEST_STEP_PX, LONGEST_STEP_PX))
        blur_px = min(max(blur_px, min(BLURS_PX)), max(BLURS_PX))
    return corners, left_over


def _draw(cells: Floats, blur: Floats) -> _Drawn:
    """The prints (N, 8, 8) as they look through a Gaussian blur of (N,) cells: it acts on rows and columns apart."""
    edges = np.arange(CELLS + 1.0)
    off = (edges - _AT[:, None]) / blur[:, None, None]
    below = 0.5 * np.asarray(_erfc(off * -np.sqrt(0.5)), dtype=np.float64)
    steep = np.exp(-0.5 * off * off) / np.sqrt(2.0 * np.pi)
    share = _between(below, 0.0, 1.0)
    moved = -_between(steep, 0.0, 0.0) / blur[:, None, None] * CELLS
    softer = -_between(steep * off, 0.0, 0.0) / blur[:, None, None]
    count = len(cells)

    def picture(rows: Floats, columns: Floats) -> Singles:
        return np.asarray(rows @ cells @ columns.transpose(0, 2, 1), dtype=np.float32).reshape(count, -1)

    return _Drawn(
        picture(share, share),
        picture(share, moved),
        picture(moved, share),
        picture(softer, share) + picture(share, softer),
    )


def _between(values: Floats, first: float, last: float) -> Floats:
    """What lies between neighbouring edges, the outermost cells reaching on without end: (N, P, 7) to (N, P, 8)."""
    return np.asarray(np.diff(values, axis=2, prepend=first, append=last))


def _step(drawn: _Drawn, seen: Singles, corners: Floats, cell_px: Floats) -> tuple[Floats, Floats, Floats]:
    """By how much corners (N, 4, 2) and blur (N,), in px, are to change, and what share the prints leave over (N,)."""
    middle = drawn.level.mean(axis=1, keepdims=True), seen.mean(axis=1, keepdims=True)
    level, light = drawn.level - middle[0], seen - middle[1]
    gain = (level * light).sum(axis=1) / np.maximum((level * level).sum(axis=1), 1e-9)
    gain = np.maximum(gain, 1.0)[:, None]
    left = light - gain * level
    left_over = (left * left).sum(axis=1) / np.maximum((light * light).sum(axis=1), 1.0)
    sides = _to_sides(corners).astype(np.float32)
    across, down = (
        gain * (drawn.across * sides[:, 0, which, None] + drawn.down * sides[:, 1, which, None]) for which in range(2)
    )
    softer = gain * drawn.softer / cell_px.astype(np.float32)[:, None]
    normal, right = _normal(across, down, np.stack([level, np.ones_like(left), softer, left], axis=1))
    corners_only = _solved(normal[:, :-1, :-1], right[:, :-1])
    # corners moved one way move the print under the points the other way
    step = -corners_only[:, :8].reshape(-1, 2, 4).transpose(0, 2, 1)
    return step, _solved(normal, right)[:, -1, 0], left_over


def _normal(across: Singles, down: Singles, others: Singles) -> tuple[Floats, Floats]:
    """The normal equations (N, 11, 11) and (N, 11, 1) of what comes nearest to the last of `others` (N, 4, P).

    Unknown are each corner's share of `across`, then of `down` (N, P), and the first three others' shares.
    """
    # a product for each marker: of one large product for all of them BLAS makes work for every core
    sums = np.stack([across * across, across * down, down * down], axis=1) @ _PAIRS
    xx, xy, yy = sums.reshape(-1, 3, 4, 4).transpose(1, 0, 2, 3)
    mixed = np.concatenate([(moved[:, None] * others) @ _WEIGHTS for moved in (across, down)], axis=2)
    mixed = mixed.transpose(0, 2, 1)
    rest = others[:, :3] @ others.transpose(0, 2, 1)
    both = np.concatenate([np.block([[xx, xy], [xy, yy]]), mixed[..., :3]], axis=2)
    lower = np.concatenate([mixed[..., :3].transpose(0, 2, 1), rest[..., :3]], axis=2)
    right = np.concatenate([mixed[..., 3:], rest[..., 3:]], axis=1)
    return np.concatenate([both, lower], axis=1).astype(np.float64), right.astype(np.float64)


def _solved(normal: Floats, right: Floats) -> Floats:
    slight = 1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None]
    return np.asarray(np.linalg.solve(normal + slight * np.eye(normal.shape[1]), right))


def _to_sides(corners: Floats) -> Floats:
    """(N, 2, 2) maps from a step in px to one in the markers' own sides, by their mean sides."""
    a, b, c, d = (corners[:, index] for index in range(4))
    across, down = (b - a + c - d) / 2.0, (d - a + c - b) / 2.0
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    area = np.where(np.abs(area) < 1.0, 1.0, area)  # a quad that collapsed is left out in the end
    rows = [np.stack([down[:, 1], -down[:, 0]], axis=1), np.stack([-across[:, 1], across[:, 0]], axis=1)]
    return np.asarray(np.stack(rows, axis=1) / area[:, None, None])


def _shares(at: Floats) -> Singles:
    """How much each corner's step moves points (P, 2) of a marker, (P, 4); but for perspective."""
    x, y = at.T
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1).astype(np.float32)


def _sides(corners: Floats) -> Floats:
    """The side of a square as large as each quad, (N,)."""
    diagonals = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    area = np.abs(diagonals[0][:, 0] * diagonals[1][:, 1] - diagonals[0][:, 1] * diagonals[1][:, 0]) / 2.0
    return np.asarray(np.sqrt(np.maximum(area, 1.0)))


_AT = np.linspace(-ROOM, CELLS + ROOM, POINTS)
_GRID: Floats = np.column_stack([np.tile(_AT, POINTS), np.repeat(_AT, POINTS)]) / CELLS
_WEIGHTS = _shares(_GRID)
_PAIRS = np.einsum("pi,pj->pij", _WEIGHTS, _WEIGHTS).reshape(POINTS**2, -1)
