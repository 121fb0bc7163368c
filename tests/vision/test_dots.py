"""Printed dots: bare places, covered ones, and those of which nothing is said."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera_model import guess
from calibration.table_plane import plane_from_normal
from referee.vision.blocks import BLOCK_PX
from referee.vision.dots import DotWatch
from referee.vision.kit_index import Face
from referee.vision.numbers import IN_TURN
from referee.vision.scene import Image, Sighting

PX_PER_MM = 1.4
"""As coarse as a board of 0.9 m in 720 lines."""
CAMERA = guess(1280, 720)
PLANE = plane_from_normal(CAMERA, np.array([0.0, 0.0, -1.0]), CAMERA.focal_px / PX_PER_MM)
PLACES = {"dot": (-80.0, 0.0), "bare paper": (-40.0, 0.0), "pip": (0.0, 0.0), "half": (40.0, 0.0), "dark": (80.0, 0.0)}
FACE = Face("board", "top", 0.0, True, {}, np.zeros((0, 2)), np.array(list(PLACES.values())))


def picture(light: float, noise: float) -> Image:
    """White paper with a dot, nothing, a die with one pip, a half covered dot, and a black thing."""
    fine = np.full((720 * 4, 1280 * 4), 230.0, np.float32)

    def disc(place: str, diameter_mm: float, value: float) -> None:
        x, y = PLANE.image_of(np.array([[*PLACES[place], 0.0]]))[0] * 4.0
        cv2.circle(fine, (round(x), round(y)), round(diameter_mm * PX_PER_MM * 2.0), value, -1)

    disc("dot", 7.0, 30.0)
    disc("pip", 3.3, 30.0)
    disc("half", 7.0, 30.0)
    x, y = PLANE.image_of(np.array([[*PLACES["half"], 0.0]]))[0] * 4.0
    cv2.rectangle(fine, (round(x), round(y) - 50), (round(x) + 50, round(y) + 50), 200.0, -1)
    disc("dark", 18.0, 30.0)
    seen = cv2.GaussianBlur(cv2.resize(fine, (1280, 720), interpolation=cv2.INTER_AREA), (0, 0), 0.8) * light
    seen = seen + np.random.default_rng(4).normal(0.0, noise, seen.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


@pytest.mark.parametrize(("light", "noise"), [(1.0, 2.0), (0.35, 4.0)])
def test_only_a_whole_dot_is_bare(light: float, noise: float) -> None:
    """In good light and in dusk a dot is bare; paper, a pip and a black thing are covered; half a dot is neither."""
    seen = DotWatch({("board", "top"): FACE}).look(
        picture(light, noise), PLANE, [Sighting("board", "top", 0, 0, 0, 1.0)]
    )
    sides = {one.piece.rpartition("#")[2]: one.side for one in seen}
    told = {name: sides.get(str(number), "nothing said") for number, name in enumerate(PLACES)}
    covered = dict.fromkeys(("bare paper", "pip", "dark"), "covered")
    assert told == {"dot": "bare", "half": "nothing said"} | covered


@pytest.mark.parametrize("edge_mm", [-3.0, 0.0, 3.0])
def test_a_shadow_over_a_part_of_a_dot_leaves_it_bare(edge_mm: float) -> None:
    """A die's shadow ends on it: the black is darker than the white beside it all the same, and nothing else is."""
    seen = picture(1.0, 2.0).astype(np.float64)
    edges = [round(PLANE.image_of(np.array([[x + edge_mm, 0.0, 0.0]]))[0, 0]) for x, _ in PLACES.values()]
    for x in edges:
        seen[:, x : x + 24] *= 0.45
    shaded = np.asarray(np.clip(seen, 0, 255), np.uint8)
    told = DotWatch({("board", "top"): FACE}).look(shaded, PLANE, [Sighting("board", "top", 0, 0, 0, 1.0)])
    assert [one.piece.rpartition("#")[2] for one in told if one.side == "bare"] == ["0"]


@pytest.mark.parametrize("off_mm", [0.5, 0.8, 1.1])
def test_a_piece_placed_a_millimetre_off_still_shows_its_dot(off_mm: float) -> None:
    """A guessed lens puts a loose piece up to 1.5 mm aside: its bare dot is bare, and a half covered one no more so."""
    aside = [Sighting("board", "top", off_mm, -off_mm, 0, 1.0)]
    loose = {("board", "top"): replace(FACE, fixed=False)}
    seen = DotWatch(loose).look(picture(1.0, 2.0), PLANE, aside)
    sides = {one.piece.rpartition("#")[2]: one.side for one in seen}
    assert sides.pop("0") == "bare"
    assert "bare" not in sides.values()


@pytest.mark.parametrize("blur_px", [1.2, 2.0])
def test_the_end_of_a_bar_as_wide_as_a_dot_is_no_dot(blur_px: float) -> None:
    """From its middle most rays end in white, as a dot's do; those along it do not, and ink has one contrast."""
    x, y = PLANE.image_of(np.array([[*PLACES["dot"], 0.0]]))[0]
    fine, half = np.full((720 * 4, 1280 * 4), 230, np.uint8), 3.25 * PX_PER_MM
    bar = np.array([(-half, -half), (half, -half), (half, 9.0 * half), (-half, 9.0 * half)])
    turned = bar @ np.array([[math.cos(0.5), math.sin(0.5)], [-math.sin(0.5), math.cos(0.5)]]) + np.array([x, y])
    cv2.fillConvexPoly(fine, np.rint((turned + 0.5) * 4.0).astype(np.int32), 30)
    small = cv2.resize(fine, (1280, 720), interpolation=cv2.INTER_AREA)
    seen = np.asarray(cv2.GaussianBlur(small, (0, 0), blur_px), np.uint8)
    told = DotWatch({("board", "top"): FACE}).look(seen, PLANE, [Sighting("board", "top", 0, 0, 0, 1.0)])
    assert "bare" not in [one.side for one in told]


def test_places_out_of_the_picture_are_not_spoken_of() -> None:
    """A dot beyond the picture's edge is neither bare nor covered."""
    face = Face("board", "top", 0.0, True, {}, np.zeros((0, 2)), np.array([[0.0, 0.0], [4000.0, 0.0]]))
    seen = DotWatch({("board", "top"): face}).look(picture(1.0, 2.0), PLANE, [Sighting("board", "top", 0, 0, 0, 1.0)])
    assert [one.piece for one in seen] == ["dot:board#0"]


@pytest.mark.parametrize("told_of", [True, False])
def test_a_dot_that_is_covered_later_is_told(told_of: bool) -> None:
    """At once where the picture is known to have changed, within a few pictures where the change was too slight."""
    bare = picture(1.0, 2.0)
    covered = bare.copy()
    x, y = PLANE.image_of(np.array([[*PLACES["dot"], 0.0]]))[0]
    cv2.circle(covered, (round(x), round(y)), 14, 220.0, -1)
    lies = [Sighting("board", "top", 0, 0, 0, 1.0)]
    calm = np.zeros((720 // BLOCK_PX + 1, 1280 // BLOCK_PX), dtype=bool)
    stirred = calm.copy()
    stirred[int(y // BLOCK_PX), int(x // BLOCK_PX)] = told_of
    watch = DotWatch({("board", "top"): FACE})
    assert watch.look(bare, PLANE, lies, calm)[0].side == "bare"
    looks = [watch.look(covered, PLANE, lies, stirred)[0].side for _ in range(IN_TURN)]
    assert looks[0 if told_of else -1] == "covered"
    assert told_of or "bare" in looks


def test_a_piece_that_moves_shows_its_dots_where_it_lies_then() -> None:
    """The dots go with their piece, also in a picture of which nothing is said to have changed."""
    watch, calm = DotWatch({("board", "top"): FACE}), np.zeros((23, 40), dtype=bool)
    watch.look(picture(1.0, 2.0), PLANE, [Sighting("board", "top", 0, 0, 0, 1.0)], calm)
    moved = watch.look(picture(1.0, 2.0), PLANE, [Sighting("board", "top", 40.0, 0, 0, 1.0)], calm)
    sides = {one.piece.rpartition("#")[2]: (one.side, round(one.x_mm)) for one in moved}
    assert sides["0"] == ("covered", -40)
