"""What a camera is asked for: compressed, large and fast, whatever it has of these."""

from __future__ import annotations

import cv2
import pytest

from referee.devices.camera_modes import MJPG, NAMED, USUAL, Size, ask_for

YUYV = cv2.VideoWriter.fourcc(*"YUYV")
FULL, HD, VGA, FOUR_K = (1920, 1080), (1280, 720), (640, 480), (3840, 2160)


class Camera:
    """A camera with a list of what it has, as its driver shows it: what is asked for becomes the nearest it has."""

    def __init__(self, modes: dict[tuple[int, Size], float], forgets: bool = False, says_rate: bool = True) -> None:
        self.modes, self.forgets, self.says_rate = modes, forgets, says_rate
        self.kind = next(iter(modes))[0]
        self.width, self.height = 640.0, 480.0
        self.buffers = 0.0

    def set(self, which: int, value: float) -> bool:
        if which == cv2.CAP_PROP_FOURCC and any(kind == int(value) for kind, _ in self.modes):
            self.kind = int(value)
        elif which == cv2.CAP_PROP_FRAME_WIDTH:
            self.width = value
        elif which == cv2.CAP_PROP_FRAME_HEIGHT:
            self.height = value
            self.kind = next(iter(self.modes))[0] if self.forgets else self.kind
        elif which == cv2.CAP_PROP_BUFFERSIZE:
            self.buffers = value
        return True

    def get(self, which: int) -> float:
        if which == cv2.CAP_PROP_FOURCC:
            return self.kind
        return self.modes[self.mode] if which == cv2.CAP_PROP_FPS and self.says_rate else 0.0

    @property
    def mode(self) -> tuple[int, Size]:
        """What it would send now."""
        wanted = self.width * self.height
        return min(
            (one for one in self.modes if one[0] == self.kind), key=lambda one: abs(one[1][0] * one[1][1] - wanted)
        )


BOTH = {
    (YUYV, VGA): 30.0,
    (YUYV, FULL): 5.0,
    (YUYV, FOUR_K): 1.0,
    (MJPG, VGA): 30.0,
    (MJPG, FULL): 30.0,
    (MJPG, FOUR_K): 30.0,
}
RAW = {(YUYV, VGA): 30.0, (YUYV, HD): 10.0, (YUYV, FULL): 5.0}


@pytest.mark.parametrize(
    ("modes", "size", "chosen"),
    [
        (BOTH, USUAL, (MJPG, FULL)),
        (BOTH, NAMED["4k"], (MJPG, FOUR_K)),
        (RAW, USUAL, (YUYV, HD)),
        ({(YUYV, VGA): 30.0, (YUYV, FULL): 5.0}, USUAL, (YUYV, VGA)),
        ({(YUYV, FULL): 5.0}, USUAL, (YUYV, FULL)),
        ({(MJPG, HD): 30.0}, USUAL, (MJPG, HD)),
    ],
    ids=["compressed", "4K compressed", "raw: smaller and faster", "raw: smallest", "slow only", "smaller than asked"],
)
def test_compressed_pictures_before_raw_ones_and_none_at_a_crawl(
    modes: dict[tuple[int, Size], float], size: Size, chosen: tuple[int, Size]
) -> None:
    """MJPG where the camera has it; raw pictures in the largest size that is not slow."""
    camera = Camera(modes)
    ask_for(camera, size)
    assert camera.mode == chosen
    assert camera.buffers == 1


def test_a_camera_that_forgets_the_kind_is_reminded_and_a_silent_one_believed() -> None:
    """Some drivers fall back to raw pictures when the size changes; some say no rate at all."""
    forgetful = Camera(BOTH, forgets=True)
    ask_for(forgetful, USUAL)
    assert forgetful.mode == (MJPG, FULL)
    silent = Camera(RAW, says_rate=False)
    ask_for(silent, USUAL)
    assert silent.mode == (YUYV, FULL)
