"""Pictures of single markers with known truth, one property of the picture changed at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import bits, with_border

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

FINE = 4
"""Pictures are drawn this many times as fine and averaged, as a sensor does."""
CELL_TEXTURE = 24
CELLS_WITH_MARGIN = 8


@dataclass(frozen=True)
class Conditions:
    """How the markers of one picture are seen.

    Attributes
    ----------
    side_px : length of a marker's side before it is tilted.
    blur_px : standard deviation of the lens blur.
    noise : standard deviation of the sensor's noise, grey levels.
    motion_px : length of the smear.
    tilt_deg : how far the paper leans away, all markers of a picture the same way as on a table.
    jpeg : quality of the compression.
    """

    side_px: float = 28.0
    blur_px: float = 0.7
    noise: float = 2.5
    motion_px: float = 0.0
    tilt_deg: float = 0.0
    jpeg: int = 90


SWEEPS: dict[str, tuple[float, ...]] = {
    "side_px": (10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 36, 48),
    "blur_px": (0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.8, 3.4),
    "noise": (0, 4, 8, 12, 16, 24, 32),
    "motion_px": (0, 2, 4, 6, 8, 10, 12, 16),
    "tilt_deg": (0, 15, 30, 40, 50, 60, 66, 72),
}
"""What `referee bench vision --curves` goes through; the other properties stay as `Conditions` has them."""


@dataclass(frozen=True, eq=False)
class MarkerPicture:
    """A picture (480, 640) and where each marker's corners are in it, (4, 2) px by number."""

    grey: Grey
    corners_px: dict[int, Floats]


def pictures(ids: Sequence[int], conditions: Conditions, count: int, seed: int) -> Iterator[MarkerPicture]:
    """Pictures with a dozen markers each, turned at random, on paper pieces of the kit over a mottled table."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield _picture(ids, conditions, rng)


def sweep(name: str) -> list[Conditions]:
    """The usual conditions with one property changed."""
    changes: list[dict[str, Any]] = [{name: value} for value in SWEEPS[name]]
    return [replace(Conditions(), **change) for change in changes]


def _picture(ids: Sequence[int], how: Conditions, rng: np.random.Generator) -> MarkerPicture:
    fine = _table(rng)
    truth: dict[int, Floats] = {}
    step = max(how.side_px * 2.2, 60.0)
    columns, rows = int(620 // step), int(460 // step)
    chosen = rng.choice(np.array(ids), size=min(columns * rows, 16, len(ids)), replace=False)
    places = rng.permutation(columns * rows)[: len(chosen)]
    lean = rng.uniform(0.0, 2.0 * math.pi)
    for number, place in zip(chosen.tolist(), places.tolist(), strict=True):
        middle = np.array([(place % columns + 0.5) * step, (place // columns + 0.5) * step]) + rng.uniform(8.0, 12.0, 2)
        truth[number] = _lay(fine, number, middle, how, lean, rng)
    seen = cv2.resize(fine, (640, 480), interpolation=cv2.INTER_AREA).astype(np.float32)
    return MarkerPicture(_taken(seen, how, rng), truth)


def _table(rng: np.random.Generator) -> NDArray[np.float32]:
    coarse = rng.uniform(60, 170, (16, 22)).astype(np.float32)
    grain = cv2.resize(rng.normal(0, 10, (240, 320)).astype(np.float32), (640 * FINE, 480 * FINE))
    return np.asarray(cv2.resize(coarse, (640 * FINE, 480 * FINE), interpolation=cv2.INTER_CUBIC) + grain)


def _lay(
    fine: NDArray[np.float32], number: int, middle: Floats, how: Conditions, lean: float, rng: np.random.Generator
) -> Floats:
    """Draw one marker with its white margin into the fine picture, in place; its corners in the final picture."""
    white, black = rng.uniform(185, 225), rng.uniform(25, 55)
    pattern = np.pad(with_border(bits(number)), 1, constant_values=1).astype(np.float32) * (white - black) + black
    texture = np.kron(pattern, np.ones((CELL_TEXTURE, CELL_TEXTURE), dtype=np.float32))
    half = 0.5
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners = _seen(square, middle, how, rng.uniform(0.0, 2.0 * math.pi), lean)
    outer = _extended(corners)
    size = CELLS_WITH_MARGIN * CELL_TEXTURE
    source = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32) - 0.5
    onto = ((outer + 0.5) * FINE - 0.5).astype(np.float32)
    low = np.maximum(np.floor(onto.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(onto.max(axis=0)).astype(int) + 3, [640 * FINE, 480 * FINE])
    to_fine = cv2.getPerspectiveTransform(source, onto - low.astype(np.float32))
    box = (int(high[0] - low[0]), int(high[1] - low[1]))
    drawn = cv2.warpPerspective(texture, to_fine, box, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones_like(texture), to_fine, box, flags=cv2.INTER_LINEAR)
    part = fine[low[1] : high[1], low[0] : high[0]]
    part *= 1.0 - cover
    part += drawn
    return corners


def _seen(square: Floats, middle: Floats, how: Conditions, turn: float, lean: float) -> Floats:
    """A unit square turned on the paper, the paper leant about an axis, seen from 30 sides away: (4, 2) px."""
    c, s = math.cos(turn), math.sin(turn)
    flat = square @ np.array([[c, s], [-s, c]]) * how.side_px
    axis = np.array([math.cos(lean), math.sin(lean)])
    across = np.array([-axis[1], axis[0]])
    tilt = math.radians(how.tilt_deg)
    depth = flat @ across * math.sin(tilt)
    leant = np.outer(flat @ axis, axis) + np.outer(flat @ across * math.cos(tilt), across)
    return np.asarray(middle + leant / (1.0 + depth / (30.0 * how.side_px))[:, None])


def _extended(corners: Floats) -> Floats:
    """The corners of the white margin around a marker, by its homography."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    there = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    cell = 1.0 / 6.0
    margin = np.array([[[-cell, -cell]], [[1 + cell, -cell]], [[1 + cell, 1 + cell]], [[-cell, 1 + cell]]])
    return np.asarray(cv2.perspectiveTransform(margin, there.astype(np.float64)).reshape(4, 2))


def _taken(seen: NDArray[np.float32], how: Conditions, rng: np.random.Generator) -> Grey:
    """Smear, blur, noise and compression."""
    if how.motion_px > 0.0:
        seen = cv2.filter2D(seen, -1, _smear(how.motion_px, rng.uniform(0.0, math.pi))).astype(np.float32)
    if how.blur_px > 0.0:
        seen = cv2.GaussianBlur(seen, (0, 0), how.blur_px).astype(np.float32)
    noisy = (seen + rng.normal(0.0, how.noise, seen.shape)).clip(0, 255).round().astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def _smear(length_px: float, angle: float) -> NDArray[np.float32]:
    size = 2 * math.ceil(length_px / 2.0 + 1.0) + 1
    kernel = np.zeros((size, size), dtype=np.float32)
    middle = size // 2
    for share in np.linspace(-0.5, 0.5, max(2, round(length_px * 8))):
        x, y = middle + share * length_px * math.cos(angle), middle + share * length_px * math.sin(angle)
        left, top = math.floor(x), math.floor(y)
        for row, column in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
            kernel[row, column] += (1.0 - abs(x - column)) * (1.0 - abs(y - row))
    return np.asarray(kernel / kernel.sum())
