"""A thing that has come to rest stops nothing any more, and stays over what it covers for as long as it lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from referee.games.polygon import inside
from referee.simulator.hands import Hand, covers
from referee.vision.eye import Eye
from referee.vision.numbers import A_SECOND
from referee.vision.place import to_table
from referee.vision.scene import Frame, Image, Mask, Scene
from referee.vision.settle import Settler
from tests.vision.conftest import Table

LONG = A_SECOND + 8
"""Pictures after which a hand that lies still is at rest, and seen so."""
ARM = Hand(0.0, -55.0, 250.0, 20.0)
GONE_AGAIN = 4


class Watched:
    """A table whose pictures are looked at one after the other."""

    def __init__(self, table: Table) -> None:
        self.table, self.eye, self.settler, self.shown = table, Eye(table.manifest, table.lens), Settler(), 0
        self.bare = self.pictures()
        self.show(self.bare, 5)

    def pictures(self, *hands: Hand) -> list[Image]:
        """Two pictures, their noise apart the same, with these hands in them."""
        return [self.table.image(hands=hands) for _ in range(2)]

    def show(self, images: Sequence[Image], count: int) -> Scene:
        """Look at these pictures in turn; the last scene."""
        for _ in range(count):
            self.shown += 1
            scene = self.eye.look(Frame(images[self.shown % len(images)], self.shown * 33_000_000, "test", self.shown))
            self.settler.feed(scene)
        return scene

    def left_open(self, scene: Scene, under: Mask) -> float:
        """The share of what truly lies under a thing, `under` (H, W), that is not said to be covered."""
        assert self.eye.plane is not None
        rows, columns = (one[::97] for one in np.nonzero(under))
        points = to_table(self.eye.plane, np.column_stack([columns, rows]).astype(np.float64)).tolist()
        return float(np.mean([not any(inside((x, y), area) for area in scene.covered) for x, y in points]))


def under(table: Table, *hands: Hand) -> Mask:
    """The pixels under these hands."""
    shape = table.camera.height_px, table.camera.width_px
    return np.asarray(np.any([covers(table.renderer.view, hand, shape) for hand in hands], axis=0), np.bool_)


def moved(images: Sequence[Image], x: float, y: float) -> list[Image]:
    """The pictures of a camera that was pushed."""
    way = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return [
        np.asarray(cv2.warpAffine(one, way, one.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)
        for one in images
    ]


@pytest.mark.parametrize("pictures", [LONG, 600])
@pytest.mark.few(1)
def test_an_arm_at_rest_covers_the_table_and_stops_nothing(far_table: Any, pictures: int) -> None:
    """Nearly all under it is said to be covered, much of the rest is not; when it leaves, all is open at once."""
    watched = Watched(far_table)
    scene = watched.show(watched.pictures(ARM), pictures)
    assert not scene.quality.hand
    assert watched.settler.at_rest
    assert watched.left_open(scene, under(far_table, ARM)) < 0.1
    assert watched.left_open(scene, ~under(far_table, ARM)) > 0.8
    assert watched.show(watched.bare, 2).covered == ()


def test_an_arm_that_comes_back_to_where_it_rested_is_a_hand_again(far_table: Any) -> None:
    """It looks as it did when it was taken for a part of the table, but there was a bare table since."""
    watched = Watched(far_table)
    resting = watched.pictures(ARM)
    watched.show(resting, LONG)
    watched.show(watched.bare, GONE_AGAIN)
    assert watched.show(resting, 2).quality.hand


def test_an_arm_that_shifts_and_rests_again_covers_what_it_lies_over_then(far_table: Any) -> None:
    """Two centimetres further on: what is newly under it is covered, what is free again is not."""
    further = Hand(ARM.x_mm + 20.0, ARM.y_mm, ARM.from_deg, ARM.z_mm)
    watched = Watched(far_table)
    watched.show(watched.pictures(ARM), LONG)
    scene = watched.show(watched.pictures(further), LONG)
    assert not scene.quality.hand
    assert watched.left_open(scene, under(far_table, further)) < 0.1
    assert watched.show(watched.bare, 2).covered == ()


def test_a_camera_that_is_pushed_leaves_an_arm_at_rest_over_the_table(far_table: Any) -> None:
    """It is a hand again until it has rested there too; when it leaves, the table under it is known still."""
    watched = Watched(far_table)
    resting = watched.pictures(ARM)
    watched.show(resting, LONG)
    assert watched.show(moved(resting, 23.0, -17.0), 4).quality.hand
    scene = watched.show(moved(resting, 23.0, -17.0), LONG)
    assert not scene.quality.hand
    there = np.roll(under(far_table, ARM), (-17, 23), axis=(0, 1))
    assert watched.left_open(scene, there) < 0.2
    scene = watched.show(moved(watched.bare, 23.0, -17.0), 2)
    assert not scene.quality.hand
    assert scene.covered == ()


def test_a_shadow_at_rest_covers_nothing(far_table: Any) -> None:
    """Dark as it is, the grain of what lies under it is seen."""
    watched = Watched(far_table)
    shade = np.ones((*under(far_table, ARM).shape, 1), np.float32)
    shade[cv2.dilate(under(far_table, ARM).astype(np.uint8), np.ones((31, 31), np.uint8)) > 0] = 0.6
    shaded = [np.asarray(image * cv2.GaussianBlur(shade, (0, 0), 5.0)[..., None], np.uint8) for image in watched.bare]
    scene = watched.show(shaded, LONG)
    assert not scene.quality.hand
    assert scene.covered == ()


def test_a_lamp_that_is_lit_changes_nothing_about_an_arm_at_rest(far_table: Any) -> None:
    """It covers what it covered, and what was under it is known in the new light."""
    watched = Watched(far_table)
    share = np.linspace(1.35, 0.85, far_table.camera.width_px, dtype=np.float32)[None, :, None]
    lit = [
        [np.asarray(np.clip(image * share, 0.0, 255.0), np.uint8) for image in images]
        for images in (watched.pictures(ARM), watched.bare)
    ]
    watched.show(watched.pictures(ARM), LONG)
    assert watched.left_open(watched.show(lit[0], LONG), under(far_table, ARM)) < 0.1
    assert watched.show(lit[1], LONG).covered == ()
