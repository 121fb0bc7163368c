"""Asks a camera for its pictures: compressed, as large as wanted, and fast enough to follow a hand.

Raw pictures of 1080p and more do not fit through USB at full rate, and a camera that cannot compress them falls to a
few a second. Then a smaller size that comes fast serves the referee better.
"""

from __future__ import annotations

import re
from typing import Protocol

import cv2

Size = tuple[int, int]
"""Width and height, px."""

USUAL: Size = (1920, 1080)
SMALLER: tuple[Size, ...] = ((1280, 720), (640, 480))
NAMED = {"4k": (3840, 2160), "1080p": USUAL, "720p": SMALLER[0]}
RATE = 30
SLOWEST = 8.0
"""Pictures a second: a camera that says it gives fewer is asked for smaller ones."""
MJPG = cv2.VideoWriter.fourcc(*"MJPG")


class Modes(Protocol):
    """What can be asked of a camera, as `cv2.VideoCapture` has it."""

    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...


def ask_for(capture: Modes, size: Size) -> None:
    """This size as MJPG, newest picture only; a smaller one where this would come at a crawl.

    What the camera then sends may still be of another size: the pictures themselves say so.
    """
    _ask(capture, size)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if not _crawls(capture):
        return
    for smaller in SMALLER:
        if smaller[0] < size[0]:
            _ask(capture, smaller)
            if not _crawls(capture):
                return
    _ask(capture, size)


def _ask(capture: Modes, size: Size) -> None:
    capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    if int(capture.get(cv2.CAP_PROP_FOURCC)) != MJPG:  # some systems forget it when the size changes
        capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FPS, RATE)


def _crawls(capture: Modes) -> bool:
    """Whether it says itself that few pictures come; a camera that says 0 says nothing."""
    return 0.0 < capture.get(cv2.CAP_PROP_FPS) < SLOWEST


def parted(text: str) -> tuple[str, Size]:
    """A camera's name and the picture size wanted of it, the usual one when none is named.

    >>> parted("0@4k"), parted("Logitech@1280x720"), parted("2")
    (('0', (3840, 2160)), ('Logitech', (1280, 720)), ('2', (1920, 1080)))
    """
    name, _, wanted = text.rpartition("@")
    found = re.fullmatch(r"([1-9]\d{2,4})x([1-9]\d{2,4})", wanted)
    size = NAMED.get(wanted.lower()) or ((int(found[1]), int(found[2])) if found else None)
    return (name, size) if name and size is not None else (text, USUAL)
