"""The smaller parts of the eye, each alone."""

import math
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.camera_model import guess
from calibration.table_plane import plane_from_normal
from markers import kits
from referee.vision.blocks import BLOCK_PX
from referee.vision.change import ChangeWatch
from referee.vision.edges import refine
from referee.vision.eye import Eye
from referee.vision.hands import foreign_things, hidden_groups
from referee.vision.kit_index import Face, KitIndex
from referee.vision.overlay import COVERED, SEEN, STILL, draw_overlay
from referee.vision.place import fit_rigid, lies_flat, on_table, place_all
from referee.vision.quality import light_notes, sharpness
from referee.vision.reading import Patterns
from referee.vision.sampling import cell_values, homographies, warp
from referee.vision.scene import MarkerDetection, Sighting
from tests.vision.conftest import place

Floats = NDArray[np.float64]
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
PLANE = plane_from_normal(guess(1280, 720), np.array([0.1, -0.05, -1.0]), 900.0)
INDEX = KitIndex(kits.manifest("racepack"))
PATTERNS = Patterns(INDEX.ids)


@given(st.lists(st.floats(-20.0, 20.0), min_size=8, max_size=8))
def test_a_homography_sends_the_unit_square_to_its_quad(noise: list[float]) -> None:
    """The four corners go where they should, for any lightly bent quad."""
    quad = UNIT * 100.0 + np.array(noise).reshape(4, 2)
    assert np.allclose(warp(homographies(quad[None]), UNIT)[0], quad, atol=1e-6)


def white_square(left: float, top: float, side: float) -> NDArray[np.uint8]:
    """A black square on white whose edges lie between pixels, by area."""
    axis = np.arange(120)

    def cover(start: float) -> Floats:
        return np.asarray(np.clip(np.minimum(axis + 0.5, start + side) - np.maximum(axis - 0.5, start), 0.0, 1.0))

    black = np.outer(cover(top), cover(left))
    return np.asarray(np.round(230.0 - 200.0 * black), dtype=np.uint8)


@given(st.floats(30, 31), st.floats(30, 31), st.floats(24, 50), st.lists(st.floats(-1.5, 1.5), min_size=8, max_size=8))
def test_rough_corners_are_pulled_onto_the_edges(left: float, top: float, side: float, off: list[float]) -> None:
    """From up to 1.5 px away corners come within a tenth of a pixel of the true ones."""
    corners = UNIT * side + [left, top]
    found, quality = refine(white_square(left, top, side), (corners + np.array(off).reshape(4, 2))[None], passes=3)
    assert float(np.abs(found[0] - corners).max()) < 0.1
    assert quality[0] > 0.9


@pytest.mark.parametrize("contrast", [30, 60, 200])
def test_edges_in_a_dark_corner_count_like_those_in_the_light(contrast: int) -> None:
    """A soft black square on paper that is hardly lighter is put in its place as one on white paper is."""
    picture = np.full((80, 80), 20 + contrast, dtype=np.uint8)
    picture[30:46, 30:46] = 20
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), dtype=np.uint8)
    true = np.array([[[29.5, 29.5], [45.5, 29.5], [45.5, 45.5], [29.5, 45.5]]])
    corners, quality = refine(soft, true + 0.8, passes=3)
    assert quality[0] > 0.9
    assert np.abs(corners - true).max() < 0.15


def test_edges_that_are_not_there_have_no_quality() -> None:
    """On plain grey nothing supports a line."""
    _, quality = refine(np.full((100, 100), 128, dtype=np.uint8), (UNIT * 40.0 + 30.0)[None])
    assert quality[0] == 0.0


@given(st.sampled_from(INDEX.ids), st.integers(0, 3), st.floats(20, 120), st.floats(60, 130))
def test_a_pattern_is_read_in_any_turn_and_light(number: int, turn: int, dark: float, contrast: float) -> None:
    """Correlation names the number and its turn whatever brightness and contrast."""
    patterns = PATTERNS
    cells = np.pad(np.pad(_bits(number), 1), 1, constant_values=1.0)
    seen = np.rot90(cells, turn).astype(np.float32)[None] * contrast + dark
    code, likeness, second = patterns.two_best(seen)
    assert np.array(patterns.said(code)).ravel().tolist() == [number, turn]
    assert likeness[0] > 0.99
    assert second[0] < 0.9
    assert patterns.likeness(np.rot90(seen, -turn, (1, 2)), np.array([number]))[0] > 0.99


def test_grey_cells_are_no_marker() -> None:
    """Without contrast they are like no pattern."""
    assert PATTERNS.two_best(np.full((1, 8, 8), 100.0, dtype=np.float32))[1][0] == 0.0


def test_no_quads_give_no_cells() -> None:
    """Nothing in, nothing out."""
    cells = cell_values(np.zeros((50, 50), dtype=np.uint8), np.empty((0, 4, 2)))
    assert cells.shape == (0, 8, 8)
    assert len(Patterns([3]).two_best(cells)[0]) == 0


def seen_markers(piece: str, side: str, x: float, y: float, angle: float) -> dict[int, MarkerDetection]:
    """A face's markers as a camera would see them exactly."""
    face = INDEX.faces[piece, side]
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    markers = {}
    for number, corners in face.corners_mm.items():
        lies = corners @ np.array([[c, s], [-s, c]]) + [x, y]
        px = PLANE.image_of(np.column_stack([lies, np.full(4, face.height_mm)]))
        markers[number] = MarkerDetection(number, px, 0.9)
    return markers


@given(
    st.sampled_from([("tile:Sa", "grid"), ("pawn:M", "cap"), ("die:S", "5"), ("lap", "top")]),
    st.floats(-250, 250), st.floats(-150, 150), st.floats(0, 359),
)  # fmt: skip
def test_a_piece_is_placed_where_it_lies(key: tuple[str, str], x: float, y: float, angle: float) -> None:
    """Exact corners give the exact place and angle at any height."""
    sighting = place(INDEX.faces[key], seen_markers(*key, x, y, angle), PLANE)
    assert sighting is not None
    assert math.hypot(sighting.x_mm - x, sighting.y_mm - y) < 0.01
    assert abs((sighting.angle_deg - angle + 180.0) % 360.0 - 180.0) < 0.05


def test_a_marker_covered_in_part_does_not_pull_its_tile_away() -> None:
    """One of a tile's four markers 4 mm off is left out."""
    markers = seen_markers("tile:Sa", "grid", 30.0, 40.0, 0.0)
    first = min(markers)
    markers[first] = MarkerDetection(first, markers[first].corners_px + 4.0, 0.4)
    placed = place(INDEX.faces["tile:Sa", "grid"], markers, PLANE)
    assert placed is not None
    assert math.hypot(placed.x_mm - 30.0, placed.y_mm - 40.0) < 0.05


def test_a_marker_of_the_wrong_size_is_no_piece() -> None:
    """A pattern half as large as printed, on a screen or far away, is not on this table."""
    markers = seen_markers("pawn:S", "cap", 0.0, 0.0, 0.0)
    number = min(markers)
    middle = markers[number].corners_px.mean(axis=0)
    small = MarkerDetection(number, (markers[number].corners_px + middle) / 2.0, 0.9)
    assert place(INDEX.faces["pawn:S", "cap"], {number: small}, PLANE) is None


def test_what_is_left_of_a_covered_marker_is_no_still_piece() -> None:
    """A marker of a tile of which a sixth is covered looks like another one, but not square: no tile lies there."""
    markers = seen_markers("tile:Sa", "grid", 0.0, 0.0, 0.0)
    number = min(markers)
    corners = markers[number].corners_px.copy()
    corners[:2] += (corners[[3, 2]] - corners[:2]) / 6.0
    face = INDEX.faces["tile:Sa", "grid"]
    assert place(face, {number: markers[number]}, PLANE) is not None
    assert lies_flat(face, markers[number], PLANE)
    assert place(face, {number: MarkerDetection(number, corners, 0.6)}, PLANE) is None
    assert not lies_flat(face, MarkerDetection(number, corners, 0.6), PLANE)


def test_a_rigid_fit_tells_each_markers_error() -> None:
    """The displaced square has the larger error."""
    squares = np.stack([UNIT * 16.0, UNIT * 16.0 + [25.4, 0.0], UNIT * 16.0 + [0.0, 25.4]])
    moved = squares + np.array([0.0, 0.0, 3.0])[:, None, None]
    _, _, off = fit_rigid(squares, moved, np.zeros(3, dtype=np.int64), 1)
    assert int(np.argmax(off.mean(axis=1))) == 2


@given(st.integers(0, 999))
@settings(max_examples=20, deadline=None)
def test_many_faces_are_placed_at_once_and_each_leaves_out_what_disagrees(seed: int) -> None:
    """Of three markers one is displaced, of another size or bent: the two others say where the face lies."""
    rng = np.random.default_rng(seed)
    unit = np.array([[-9.0, 9.0], [9.0, 9.0], [9.0, -9.0], [-9.0, -9.0]])
    wrongs = {"": unit * 0.0, "displaced": unit * 0.0 + 4.0, "larger": unit * 0.4, "bent": np.eye(4)[:, :2] * 6.0}
    faces, markers, lie = [], {}, []
    for number in range(8):
        own = {10 * number + i: unit + np.array([40.0 * i, 35.0 * (i % 2)]) for i in range(3)}
        face = Face(f"piece{number}", "top", 6.0, bool(number % 3), own, unit, np.zeros((0, 2)))
        x, y, angle = rng.uniform((-150.0, -150.0, 0.0), (150.0, 150.0, 360.0)).tolist()
        lies = Sighting(face.piece, face.side, x, y, angle, 1.0)
        wrong = list(wrongs)[(seed + number) % 4]
        for which, (n, quad) in enumerate(own.items()):
            there = quad + rng.normal(0.0, 0.02, (4, 2)) + wrongs[wrong if which == 1 else ""]
            markers[n] = MarkerDetection(n, PLANE.image_of(on_table(face, lies, there)), float(rng.uniform(0.3, 1.0)))
        faces.append(face)
        lie.append(lies)
    for placed, lies in zip(place_all(faces, [6.0] * 8, markers, PLANE), lie, strict=True):
        assert placed is not None
        assert math.hypot(placed.x_mm - lies.x_mm, placed.y_mm - lies.y_mm) < 0.2
        assert abs((placed.angle_deg - lies.angle_deg + 180.0) % 360.0 - 180.0) < 0.3


def test_change_is_seen_and_forgotten_when_it_rests() -> None:
    """A new thing is unsearched and foreign at first; three quiet frames later it belongs to the table."""
    watch = ChangeWatch()
    rng = np.random.default_rng(0)
    plain = rng.normal(120, 2, (256, 384)).clip(0, 255).astype(np.uint8)
    watch.feed(plain)
    watch.all_understood()
    thing = plain.copy()
    thing[64:128, 96:160] = 20
    nothing = np.zeros((8, 12), dtype=bool)
    watch.feed(thing)
    assert watch.unsearched[2:4, 3:5].all()
    assert watch.unsearched.sum() == watch.foreign.sum() == watch.moving.sum() == 4
    restless = [watch.restless.sum()]
    for _ in range(4):
        watch.understood(nothing)
        watch.feed(thing)
        restless.append(watch.restless.sum())
    assert not watch.unsearched.any()
    assert not watch.foreign.any()
    assert restless == [4, 4, 0, 4, 0]


def test_a_lamp_switched_on_is_no_change() -> None:
    """A picture that gets brighter as a whole is the same table."""
    watch = ChangeWatch()
    picture = np.random.default_rng(1).integers(60, 120, (256, 384), dtype=np.uint8)
    watch.feed(picture)
    watch.all_understood()
    watch.feed(np.asarray(picture * 1.3, dtype=np.uint8))
    assert not watch.unsearched.any()


def test_a_hand_that_rests_stays_a_hand_for_long() -> None:
    """Blocks under a hand enter the clean table ten times later than others."""
    watch = ChangeWatch()
    plain = np.full((256, 384), 120, dtype=np.uint8)
    watch.feed(plain)
    hand = plain.copy()
    hand[64:192, 96:224] = 30
    for _ in range(15):
        watch.feed(hand)
        watch.understood(watch.foreign)
    assert watch.foreign.any()


def test_an_arm_is_foreign_and_a_marker_in_view_is_not() -> None:
    """A changed region from the picture's edge is a hand; where a marker is read nothing is in the way."""
    changed = np.zeros((720 // BLOCK_PX + 1, 1280 // BLOCK_PX), dtype=bool)
    changed[10:, 15:20] = True
    found = foreign_things(changed, [], PLANE)
    assert len(found.outlines_mm) == 1
    assert found.blocks.sum() == changed.sum()
    corners = [UNIT * 40.0 + [c * 32.0, r * 32.0] for r in range(9, 24) for c in range(14, 21)]
    assert not foreign_things(changed, [np.stack(corners)], PLANE).outlines_mm


def test_a_moved_pawn_is_no_hand() -> None:
    """A change of a pawn's size in the middle of the picture is not foreign."""
    changed = np.zeros((23, 40), dtype=bool)
    changed[10:12, 15:17] = True
    assert not foreign_things(changed, [], PLANE).outlines_mm


def test_hidden_neighbours_make_a_covered_place() -> None:
    """Three hidden markers side by side are under something; one under a pawn is not, nor is a lone one."""
    row = [(25.4 * n, 0.0) for n in range(3)]
    assert len(hidden_groups(row, [])) == 1
    assert hidden_groups(row, row) == ()
    assert hidden_groups([(0.0, 0.0), (200.0, 0.0)], []) == ()


def test_focus_is_told() -> None:
    """A blurred picture is less sharp than the same one in focus; darkness is named."""
    rng = np.random.default_rng(2)
    sharp = np.kron(rng.integers(0, 2, (40, 40)), np.ones((8, 8))).astype(np.uint8) * 180 + 30
    soft = np.asarray(sum(np.roll(sharp.astype(float), n, axis=1) for n in range(-8, 9)) / 17.0, dtype=np.uint8)
    soft = np.asarray(sum(np.roll(soft.astype(float), n, axis=0) for n in range(-8, 9)) / 17.0, dtype=np.uint8)
    assert sharpness(sharp, (160, 160)) > sharpness(soft, (160, 160)) + 0.1
    assert any("dark" in note for note in light_notes(np.full((200, 200), 9, dtype=np.uint8), 1.0))


def test_the_overlay_is_drawn_on_a_copy(table: Any) -> None:
    """Outlines change the copy, not the picture; a table never seen is shown as it is."""
    frame = table.frame()
    before = frame.image.copy()
    eye = Eye(table.manifest, table.lens)
    scene = eye.look(frame)
    drawn = draw_overlay(frame.image, scene, eye.plane, table.manifest)
    assert np.array_equal(frame.image, before)
    assert eye.plane is not None
    index = KitIndex(table.manifest)
    for seen in scene.sightings:
        face = index.faces[seen.piece, seen.side]
        corner = eye.plane.image_of(on_table(face, seen, face.outline_mm))[0]
        assert _near(drawn, corner, STILL if face.fixed else SEEN), seen.piece
    assert np.array_equal(draw_overlay(frame.image, scene, None, table.manifest), before)
    assert draw_overlay(before[:, :, 0], scene, eye.plane, table.manifest).shape == before.shape


def test_pieces_of_a_problem_are_marked(table: Any) -> None:
    """The piece that a problem speaks of has a red outline and a red cross on its middle; the others have none."""
    frame = table.frame()
    eye = Eye(table.manifest, table.lens)
    scene = eye.look(frame)
    wrong, other = [seen for seen in scene.sightings if seen.piece.startswith("tile:")][:2]
    drawn = draw_overlay(frame.image, scene, eye.plane, table.manifest, {wrong.piece})
    assert eye.plane is not None
    for seen, marked in ((wrong, True), (other, False)):
        face = KitIndex(table.manifest).faces[seen.piece, seen.side]
        outline = eye.plane.image_of(on_table(face, seen, face.outline_mm))
        assert _near(drawn, outline.mean(axis=0), COVERED) is marked


def _near(drawn: NDArray[np.uint8], at_px: NDArray[np.float64], colour: tuple[int, int, int]) -> bool:
    """Whether a colour is drawn within 4 px of a place."""
    x, y = np.round(at_px).astype(int)
    patch = drawn[max(y - 4, 0) : y + 5, max(x - 4, 0) : x + 5].astype(int)
    return bool((np.abs(patch - np.array(colour)).max(axis=2) < 12).any())


def test_a_pieces_points_stand_at_its_height() -> None:
    """The outline of a cap is drawn where the cap is, not at its foot."""
    face = INDEX.faces["pawn:S", "cap"]
    placed = place(face, seen_markers("pawn:S", "cap", 10.0, 20.0, 0.0), PLANE)
    assert placed is not None
    points = on_table(face, placed, np.zeros((1, 2)))
    assert np.allclose(points, [[10.0, 20.0, face.height_mm]], atol=0.01)


def _bits(number: int) -> NDArray[np.float32]:
    from markers.dictionary import bits

    return bits(number).astype(np.float32)
