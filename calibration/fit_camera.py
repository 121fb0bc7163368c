"""A camera's inside from views of the calibration board, with the error on views that were left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.charuco import BoardView, check_views
from calibration.table_plane import TablePlane
from referee.errors import CalibrationError

Floats = NDArray[np.float64]
FOLDS = 5
WORST_RMS_PX = 2.0


def calibrate(views: Sequence[BoardView]) -> CameraModel:
    """Fit focal lengths, middle and lens (Z. Zhang, "A flexible new technique for camera calibration", 2000).

    The held-out error says what the fit is worth: the lens is fitted without some views, these views' board is put in
    place with that lens, and the 95th percentile of its corners' errors in mm on the board is given. A small
    reprojection error alone would not show a lens that only suits its own views.

    Raises
    ------
    CalibrationError : the views are too few or too alike, or no lens fits them.
    """
    check_views(views)
    camera, rms = _fit(views)
    if not np.isfinite(rms) or rms > WORST_RMS_PX:
        raise CalibrationError(
            f"No lens fits these views (error {rms:.1f} px): is the board flat, in focus and held still?"
        )
    held_out = held_out_error_mm(views)
    origin = f"calibrated on {len(views)} views of the kit's board"
    return CameraModel(camera.width_px, camera.height_px, camera.matrix, camera.distortion, rms, held_out, origin)


def held_out_error_mm(views: Sequence[BoardView]) -> float:
    """The 95th percentile of corner errors, mm on the board, of views that their lens has not been fitted to."""
    errors = []
    for fold in range(min(FOLDS, len(views))):
        kept = [view for index, view in enumerate(views) if index % FOLDS != fold]
        left_out = [view for index, view in enumerate(views) if index % FOLDS == fold]
        camera, _ = _fit(kept)
        errors += [corner_errors_mm(view, camera) for view in left_out]
    return float(np.percentile(np.concatenate(errors), 95))


def corner_errors_mm(view: BoardView, camera: CameraModel) -> Floats:
    """How far (N,) each corner, sent back onto the board through this lens, is from where it is printed."""
    plane = board_plane(view, camera)
    back = plane.project(view.corners_px)
    gaps = np.linalg.norm(back - np.column_stack([view.board_mm[:, 0], -view.board_mm[:, 1]]), axis=1)
    return np.asarray(gaps[np.isfinite(gaps)])


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
