"""A recording as a source: with what was said at its time, and gone on with where a record of it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.addresses import shown_address
from referee.record.entry import Entry
from referee.vision.source import FrameSource

Said = list[tuple[float, str]]
"""(seconds after the first picture, declaration), oldest first."""

_LATE_NS = 1_000_000_000
"""A word is noted under the time of the picture before it; they are less than this apart."""


class Recording:
    """A source whose recording comes with what was said: each word is passed on just before its picture.

    `say` passes a word on. With `after_ns`, pictures before that time were looked at in an earlier run and are passed
    over, and so are the words that were noted then (`noted` of them, as the record says).
    """

    def __init__(
        self,
        source: FrameSource,
        said: Said,
        say: Callable[[str], object],
        after_ns: int | None = None,
        noted: int = 0,
    ) -> None:
        self.name, self.live = source.name, source.live
        self._source, self._said, self._say = source, said, say
        self._after_ns, self._noted = after_ns, noted
        self._waiting: Said | None = None
        self._first_ns = 0
        self._shown_ns: int | None = None

    @property
    def stills(self) -> bool:
        """Whether the newest picture is a settled scene by itself."""
        return self._source.stills

    def frames(self) -> Iterator[Any]:
        """The pictures that have not been looked at; asked for again, it goes on after the last one it gave."""
        for frame in self._source.frames():
            if self._waiting is None:
                self._first_ns = frame.time_ns
                self._waiting = self._unsaid(self._first_ns)
            if self._after_ns is not None and frame.time_ns < self._after_ns:
                continue
            if self._shown_ns is not None and frame.time_ns <= self._shown_ns:
                continue
            while self._waiting and (frame.time_ns - self._first_ns) / 1e9 >= self._waiting[0][0]:
                self._say(self._waiting.pop(0)[1])
            self._shown_ns = frame.time_ns
            yield frame

    def close(self) -> None:
        """Let the source go."""
        self._source.close()

    def _unsaid(self, first_ns: int) -> Said:
        if self._after_ns is None:
            return list(self._said)
        stopped_ns = self._after_ns - first_ns
        surely = sum(time_s * 1e9 < stopped_ns for time_s, _ in self._said)
        perhaps = sum(time_s * 1e9 <= stopped_ns + _LATE_NS for time_s, _ in self._said)
        return self._said[min(max(surely, self._noted), perhaps) :]


def going_on_at(header: Mapping[str, Any], entries: Sequence[Entry], source: str) -> int | None:
    """The time (ns of the recording) up to which a record has seen this very recording; None when it has not.

    It is the same recording when the record says the same place, or the same file name elsewhere.
    """
    kept = str(header.get("source", ""))
    if not kept or (kept != shown_address(source) and Path(kept).name != Path(source).name):
        return None
    if not any(entry.kind == "start" for entry in entries):
        return None
    return max(entry.time_ns for entry in entries)


def words_noted(entries: Sequence[Entry]) -> int:
    """How many words of people a record holds."""
    return sum(entry.kind == "declare" and entry.origin == "person" for entry in entries)
