"""Calibrating live: which views were taken, where the board should be held next, and the lens at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.charuco import (
    FEWEST_TILTED,
    FEWEST_VIEWS,
    MOST_VIEWS,
    TILTED_DEG,
    BoardView,
    find_board,
    is_new,
    tilt_deg,
)
from calibration.fit_camera import calibrate
from markers.charuco import SQUARE_MM

Image = NDArray[np.uint8]

COLUMNS, ROWS = 6, 4
WANTED_VIEWS = 16
STILL_SHARE = 0.004
"""A view is taken when the board moved less than this share of the picture's width since the last look."""

NO_BOARD, MOVING, KNOWN, TAKEN, POOR = "no-board", "moving", "known", "taken", "poor"
"""What a look led to: no board seen, it still moves, the view is there already, a new view was taken, a bad picture."""

ENOUGH, TILT, HOLD_STILL, SHOW = "enough", "tilt", "hold-still", "show-board"
FOCUS, MORE_LIGHT, LESS_LIGHT = "focus", "more-light", "less-light"
OTHER_SIZE = "other-size"
BLURRED = 0.47
COMPARABLE_PX = 40.0
"""Pictures with larger squares are made smaller to judge their focus: what counts is the blur beside a square."""
DARK, BRIGHT = 70.0, 120.0
"""The board's white is darker than the one, its black lighter than the other: the exposure is wrong."""
WISHES = {
    (0, 0): "top-left", (0, 1): "top", (0, 2): "top-right",
    (1, 0): "left", (1, 1): "middle", (1, 2): "right",
    (2, 0): "bottom-left", (2, 1): "bottom", (2, 2): "bottom-right",
}  # fmt: skip
"""Where the board should be held next, by third of the picture's height and width."""


@dataclass(frozen=True)
class Progress:
    """How far a calibration has come.

    Attributes
    ----------
    news : what the last look led to.
    views, wanted : how many views were taken and how many are wanted.
    grid : (4, 6) how many views saw board corners in each cell of the picture, row by row from the top left.
    tilted : how many views show the board turned clearly away from the camera.
    wish : what to do next: one of `WISHES`, ``tilt``, ``hold-still``, ``show-board``, ``enough``, or what is wrong with
        the picture: ``focus``, ``more-light``, ``less-light``, ``other-size``.
    """

    news: str
    views: int
    wanted: int
    grid: tuple[tuple[int, ...], ...]
    tilted: int
    wish: str


class CalibrationSession:
    """Takes views of the kit's calibration board by itself, as a person moves it about."""

    def __init__(self, wanted: int = WANTED_VIEWS) -> None:
        self.wanted = min(max(wanted, FEWEST_VIEWS), MOST_VIEWS)
        self._views: list[BoardView] = []
        self._grid = np.zeros((ROWS, COLUMNS), np.int64)
        self._tilted = 0
        self._before: BoardView | None = None
        self._news = NO_BOARD
        self._fault = ""

    @property
    def views(self) -> Sequence[BoardView]:
        """The views taken so far."""
        return tuple(self._views)

    def look(self, grey: Image) -> Progress:
        """Look at one grey picture (H, W); a view is taken when the board is held still somewhere new."""
        view = find_board(grey)
        return self.consider(view, "" if view is None else fault_of(grey, view))

    def consider(self, view: BoardView | None, fault: str = "") -> Progress:
        """The same for a board already found, or not, and what is wrong with its picture."""
        before, self._before = self._before, view
        self._fault = fault
        if view is None:
            self._news = NO_BOARD
        elif before is None or _moved(before, view) > STILL_SHARE * view.width_px:
            self._news = MOVING
        elif self._views and (view.width_px, view.height_px) != (self._views[0].width_px, self._views[0].height_px):
            self._news, self._fault = POOR, OTHER_SIZE
        elif fault:
            self._news = POOR
        elif len(self._views) >= MOST_VIEWS or not is_new(view, self._views):
            self._news = KNOWN
        else:
            self._take(view)
        return self.progress

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        grid = tuple(tuple(int(count) for count in row) for row in self._grid)
        return Progress(self._news, len(self._views), self.wanted, grid, self._tilted, self._wish())

    def finish(self) -> CameraModel:
        """The lens. Raises CalibrationError, with the reason, when the views do not give one."""
        return calibrate(self._views)

    def _take(self, view: BoardView) -> None:
        self._news = TAKEN
        self._views.append(view)
        self._tilted += tilt_deg(view) >= TILTED_DEG
        self._grid += _cells(view)

    def _wish(self) -> str:
        """The emptiest part of the picture first, then tilted views until there are enough."""
        if not self._views and self._news == NO_BOARD:
            return SHOW
        if self._news == MOVING:
            return HOLD_STILL
        if self._news == POOR:
            return self._fault
        parts = {key: self._grid[_third(key[0], ROWS), _third(key[1], COLUMNS)].min() for key in WISHES}
        emptiest = min(WISHES, key=lambda key: parts[key])
        if parts[emptiest] == 0:
            return WISHES[emptiest]
        few_tilted = self._tilted < max(FEWEST_TILTED, self.wanted // 3)
        # a tilt of its own makes another view of any place; the same place flat would be known already
        return TILT if few_tilted or len(self._views) < self.wanted else ENOUGH


def grid_of(views: Sequence[BoardView]) -> tuple[tuple[int, ...], ...]:
    """How many views (4, 6) saw board corners in each part of the picture, row by row from the top left."""
    grid = sum((_cells(view) for view in views), np.zeros((ROWS, COLUMNS), np.int64))
    return tuple(tuple(int(count) for count in row) for row in grid)


def _cells(view: BoardView) -> NDArray[np.int64]:
    """1 (4, 6) in each part of the picture with a corner, 0 elsewhere."""
    columns = np.clip(view.corners_px[:, 0] * COLUMNS // view.width_px, 0, COLUMNS - 1).astype(int)
    rows = np.clip(view.corners_px[:, 1] * ROWS // view.height_px, 0, ROWS - 1).astype(int)
    cells = np.zeros((ROWS, COLUMNS), np.int64)
    cells[rows, columns] = 1
    return cells


def fault_of(grey: Image, view: BoardView) -> str:
    """What is wrong with the picture where the board is: ``focus``, ``more-light``, ``less-light`` or nothing.

    Focus is judged by F. Crete and others, "The blur effect", 2007, as scikit-image has it.
    """
    from skimage.measure import blur_effect  # slow to load, and not needed to show the set-up

    left, top = np.maximum(view.corners_px.min(axis=0), 0.0).astype(int)
    right, bottom = view.corners_px.max(axis=0).astype(int) + 1
    board = grey[top:bottom, left:right]
    black, white = np.percentile(board, (5, 95))
    if white < DARK:
        return MORE_LIGHT
    if black > BRIGHT:
        return LESS_LIGHT
    smaller = COMPARABLE_PX / max(COMPARABLE_PX, _square_px(view))
    board = np.asarray(cv2.resize(board, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA))
    blurred = float(blur_effect(board / 255.0, h_size=9))
    return FOCUS if blurred > BLURRED else ""


def _square_px(view: BoardView) -> float:
    """How large a square of the board is in the picture."""
    spread_px, spread_mm = np.ptp(view.corners_px, axis=0), np.ptp(view.board_mm, axis=0)
    return float(np.hypot(*spread_px) / max(np.hypot(*spread_mm), 1.0)) * SQUARE_MM


def _third(third: int, cells: int) -> slice:
    return slice(round(third * cells / 3), round((third + 1) * cells / 3))


def _moved(before: BoardView, after: BoardView) -> float:
    """How far the board's corners went between two pictures, px on average."""
    _, first, second = np.intersect1d(before.corner_ids, after.corner_ids, return_indices=True)
    if len(first) == 0 or before.width_px != after.width_px:
        return float("inf")
    return float(np.linalg.norm(before.corners_px[first] - after.corners_px[second], axis=1).mean())
