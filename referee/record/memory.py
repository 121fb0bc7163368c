"""A record that is kept nowhere: for trying out, for tests, and for races nobody wants to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.errors import RecordError
from referee.record.entry import Entry, NewEntry
from referee.record.entry_json import as_stored


class MemoryStore:
    """Entries in a list; behaves as a stored record does until the program ends.

    >>> store = MemoryStore({"game": "racepack"})
    >>> store.append(Entry(0, "person", "note", "hello", "", ""), {}).id
    1
    """

    def __init__(self, header: Mapping[str, Any] | None = None) -> None:
        self._header = dict(header or {})
        self._entries: list[Entry] = []
        self._pictures: dict[tuple[int, str], bytes] = {}

    @property
    def header(self) -> Mapping[str, Any]:
        """What was said of the race when it began."""
        return self._header

    @property
    def damage(self) -> tuple[str, ...]:
        """Never any."""
        return ()

    @property
    def left_log(self) -> str:
        """Never any."""
        return ""

    def head(self, number: int = 0) -> str:
        """None: what is kept nowhere is not sealed."""
        return ""

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Keep an entry and its pictures; returns it with its id. Raises RecordError for what no record could hold."""
        return self.append_all([(entry, pictures)])[0]

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Keep several entries, or none of them when one raises RecordError."""
        first = len(self._entries) + 1
        stored = tuple(as_stored(entry, first + at, tuple(pictures)) for at, (entry, pictures) in enumerate(new))
        self._entries.extend(stored)
        for kept, (_, pictures) in zip(stored, new, strict=True):
            self._pictures.update({(kept.id, name): jpeg for name, jpeg in pictures.items()})
        return stored

    def entries(self) -> tuple[Entry, ...]:
        """Every entry, oldest first."""
        return tuple(self._entries)

    def picture(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises RecordError when there is none."""
        try:
            return self._pictures[(entry_id, name)]
        except KeyError:
            raise RecordError(f"The record holds no picture {name!r} beside entry {entry_id}.") from None

    def close(self) -> None:
        """Nothing is held open."""
