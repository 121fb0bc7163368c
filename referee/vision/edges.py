"""Corners to a few hundredths of a pixel: lines fitted to the marker's four edges, all markers at once.

Along each side the brightness is sampled across the edge; the middle of its gradient is one point of the line. A
weighted line goes through these points, once more without those that lie off; neighbouring lines meet in the corner.
"""

from __future__ import annotations

import numpy as np

from referee.vision import native
from referee.vision.sampling import CELLS, USUAL_BLUR_PX, brightness
from referee.vision.scene import Floats, Image

ALONG = np.linspace(0.1, 0.9, 12)
ACROSS = 13
LONGEST_REACH_PX = 6.0
FAINT_SHARE = 0.04
LEAST_FAINT, MOST_FAINT = 1.5, 4.0
"""Grey levels a sample step, a share of the edge's own contrast: weaker gradients are noise."""


def refine(grey: Image, corners_px: Floats, passes: int = 2) -> tuple[Floats, Floats]:
    """Move corners onto the crossing of the marker's edges.

    Parameters
    ----------
    corners_px : (N, 4, 2) rough corners, clockwise in the picture, within about half a cell.
    passes : the first pass looks up to 0.8 cells to each side of the rough edge, each next one half as far.

    Returns
    -------
    (N, 4, 2) corners, and (N,) quality: the share of edge samples that lie on their line (0 to 1), the
    worst side counting half.
    """
    corners = np.array(corners_px, dtype=np.float64, order="C")
    quality = np.zeros(len(corners))
    if not len(corners):
        return corners, quality
    if native.library is not None:
        native.run("rr_refine", *native.picture_of(grey), corners, len(corners), passes, quality)
        return corners, quality
    reach = 0.8
    for _ in range(passes):
        offset, slope, support = _fit_sides(grey, corners, reach)
        corners = _meet(corners, offset, slope)
        quality = (support.mean(axis=1) + support.min(axis=1)) / 2.0
        reach *= 0.5
    return corners, quality


def _fit_sides(grey: Image, corners: Floats, reach: float) -> tuple[Floats, Floats, Floats]:
    """For each side the line outward offset = a + b s: a, b and the share of samples on it, each (N, 4)."""
    start, end = corners, np.roll(corners, -1, axis=1)
    along = end - start
    length = np.maximum(np.linalg.norm(along, axis=2), 1e-6)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=2) / length[..., None]
    half = np.clip(reach * length / CELLS, USUAL_BLUR_PX, LONGEST_REACH_PX)
    steps = np.linspace(-1.0, 1.0, ACROSS)
    distance = half[..., None] * steps
    base = start[:, :, None] + along[:, :, None] * ALONG[None, None, :, None]
    points = base[:, :, :, None] + outward[:, :, None, None] * distance[:, :, None, :, None]
    values = brightness(grey, points)
    contrast = np.ptp(values, axis=3).mean(axis=2)
    faint = np.clip(FAINT_SHARE * contrast, LEAST_FAINT, MOST_FAINT)[..., None]
    weight = np.clip(np.diff(values, axis=3) - faint[..., None] / 2.0, 0.0, None)
    between = (distance[:, :, None, 1:] + distance[:, :, None, :-1]) / 2.0
    total = weight.sum(axis=3)
    place = (weight * between).sum(axis=3) / np.maximum(total, 1e-9)
    strength = np.where(total > 4.0 * faint, 1.0, 0.0)
    return _line(place, strength, half)


def _line(place: Floats, strength: Floats, half: Floats) -> tuple[Floats, Floats, Floats]:
    """A line through (ALONG, place), fitted twice: with all samples, then with those near the first line."""
    weight = strength
    offset = slope = np.zeros(place.shape[:2])
    for tolerance in (0.5, 0.25, 0.0):
        sums = np.maximum(weight.sum(axis=2), 1e-9)
        mean_s = (weight * ALONG).sum(axis=2) / sums
        mean_d = (weight * place).sum(axis=2) / sums
        ds = ALONG - mean_s[..., None]
        spread = (weight * ds * ds).sum(axis=2)
        slope = np.where(spread > 0.05, (weight * ds * place).sum(axis=2) / np.maximum(spread, 1e-9), 0.0)
        offset = mean_d - slope * mean_s
        if tolerance:
            off = np.abs(place - offset[..., None] - slope[..., None] * ALONG)
            weight = strength * (off < np.maximum(tolerance * half, 0.35)[..., None])
    return offset, slope, weight.mean(axis=2)


def _meet(corners: Floats, offset: Floats, slope: Floats) -> Floats:
    """Where each side's line meets the one before it."""
    start, end = corners, np.roll(corners, -1, axis=1)
    along = end - start
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=2) / length
    point = start + outward * offset[..., None]
    direction = along + outward * slope[..., None]
    before_point, before = np.roll(point, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = before[..., 0] * direction[..., 1] - before[..., 1] * direction[..., 0]
    gap = point - before_point
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(
        np.abs(cross) < 1e-9, 1e-9, cross
    )
    met = before_point + before * share[..., None]
    moved = np.linalg.norm(met - corners, axis=2, keepdims=True)
    return np.where(moved < 0.35 * length, met, corners)
