"""What rests on a table for long, an arm, a phone, a coaster, hides what is under it and is taken for nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import pytest

from markers import kits
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.registry import GAMES, game
from referee.simulator.hands import Hand
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image
from referee.vision.settle import Settler
from tests.by_lot import lot
from tests.chain.unexpected import LaidTable, Watched

GP = "nestorgames-gp"
FIVE_SECONDS, TWENTY_SECONDS = 50, 600
"""At ten and at thirty pictures a second."""
SIZES_MM = {"a coaster": (80.0, 80.0), "a phone": (72.0, 150.0), "a cup's rim": (60.0, 60.0)}


@lru_cache(maxsize=1)
def table_of(name: str) -> LaidTable:
    """A game's table at the start of a race."""
    return LaidTable(name)


def with_thing(table: LaidTable, what: str, at: tuple[float, float], turn_deg: float) -> Sequence[Image]:
    """The table with something flat on it that reaches no edge of the picture: a disc, or a dark oblong."""
    wide, high = SIZES_MM[what]
    turn = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    power = 8.0 if what == "a phone" else 2.0  # a superellipse: an oblong with round corners
    ring = np.column_stack([np.sign(one) * np.abs(one) ** (2.0 / power) for one in (np.cos(turn), np.sin(turn))])
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    outline = (ring * (wide / 2.0, high / 2.0)) @ np.array([[c, s], [-s, c]]) + at
    px = table.renderer.view.camera.image_of(np.column_stack([outline, np.full(len(outline), 6.0)]))
    images = []
    for image in table.bare:
        seen = cv2.GaussianBlur(cv2.fillPoly(np.zeros(image.shape, np.float32), [np.rint(px).astype(np.int32)],
                                             (1.0, 1.0, 1.0)), (0, 0), 1.0)  # fmt: skip
        colour = np.array((26.0, 24.0, 24.0) if what == "a phone" else (62.0, 105.0, 150.0), np.float32)
        images.append(np.asarray(image * (1.0 - seen) + colour * seen, np.uint8))
    return images


def read_under(table: LaidTable, images: Sequence[Image], count: int) -> list[str]:
    """What is read otherwise than on the bare table in any settled scene: while the thing lies there, and after it."""
    told, eye, settler, the_game = [], Eye(kits.manifest(table.name)), Settler(), game(table.name)
    bare, began = None, 12
    for number in range(began + count + began):
        shown = images if began <= number < began + count else table.bare
        scene = settler.feed(eye.look(Frame(shown[number % len(shown)], number * 100_000_000, "test", number)))
        if scene is None:
            continue
        seen = the_game.read(scene.scene, eye.manifest, table.start).observation
        if bare is None:
            bare = seen
        elif the_game.changed(bare, seen):
            told.append(the_game.observation_notation(seen))
    assert bare is not None
    return told


def somewhere(table: LaidTable, rng: np.random.Generator) -> tuple[float, float]:
    """A place between the pieces."""
    lies = np.array([(piece.x_mm, piece.y_mm) for piece in table.pieces])
    x, y = rng.uniform(lies.min(axis=0), lies.max(axis=0)).tolist()
    return x, y


def read_under_an_arm(name: str, side_deg: float, pictures: int) -> list[str]:
    """What is read otherwise under an arm that rests somewhere for so many pictures."""
    table, rng = table_of(name), np.random.default_rng([lot(11), int(side_deg), pictures])
    arm = Hand(*somewhere(table, rng), side_deg + rng.uniform(-30.0, 30.0), 20.0, int(rng.integers(4)))
    return read_under(table, table.pictures(table.pieces, [arm]), pictures)


@pytest.mark.by_lot
@pytest.mark.parametrize("side_deg", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.few(1)
def test_an_arm_at_rest_makes_nobody_believe_anything(name: str, side_deg: float) -> None:
    """Whatever lies under it, from whichever side it comes: all that is read lies so, the rest is said to be unseen."""
    assert read_under_an_arm(name, side_deg, FIVE_SECONDS) == []


@pytest.mark.long
@pytest.mark.parametrize("side_deg", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_arm_that_rests_for_long_makes_nobody_believe_anything(name: str, side_deg: float) -> None:
    """For twenty seconds at thirty pictures a second."""
    assert read_under_an_arm(name, side_deg, TWENTY_SECONDS) == []


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("what", sorted(SIZES_MM))
@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.long  # over the boxes some are in the suite
def test_a_thing_at_rest_makes_nobody_believe_anything(name: str, what: str, seed: int) -> None:
    """It reaches no edge of the picture, and is smaller than what counts as a hand, or larger."""
    table, rng = table_of(name), np.random.default_rng([lot(12), seed])
    images = with_thing(table, what, somewhere(table, rng), rng.uniform(0.0, 180.0))
    assert read_under(table, images, FIVE_SECONDS) == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("what", ["an arm", *SIZES_MM])
@pytest.mark.few(2)
def test_nothing_at_rest_over_the_boxes_is_a_lost_die(what: str, seed: int) -> None:
    """A box whose dots for dice are hidden in part shows no dice, but is not wholly seen."""
    table, rng = table_of(GP), np.random.default_rng([13, seed])
    boxes = [bay.box_mm for bay in board_named("harbour").bays]
    (x, y), (dx, dy) = boxes[seed % 4], rng.uniform(-25.0, 35.0, 2).tolist()
    images: Sequence[Image]
    if what == "an arm":
        images = table.pictures(
            table.pieces, [Hand(x + dx, y + dy, 90.0 * seed + rng.uniform(-30.0, 30.0), 20.0, seed)]
        )
    else:
        images = with_thing(table, what, (x + dx, y + dy), rng.uniform(0.0, 180.0))
    assert read_under(table, images, FIVE_SECONDS) == []


def test_a_race_goes_on_beside_an_arm_over_the_boxes() -> None:
    """It rests there for ten seconds: no movement, no verdict, and nothing is said of dice in a box."""
    table = table_of(GP)
    (x, y), *_ = [bay.box_mm for bay in board_named("harbour").bays][1:]
    watched = Watched(table)
    watched.show(table.pictures(table.pieces, [Hand(x + 8.0, y + 5.0, 80.0, 20.0)]), 100)
    assert not watched.entries
    assert not [problem for problem in watched.problems if "box" in problem or "dice" in problem]
    watched.show(table.bare, 12)
    assert not watched.entries
