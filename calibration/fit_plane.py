"""The table plane from printed pieces of known size that lie at unknown places.

Unknown are the camera's tilt (two numbers), its height, by how much all markers look larger than printed (ink and blur
do that, and it would be taken for the lens's doing) and, without a calibration, the focal length and first radial term,
held by how far usual lenses differ. Every piece must keep its printed shape when it is put back on the
table: what a rigid fit of each piece leaves over is made small (soft L1, so that a bent or wrong tile counts little).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.rough_plane import rough_plane
from calibration.table_plane import TablePlane, plane_from_normal

Floats = NDArray[np.float64]

FOCAL_SPREAD = 0.12
RADIAL_SPREAD = 0.12
TILT_SPREAD_RAD = 0.6
GROWTH_SPREAD = 0.02
CORNER_ERROR_PX = 0.15
PRINT_ERROR_MM = 0.1
WRONG_ITEM = 8.0
"""An item off by this many standard deviations on average is bent, displaced or misread, and left out."""
USUAL_MEDIAN = 1.18
"""Half of the corners of pieces that lie well are off by less than so many standard deviations of one coordinate."""
ODD_ITEM, ODD_AMONG = 2.0, 4.0
"""So is one off by so many, if that is also this many times what is usual among the items."""


@dataclass(frozen=True, eq=False)
class SeenItem:
    """One printed face in the picture.

    Attributes
    ----------
    corners_px : (K, 2) marker corners in the picture.
    printed_mm : (K, 2) the same corners as printed, mm from the item's origin, y up.
    height_mm : the face's height above the table.
    """

    corners_px: Floats
    printed_mm: Floats
    height_mm: float


@dataclass(frozen=True, eq=False)
class PlaneFit:
    """A fitted plane with its doubt.

    Attributes
    ----------
    plane : the plane; its camera is the refined one when the lens was fitted too.
    error_mm : median distance of marker corners from where the fit puts them.
    """

    plane: TablePlane
    error_mm: float

    @property
    def focal_doubt(self) -> float:
        """Relative standard deviation of the focal length left over (0 when it was given)."""
        return self.plane.focal_doubt

    def expected_error_mm(self, height_mm: float) -> float:
        """The stated 95 % error of a piece this high, at the edge of the picture.

        The camera's height is known as well as its focal length; a piece's shift by its height scales with it.
        """
        camera = self.plane.camera
        corners = np.array(
            [[0.0, 0.0], [camera.width_px, 0.0], [0.0, camera.height_px], [camera.width_px, camera.height_px]]
        )
        reach = float(np.abs(camera.rays(corners)).max()) * self.plane.height_mm
        share = 2.0 * self.focal_doubt + 0.01
        shift = height_mm * reach / max(self.plane.height_mm - height_mm, 1.0)
        return 2.0 * self.error_mm + 0.3 + share * shift


def fit_plane(items: Sequence[SeenItem], camera: CameraModel) -> PlaneFit:
    """Fit the plane (and, for a guessed camera, the lens) to the pieces seen; needs at least one item."""
    fit, off = _fit_once(items, camera)
    most = min(WRONG_ITEM, max(ODD_ITEM, ODD_AMONG * float(np.median(off))))
    good = [item for item, share in zip(items, off, strict=True) if share < most]
    if 4 <= len(good) < len(items):
        fit, _ = _fit_once(good, camera)
    return fit


def _fit_once(items: Sequence[SeenItem], camera: CameraModel) -> tuple[PlaneFit, Floats]:
    """The fit to all these items, and how many standard deviations each of them is off."""
    from scipy.optimize import least_squares  # slow to load: half a second, and not needed to show a resumed race

    problem = _Problem(items, camera)
    for _ in range(2):
        result = least_squares(problem.residuals, problem.start(), loss="soft_l1", x_scale="jac", max_nfev=60)
        plane = problem.plane(result.x)
        left = np.abs(problem.left_over_mm(plane, float(result.x[3])))
        if not problem.learn_noise(float(np.median(left))):
            break
    plane = replace(plane, focal_doubt=problem.focal_doubt(np.asarray(result.jac)))
    fit = PlaneFit(plane, float(np.median(left)))
    return fit, np.bincount(problem.owner, left) / problem.count / problem.sigma_mm


class _Problem:
    """The least-squares problem: parameters are tilt x, tilt y, log height, growth[, log focal factor, k1]."""

    def __init__(self, items: Sequence[SeenItem], camera: CameraModel) -> None:
        self.camera = camera
        self.px = np.concatenate([item.corners_px for item in items])
        self.heights = np.concatenate([np.full(len(item.corners_px), item.height_mm) for item in items])
        self.owner = np.repeat(np.arange(len(items)), [len(item.corners_px) for item in items])
        self.count = np.bincount(self.owner).astype(np.float64)
        printed = np.concatenate([item.printed_mm for item in items]) @ np.array([1.0, 1.0j])
        self.printed = self._about_middle(printed)
        self.outward = self._about_middle(printed - np.repeat(printed.reshape(-1, 4).mean(axis=1), 4))
        self.normal, self.distance = self._rough(items)
        self.sigma_mm = math.hypot(CORNER_ERROR_PX * self.distance / camera.focal_px, PRINT_ERROR_MM)

    def learn_noise(self, median_mm: float) -> bool:
        """Expect corners to be off by as much as they are: a noisy picture says less about the lens. Was it news?"""
        found = median_mm / USUAL_MEDIAN
        more = found > 1.2 * self.sigma_mm
        self.sigma_mm = max(found, self.sigma_mm)
        return more

    def start(self) -> Floats:
        """All corrections to the rough plane are zero."""
        return np.zeros(6 if self.camera.guessed else 4)

    def plane(self, x: Floats) -> TablePlane:
        """The plane that these parameters stand for."""
        camera = self.camera
        if len(x) == 6:
            camera = camera.with_lens(math.exp(x[4]), float(x[5]), "guess: refined on the printed pieces")
        normal = self.normal + np.array([x[0], x[1], 0.0])
        focal_factor = math.exp(x[4]) if len(x) == 6 else 1.0
        return plane_from_normal(camera, normal, self.distance * focal_factor * math.exp(x[2]))

    def left_over_mm(self, plane: TablePlane, growth: float) -> NDArray[np.complex128]:
        """What a rigid fit of each item, its markers grown by a share, leaves over, one complex number a corner."""
        printed = self.printed + growth * self.outward
        table = np.nan_to_num(plane.project(self.px, self.heights), nan=1e6)
        seen = self._about_middle(table[:, 0] + 1j * table[:, 1])
        turn = self._sums(seen * np.conj(printed))
        turn = turn / np.maximum(np.abs(turn), 1e-12)
        return np.asarray(seen - turn[self.owner] * printed)

    def residuals(self, x: Floats) -> Floats:
        """Corner errors in standard deviations, and how far the parameters are from what is usual."""
        left = self.left_over_mm(self.plane(x), float(x[3])) / self.sigma_mm
        usual = [x[0] / TILT_SPREAD_RAD, x[1] / TILT_SPREAD_RAD, x[3] / GROWTH_SPREAD]
        if len(x) == 6:
            usual += [x[4] / FOCAL_SPREAD, x[5] / RADIAL_SPREAD]
        return np.concatenate([left.real, left.imag, _squared(np.array(usual))])

    def focal_doubt(self, jacobian: Floats) -> float:
        """Standard deviation of log focal length from the curvature at the solution."""
        if jacobian.shape[1] != 6:
            return 0.0
        covariance = np.linalg.pinv(jacobian.T @ jacobian)
        return float(min(math.sqrt(max(covariance[4, 4], 0.0)), FOCAL_SPREAD))

    def _rough(self, items: Sequence[SeenItem]) -> tuple[Floats, float]:
        rays, ratios, heights = [], [], []
        for item in items:
            for start in range(0, len(item.corners_px), 4):
                seen = self.camera.rays(item.corners_px[start : start + 4])
                rays.append(seen.mean(axis=0))
                ratios.append(_area(seen) / _area(item.printed_mm[start : start + 4]))
                heights.append(item.height_mm)
        normal, distance = rough_plane(np.array(rays), np.array(ratios))
        return normal, distance + float(np.median(heights))

    def _sums(self, values: NDArray[np.complex128]) -> NDArray[np.complex128]:
        real = np.bincount(self.owner, values.real)
        return np.asarray(real + 1j * np.bincount(self.owner, values.imag))

    def _about_middle(self, points: NDArray[np.complex128]) -> NDArray[np.complex128]:
        return np.asarray(points - (self._sums(points) / self.count)[self.owner])


def _squared(off: Floats) -> Floats:
    """Residuals that count with their square under the soft L1 loss: what is far from usual must not count little."""
    return np.asarray(off * np.sqrt(1.0 + off**2 / 4.0))


def _area(corners: Floats) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2.0
