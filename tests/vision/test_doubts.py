"""What one doubtful picture shows is not believed, and a mirrored one is said to be mirrored."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.vision.doubts import REFUTED, Doubts
from referee.vision.eye import Eye
from referee.vision.finder import Finder
from referee.vision.kit_index import KitIndex
from referee.vision.mirror import MIRRORED
from referee.vision.scene import Frame, Image, MarkerDetection


@pytest.fixture(name="seen", scope="module")
def seen_fixture(table: Any) -> tuple[Image, KitIndex, Finder, MarkerDetection]:
    """A picture of the table, and a pawn's marker in it."""
    index = KitIndex(table.manifest)
    finder = Finder(index.ids)
    grey = np.ascontiguousarray(table.image()[:, :, 1])
    pawn = next(m for m in finder.find(grey).detections if index.face_of[m.marker_id].piece.startswith("pawn"))
    return grey, index, finder, pawn


def test_a_doubtful_number_waits_for_a_second_picture(seen: Any) -> None:
    """The first picture of a doubtful pawn does not count, the second does; a sure one counts at once."""
    grey, index, finder, pawn = seen
    number, doubtful = pawn.marker_id, replace(pawn, margin=0.2)
    doubts = Doubts(index, finder)
    assert doubts.look(grey, {number: doubtful}) == ({number}, set())
    assert doubts.look(grey, {number: doubtful}) == (set(), set())
    assert Doubts(index, finder).look(grey, {number: pawn}) == (set(), set())


def test_what_is_never_read_again_is_given_up(seen: Any) -> None:
    """A number where further pictures show nothing never counts, and is refuted after a few of them."""
    grey, index, finder, pawn = seen
    doubts, number, doubtful = Doubts(index, finder), pawn.marker_id, replace(pawn, margin=0.2)
    blank = np.full_like(grey, 150)
    answers = [doubts.look(blank, {number: doubtful}) for _ in range(1 - REFUTED)]
    assert all(number in withheld for withheld, _ in answers)
    assert [bool(refuted) for _, refuted in answers] == [False] * -REFUTED + [True]


def test_a_doubtful_number_elsewhere_waits_anew(seen: Any) -> None:
    """A pawn believed at one place is doubted again when it is read with doubt at another."""
    grey, index, finder, pawn = seen
    doubts, number = Doubts(index, finder), pawn.marker_id
    doubts.look(grey, {number: pawn})
    away = MarkerDetection(number, pawn.corners_px + 80.0, 0.2)
    assert doubts.look(grey, {number: replace(away, corners_px=pawn.corners_px + 1.0)}) == (set(), set())
    assert doubts.look(grey, {number: away})[0] == {number}


def test_a_mirrored_picture_is_named(table: Any) -> None:
    """Flipped sideways or upside down the one problem is said and no piece is seen; the right way round it is not."""
    frame = table.frame()
    for flipped in (frame.image[:, ::-1], frame.image[::-1]):
        eye = Eye(table.manifest, table.lens)
        scene = eye.look(Frame(np.ascontiguousarray(flipped), 0, "mirror", 0))
        assert scene.problems == (MIRRORED,)
        assert not scene.sightings
        assert MIRRORED not in eye.look(frame).problems
        assert eye.plane is not None


def test_a_camera_that_begins_to_mirror_is_named(table: Any) -> None:
    """Mirrored in the middle of a race nothing is read and it is said why; unmirrored the table is found again."""
    eye = Eye(table.manifest, table.lens)
    frames = [table.frame() for _ in range(4)]
    before = [eye.look(frame) for frame in frames][-1]
    for frame in frames[:3]:
        scene = eye.look(replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1])))
        assert scene.problems == (MIRRORED,)
        assert scene.sightings == ()
    after = [eye.look(frame) for frame in frames][-1]
    assert {(s.piece, s.side) for s in after.sightings} == {(s.piece, s.side) for s in before.sightings}
    there = {s.piece: s for s in before.sightings}
    assert max(abs(s.x_mm - there[s.piece].x_mm) for s in after.sightings) < 0.5
