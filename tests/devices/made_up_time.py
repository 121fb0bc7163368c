"""Time that passes only when every thread of a test waits: minutes of a camera's life in milliseconds."""

from __future__ import annotations

import threading
from collections.abc import Callable

STEP_S = 0.02
"""Who waits for something looks again this often."""


class TimeIsUp(BaseException):
    """The test is over: ends a thread where it waits."""


class MadeUpTime:
    """A `Pace` for a live source, and the clock and the sleep of the devices that a test plays.

    One thread runs at a time; when it waits, time goes on to the moment at which the next one wakes.
    """

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._now_s = 0.0
        self._running = 1
        self._sleeping: dict[int, float] = {}
        self._tickets = 0
        self._over = False

    def now_s(self) -> float:
        """Made-up seconds since the test began."""
        return self._now_s

    def now_ns(self) -> int:
        """The same as a clock."""
        return round(self._now_s * 1e9)

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        with self._lock:
            if self._over:
                raise TimeIsUp
            self._tickets += 1
            ticket = self._tickets
            self._sleeping[ticket] = self._now_s + seconds
            self._running -= 1
            self._wake()
            self._lock.wait_for(lambda: ticket not in self._sleeping or self._over, timeout=20.0)
            if self._over:
                raise TimeIsUp

    def wait_for(self, changed: threading.Condition, wanted: Callable[[], bool], within_s: float) -> None:
        """Look every twentieth of a second."""
        end_s = self._now_s + within_s
        while not wanted() and self._now_s < end_s:
            changed.release()
            try:
                self.sleep(min(STEP_S, end_s - self._now_s))
            finally:
                changed.acquire()

    def start(self, work: Callable[[], None], name: str) -> threading.Thread:
        """A thread that counts as running until it ends."""

        def run() -> None:
            try:
                work()
            except TimeIsUp:
                return
            finally:
                with self._lock:
                    self._running -= 1
                    self._wake()

        with self._lock:
            if self._over:
                raise TimeIsUp
            self._running += 1
        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
        return thread

    def until(self, condition: Callable[[], bool], within_s: float) -> float:
        """Let time pass until something is so; returns when that was, or infinity."""
        end_s = self._now_s + within_s
        while not condition():
            if self._now_s >= end_s:
                return float("inf")
            self.sleep(STEP_S)
        return self._now_s

    def end(self) -> None:
        """All threads end where they wait."""
        with self._lock:
            self._over = True
            self._lock.notify_all()

    def _wake(self) -> None:
        """With the lock held: when nobody runs, the first to wake does."""
        if self._running == 0 and self._sleeping:
            ticket = min(self._sleeping, key=lambda one: (self._sleeping[one], one))
            self._now_s = max(self._now_s, self._sleeping.pop(ticket))
            self._running += 1
            self._lock.notify_all()
