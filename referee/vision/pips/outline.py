"""Does a die lie flat? Then its outline, the upper face and the walls that turn to the camera, is known beforehand.

A white die's walls may look like the mat: that it leans its upper face alone tells, which is seen shorter one way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE
from referee.vision.numbers import SOME
from referee.vision.pips.faces import RIM, Face, nearer_to_mat, square
from referee.vision.pips.mat import PX_PER_MM, RIM_PX, UNLIKE, FlatMat, hue_share, is_black, is_white
from referee.vision.scene import Floats, Mask
from referee.vision.shapes import shapes

POINTS = 64
OUTWARD = 0.16
"""So far outside the outline the mat is looked for, as a share of the edge, and by less dice side by side seem to
overlap, as well as their turn is measured. Without it a two was read where a wall's pip and one of a leaning six lie
side by side. The die is looked for as far inside as a face is seen to end."""


def outline(mat: FlatMat, face: Face, edge_mm: float) -> Floats:
    """How a die under a face is seen, (N, 2) on the table: its upper face, and its foot on the mat further in."""
    top = square(face, edge_mm)
    foot = np.array(mat.foot_mm)
    hull = cv2.convexHull(np.concatenate([top, foot + (top - foot) * mat.sink]).astype(np.float32))
    return np.asarray(hull[:, 0, :], dtype=np.float64)


def filled(mat: FlatMat, outlines: Sequence[Floats], wider_mm: float) -> Mask:
    """Where some outlines, and what lies so near around them, are on the flat mat (H, W)."""
    mask = np.zeros(mat.inside.shape, np.uint8)
    for points in outlines:
        cv2.fillPoly(mask, [np.round(mat.to_px(points) * 16).astype(np.int32)], 1, shift=4)
    if wider_mm > 0.0 and outlines:
        mask = np.asarray(cv2.dilate(mask, disc(wider_mm * PX_PER_MM)), np.uint8)
    return np.asarray(mask > 0)


def disc(radius_px: float) -> NDArray[np.uint8]:
    """A round structuring element."""
    size = 2 * max(1, round(radius_px)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def lies_flat(
    mat: FlatMat,
    face: Face,
    others: Sequence[Face],
    edge_mm: float,
    covered: Mask | None = None,
    smeared: bool = False,
) -> bool:
    """Whether the die under a face begins and ends where a flat one must; what other dice hide, or something that
    covers part of the mat (H, W), does not count.

    A leaning die shows another side where the mat should be, and the mat where its own wall should be. Where a small
    die is `smeared` by the lens it ends where it is half seen.
    """
    points, inner, outward = _around(outline(mat, face, edge_mm), RIM * edge_mm)
    hidden = filled(mat, [outline(mat, other, edge_mm) for other in others], 0.06 * edge_mm)
    if covered is not None:
        hidden |= covered
    white, black = is_white(face.colour), is_black(face.colour)
    missing = np.zeros(POINTS, np.bool_)  # of a white one, whose walls may look like the mat, none can be told
    if not white:
        missing = _look(mat, inner, ~mat.thing & ~mat.dark, hidden) & ~_goes_on(mat, face, inner, outward, edge_mm)
    foreign = mat.dark | mat.thing if black else mat.thing | (mat.grey > 1.0 + UNLIKE) if white else mat.thing
    points = points + OUTWARD * edge_mm * outward
    beyond = _look(mat, points, foreign, hidden)
    if smeared:
        beyond &= ~nearer_to_mat(mat.at(points), face.colour)
    # a longer stretch of the outline on the wrong side is no blur: the die leans
    return max(_longest(missing), _longest(beyond)) < SOME


def shows_a_lean(mat: FlatMat, edge_mm: float) -> bool:
    """Whether it is looked for the mat beyond what the lens smears: else a small flat die may seem to lean."""
    return OUTWARD * edge_mm > RIM_PX * mat.pixel_mm


def longer_one_way(mat: FlatMat, face: Face, edge_mm: float) -> bool:
    """Whether a white face is seen longer one way than the other by more than a pixel of the picture."""
    if not is_white(face.colour):
        return False
    inverse = np.clip(255.0 - 100.0 * mat.shares.mean(axis=2), 0.0, 255.0).astype(np.uint8)  # as ink on paper
    corners, quality = refine(inverse, mat.to_px(square(face, edge_mm))[None, ::-1], passes=3)
    ((xx, _, yy),) = shapes(corners)
    return bool(quality[0] >= EDGE_SHARE and math.acosh(max((xx + yy) / 2.0, 1.0)) > mat.pixel_mm / edge_mm)


def _goes_on(mat: FlatMat, face: Face, inner: Floats, outward: Floats, edge_mm: float) -> Mask:
    """From which points (N,) outwards, up to the outline, a die under a face that is not white is seen.

    A pip on a wall is as light as the mat and has no hue, but beyond it the wall goes on: a coloured one in its hue, a
    black one clearly darker again. Beyond a die that leans lies the mat, or its shadow, which only gets lighter.
    """
    steps = np.linspace(0.0, RIM, 7) * edge_mm
    points = inner[None, :, :] + steps[:, None, None] * outward[None, :, :]
    colours = mat.at(points.reshape(-1, 2)).astype(np.float64).reshape(*points.shape[:2], 3)
    if not is_black(face.colour):
        return np.asarray(hue_share(colours, face.colour).max(axis=0) >= UNLIKE)
    grey = colours.mean(axis=2)
    return np.asarray(grey[1:].min(axis=0) < grey[0])


def _around(corners: Floats, inward_mm: float) -> tuple[Floats, Floats, Floats]:
    """Points (N, 2) at even steps along a convex outline, those so far inside it, and which way is out at each.

    At a corner both sides are so far away: dice are rounded there.
    """
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    ends = np.cumsum(lengths)
    along = (np.arange(POINTS) + 0.5) * ends[-1] / POINTS
    side = np.searchsorted(ends, along)
    share = (along - (ends - lengths)[side]) / np.maximum(lengths[side], 1e-9)
    points = corners[side] + sides[side] * share[:, None]
    end = np.minimum(inward_mm / np.maximum(lengths[side], 1e-9), 0.5)
    inner = corners[side] + sides[side] * np.clip(share, end, 1.0 - end)[:, None]
    outward = np.column_stack([sides[side][:, 1], -sides[side][:, 0]]) / np.maximum(lengths[side], 1e-9)[:, None]
    middle = corners.mean(axis=0)
    outward *= np.sign(((points - middle) * outward).sum(axis=1))[:, None]
    return points, inner - inward_mm * outward, outward


def _look(mat: FlatMat, points: Floats, wrong: Mask, hidden: Mask) -> Mask:
    """At which points (N,) the mask is set; unknown ones and those hidden by other dice are right."""
    px = np.round(mat.to_px(points)).astype(int)
    height, width = mat.inside.shape
    ok = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < width) & (px[:, 1] < height)
    px = np.clip(px, 0, (width - 1, height - 1))
    at = (px[:, 1], px[:, 0])
    return np.asarray(ok & mat.inside[at] & ~hidden[at] & wrong[at])


def _longest(wrong: Mask) -> int:
    """The longest stretch of wrong points around a closed outline."""
    if wrong.all():
        return len(wrong)
    return int(np.diff(np.flatnonzero(~np.concatenate([wrong, wrong]))).max(initial=1)) - 1
