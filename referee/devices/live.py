"""A live source: a thread grabs, keeps only the newest picture, notices a dead or frozen stream and opens it again."""

from __future__ import annotations

import math
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Protocol

from referee.devices.clock import Clock
from referee.devices.status import ENDED, FROZEN, LOST, RUNNING, SourceStatus, StatusListener, ignore_status
from referee.errors import SourceError
from referee.vision.scene import Frame, Image

LOST_AFTER_S = 1.0
FROZEN_AFTER_S = 2.0
_PAUSES_S = (0.2, 0.5, 1.0, 2.0)  # before the first, second, ... attempt to open again; the last one repeats


class Grabber(Protocol):
    """One opened device or stream."""

    def grab(self) -> Image | None:
        """The next picture, waiting for it; None for one that arrived broken.

        Raises SourceError when the device is gone, and EndOfStreamError when the stream said that it is over.
        """

    def close(self) -> None: ...


class EndOfStreamError(Exception):
    """A stream that ended on purpose: there is nothing to open again."""


class LiveSource:
    """The newest picture of a camera or a stream, stamped with the clock's time as it was grabbed.

    Parameters
    ----------
    name : shown to people.
    first : the opened device.
    opener : opens it again; raises SourceError while it is away.
    clock : stamps the frames.
    reopen_frozen_s : open again when the picture has been frozen this long (a stream whose server still sends is given
        more time than a camera whose driver hangs). A device that has hung for a second more inside one `grab` is
        left to itself and opened anew.
    patience_s : `frames` raises SourceError when the source has been away this long; None waits for ever.
    on_status : told whenever the state changes; called by the grabbing thread or by the one that runs `frames`.
    """

    live = True
    stills = False

    def __init__(
        self,
        name: str,
        first: Grabber,
        opener: Callable[[], Grabber],
        clock: Clock,
        *,
        reopen_frozen_s: float = FROZEN_AFTER_S,
        patience_s: float | None = None,
        on_status: StatusListener = ignore_status,
    ) -> None:
        self._name = name
        self._opener = opener
        self._clock = clock
        self._reopen_frozen_s = reopen_frozen_s
        self._patience_s = patience_s
        self._on_status = on_status
        self._status = SourceStatus()
        self._newest: Frame | None = None
        self._count = 0
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._last_new = self._last_different = time.monotonic()
        self._last_sum = -1
        self._grabbing_since = math.inf
        self._turn = 0
        self._thread = self._started(first)

    @property
    def name(self) -> str:
        """The camera or address."""
        return self._name

    @property
    def status(self) -> SourceStatus:
        """How it is doing now."""
        self._look_at_the_time()
        with self._changed:
            return self._status

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time one is asked for, never one twice; waits while the source is away."""
        seen = -1
        while not self._stop.is_set():
            with self._changed:
                self._changed.wait_for(partial(self._is_news, seen), timeout=0.25)
                frame, ended = self._newest, self._status.state == ENDED
                if frame is not None and frame.index != seen:
                    skipped = frame.index - seen - 1
                    self._status = replace(self._status, dropped=self._status.dropped + skipped)
            if frame is not None and frame.index != seen:
                seen = frame.index
                yield frame
            elif ended:
                return
            else:
                self._look_at_the_time()
                self._lose_patience()

    def close(self) -> None:
        """Stops grabbing and lets the device go; may be called twice."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    # -- the grabbing thread --------------------------------------------------------------------------------------

    def _started(self, grabber: Grabber | None) -> threading.Thread:
        """A new thread that grabs; the one before it, if it hangs in its device, ends when that lets go of it."""
        self._turn += 1
        arguments = (grabber, self._turn)
        thread = threading.Thread(target=self._run, args=arguments, name=f"grab {self._name}", daemon=True)
        thread.start()
        return thread

    def _is_over(self, turn: int) -> bool:
        return self._stop.is_set() or turn != self._turn

    def _run(self, first: Grabber | None, turn: int) -> None:
        grabber = first
        while not self._is_over(turn):
            if grabber is None:
                grabber = self._open_again(turn)
                continue
            try:
                self._grab_until_bad(grabber, turn)
            except EndOfStreamError:
                if not self._is_over(turn):
                    self._set_state(ENDED, f"{self._name} has ended.")
                break
            except SourceError as problem:
                if not self._is_over(turn):
                    self._set_state(LOST, f"{problem} Trying again.")
            grabber.close()
            grabber = None
        if grabber is not None:
            grabber.close()

    def _grab_until_bad(self, grabber: Grabber, turn: int) -> None:
        """Returns when the picture froze for too long, raises SourceError when the device is gone."""
        while not self._stop.is_set():
            self._grabbing_since = time.monotonic()
            try:
                image = grabber.grab()
            finally:
                if turn == self._turn:
                    self._grabbing_since = math.inf
            if self._is_over(turn):
                return
            time_ns = self._clock.now_ns()
            if image is None:
                with self._changed:
                    self._status = replace(self._status, corrupt=self._status.corrupt + 1)
                self._look_at_the_time()
                continue
            frozen_s = self._take(image, time_ns)
            if frozen_s >= self._reopen_frozen_s:
                self._last_different = time.monotonic()  # a full wait again before the next attempt
                return

    def _take(self, image: Image, time_ns: int) -> float:
        """Publish a picture; returns for how long (s) it has been the same one."""
        now = time.monotonic()
        checksum = zlib.adler32(image.tobytes())
        if checksum != self._last_sum:
            self._last_sum, self._last_different = checksum, now
        frozen_s = now - self._last_different
        with self._changed:
            self._newest = Frame(image, time_ns, self._name, self._count)
            self._count += 1
            self._last_new = now
            self._status = replace(self._status, frames=self._count)
            self._changed.notify_all()
        if frozen_s >= FROZEN_AFTER_S:
            self._set_state(FROZEN, f"{self._name} shows the same picture for {FROZEN_AFTER_S:.0f} s: it may hang.")
        elif frozen_s == 0 or self._status.state == LOST:
            self._set_state(RUNNING, "")
        return frozen_s

    def _open_again(self, turn: int) -> Grabber | None:
        attempt = 0
        while turn == self._turn and not self._stop.wait(_PAUSES_S[min(attempt, len(_PAUSES_S) - 1)]):
            attempt += 1
            try:
                grabber = self._opener()
            except SourceError as problem:
                self._set_state(LOST, f"{problem} Trying again.")
                continue
            with self._changed:
                self._status = replace(self._status, reopened=self._status.reopened + 1)
            return grabber
        return None

    # -- state ----------------------------------------------------------------------------------------------------

    def _is_news(self, seen: int) -> bool:
        newer = self._newest is not None and self._newest.index != seen
        return newer or self._stop.is_set() or self._status.state == ENDED

    def _look_at_the_time(self) -> None:
        """A device that hangs inside `grab` is noticed by whoever asks."""
        if self._status.state in (RUNNING, FROZEN) and time.monotonic() - self._last_new > LOST_AFTER_S:
            self._set_state(LOST, f"No new picture from {self._name} for {LOST_AFTER_S:.0f} s.")
        with self._changed:  # the page and the match may both ask
            hangs = time.monotonic() - self._grabbing_since > self._reopen_frozen_s + 1.0
            if hangs and not self._stop.is_set():
                self._grabbing_since = math.inf
                self._thread = self._started(None)

    def _lose_patience(self) -> None:
        away = time.monotonic() - self._last_new
        if self._patience_s is not None and away > self._patience_s:
            raise SourceError(f"No picture came from {self._name} for {away:.0f} s; check its cable and power.")

    def _set_state(self, state: str, text: str) -> None:
        with self._changed:
            changed = state != self._status.state
            self._status = replace(self._status, state=state, text=text)
            status = self._status
            self._changed.notify_all()
        if changed:
            self._on_status(status)
