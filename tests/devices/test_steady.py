"""A camera's settings are held when its picture is good, and free again when the light changes."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from referee.devices.camera import CaptureGrabber
from referee.devices.steady import FREE, HELD, LOOK_EVERY, LOOKS, REFUSED, SCHEMES, Steadier
from referee.vision.scene import Image

EXPOSURE, AUTO = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE
WHILE = LOOKS * LOOK_EVERY + LOOK_EVERY


class FakeCamera:
    """A camera under a lamp: its picture is as light as exposure and lamp make it, with wandering bands by flicker."""

    def __init__(self, mains_hz: float = 0.0, obeys: bool = True, can: bool = True) -> None:
        self.lamp, self.mains_hz, self.obeys, self.can = 1.0, mains_hz, obeys, can
        self.likes = 156.0
        self.set_to = {AUTO: 3.0, EXPOSURE: 156.0, cv2.CAP_PROP_FOCUS: 40.0, cv2.CAP_PROP_AUTOFOCUS: 1.0,
                       cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 4200.0}  # fmt: skip
        self.frames = 0
        self.open = True

    def get(self, propId: int, /) -> float:
        return self.set_to[propId]

    def set(self, propId: int, value: float, /) -> bool:
        if self.can:
            self.set_to[propId] = value
        return self.can

    def picture(self) -> Image:
        self.frames += 1
        if self.set_to[AUTO] != 1.0:
            self.set_to[EXPOSURE] = self.likes / self.lamp
        light = 110.0 * self.lamp * self.set_to[EXPOSURE] / self.likes
        if not self.obeys and self.set_to[AUTO] == 1.0:
            light *= 0.3
        bands = np.zeros(240)
        if self.mains_hz:
            waves = 2.0 * self.mains_hz * self.set_to[EXPOSURE] * 1e-4
            depth = abs(math.sin(math.pi * waves) / (math.pi * waves))
            bands = light * depth * np.sin(np.arange(240) / 20.0 + 2.1 * self.frames)
        rows = light + bands
        noise = np.random.default_rng(self.frames).normal(0.0, 3.0, (240, 320))
        return np.repeat(np.clip(rows[:, None] + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, Image]:
        return True, self.picture()

    def release(self) -> None:
        self.open = False


def watched(camera: FakeCamera, pictures: int, steadier: Steadier | None = None) -> Steadier:
    """The camera after so many pictures more."""
    steadier = steadier or Steadier(camera, SCHEMES["linux"])
    for _ in range(pictures):
        steadier.see(camera.picture())
    return steadier


def test_good_settings_are_held_and_given_back() -> None:
    """After two seconds of even light what the camera chose is fixed; when it is closed it may choose again."""
    camera = FakeCamera()
    grabber = CaptureGrabber("toy", camera, SCHEMES["linux"])  # type: ignore[arg-type]
    for _ in range(WHILE):
        grabber.grab()
    held = dict(camera.set_to)
    assert held[AUTO] == 1.0
    assert (held[cv2.CAP_PROP_AUTOFOCUS], held[cv2.CAP_PROP_AUTO_WB]) == (0.0, 0.0)
    assert (held[EXPOSURE], held[cv2.CAP_PROP_FOCUS], held[cv2.CAP_PROP_WB_TEMPERATURE]) == (156.0, 40.0, 4200.0)
    grabber.close()
    assert (camera.set_to[AUTO], camera.set_to[cv2.CAP_PROP_AUTOFOCUS], camera.open) == (3.0, 1.0, False)


def test_a_few_pictures_hold_nothing() -> None:
    """A thumbnail's five pictures leave the camera alone."""
    camera = FakeCamera()
    assert watched(camera, 5).state == FREE
    assert camera.set_to[AUTO] == 3.0


def test_when_the_lamp_goes_out_the_camera_may_choose_again() -> None:
    """Much darker for long: free, and held again once it is good and even."""
    camera = FakeCamera()
    steadier = watched(camera, WHILE + WHILE)
    assert steadier.state == HELD
    camera.lamp = 0.3
    watched(camera, WHILE, steadier)
    assert camera.set_to[AUTO] == 3.0
    watched(camera, WHILE, steadier)
    assert (steadier.state, camera.set_to[AUTO]) == (HELD, 1.0)
    assert camera.set_to[EXPOSURE] == pytest.approx(520.0)


@pytest.mark.parametrize(("mains_hz", "half_wave"), [(50.0, 100.0), (60.0, 1000.0 / 12.0)])
@pytest.mark.few(1)
def test_flicker_is_seen_and_exposed_away(mains_hz: float, half_wave: float) -> None:
    """Wandering bands lead to an exposure of whole half-waves, whichever mains it is."""
    camera = FakeCamera(mains_hz)
    camera.likes = 145.0
    steadier = watched(camera, WHILE)
    steadier = watched(camera, 5 * WHILE, steadier)
    assert steadier.state == HELD
    assert abs(camera.set_to[EXPOSURE] / half_wave - round(camera.set_to[EXPOSURE] / half_wave)) < 0.01
    assert not steadier.flickers


def test_a_camera_that_does_not_obey_is_left_alone() -> None:
    """One that refuses, and one that goes dark when it is held, are never held again."""
    stubborn = FakeCamera(can=False)
    assert watched(stubborn, WHILE).state == REFUSED
    dark = FakeCamera(obeys=False)
    steadier = watched(dark, 3 * WHILE)
    assert steadier.state == REFUSED
    assert dark.set_to[AUTO] == 3.0


def test_settings_made_by_hand_stay() -> None:
    """A camera found held, in good light, keeps what its owner has set; in the dark it may choose."""
    camera = FakeCamera()
    camera.set_to[AUTO] = 1.0
    steadier = watched(camera, 3 * WHILE)
    steadier.let_go()
    assert (camera.set_to[AUTO], camera.set_to[EXPOSURE]) == (1.0, 156.0)
    camera.lamp = 0.05
    watched(camera, WHILE, steadier)
    assert camera.set_to[AUTO] == 3.0
