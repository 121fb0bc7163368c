"""A camera that does not exist: a pinhole with a lens, whose truth is known exactly.

The world frame is the one in which pieces are laid: mm, x right, y up, z up from the table top. The lens model is the
usual one of two radial and two tangential terms (Brown 1966; the OpenCV documentation of `calib3d` gives the formulas).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.polynomial.chebyshev import chebvander
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

FEW = 24
"""Places along a picture's side from whose rays those of all pixels are told."""


@dataclass(frozen=True)
class VirtualCamera:
    """A camera above the table.

    Attributes
    ----------
    width_px, height_px : size of the picture.
    hfov_deg : horizontal field of view of the pinhole, before the lens bends it.
    k1, k2, p1, p2 : radial and tangential distortion.
    x_mm, y_mm, z_mm : where the camera is.
    tilt_deg : how far it looks away from straight down, towards the top of the picture.
    lean_deg : how far it looks to the right of straight down.
    turn_deg : counter-clockwise turn about the vertical; 0 has the table's x axis to the right of the picture.
    """

    width_px: int
    height_px: int
    hfov_deg: float
    x_mm: float
    y_mm: float
    z_mm: float
    tilt_deg: float = 0.0
    lean_deg: float = 0.0
    turn_deg: float = 0.0
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0

    @property
    def focal_px(self) -> float:
        """Focal length, the same for both axes."""
        return self.width_px / (2.0 * math.tan(math.radians(self.hfov_deg) / 2.0))

    @property
    def centre_px(self) -> tuple[float, float]:
        """The principal point: the middle of the picture, with pixel centres at whole numbers."""
        return (self.width_px - 1) / 2.0, (self.height_px - 1) / 2.0

    @property
    def matrix(self) -> Floats:
        """The 3 x 3 camera matrix."""
        cx, cy = self.centre_px
        return np.array([[self.focal_px, 0.0, cx], [0.0, self.focal_px, cy], [0.0, 0.0, 1.0]])

    @property
    def distortion(self) -> Floats:
        """Distortion terms k1, k2, p1, p2, k3 in OpenCV's order."""
        return np.array([self.k1, self.k2, self.p1, self.p2, 0.0])

    @property
    def rotation(self) -> Floats:
        """R (3, 3) that turns world directions into camera directions (x right, y down, z forward)."""
        down = np.diag([1.0, -1.0, -1.0])
        return _about_y(self.lean_deg) @ _about_x(-self.tilt_deg) @ down @ _about_z(-self.turn_deg)

    @property
    def position_mm(self) -> Floats:
        """The optical centre (3,)."""
        return np.array([self.x_mm, self.y_mm, self.z_mm])

    def image_of(self, points_mm: ArrayLike) -> Floats:
        """Pixels (N, 2) of world points (N, 3): the exact truth that a detector is measured against."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        seen = (points - self.position_mm) @ self.rotation.T
        bent = self._bend(seen[:, :2] / seen[:, 2:3])
        return np.asarray(bent * self.focal_px + np.array(self.centre_px))

    def table_of(self, pixels: ArrayLike, z_mm: float = 0.0) -> Floats:
        """World points (N, 2) at height `z_mm` that pixels (N, 2) show: the inverse of `image_of`."""
        px = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        slopes = self._slopes(px)
        return np.asarray(self.position_mm[:2] + (z_mm - self.z_mm) * slopes)

    def slope_maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every pixel how far its ray runs in x and in y for each mm it rises: two (H, W) maps.

        The world point of a pixel at height z is position + (z - camera height) * slope.
        """
        across, columns = _from_few(self.width_px)
        down, rows = _from_few(self.height_px)
        x, y = np.meshgrid(columns, rows)
        slopes = self._slopes(np.column_stack([x.ravel(), y.ravel()])).reshape(len(rows), len(columns), 2)
        first, second = (down @ slopes[..., k] @ across.T for k in (0, 1))
        return first.astype(np.float32), second.astype(np.float32)

    def as_camera_model_json(self) -> dict[str, Any]:
        """The true intrinsics as plain numbers: size, camera matrix and distortion."""
        return {
            "width": self.width_px,
            "height": self.height_px,
            "matrix": self.matrix.tolist(),
            "distortion": self.distortion.tolist(),
        }

    def _slopes(self, pixels: Floats) -> Floats:
        straight = self._unbend((pixels - np.array(self.centre_px)) / self.focal_px)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        return np.asarray(rays[:, :2] / rays[:, 2:3])

    def _bend(self, points: Floats) -> Floats:
        x, y = points[:, 0], points[:, 1]
        r2 = x * x + y * y
        radial = 1.0 + r2 * (self.k1 + r2 * self.k2)
        dx = 2.0 * self.p1 * x * y + self.p2 * (r2 + 2.0 * x * x)
        dy = self.p1 * (r2 + 2.0 * y * y) + 2.0 * self.p2 * x * y
        return np.column_stack([x * radial + dx, y * radial + dy])

    def _unbend(self, bent: Floats) -> Floats:
        straight = bent.copy()
        for _ in range(12):  # a contraction for every lens with moderate distortion; 12 rounds reach 1e-9
            straight = straight + (bent - self._bend(straight))
        return straight


def _from_few(count: int) -> tuple[Floats, Floats]:
    """A matrix (count, FEW) that gives the values at pixels 0 to count - 1 from those at a few places (FEW,) between.

    Rays change smoothly: a polynomial through Chebyshev's places gives the others to 1e-9.
    """
    places = np.cos(np.pi * (np.arange(FEW) + 0.5) / FEW)
    here = np.linspace(-1.0, 1.0, count)
    matrix = chebvander(here, FEW - 1) @ np.linalg.inv(chebvander(places, FEW - 1))
    return matrix, (places + 1.0) * (count - 1) / 2.0


def camera_over(
    low_mm: tuple[float, float],
    high_mm: tuple[float, float],
    size: tuple[int, int] = (1280, 720),
    hfov_deg: float = 60.0,
    pose_deg: Sequence[float] = (0.0, 0.0, 0.0),
    lens: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    margin_mm: float = 20.0,
) -> VirtualCamera:
    """A camera just high enough that the table rectangle `low_mm` to `high_mm` and its margin fill the picture.

    `pose_deg` is tilt, lean and turn; `lens` is k1, k2, p1, p2. The rectangle's middle is in the middle of the picture.
    """
    corners = np.array([(x, y, 0.0) for x in (low_mm[0], high_mm[0]) for y in (low_mm[1], high_mm[1])])
    middle = corners[:, :2].mean(axis=0)
    corners[:, :2] += np.sign(corners[:, :2] - middle) * margin_mm
    lowest, highest = 100.0, 20000.0
    for _ in range(40):
        height = (lowest + highest) / 2.0
        if _fits(_aimed(middle, height, size, hfov_deg, pose_deg, lens), corners):
            highest = height
        else:
            lowest = height
    return _aimed(middle, highest, size, hfov_deg, pose_deg, lens)


def _aimed(
    middle: Floats, height: float, size: tuple[int, int], hfov: float, pose: Sequence[float], lens: Sequence[float]
) -> VirtualCamera:
    """A camera at this height whose optical axis meets the table in `middle`."""
    looking = VirtualCamera(*size, hfov, 0.0, 0.0, height, *pose, *lens)
    axis = looking.rotation[2]
    foot = middle + axis[:2] / axis[2] * height
    return VirtualCamera(*size, hfov, float(foot[0]), float(foot[1]), height, *pose, *lens)


def _fits(camera: VirtualCamera, corners: Floats) -> bool:
    if ((corners - camera.position_mm) @ camera.rotation[2] <= 1.0).any():
        return False
    # a lens model folds back far outside the picture: there the pinhole alone must decide
    plain = replace(camera, k1=0.0, k2=0.0, p1=0.0, p2=0.0)
    limits = np.array([camera.width_px - 1.0, camera.height_px - 1.0])
    return all(
        bool((px >= -slack * limits).all() and (px <= (1.0 + slack) * limits).all())
        for px, slack in ((camera.image_of(corners), 0.0), (plain.image_of(corners), 0.15))
    )


def _about_x(angle_deg: float) -> Floats:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def _about_y(angle_deg: float) -> Floats:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


def _about_z(angle_deg: float) -> Floats:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
