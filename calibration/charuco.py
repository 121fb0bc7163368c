"""The calibration board in pictures: its corners, and whether the views are enough and different enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import guess
from markers import charuco
from referee.errors import CalibrationError
from referee.words.catalogue import told

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

FEWEST_CORNERS = 12
FEWEST_VIEWS = 8
MOST_VIEWS = 40
DIFFERENT_SHARE = 0.04
"""Two views differ when their common corners lie this share of the picture's width apart on average."""
TILTED_DEG = 12.0
FEWEST_TILTED = 3
COVERED_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board in one picture.

    Attributes
    ----------
    corner_ids : (N,) numbers of the inner corners seen.
    corners_px : (N, 2) where they are.
    board_mm : (N, 2) where they are on the board.
    width_px, height_px : the picture's size.
    """

    corner_ids: NDArray[np.int64]
    corners_px: Floats
    board_mm: Floats
    width_px: int
    height_px: int


def find_board(grey: Image) -> BoardView | None:
    """The board's corners in a grey picture, None when fewer than 12 of its 48 are seen."""
    numbers, pixels, places = charuco.corners_in(grey)
    if len(numbers) < FEWEST_CORNERS:
        return None
    return BoardView(numbers, pixels, places, grey.shape[1], grey.shape[0])


def is_new(view: BoardView, views: Sequence[BoardView]) -> bool:
    """Whether the board lies clearly elsewhere, or otherwise, than in the views kept so far."""
    return all(_apart(view, other) >= DIFFERENT_SHARE * view.width_px for other in views)


def check_views(views: Sequence[BoardView]) -> None:
    """Whether these (different) views can give a lens.

    Raises
    ------
    CalibrationError : too few views, several sizes, a board never tilted, or too little of the picture covered.
    """
    if len(views) < FEWEST_VIEWS:
        raise CalibrationError(told("lens-few-views", n=len(views), least=FEWEST_VIEWS))
    if len({(view.width_px, view.height_px) for view in views}) > 1:
        raise CalibrationError(told("lens-sizes-differ"))
    tilted = sum(tilt_deg(view) >= TILTED_DEG for view in views)
    if tilted < FEWEST_TILTED:
        raise CalibrationError(told("lens-few-tilted", n=tilted, least=FEWEST_TILTED))
    share = covered_share(views)
    if share < COVERED_SHARE:
        raise CalibrationError(told("lens-covers-little", share=f"{share:.0%}"))


def tilt_deg(view: BoardView) -> float:
    """How far the board is turned away from facing the camera, by a usual lens: good to a few degrees."""
    camera = guess(view.width_px, view.height_px)
    homography = np.asarray(cv2.findHomography(view.board_mm, camera.rays(view.corners_px))[0])
    if homography.shape != (3, 3):  # corners on one line: nothing can be said
        return 0.0
    first, second = homography[:, 0], homography[:, 1]
    normal = np.cross(first, second)
    return math.degrees(math.acos(min(1.0, abs(float(normal[2])) / max(float(np.linalg.norm(normal)), 1e-12))))


def covered_share(views: Sequence[BoardView]) -> float:
    """The share of a 6 x 4 grid over the picture in which board corners were seen."""
    seen = set()
    for view in views:
        columns = np.clip(view.corners_px[:, 0] * 6 // view.width_px, 0, 5).astype(int)
        rows = np.clip(view.corners_px[:, 1] * 4 // view.height_px, 0, 3).astype(int)
        seen |= set(zip(columns.tolist(), rows.tolist(), strict=True))
    return len(seen) / 24.0


def _apart(a: BoardView, b: BoardView) -> float:
    common, in_a, in_b = np.intersect1d(a.corner_ids, b.corner_ids, return_indices=True)
    if len(common) < 4:
        return math.inf
    return float(np.linalg.norm(a.corners_px[in_a] - b.corners_px[in_b], axis=1).mean())
