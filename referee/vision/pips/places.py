"""The nine places of a face, each measured between bare face and pip: all its pixels are explained at once.

A face is its own brightness, growing evenly across it and changing towards its rounded, blurred rim, and nine round
pips, each more or less there, as the lens blurs them. The nine shares follow by least squares. So neither blur nor the
light's slope nor the rim passes for a pip or its opposite, and the noise of a few hundred pixels is averaged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.pips.mat import FlatMat, turned
from referee.vision.scene import Point

Floats = NDArray[np.float64]

GRID = np.array([(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)], dtype=np.float64)
"""The nine places of a face, read like a page."""
REACH = 0.40
"""Pixels are taken so far from the middle, as a share of the edge: further out edges are rounded and blurred."""
SAMPLES = 17
PIP = 0.10
"""A usual pip's radius, as a share of the edge."""
LENS_PX = 0.9
"""A usual lens blurs by so much (sigma), with the pixel's own width."""
FINE = 0.005
"""Offsets and blurs are told apart as finely, as shares of the edge."""


@dataclass(frozen=True, eq=False)
class Places:
    """What a face shows at its nine places.

    Attributes
    ----------
    shares : (9, 3) how much each place differs from the face in each colour, as shares of the mat's brightness.
    face : (3,) the face's own brightness, its mean.
    left : what is left unexplained, root mean square over pixels and colours together.
    """

    shares: Floats
    face: Floats
    left: float


def measured(mat: FlatMat, middle: Point, angle_deg: float, offset: float, edge_mm: float) -> Places:
    """The nine places of a face; `offset` is how far, in edges, the outer ones lie from the middle line."""
    blur = LENS_PX * mat.pixel_mm / edge_mm
    terms, solve = _terms(round(offset / FINE), round(blur / FINE))
    colours = mat.at(turned(_samples() * edge_mm, middle, angle_deg)).astype(np.float64)
    found = solve @ colours
    rest = colours - terms @ found
    return Places(found[-9:], found[0], float(np.sqrt((rest * rest).sum(axis=1).mean())))


@lru_cache(maxsize=1)
def _samples() -> Floats:
    steps = np.linspace(-REACH, REACH, SAMPLES)
    return np.array([(x, y) for x in steps for y in steps])


@lru_cache(maxsize=256)
def _terms(offset: int, blur: int) -> tuple[Floats, Floats]:
    """What the pixels (N, 13) would be for each unknown alone, and the matrix (13, N) that finds the unknowns."""
    points = _samples()
    apart = np.linalg.norm(points[:, None, :] - GRID * (offset * FINE), axis=2)
    radii, seen = _blurred_pip(blur)
    rim = (points**4).sum(axis=1)
    terms = np.column_stack([np.ones(len(points)), points, rim - rim.mean(), np.interp(apart, radii, seen)])
    return terms, np.linalg.pinv(terms)


@lru_cache(maxsize=64)
def _blurred_pip(blur: int) -> tuple[Floats, Floats]:
    """How much of a pip is seen at distances from its middle, as shares of the edge."""
    fine, half = 200, 120
    picture = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    cv2.circle(picture, (half, half), round(PIP * fine), 1.0, -1)
    seen = cv2.GaussianBlur(picture, (0, 0), max(0.5, blur * FINE * fine))[half, half:]
    return np.arange(half + 1) / fine, np.asarray(seen, np.float64)
