"""How a source of pictures is doing, for the page and the shell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

RUNNING, LOST, FROZEN, ENDED = "running", "lost", "frozen", "ended"


@dataclass(frozen=True)
class SourceStatus:
    """The state of a source at one moment.

    Attributes
    ----------
    state : ``running``; ``lost`` (no new picture for a second: it is being opened again); ``frozen`` (the same picture,
        byte by byte, for two seconds); ``ended``.
    text : one sentence for people; empty while all is well.
    frames : pictures taken from the device so far.
    corrupt : pictures that arrived broken and were left out.
    dropped : good pictures nobody asked for in time (live sources only).
    reopened : how often the source was opened again.
    """

    state: str = RUNNING
    text: str = ""
    frames: int = 0
    corrupt: int = 0
    dropped: int = 0
    reopened: int = 0

    @property
    def ok(self) -> bool:
        """Whether new pictures arrive."""
        return self.state == RUNNING


StatusListener = Callable[[SourceStatus], None]
"""Called with the new status whenever its `state` changes."""


def ignore_status(status: SourceStatus) -> None:
    """The listener of those who do not listen."""
