"""One line of the record, and what any store of such lines must do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


NewEntry = tuple[Entry, Mapping[str, bytes]]
"""An entry that is not stored yet, with its JPEG pictures by name."""


class Store(Protocol):
    """Where entries are kept.

    `append` and `append_all` return only when all is durable; else they raise RecordError, and nothing is kept.
    """

    @property
    def header(self) -> Mapping[str, Any]:
        """Game, players, switches, kit, program version: written once."""

    @property
    def damage(self) -> tuple[str, ...]:
        """What was lost or repaired when the record was opened, in sentences; empty when it was whole."""

    @property
    def left_log(self) -> str:
        """After `close`: which file must be copied along with the record, in a sentence; "" when none."""

    def head(self, number: int = 0) -> str:
        """The fingerprint of an entry (0: the newest), see `referee.record.seal`; "" for one that has no seal."""

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        """Store an entry and its JPEG pictures in one transaction; returns it with its id."""

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Store several entries in one transaction; returns them with their ids, which run on from the last one."""

    def entries(self) -> tuple[Entry, ...]: ...
    def picture(self, entry_id: int, name: str) -> bytes: ...
    def close(self) -> None: ...
