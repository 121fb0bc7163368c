"""A phone as the camera: its browser sends picture after picture, or one after each turn, to the page's server."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator

from referee.devices.clock import Clock, SystemClock
from referee.devices.jpeg import decode_brightness, picture_size
from referee.devices.status import LOST, RUNNING, SourceStatus, StatusListener, ignore_status
from referee.errors import SourceError
from referee.vision.scene import Frame
from referee.words.catalogue import told

PHONE = "phone"
"""What a user calls this source."""
LARGEST_BYTES = 4 * 2**20
"""A sharp JPEG of 1080p takes half a megabyte; photographs are made smaller before they are sent."""
LEAST_PX, MOST_PX = 240, 4096
LOST_AFTER_S = 2.0
"""Longer than for a camera on a cable: a radio may be silent for a moment."""
MOST_STILLS = 8
LOW_BATTERY = 20
"""Per cent."""


class PhoneCamera:
    """The one phone of a program: the server hands in what it sends, and who looks through it opens it as a source."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._source: PhoneSource | None = None

    def open(self, on_status: StatusListener = ignore_status) -> PhoneSource:
        """A new source; the one before it gets no pictures any more."""
        self._source = PhoneSource(self._clock, on_status)
        return self._source

    @property
    def wanted(self) -> bool:
        """Whether somebody looks through it."""
        return self._source is not None and not self._source.closed

    def take(self, data: bytes, page: str, number: int, still: bool = False, battery: int = 100) -> None:
        """Take in one JPEG. Raises SourceError when it is broken, or nobody looks.

        Parameters
        ----------
        page, number : which load of the phone's page sends it, and its number there: one overtaken by a newer one is
            left out.
        still : a photograph of its own, of the table at rest: none of these is left out.
        battery : what the phone has left, in per cent; 100 when it hangs on its charger.
        """
        if self._source is None or self._source.closed:
            raise SourceError(told("phone-not-wanted"))
        self._source.take(data, page, number, still, battery)


class PhoneSource:
    """What the phone sends, as a `FrameSource`; `stills` tells of which kind the newest picture is."""

    live = True

    def __init__(self, clock: Clock, on_status: StatusListener) -> None:
        self.name = told("phone-camera")
        self.stills = self.closed = False
        self._clock, self._on_status = clock, on_status
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Frame, bool]] = deque()
        self._status = SourceStatus(LOST, told("phone-awaited"))
        self._newest_of, self._newest = "", -1
        self._count = 0
        self._heard_s = time.monotonic()

    @property
    def status(self) -> SourceStatus:
        """How it is doing."""
        return self._status

    def take(self, data: bytes, page: str, number: int, still: bool, battery: int) -> None:
        """See `PhoneCamera.take`."""
        sides = picture_size(data) if len(data) <= LARGEST_BYTES else (0, 0)
        whole = decode_brightness(data) if min(sides) >= LEAST_PX and max(sides) <= MOST_PX else None
        if whole is None:
            raise SourceError(told("phone-picture-broken"))
        with self._changed:
            if still and len(self._waiting) >= MOST_STILLS:
                raise SourceError(told("phone-pictures-wait"))
            if page == self._newest_of and number <= self._newest:
                return
            self._newest_of, self._newest = page, number
            if self._waiting and not self._waiting[-1][1]:
                self._waiting.pop()
            frame = Frame(whole.image, self._clock.now_ns(), self.name, self._count, whole.in_colour)
            self._waiting.append((frame, still))
            self._count += 1
            self._heard_s = time.monotonic()
            self._changed.notify_all()
        low = battery <= LOW_BATTERY
        self._tell(RUNNING, told("phone-battery", percent=battery) if low else "")

    def frames(self) -> Iterator[Frame]:
        """Each photograph, and of the other pictures the newest; waits while the phone is away."""
        self._on_status(self._status)
        while not self.closed:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self.closed, 0.25)
                taken = self._waiting.popleft() if self._waiting else None
            if taken is not None:
                frame, self.stills = taken
                yield frame
            elif not self.stills and self._status.ok and time.monotonic() - self._heard_s > LOST_AFTER_S:
                self._tell(LOST, told("phone-silent"))

    def close(self) -> None:
        """End `frames`."""
        self.closed = True
        with self._changed:
            self._changed.notify_all()

    def _tell(self, state: str, text: str) -> None:
        with self._changed:
            news = (state, text) != (self._status.state, self._status.text)
            self._status = SourceStatus(state, text, self._count)
        if news:
            self._on_status(self._status)
