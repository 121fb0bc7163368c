"""Looking at many markers at once: homographies of many quads and brightness at many points, without loops."""

from __future__ import annotations

import numpy as np

from referee.vision import native
from referee.vision.scene import Floats, Image, Singles

CELLS = 6
"""Cells along a printed marker: four of the pattern and the black border on both sides."""
USUAL_BLUR_PX = 1.2
"""Of lens, sensor and sampling together, as a standard deviation."""
BLURS_PX = (0.5, 0.8, USUAL_BLUR_PX, 1.7, 2.3, 3.0)
"""Photographs fit best with 0.5 and 0.7, drawn prints were read up to a blur of 3."""
SMALLEST_SIDE_PX = 9.0
"""Of the markers that are looked for."""
RIM = 0.5
"""Cells of white margin that are looked at outside the border."""


def homographies(corners_px: Floats) -> Floats:
    """The maps from the unit square (0,0) (1,0) (1,1) (0,1) to each quad.

    Parameters
    ----------
    corners_px : (N, 4, 2), in that order.

    Returns
    -------
    (N, 3, 3) with the last element 1. Closed form after P. Heckbert, "Fundamentals of texture mapping", 1989.
    """
    p0, p1, p2, p3 = (corners_px[:, i] for i in range(4))
    d1, d2, total = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    below = _cross(d1, d2)
    below = np.where(np.abs(below) < 1e-9, 1e-9, below)
    g, h = _cross(total, d2) / below, _cross(d1, total) / below
    maps = np.empty((len(corners_px), 3, 3))
    maps[:, :2, 0] = p1 - p0 + g[:, None] * p1
    maps[:, :2, 1] = p3 - p0 + h[:, None] * p3
    maps[:, :2, 2] = p0
    maps[:, 2, 0], maps[:, 2, 1], maps[:, 2, 2] = g, h, 1.0
    return maps


def beside(axes: int) -> Floats:
    """A place and those one step beside it, along some axes and aslant, (3^axes, axes)."""
    return np.stack(np.meshgrid(*[(-1.0, 0.0, 1.0)] * axes, indexing="ij"), axis=-1).reshape(-1, axes)


def along_sides(out: float) -> Floats:
    """Five places along each side of the unit square, so far outside it, (20, 2)."""
    along = 0.1 + 0.2 * np.arange(5)
    rows = [np.column_stack([along, np.full(5, off)]) for off in (-out, 1.0 + out)]
    return np.concatenate([*rows, *(row[:, ::-1] for row in rows)])


def warp(maps: Floats, points: Floats) -> Floats:
    """Send the same points (M, 2) through each of N maps: (N, M, 2)."""
    there = np.column_stack([points, np.ones(len(points))]) @ maps.transpose(0, 2, 1)
    return np.asarray(there[..., :2] / there[..., 2:])


def brightness(grey: Image, points_px: Floats | Singles) -> Singles:
    """Grey values at points of any shape (..., 2), between pixels bilinear, outside the picture the nearest edge.

    Not by `cv2.remap`: it takes places in steps of 1/32 px and gives whole grey values, the compiled search does not.
    """
    height, width = grey.shape
    x = np.fmin(np.fmax(points_px[..., 0].astype(np.float32), np.float32(0.0)), np.float32(width - 1))
    y = np.fmin(np.fmax(points_px[..., 1].astype(np.float32), np.float32(0.0)), np.float32(height - 1))
    column = np.minimum(x.astype(np.intp), max(width - 2, 0))
    row = np.minimum(y.astype(np.intp), max(height - 2, 0))
    right, down = int(width > 1), width * int(height > 1)
    at, flat = row * width + column, np.ascontiguousarray(grey).ravel()
    x, y = x - column.astype(np.float32), y - row.astype(np.float32)
    a, b, c, d = (flat[at + step].astype(np.float32) for step in (0, right, down, down + right))
    above, below = a + (b - a) * x, c + (d - c) * x
    return np.asarray(above + (below - above) * y, dtype=np.float32)


def brightness_within(grey: Image, corners_px: Floats, places: Floats) -> Singles:
    """Grey values at the same places of the unit square (M, 2) in each quad (N, 4, 2): (N, M)."""
    if native.library is not None:
        corners = np.ascontiguousarray(corners_px, dtype=np.float64)
        values = np.empty((len(corners), len(places)), dtype=np.float32)
        native.run("rr_points", *native.picture_of(grey), corners, len(corners), places, len(places), values)
        return values
    return brightness(grey, warp(homographies(corners_px), places))


def cell_values(grey: Image, corners_px: Floats, blur_px: float = USUAL_BLUR_PX) -> Singles:
    """The mean brightness of each cell of each marker and of the white margin around it, sharpened.

    Parameters
    ----------
    corners_px : (N, 4, 2) marker corners, from the marker's own top left clockwise.
    blur_px : of the picture, as a standard deviation.

    Returns
    -------
    (N, 8, 8): the 6 x 6 printed cells with a ring of margin.
    """
    if not len(corners_px):
        return np.empty((0, CELLS + 2, CELLS + 2), dtype=np.float32)
    values = brightness_within(grey, corners_px, CELL_POINTS)
    means = values.reshape(len(corners_px), CELLS + 2, CELLS + 2, POINTS_A_CELL).mean(axis=3)
    return _sharpened(means, corners_px, blur_px)


def _sharpened(cells: Singles, corners_px: Floats, blur_px: float) -> Singles:
    """Undo the blur: each cell less a share of how far its neighbours are lighter, more in small markers.

    To second order a blur of s cells adds s^2 / 2 of that difference (the Laplacian).
    """
    along = np.roll(corners_px, -1, axis=1) - corners_px
    area = np.abs(_cross(along[:, 0], along[:, 1])) / CELLS**2
    share = 0.5 * blur_px**2 / np.maximum(area, (SMALLEST_SIDE_PX / CELLS) ** 2)
    wide = np.pad(cells, ((0, 0), (1, 1), (1, 1)), mode="edge")
    around = wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]
    return np.asarray(cells - share[:, None, None] * (around - 4.0 * cells), dtype=np.float32)


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def _cell_points() -> Floats:
    """Four points in each cell of the 8 x 8 grid, in units of the marker's side."""
    middles = np.concatenate([[-RIM / 2], np.arange(CELLS) + 0.5, [CELLS + RIM / 2]]) / CELLS
    spread = np.concatenate([[RIM / 6], np.full(CELLS, 0.2), [RIM / 6]]) / CELLS
    along = np.column_stack([middles - spread, middles + spread])
    y, x = np.broadcast_arrays(along[:, None, :, None], along[None, :, None, :])
    return np.stack([x, y], axis=-1).reshape(-1, 2)


CELL_POINTS = _cell_points()
POINTS_A_CELL = 4
