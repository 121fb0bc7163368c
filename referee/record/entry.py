"""One line of the record, and what any store of such lines must do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

KINDS = ("start", "stop", "declare", "verdict", "close", "correct", "overrule", "undo", "note", "end")
ORIGINS = ("camera", "person", "replay")


@dataclass(frozen=True)
class Entry:
    """One thing that happened, never changed afterwards.

    Attributes
    ----------
    id : running number from 1; 0 before it is stored.
    time_ns : when, from the frame or the device that caused it.
    origin : camera, person or replay.
    kind : one of `KINDS`. ``start`` carries the start position in `after`; ``stop`` a settled observation
        (data["observation"]); ``declare`` what was said (data["text"]); ``verdict`` a verdict (data = its fields) that
        closes a turn or stands provisionally (data["provisional"]); ``undo`` names the entry it takes back
        (data["entry"]).
    cause : in words, why this entry exists.
    before, after : positions in notation.
    data : further JSON-able facts.
    pictures : names of the pictures stored beside it (``before``, ``after``, and ``clip``: the seconds before, see
        `referee.recent`).
    """

    time_ns: int
    origin: str
    kind: str
    cause: str
    before: str
    after: str
    data: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[str, ...] = ()
    id: int = 0


class Store(Protocol):
    """Where entries are kept. `append` returns only when the entry is durable; it raises RecordError otherwise."""

    @property
    def header(self) -> Mapping[str, Any]:
        """Game, players, switches, kit, program version: written once."""

    @property
    def damage(self) -> tuple[str, ...]:
        """What was lost or repaired when the record was opened, in sentences; empty when it was whole."""

    @property
    def left_log(self) -> str:
        """After `close`: which file must be copied along with the record, in a sentence; "" when none."""

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Store an entry and its JPEG pictures in one transaction; returns it with its id."""

    def entries(self) -> tuple[Entry, ...]: ...
    def picture(self, entry_id: int, name: str) -> bytes: ...
    def close(self) -> None: ...
