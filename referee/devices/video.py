"""Recordings as a source: every frame, in order, with the time it has in the recording."""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import cv2
import numpy as np

from referee.devices.jpeg import LARGEST_PIXELS, LARGEST_SIDE_PX
from referee.devices.status import ENDED, RUNNING, SourceStatus
from referee.errors import SourceError
from referee.vision.scene import Frame, Image

_AHEAD = 8  # frames decoded while the last one is looked at
_USUAL_RATE = 30.0


class Video:
    """A video file, decoded ahead by a thread.

    `realtime` paces the frames as they were recorded; else they come as fast as they are asked for.
    """

    live = False
    stills = False

    def __init__(self, path: Path, *, realtime: bool = False) -> None:
        self._name = path.name
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        sides = (self._capture.get(cv2.CAP_PROP_FRAME_WIDTH), self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if max(sides) > LARGEST_SIDE_PX or sides[0] * sides[1] > LARGEST_PIXELS:
            self._capture.release()
            raise SourceError(f"The pictures of {path} are larger than any camera takes; save it again, smaller.")
        opened, first = self._capture.read() if self._capture.isOpened() else (False, None)
        if not opened or first is None:
            self._capture.release()
            raise SourceError(f"{path} is not a video that can be read; it may be cut off or of an unknown kind.")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and 0.1 <= rate <= 1000 else _USUAL_RATE
        self._promised = int(max(0.0, self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._realtime = realtime
        self._queue: queue.Queue[Image | None] = queue.Queue(_AHEAD)
        self._queue.put(np.asarray(first, np.uint8))
        self._stop = threading.Event()
        self._taken = 0
        self._ended = False
        self._thread = threading.Thread(target=self._decode, name=f"video {path.name}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """The file's name."""
        return self._name

    @property
    def frames_per_second(self) -> float:
        """The rate it was recorded at (30 when the file does not say)."""
        return self._rate

    @property
    def status(self) -> SourceStatus:
        """How far it has come; says so when the file ended earlier than it promised."""
        text = ""
        if self._ended and self._taken < 0.9 * self._promised:
            text = f"{self._name} ends after {self._taken} of {self._promised} frames; the file may be cut off."
        return SourceStatus(ENDED if self._ended else RUNNING, text, frames=self._taken)

    def frames(self) -> Iterator[Frame]:
        """Every frame; time = index / rate, from 0."""
        started = monotonic()
        while not self._stop.is_set():
            try:
                image = self._queue.get(timeout=0.2)
            except queue.Empty:
                continue
            if image is None:
                self._ended = True
                return
            index = self._taken
            self._taken += 1
            if self._realtime:
                self._stop.wait(max(0.0, started + index / self._rate - monotonic()))
            yield Frame(image, round(index * 1e9 / self._rate), self._name, index)

    def close(self) -> None:
        """Stops decoding; may be called twice."""
        self._stop.set()
        self._thread.join(timeout=5.0)

    def _decode(self) -> None:
        while not self._stop.is_set():
            more, image = self._capture.read()
            if not self._hand_over(np.asarray(image, np.uint8) if more and image is not None else None) or not more:
                break
        self._capture.release()

    def _hand_over(self, image: Image | None) -> bool:
        """Put a frame where `frames` finds it; False when the source was closed meanwhile."""
        while not self._stop.is_set():
            try:
                self._queue.put(image, timeout=0.2)
                return True
            except queue.Full:
                continue
        return False
