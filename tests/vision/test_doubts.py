"""What one doubtful picture shows is not believed, and a mirrored one is said to be mirrored."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from referee.vision.copies import MIRRORED
from referee.vision.doubts import Doubts
from referee.vision.eye import Eye
from referee.vision.finder import Finder
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import FEWEST
from referee.vision.scene import Frame, Image, MarkerDetection
from referee.words.catalogue import told


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


def test_a_doubtful_number_is_read_again_in_the_mean_of_the_pictures_since(seen: Any) -> None:
    """Where noise hides the pawn in each picture by itself it counts all the same, within a second."""
    picture, index, finder, pawn = seen
    x, y = pawn.corners_px.min(axis=0).astype(int) - 40
    grey, number = picture[y : y + 120, x : x + 120], pawn.marker_id
    doubtful = MarkerDetection(number, pawn.corners_px - (x, y), 0.2)
    noise = np.random.default_rng(1).normal(0.0, 80.0, (10, *grey.shape))
    noisy = [np.asarray(one, np.uint8) for one in np.clip(grey + noise, 0, 255)]
    assert not any(finder.read_quads(one, doubtful.corners_px[None]).detections for one in noisy)
    doubts = Doubts(index, finder)
    assert all(doubts.look(one, {number: doubtful})[0] == {number} for one in noisy[:2])
    assert any(not doubts.look(one, {number: doubtful})[0] for one in noisy[2:])


def test_what_is_never_read_again_is_given_up(seen: Any) -> None:
    """A number where further pictures show nothing never counts, and is refuted after a few of them."""
    grey, index, finder, pawn = seen
    doubts, number, doubtful = Doubts(index, finder), pawn.marker_id, replace(pawn, margin=0.2)
    blank = np.full_like(grey, 150)
    answers = [doubts.look(blank, {number: doubtful}) for _ in range(1 + FEWEST)]
    assert all(number in withheld for withheld, _ in answers)
    assert [bool(refuted) for _, refuted in answers] == [False] * FEWEST + [True]


def test_a_doubtful_number_elsewhere_waits_anew(seen: Any) -> None:
    """A pawn believed at one place is doubted again when it is read with doubt at another."""
    grey, index, finder, pawn = seen
    doubts, number = Doubts(index, finder), pawn.marker_id
    doubts.look(grey, {number: pawn})
    away = MarkerDetection(number, pawn.corners_px + 80.0, 0.2)
    assert doubts.look(grey, {number: replace(away, corners_px=pawn.corners_px + 1.0)}) == (set(), set())
    assert doubts.look(grey, {number: away})[0] == {number}


def softened(table: Any, number: int) -> Image:
    """A picture of the table in which the marker is smeared until it is read with doubt."""
    image, finder = table.image(), Finder(KitIndex(table.manifest).ids)
    x, y = table.truth_px()[number].mean(axis=0).astype(int)
    around = slice(y - 25, y + 25), slice(x - 25, x + 25)
    for sigma_px in np.arange(0.4, 4.0, 0.1):
        smeared = image.copy()
        smeared[around] = cv2.GaussianBlur(image[around], (0, 0), float(sigma_px))
        grey = np.asarray(cv2.cvtColor(smeared, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        found = {m.marker_id: m.margin for m in finder.find(grey).detections}
        if 0.1 < found.get(number, 0.0) < 0.45:
            return np.asarray(smeared, np.uint8)
    raise AssertionError("no picture in which it is read with doubt")


def test_a_still_is_looked_at_twice(table: Any, seen: Any) -> None:
    """A pawn in full view, read with doubt: a still shows it; a film names the doubt first and shows it then."""
    _, index, _, pawn = seen
    face = index.face_of[pawn.marker_id]
    frame = Frame(softened(table, pawn.marker_id), 0, "smeared", 0)
    still = Eye(table.manifest, table.lens).look(frame, still=True)
    assert face.piece in {sighting.piece for sighting in still.sightings}
    assert still.doubtful == ()
    film = Eye(table.manifest, table.lens)
    first, second = film.look(frame), film.look(frame)
    assert first.doubtful == ((face.piece, face.side),)
    assert face.piece not in {sighting.piece for sighting in first.sightings}
    assert face.piece in {sighting.piece for sighting in second.sightings}


def test_a_mirrored_picture_is_named(table: Any) -> None:
    """Flipped sideways or upside down the one problem is said and no piece is seen; the right way round it is not."""
    frame = table.frame()
    for flipped in (frame.image[:, ::-1], frame.image[::-1]):
        eye = Eye(table.manifest, table.lens)
        scene = eye.look(Frame(np.ascontiguousarray(flipped), 0, "mirror", 0))
        assert scene.problems == (told(MIRRORED),)
        assert not scene.sightings
        assert told(MIRRORED) not in eye.look(frame).problems
        assert eye.plane is not None


def test_a_camera_that_begins_to_mirror_is_named(table: Any) -> None:
    """Mirrored in the middle of a race nothing is read and it is said why; unmirrored the table is found again."""
    eye = Eye(table.manifest, table.lens)
    frames = [table.frame() for _ in range(4)]
    before = [eye.look(frame) for frame in frames][-1]
    for frame in frames[:3]:
        scene = eye.look(replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1])))
        assert scene.problems == (told(MIRRORED),)
        assert scene.sightings == ()
    after = [eye.look(frame) for frame in frames][-1]
    assert {(s.piece, s.side) for s in after.sightings} == {(s.piece, s.side) for s in before.sightings}
    there = {s.piece: s for s in before.sightings}
    assert max(abs(s.x_mm - there[s.piece].x_mm) for s in after.sightings) < 0.5
