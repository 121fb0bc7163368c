"""Dice from picture to picture: read when they lie, never while they roll."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers import kits
from referee.simulator.dice_mat import DiceMat
from referee.simulator.pip_dice import flat_die
from referee.vision.kit_index import KitIndex
from referee.vision.pips import watch
from referee.vision.pips.reader import read_dice
from referee.vision.pips.watch import DiceShown, DiceWatch
from referee.vision.scene import DieSeen, Frame, Mask, Scene, SceneQuality, Sighting
from referee.vision.settle import Settler

Picture = NDArray[Any]
Floats = NDArray[np.float64]
GEAR = Sighting("gear:B", "area", 0.0, 0.0, 0.0, 1.0)
"""A card with a mat of 110 x 44 mm, on the plain grey of the picture."""
LYING = (-30.0, 5.0)


class Mat:
    """One mat under a camera, watched."""

    def __init__(self) -> None:
        manifest = kits.manifest("home-racers")
        self.colour = manifest.dice[0].colour
        self._mat = DiceMat("living-room", 1.6, 3)
        self._watch = DiceWatch(manifest, KitIndex(manifest))

    def shows(
        self, *dice: tuple[int, float, float], still: bool = False, changed: Mask | None = None, grey: bool = False
    ) -> DiceShown:
        """What the next picture shows, with dice given as (value, x mm, y mm)."""
        picture = self.picture(*dice)
        shown = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if grey else picture
        return self.look(shown, [GEAR], changed, still)

    def picture(self, *dice: tuple[int, float, float], sheet: tuple[Floats, Floats] | None = None) -> Picture:
        """Dice given as (value, x mm, y mm), perhaps under a sheet of paper (corners in mm, colour)."""
        return self._mat.picture([flat_die(self.colour, face, (x, y), 20.0, 0.3) for face, x, y in dice], sheet)

    def bumped(self) -> None:
        """The camera is knocked."""
        self._watch.read_anew(bumped=True)

    def known_better(self) -> None:
        """The camera above the table is known better."""
        self._watch.read_anew()

    def look(
        self, picture: Picture, lying: list[Sighting], changed: Mask | None = None, still: bool = False
    ) -> DiceShown:
        """What a picture shows while these pieces lie there."""
        return self._watch.look(Frame(picture, 0, "test", 0), self._mat.plane, lying, [], changed, still)


@pytest.fixture
def mat() -> Mat:
    """A new mat."""
    return Mat()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The pictures that dice were read in so far."""
    pictures: list[Picture] = []

    def counted(image: Picture, *told: Any) -> tuple[DieSeen, ...]:
        pictures.append(image)
        return read_dice(image, *told)

    monkeypatch.setattr(watch, "read_dice", counted)
    return pictures


def test_a_die_on_its_way_has_no_value_and_its_mat_is_unread_until_it_lies(mat: Mat) -> None:
    """A die on its way has no value and its mat is unread until it lies."""
    mat.shows((3, *LYING))
    for x_mm in (0.0, 15.0, 30.0):
        shown = mat.shows((5, x_mm, 5.0))
        assert shown.sightings == ()
        assert shown.problems == ()
        assert len(shown.unread) == 1
    lies = mat.shows((5, 30.0, 5.0))
    assert [(s.side, round(s.x_mm)) for s in lies.sightings] == [("5", 30)]
    assert lies.unread == ()


def test_a_die_keeps_its_name_while_another_one_is_thrown_beside_it(mat: Mat) -> None:
    """A die keeps its name while another one is thrown beside it."""
    first = [mat.shows((3, 30.0, 5.0)) for _ in range(2)][-1].sightings[0]
    mat.shows((3, 30.0, 5.0), (6, -10.0, 5.0))
    mat.shows((3, 30.0, 5.0), (6, -30.0, 5.0))
    both = mat.shows((3, 30.0, 5.0), (6, -30.0, 5.0)).sightings
    assert {s.piece: s.side for s in both}[first.piece] == "3"
    assert sorted(s.side for s in both) == ["3", "6"]


def test_what_passed_over_a_mat_and_left_it_as_it_was_changes_nothing(mat: Mat) -> None:
    """What passed over a mat and left it as it was changes nothing."""
    before = [mat.shows((3, *LYING)) for _ in range(2)][-1].sightings
    mat.shows((3, *LYING), (2, 30.0, 5.0))
    after = mat.shows((3, *LYING)).sightings
    assert [(s.piece, s.side, round(s.x_mm)) for s in after] == [(s.piece, s.side, round(s.x_mm)) for s in before]


def test_a_mat_that_comes_into_view_is_read_once_a_second_picture_agrees(mat: Mat, asked: list[Picture]) -> None:
    """Until then all of it counts as unread; what agrees is read together, and a mat that goes on changing is not."""
    pictures = [mat.picture((6, 30.0, 5.0)), mat.picture((3, *LYING)), mat.picture((3, *LYING))]
    first, other, both = [mat.look(picture, [GEAR]) for picture in pictures]
    assert [(one.sightings, one.problems, len(one.unread)) for one in (first, other)] == [((), (), 1)] * 2
    assert ([s.side for s in both.sightings], both.unread, len(asked)) == (["3"], (), 1)
    y, x = np.nonzero(np.any(asked[0] != pictures[2], axis=2))
    total = pictures[1].astype(np.int64) + pictures[2]
    assert np.array_equal(asked[0][y, x], (total[y, x] + 1) // 2)


def test_a_still_is_read_at_once_for_no_further_picture_comes(mat: Mat) -> None:
    """A still is read at once for no further picture comes."""
    mat.shows((3, *LYING), still=True)
    assert [s.side for s in mat.shows((4, 30.0, 5.0), still=True).sightings] == ["4"]


def test_a_change_too_faint_for_the_picture_is_found_all_the_same(mat: Mat) -> None:
    """A change too faint for the picture is found all the same, a few pictures later."""
    calm = np.zeros((9, 12), dtype=bool)
    for _ in range(4):
        mat.shows((3, *LYING), changed=calm)
    later = [mat.shows((4, *LYING), changed=calm) for _ in range(7)]
    assert [s.side for s in later[-1].sightings] == ["4"]


def test_a_camera_that_turns_grey_for_a_picture_stops_nothing(mat: Mat) -> None:
    """Pictures with and without colours are not added up: what lies there is read anew when the kind changes."""
    mat.shows((3, *LYING))
    mat.shows((3, *LYING), grey=True)
    assert [s.side for s in mat.shows((3, *LYING)).sightings] == ["3"]


@pytest.mark.parametrize(("leaning", "pictures"), [(False, 2), (True, 4)])
def test_a_die_that_stays_unsure_is_read_in_the_mean_of_more_pictures(
    mat: Mat, monkeypatch: pytest.MonkeyPatch, leaning: bool, pictures: int
) -> None:
    """An unsure die is read in the mean of eight and of sixteen pictures too; others in two and four, no more."""
    readings = []

    def doubting(*seen: object) -> tuple[DieSeen, ...]:
        readings.append(seen)
        return (DieSeen(mat.colour, None if leaning else 3, *LYING, 0.0, 1.0, "die-leans" if leaning else ""),)

    monkeypatch.setattr(watch, "read_dice", doubting)
    for _ in range(20):
        mat.shows((3, *LYING))
    assert len(readings) == pictures


@pytest.mark.parametrize("turn_deg", [15.0, 40.0])
def test_a_die_whose_turn_is_measured_better_has_not_been_turned(
    mat: Mat, monkeypatch: pytest.MonkeyPatch, turn_deg: float
) -> None:
    """While its mat looks as it did a die read with another turn lies where it lay, and the table settles at once."""
    turns = iter([63.0, 63.0 + turn_deg, 63.0 + turn_deg])
    monkeypatch.setattr(watch, "read_dice", lambda *_: (DieSeen(mat.colour, 1, *LYING, next(turns), 1.0),))
    shown = [mat.shows((1, *LYING)) for _ in range(5)]
    name = shown[1].sightings[0].piece
    assert [one.placed_anew for one in shown] == [(), (), (), ((name, "1"),), ()]
    settler, good = Settler(4), SceneQuality(0.5, False)
    scenes = [Scene(n, one.sightings, (), (), (), good, placed_anew=one.placed_anew) for n, one in enumerate(shown)]
    assert [settler.feed(scene) is not None for scene in scenes] == [False, False, False, False, True]


@pytest.mark.parametrize("moved_mm", [2.0, 3.5])
def test_a_die_that_was_pushed_a_little_is_read_anew_and_not_only_placed_anew(mat: Mat, moved_mm: float) -> None:
    """Two millimetres are a change in the picture: first something moves there, then the die is read where it lies."""
    for _ in range(3):
        mat.shows((1, *LYING))
    pushed = (1, LYING[0] + moved_mm, LYING[1])
    moving, *lies = [mat.shows(pushed) for _ in range(3)]
    assert len(moving.unread) == 1
    assert [one.placed_anew for one in (moving, lies[0])] == [(), ()]
    assert [s.x_mm for one in lies for s in one.sightings] == pytest.approx([pushed[1]] * 2, abs=0.5)


def test_a_mat_whose_place_is_measured_better_does_not_move(mat: Mat) -> None:
    """Where nothing changes in the picture its dice are read at once where the mat is known to lie now."""
    picture, nothing = mat.picture((3, *LYING)), np.zeros((9, 12), dtype=bool)
    before = [mat.look(picture, [GEAR], nothing) for _ in range(5)][-1]
    after = mat.look(picture, [replace(GEAR, x_mm=2.4)], nothing)
    assert [(s.piece, s.side) for s in after.sightings] == [(s.piece, s.side) for s in before.sightings]
    assert [s.side for s in after.sightings] == ["3"]
    assert after.unread == ()


@pytest.mark.parametrize("turn_deg", [1.0, 2.0])
def test_a_mat_whose_place_is_known_better_is_held_against_the_part_it_was_seen_in(mat: Mat, turn_deg: float) -> None:
    """Turned a little, it fills another part of the picture, by rows or columns; the die on it stays as it is read."""
    picture = mat.picture((3, *LYING))
    mat.look(picture, [GEAR])
    told = [mat.look(picture, [replace(GEAR, angle_deg=angle)]) for angle in (0.0, turn_deg, turn_deg, 0.0)]
    assert [[one.side for one in shown.sightings] for shown in told] == [["3"]] * len(told)


def test_a_piece_that_lies_on_a_mat_is_named_and_a_die_beside_it_read(mat: Mat) -> None:
    """What is seen of a road tile on a mat is no die that cannot be read; of anything unknown that is asked."""
    paper = np.array([(20.0, -20.0), (70.0, -20.0), (70.0, 30.0), (20.0, 30.0)]), np.full(3, 230.0)
    picture = mat.picture((4, *LYING), sheet=paper)
    tile = Sighting("road:7", "road", 55.0, 5.0, 0.0, 1.0)
    seen = [mat.look(picture, [GEAR, tile]) for _ in range(2)][-1]
    assert [s.side for s in seen.sightings] == ["4"]
    assert seen.problems == ("road:7 lies on a dice mat: move one of the two.",)
    assert seen.unread, "under and on it there may be a die all the same"
    assert ["A die cannot be read" in words for words in mat.look(picture, [GEAR]).problems] == [True]


def test_dice_that_cannot_be_read_are_told_in_one_sentence(mat: Mat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of them, of which two lean, are one thing to mend, and each reason is said once."""
    doubts = ("die-leans", "die-unread", "die-leans")
    dice = tuple(DieSeen("", None, 30.0 * n, 0.0, 0.0, 0.0, doubt) for n, doubt in enumerate(doubts))
    monkeypatch.setattr(watch, "read_dice", lambda *_: dice)
    problems = [mat.shows() for _ in range(3)][-1].problems
    assert len(problems) == 1
    assert problems[0].startswith(
        "3 dice cannot be read (leaning against something; on edge, half covered or too dark)"
    )


def test_bands_of_a_flickering_lamp_are_no_throw() -> None:
    """Rows that get lighter and darker are the mat that lay there; another die on it is not."""
    mat = np.random.default_rng(1).integers(90, 130, (30, 60, 3)).astype(np.uint8)
    mat[8:16, 10:18] = 210
    thrown = mat.copy()
    thrown[16:24, 40:48] = 210
    rows = 1.0 + 0.2 * np.sin(np.arange(30) * 0.3)[:, None, None]
    lit, more = ((one * rows).clip(0.0, 255.0).astype(np.uint8) for one in (mat, thrown))
    assert watch._alike(mat, lit)
    assert not watch._alike(mat, more)


@pytest.mark.parametrize(("after", "pictures"), [((3, 4), 1), ((3, 5), 3)])
@pytest.mark.few(1)
def test_after_a_bump_one_picture_is_enough_of_dice_that_lie_as_they_lay(
    mat: Mat, asked: list[Picture], after: tuple[int, int], pictures: int
) -> None:
    """They are told with the places measured in the mean of more pictures; those that rolled are measured anew."""
    before = [mat.shows((3, *LYING), (4, 30.0, -4.0)) for _ in range(6)][-1]
    asked.clear()
    mat.bumped()
    shown = [mat.shows((after[0], *LYING), (after[1], 30.0, -4.0)) for _ in range(6)]
    assert len(asked) == pictures
    assert {s.side for one in shown for s in one.sightings} == {str(value) for value in after}
    assert (shown[-1].sightings == before.sightings) == (after == (3, 4))


def test_dice_known_from_before_a_bump_are_read_anew_in_pictures_as_light_as_they_are(
    mat: Mat, asked: list[Picture]
) -> None:
    """One picture after the bump was enough; once the camera is known better it counts as the one that it is."""
    dice = (3, *LYING), (4, 30.0, -4.0)
    for _ in range(6):
        mat.shows(*dice)
    mat.bumped()
    mat.shows(*dice)
    mat.known_better()
    mat.shows(*dice)
    assert abs(asked[-1].mean() - mat.picture(*dice).mean()) < 1.0


def test_once_the_camera_is_known_better_what_was_added_up_is_read_anew(mat: Mat, asked: list[Picture]) -> None:
    """One reading, of all pictures so far; what is on its way just then takes no die's name."""
    for dice in ([(3, 30.0, 5.0)], [(3, 30.0, 5.0)], [(3, 30.0, 5.0), (6, *LYING)]):
        mat.shows(*dice)
    named = {s.side: s.piece for s in [mat.shows((3, 30.0, 5.0), (6, *LYING)) for _ in range(6)][-1].sightings}
    asked.clear()
    mat.known_better()
    again = [mat.shows((3, 30.0, 5.0), (6, *LYING)) for _ in range(4)]
    assert ([{s.side: s.piece for s in one.sightings} for one in again], len(asked)) == ([named] * 4, 1)
    mat.known_better()
    mat.shows((3, 30.0, 5.0), (6, *LYING), (1, -5.0, -8.0))
    after = [mat.shows((3, 30.0, 5.0), (6, *LYING)) for _ in range(4)][-1]
    assert {s.side: s.piece for s in after.sightings} == named


def test_after_a_bump_one_mat_a_picture_is_read(asked: list[Picture]) -> None:
    """Those that wait are told as they lay; within as many pictures as there are mats a die that rolled is seen."""
    manifest = kits.manifest("home-racers")
    drawn, dice = DiceMat("living-room", 1.6, 3), DiceWatch(manifest, KitIndex(manifest))
    colour, mats = manifest.dice[0].colour, [replace(GEAR, y_mm=22.2), replace(GEAR, piece="gear:R", y_mm=-22.2)]

    def shown(face: int) -> list[str]:
        lying = [flat_die(colour, 3, (-20.0, 24.0), 20.0, 0.3), flat_die(colour, face, (20.0, -24.0), 20.0, 0.3)]
        seen = dice.look(Frame(drawn.picture(lying), 0, "test", 0), drawn.plane, mats, [])
        return sorted(s.side for s in seen.sightings)

    assert [shown(3) for _ in range(6)][-1] == ["3", "3"]
    asked.clear()
    dice.read_anew(bumped=True)
    assert (shown(4), len(asked)) == (["3", "3"], 1)
    assert (shown(4), len(asked)) == (["3", "4"], 2)
