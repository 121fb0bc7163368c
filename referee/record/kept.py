"""A race that was begun, with all that a report, a replay or a bundle is made of."""

from __future__ import annotations

from dataclasses import dataclass

from markers.kit import Manifest
from referee.mind.reasoned import Game
from referee.record.entry import Entry, Store


@dataclass(frozen=True)
class Kept:
    """What is kept of a race.

    Attributes
    ----------
    game, kit : what was played, with which print.
    store : the record; `entries` are its entries as they were when this was asked for.
    path : the record's file, "" when it is in memory only.
    over : whether the race is over; before, the record may hold what some may not know yet.
    """

    game: Game
    kit: Manifest
    store: Store
    entries: tuple[Entry, ...]
    path: str
    over: bool = True
