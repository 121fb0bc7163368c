"""Recordings as a source: every frame, in order, with the time it has in the recording."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import cv2
import numpy as np

from referee.devices.film_library import film_library
from referee.devices.jpeg import LARGEST_PIXELS, LARGEST_SIDE_PX, Decoded
from referee.devices.status import ENDED, RUNNING, SourceStatus
from referee.errors import SourceError
from referee.vision.scene import Frame, Image
from referee.words.catalogue import told

if TYPE_CHECKING:
    import av
    from av.container import InputContainer
    from av.video.stream import VideoStream

_AHEAD = 8  # frames decoded while the last one is looked at
_USUAL_RATE = 30.0
_BRIGHTNESS_APART = {f"yuv{j}{kind}p" for j in ("", "j") for kind in (420, 422, 444)} | {"nv12", "nv21"}
"""Kinds of films whose first plane is the brightness, a byte a pixel."""
_FULL_RANGE = 2
_BLACK, _GAIN = np.array([16.0, 0.0, 0.0, 0.0]), 255.0 / 219.0
"""Films write black as 16 and white as 235 (ITU-R BT.601), but for those that say that they use all values."""


class Video:
    """A video file, decoded ahead by a thread.

    `realtime` paces the frames as they were recorded; else they come as fast as they are asked for.
    """

    live = False
    stills = False

    def __init__(self, path: Path, *, realtime: bool = False) -> None:
        self._name = path.name
        self._film, stream = _opened(path)
        self._pictures = _decoded(self._film, stream)
        first = next(self._pictures, None)
        if first is None:
            self._film.close()
            raise SourceError(told("film-unreadable", text=str(path)))
        rate = float(stream.guessed_rate or stream.average_rate or 0)
        self._rate = rate if 0.1 <= rate <= 1000 else _USUAL_RATE
        length_s = float((stream.duration or 0) * (stream.time_base or 0))
        self._promised = stream.frames or round(length_s * self._rate)
        self._realtime = realtime
        self._queue: queue.Queue[Decoded | None] = queue.Queue(_AHEAD)
        self._queue.put(first)
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
            text = told("film-ends-early", text=self._name, taken=self._taken, promised=self._promised)
        return SourceStatus(ENDED if self._ended else RUNNING, text, frames=self._taken)

    def frames(self) -> Iterator[Frame]:
        """Every frame; time = index / rate, from 0."""
        started = monotonic()
        while not self._stop.is_set():
            try:
                picture = self._queue.get(timeout=0.2)
            except queue.Empty:
                continue
            if picture is None:
                self._ended = True
                return
            index = self._taken
            self._taken += 1
            if self._realtime:
                self._stop.wait(max(0.0, started + index / self._rate - monotonic()))
            yield Frame(picture.image, round(index * 1e9 / self._rate), self._name, index, picture.in_colour)

    def close(self) -> None:
        """Stops decoding; may be called twice."""
        self._stop.set()
        self._thread.join(timeout=5.0)

    def _decode(self) -> None:
        for picture in self._pictures:
            if not self._hand_over(picture):
                break
        else:
            self._hand_over(None)
        self._film.close()

    def _hand_over(self, picture: Decoded | None) -> bool:
        """Put a frame where `frames` finds it; False when the source was closed meanwhile."""
        while not self._stop.is_set():
            try:
                self._queue.put(picture, timeout=0.2)
                return True
            except queue.Full:
                continue
        return False


def _opened(path: Path) -> tuple[InputContainer, VideoStream]:
    av = film_library()
    try:
        film = av.open(str(path))
    except av.FFmpegError as problem:
        raise SourceError(told("film-unreadable", text=str(path))) from problem
    if not film.streams.video:
        film.close()
        raise SourceError(told("film-unreadable", text=str(path)))
    stream = film.streams.video[0]
    if max(stream.width, stream.height) > LARGEST_SIDE_PX or stream.width * stream.height > LARGEST_PIXELS:
        film.close()
        raise SourceError(told("film-too-large", text=str(path)))
    stream.thread_type = "AUTO"
    return film, stream


def _decoded(film: InputContainer, stream: VideoStream) -> Iterator[Decoded]:
    """The film's pictures in order; what is damaged is left out."""
    problem = film_library().FFmpegError
    packets = film.demux(stream)
    while True:
        try:
            packet = next(packets, None)
        except problem:  # cut off here
            return
        if packet is None:
            return
        try:
            frames = packet.decode()
        except problem:
            continue
        yield from map(_shown, frames)


def _shown(frame: av.VideoFrame) -> Decoded:
    """A film's picture, upright: its brightness, and its colours when they are asked for."""
    quarters = round(frame.rotation / 90) % 4

    def in_colour() -> Image:
        return np.ascontiguousarray(np.rot90(frame.to_ndarray(format="bgr24"), quarters))

    if frame.format.name not in _BRIGHTNESS_APART:
        return Decoded(in_colour())
    plane = frame.planes[0]
    values = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)[: frame.height, : frame.width]
    full = frame.color_range == _FULL_RANGE or frame.format.name.startswith("yuvj")
    if not full:
        values = np.asarray(cv2.convertScaleAbs(cv2.subtract(values, _BLACK), alpha=_GAIN), np.uint8)
    return Decoded(np.array(np.rot90(values, quarters), order="C"), cache(in_colour))
