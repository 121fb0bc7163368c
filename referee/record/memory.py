"""A store that lives in memory only: for `--headless` without a record, and for judging again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.errors import RecordError
from referee.record.entry import Entry


class MemoryStore:
    """Entries in a list. Nothing is durable, so it never stands behind a page that claims "saved"."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header: Mapping[str, Any] = dict(header)
        self.damage: tuple[str, ...] = ()
        self._entries: list[Entry] = []
        self._pictures: dict[tuple[int, str], bytes] = {}

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Keep an entry and its pictures; returns it with its number."""
        stored = replace(entry, id=len(self._entries) + 1, pictures=tuple(pictures))
        self._entries.append(stored)
        self._pictures.update({(stored.id, name): jpeg for name, jpeg in pictures.items()})
        return stored

    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    def picture(self, entry_id: int, name: str) -> bytes:
        """One picture. Raises RecordError when there is none of that name."""
        try:
            return self._pictures[entry_id, name]
        except KeyError:
            raise RecordError(f"entry {entry_id} has no picture {name!r}") from None

    def close(self) -> None:
        """Nothing to close."""
