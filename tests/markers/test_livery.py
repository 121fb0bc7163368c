"""The drivers' colours stay apart for every eye, and no driver is told by colour alone."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from markers import kits
from markers.geometry import relative
from markers.livery import CAR_COLOURS, CONCRETE, DRIVERS, SIGNS, SUIT_COLOURS
from markers.pen import BLACK

Floats = NDArray[np.float64]

EYES = {
    "usual": np.eye(3),
    # Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
FOUR_APART, EIGHT_APART = 25.0, 13.0
"""Least distance of two drivers in CIELAB: 2.3 can just be seen side by side, 10 is told apart at a glance."""
FOURS = {"piecepack": "red black green blue", "home racers": "red yellow green blue"}


def _lab(colour: tuple[float, float, float], eye: Floats) -> Floats:
    """What an eye sees of a printed colour, in CIELAB (D65)."""
    rgb = np.array(colour)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(eye @ linear, 0.0, 1.0)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ seen / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def _nearest(names: list[str], eye: str) -> tuple[float, tuple[str, str]]:
    seen = {name: _lab(DRIVERS[name], EYES[eye]) for name in names}
    return min((float(np.linalg.norm(seen[a] - seen[b])), (a, b)) for a, b in combinations(names, 2))


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("game", FOURS)
def test_four_drivers_stay_apart_for_every_eye(game: str, eye: str) -> None:
    """The four colours of a game lie far apart, also for those who see no red, no green or no blue."""
    distance, pair = _nearest(FOURS[game].split(), eye)
    assert distance >= FOUR_APART, pair


@pytest.mark.parametrize("eye", EYES)
def test_eight_drivers_stay_apart_for_every_eye(eye: str) -> None:
    """So do the eight of nestorgames GP, a little nearer to one another."""
    distance, pair = _nearest(list(DRIVERS), eye)
    assert distance >= EIGHT_APART, pair


def test_every_driver_has_a_sign_of_his_own() -> None:
    """Beside each colour stands a shape, no two drivers of a game share one."""
    for letters in (SUIT_COLOURS, CAR_COLOURS):
        assert len({str(SIGNS[letter]) for letter in letters}) == len(letters)


CONTRAST = 0.65
"""Least step from a marker's ink to its pale ground, of 1 from black to white: tables are read as before with it."""
EVEN = 0.14
"""A camera that sees markers of two inks sees them so nearly alike."""


def test_markers_are_printed_in_dark_inks_that_a_camera_sees_alike() -> None:
    """Each stands out from the pale road by two thirds of what black does from white."""

    def grey(colour: tuple[float, float, float]) -> float:
        return float(np.dot(colour, (0.299, 0.587, 0.114)))

    inks = {
        design.marker_ink(relative(item))
        for name, design in kits.DESIGNS.items()
        for item in kits.manifest(name).items
        if item.markers
    } - {BLACK}
    shades = [grey(ink) for ink in inks]
    assert len(inks) >= 4
    assert max(shades) - min(shades) <= EVEN
    assert grey(CONCRETE) - max(shades) >= CONTRAST
