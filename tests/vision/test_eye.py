from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.camera_model import CameraModel, guess
from markers.dictionary import bits, with_border
from markers.kit import PlacedPiece
from referee.errors import CalibrationError
from referee.simulator.hands import Hand
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image, Scene


def move(pieces: tuple[PlacedPiece, ...], piece: str, dx_mm: float, dy_mm: float) -> tuple[PlacedPiece, ...]:
    """The same table with one piece shifted."""
    return tuple(replace(p, x_mm=p.x_mm + dx_mm, y_mm=p.y_mm + dy_mm) if p.piece == piece else p for p in pieces)


def places(scene: Scene, kind: str) -> dict[str, tuple[float, float]]:
    """Where the pieces of a kind are seen."""
    return {s.piece: (s.x_mm, s.y_mm) for s in scene.sightings if s.piece.startswith(kind)}


@pytest.mark.parametrize("which", ["table", "table_1080"])
@pytest.mark.few(1)
def test_every_piece_is_placed_at_its_own_height(which: str, request: pytest.FixtureRequest) -> None:
    """With a known lens tiles lie within 0.5 mm and pawns, 35 mm above the table, within 1.5 mm of the truth."""
    table = request.getfixturevalue(which)
    scene = Eye(table.manifest, table.lens).look(table.frame())
    assert not scene.problems
    assert {s.piece for s in scene.sightings} == {p.piece for p in table.pieces}
    assert max(table.errors_mm(scene, "tile")) < 0.5
    assert max(table.errors_mm(scene, "pawn")) < 1.5
    assert max(table.errors_mm(scene, "die")) < 1.5
    assert not [note for note in scene.quality.notes if "lens is not measured" in note]
    assert scene.quality.expected_error_mm < 1.5


def test_faces_and_angles_are_read(table: Any) -> None:
    """The die's face, the coin's side and each angle are those on the table."""
    scene = Eye(table.manifest, table.lens).look(table.frame())
    lies = {p.piece: p for p in table.pieces}
    tile = next(s for s in scene.sightings if s.piece == "tile:Sn")
    off = tile.angle_deg - lies["tile:Sn"].angle_deg
    for s in scene.sightings:
        assert s.side == lies[s.piece].side
        assert abs((s.angle_deg - lies[s.piece].angle_deg - off + 180.0) % 360.0 - 180.0) < 2.5


def test_without_a_calibration_the_stated_error_holds(table: Any) -> None:
    """The lens is guessed, the scene says so, and no pawn is further off than stated."""
    scene = Eye(table.manifest).look(table.frame())
    assert any("lens is not measured" in note for note in scene.quality.notes)
    assert max(table.errors_mm(scene, "pawn")) < scene.quality.expected_error_mm
    assert max(table.errors_mm(scene, "tile")) < 1.0


def test_bare_and_hidden_places_are_told_apart(table: Any) -> None:
    """A space under a pawn or a coin is hidden, the others are clear, and no place is both."""
    scene = Eye(table.manifest, table.lens).look(table.frame())
    standing = [*places(scene, "pawn").values(), *places(scene, "coin").values()]
    for x, y in standing:
        assert any(np.hypot(x - a, y - b) < 8.0 for a, b in scene.hidden_mm)
        assert not any(np.hypot(x - a, y - b) < 8.0 for a, b in scene.clear_mm)
    assert not set(scene.clear_mm) & set(scene.hidden_mm)
    assert len(scene.clear_mm) + len(scene.hidden_mm) == 4 * 12 + 4


def test_a_moved_pawn_is_followed(table: Any) -> None:
    """After a move the pawn is at its new place, its old place is bare, and nothing else has changed."""
    eye = Eye(table.manifest, table.lens)
    first = eye.look(table.frame())
    pieces = move(table.pieces, "pawn:C", -1.0, 38.0)
    for _ in range(2):
        second = eye.look(table.frame(pieces))
    assert max(table.errors_mm(second, "pawn", pieces)) < 1.5
    x, y = places(first, "pawn")["pawn:C"]
    assert any(np.hypot(x - a, y - b) < 8.0 for a, b in second.clear_mm)
    assert not second.quality.hand
    for piece, (x, y) in places(first, "tile").items():
        assert places(second, "tile")[piece] == pytest.approx((x, y), abs=0.2)


def test_a_die_that_shows_another_face_is_read_again(table: Any) -> None:
    """A roll that leaves the die where it lay changes its face and nothing else."""
    eye = Eye(table.manifest, table.lens)
    eye.look(table.frame())
    pieces = tuple(replace(p, side="2") if p.piece == "die:M" else p for p in table.pieces)
    scene = eye.look(table.frame(pieces))
    assert [s.side for s in scene.sightings if s.piece == "die:M"] == ["2"]


def test_a_hand_is_seen_and_what_it_covers_is_not_called_bare(table: Any) -> None:
    """While a hand is over the road the scene says so; hidden pieces and places are not guessed."""
    eye = Eye(table.manifest, table.lens)
    for _ in range(2):
        eye.look(table.frame())
    scene = eye.look(table.frame(hands=[Hand(0.0, -50.0, 270.0)]))
    assert scene.quality.hand
    assert scene.covered
    gone = eye.look(table.frame())
    assert not gone.quality.hand
    assert {s.piece for s in gone.sightings if s.confidence > 0.5} == {p.piece for p in table.pieces}


def test_a_tile_none_of_whose_markers_show_is_only_remembered(table: Any) -> None:
    """Where a covered tile lies is known still; which side of it is up now is not, and the sighting says so."""
    eye = Eye(table.manifest, table.lens)
    assert not any(s.remembered for s in eye.look(table.frame()).sightings)
    tile = next(s.piece for s in eye.look(table.frame()).sightings if s.piece.startswith("tile:"))
    own = [m.corners_px for m in eye.markers if eye.index.face_of[m.marker_id].piece == tile]
    image = table.image().copy()
    cv2.fillConvexPoly(image, cv2.convexHull(np.concatenate(own).astype(np.int32)), (90, 90, 90))
    covered = eye.look(Frame(image, 1, "test", 99), still=True)
    assert {s.piece for s in covered.sightings if s.remembered} == {tile}


def test_a_bumped_camera_is_found_again_in_the_same_table_frame(table: Any) -> None:
    """When everything shifts in the picture the board is re-located, a note says so, and no piece has moved."""
    eye = Eye(table.manifest, table.lens)
    before = eye.look(table.frame())
    eye.look(table.frame())
    image = table.image()
    shift = np.array([[1.0, 0.0, 14.0], [0.0, 1.0, -9.0]])
    pushed = cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    after = eye.look(Frame(np.asarray(pushed, dtype=np.uint8), 1, "test", 99))
    assert any("bumped" in note for note in after.quality.notes)
    assert after.quality.bumped
    old, new = places(before, ""), places(after, "")
    assert old.keys() == new.keys()
    assert max(np.hypot(old[k][0] - new[k][0], old[k][1] - new[k][1]) for k in old) < 2.0


def test_a_small_bump_is_noticed_too(table: Any) -> None:
    """A shift of two pixels leaves every marker readable, yet after a few frames it is noticed."""
    eye = Eye(table.manifest, table.lens)
    eye.look(table.frame())
    shift = np.array([[1.0, 0.0, 1.6], [0.0, 1.0, 1.2]])
    notes: list[str] = []
    for number in range(5):
        pushed = cv2.warpAffine(table.image(), shift, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        notes += eye.look(Frame(np.asarray(pushed, dtype=np.uint8), number, "test", number)).quality.notes
    assert any("bumped" in note for note in notes)


def test_two_copies_of_a_marker_are_named(table: Any) -> None:
    """A second cap of the red pawn is a problem with the piece's name in it."""
    image = table.image()
    number = next(m.marker_id for i in table.manifest.items if i.piece == "pawn:S" for m in i.markers)
    paste(image, number, 40, 40, 36)
    scene = Eye(table.manifest, table.lens).look(Frame(image, 0, "test", 0))
    assert any("two copies" in text and "pawn:S" in text for text in scene.problems)


def test_another_games_kit_is_named(table: Any) -> None:
    """Markers of another block than this kit's say which kit lies there."""
    image = np.full((480, 640, 3), 200, dtype=np.uint8)
    for n in range(6):
        paste(image, 352 + n, 60 + 90 * n, 200, 50)
    scene = Eye(table.manifest).look(Frame(image, 0, "test", 0))
    assert any("royal-racers" in text for text in scene.problems)
    assert not scene.sightings


def test_an_empty_table_says_that_no_tile_is_seen(table: Any) -> None:
    """Without a tile there is no table plane, and the scene says what to do."""
    image = np.random.default_rng(1).integers(90, 110, (480, 640), dtype=np.uint8)
    scene = Eye(table.manifest).look(Frame(image, 0, "test", 0))
    assert any("No tile" in text for text in scene.problems)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0), dtype=np.uint8),
        np.zeros((50, 60), dtype=np.uint8),
        np.zeros((200, 300, 2), dtype=np.uint8),
        np.zeros((200, 300), dtype=np.float32),
    ],
)
def test_a_bad_picture_is_a_problem_and_not_an_exception(image: Image, table: Any) -> None:
    """Empty, tiny or odd arrays give a scene that says what is wrong."""
    scene = Eye(table.manifest).look(Frame(image, 5, "test", 7))
    assert len(scene.problems) == 1
    assert scene.time_ns == 5


@pytest.mark.parametrize("kind", ["grey", "one channel", "four channels", "odd size"])
def test_grey_pictures_and_odd_sizes_are_read(kind: str, table: Any) -> None:
    """Grey, BGR, BGRA and sizes that no camera has are all read."""
    image = table.image()
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    given = {
        "grey": grey,
        "one channel": grey[:, :, None],
        "four channels": cv2.cvtColor(image, cv2.COLOR_BGR2BGRA),
        "odd size": image[3:, 5:-2],
    }[kind]
    scene = Eye(table.manifest).look(Frame(np.asarray(given, dtype=np.uint8), 0, "test", 0))
    assert {s.piece for s in scene.sightings} == {p.piece for p in table.pieces}


def test_a_calibration_of_another_shape_is_a_problem(table: Any) -> None:
    """A calibration for another resolution is refused in words, and `camera_for` raises for the command line."""
    lens: CameraModel = guess(640, 480)
    eye = Eye(table.manifest, lens)
    assert any("another resolution" in text for text in eye.look(table.frame()).problems)
    with pytest.raises(CalibrationError, match="another resolution"):
        eye.camera_for(1280, 720)


def test_reset_starts_a_new_survey(table: Any) -> None:
    """After a reset nothing is remembered."""
    eye = Eye(table.manifest, table.lens)
    eye.look(table.frame())
    assert eye.plane is not None
    eye.reset()
    assert eye.plane is None


def paste(image: Image, number: int, left: int, top: int, side: int) -> None:
    """Lay a printed marker with its white margin flat into a picture, in place."""
    margin = side // 4
    image[top - margin : top + side + margin, left - margin : left + side + margin] = 225
    drawn = (with_border(bits(number)) * 190 + 30).astype(np.uint8)
    square = cv2.resize(drawn, (side, side), interpolation=cv2.INTER_NEAREST)
    image[top : top + side, left : left + side] = square[:, :, None]
