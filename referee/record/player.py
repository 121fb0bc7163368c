"""Playing a record back: where the replay stands, how fast it goes, and what each key does. It knows no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

KEYS = {
    " ": "play or pause",
    "right": "next turn",
    "left": "the turn before",
    "f": "next fault or question",
    "b": "the fault or question before",
    "+": "twice as fast",
    "-": "half as fast",
    "home": "first turn",
    "end": "last turn",
    "q": "stop",
}
"""Every key and what it does, for the help line."""

SLOWEST, FASTEST = 1 / 8, 256.0
LONGEST_WAIT_S = 60.0


@dataclass(frozen=True)
class Player:
    """The state of a replay.

    Attributes
    ----------
    times_ns : when each turn was closed.
    marked : which of them are faults or open questions.
    index : the turn shown; -1 before the first.
    speed : how many times as fast as the race was.
    playing : whether the next turn comes by itself.
    stopped : the user has had enough.
    """

    times_ns: Sequence[int]
    marked: Sequence[bool]
    index: int = -1
    speed: float = 1.0
    playing: bool = True
    stopped: bool = False

    @property
    def last(self) -> bool:
        """Whether the last turn is shown."""
        return self.index >= len(self.times_ns) - 1

    def wait_s(self) -> float | None:
        """Seconds until the next turn comes by itself; None when it does not."""
        if not self.playing or self.last:
            return None
        if self.index < 0:
            return 0.0
        gap_s = (self.times_ns[self.index + 1] - self.times_ns[self.index]) / 1e9
        return min(LONGEST_WAIT_S, max(0.0, gap_s / self.speed))

    def forward(self) -> Player:
        """On to the next turn; stays on the last one."""
        return replace(self, index=min(self.index + 1, len(self.times_ns) - 1))

    def press(self, key: str) -> Player:
        """What a key does; keys that mean nothing change nothing. Stepping by hand pauses."""
        last = len(self.times_ns) - 1
        match key:
            case " ":
                return replace(self, playing=not self.playing)
            case "right" | "left" | "f" | "b" | "home" | "end":
                return replace(self, index=self._target(key, last), playing=False)
            case "+" | "=":
                return replace(self, speed=min(FASTEST, self.speed * 2))
            case "-":
                return replace(self, speed=max(SLOWEST, self.speed / 2))
            case "q":
                return replace(self, stopped=True)
            case _:
                return self

    def _target(self, key: str, last: int) -> int:
        first = min(0, last)
        match key:
            case "right":
                return min(self.index + 1, last)
            case "left":
                return max(self.index - 1, first)
            case "home":
                return first
            case "f":
                return next((i for i in range(self.index + 1, last + 1) if self.marked[i]), self.index)
            case "b":
                return next((i for i in range(self.index - 1, -1, -1) if self.marked[i]), self.index)
            case _:
                return last
