"""How time passes for a live source: as it does, or as a test says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Pace(Protocol):
    """What a live source asks of time and threads."""

    def now_s(self) -> float:
        """Seconds since some moment; never runs backwards."""

    def wait_for(self, changed: threading.Condition, wanted: Callable[[], bool], within_s: float) -> None:
        """With `changed` held: wait until `wanted`, but no longer than this."""

    def start(self, work: Callable[[], None], name: str) -> threading.Thread:
        """Do this beside everything else."""


class RealPace:
    """The machine's own time."""

    def now_s(self) -> float:
        """The monotonic clock."""
        return time.monotonic()

    def wait_for(self, changed: threading.Condition, wanted: Callable[[], bool], within_s: float) -> None:
        """A condition's own waiting."""
        changed.wait_for(wanted, timeout=within_s)

    def start(self, work: Callable[[], None], name: str) -> threading.Thread:
        """A thread that keeps no program alive."""
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        return thread
