"""A laid table as the eye would report it, with a way to spoil it; and random tables of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from random_racepack_tables import random_table

from markers.kits import manifest
from referee.games.base import Reading
from referee.games.racepack.observation import Observation
from referee.games.racepack.table import layout, read
from tests.games.sightings import From, Seen

KIT = manifest("racepack")
FIGURE_1 = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:n1,C:n2,M:l1,S:l2 hazards=c9-,k9-,q4- lap=3"


@dataclass
class Table:
    """Sightings that a test may move, take away or add to, and what the picture covers."""

    seen: dict[str, Seen]
    clear_mm: tuple[tuple[float, float], ...] = ()
    hidden_mm: tuple[tuple[float, float], ...] = ()
    covered: tuple[tuple[tuple[float, float], ...], ...] = ()
    more: tuple[Seen, ...] = ()
    standpoint: From | None = None

    @property
    def sightings(self) -> tuple[Seen, ...]:
        """All of them."""
        return (*self.seen.values(), *self.more)

    def change(self, piece: str, **fields: Any) -> None:
        """Give one sighting other values."""
        self.seen[piece] = replace(self.seen[piece], **fields)

    def push(self, piece: str, dx_mm: float, dy_mm: float) -> None:
        """Push one piece aside."""
        self.change(piece, x_mm=self.seen[piece].x_mm + dx_mm, y_mm=self.seen[piece].y_mm + dy_mm)

    def take(self, *pieces: str) -> None:
        """Take pieces away."""
        for piece in pieces:
            del self.seen[piece]

    def tile(self, x_mm: float, y_mm: float) -> str:
        """The tile nearest to a board point."""
        tiles = [seen for seen in self.seen.values() if seen.piece.startswith("tile:")]
        return min(tiles, key=lambda seen: (seen.x_mm - x_mm) ** 2 + (seen.y_mm - y_mm) ** 2).piece

    def read(self, expected: str | None = None) -> Reading:
        """What the referee makes of it."""
        return read(self, KIT, expected)


@pytest.fixture
def lay() -> Callable[[str], Table]:
    """Lay any position; the eye's frame is the board's."""

    def laid(position: str) -> Table:
        pieces = layout(position, KIT)
        return Table({p.piece: Seen(p.piece, p.side, p.x_mm, p.y_mm, p.angle_deg) for p in pieces})

    return laid


@pytest.fixture
def figure_1() -> str:
    """The recommended track with the cars on the grid."""
    return FIGURE_1


@pytest.fixture
def table(lay: Callable[[str], Table], figure_1: str) -> Table:
    """The recommended track, laid."""
    return lay(figure_1)


@pytest.fixture(scope="session")
def observe() -> Callable[[Random], Observation]:
    """Any table of the base game that the notation can show, by chance; with three players two dice are cars."""
    return lambda chance: random_table(3 if chance.random() < 0.3 else 4, chance)
