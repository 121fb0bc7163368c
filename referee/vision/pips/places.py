"""The nine places of a face, each measured between bare face and pip: all its pixels are explained at once.

A face is its own brightness, growing evenly across it and changing towards its rounded, blurred rim, and nine round
pips of one colour, each more or less there, as the lens blurs them. The nine shares follow by least squares. So neither
blur nor the light's slope nor the rim passes for a pip or its opposite, and the noise of a few hundred pixels is
averaged. What colours differ by is blurred more than brightness, as cameras send it: the pips of a full face would pale
it otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from referee.vision.native import TOGETHER
from referee.vision.pips.mat import PIP, FlatMat
from referee.vision.place import turned
from referee.vision.scene import Floats, Mask, Point

GRID = np.array([(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)], dtype=np.float64)
"""The nine places of a face, read like a page."""
REACH = 0.40
"""Pixels are taken so far from the middle, as a share of the edge: further out edges are rounded and blurred."""
SAMPLES = 17
LENS_PX = 0.9
"""A usual lens blurs by so much (sigma), with the pixel's own width."""
COLOUR_PX = math.hypot(LENS_PX, 1.0)
"""What colours differ by is blurred by so much: cameras send them at half the width, each the mean of two by two pixels
(variance 4 / 12) and spread evenly between them again (4 / 6)."""
BRIGHTNESS = np.array([0.114, 0.587, 0.299])
"""How much of each colour, BGR, is in the brightness that they send apart from it."""
SENT = 0.25
"""Only so many of the values by which colours differ are sent: all pixels of them tell no more than these do."""
ALIKE = 8.0
"""So many of the pixels that are looked at err alike: the lens and the finer grid blur them together."""
ROUNDS = 2
FINE = 0.005
"""Offsets, blurs and what changes when a pose is moved are told apart as finely, as shares of the edge."""


@dataclass(frozen=True, eq=False)
class Places:
    """What a face shows at its nine places.

    Attributes
    ----------
    levels : (9,) how much of a pip is seen at each place: 0 is bare face.
    step : (3,) how much a pip differs from the face, as shares of the mat's brightness.
    face : (3,) the face's own brightness, its mean.
    doubt : (9,) the variance of each of these levels that the picture's noise, and whatever else is no pip, makes.
    left : what is left unexplained, the mean over pixels of the squares of all colours together.
    """

    levels: Floats
    step: Floats
    face: Floats
    doubt: Floats
    left: float


@dataclass(frozen=True, eq=False)
class _Pips:
    """What the pixels (N, 9) of a face, or of M faces, would be for each pip alone: all of it, and what no bare face
    could explain; and how much the pips have in common of the latter (9, 9).
    """

    seen: Floats
    apart: Floats
    shared: Floats


@dataclass(frozen=True)
class Pose:
    """Where a face may lie.

    Attributes
    ----------
    middle, angle_deg : its middle on the table and its turn.
    offset : how far the outer places lie from its middle line, in edges.
    wide, high : how much larger than that it is seen along its own two ways.
    """

    middle: Point
    angle_deg: float
    offset: float
    wide: float = 1.0
    high: float = 1.0

    def moved(self, by: Floats, edge_mm: float) -> Pose:
        """Moved by (5,) shares of the edge in x and y, radians, and shares in width and height."""
        middle = (self.middle[0] + float(by[0]) * edge_mm, self.middle[1] + float(by[1]) * edge_mm)
        angle = self.angle_deg + math.degrees(by[2])
        return Pose(middle, angle, self.offset, self.wide + float(by[3]), self.high + float(by[4]))


def measured(mat: FlatMat, poses: Sequence[Pose], edge_mm: float, sure: Sequence[Sequence[int]]) -> list[Places]:
    """The nine places of each face; `sure` are those that are pips if it is one."""
    parts = [slice(first, first + TOGETHER) for first in range(0, len(poses), TOGETHER)]
    return [places for part in parts for places in _explained(mat, poses[part], edge_mm, sure[part])[0]]


def fitted(mat: FlatMat, pose: Pose, edge_mm: float, sure: Sequence[int]) -> Pose:
    """The pose near another in which a face explains most of what is seen: by least squares, its slopes by trial."""
    (places,), (rest,) = _explained(mat, [pose], edge_mm, [sure])
    for _ in range(ROUNDS):
        tried = [pose.moved(by, edge_mm) for by in FINE * np.eye(5)]
        slopes = (_explained(mat, tried, edge_mm, [sure] * 5)[1] - rest).reshape(5, -1) / FINE
        by = np.linalg.lstsq(slopes.T, -rest.ravel(), rcond=None)[0]
        there = pose.moved(np.clip(by, -PIP, PIP), edge_mm)
        (again,), (rest_there,) = _explained(mat, [there], edge_mm, [sure])
        if again.left >= places.left:
            break
        pose, places, rest = there, again, rest_there
    return pose


def pips(levels: Floats) -> Mask:
    """Which of the nine places are more pip (1) than face (0). A face is the same from both sides: gloss is not."""
    return np.asarray(levels + levels[..., ::-1] > 1.0)


def _explained(
    mat: FlatMat, poses: Sequence[Pose], edge_mm: float, sure: Sequence[Sequence[int]]
) -> tuple[list[Places], Floats]:
    """The nine places of each of M faces, and what is left of each pixel (M, N, 4); all faces at once."""
    pixel, offsets = mat.pixel_mm / edge_mm, [round(pose.offset / FINE) for pose in poses]
    grey, hue = (_all_pips(offsets, round(blur_px * pixel / FINE)) for blur_px in (LENS_PX, COLOUR_PX))
    points = [turned(_samples() * (p.wide * edge_mm, p.high * edge_mm), p.middle, p.angle_deg) for p in poses]
    colours = mat.at(np.concatenate(points)).astype(np.float64).reshape(len(poses), -1, 3) * mat.tint
    brightness = colours @ BRIGHTNESS[:, None]
    must = np.array([[place in own for place in range(9)] for own in sure], dtype=np.float64)
    by_grey, by_hue = grey.apart.transpose(0, 2, 1), hue.apart.transpose(0, 2, 1)
    from_grey, from_hue = by_grey @ brightness, by_hue @ (colours - brightness)
    every = np.linalg.solve(grey.shared, by_grey @ colours)
    step = (must[:, None] @ every)[:, 0] / must.sum(axis=1, keepdims=True)
    levels = np.zeros((len(poses), 9, 1))
    for fitted_again in (False, *[True] * ROUNDS):  # the levels last: else they are not those of the step
        if fitted_again:
            pip = np.maximum(pips(levels[..., 0]), must)[:, None]
            across = pip.transpose(0, 2, 1)
            step = pip @ from_grey / (pip @ grey.shared @ across) + pip @ from_hue / (pip @ hue.shared @ across)
            step = step[:, 0]
        light = (step @ BRIGHTNESS)[:, None, None]
        tint = step[..., None] - light
        # where nothing differs no share can be told
        squares = (tint * tint).sum(axis=1, keepdims=True)
        shared = 3.0 * (light**2 + np.finfo(np.float64).eps) * grey.shared + SENT * squares * hue.shared
        levels = np.linalg.solve(shared, 3.0 * light * from_grey + SENT * (from_hue @ tint))
    bare = colours - (grey.seen @ levels) * light - (hue.seen @ levels) * (step[:, None] - light)
    terms, solve = _face()
    face = solve @ bare
    rest = bare - terms @ face
    rest_light = rest @ BRIGHTNESS[:, None]
    rest = np.concatenate([math.sqrt(3.0) * rest_light, math.sqrt(SENT) * (rest - rest_light)], axis=2)
    left = (rest * rest).sum(axis=2).mean(axis=1)
    doubt = ALIKE * left[:, None] / np.diagonal(shared, axis1=1, axis2=2)
    each = zip(levels[..., 0], step / mat.tint, face[:, 0] / mat.tint, doubt, left.tolist(), strict=True)
    return [Places(*one) for one in each], rest


@lru_cache(maxsize=1)
def _samples() -> Floats:
    steps = np.linspace(-REACH, REACH, SAMPLES)
    return np.array([(x, y) for x in steps for y in steps])


@lru_cache(maxsize=1)
def _face() -> tuple[Floats, Floats]:
    """What the pixels (N, 4) of a bare face would be for each unknown alone, and the matrix (4, N) that finds them."""
    points = _samples()
    rim = (points**4).sum(axis=1)
    terms = np.column_stack([np.ones(len(points)), points, rim - rim.mean()])
    return terms, np.linalg.pinv(terms)


def _all_pips(offsets: Sequence[int], blur: int) -> _Pips:
    """The same of many faces, one after the other."""
    every = [_pips(offset, blur) for offset in offsets]
    return _Pips(*(np.stack(one) for one in zip(*((p.seen, p.apart, p.shared) for p in every), strict=True)))


@lru_cache(maxsize=512)
def _pips(offset: int, blur: int) -> _Pips:
    apart = np.linalg.norm(_samples()[:, None, :] - GRID * (offset * FINE), axis=2)
    seen = np.interp(apart, *_blurred_pip(blur))
    terms, solve = _face()
    apart = seen - terms @ (solve @ seen)
    return _Pips(seen, apart, apart.T @ apart)


@lru_cache(maxsize=64)
def _blurred_pip(blur: int) -> tuple[Floats, Floats]:
    """How much of a pip is seen at distances from its middle, as shares of the edge."""
    fine, half = 200, 120
    picture = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    cv2.circle(picture, (half, half), round(PIP * fine), 1.0, -1)
    seen = cv2.GaussianBlur(picture, (0, 0), max(0.5, blur * FINE * fine))[half, half:]
    return np.arange(half + 1) / fine, np.asarray(seen, np.float64)
