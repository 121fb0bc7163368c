"""A camera's inside from views of the calibration board, with the error on views that were left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.charuco import BoardView, check_views
from calibration.table_plane import TablePlane
from referee.errors import CalibrationError
from referee.words.catalogue import told

Floats = NDArray[np.float64]
FOLDS = 5
WORST_RMS_PX = 2.0
TABLE_AWAY_MM = 1000.0
"""How far a table usually is from its camera: errors are told in mm there, however near the board was held."""
MAP_ROWS, MAP_COLUMNS = 4, 6


@dataclass(frozen=True, eq=False)
class HeldOut:
    """What the lens is worth where it was not fitted.

    Attributes
    ----------
    corners_px : (N, 2) places in the picture.
    errors_mm : (N,) how far off they are put by a lens fitted without their view, mm at `TABLE_AWAY_MM`.
    """

    corners_px: Floats
    errors_mm: Floats

    @property
    def overall_mm(self) -> float:
        """What 95 of 100 corners stay under."""
        return float(np.percentile(self.errors_mm, 95))

    def map_mm(self, width_px: int, height_px: int) -> tuple[tuple[float, ...], ...]:
        """The same (4, 6) in each part of the picture, row by row from the top left; nan where no corner was."""
        columns = np.clip(self.corners_px[:, 0] * MAP_COLUMNS // width_px, 0, MAP_COLUMNS - 1)
        rows = np.clip(self.corners_px[:, 1] * MAP_ROWS // height_px, 0, MAP_ROWS - 1)
        return tuple(
            tuple(_worst_of(self.errors_mm[(rows == row) & (columns == column)]) for column in range(MAP_COLUMNS))
            for row in range(MAP_ROWS)
        )


def _worst_of(errors_mm: Floats) -> float:
    return float(np.percentile(errors_mm, 95)) if len(errors_mm) else math.nan


def calibrate(views: Sequence[BoardView]) -> CameraModel:
    """Fit focal lengths, middle and lens (Z. Zhang, "A flexible new technique for camera calibration", 2000).

    The held-out error says what the fit is worth: the lens is fitted without some views, these views' board is put in
    place with that lens, and the 95th percentile of its corners' errors in mm at a table's distance is given, over all
    and for each part of the picture. A small reprojection error alone would not show a lens that only suits its own
    views.

    Raises
    ------
    CalibrationError : the views are too few or too alike, or no lens fits them.
    """
    check_views(views)
    camera, rms = _fit(views)
    if not np.isfinite(rms) or rms > WORST_RMS_PX:
        raise CalibrationError(told("lens-fits-none", n=round(rms, 1)))
    origin = told("lens-measured", n=len(views))
    left_out = held_out(views)
    return replace(
        camera,
        rms_px=rms,
        held_out_error_mm=left_out.overall_mm,
        error_map_mm=left_out.map_mm(camera.width_px, camera.height_px),
        origin=origin,
    )


def held_out(views: Sequence[BoardView]) -> HeldOut:
    """The errors of corners of views that their lens has not been fitted to."""
    places, errors = [], []
    for fold in range(min(FOLDS, len(views))):
        kept = [view for index, view in enumerate(views) if index % FOLDS != fold]
        camera, _ = _fit(kept)
        for index in range(fold, len(views), FOLDS):
            errors_mm = corner_errors_mm(views[index], camera)
            known = np.isfinite(errors_mm)
            places.append(views[index].corners_px[known])
            errors.append(errors_mm[known])
    return HeldOut(np.concatenate(places), np.concatenate(errors))


def corner_errors_mm(view: BoardView, camera: CameraModel) -> Floats:
    """How far (N,) each corner, sent back onto the board through this lens, is from where it is printed.

    In mm at a table's distance: on a board held at half of it they would be half as large. nan beyond the horizon.
    """
    plane = board_plane(view, camera)
    printed = np.column_stack([view.board_mm[:, 0], -view.board_mm[:, 1]])
    gaps = np.linalg.norm(plane.project(view.corners_px) - printed, axis=1)
    away = np.linalg.norm(np.column_stack([printed, np.zeros(len(printed))]) - plane.position_mm, axis=1)
    return np.asarray(gaps * TABLE_AWAY_MM / away)


def board_plane(view: BoardView, camera: CameraModel) -> TablePlane:
    """The camera over the board lying as a table, its x as printed and its y up the page."""
    points = np.column_stack([view.board_mm[:, 0], -view.board_mm[:, 1], np.zeros(len(view.board_mm))])
    rays = camera.rays(view.corners_px).reshape(-1, 1, 2)
    _, turn, shift = cv2.solvePnP(points, rays, np.eye(3), np.zeros(5))
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    position = -rotation.T @ np.asarray(shift, dtype=np.float64).reshape(3)
    return TablePlane(camera, rotation, position)


def _fit(views: Sequence[BoardView]) -> tuple[CameraModel, float]:
    width, height = views[0].width_px, views[0].height_px
    board = [np.column_stack([v.board_mm, np.zeros(len(v.board_mm))]).astype(np.float32) for v in views]
    seen = [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    start = np.array([[width, 0.0, (width - 1) / 2.0], [0.0, width, (height - 1) / 2.0], [0.0, 0.0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    rms, matrix, distortion, _, _ = cv2.calibrateCamera(board, seen, (width, height), start, np.zeros(5), flags=flags)
    lens = np.zeros(5)
    found = np.asarray(distortion, dtype=np.float64).ravel()[:5]
    lens[: len(found)] = found
    return CameraModel(width, height, np.asarray(matrix, dtype=np.float64), lens, float(rms)), float(rms)
