"""Dice of many pixels show what no model knows: bevels, gloss, grain. They are read as dice of few pixels are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from public_dice import read

from referee.vision.scene import Image

FINER = 4
"""The die is drawn so many times as fine as it is seen."""
SPOTS = {3: ((-1, 1), (0, 0), (1, -1)), 6: tuple((x, y) for x in (-1, 1) for y in (-1, 0, 1))}


def drilled_die(face: int, edge_px: int) -> Image:
    """A blue die seen from above: bright and dark bevels, drilled pips with a shaded rim and a glint."""
    edge = edge_px * FINER
    middle, half, bevel, radius = 3 * edge, edge // 2, edge // 20, edge // 8
    image = np.full((6 * edge, 6 * edge, 3), (195, 203, 210), np.uint8)
    low, high = middle - half, middle + half
    for (left, top), (right, bottom), colour in (
        ((low, low), (high, high), (150, 75, 5)),
        ((low, low), (high, low + bevel), (200, 130, 60)),
        ((low, high - bevel), (high, high), (100, 45, 0)),
    ):
        cv2.rectangle(image, (left, top), (right, bottom), colour, -1)
    for x, y in SPOTS[face]:
        pip = (middle + round(0.27 * x * edge), middle + round(0.27 * y * edge))
        cv2.circle(image, pip, radius, (205, 208, 212), -1)
        cv2.ellipse(image, pip, (radius, radius), 0, 180, 360, (150, 150, 155), edge // 50)
        cv2.circle(image, (pip[0] + radius // 3, pip[1] + radius // 4), radius // 5, (255, 255, 255), -1)
    seen = cv2.resize(image, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(seen + np.random.default_rng(1).normal(0.0, 2.0, seen.shape), 0, 255), np.uint8)


@pytest.mark.parametrize("edge_px", [20, 60, 80])
@pytest.mark.parametrize("face", [3, 6])
def test_a_die_of_many_pixels_is_read_as_one_of_few(face: int, edge_px: int) -> None:
    """A near or a 4K camera shows a die four times as large; its number is the same, and nothing else is seen."""
    assert [(die.colour, die.value) for die in read(drilled_die(face, edge_px), edge_px)] == [("blue", face)]
