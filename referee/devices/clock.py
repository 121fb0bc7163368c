"""Where time comes from: one clock that never runs backwards, whatever the system does to its own."""

from __future__ import annotations

import threading
import time
from typing import Protocol

_ANCHOR_NS = time.time_ns() - time.monotonic_ns()
"""Read once a run: clocks made before and after somebody set the system's time tell the same time."""


class Clock(Protocol):
    """Tells the time in nanoseconds since 1970."""

    def now_ns(self) -> int: ...


class SystemClock:
    """The system's time, read once for all clocks of a run; from then on the monotonic clock counts.

    So setting the system's time changes nothing. Two readings are never equal and never go back, from whichever thread
    they are asked.
    """

    def __init__(self) -> None:
        self._last_ns = 0
        self._lock = threading.Lock()

    def now_ns(self) -> int:
        """Nanoseconds since 1970, later than every reading before."""
        with self._lock:
            self._last_ns = max(self._last_ns + 1, _ANCHOR_NS + time.monotonic_ns())
            return self._last_ns
