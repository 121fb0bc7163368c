"""A sheet that was printed in the mirror and lies on a known table is told, and is no piece."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from markers.dictionary import bits, with_border
from referee.vision import doubts
from referee.vision.copies import only_mirrored
from referee.vision.doubts import ACROSS, DOWN
from referee.vision.eye import Eye
from referee.vision.finder import Finder
from referee.vision.scene import Frame, Image, Scene

LEFT, TOP, SIDE, STEP = 920, 500, 30, 50
LIKE_THEMSELVES = (58, 59, 63)
"""Markers of tiles that are not on this table, which look the same in the mirror."""
OTHERS = (64, 66, 85, 90, 109, 111)
OTHER_KITS = (719, 771, 811, 871)
KITS = ("tile:S3", "tile:S4", "tile:S5")


def sheet_on(image: Image, numbers: tuple[int, ...], mirrored: bool) -> Image:
    """A picture with a white sheet in its lower right corner on which these markers are printed."""
    laid = image.copy()
    laid[TOP - 15 : TOP + 3 * STEP, LEFT - 15 : LEFT + 3 * STEP + 5] = 205
    for place, number in enumerate(numbers):
        cells = with_border(bits(number)).astype(np.uint8) * 175 + 30
        drawn = np.kron(cells[:, ::-1] if mirrored else cells, np.ones((SIDE // 6, SIDE // 6), np.uint8))
        row, column = divmod(place, 3)
        y, x = TOP + row * STEP, LEFT + column * STEP
        laid[y : y + SIDE, x : x + SIDE] = drawn[..., None]
    return laid


def shown(eye: Eye, images: list[Image], count: int) -> Scene:
    """The last scene of pictures shown in turn."""
    return [eye.look(Frame(images[n % len(images)], n, "test", n)) for n in range(count)][-1]


@pytest.fixture(name="bare", scope="module")
def bare_fixture(table: Any) -> list[Image]:
    """Two pictures of the table as it lies."""
    return [table.image() for _ in range(2)]


@pytest.mark.parametrize("when", ["from the beginning", "laid down later"])
def test_a_mirrored_sheet_is_told_and_is_no_piece(
    table: Any, bare: list[Image], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of its markers that look the same in the mirror are no tiles; taken away, nothing is told any more."""
    monkeypatch.setattr(doubts, "A_SECOND", 2)
    eye, lies = Eye(table.manifest, table.lens), {piece.piece for piece in table.pieces}
    if when == "laid down later":
        assert shown(eye, bare, 10).problems == ()
    sheet = [sheet_on(image, LIKE_THEMSELVES + OTHERS, mirrored=True) for image in bare]
    scene = shown(eye, sheet, ACROSS * DOWN + 6)
    assert [text for text in scene.problems if "printed in the mirror" in text and "lower right" in text]
    assert {s.piece for s in scene.sightings} == lies
    scene = shown(eye, bare, 50)
    assert scene.problems == ()
    assert {s.piece for s in scene.sightings} == lies


def test_a_sheet_printed_right_is_read(table: Any, bare: list[Image], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same markers printed as they should be are tiles, those that look the same in the mirror among them."""
    monkeypatch.setattr(doubts, "A_SECOND", 2)
    eye = Eye(table.manifest, table.lens)
    shown(eye, bare, 10)
    scene = shown(eye, [sheet_on(image, LIKE_THEMSELVES, mirrored=False) for image in bare], 12)
    assert not [text for text in scene.problems if "mirror" in text]
    assert {s.piece for s in scene.sightings} & set(KITS) == set(KITS)


def test_another_kit_beside_the_board_is_not_taken_for_a_mirrored_sheet(table: Any, bare: list[Image]) -> None:
    """Four of the other games' markers look just like ours in the mirror; lying there, they are read as they are."""
    eye = Eye(table.manifest, table.lens)
    images = [sheet_on(image, OTHER_KITS, mirrored=False) for image in bare]
    found = Finder(eye.index.ids).find(images[0][..., 0].copy(), mirror=True)
    assert len(only_mirrored(found)) == len(OTHER_KITS)
    assert not [text for text in shown(eye, images, 3).problems if "printed in the mirror" in text]
