"""A laid table as the eye would report it, with a way to spoil it; and random tables of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from markers.kits import manifest
from referee.games.base import Reading
from referee.games.racepack.notation import CARS, FACES
from referee.games.racepack.observation import (
    Circuit,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
)
from referee.games.racepack.table import layout, read
from referee.games.racepack.table.places import corners, step, tile_squares
from referee.games.racepack.table.ring import Cell, clockwise, is_ring
from tests.games.sightings import Seen

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
    """Any table that the notation can show, by chance."""
    return random_observation


def ring_of_24(chance: Random) -> set[Cell]:
    """A rectangle with random bulges until it has 24 tiles."""
    while True:
        width, height = chance.randint(3, 11), chance.randint(3, 11)
        if width + height > 14:
            continue
        edge = [(i, j) for i in range(width) for j in range(height) if i in (0, width - 1) or j in (0, height - 1)]
        ring = set(edge)
        for _ in range(300):
            if len(ring) == 24:
                return ring
            ring = bulged(ring, chance)


def bulged(ring: set[Cell], chance: Random) -> set[Cell]:
    """The ring with one straight tile pushed out sideways, where that leaves a road; else as it was."""
    middle = chance.choice(sorted(ring))
    out = chance.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
    ends = [(middle[0] + sign * out[1], middle[1] + sign * out[0]) for sign in (-1, 1)]
    if not ring.issuperset(ends):
        return ring
    grown = (ring - {middle}) | {(i + out[0], j + out[1]) for i, j in [middle, *ends]}
    return grown if len(grown) == len(ring) + 2 and is_ring(grown) else ring


def random_circuit(chance: Random) -> Circuit:
    """Any legal road of 24 tiles with its line anywhere on a straight."""
    cells = clockwise(ring_of_24(chance))
    left, low = min(i for i, _ in cells), min(j for _, j in cells)
    tiles = tuple((2 * (i - left) + 1, 2 * (j - low) + 1) for i, j in cells)
    straight = [n for n in range(24) if step(tiles[n - 1], tiles[n]) == step(tiles[n], tiles[(n + 1) % 24])]
    first = chance.choice(straight)
    return Circuit(tiles[first:] + tiles[:first], chance.randrange(2))


def random_observation(chance: Random) -> Observation:
    """Any road with cars and coins anywhere, any lap, perhaps a die in the tray."""
    circuit = random_circuit(chance)
    squares = [square for tile in circuit.tiles for square in tile_squares(tile)]
    chance.shuffle(squares)
    pawns, dice = CARS[:4], CARS[-2:]
    names = (*pawns, *dice) if chance.random() < 0.3 else pawns
    hazards = [(squares.pop(), chance.random() < 0.5) for _ in range(chance.randint(0, 4))]
    pose = (chance.randint(-200, 200) / 10, chance.randint(-200, 200) / 10, float(chance.randrange(360)))
    return Observation(
        circuit=circuit,
        cars=tuple(sorted((name, random_place(circuit, squares, chance)) for name in names)),
        hazards=tuple(sorted(hazards)),
        lap=chance.choice([None, 0, 1, 2, 3, 4, 5]),
        tray=TrayDie(chance.choice(FACES), *pose) if chance.random() < 0.7 else None,
    )


def random_place(circuit: Circuit, squares: list[Square], chance: Random) -> Place:
    """On the road, outside a corner or off the track."""
    kind = chance.random()
    if kind < 0.6:
        return OnSquare(squares.pop())
    return OutsideCorner(chance.choice(corners(circuit)).tile) if kind < 0.85 else OffTrack()
