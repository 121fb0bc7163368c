"""From where a kept picture shows the board: so that what is known in mm can be drawn over it, also years later."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from markers.kit import Manifest
from referee.games.base import Reading
from referee.vision.scene import Point, Scene

Floats = NDArray[np.float64]

NUMBERS: Mapping[str, int] = {"size_px": 2, "lens": 9, "turned": 9, "camera_mm": 3}
"""What `view_json` writes beside the covered areas, and how many numbers each takes."""


@dataclass(frozen=True, eq=False)
class View:
    """How a picture shows the board.

    Attributes
    ----------
    plane : the camera over the board: its table frame is the game's own, the one of `Game.layout`.
    covered : polygons of the board (mm) that a hand or another foreign thing was over.
    pieces : by name, where a loose piece really lay: x and y in mm, and its turn in degrees.
    """

    plane: TablePlane
    covered: tuple[tuple[Point, ...], ...] = ()
    pieces: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def px(self, points_mm: Floats, width_px: int) -> Floats:
        """Where a picture of this width shows points (N, 3) of the board; nan where it cannot."""
        scale = width_px / self.plane.camera.width_px
        return np.asarray((self.plane.image_of(points_mm) + 0.5) * scale - 0.5)


def view_of(scene: Scene, reading: Reading, kit: Manifest) -> dict[str, Any] | None:
    """How the picture of a scene shows the board that was read in it, as JSON; None where that is not known."""
    if scene.standpoint is None or reading.observation is None:
        return None
    dx_mm, dy_mm, turn_deg = reading.board_from_table
    plane = scene.standpoint.plane.moved(turn_deg, dx_mm, dy_mm)
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    turn = np.array([[c, s], [-s, c]])
    covered = [np.array(area, dtype=np.float64) @ turn + (dx_mm, dy_mm) for area in scene.covered]
    areas = tuple(tuple((x, y) for x, y in area.tolist()) for area in covered)
    return view_json(View(plane, areas, lying(reading, kit)))


def lying(reading: Reading, kit: Manifest) -> dict[str, list[float]]:
    """Where the loose pieces of a reading really lie, some mm off the places that they stand on."""
    loose = {item.piece for item in kit.items if not item.fixed}
    return {
        one.piece: [round(one.x_mm, 1), round(one.y_mm, 1), round(one.angle_deg, 1)]
        for one in reading.pieces
        if one.piece in loose
    }


def view_json(view: View) -> dict[str, Any]:
    """A view as JSON: the picture's size, fx fy cx cy and the distortion, how the camera is turned and where it is."""
    camera = view.plane.camera
    matrix = camera.matrix
    lens = [matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *camera.distortion]
    return {
        "size_px": [camera.width_px, camera.height_px],
        "lens": [round(float(one), 6) for one in lens],
        "turned": [round(float(one), 9) for one in view.plane.R_camera_table.ravel()],
        "camera_mm": [round(float(one), 3) for one in view.plane.position_mm],
        "covered": [[[round(x, 1), round(y, 1)] for x, y in area] for area in view.covered],
        "pieces": dict(view.pieces),
    }


def view_from(told: Mapping[str, Any]) -> View:
    """The inverse of `view_json`."""
    fx, fy, cx, cy, *bent = (float(one) for one in told["lens"])
    matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    width_px, height_px = told["size_px"]
    camera = CameraModel(int(width_px), int(height_px), matrix, np.array(bent))
    turned = np.array(told["turned"], dtype=np.float64).reshape(3, 3)
    plane = TablePlane(camera, turned, np.array(told["camera_mm"], dtype=np.float64))
    areas = tuple(tuple((float(x), float(y)) for x, y in area) for area in told["covered"])
    return View(plane, areas, told["pieces"])


def is_view(told: Any) -> bool:
    """Whether something from a record is a view."""
    if not isinstance(told, Mapping):
        return False
    right = all(_are_numbers(told.get(name), count) for name, count in NUMBERS.items()) and told["size_px"][0] > 0
    areas = told.get("covered")
    right = right and isinstance(areas, list) and all(_is_area(area) for area in areas)
    return right and are_places(told.get("pieces"))


def are_places(told: Any) -> bool:
    """Whether something from a record tells where pieces lay."""
    return isinstance(told, Mapping) and all(_are_numbers(one, 3) for one in told.values())


def _is_area(area: Any) -> bool:
    return isinstance(area, list) and all(_are_numbers(point, 2) for point in area)


def _are_numbers(value: Any, count: int) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != count:
        return False
    return all(isinstance(one, int | float) and math.isfinite(one) and abs(one) < 1e9 for one in value)
