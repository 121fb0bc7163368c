"""The times of a race that is gone on with: none lies before what its record holds already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.record.entry import Entry
from referee.vision.scene import Frame


class RaceTime:
    """Puts later, all by the same span, the times of a source or clock that begins before the record's newest entry.

    So it is with a simulated table, whose time begins anew; a recording looked at from its beginning; and a system
    clock that was set back while the referee was away. The span is known with the first time that is told.

    Attributes
    ----------
    recorded_ns : the latest time in the record, 0 when it is empty.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.recorded_ns = max((entry.time_ns for entry in entries), default=0)
        self._later_ns = None if entries else 0

    @property
    def began_anew(self) -> bool:
        """Whether the first time that was told lay before the record's newest entry."""
        return bool(self._later_ns)

    def onward(self, now_ns: Callable[[], int]) -> Callable[[], int]:
        """A clock that goes on from the record; its first time is told at once."""
        self._told(now_ns())
        return lambda: self._told(now_ns())

    def stamped(self, frame: Frame) -> Frame:
        """The picture under its time in the race."""
        time_ns = self._told(frame.time_ns)
        return frame if time_ns == frame.time_ns else replace(frame, time_ns=time_ns)

    def _told(self, time_ns: int) -> int:
        if self._later_ns is None:
            self._later_ns = max(0, self.recorded_ns - time_ns)
        return time_ns + self._later_ns
