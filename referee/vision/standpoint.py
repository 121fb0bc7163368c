"""From where the table is seen, and how much of it: so that a game can tell what a tall piece hides."""

from __future__ import annotations

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.scene import Standpoint

POINTS_A_SIDE = 4
"""Of the picture's edges so many points are looked up, as a lens bends them."""


def standpoint(plane: TablePlane) -> Standpoint:
    """Where the camera of this plane hangs, and the part of the table that its picture shows."""
    wide, high = plane.camera.width_px - 1, plane.camera.height_px - 1
    corners = np.array([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    along = np.arange(POINTS_A_SIDE)[:, None] / POINTS_A_SIDE
    sides = [here + along * (there - here) for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    shown = plane.project(np.concatenate(sides))
    x, y, z = plane.position_mm.tolist()
    points = tuple((a, b) for a, b in shown.tolist()) if np.isfinite(shown).all() else ()
    return Standpoint((x, y, z), points, plane)
