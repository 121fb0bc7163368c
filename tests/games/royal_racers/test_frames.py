"""The whole way through pictures: laid, drawn from the printed sheets, seen by the eye, read again."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import read_royal_tables as tool

from markers import kits
from referee.games.base import Reading
from referee.games.royal_racers.game import RoyalRacers
from referee.vision.eye import Eye
from referee.vision.scene import Frame
from tests.by_lot import lot, so_many

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "sample_images" / "royal-racers"
GAME = RoyalRacers()


@pytest.mark.by_lot
@pytest.mark.long
def test_random_tables_are_read_as_they_lie() -> None:
    """Cards on either side, flags, pawns and dice of random positions come back from what the eye settles on."""
    tables = list(tool.read_tables(so_many(1, 4), (1280, 720), lot(81), pictures=4))
    assert [table.found for table in tables] == [()] * so_many(1, 4)


@pytest.mark.long
def test_crooked_and_gapped_boards_are_read() -> None:
    """Cards up to 5 mm beside their places and 6 degrees askew, 12 mm apart, lie where they were laid."""
    tables = list(tool.read_tables(1, (1280, 720), 82, tool.Crooked(5.0, 6.0, 12.0), 4))
    assert [table.found for table in tables] == [()]


def read_sample(name: str, expected: str | None = None) -> Reading:
    """What a recorded picture shows."""
    kit, image = kits.manifest(GAME.name), np.asarray(cv2.imread(str(SAMPLES / name)), dtype=np.uint8)
    return GAME.read(Eye(kit).look(Frame(image, 0, name, 0)), kit, expected)


@pytest.mark.parametrize("name", ["still-1", "still-2"])
def test_the_stills_show_their_positions(name: str) -> None:
    """Each recorded picture is read as its answers say."""
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    reading = read_sample(f"{name}.jpg")
    assert not reading.problems
    assert not list(tool.differences(GAME.observe(truth["visible"]), reading.observation))


@pytest.mark.parametrize(("name", "words"), [("broken-between", "between"), ("broken-row", "5 rows")])
def test_broken_boards_are_named(name: str, words: str) -> None:
    """A card between two places and a missing row are said so, and no card is made up for the gap."""
    reading = read_sample(f"{name}.jpg")
    assert words in " ".join(reading.problems)
    assert reading.observation is None or "?" in reading.observation.cards
