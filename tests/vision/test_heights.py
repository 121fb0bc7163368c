"""A loose piece that stands higher or lower than usual is told by how large its markers look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.fit_plane import SeenItem, fit_plane
from markers import kits
from markers.kit import PlacedPiece
from referee.vision.eye import Eye
from referee.vision.kit_index import KitIndex
from referee.vision.poses import HeightWatch, levels_mm
from referee.vision.scene import Frame
from referee.vision.settle import Settler
from tests.vision.conftest import Table

LIFTED_MM = {"pawn:S": -6.35, "pawn:C": 3.2, "pawn:A": 6.35, "coin:Mn": -6.35, "die:M": 6.35}
"""A pawn and a coin off the road, a pawn on a coin, one on a second tile, a die on the road."""


def at_other_heights(table: Table, lifted_mm: dict[str, float]) -> tuple[PlacedPiece, ...]:
    """The same table with some pieces raised or lowered."""
    return tuple(replace(p, z_mm=p.z_mm + lifted_mm.get(p.piece, 0.0)) for p in table.pieces)


@pytest.mark.parametrize("which", ["table", pytest.param("table_1080", marks=pytest.mark.long)])
def test_pieces_at_unusual_heights_are_placed_right(which: str, request: pytest.FixtureRequest) -> None:
    """Off the road, on a coin, on the road: at the usual height they would be up to 2.5 mm off."""
    table = request.getfixturevalue(which)
    pieces = at_other_heights(table, LIFTED_MM)
    eye = Eye(table.manifest, table.lens)
    for _ in range(9):
        scene = eye.look(table.frame(pieces))
    assert max(error for piece in LIFTED_MM for error in table.errors_mm(scene, piece, pieces)) < 0.3
    assert max(table.errors_mm(scene, "pawn:M", pieces)) < 0.3


def test_a_height_known_better_is_no_movement(table: Table) -> None:
    """The picture in which pawns are put right says so and settles the table at once; a push is a movement."""
    pieces = at_other_heights(table, {"pawn:S": 9.3, "pawn:A": 9.3})
    eye, settler = Eye(table.manifest, table.lens), Settler(4)
    scenes = [eye.look(table.frame(pieces)) for _ in range(10)]
    put_right = [number for number, scene in enumerate(scenes) if scene.placed_anew]
    assert {key for scene in scenes for key in scene.placed_anew} == {("pawn:S", "cap"), ("pawn:A", "cap")}
    settled = [number for number, scene in enumerate(scenes) if settler.feed(scene) is not None]
    assert settled == [3, put_right[0]]
    pushed = tuple(replace(p, x_mm=p.x_mm + 5.0 * (p.piece == "pawn:S")) for p in pieces)
    assert ("pawn:S", "cap") not in eye.look(table.frame(pushed)).placed_anew


def test_a_height_of_ones_own_is_measured_over_many_frames(table: Any) -> None:
    """A set whose pawns are 9 mm higher than the manifest says is placed right once enough pictures agree."""
    pieces = at_other_heights(table, {"pawn:S": 9.3, "pawn:A": 9.3})
    eye = Eye(table.manifest, table.lens)
    first = eye.look(table.frame(pieces))
    for _ in range(9):
        scene = eye.look(table.frame(pieces))
    assert max(table.errors_mm(first, "pawn:S", pieces)) > 2.0
    assert max(table.errors_mm(scene, "pawn:S", pieces) + table.errors_mm(scene, "pawn:A", pieces)) < 0.5


def test_usual_heights_stay_usual_without_a_calibration(table: Any) -> None:
    """A guessed lens moves nothing off its usual height, and pawns off the road are still set right."""
    eye = Eye(table.manifest)
    for _ in range(9):
        eye.look(table.frame())
    faces = [eye.index.faces[piece.piece, piece.side] for piece in table.pieces]
    assert [eye.heights.height_mm(face) for face in faces] == [face.height_mm for face in faces]
    pieces = at_other_heights(table, LIFTED_MM)
    for _ in range(9):
        eye.look(table.frame(pieces))
    assert eye.heights.height_mm(eye.index.faces["pawn:S", "cap"]) == pytest.approx(34.95 - 6.35, abs=0.5)


def test_markers_seen_small_tell_no_height(far_table: Table) -> None:
    """At 17 px the dark around a cap makes its marker a hundredth smaller: that is no pawn beside the road."""
    eye = Eye(far_table.manifest)
    scenes = [eye.look(far_table.frame()) for _ in range(12)]
    faces = [eye.index.faces[piece.piece, piece.side] for piece in far_table.pieces]
    assert [eye.heights.height_mm(face) for face in faces] == [face.height_mm for face in faces]
    assert not any(scene.placed_anew for scene in scenes)


def test_a_height_on_the_verge_is_decided_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements about the least that is believed lift a pawn once; it does not go up and down with each of them."""
    verge_mm: dict[int, Iterator[float]] = defaultdict(lambda: cycle((7.4, 4.8, 7.4, 5.0, 7.4, 4.9)))

    def measured(_: HeightWatch, numbers: Sequence[int], *__: object) -> np.ndarray:
        return np.array([next(verge_mm[number]) for number in numbers])

    monkeypatch.setattr(HeightWatch, "_off_mm", measured)
    eye = Eye(table.manifest)
    face = eye.index.faces["pawn:S", "cap"]
    heights = []
    for _ in range(14):
        eye.look(table.frame())
        heights.append(eye.heights.height_mm(face) - face.height_mm)
    assert sum(before != after for before, after in pairwise((0.0, *heights))) == 1


def test_a_marker_covered_in_part_tells_no_height(table: Any) -> None:
    """A strip laid over one edge of a pawn's marker shrinks it, yet the pawn is not taken for a lower one."""
    eye = Eye(table.manifest, table.lens)
    eye.look(table.frame())
    face = eye.index.faces["pawn:S", "cap"]
    corners = table.truth_px()[next(iter(face.corners_mm))]
    inner = corners + 0.06 * (corners[[3, 2, 1, 0]] - corners) * np.array([[1.0], [0.0], [0.0], [1.0]])
    image = table.image()
    strip = np.stack([corners[0] * 1.1 - corners[3] * 0.1, inner[0], inner[3], corners[3] * 1.1 - corners[0] * 0.1])
    cv2.fillPoly(image, [np.round(strip).astype(np.int32)], (235, 235, 235))
    for number in range(9):
        eye.look(Frame(image, number, "test", number))
    assert eye.heights.height_mm(face) == face.height_mm


def test_the_levels_are_those_that_the_kits_pieces_make() -> None:
    """Racepack: a tile or a coin more or less; cards of paper thickness make no level of their own."""
    levels = levels_mm(KitIndex(kits.manifest("racepack")).faces.values())
    assert levels == pytest.approx((-6.35, -3.15, 0.0, 3.2, 6.35))
    assert levels_mm(KitIndex(kits.manifest("nestorgames-gp")).faces.values()) == (0.0, 3.0, 4.0)


def test_one_wrong_tile_among_many_does_not_move_the_plane(table: Any) -> None:
    """A tile propped up by 12 mm, whatever tile it is, costs a pawn at the picture's corners less than 0.1 mm."""
    index = KitIndex(table.manifest)
    edge = np.array([[0.0, 0.0], [1279.0, 0.0], [1279.0, 719.0], [0.0, 719.0]])
    lean = np.linalg.norm(table.camera.table_of(edge, 34.95) - table.camera.table_of(edge, 6.35), axis=1)
    for wrong in (0, 5, 11):
        plane = fit_plane(still_items(table, index, wrong), table.lens).plane
        found = np.linalg.norm(plane.project(edge, 34.95) - plane.project(edge, 6.35), axis=1)
        assert np.abs(found - lean).max() < 0.1


def still_items(table: Table, index: KitIndex, wrong: int) -> list[SeenItem]:
    """The still pieces as the camera sees them, 0.05 px of noise on their corners, one of them propped up."""
    rng = np.random.default_rng(wrong)
    items = []
    for number, piece in enumerate(table.pieces):
        face = index.faces[piece.piece, piece.side]
        if face.fixed:
            seen = table.renderer.corners_px(replace(piece, z_mm=piece.z_mm + 12.0 * (number == wrong)))
            px = np.concatenate([seen[n] for n in face.corners_mm])
            printed = np.concatenate(list(face.corners_mm.values()))
            items.append(SeenItem(px + rng.normal(0.0, 0.05, px.shape), printed, face.height_mm))
    return items
