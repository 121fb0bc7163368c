"""The camera or the board is knocked: the board is found again in the same table frame, and the table is told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.simulator.camera import VirtualCamera
from referee.simulator.hands import Hand
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.finder import Finder, Found
from referee.vision.scene import Frame, Image, Scene
from tests.vision.conftest import Table, moved


def slid(pieces: Sequence[PlacedPiece], turn_deg: float, dx_mm: float, dy_mm: float) -> tuple[PlacedPiece, ...]:
    """The whole board with all on it pushed over the table."""
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))
    places = [turn * complex(p.x_mm, p.y_mm) + complex(dx_mm, dy_mm) for p in pieces]
    return tuple(
        replace(p, x_mm=at.real, y_mm=at.imag, angle_deg=p.angle_deg + turn_deg)
        for p, at in zip(pieces, places, strict=True)
    )


def knocked(camera: VirtualCamera) -> VirtualCamera:
    """The camera on its arm sinks, swings and leans: no picture of the old view can be warped into the new one."""
    return replace(
        camera, x_mm=camera.x_mm + 25.0, z_mm=camera.z_mm + 30.0, tilt_deg=camera.tilt_deg + 2.0,
        lean_deg=camera.lean_deg - 3.0, turn_deg=camera.turn_deg + 6.0,
    )  # fmt: skip


def surveyed(table: Table) -> tuple[Eye, Scene]:
    """An eye that knows the table, and what it saw last."""
    eye = Eye(table.manifest, table.lens)
    eye.look(table.frame())
    return eye, eye.look(table.frame())


def drift_mm(before: Scene, after: Scene, but: str = "") -> float:
    """How far any piece seen in both pictures is from where it was in the eye's own table frame."""
    old = {s.piece: (s.x_mm, s.y_mm) for s in before.sightings}
    new = {s.piece: (s.x_mm, s.y_mm) for s in after.sightings}
    assert old.keys() <= new.keys()
    return max(math.dist(old[piece], new[piece]) for piece in old if piece != but)


def told(scene: Scene) -> bool:
    """Whether the scene says that something was bumped, and is not to be judged."""
    return scene.quality.bumped and any("bumped" in note for note in scene.quality.notes)


def test_a_camera_knocked_out_of_its_place_is_found_again(table: Any) -> None:
    """Height, tilt, lean and turn change at once; the pieces stay where they are, pawns at their height too."""
    eye, before = surveyed(table)
    camera = knocked(table.camera)
    renderer = Renderer(table.manifest, kits.pdf("racepack"), camera, table.renderer.look)
    scenes = [
        eye.look(Frame(renderer.render(table.pieces, (), np.random.default_rng(n)), n, "test", n)) for n in range(5)
    ]
    assert any(map(told, scenes))
    assert not told(scenes[-1])
    assert drift_mm(before, scenes[-1]) < 1.0
    assert eye.plane is not None
    assert abs(eye.plane.height_mm - camera.z_mm) < 3.0


@pytest.mark.parametrize("push", [(0.0, 3.0, -2.0), (7.0, 20.0, -15.0)])
def test_a_pushed_board_keeps_its_frame(table: Any, push: tuple[float, float, float]) -> None:
    """A little or a lot: the tiles go on giving the frame, so that no piece has moved on the board."""
    eye, before = surveyed(table)
    pieces = slid(table.pieces, *push)
    scenes = [eye.look(table.frame(pieces)) for _ in range(5)]
    assert any(map(told, scenes))
    assert not told(scenes[-1])
    assert drift_mm(before, scenes[-1]) < 1.0


@pytest.mark.parametrize("hides", [False, True])
def test_a_bump_has_pictures_searched_whole_only_when_something_was_not_found_again(
    table: Any, monkeypatch: pytest.MonkeyPatch, hides: bool
) -> None:
    """All that was known went along with the picture: neither it nor a mean of the next ones is searched for more."""
    eye, before = surveyed(table)
    for _ in range(8):
        eye.look(table.frame())
    find = Finder.find
    searched: list[Image] = []

    def counted(self: Finder, grey: Image, *told: Any, **more: Any) -> Found:
        searched.append(grey)
        return find(self, grey, *told, **more)

    monkeypatch.setattr(Finder, "find", counted)
    there = tuple(p for p in table.pieces if not (hides and p.piece == "pawn:C"))
    scenes = [eye.look(table.frame(slid(there, 7.0, 20.0, -15.0))) for _ in range(9)]
    assert any(map(told, scenes))
    assert len(searched) == (3 if hides else 0)
    assert drift_mm(scenes[-1], before) < 1.0


def test_a_move_during_the_push_is_seen_as_a_move(table: Any) -> None:
    """A pawn set on while the board is pushed: it alone has moved, by what it was moved."""
    eye, before = surveyed(table)
    pieces = slid(moved(table.pieces, "pawn:C", -1.0, 38.0), 4.0, 12.0, 8.0)
    for _ in range(5):
        after = eye.look(table.frame(pieces))
    assert drift_mm(before, after, but="pawn:C") < 1.0
    old, new = ({s.piece: s for s in scene.sightings}["pawn:C"] for scene in (before, after))
    assert math.hypot(new.x_mm - old.x_mm, new.y_mm - old.y_mm) == pytest.approx(math.hypot(1.0, 38.0), abs=1.0)


def test_one_tile_pushed_is_no_bump(table: Any) -> None:
    """A single tile knocked out of the road is a moved tile, and the others stay."""
    eye, before = surveyed(table)
    pieces = moved(table.pieces, "tile:Aa", 9.0, 6.0)
    scenes = [eye.look(table.frame(pieces)) for _ in range(4)]
    assert not any(map(told, scenes))
    assert drift_mm(before, scenes[-1], but="tile:Aa") < 1.0


def pushed_aside(image: Image) -> Image:
    """The picture of a camera that was pushed aside."""
    way = np.array([[0.9999, 0.012, 11.3], [-0.012, 0.9999, 4.6]])
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("comes_with_the_bump", [False, True])
def test_a_hand_in_the_picture_of_a_bump_leaves_no_trace(table: Any, comes_with_the_bump: bool) -> None:
    """What it hid was known before: the table is free as soon as the hand is away, and stays so when another comes."""
    eye, before = surveyed(table)
    hand, other = Hand(-20.0, 30.0, 100.0), Hand(60.0, -40.0, -60.0)
    if not comes_with_the_bump:
        for _ in range(2):
            eye.look(table.frame(hands=[hand]))
    hands = [[hand], [hand], [], [], [other], [], []]
    images = [pushed_aside(table.image(hands=here)) for here in hands]
    scenes = [eye.look(Frame(image, n, "test", n)) for n, image in enumerate(images, 100)]
    assert [told(scene) for scene in scenes] == [True] + 6 * [False]
    assert [scene.quality.hand for scene in scenes] == [True, True, False, False, True, False, False]
    assert drift_mm(before, scenes[-1]) < 1.0
