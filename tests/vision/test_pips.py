"""Ordinary dice on a mat are read by their pips, and what is doubtful is said to be so."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from measure_dice import LEANING_NEAR_MM, LEANS_DEG, SETTINGS, SMALL, mean, six_leaning

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from referee.simulator import pip_dice
from referee.simulator.dice_mat import HALF_MM, KINDS, DiceMat, Thrown, half_cover, random_dice
from referee.simulator.pip_dice import PAINTS, PipDie, flat_die, leaning
from referee.vision.pips import faces
from referee.vision.pips.colours import HUES_DEG, colour_of
from referee.vision.pips.cover import explain
from referee.vision.pips.faces import find_faces
from referee.vision.pips.mat import flatten, hue_share
from referee.vision.pips.places import Places, Pose, measured
from referee.vision.pips.reader import COVERED, read_dice
from referee.vision.pips.spots import find_spots
from referee.vision.place import turned
from referee.vision.scene import DieSeen, Image
from tests.by_lot import so_many

COLOURS = ("white", "black", "red", "blue", "green", "yellow")
TRACED = Path(__file__).parent / "traced"
"""Parts of pictures that another renderer traced, each with its camera and what lies there."""


@pytest.fixture(scope="module")
def mat() -> DiceMat:
    """1.6 px a millimetre under a living-room lamp, seen at a slant."""
    return DiceMat("living-room", 1.6, 3)


def read(mat: DiceMat, *dice: PipDie) -> tuple[DieSeen, ...]:
    """What is read of a picture of these dice."""
    return read_dice(mat.picture(dice), mat.plane, mat.area_mm, COLOURS)


def values(seen: tuple[DieSeen, ...]) -> Counter[tuple[str, int | None]]:
    """Colours and values, without places."""
    return Counter((die.colour, die.value) for die in seen)


def test_every_face_of_a_white_a_black_and_a_coloured_die_is_read_where_it_lies(mat: DiceMat) -> None:
    """Every face of a white a black and a coloured die is read where it lies."""
    for colour in ("white", "black", "red"):
        dice = [
            flat_die(colour, face, (-42.0 + 42.0 * (face % 3), -18.0 + 36.0 * (face // 4)), 17.0 * face)
            for face in range(1, 7)
        ]
        seen = read(mat, *dice)
        for face, die in enumerate(dice, 1):
            there = [one for one in seen if math.dist((one.x_mm, one.y_mm), die.middle_mm[:2]) < 0.6]
            assert [(one.colour, one.value, one.doubt) for one in there] == [(colour, face, "")]


@pytest.mark.parametrize("name", sorted(told.stem for told in TRACED.glob("*.json")))
def test_dice_in_a_low_light_are_read_and_nothing_else_is_one(name: str) -> None:
    """Rims that shine like pips on dice of 12.5 px, a wall so hazed that it is nearly as grey as the mat (both another
    renderer's), and in a dim corner the dice's shadow on the mat's rim with wood beyond it, which is no red three, and
    the yellow print beside an empty mat, which is no yellow six.
    """
    told = json.loads((TRACED / f"{name}.json").read_text())
    image = np.asarray(cv2.imread(str(TRACED / f"{name}.png")), np.uint8)
    lens = CameraModel(image.shape[1], image.shape[0], np.array(told["matrix"]), np.array(told["distortion"]))
    plane = TablePlane(lens, np.array(told["turned"]), np.array(told["camera_mm"]), told["focal_doubt"])
    area = [(x, y) for x, y in told["mat_mm"]]
    seen = read_dice(image, plane, area, tuple(told["colours"]), told["edge_mm"], told["height_mm"])
    assert [(die.colour, die.value) for die in seen] == [(colour, value) for colour, value in told["dice"]]


def test_nothing_has_the_hue_of_a_grey_face() -> None:
    """A grey patch that fits a face is no reason for a warning, and nothing is taken for its wall."""
    for grey in (0.5, 0.7):
        assert np.abs(hue_share(np.array([[0.4, 0.9, 0.4], [grey, grey, grey]]), np.full(3, grey))).max() < 1e-6


@pytest.mark.parametrize("colour", sorted(PAINTS))
def test_each_colour_is_told_among_all(mat: DiceMat, colour: str) -> None:
    """Each colour is told among all."""
    seen = read_dice(mat.picture([flat_die(colour, 5, (10.0, 5.0), 40.0)]), mat.plane, mat.area_mm, tuple(PAINTS))
    assert values(seen) == Counter([(colour, 5)])


@pytest.mark.parametrize(("look", "px_per_mm"), [("living-room", 1.07), ("busy", 1.3)])
def test_the_turn_of_a_die_with_one_pip_is_read_alike_in_every_picture(look: str, px_per_mm: float) -> None:
    """Its outline alone tells its turn: within six degrees, and within four from picture to picture."""
    seen_from = DiceMat(look, px_per_mm, 9)
    dice = [
        flat_die(colour, 1, (-40.0 + 40.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 15.0 * n)
        for n, colour in enumerate(COLOURS)
    ]
    turns: dict[int, list[float]] = {}
    for picture in seen_from.pictures(dice, None, 3):
        for one in read_dice(picture, seen_from.plane, seen_from.area_mm, COLOURS):
            n = min(range(6), key=lambda n: math.dist((one.x_mm, one.y_mm), dice[n].middle_mm[:2]))
            turns.setdefault(n, []).append((one.angle_deg - 15.0 * n + 45.0) % 90.0 - 45.0)
    assert sorted(turns) == list(range(6))
    assert max(abs(turn) for of_one in turns.values() for turn in of_one) < 6.0
    assert max(max(of_one) - min(of_one) for of_one in turns.values()) < 4.0


def test_dice_of_one_colour_side_by_side_are_three_dice_and_not_one_in_between(mat: DiceMat) -> None:
    """Dice of one colour side by side are three dice and not one in between."""
    row = [flat_die("yellow", face, (-16.1 + 16.1 * n, 3.0), 90.0 * n) for n, face in enumerate((2, 2, 3))]
    assert values(read(mat, *row)) == Counter([("yellow", 2), ("yellow", 2), ("yellow", 3)])


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_die_on_its_edge_is_never_given_a_value(mat: DiceMat, colour: str) -> None:
    """A die on its edge is never given a value."""
    for towards_deg in (0.0, 120.0, 240.0):
        cocked = leaning(flat_die(colour, 4, (0.0, 0.0), 30.0), 45.0, towards_deg)
        seen = read(mat, cocked, flat_die("blue", 6, (-40.0, 25.0), 10.0))
        assert ("blue", 6) in values(seen), "the die beside it is read all the same"
        assert {die.value for die in seen if die.colour != "blue"} == {None}
        assert all(die.doubt for die in seen if die.value is None)


@pytest.mark.parametrize("colour", ["white", *(pytest.param(one, marks=pytest.mark.long) for one in ("red", "black"))])
def test_a_die_that_leans_by_twenty_degrees_is_not_taken_for_a_flat_one(mat: DiceMat, colour: str) -> None:
    """A die that leans by twenty degrees is not taken for a flat one: it is in doubt, or read right and less sure. One
    that lies flat beside it is read.
    """
    for face in (1, 3, 6):
        for towards_deg in (40.0, 160.0, 280.0):
            cocked = leaning(flat_die(colour, face, (0.0, 0.0), 10.0), 20.0, towards_deg)
            seen = read(mat, cocked, flat_die(colour, face, (-42.0, 25.0), 10.0))
            sure = [die for die in seen if die.value and die.confidence > 0.5]
            assert [(die.colour, die.value, round(die.x_mm)) for die in sure] == [(colour, face, -42)]
            less_sure = {die.value for die in seen if die not in sure}
            assert less_sure <= {face, None}


@pytest.mark.parametrize(
    "colour", ["green", *(pytest.param(one, marks=pytest.mark.long) for one in ("yellow", "black", "red"))]
)
def test_a_die_whose_pips_can_be_counted_is_read_though_it_leans_a_little(mat: DiceMat, colour: str) -> None:
    """Faces that lean by eight degrees are all read, and right."""
    seen = []
    for face in range(1, 7):
        for n in (0, 2, 5):
            die = leaning(flat_die(colour, face, (0.0, 0.0), 25.0 * n), 8.0, 70.0 + 60.0 * n)
            seen += [(one.value, face) for one in read(mat, die)]
    assert [value for value, _ in seen] == [face for _, face in seen]
    assert len(seen) == 6 * 3


@pytest.mark.parametrize("lower", [0.76, 1.24])
def test_a_camera_that_hangs_elsewhere_than_guessed_makes_no_flat_die_lean(lower: float) -> None:
    """Walls are as much wider as the camera hangs lower: where its height is in doubt that is no lean."""
    place = DiceMat("living-room", 1.3, 5)
    for first in (1, 4):
        row = [flat_die(c, first + n % 3, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 23.0 * n)
               for n, c in enumerate(COLOURS[2:] + COLOURS[2:4])]  # fmt: skip
        flat = flatten(place.picture(row), replace(place.plane, focal_doubt=0.12), place.area_mm, 0.3, 16.0)
        assert flat is not None
        flat = replace(flat, sink=1.0 - (1.0 - flat.sink) * lower)
        spots = find_spots(flat, 16.0, place.area_mm)
        sure = explain(flat, spots, find_faces(flat, spots, 16.0), 16.0).sure
        assert sorted(face.value for face in sure) == sorted(first + n % 3 for n in range(6))
        assert min(face.margin for face in sure) > 0.5


@pytest.mark.parametrize("look", ["dusk", "plain"])
def test_a_face_that_darkens_towards_its_rim_is_read(look: str) -> None:
    """Rounded edges seen softly darken a face towards its rim: its bare places are no opposite of pips."""
    place = DiceMat(look, 1.6, 4)
    row = [flat_die("yellow", 4, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 15.0 * n) for n in range(6)]
    picture = place.picture([replace(die, round_share=0.2, pip_share=0.085) for die in row])
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.uint8)
    seen = read_dice(soft, place.plane, place.area_mm, COLOURS)
    assert values(seen) == Counter({("yellow", 4): 6})


def test_a_place_that_is_neither_pip_nor_face_makes_no_face() -> None:
    """What is as far from the face's colour as a pip, but the other way, is no bare place."""
    levels = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    clear = Places(levels, np.ones(3), np.ones(3), np.zeros(9), 0.0)
    assert faces._pattern(clear)[0] == "001000100"
    levels[[0, 8]] = -0.9
    assert faces._pattern(clear) == ("", 0.0)


def test_a_pattern_in_which_noise_may_be_a_pip_is_none() -> None:
    """The same levels tell a three in little noise, and nothing where noise alone may make a pip of the third."""
    levels = np.array([0.0, 0.0, 1.0, 0.0, 0.9, 0.0, 1.0, 0.0, 0.0])
    clear, noisy = (Places(levels, np.ones(3), np.ones(3), np.full(9, doubt), doubt) for doubt in (0.001, 0.3))
    assert faces._pattern(clear)[0] == "001010100"
    assert faces._pattern(noisy) == ("", 0.0)


def test_what_is_printed_around_a_mat_does_not_crowd_out_the_pips_on_it() -> None:
    """Two hundred clear dots beside the mat leave every pip of dice at dusk to be found."""
    place = DiceMat("dusk", 1.3, 2)
    row = [flat_die("yellow", 6, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 15.0 * n) for n in range(6)]
    image = place.picture(row)
    x, y = HALF_MM
    for n in range(200):
        turn = 2.0 * math.pi * n / 200.0
        out = 1.0 / max(abs(math.cos(turn)) / (x + 9.0), abs(math.sin(turn)) / (y + 9.0))
        px = place.plane.image_of(np.array([[out * math.cos(turn), out * math.sin(turn), 0.0]]))[0]
        cv2.circle(image, (round(px[0]), round(px[1])), 1, (0, 0, 0) if n % 2 else (255, 255, 255), -1)
    assert values(read_dice(image, place.plane, place.area_mm, COLOURS)) == Counter({("yellow", 6): 6})


def test_a_die_that_leans_far_is_not_read_as_the_one_that_a_single_pip_of_it_looks_like() -> None:
    """Dice leaning by 30 and 40 degrees are in doubt, or read as the number that is up."""
    coarse = DiceMat("living-room", 1.07, 5001)
    wrong = []
    for colour in ("black", "red"):
        for face in (3, 4, 6):
            for lean_deg in (30.0, 40.0):
                four = [
                    leaning(flat_die(colour, face, (40.0 * x, 22.0 * y), 25.0), lean_deg, 90.0 * n)
                    for n, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1)))
                ]
                found = [one.value for one in read(coarse, *four) if one.value not in (None, face)]
                wrong += [(colour, face, lean_deg, value) for value in found]
    assert wrong == []


def told_wrongly(settings: Sequence[tuple[str, float]], light: int, turn: int, lean_deg: float, seed: int) -> list[str]:
    """Which of six dice that lean, drawn as `tools/measure_dice.py --leaning` draws them, are told to be others."""
    look, px_per_mm = settings[light]
    place = DiceMat(look, px_per_mm, seed + 1000 * light)
    laid = six_leaning(np.random.default_rng([seed, light, turn]), lean_deg, turn // len(LEANS_DEG))
    image = mean(place.pictures([one.die for one in laid], None, 3))
    wrong = []
    for die in [one for one in read_dice(image, place.plane, place.area_mm, COLOURS) if one.value is not None]:
        (up,) = [one for one in laid if math.dist((die.x_mm, die.y_mm), one.die.middle_mm[:2]) < LEANING_NEAR_MM]
        if (die.colour, die.value) != (up.die.colour, up.face):
            wrong.append(f"{die.colour} {die.value} for {up.die.colour} {up.face}")
    return wrong


@pytest.mark.parametrize(("light", "turn", "lean_deg"), [(2, 8, 40.0), (5, 8, 40.0), (6, 8, 40.0), (7, 5, 20.0)])
@pytest.mark.few(2)
def test_a_pip_beside_another_on_a_leaning_face_is_no_one_and_two_on_two_faces_are_no_two(
    light: int, turn: int, lean_deg: float
) -> None:
    """Six dice that lean are in doubt or read as the number that is up: of a two in full view no pip is a one, however
    much fainter the other is, and a pip run together with another one of a wall is not half of a two.
    """
    assert told_wrongly(SETTINGS, light, turn, lean_deg, 9001) == []


def test_dice_of_ten_pixels_are_as_light_and_as_coloured_as_they_are_seen() -> None:
    """Blurred pips cover all of so small a face: what they are and how much of them is seen must be of one
    explanation, or a blue four and a yellow six come out darker than black and paler than they are.
    """
    assert told_wrongly(SMALL, 4, 1, 5.0, 9001) == []


@pytest.mark.parametrize(
    ("light", "turn", "lean_deg", "seed"),
    [(4, 8, 40.0, 9001), (5, 7, 30.0, 9001), (4, 17, 40.0, 9101), (3, 8, 40.0, 9201)],
)
@pytest.mark.few(2)
def test_a_pip_beside_a_small_face_puts_it_in_doubt_however_smeared(
    light: int, turn: int, lean_deg: float, seed: int
) -> None:
    """Of dice of ten pixels the ring around a pip is smeared by the lens: a pip of a two is no one for that, and three
    pips of a four no three, nor is a one a two for a spot as faint as noise.
    """
    assert told_wrongly(SMALL, light, turn, lean_deg, seed) == []


def test_a_leaning_one_whose_pip_is_another_faces_too_is_in_doubt() -> None:
    """Of a two that leans by 34 degrees one pip, with a wall for the rest of its face, may pass for a leaning one."""
    place, rng = DiceMat("plain", 1.3, 4012), np.random.default_rng([2, 4, 10])
    thrown = random_dice(rng, int(rng.integers(1, 7)), "leaning", COLOURS)
    image = np.mean(place.pictures([one.die for one in thrown], None, 3), axis=0)
    flat = flatten(np.asarray(image + 0.5, np.uint8), place.plane, place.area_mm, 0.3, 16.0)
    assert flat is not None
    spots = find_spots(flat, 16.0, place.area_mm)
    found = find_faces(flat, spots, 16.0)
    sure = explain(flat, spots, found, 16.0).sure
    values_of, sure_values = (
        {face.value for face in some if math.dist(face.at_mm, thrown[0].die.middle_mm[:2]) < 9.0}
        for some in (found, sure)
    )
    assert values_of == {1, 2}
    assert sure_values <= {2}


def test_a_pip_of_a_die_on_its_corner_is_no_one() -> None:
    """Around a pip of a two all but one place is about even: the die stands on a corner and has no number."""
    place, rng = DiceMat("window", 1.6, 2011), np.random.default_rng([1, 2, 10])
    thrown = random_dice(rng, int(rng.integers(1, 7)), "leaning", COLOURS)
    image = np.mean(place.pictures([one.die for one in thrown], None, 3), axis=0)
    seen = read_dice(np.asarray(image + 0.5, np.uint8), place.plane, place.area_mm, COLOURS)
    (cocked,) = [one.die for one in thrown if one.face is None]
    near = [one.value for one in seen if math.dist((one.x_mm, one.y_mm), cocked.middle_mm[:2]) < 9.0]
    assert near
    assert set(near) == {None}


def shining(mat: DiceMat, die: PipDie, turn_deg: float, at: tuple[float, float], wide_px: float, grey: float) -> Image:
    """A picture of a die with a round shine on its upper face, `at` in edges from its middle."""
    image = mat.picture([die])
    turn, edge = math.radians(turn_deg), die.edge_mm
    x = die.middle_mm[0] + edge * (math.cos(turn) * at[0] - math.sin(turn) * at[1])
    y = die.middle_mm[1] + edge * (math.sin(turn) * at[0] + math.cos(turn) * at[1])
    column, row = mat.plane.image_of(np.array([[x, y, edge + 0.3]]))[0]
    rows, columns = np.indices(image.shape[:2])
    away = np.hypot(columns - column, rows - row) / wide_px
    return np.asarray(np.clip(image + grey * np.exp(-(away**2) / 2.0)[..., None], 0.0, 255.0), np.uint8)


@pytest.mark.parametrize("px_per_mm", [1.07, 1.6])
def test_the_glint_of_a_rounded_edge_is_no_second_pip(px_per_mm: float) -> None:
    """A one whose edge glints, further out than any pip lies, is a one; where a three's pip lies it is in doubt."""
    seen_from, die = DiceMat("plain", px_per_mm, 7), flat_die("blue", 1, (0.0, 0.0), 20.0)
    for at, value in (((0.41, 0.32), 1), ((0.25, 0.25), None)):
        image = shining(seen_from, die, 20.0, at, 1.0 * px_per_mm, 120.0)
        assert {one.value for one in read_dice(image, seen_from.plane, seen_from.area_mm, COLOURS)} == {value}


@pytest.mark.parametrize("colour", ["blue", "green", "red"])
def test_gloss_at_one_of_two_opposite_places_of_a_face_is_no_pip(colour: str) -> None:
    """A face is the same from both sides, so a shine half as strong as a pip at one place does not make it doubtful; a
    one with such at both is none.
    """
    seen_from, die = DiceMat("plain", 1.07, 7), flat_die(colour, 1, (0.0, 0.0), 20.0)
    one_side = shining(seen_from, die, 20.0, (0.25, 0.25), 2.4, 70.0)
    other_side = shining(seen_from, die, 20.0, (-0.25, -0.25), 2.4, 70.0)
    both = np.maximum(one_side, other_side)
    for image, is_one in ((one_side, True), (other_side, True), (both, False)):
        found = [one.value for one in read_dice(image, seen_from.plane, seen_from.area_mm, COLOURS)]
        assert (found == [1]) == is_one


@pytest.mark.long
def test_a_six_whose_pips_run_together_is_read_in_half_of_single_dark_pictures() -> None:
    """In single dark pictures of 15 px a die each of a six's pips is seen up to a pixel nearer to its neighbour."""
    dark = DiceMat("dusk", 0.93, 1)
    seen = []
    for n in range(6):
        die = flat_die("red", 6, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 17.0 * n + 10.0)
        seen += [one.value for one in read(dark, die)]
    assert set(seen) <= {6, None}
    assert seen.count(6) >= 3


@pytest.mark.by_lot
@pytest.mark.long
def test_sixes_whose_pips_run_together_are_read_in_nearly_all_single_dark_pictures() -> None:
    """Where two or three pips of 15 px dice make one spot, all their pixels together tell which they are."""
    read_right, pictures = 0, so_many(1, 20)
    for seed in range(1, 1 + pictures):
        dark = DiceMat("dusk", 0.93, seed)
        for colour in COLOURS:
            row = [
                flat_die(colour, 6, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 17.0 * n + 10.0)
                for n in range(6)
            ]
            seen = values(read(dark, *row))
            assert set(seen) <= {(colour, 6), (colour, None), ("", None)}
            read_right += seen[colour, 6]
    assert read_right >= 0.9 * pictures * 6 * len(COLOURS)


def test_a_face_that_two_bars_of_three_pips_propose_is_a_six_where_it_lies() -> None:
    """The two spots that are left of six pips, in the middle of each three, propose the six, a little off or not."""
    place = DiceMat("dusk", 0.8, 3)
    die = flat_die("white", 6, (0.0, 0.0), 25.0)
    flat = flatten(place.picture([die]), place.plane, place.area_mm, 0.3, 16.0)
    assert flat is not None
    spots = find_spots(flat, 16.0, place.area_mm)
    there = turned(np.array([(-0.25, 0.02), (0.25, -0.02)]) * 16.0, (0.3, -0.2), 25.0)
    ones = np.ones(2)
    even = np.zeros(2)
    two = replace(spots, at_mm=there, sign=-np.ones(2, np.int64), strength=ones, even=even, worst=even, on_die=ones > 0)
    found = find_faces(flat, two, 16.0)
    assert [face.value for face in found] == [6]
    assert math.dist(found[0].at_mm, (0.0, 0.0)) < 0.5
    assert abs((found[0].angle_deg - 25.0 + 45.0) % 90.0 - 45.0) < 4.0


def test_many_pips_do_not_pale_the_face_they_are_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera sends colours at half the width, so white pips spread over a pale face: a six of it is as green."""
    monkeypatch.setattr(pip_dice, "PAINTS", {**PAINTS, "pale green": ((82.0, 134.0, 78.0), (225.0, 228.0, 228.0))})
    place = DiceMat("window", 1.07, 7)
    saturations = []
    for value in (1, 6):
        image = place.picture([flat_die("pale green", value, (0.0, 0.0), 20.0)])
        flat = flatten(image, place.plane, place.area_mm, 0.3, 16.0)
        assert flat is not None
        found = find_faces(flat, find_spots(flat, 16.0, place.area_mm), 16.0)
        colour = max((face for face in found if face.value == value), key=lambda face: face.margin).colour
        saturations.append(float(colour.max() - colour.min()) / float(colour.max()))
    assert abs(saturations[0] - saturations[1]) < 0.015


def test_the_pips_of_a_mat_on_which_nothing_differs_are_none() -> None:
    """A place whose pixels are all alike has no pips, and asking breaks nothing."""
    place = DiceMat("plain", 1.07, 7)
    image = np.full_like(place.picture([]), 120)
    assert read_dice(image, place.plane, place.area_mm, COLOURS) == ()
    flat = flatten(image, place.plane, place.area_mm, 0.3, 16.0)
    assert flat is not None
    assert faces._pattern(measured(flat, [Pose((0.0, 0.0), 0.0, 0.25)], 16.0, [faces.CORNERS])[0]) == ("", 0.0)


@pytest.mark.parametrize(("look", "px_per_mm"), [("living-room", 0.95), ("window", 1.07), ("dusk", 1.3)])
def test_plastic_of_a_pale_colour_does_not_make_a_flat_die_lean(
    monkeypatch: pytest.MonkeyPatch, look: str, px_per_mm: float
) -> None:
    """Dice neither black nor white, and too pale to be told from shadows at once, are read as they lie."""
    coloured = tuple(colour for colour in COLOURS if colour in HUES_DEG)
    monkeypatch.setattr(pip_dice, "PAINTS", {**PAINTS, "pale green": ((82.0, 134.0, 78.0), (225.0, 228.0, 228.0))})
    seen_from = DiceMat(look, px_per_mm, 7)
    row = [flat_die("pale green", n + 1, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 23.0 * n) for n in range(6)]
    seen = read_dice(seen_from.picture(row), seen_from.plane, seen_from.area_mm, coloured)
    assert values(seen) == Counter(("green", face) for face in range(1, 7))


@pytest.mark.parametrize(("look", "seed", "haze"), [("window", 9, 15), ("window", 9, 25), ("busy", 5, 0)])
def test_a_pale_wall_in_the_shade_keeps_enough_of_its_hue(
    monkeypatch: pytest.MonkeyPatch, look: str, seed: int, haze: int
) -> None:
    """Haze and the light of what lies around pale the walls of flat dice in the shade: they are read as they lie."""
    coloured = tuple(colour for colour in COLOURS if colour in HUES_DEG)
    monkeypatch.setattr(pip_dice, "PAINTS", {**PAINTS, "pale green": ((82.0, 134.0, 78.0), (225.0, 228.0, 228.0))})
    seen_from = DiceMat(look, 1.07, seed)
    row = [flat_die("pale green", n + 1, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 23.0 * n) for n in range(6)]
    image = np.asarray(np.minimum(seen_from.picture(row).astype(np.int64) + haze, 255), np.uint8)
    seen = read_dice(image, seen_from.plane, seen_from.area_mm, coloured)
    assert values(seen) == Counter(("green", face) for face in range(1, 7))


@pytest.mark.parametrize(("grey", "seed"), [(0.4, 3), (0.44, 4)])
def test_white_walls_as_bright_as_the_mat_do_not_make_a_flat_die_lean(grey: float, seed: int) -> None:
    """White dice whose walls in the shade cannot be told from the mat behind them are read all the same."""
    alike = DiceMat("plain", 1.6, seed, grey)
    row = [
        flat_die("white", n + 1, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 17.0 * n + 11.0 * seed)
        for n in range(6)
    ]
    assert values(read(alike, *row)) == Counter(("white", face) for face in range(1, 7))


@pytest.mark.parametrize("throw", [1, 12])
def test_flat_dice_of_fourteen_pixels_are_not_said_to_lean(throw: int) -> None:
    """Dice so small that colours run over by a tenth of them are read as they lie."""
    small = DiceMat("plain", 0.85, 3)
    thrown = random_dice(np.random.default_rng([3, throw]), 6, "touching" if throw % 2 else "apart", COLOURS)
    expected = Counter((one.die.colour, one.face) for one in thrown)
    assert values(read(small, *(one.die for one in thrown))) == expected


def test_flat_dice_of_ten_pixels_that_show_few_pips_are_read() -> None:
    """A lens that smears the rims of small dice by a fifth of their edge makes none of them lean."""
    small = DiceMat("living-room", 0.65, 2)
    row = [
        flat_die(("red", "blue")[n // 3], n % 3 + 1, (-38.0 + 38.0 * (n % 3), -20.0 + 40.0 * (n // 3)), 23.0 * n)
        for n in range(6)
    ]
    assert values(read(small, *row)) == Counter((colour, face) for colour in ("red", "blue") for face in (1, 2, 3))


def test_of_a_die_too_small_to_show_a_lean_none_is_told() -> None:
    """On a floor of two metres in 720 lines lens and compression smear a die of ten pixels by a fifth of its edge."""
    seen = leaning(flat_die("red", 3, (-40.0, 18.0), 17.0), 20.0, 70.0)
    for px_per_mm, doubt in ((0.65, "die-small"), (1.3, "die-leans")):
        assert [one.doubt for one in read(DiceMat("living-room", px_per_mm, 2), seen)] == [doubt]


def test_a_die_half_under_paper_of_its_own_colour_is_unsure(mat: DiceMat) -> None:
    """A die half under paper of its own colour is unsure."""
    rng = np.random.default_rng(5)
    for face in range(1, 7):
        die = Thrown(flat_die("white", face, (0.0, 0.0), 25.0), face)
        _, (corners, _) = half_cover(rng, [die])
        image = mat.picture([die.die], (corners, np.array(PAINTS["white"][0])))
        seen = read_dice(image, mat.plane, mat.area_mm, COLOURS)
        assert all(one.value is None for one in seen)
        assert any(one.doubt for one in seen)


@pytest.mark.parametrize("other", ["yellow", "blue"])
def test_paper_beside_a_die_takes_nothing_from_it(mat: DiceMat, other: str) -> None:
    """In the die's own colour too: it begins and ends where a flat die does wherever the paper leaves it free."""
    paper = np.array([(-9.5, -8.0), (-31.5, -8.0), (-31.5, 12.0), (-9.5, 12.0)])
    image = mat.picture([flat_die("blue", 4, (0.0, 0.0), 0.0)], (paper, np.array(PAINTS[other][0])))
    there = [die for die in read_dice(image, mat.plane, mat.area_mm, COLOURS) if abs(die.x_mm) < 3.0]
    assert [die.value for die in there] == [4]


def test_a_part_of_a_covered_face_is_no_face() -> None:
    """One pip of a four that paper of another colour hides for the most part is no one."""
    place, rng = DiceMat("window", 1.07, 6101), np.random.default_rng([1, 6, 103])
    thrown, sheet = half_cover(rng, random_dice(rng, int(rng.integers(1, 7)), "half covered", COLOURS))
    black = next(one.die for one in thrown if one.die.colour == "black")
    image = np.mean(place.pictures([one.die for one in thrown], sheet, 3), axis=0)
    seen = read_dice(np.asarray(image, np.uint8), place.plane, place.area_mm, COLOURS)
    near = [one for one in seen if math.dist((one.x_mm, one.y_mm), black.middle_mm[:2]) < 9.0]
    assert near
    assert all(one.value is None for one in near)


def test_a_deep_shadow_is_no_thing_where_no_die_is_black(mat: DiceMat) -> None:
    """A deep shadow is no thing where no die is black; where one may be it is."""
    shade = np.array([(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)])
    image = mat.picture([flat_die("red", 4, (-40.0, 20.0), 30.0)], (shade, np.full(3, 36.0)))
    red = Counter([("red", 4)])
    assert values(read_dice(image, mat.plane, mat.area_mm, ("red", "blue"))) == red
    assert values(read_dice(image, mat.plane, mat.area_mm, ("red", "black"))) == red + Counter([("", None)])


def test_dice_are_read_on_a_mat_of_twenty_grey_values() -> None:
    """Dice that cover much of a mat are told from it even where it is as dark as they are."""
    dark = DiceMat("dusk", 1.3, 8)
    row = [flat_die("blue", face, (-36.0 + 24.0 * face, 0.0), 15.0) for face in range(4)[1:]]
    row += [flat_die("blue", face, (-36.0 + 24.0 * (face - 3), 26.0), 15.0) for face in range(7)[4:]]
    picture = np.mean([image // 3 for image in dark.pictures(row, None, 3)], axis=0)
    assert float(np.median(picture)) < 24.0
    seen = read_dice(np.asarray(picture, np.uint8), dark.plane, dark.area_mm, COLOURS)
    assert values(seen) == Counter(("blue", face) for face in range(1, 7))


def test_an_empty_mat_shows_nothing_and_a_dark_or_grey_picture_says_why(mat: DiceMat) -> None:
    """An empty mat shows nothing and a dark or grey picture says why."""
    picture = mat.picture([])
    assert read_dice(picture, mat.plane, mat.area_mm, COLOURS) == ()
    for blind in (picture // 24, picture[:, :, 0]):
        assert [die.doubt for die in read_dice(blind, mat.plane, mat.area_mm, COLOURS)] == [COVERED]


def test_a_die_of_a_colour_that_is_not_in_play_has_no_value(mat: DiceMat) -> None:
    """A die of a colour that is not in play has no value."""
    image = mat.picture([flat_die("green", 3, (0.0, 0.0), 20.0)])
    seen = read_dice(image, mat.plane, mat.area_mm, ("red", "blue", "white"))
    assert [(die.colour, die.value) for die in seen] == [("", None)]
    assert "colour" in seen[0].doubt


@pytest.mark.by_lot
@pytest.mark.long
def test_random_throws_in_four_lights_hold_no_wrong_and_no_invented_value() -> None:
    """Random throws in four lights hold no wrong and no invented value; each kind of throw lies in two of them."""
    read_right = wrong = dice = 0
    for seed, (look, px_per_mm) in enumerate((("window", 1.6), ("dusk", 1.6), ("busy", 1.3), ("living-room", 1.07))):
        place = DiceMat(look, px_per_mm, seed)
        for number in range(seed % 2, 4, so_many(2, 1)):
            rng = np.random.default_rng([seed, number])
            thrown, sheet = random_dice(rng, 3 + number % 4, KINDS[number % 4], COLOURS), None
            if KINDS[number % 4] == "half covered":
                thrown, sheet = half_cover(rng, thrown)
            image = place.picture([one.die for one in thrown], sheet)
            left = [die for die in read_dice(image, place.plane, place.area_mm, COLOURS) if die.value is not None]
            for one in thrown:
                here = [die for die in left if math.dist((die.x_mm, die.y_mm), one.die.middle_mm[:2]) < 5.0]
                truth = (one.die.colour, one.face)
                if not one.free:
                    dice += one.face is not None
                    read_right += [(die.colour, die.value) for die in here] == [truth]
                    wrong += any((die.colour, die.value) != truth for die in here)
                left = [die for die in left if die not in here]
            wrong += len(left)
    assert wrong == 0
    assert read_right > 0.7 * dice


def test_glare_on_a_shining_black_die_is_not_taken_for_a_pip(mat: DiceMat) -> None:
    """Glare on a shining black die is not taken for a pip."""
    die = replace(flat_die("black", 4, (0.0, 0.0), 0.0), gloss=1.5)
    assert all(one.value in (None, 4) for one in read(mat, die))


def test_colours_between_two_are_left_open() -> None:
    """Colours between two are left open."""
    assert colour_of(np.array([0.3, 0.6, 1.6]), ("red", "orange")) == ""
    assert colour_of(np.array([1.0, 1.0, 1.0]), ("white", "black")) == ""
