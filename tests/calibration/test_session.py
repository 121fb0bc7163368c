"""Calibrating live: views are taken by themselves, and the person is told where to hold the board."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.charuco import BoardView, find_board
from calibration.session import (
    ENOUGH,
    FOCUS,
    HOLD_STILL,
    KNOWN,
    LESS_LIGHT,
    MORE_LIGHT,
    MOVING,
    NO_BOARD,
    OTHER_SIZE,
    POOR,
    SHOW,
    TAKEN,
    TILT,
    WISHES,
    CalibrationSession,
    Image,
    fault_of,
)
from markers import charuco
from referee.errors import CalibrationError
from tests.calibration.test_charuco import LENS, MIDDLE, SIZE, exact_view, picture


def held_still(session: CalibrationSession, view: BoardView) -> str:
    """The board is brought somewhere and held there: what the last of the looks led to."""
    session.consider(None)
    session.consider(view)
    return session.consider(view).news


def test_a_view_is_taken_when_the_board_rests_somewhere_new() -> None:
    """No board, a moving board and a known view take nothing; a resting new one is taken once."""
    session = CalibrationSession()
    assert session.consider(None).news == NO_BOARD
    assert session.consider(exact_view(0)).news == MOVING
    assert session.progress.wish == HOLD_STILL
    assert session.consider(exact_view(0)).news == TAKEN
    assert session.consider(exact_view(0)).news == KNOWN
    assert session.progress.views == 1


def test_a_camera_that_changes_its_picture_size_is_told() -> None:
    """Views of two sizes give no lens: those of the new size are not taken, and what to do is said."""
    session = CalibrationSession()
    held_still(session, exact_view(0))
    view = exact_view(1)
    other = BoardView(view.corner_ids, view.corners_px / 1.5, view.board_mm, 640, 360)
    assert held_still(session, other) == POOR
    assert session.progress.wish == OTHER_SIZE
    assert len(session.views) == 1


def test_a_large_picture_is_as_sharp_as_it_is_beside_its_squares() -> None:
    """A phone's picture, twice as large and as soft in pixels, is taken; a truly blurred one is not."""
    grey = picture(1)
    large = np.asarray(cv2.resize(grey, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC), np.uint8)
    view = find_board(large)
    assert view is not None
    assert fault_of(large, view) == ""
    assert fault_of(np.asarray(cv2.GaussianBlur(large, (0, 0), 4.0), np.uint8), view) == FOCUS


def test_real_pictures_of_the_board_are_taken() -> None:
    """The same from pictures through a true lens."""
    session = CalibrationSession()
    assert session.look(picture(1)).news == MOVING
    assert session.look(picture(1)).news == TAKEN


def test_the_wish_names_an_empty_part_of_the_picture() -> None:
    """Where no corner has been seen yet is where the board should go; an empty map asks to show the board."""
    session = CalibrationSession()
    assert session.progress.wish == SHOW
    small = exact_view(0)
    corner = BoardView(small.corner_ids, small.corners_px / 4.0, small.board_mm, *SIZE)
    assert held_still(session, corner) == TAKEN
    assert session.progress.grid[0][0] == 1
    assert session.progress.grid[3][5] == 0
    assert session.progress.wish in set(WISHES.values()) - {"top-left"}


def test_when_all_is_covered_tilted_views_are_asked_for() -> None:
    """Flat views all over the picture are not enough."""
    session = CalibrationSession(wanted=8)
    view = exact_view(0)
    flat = view.board_mm / view.board_mm.max(axis=0) * [150.0, 125.0]
    for row in range(4):
        for column in range(6):
            shift = np.array([column * 160.0, row * 135.0])
            held_still(session, BoardView(view.corner_ids, flat + shift, view.board_mm, *SIZE))
    assert session.progress.wish == TILT


def test_enough_good_views_end_in_a_lens() -> None:
    """Sixteen different tilted views are enough, and give the true focal length."""
    session = CalibrationSession(wanted=8)
    for number in range(16):
        held_still(session, exact_view(number))
    assert len(session.views) >= 12
    assert session.progress.wish in (ENOUGH, *WISHES.values())
    assert abs(session.finish().focal_px / 735.0 - 1.0) < 0.01


def held(rng: np.random.Generator, wish: str) -> BoardView | None:
    """The board as somebody holds it who was told so: about there, tilted by some degrees, more so when asked to."""
    row, column = next((key for key, name in WISHES.items() if name == wish), tuple(rng.integers(0, 3, 2)))
    at = ((np.array([column, row]) + 0.5) / 3.0 + rng.normal(0.0, 0.05, 2)) * SIZE
    way = rng.uniform(0.0, 2 * np.pi)
    tilt = np.radians(rng.uniform(20.0, 35.0) if wish == TILT else rng.uniform(0.0, 10.0))
    rotation = np.asarray(cv2.Rodrigues(tilt * np.array([np.cos(way), np.sin(way), 0.2]))[0])
    places = np.asarray(charuco.board().getChessboardCorners(), dtype=np.float64)
    seen = (places - MIDDLE) @ rotation.T + np.append(LENS.rays(at[None])[0], 1.0) * rng.uniform(330.0, 600.0)
    px = LENS.pixels(seen[:, :2] / seen[:, 2:]) + rng.normal(0.0, 0.05, (len(places), 2))
    inside = ((px > 4) & (px < np.array(SIZE) - 5)).all(axis=1)
    return BoardView(np.flatnonzero(inside), px[inside], places[inside, :2], *SIZE) if inside.sum() >= 12 else None


@pytest.mark.parametrize("seed", [1, 2])
def test_who_follows_the_wishes_is_soon_done(seed: int) -> None:
    """Twenty holdings are enough for sixteen views that cover the whole picture and give the lens."""
    session, rng = CalibrationSession(), np.random.default_rng(seed)
    holdings = 0
    while session.progress.wish != ENOUGH and holdings < 20:
        view = held(rng, session.progress.wish)
        session.consider(None)
        session.consider(view)
        session.consider(view)
        holdings += 1
    assert session.progress.wish == ENOUGH
    assert min(min(row) for row in session.progress.grid) > 0
    assert session.finish().held_out_error_mm < 0.3


def test_too_little_is_refused_with_the_reason() -> None:
    """Finishing early says what is missing."""
    session = CalibrationSession()
    held_still(session, exact_view(0))
    with pytest.raises(CalibrationError, match="Only 1 views"):
        session.finish()


@pytest.mark.parametrize(
    ("spoil", "wish"),
    [
        (lambda grey: cv2.GaussianBlur(grey, (0, 0), 1.45), FOCUS),
        (lambda grey: grey // 5, MORE_LIGHT),
        (lambda grey: 170 + grey // 3, LESS_LIGHT),
    ],
)
@pytest.mark.few(1)
def test_a_poor_picture_is_not_taken_and_says_what_to_do(spoil: Callable[[Image], Image], wish: str) -> None:
    """A blurred, dark or washed out board that rests gives no view, but a wish."""
    session = CalibrationSession()
    spoilt = np.asarray(spoil(picture(1)), dtype=np.uint8)
    session.look(spoilt)
    progress = session.look(spoilt)
    assert (progress.news, progress.views, progress.wish) == (POOR, 0, wish)
