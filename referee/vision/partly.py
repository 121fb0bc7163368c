"""A marker that is covered in part by something whose place is known, read from what is left to be seen of it.

Its border is not whole, so no quadrangle is found: instead every place and turn that it may have near a point is tried.
What is seen of it is compared with that part of the patterns in play, coarsely at first, then point by point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from markers.dictionary import bits
from referee.vision.sampling import CELLS
from referee.vision.scene import Image, Point
from referee.vision.sight import to_picture

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

REACH_MM = 6.25
"""How far from the point the middle of a marker may be."""
STEP_MM, STEP_DEG = 1.25, 7.5
STARTS, NUMBERS = 24, 4
"""So many of the best places of so many of the likeliest numbers are looked at closely."""
COARSE, FINE = 1, 3
"""Points along a cell."""
CLOSER = ((0.6, 3.5, COARSE, 6), (0.3, 1.8, COARSE, 4), (0.25, 1.5, FINE, 2), (0.12, 0.75, FINE, 1))
"""Ever smaller steps in mm and degrees about the best places, how closely they are looked at, and how many are kept."""
LEAST_SHARE = 0.4
"""Of a marker of which less is seen nothing is said."""
BLUR_STEP = 0.02
ROWS = 128


@dataclass(frozen=True, eq=False)
class Window:
    """A part of the picture as a level of the table.

    Attributes
    ----------
    grey : (H, W) the picture.
    free : (H, W) uint8, 0 where something known is in the way.
    middle_mm : the table point that it is about.
    to_px : (3, 3) takes (x, y, 1), mm from the middle on that level, to homogeneous picture points.
    blur_px : how soft the picture is, as a standard deviation.
    """

    grey: Image
    free: NDArray[np.uint8]
    middle_mm: Point
    to_px: Floats
    blur_px: float

    @property
    def px_a_mm(self) -> float:
        """How large a millimetre looks."""
        return math.sqrt(abs(float(np.linalg.det(self.to_px[:2, :2]))))


@dataclass(frozen=True)
class Fit:
    """A number as it fits best.

    Attributes
    ----------
    x_mm, y_mm, angle_deg : the marker's middle and turn on the table.
    likeness : correlation of what is seen of it with its pattern, -1 to 1.
    share : how much of the marker is seen, 0 to 1.
    """

    marker_id: int
    x_mm: float
    y_mm: float
    angle_deg: float
    likeness: float
    share: float


def window(
    grey: Image, free: NDArray[np.uint8], plane: TablePlane, middle_mm: Point, height_mm: float, blur_px: float
) -> Window:
    """The picture around a table point, on the level at a height."""
    half = 2.0 * REACH_MM
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    points = np.column_stack([square + np.array(middle_mm), np.full(4, height_mm)])
    to_px = cv2.getPerspectiveTransform(square.astype(np.float32), to_picture(plane, points).astype(np.float32))
    return Window(grey, free, middle_mm, np.asarray(to_px, dtype=np.float64), blur_px)


def likeness_there(seen: Window, side_mm: float, number: int, at_mm: Point, angle_deg: float) -> tuple[float, float]:
    """How like a number a marker looks whose place is known, and how much of it is seen."""
    place = np.array([[at_mm[0] - seen.middle_mm[0], at_mm[1] - seen.middle_mm[1], math.radians(angle_deg)]])
    like, share = _compare(seen, _spread(place, side_mm, FINE), _patterns(seen, side_mm, (number,), FINE))
    return float(like[0, 0]), float(share[0])


def fits(seen: Window, side_mm: float, numbers: Sequence[int]) -> list[Fit]:
    """How the likeliest of these numbers fit, the best first, wherever one of them may lie in the window."""
    like, share = _compare(seen, _everywhere(side_mm), _patterns(seen, side_mm, numbers, COARSE))
    evidence = _evidence(like, share[:, None])
    likeliest = np.argsort(-evidence.max(axis=0), kind="stable")[:NUMBERS].tolist()
    starts = [_PLACES[np.argsort(-evidence[:, row], kind="stable")[:STARTS]] for row in likeliest]
    found = [_closer(seen, side_mm, numbers[row], begin) for row, begin in zip(likeliest, starts, strict=True)]
    return sorted((fit for fit in found if fit.share >= LEAST_SHARE), key=lambda fit: -fit.likeness)


def _closer(seen: Window, side_mm: float, number: int, places: Floats) -> Fit:
    """The best fit of one number near some places (N, 3): mm from the middle and radians."""
    for step_mm, step_deg, points, kept in CLOSER:
        steps = _AROUND * (step_mm, step_mm, math.radians(step_deg))
        near = (places[:, None] + steps[None]).reshape(-1, 3)
        like, share = _compare(seen, _spread(near, side_mm, points), _patterns(seen, side_mm, (number,), points))
        best = np.argsort(-_evidence(like[:, 0], share), kind="stable")[:kept]
        places = near[best]
    x, y, turn = places[0].tolist()
    at = (seen.middle_mm[0] + x, seen.middle_mm[1] + y)
    return Fit(number, *at, math.degrees(turn) % 360.0, float(like[best[0], 0]), float(share[best[0]]))


def _evidence(like: Singles, share: Singles) -> Singles:
    """How much speaks for a fit: a little that fits well says less than much that does.

    The logarithm of how much smaller the rest is that the pattern leaves unexplained, for each part that is seen.
    """
    rest = np.log1p(-(np.clip(like, 0.0, 0.9999) ** 2))
    return np.asarray(np.where((like > 0.0) & (share >= LEAST_SHARE), -share * rest, 0.0), dtype=np.float32)


def _compare(seen: Window, points_mm: Singles, patterns: Singles) -> tuple[Singles, Singles]:
    """How like K patterns (K, M) the points (N, M, 2) look where they are seen, (N, K), and the share seen, (N,)."""
    x, y = (np.ascontiguousarray(one) for one in cv2.split(cv2.perspectiveTransform(points_mm, seen.to_px)))
    values = cv2.remap(seen.grey, x, y, cv2.INTER_LINEAR).astype(np.float32)
    free = cv2.remap(seen.free, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    count = np.maximum(free.sum(axis=1, keepdims=True), 1.0)
    values = (values - (free * values).sum(axis=1, keepdims=True) / count) * free
    bright, squares = _times(free, patterns) / count, _times(free, patterns * patterns)
    spread = (values * values).sum(axis=1, keepdims=True) * np.maximum(squares - count * bright * bright, 1e-3)
    like = _times(values, patterns) / np.sqrt(np.maximum(spread, 1e-3))
    return np.asarray(like, dtype=np.float32), np.asarray(free.mean(axis=1), dtype=np.float32)


def _times(rows: Singles, patterns: Singles) -> Singles:
    """`rows @ patterns.T` in parts so small that no further core is woken: that takes longer than the work."""
    parts = [rows[first : first + ROWS] @ patterns.T for first in range(0, len(rows), ROWS)]
    return np.concatenate(parts)


def _patterns(seen: Window, side_mm: float, numbers: Sequence[int], points: int) -> Singles:
    """What the numbers look like at the points through this picture's blur, (K, M)."""
    cells = seen.blur_px / (seen.px_a_mm * side_mm / CELLS)
    return np.stack([_pattern(number, points, round(cells / BLUR_STEP)) for number in numbers])


@lru_cache(maxsize=1024)
def _pattern(number: int, points: int, blur_steps: int) -> Singles:
    """One number's brightness at the points, 0 to 1, (M,)."""
    fine = 8
    printed = np.pad(np.pad(bits(number).astype(np.float32), 1), 2, constant_values=1.0)
    large = np.kron(printed, np.ones((fine, fine), dtype=np.float32))
    soft = cv2.GaussianBlur(large, (0, 0), max(blur_steps * BLUR_STEP * fine, 0.3), borderType=cv2.BORDER_REPLICATE)
    at = ((_points(points) * (1.0, -1.0) + 0.5) * CELLS + 2.0) * fine - 0.5
    shown = cv2.remap(soft, at[None, :, 0].astype(np.float32), at[None, :, 1].astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(shown[0], dtype=np.float32)


@lru_cache(maxsize=4)
def _points(points: int) -> Floats:
    """The points of a marker and of half a cell of margin, (M, 2), in sides from its middle, y up, row by row."""
    along = (np.arange(CELLS * points) + 0.5) / (CELLS * points)
    along = np.concatenate([[-0.5 / CELLS], along, [1.0 + 0.5 / CELLS]]) - 0.5
    x, y = np.meshgrid(along, -along)
    return np.column_stack([x.ravel(), y.ravel()])


def _spread(places: Floats, side_mm: float, points: int) -> Singles:
    """The points of markers at these places (N, 3), (N, M, 2) in mm from the middle."""
    own = _points(points) * side_mm
    cosine, sine = np.cos(places[:, 2, None]), np.sin(places[:, 2, None])
    x = cosine * own[:, 0] - sine * own[:, 1] + places[:, 0, None]
    y = sine * own[:, 0] + cosine * own[:, 1] + places[:, 1, None]
    return np.stack([x, y], axis=2).astype(np.float32)


@lru_cache(maxsize=4)
def _everywhere(side_mm: float) -> Singles:
    return _spread(_PLACES, side_mm, COARSE)


def _all_places() -> Floats:
    """Every place (N, 3) that is tried at first."""
    along = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2.0, STEP_MM)
    turns = np.radians(np.arange(0.0, 360.0, STEP_DEG))
    return np.stack(np.meshgrid(along, along, turns, indexing="ij"), axis=-1).reshape(-1, 3)


_PLACES = _all_places()
_AROUND = np.stack(np.meshgrid(*[(-1.0, 0.0, 1.0)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
