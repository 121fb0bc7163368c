"""A live source: a thread grabs, keeps only the newest picture, notices a dead or frozen stream and opens it again."""

from __future__ import annotations

import math
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from referee.devices.clock import Clock
from referee.devices.jpeg import Decoded
from referee.devices.opening import HANGS_AFTER_S, Grabber, Opener, Opening
from referee.devices.pace import Pace, RealPace
from referee.devices.status import ENDED, FROZEN, LOST, RUNNING, SourceStatus, StatusListener, ignore_status
from referee.errors import SourceError
from referee.vision.scene import Frame, Image
from referee.words.catalogue import told

LOST_AFTER_S = 1.0
FROZEN_AFTER_S = 2.0
WARM_UP_S = 1.5
"""A camera just opened may send black pictures until its exposure has settled: for so long they are left out."""
BLACK = 8
"""Darker than this everywhere: a covered lens, or a sensor that is not awake yet."""
_CLOSE_WITHIN_S = 0.5


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
    hangs_after_s : when an attempt to open it again is taken to hang and gets company.
    pace : how time passes.
    """

    live = True
    stills = False

    def __init__(
        self,
        name: str,
        first: Grabber,
        opener: Opener,
        clock: Clock,
        *,
        reopen_frozen_s: float = FROZEN_AFTER_S,
        patience_s: float | None = None,
        on_status: StatusListener = ignore_status,
        hangs_after_s: float = HANGS_AFTER_S,
        pace: Pace | None = None,
    ) -> None:
        self._name = name
        self._pace = pace or RealPace()
        self._opening = Opening(opener, name, self._pace, hangs_after_s)
        self._clock = clock
        self._reopen_frozen_s = reopen_frozen_s
        self._patience_s = patience_s
        self._on_status = on_status
        self._status = SourceStatus()
        self._newest: Frame | None = None
        self._count = 0
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._last_new = self._last_different = self._pace.now_s()
        self._last_sum = -1
        self._warm_at = -math.inf
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
                self._pace.wait_for(self._changed, partial(self._is_news, seen), 0.25)
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
        return self._pace.start(partial(self._run, grabber, self._turn), f"grab {self._name}")

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
                    self._set_state(ENDED, told("source-ended", text=self._name))
                break
            except SourceError as problem:
                if not self._is_over(turn):
                    self._set_state(LOST, told("trying-again", problem=str(problem)))
            except Exception as problem:  # noqa: BLE001 - whatever breaks in a driver or decoder, the race goes on
                if not self._is_over(turn):
                    text = f"{type(problem).__name__}: {problem}"
                    self._set_state(LOST, told("camera-failed", text=self._name, text2=text))
            self._let_go(grabber)
            grabber = None
        if grabber is not None:
            grabber.close()

    def _grab_until_bad(self, grabber: Grabber, turn: int) -> None:
        """Returns when the picture froze for too long, raises SourceError when the device is gone."""
        while not self._stop.is_set():
            self._grabbing_since = self._pace.now_s()
            try:
                grabbed = grabber.grab()
            finally:
                if turn == self._turn:
                    self._grabbing_since = math.inf
            if self._is_over(turn):
                return
            time_ns = self._clock.now_ns()
            image, in_colour = grabbed if isinstance(grabbed, Decoded) else (grabbed, None)
            if image is None:
                with self._changed:
                    self._status = replace(self._status, corrupt=self._status.corrupt + 1)
            if image is None or (self._pace.now_s() < self._warm_at and is_black(image)):
                self._look_at_the_time()
                continue
            frozen_s = self._take(image, time_ns, in_colour)
            if frozen_s >= self._reopen_frozen_s:
                self._last_different = self._pace.now_s()  # a full wait again before the next attempt
                return

    def _take(self, image: Image, time_ns: int, in_colour: Callable[[], Image] | None) -> float:
        """Publish a picture; returns for how long (s) it has been the same one."""
        now = self._pace.now_s()
        checksum = zlib.adler32(image.tobytes())
        if checksum != self._last_sum:
            self._last_sum, self._last_different = checksum, now
        frozen_s = now - self._last_different
        with self._changed:
            self._newest = Frame(image, time_ns, self._name, self._count, in_colour)
            self._count += 1
            self._last_new = now
            self._status = replace(self._status, frames=self._count)
            self._changed.notify_all()
        if frozen_s >= FROZEN_AFTER_S:
            self._set_state(FROZEN, self._still_words(image))
        elif frozen_s == 0 or self._status.state == LOST:
            self._set_state(RUNNING, "")
        return frozen_s

    def _still_words(self, image: Image) -> str:
        if is_black(image):
            return told("camera-black", text=self._name)
        return told("camera-frozen", text=self._name, frozen_after_s=f"{FROZEN_AFTER_S:.0f}")

    def _let_go(self, grabber: Grabber) -> None:
        """Close it before it is opened again; a device that hangs in that, too, is left to itself."""
        closed = threading.Event()

        def close() -> None:
            try:
                grabber.close()
            finally:
                closed.set()
                with self._changed:
                    self._changed.notify_all()

        self._pace.start(close, f"close {self._name}")
        with self._changed:
            self._pace.wait_for(self._changed, closed.is_set, _CLOSE_WITHIN_S)

    def _open_again(self, turn: int) -> Grabber | None:
        def tell(problem: SourceError) -> None:
            self._set_state(LOST, told("trying-again", problem=str(problem)))

        grabber = self._opening.again(partial(self._is_over, turn), tell)
        if grabber is not None:
            self._warm_at = self._pace.now_s() + WARM_UP_S
            with self._changed:
                self._status = replace(self._status, reopened=self._status.reopened + 1)
        return grabber

    # -- state ----------------------------------------------------------------------------------------------------

    def _is_news(self, seen: int) -> bool:
        newer = self._newest is not None and self._newest.index != seen
        return newer or self._stop.is_set() or self._status.state == ENDED

    def _look_at_the_time(self) -> None:
        """A device that hangs inside `grab` is noticed by whoever asks."""
        if self._status.state in (RUNNING, FROZEN) and self._pace.now_s() - self._last_new > LOST_AFTER_S:
            self._set_state(LOST, told("camera-silent", text=self._name, lost_after_s=f"{LOST_AFTER_S:.0f}"))
        with self._changed:  # the page and the match may both ask
            hangs = self._pace.now_s() - self._grabbing_since > self._reopen_frozen_s + 1.0
            if hangs and not self._stop.is_set():
                self._grabbing_since = math.inf
                self._thread = self._started(None)

    def _lose_patience(self) -> None:
        away = self._pace.now_s() - self._last_new
        if self._patience_s is not None and away > self._patience_s:
            raise SourceError(told("camera-away", text=self._name, away=f"{away:.0f}"))

    def _set_state(self, state: str, text: str) -> None:
        with self._changed:
            changed = state != self._status.state
            self._status = replace(self._status, state=state, text=text)
            status = self._status
            self._changed.notify_all()
        if changed:
            self._on_status(status)


def is_black(image: Image) -> bool:
    """Whether nothing can be seen in it at all."""
    return bool(image[::8, ::8].max() < BLACK)
