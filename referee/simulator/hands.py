"""Hands that reach over the table: a pinching hand, a wrist and a sleeve, with their shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.simulator.sprite import Box, View

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

SKINS = ((120.0, 152.0, 205.0), (92.0, 126.0, 184.0), (60.0, 88.0, 138.0), (142.0, 174.0, 222.0))
SLEEVES = ((92.0, 60.0, 44.0), (70.0, 74.0, 78.0), (58.0, 84.0, 60.0), (60.0, 52.0, 120.0))
COARSE = 2
"""Hands are drawn on a grid of every second pixel: nothing on them is fine."""


@dataclass(frozen=True)
class Hand:
    """One hand.

    Attributes
    ----------
    x_mm, y_mm : the table point its fingertips are above.
    from_deg : the direction (counter-clockwise from x) in which the arm leaves the table.
    z_mm : height of the fingertips; the arm rises from there.
    person : chooses skin and sleeve.
    """

    x_mm: float
    y_mm: float
    from_deg: float
    z_mm: float = 45.0
    person: int = 0


# capsules in mm along and across the arm, measured from the fingertips: (start, end, radius at start, radius at end)
_SLEEVE = ((205.0, 0.0), (900.0, 0.0), 45.0, 62.0)
_SKIN = (
    ((120.0, 2.0), (230.0, 0.0), 27.0, 33.0),
    ((62.0, 4.0), (118.0, 3.0), 32.0, 30.0),
    ((10.0, 24.0), (66.0, 28.0), 8.0, 11.0),
    ((3.0, 12.0), (64.0, 13.0), 8.0, 11.5),
    ((0.0, 2.0), (62.0, -3.0), 8.0, 11.5),
    ((1.0, -7.0), (44.0, -30.0), 8.5, 12.0),
    ((44.0, -30.0), (84.0, -20.0), 12.0, 18.0),
)
_SHADOW_REACH = 0.35


def lay_hand(view: View, picture: Bytes, hand: Hand, lamp_mm: tuple[float, float, float], depth: float) -> None:
    """Draw a hand and its shadow on the picture, in place."""
    _lay_shadow(view, picture, hand, lamp_mm, depth)
    for capsules, tones in ((_SKIN, SKINS), ((_SLEEVE,), SLEEVES)):
        _lay_limb(view, picture, hand, capsules, np.array(tones[hand.person % len(tones)]))


def covers(view: View, hand: Hand, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels (H, W) of a picture lie under the hand and its sleeve: the truth for tests."""
    mask = np.zeros(shape, np.uint8)
    for capsule in (*_SKIN, _SLEEVE):
        for quad in _capsule_pixels(view, hand, capsule):
            cv2.fillPoly(mask, [np.round(quad).astype(np.int32)], 1)
    return mask.astype(np.bool_)


def _lay_limb(view: View, picture: Bytes, hand: Hand, capsules: tuple[_Capsule, ...], colour: Floats) -> None:
    outlines = [quad for capsule in capsules for quad in _capsule_pixels(view, hand, capsule)]
    box = _even_box(view, np.concatenate(outlines))
    if box.empty:
        return
    rows, columns = (length // COARSE for length in box.shape)
    shape = (rows, columns)
    form = np.zeros(shape, np.float32)
    for capsule in capsules:
        mask = np.zeros(shape, np.uint8)
        for quad in _capsule_pixels(view, hand, capsule):
            cv2.fillPoly(mask, [np.round((quad - (box.left, box.top)) * 4).astype(np.int32)], 255, shift=3)
        depth = np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 3), np.float32)
        # a round limb: bright along its ridge, dark towards its rim
        round_off = np.sqrt(np.clip(depth / max(float(depth.max()), 1.0), 0.0, 1.0))
        inside = mask > 0
        form[inside] = np.maximum(0.55 + 0.45 * round_off, form * 0.9)[inside]
    small = np.dstack([form[..., None] * (colour / 255.0), form > 0]).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), 0.8)
    full = np.asarray(cv2.resize(soft, box.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    under = picture[box.slices]
    lit = full[..., :3] * view.light[box.slices] * np.float32(1.08)
    under[:] = np.clip(under * (1.0 - full[..., 3:4]) + lit, 0.0, 255.0).astype(np.uint8)


def _lay_shadow(view: View, picture: Bytes, hand: Hand, lamp_mm: tuple[float, float, float], depth: float) -> None:
    """The hand's shadow on the table: its outline thrown from the lamp, softened at an eighth of the size."""
    coarse = 8
    mask = np.zeros((picture.shape[0] // coarse + 1, picture.shape[1] // coarse + 1), np.uint8)
    lamp = np.array(lamp_mm)
    for capsule in (*_SKIN, _SLEEVE):
        for ring, z_mm in _capsule_rings(hand, capsule):
            thrown = ring + (ring - lamp[:2]) * min(z_mm / max(lamp[2] - z_mm, 1.0), _SHADOW_REACH)
            pixels = view.pixels(thrown, 0.0)
            cv2.fillPoly(mask, [np.round(pixels / coarse * 8).astype(np.int32)], 255, shift=3)
    if not mask.any():
        return
    sigma = max(1.0, 14.0 * view.camera.focal_px / view.camera.z_mm / coarse)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
    rows, columns = np.nonzero(soft > 1.0)
    box = Box(
        int(columns.min()) * coarse,
        int(rows.min()) * coarse,
        min((int(columns.max()) + 1) * coarse, picture.shape[1]),
        min((int(rows.max()) + 1) * coarse, picture.shape[0]),
    )
    if box.empty:
        return
    cut = soft[int(rows.min()) : int(rows.max()) + 1, int(columns.min()) : int(columns.max()) + 1]
    size = (cut.shape[1] * coarse, cut.shape[0] * coarse)
    grown = np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_LINEAR), np.float32)
    keep = 255.0 - depth * grown[: box.shape[0], : box.shape[1]]
    under = picture[box.slices]
    factor = cv2.merge([keep.astype(np.uint8)] * 3)
    under[:] = cv2.multiply(under, factor, scale=1.0 / 255.0)


_Capsule = tuple[tuple[float, float], tuple[float, float], float, float]


def _capsule_rings(hand: Hand, capsule: _Capsule) -> list[tuple[Floats, float]]:
    """A capsule as the convex outlines (N, 2) of short pieces of it in table mm, each with its height."""
    (x0, y0), (x1, y1), r0, r1 = capsule
    along = np.array([math.cos(math.radians(hand.from_deg)), math.sin(math.radians(hand.from_deg))])
    across = np.array([-along[1], along[0]])
    tip = np.array([hand.x_mm, hand.y_mm])
    steps = max(1, int(math.hypot(x1 - x0, y1 - y0) / 60.0))
    angles = np.linspace(0.0, 2.0 * np.pi, 20, endpoint=False)
    rings = []
    for n in range(steps):
        parts = []
        for share in (n / steps, (n + 1) / steps):
            x, y, radius = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, r0 + (r1 - r0) * share
            circle = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
            parts.append(tip + circle[:, :1] * along + circle[:, 1:] * across)
        hull = cv2.convexHull(np.concatenate(parts).astype(np.float32))[:, 0, :].astype(np.float64)
        middle = x0 + (x1 - x0) * (n + 0.5) / steps
        rings.append((hull, hand.z_mm + min(middle, 400.0) * 0.2))
    return rings


def _capsule_pixels(view: View, hand: Hand, capsule: _Capsule) -> list[Floats]:
    return [view.pixels(ring, z_mm) for ring, z_mm in _capsule_rings(hand, capsule)]


def _even_box(view: View, pixels: Floats) -> Box:
    """A box whose sides hold a whole number of coarse cells."""
    box = view.box_around(pixels, 4)
    rows, columns = (length // COARSE * COARSE for length in box.shape)
    return Box(box.left, box.top, box.left + columns, box.top + rows)
