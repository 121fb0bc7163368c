"""A disc whose marker touches a black die: found by the dot that it hides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera_model import guess
from calibration.table_plane import plane_from_normal
from markers import kits
from referee.vision.blocks import BLOCK_PX
from referee.vision.half_hidden import BesideWatch, Shown
from referee.vision.kit_index import KitIndex
from referee.vision.place import to_picture
from referee.vision.plane import PlaneEstimator
from referee.vision.reading import printed_cells
from referee.vision.scene import Image, Mask, Sighting
from tests.vision.conftest import angle_between

INDEX = KitIndex(kits.manifest("nestorgames-gp"))
DISC = INDEX.faces["disc:K2", "top"]
NUMBER = next(iter(DISC.corners_mm))
CAMERA = guess(1280, 720)
PLANE = plane_from_normal(CAMERA, np.array([0.0, 0.0, -1.0]), CAMERA.focal_px / 1.7)
WIDE, HIGH = 40, 23
"""The picture in blocks."""
CALM = np.zeros((HIGH, WIDE), np.bool_)
DOT = Sighting("dot:board:harbour/4#7", "covered", 60.0, -30.0, 0.0, 0.9)
FINE = 4


def picture(turn_deg: float, die: bool = True, disc: bool = True) -> Image:
    """A disc turned on the dot, the corner of its marker under the edge of a black die; or one of the two alone."""
    fine = np.full((720 * FINE, 1280 * FINE), 205.0, np.float32)
    turn = np.exp(1j * np.radians(turn_deg))

    def polygon(points: list[complex], value: float, height_mm: float) -> None:
        placed = [(DOT.x_mm + 0.2 + (p * turn).real, DOT.y_mm - 0.3 + (p * turn).imag, height_mm) for p in points]
        px = (to_picture(PLANE, np.array(placed)) + 0.5) * FINE
        cv2.fillPoly(fine, [np.round(px).astype(np.int32)], value)

    def square(at: complex, half: float, value: float) -> None:
        polygon([at + half * c for c in (-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j)], value, DISC.height_mm)

    if disc:
        square(0.0, 9.0, 225.0)
        cell = 13.0 / 6.0
        for row, values in enumerate(printed_cells(NUMBER)[1:-1, 1:-1]):
            for column, white in enumerate(values):
                square(complex((column - 2.5) * cell, (2.5 - row) * cell), cell / 2.0, 225.0 if white else 25.0)
    if die:
        corner = 6.1 * (1 + 1j)
        polygon([corner + d * (1 + 1j) for d in (-8j, 8j, 16 + 8j, 16 - 8j)], 33.0, DISC.height_mm)
    seen = cv2.GaussianBlur(cv2.resize(fine, (1280, 720), interpolation=cv2.INTER_AREA), (0, 0), 0.9)
    seen = seen + np.random.default_rng(5).normal(0.0, 2.0, seen.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


class Looker:
    """What is half hidden on the dots of one table after another, as far as it is told of."""

    def __init__(self) -> None:
        self._watch, self._plane_estimator = BesideWatch(INDEX, lambda face: face.height_mm), PlaneEstimator(INDEX)

    def look(self, grey: Image, dot: Sighting, pieces: Sequence[Sighting] = (), busy: Mask = CALM) -> list[Sighting]:
        """The pieces found in a picture with this dot, beside those seen."""
        told = self._watch.look(Shown(grey, PLANE, {}, pieces, [dot], self._plane_estimator, busy, 0.9))
        assert not told.bare
        return list(told.pieces)


@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0, 70.0, 215.0])
def test_a_disc_that_touches_a_black_die_is_found_on_its_dot(turn_deg: float) -> None:
    """Whichever way it lies, in its place and turned right, once two pictures agree."""
    seen, looker = picture(turn_deg), Looker()
    assert looker.look(seen, DOT) == []
    (disc,) = looker.look(seen, DOT)
    assert (disc.piece, disc.side) == (DISC.piece, DISC.side)
    assert math.dist((disc.x_mm, disc.y_mm), (DOT.x_mm + 0.2, DOT.y_mm - 0.3)) < 0.5
    assert angle_between(disc.angle_deg, turn_deg) < 2.0


def test_only_a_hidden_dot_is_looked_at() -> None:
    """Neither a bare one nor one on which a piece is seen, nor one where something still moves."""
    seen = picture(20.0)
    bare = replace(DOT, side="bare")
    die = Sighting("cylinder:R", "top", DOT.x_mm + 5.0, DOT.y_mm, 0.0, 1.0)
    x, y = PLANE.image_of(np.array([[DOT.x_mm, DOT.y_mm, 0.0]]))[0]
    moving = CALM.copy()
    moving[int(y) // BLOCK_PX, int(x) // BLOCK_PX] = True
    for dot, pieces, busy in ((bare, (), CALM), (DOT, (die,), CALM), (DOT, (), moving)):
        looker = Looker()
        assert [looker.look(seen, dot, pieces, busy) for _ in range(4)] == [[]] * 4
    assert [len(looker.look(seen, DOT)) for _ in range(2)] == [0, 1]


def test_what_is_seen_elsewhere_and_what_is_no_piece_is_not_found() -> None:
    """The disc itself on another place of the table leaves nothing to find; a die alone is nothing either."""
    elsewhere, looker = Sighting("disc:K2", "top", -200.0, 0.0, 0.0, 1.0), Looker()
    seen = picture(20.0)
    assert [looker.look(seen, DOT, [elsewhere]) for _ in range(2)] == [[]] * 2
    for turn_deg in (0.0, 45.0):
        seen, looker = picture(turn_deg, disc=False), Looker()
        assert [looker.look(seen, DOT) for _ in range(2)] == [[]] * 2


def test_a_dot_hidden_by_something_else_is_looked_at_again_once_that_moved() -> None:
    """Two looks at a die are enough; when it was pushed aside and a disc lies there now, that is found."""
    looker, die, disc = Looker(), picture(20.0, disc=False), picture(20.0)
    assert [looker.look(die, DOT) for _ in range(3)] == [[]] * 3
    assert looker.look(disc, DOT) == []
    assert looker.look(disc, DOT, busy=~CALM) == []
    assert [len(looker.look(disc, DOT)) for _ in range(2)] == [0, 1]
