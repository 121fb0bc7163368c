"""Round spots of a pip's size on an even ground: where pips may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.pips.mat import PX_PER_MM, FlatMat, brightest
from referee.vision.scene import Floats, Mask, Point, Singles, Whole

NARROW, WIDE = 0.065, 0.11
"""Widths of the two blurs whose difference answers to a pip, as shares of a die's edge."""
RING = 0.165
"""A ring of this radius, as a share of the edge, runs around a pip and between it and the next one."""
NOISES = 6.0
EVEN = 0.45
MOST = 160


@dataclass(frozen=True, eq=False)
class Spots:
    """Spots found, strongest first.

    Attributes
    ----------
    at_mm : (N, 2) table points.
    sign : (N,) 1 for bright spots, -1 for dark ones.
    strength : (N,) the answer to a pip.
    even : (N,) how even that ring is, 0 perfectly, but for six points of it that may touch neighbouring pips; above
        `EVEN` the spot is no pip on a face.
    worst : (N,) the same of its most uneven point: the ring of a glint at a die's edge reaches beyond the die.
    on_die : (N,) whether the ring differs from the bare mat: else it is no pip.
    noise : the spread of the answer on the bare mat.
    """

    at_mm: Floats
    sign: Whole
    strength: Floats
    even: Floats
    worst: Floats
    on_die: Mask
    noise: float = 0.0


def find_spots(mat: FlatMat, edge_mm: float, area_mm: Sequence[Point]) -> Spots:
    """The bright and the dark spots on a flat mat, within the table polygon of its area.

    What is printed around it, a marker's cells for one, may look like pips, and be stronger than those in the dark.
    """
    scale = edge_mm * PX_PER_MM
    answer = cv2.GaussianBlur(mat.shares, (0, 0), NARROW * scale) - cv2.GaussianBlur(mat.shares, (0, 0), WIDE * scale)
    noise = _noise(answer, mat)
    found = [_peaks(answer, sign, scale, NOISES * noise) for sign in (1, -1)]
    px = np.concatenate([places for places, _ in found])
    sign = np.concatenate([np.full(len(places), sign) for sign, (places, _) in zip((1, -1), found, strict=True)])
    strength = np.concatenate([values for _, values in found])
    outline = np.array(area_mm, dtype=np.float32)
    on_mat = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) >= 0.0 for x, y in mat.to_mm(px)]
    px, sign, strength = px[on_mat], sign[on_mat], strength[on_mat]
    order = np.argsort(-strength)[:MOST]
    at_mm = mat.to_mm(px[order])
    return Spots(at_mm, sign[order].astype(np.int64), strength[order], *_rings(mat, at_mm, edge_mm), noise)


def _noise(answer: Singles, mat: FlatMat) -> float:
    """The answer's spread on the bare mat."""
    bare = np.flatnonzero(mat.inside & ~mat.thing & ~mat.dark)
    if len(bare) < 50:
        return 0.0
    values = answer.reshape(-1, 3)[bare[:: max(1, len(bare) // 3000)]]
    return float(1.4826 * np.median(np.abs(values - np.median(values))))


def _peaks(answer: Singles, sign: int, scale: float, least: float) -> tuple[Floats, Floats]:
    """Local maxima (N, 2) in px with their strengths, placed between the pixels by their centre of mass."""
    best = brightest(answer * np.float32(sign))
    reach = max(1, round(0.095 * scale))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    highest = cv2.dilate(best, disc)
    rows, columns = np.nonzero((best >= highest) & (best > least))
    inner = (
        (rows > reach) & (columns > reach) & (rows < best.shape[0] - reach - 1) & (columns < best.shape[1] - reach - 1)
    )
    rows, columns = rows[inner], columns[inner]
    around = np.arange(-reach, reach + 1)
    strengths = best[rows, columns].astype(np.float64)
    windows = best[rows[:, None, None] + around[:, None], columns[:, None, None] + around]
    weight = disc * np.maximum(windows - 0.3 * strengths[:, None, None], 0.0)
    total = weight.sum(axis=(1, 2))
    moved = np.column_stack([weight.sum(axis=1) @ around, weight.sum(axis=2) @ around]) / total[:, None]
    return np.column_stack([columns, rows]) + moved, strengths


def _rings(mat: FlatMat, at_mm: Floats, edge_mm: float) -> tuple[Floats, Floats, Mask]:
    """How uneven most of the ring around each spot and all of it is, as a share of the step to the spot, (N,), and
    whether it is not of the bare mat, (N,).
    """
    if not len(at_mm):
        return np.empty(0), np.empty(0), np.empty(0, np.bool_)
    angles = np.arange(16) * (np.pi / 8.0)
    ring = RING * edge_mm * np.column_stack([np.cos(angles), np.sin(angles)])
    points = at_mm[:, None, :] + ring
    around = mat.at(points.reshape(-1, 2)).reshape(len(at_mm), 16, 3)
    middle = mat.at(at_mm)
    usual = np.median(around, axis=1)
    step = np.maximum(np.linalg.norm(middle - usual, axis=1), 1e-3)
    off = np.linalg.norm(around - usual[:, None, :], axis=2)
    uneven = (np.sort(off, axis=1) / step[:, None]).astype(np.float64)
    # the middle of sixteen points is surer than each of them: half of what one may differ by is no die
    on_die = np.abs(usual - 1.0).max(axis=1) > 0.5 * mat.unlike
    return uneven[:, 9], uneven[:, -1], np.asarray(on_die)
