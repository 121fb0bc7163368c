"""The whole way through pictures: laid, drawn by the simulator, seen by the eye, read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from calibration.camera_model import CameraModel
from markers import kits
from markers.kit import PlacedPiece
from referee.games.racepack.observation import Observation
from referee.games.racepack.position import observation_text
from referee.games.racepack.table import layout, read
from referee.simulator.camera import VirtualCamera, camera_over
from referee.simulator.look import look
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Scene

KIT = kits.manifest("racepack")
LOOKS = ("living-room", "window", "dusk", "busy", "plain")


@cache
def sheets() -> bytes:
    """The kit's art."""
    return kits.pdf("racepack")


def camera_for(pieces: Sequence[PlacedPiece], size: tuple[int, int], chance: Random) -> VirtualCamera:
    """A camera that a person hung up: a few degrees off, turned a little, with a webcam's lens."""
    low = (min(piece.x_mm for piece in pieces) - 40.0, min(piece.y_mm for piece in pieces) - 40.0)
    high = (max(piece.x_mm for piece in pieces) + 60.0, max(piece.y_mm for piece in pieces) + 60.0)
    pose = (chance.uniform(-6, 6), chance.uniform(-6, 6), chance.uniform(-10, 10))
    return camera_over(low, high, size, 60.0, pose, (chance.uniform(-0.12, 0.05), 0.01, 0.001, -0.001))


def wide_table(observe: Callable[[Random], Observation], chance: Random) -> Observation:
    """A random table at least as wide as it is high: a camera hangs along the longer side."""
    while True:
        truth = observe(chance)
        if truth.circuit is not None and truth.circuit.extent[0] >= truth.circuit.extent[1]:
            return truth


def scene_of(truth: Observation, size: tuple[int, int], seed: int, calibrated: bool) -> Scene:
    """One picture of the table, as the eye sees it."""
    rng = np.random.default_rng(seed)
    pieces = Tabletop(KIT, layout(observation_text(truth), KIT), rng).pieces
    camera = camera_for(pieces, size, Random(seed))
    image = Renderer(KIT, sheets(), camera, look(LOOKS[seed % len(LOOKS)])).render(pieces, [], rng)
    model = CameraModel(*size, camera.matrix, np.asarray(camera.distortion), 0.1, 0.2, "the simulator's truth")
    return Eye(KIT, model if calibrated else None).look(Frame(image, 0, "simulator", 0))


@pytest.mark.parametrize(
    ("size", "seed"),
    [
        ((1280, 720), 100),
        *(pytest.param((1280, 720), seed, marks=pytest.mark.long) for seed in (101, 102)),
        ((1280, 720), 103),
        pytest.param((1920, 1080), 104, marks=pytest.mark.long),
        pytest.param((1920, 1080), 105, marks=pytest.mark.long),
    ],
)
def test_a_picture_of_a_laid_position_reads_as_that_position(
    observe: Callable[[Random], Observation], size: tuple[int, int], seed: int
) -> None:
    """Random roads and cars come back from one rendered picture, with a calibrated and with a guessed lens.

    A coin that a car hides from the camera may be missing, if its square is said to be unseen.
    """
    chance = Random(seed)
    truth = wide_table(observe, chance)
    if "dC" in dict(truth.cars):
        truth = replace(truth, cars=tuple(item for item in truth.cars if len(item[0]) == 1))
    reading = read(scene_of(truth, size, seed, calibrated=seed % 2 == 0), KIT, None)
    assert reading.problems == ()
    found = reading.observation
    hazards = tuple(hazard for hazard in truth.hazards if hazard[0] not in found.unseen)
    assert replace(found, tray=None, unseen=frozenset()) == replace(truth, tray=None, hazards=hazards)
    assert len(found.unseen) <= 2
    assert (found.tray.face if found.tray else None) == (truth.tray.face if truth.tray else None)
