"""Opens a device: an attempt that hangs is left to itself, does not hold back the next, and may still be the first.

A driver may hang in opening for minutes, most often just after the camera was plugged in. So each attempt has a thread
of its own, and the next one begins when the newest has said nothing for a while. The first to open the device wins;
whatever opens after it is closed at once, so that two of ours never hold a device that answers.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, Protocol, TypeVar

from referee.devices.jpeg import Decoded
from referee.devices.pace import Pace, RealPace
from referee.errors import SourceError
from referee.vision.scene import Image
from referee.words.catalogue import told

HANGS_AFTER_S = 3.0
"""An attempt that says nothing for so long gets company; each further one is given twice as long."""
MOST_LEFT = 5
PAUSES_S = (0.2, 0.5)
"""After an attempt that failed: the first time, and then."""
_LOOK_AGAIN_S = 0.25


class Grabber(Protocol):
    """One opened device or stream."""

    def grab(self) -> Image | Decoded | None:
        """The next picture, waiting for it; None for one that arrived broken.

        Raises SourceError when the device is gone, and EndOfStreamError when the stream said that it is over.
        """

    def close(self) -> None: ...


Opener = Callable[[], Grabber]
"""Opens a device, however long that takes; raises SourceError when it cannot."""
Opened = TypeVar("Opened", bound=Grabber)


class Opening(Generic[Opened]):
    """The attempts to open one device.

    Parameters
    ----------
    opener : one attempt.
    name : of the device, for people.
    pace : how time passes.
    hangs_after_s : when an attempt is taken to hang; infinite: one attempt at a time, however long it takes.
    """

    def __init__(
        self, opener: Callable[[], Opened], name: str, pace: Pace, hangs_after_s: float = HANGS_AFTER_S
    ) -> None:
        self._opener, self._name, self._pace = opener, name, pace
        self._hangs_after_s = hangs_after_s
        self._changed = threading.Condition()
        self._begun_s: dict[int, float] = {}
        self._attempts = self._waiting = 0
        self._opened: Opened | None = None
        self._problem: SourceError | None = None

    def first(self, within_s: float) -> Opened:
        """Open it now. Raises SourceError when it cannot be opened, or not in this time."""
        end_s = self._pace.now_s() + within_s
        grabber = self.again(lambda: self._pace.now_s() >= end_s, _give_up, pause_s=0.0)
        if grabber is None:
            raise SourceError(told("camera-no-answer", text=self._name, seconds=f"{within_s:.0f}"))
        return grabber

    def again(
        self, is_over: Callable[[], bool], tell: Callable[[SourceError], None], pause_s: float = PAUSES_S[0]
    ) -> Opened | None:
        """Try, after a pause, until it is open, telling why it is not yet; None when it `is_over`."""
        failed, not_before_s = 0, self._pace.now_s() + pause_s
        self._count_waiting(1)
        try:
            while not is_over():
                grabber, problem = self._news()
                if grabber is not None:
                    return grabber
                if problem is not None:
                    tell(problem)
                    failed += 1
                    not_before_s = self._pace.now_s() + PAUSES_S[min(failed, len(PAUSES_S)) - 1]
                if self._pace.now_s() >= not_before_s and self._may_begin():
                    self._begin()
                with self._changed:
                    wait_s = min(_LOOK_AGAIN_S, max(0.0, not_before_s - self._pace.now_s()) or _LOOK_AGAIN_S)
                    self._pace.wait_for(self._changed, partial(self._has_news_or, is_over), wait_s)
            return None
        finally:
            self._count_waiting(-1)

    def _news(self) -> tuple[Opened | None, SourceError | None]:
        with self._changed:
            opened, self._opened = self._opened, None
            problem, self._problem = self._problem, None
            return opened, problem

    def _has_news_or(self, is_over: Callable[[], bool]) -> bool:
        return self._opened is not None or self._problem is not None or is_over()

    def _may_begin(self) -> bool:
        """Whether no attempt is under way but such as hang, and not too many of those."""
        with self._changed:
            left = len(self._begun_s)
            if left == 0:
                return True
            patience_s = self._hangs_after_s * 2.0 ** (left - 1)
            return left < MOST_LEFT and self._pace.now_s() - max(self._begun_s.values()) >= patience_s

    def _begin(self) -> None:
        with self._changed:
            self._attempts += 1
            number = self._attempts
            self._begun_s[number] = self._pace.now_s()
        self._pace.start(partial(self._attempt, number), f"open {self._name}")

    def _attempt(self, number: int) -> None:
        grabber, problem = None, None
        try:
            grabber = self._opener()
        except SourceError as raised:
            problem = raised
        finally:
            surplus = self._hand_over(number, grabber, problem)
        if surplus is not None:
            surplus.close()

    def _hand_over(self, number: int, grabber: Opened | None, problem: SourceError | None) -> Opened | None:
        """Take in what an attempt led to; returns what nobody needs any more."""
        with self._changed:
            newest = number == max(self._begun_s)
            del self._begun_s[number]
            needed = self._waiting > 0 and self._opened is None
            if needed and grabber is not None:
                self._opened = grabber
            elif needed and newest:  # why an older one fails at last is no news
                self._problem = problem
            self._changed.notify_all()
            return grabber if grabber is not self._opened else None

    def _count_waiting(self, more: int) -> None:
        """When nobody waits any more, what has been opened meanwhile is let go."""
        with self._changed:
            self._waiting += more
            surplus = None
            if self._waiting == 0:
                surplus, self._opened, self._problem = self._opened, None, None
        if surplus is not None:
            surplus.close()


def within(opener: Callable[[], Opened], seconds: float, name: str) -> Opened:
    """What one attempt opens. Raises SourceError when it fails, or after so many seconds."""
    return Opening(opener, name, RealPace(), math.inf).first(seconds)


def _give_up(problem: SourceError) -> None:
    raise problem
