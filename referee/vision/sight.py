"""From the picture to the table and back through one camera, for the few points that each picture asks about.

The same as `TablePlane.project` and `TablePlane.image_of`, compiled where that could be.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision import native

Floats = NDArray[np.float64]


def to_table(plane: TablePlane, points_px: Floats, heights_mm: Floats | float = 0.0) -> Floats:
    """Table points (N, 2) mm that the picture shows at (N, 2) px, `heights_mm` ((N,) or one) high."""
    if native.library is None:
        return plane.project(points_px, heights_mm)
    heights = np.full(len(points_px), heights_mm) if isinstance(heights_mm, float) else heights_mm
    return native.to_table(native.library, _packed(plane), points_px, heights)


def to_picture(plane: TablePlane, points_mm: Floats) -> Floats:
    """Picture points (N, 2) px of table points (N, 3) mm; nan for points behind the camera."""
    if native.library is None:
        return plane.image_of(points_mm)
    return native.to_picture(native.library, _packed(plane), points_mm)


@lru_cache(maxsize=4)
def _packed(plane: TablePlane) -> Floats:
    """The camera above the table as the compiled loops read it: focal lengths, middle, lens, turn, place."""
    matrix = plane.camera.matrix
    inside = (matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2])
    return np.concatenate([inside, plane.camera.distortion, plane.R_camera_table.ravel(), plane.position_mm])
