"""The camera above the table: picture points to table points at a known height, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TablePlane:
    """A camera standing over a table whose top is z = 0.

    Attributes
    ----------
    camera : its inside.
    R_camera_table : (3, 3) turns table directions (x right, y up, z off the table) into camera directions.
    position_mm : (3,) the camera in the table frame.
    focal_doubt : relative standard deviation of its focal length, and so of its height (0 when the lens was measured).
    """

    camera: CameraModel
    R_camera_table: Floats
    position_mm: Floats
    focal_doubt: float = 0.0

    @property
    def height_mm(self) -> float:
        """How high the camera hangs."""
        return float(self.position_mm[2])

    @property
    def tilt_deg(self) -> float:
        """How far the camera looks away from straight down."""
        return math.degrees(math.acos(float(np.clip(-self.R_camera_table[2, 2], -1.0, 1.0))))

    def project(self, points_px: Floats, height_mm: Floats | float = 0.0) -> Floats:
        """Table points (N, 2) mm that the picture shows at (N, 2) px, `height_mm` (a number or (N,)) above the table.

        Points at or above the horizon come back as nan.
        """
        rays = self.camera.rays(points_px)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.R_camera_table
        falls = np.where(directions[:, 2] < -1e-9, directions[:, 2], np.nan)
        reach = (height_mm - self.position_mm[2]) / falls
        return np.asarray(self.position_mm[:2] + directions[:, :2] * reach[:, None])

    def image_of(self, points_mm: Floats) -> Floats:
        """Picture points (N, 2) px of table points (N, 3) mm; nan for points behind the camera."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        seen = (points - self.position_mm) @ self.R_camera_table.T
        depth = np.where(seen[:, 2] > 1e-6, seen[:, 2], np.nan)
        return self.camera.pixels(seen[:, :2] / depth[:, None])

    def hung_anew(self, points_mm: Floats, points_px: Floats) -> TablePlane:
        """The same camera over the same table, hung so that it shows table points (N, 3) at (N, 2) px, from here on.

        By Levenberg and Marquardt's least squares over its six degrees of freedom.
        """
        turn = cv2.Rodrigues(self.R_camera_table)[0]
        shift = -(self.R_camera_table @ self.position_mm)[:, None]
        lens = self.camera.matrix, self.camera.distortion
        turned, shifted = cv2.solvePnPRefineLM(points_mm, points_px, *lens, turn, shift)
        R = np.asarray(cv2.Rodrigues(turned)[0], dtype=np.float64)
        return replace(self, R_camera_table=R, position_mm=-(R.T @ np.asarray(shifted)[:, 0]))

    def moved(self, turn_deg: float, dx_mm: float, dy_mm: float) -> TablePlane:
        """The same camera in a table frame where every table point p has become turn(p) + (dx, dy)."""
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        position = turn @ self.position_mm + np.array([dx_mm, dy_mm, 0.0])
        return replace(self, R_camera_table=self.R_camera_table @ turn.T, position_mm=position)


def table_axes(normal: Floats) -> Floats:
    """The table's axes x, y and off the table as columns (3, 3), in camera coordinates; x is to the picture's right."""
    up = np.asarray(normal, dtype=np.float64) / np.linalg.norm(normal)
    right = np.array([1.0, 0.0, 0.0]) - up[0] * up
    right /= np.linalg.norm(right)
    return np.column_stack([right, cross(up, right), up])


def cross(one: Floats, other: Floats) -> Floats:
    """The vector product of two (3,): `numpy.cross` takes ten times as long to begin."""
    (a, b, c), (x, y, z) = one.tolist(), other.tolist()
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])


def plane_from_normal(camera: CameraModel, normal: Floats, height_mm: float) -> TablePlane:
    """The table frame under the middle of the picture with its x axis to the picture's right.

    Parameters
    ----------
    normal : (3,) the direction off the table, towards the camera, in camera coordinates.
    height_mm : how high the camera hangs above the table.
    """
    R_camera_table = table_axes(normal)
    # the table point met by the ray through the middle of the picture becomes the origin
    middle_px = np.array([[(camera.width_px - 1) / 2.0, (camera.height_px - 1) / 2.0]])
    ray = np.append(camera.rays(middle_px)[0], 1.0)
    reach = -height_mm / float(ray @ R_camera_table[:, 2])
    return TablePlane(camera, R_camera_table, -(R_camera_table.T @ (ray * reach)))
