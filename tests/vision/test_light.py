"""Light that falls otherwise than before is no change, and a hand in it still is one."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.simulator.hands import Hand
from referee.vision import change
from referee.vision.change import ChangeWatch
from referee.vision.eye import Eye
from referee.vision.hands import foreign_things
from referee.vision.numbers import FEW
from referee.vision.scene import Frame, Image
from referee.vision.settle import Settler
from tests.vision.conftest import Table

Gain = NDArray[np.float32]


def bands(table: Table, number: int) -> Gain:
    """Dark bands that roll through the picture."""
    rows = np.arange(table.camera.height_px, dtype=np.float32)[:, None]
    return np.asarray(1.0 + 0.15 * np.sin(rows * (6.0 * np.pi / len(rows)) - 0.9 * number), np.float32)


def lamp(table: Table, number: int) -> Gain:
    """A lamp at the left that is switched on in every second picture."""
    share = np.linspace(1.0, 0.0, table.camera.width_px, dtype=np.float32)[None, :]
    return np.asarray(0.85 + 0.5 * (number % 2) * share, np.float32)


def hunting(table: Table, number: int) -> Gain:
    """An exposure that finds no end."""
    return np.full((1, 1), 1.0 + 0.3 * np.sin(0.8 * number), np.float32)


def lit(image: Image, gain: Gain) -> Image:
    """The picture in other light."""
    return np.asarray((image * gain[..., None]).clip(0.0, 255.0), np.uint8)


LIGHTS = pytest.mark.parametrize("light", [bands, lamp, hunting])


@LIGHTS
def test_a_table_in_restless_light_comes_to_rest(table: Any, light: Any) -> None:
    """And stays so, with nothing foreign on it and nothing told."""
    eye, settler, image = Eye(table.manifest, table.lens), Settler(), table.image()
    scenes = [eye.look(Frame(lit(image, light(table, n)), n, "test", n)) for n in range(10)]
    settled = [n for n, scene in enumerate(scenes) if settler.feed(scene) is not None]
    assert settled
    assert settler.at_rest
    assert settled[-1] < 6
    assert not any(scene.covered or scene.problems for scene in scenes)


@LIGHTS
@pytest.mark.few(1)
def test_a_hand_in_restless_light_is_one(table: Any, light: Any) -> None:
    """It covers the table about as far as it does in steady light."""
    eye = Eye(table.manifest, table.lens)
    bare, handled = table.image(), table.image(hands=[Hand(-20.0, 30.0, 100.0)])
    eye.look(Frame(bare, 0, "test", 0))
    assert eye.plane is not None
    covered = []
    for gain in ([np.ones((1, 1), np.float32)] * 4, [light(table, n) for n in range(4)]):
        watch = ChangeWatch()
        for image, one in zip((bare, bare, bare, handled), gain, strict=True):
            watch.feed(np.asarray(lit(image, one).mean(axis=2), np.uint8))
            watch.understood(np.zeros_like(watch.foreign))
        covered.append(foreign_things(watch.foreign, [], eye.plane).blocks)
    steady, restless = covered
    assert (steady & restless).sum() > 0.85 * steady.sum()
    assert restless.sum() < 1.25 * steady.sum()


def test_a_sleeve_in_calm_light_is_no_fall_of_light(table: Any) -> None:
    """All of it is foreign, however smooth its dark is, and nothing of it stays on the clean table when it leaves."""
    arms = [Hand(-20.0, 30.0, 190.0)], [Hand(150.0, -60.0, 190.0)]
    bare, *handled = (np.asarray(table.image(hands=hands).mean(axis=2), np.uint8) for hands in ([], *arms))
    watch = ChangeWatch()
    for image in (bare, *handled, bare):
        watch.feed(image)
        differs = cv2.absdiff(change.shrunk(image), change.shrunk(bare)) > change.CHANGED_GREY
        assert (watch.foreign == (change._counts(differs) >= FEW)).all()
        watch.understood(np.zeros_like(watch.foreign))


def test_what_lay_under_a_thing_is_known_in_the_new_light_too(table: Any) -> None:
    """A lamp is switched on while a thing is laid down; when it is taken away nothing is foreign any more."""
    bare = np.asarray(table.image().mean(axis=2), np.uint8)
    thing = bare.copy()
    thing[300:500, 200:600] = 20
    watch, gains = ChangeWatch(), [lamp(table, n) for n in (0, 1)]
    foreign = []
    for image, on in [(bare, 0)] * 4 + [(thing, 1)] * 5 + [(bare, 1)]:
        watch.feed(np.asarray((image * gains[on]).clip(0.0, 255.0), np.uint8))
        foreign.append(int(watch.foreign.sum()))
        watch.understood(np.zeros_like(watch.foreign))
    assert foreign[4] > 60
    assert foreign[-2:] == [0, 0]
