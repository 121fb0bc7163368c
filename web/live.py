"""What the page needs of a running race: `LiveRace`.

The page decides nothing. It draws a snapshot and posts commands; whoever implements `LiveRace` thinks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.commands import Command
from referee.record.incident_picture import Shown
from referee.record.kept import Kept
from referee.record.story import Story


class LiveRace(Protocol):
    """A race under way, as the page sees it. Every method may be called from many threads at once."""

    def snapshot(self) -> Mapping[str, Any]:
        """Everything the page shows, JSON-able; `seq` grows with every change.

        Its shape stands in `web/shape.py`. `time` is in ns, since 1970 or since a recording began;
        entries come newest first; `told` holds English sentences with what they are in each other language. What was
        handed out is never changed afterwards; a field that is the very same object has not changed.
        """

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` exists or the time is up; returns the newest seq."""

    def picture(self) -> tuple[bytes, int]:
        """The newest live JPEG with its overlay and its running number; (b"", 0) while there is none."""

    def beneath(self) -> tuple[bytes, int]:
        """The newest JPEG laid flat as the board is drawn, and a number that grows; (b"", 0) where it cannot be."""

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A JPEG kept beside an entry (``before``, ``after``). Raises KeyError when there is none."""

    def incident(self, entry_id: int) -> Shown:
        """The place of a verdict: its pictures, and what they show in words. Raises KeyError where it is not known."""

    def clip(self, entry_id: int) -> Sequence[bytes]:
        """The seconds before a verdict as JPEG pictures, oldest first. Raises KeyError when there are none."""

    def fingerprint(self, entry_id: int) -> str:
        """What names an entry of the record and all before it (`referee.record.seal`), "" where there is none."""

    def story(self) -> Story:
        """The race so far as it is told in a report. Raises KeyError before its start."""

    def notation(self) -> str:
        """The position in the game's notation, "" where it names what lies hidden: for the referee only."""

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing (SVG) of one of the newest verdict's `readings`. Raises KeyError when there is none."""

    def kept(self) -> Kept | None:
        """The race that was begun, with its record, to report, replay and pack; None while there is no such race."""

    def thumbnail(self, number: int) -> bytes:
        """A small JPEG from the n-th camera the guide lists. Raises KeyError when there is none."""

    def command(self, asked: Command) -> str:
        """Do what a person asked; returns a sentence. Raises RefereeError with one."""
