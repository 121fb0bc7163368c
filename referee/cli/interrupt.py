"""Ctrl-C, once: the first press stops the program in good order, and an impatient second one does not disturb that."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

PATIENCE_S = 10.0
"""A press this long after the first ends the program at once: by then something hangs. The record is safe."""


class Interrupts:
    """What Ctrl-C does."""

    def __init__(
        self, now_s: Callable[[], float] = time.monotonic, leave_at_once: Callable[[int], object] = os._exit
    ) -> None:
        self._now_s = now_s
        self._leave_at_once = leave_at_once
        self._first_s: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt at the first press; while that is being followed others do nothing."""
        now_s = self._now_s()
        if self._first_s is None:
            self._first_s = now_s
            raise KeyboardInterrupt
        if now_s - self._first_s > PATIENCE_S:
            self._leave_at_once(130)

    def leave(self) -> None:
        """End the program, all being closed. After Ctrl-C a thread may still be in code of C++; if it came back while
        Python takes itself apart, the program would end with "terminate called" and a signal."""
        if self._first_s is not None:
            sys.stdout.flush()
            sys.stderr.flush()
            self._leave_at_once(130)
        sys.exit(130)


def one_interrupt_is_enough() -> Interrupts:
    """From here on Ctrl-C stops this program once; to be called once, by the main thread."""
    interrupts = Interrupts()
    signal.signal(signal.SIGINT, interrupts)
    return interrupts
