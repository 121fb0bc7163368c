"""Dice in the dark corner of a floor: what is smeared, noisy and as dark as the dice themselves is not misread."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.simulator.dice_mat import DiceMat
from referee.vision.pips.colours import colour_of
from referee.vision.pips.cover import choose, explain
from referee.vision.pips.faces import Face
from referee.vision.pips.mat import FlatMat, flatten
from referee.vision.pips.outline import disc, filled, outline
from referee.vision.pips.reader import read_dice
from referee.vision.pips.spots import find_spots
from referee.vision.scene import Point

Mask = NDArray[np.bool_]

COLOURS = ("red", "yellow", "green", "blue")
EDGE_MM = 16.0
GREEN = np.array([0.6, 1.0, 0.4])
SMEARED_PX = 12


def face(value: int, at_mm: Point, angle_deg: float, *pips: int) -> Face:
    """A green face that fits well."""
    return Face(value, at_mm, angle_deg, frozenset(pips), GREEN, 1.0)


def smeared(*dice: Face) -> tuple[FlatMat, Mask]:
    """A mat on which these dice, and their colour all around them, are seen; and where something is."""
    size = (200, 300)
    bare = FlatMat(
        np.ones((*size, 3), np.float32), np.ones(size, np.float32), np.ones(size, np.bool_), np.zeros(size, np.bool_),
        np.zeros(size, np.bool_), (-60.0, -40.0), (200.0, 0.0), 0.98, 1.1,
    )  # fmt: skip
    full = filled(bare, [outline(bare, die, EDGE_MM) for die in dice], 0.0)
    bare.thing[:] = cv2.dilate(full.astype(np.uint8), disc(SMEARED_PX)) > 0
    return bare, bare.thing


def test_a_pip_on_top_and_one_on_a_wall_are_no_two_where_every_outline_is_smeared() -> None:
    """Of a one and a two beside it, both of which end too late, the one that fills what is seen lies there."""
    one, two = face(1, (0.0, 0.0), 0.0, 0), face(2, (1.0, -6.0), 60.0, 0, 1)
    mat, full = smeared(one)
    assert choose(mat, [one, two], EDGE_MM, full) == [one]


def test_of_two_faces_that_fill_what_is_seen_alike_neither_is_sure() -> None:
    """A face and another one as far to the other side of what is seen: one of them is told, in doubt."""
    mat, _ = smeared(face(1, (0.0, 0.0), 0.0))
    left, right = face(1, (-4.0, 0.0), 0.0, 0), face(2, (4.0, 0.0), 0.0, 1, 2)
    cover = explain(
        mat, find_spots(mat, EDGE_MM, [(-50.0, -30.0), (50.0, -30.0), (50.0, 30.0)]), [left, right], EDGE_MM
    )
    assert (len(cover.sure), len(cover.doubtful)) == (0, 1)


def test_a_die_with_a_smeared_outline_is_not_left_out() -> None:
    """Two dice are both there though one ends too late and a two between them, which ends too late as well, is none."""
    first, second = face(4, (16.0, 0.0), 0.0, 0, 1, 2, 3), face(3, (-9.0, 0.0), 0.0, 4, 5, 6)
    between = face(2, (4.0, 3.0), 54.0, 7, 8)
    mat, full = smeared(first)
    sharp = filled(mat, [outline(mat, second, EDGE_MM)], 0.0)
    mat.thing[:, :128] = sharp[:, :128]
    assert set(map(id, choose(mat, [first, second, between], EDGE_MM, full))) == {id(first), id(second)}


def test_a_coloured_thing_as_bright_as_the_mat_is_not_taken_for_it() -> None:
    """A blue sheet over a third of a mat of twenty grey values, as bright as that, leaves the mat its own colour."""
    dark = DiceMat("plain", 1.3, 8)
    sheet = np.array([(-60.0, -45.0), (-22.0, -45.0), (-22.0, 45.0), (-60.0, 45.0)]), np.array([165.0, 118.0, 70.0])
    picture = np.mean([image // 5 for image in dark.pictures([], sheet, 6)], axis=0)
    mat = flatten(np.asarray(picture, np.uint8), dark.plane, dark.area_mm, 0.3, EDGE_MM)
    assert mat is not None
    for x in (-5.0, 20.0, 50.0):
        around = mat.at(np.array([(x + dx, y) for dx in (-2.0, 0.0, 2.0) for y in range(-30, 31, 2)]))
        assert around.mean(axis=0) == pytest.approx(np.ones(3), abs=0.05)


@pytest.mark.parametrize("seed", [51, 52, 53])
def test_noise_on_a_bare_mat_in_the_dark_is_no_die(seed: int) -> None:
    """A bare mat of sixteen grey values with noise of three shows nothing."""
    dark = DiceMat("dusk", 0.93, 5)
    noise = np.random.default_rng(seed).normal(0.5, 3.0, (272, 368, 3))
    picture = np.clip(dark.picture([]) // 3 + noise, 0, 255).astype(np.uint8)
    assert read_dice(picture, dark.plane, dark.area_mm, COLOURS) == ()


def test_a_faint_colour_counts_where_no_die_is_black() -> None:
    """A small green die in the dark has little colour; where a die may be black it may be that, beside a green one."""
    faint = np.array([0.5, 0.75, 0.45])
    assert colour_of(faint, COLOURS) == "green"
    assert colour_of(faint, (*COLOURS, "black")) == ""
    assert colour_of(np.array([0.5, 0.6, 0.5]), COLOURS) == ""
