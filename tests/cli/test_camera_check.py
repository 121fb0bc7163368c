"""What `referee doctor --look` says of a camera."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from referee.cli import camera_check
from referee.cli.camera_check import look_through
from referee.devices.camera import CaptureGrabber
from referee.devices.cameras import CameraName
from referee.devices.steady import SCHEMES
from referee.errors import SourceError
from referee.vision.scene import Image
from tests.devices.test_camera_care import FakeCapture
from tests.devices.test_steady import FakeCamera

CAMERA = CameraName(0, "Toy", "")


@pytest.fixture(autouse=True)
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short look."""
    monkeypatch.setattr(camera_check, "PICTURES", 6)


def test_a_small_picture_is_said_so() -> None:
    """Size, rate and holding are told; a small picture leads to advice."""
    fake = FakeCamera()
    grabber = CaptureGrabber("toy", fake, SCHEMES["linux"])  # type: ignore[arg-type]
    found, advice = look_through(CAMERA, lambda camera: grabber)
    assert found.startswith("320 x 240, ")
    assert "held" in found  # or "not held yet": that takes two seconds of good light
    assert any("small" in sentence for sentence in advice)


def test_torn_pictures_are_said_so() -> None:
    """Every second picture arrives broken."""
    rng = np.random.default_rng(3)
    pictures: list[Image | None] = [None, *(rng.integers(0, 255, (240, 320, 3)).astype(np.uint8) for _ in range(9))]
    grabber = CaptureGrabber("toy", FakeCapture(itertools.cycle(pictures)))  # type: ignore[arg-type]
    _, advice = look_through(CAMERA, lambda camera: grabber)
    assert any("torn" in sentence for sentence in advice)


def test_a_camera_that_fails_is_told_in_a_sentence() -> None:
    """One that another program uses."""

    def busy(camera: CameraName) -> CaptureGrabber:
        raise SourceError("There is no camera 0 that gives pictures, or another program uses it; found: none.")

    assert look_through(CAMERA, busy) == (
        "does not open",
        ("There is no camera 0 that gives pictures, or another program uses it; found: none.",),
    )
