"""Pictures with a number and a camera that plays a script."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from referee.devices.live import EndOfStreamError
from referee.vision.scene import Image


def image(number: int) -> Image:
    """A small picture whose grey level is its number."""
    return np.full((48, 64, 3), number, np.uint8)


def jpeg(number: int) -> bytes:
    """The same as JPEG."""
    return bytes(cv2.imencode(".jpg", image(number))[1])


def level(picture: Image) -> int:
    """The number back."""
    return round(float(picture.mean()))


def until(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


class Scripted:
    """A grabber that plays a script: a picture, None (broken), an exception, or a pause in seconds."""

    def __init__(self, script: Iterator[Image | Exception | float | None]) -> None:
        self.script = script
        self.closed = False

    def grab(self) -> Image | None:
        for step in self.script:
            if isinstance(step, float):
                time.sleep(step)
            elif isinstance(step, Exception):
                raise step
            else:
                return step
        raise EndOfStreamError

    def close(self) -> None:
        self.closed = True


def changing(pause: float = 0.01) -> Iterator[Image | Exception | float | None]:
    """Pictures for ever, each another one."""
    for number in itertools.count():
        yield image(number % 250)
        yield pause
