"""What the picture check says of the light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.hosting.picture_check import Check, check_picture
from referee.vision.scene import MarkerDetection

SQUARE = np.array([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)])


def page(paper: tuple[int, ...]) -> tuple[NDArray[np.uint8], list[MarkerDetection]]:
    """Black markers in a row, each with a margin of paper so bright, on a table of middle grey under a white wall."""
    image = np.full((200, 100 * len(paper), 3), 90, dtype=np.uint8)
    image[:40] = 200
    markers = []
    for number, white in enumerate(paper):
        left = 100 * number + 30
        image[90:130, left : left + 40] = white
        image[100:120, left + 10 : left + 30] = 15
        markers.append(MarkerDetection(number, SQUARE + np.array((left + 10, 100)), 1.0))
    return image, markers


def light(paper: tuple[int, ...]) -> Check:
    """The check of the light alone."""
    return next(check for check in check_picture(*page(paper)) if check.name == "light")


def test_a_dark_part_of_the_table_is_told_before_the_race() -> None:
    """Dice on a gear area far from the lamp may not be readable, however bright the middle is."""
    assert light((200, 180, 120)) == Check("light", "ok", "", "200")
    assert light((200, 180, 45)) == Check("light", "warn", "corner", "45")


def test_without_markers_the_whole_picture_decides() -> None:
    """There is no paper to look at."""
    image, _ = page((200, 45))
    assert check_picture(image, ())[-1].state == "ok"
    assert check_picture(image // 6, ())[-1] == Check("light", "bad", "dark", "33")
