"""Tables as they might look, drawn by lot: what the eye is tried on. Not all of them can come about in a race."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from referee.games.base import Dice
from referee.games.racepack.circuit import recommended, tile_squares, way_between
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
from referee.games.racepack.position import FACES
from referee.games.racepack.table.lattice import SIDES, is_ring, roads
from referee.games.racepack.table.places import corners
from referee.games.racepack.variants import BASE_GAME, Variants, teams_for

A_PACK = 24
HAZARDS = 4
"""Coins in the kit, for each piecepack."""
BULGES = 300
OWN_TRACK_SHARE, ON_ROAD_SHARE, BESIDE_SHARE, IN_TRAY_SHARE = 0.7, 0.6, 0.25, 0.7
TRAY_REACH_MM = 200

Value = TypeVar("Value")


def random_table(
    players: int, dice: Dice, variants: Variants = BASE_GAME, circuit: Circuit | None = None
) -> Observation:
    """Any road, or this one, with cars and coins anywhere, any lap, perhaps a die in the tray; of these variants."""
    circuit = circuit or random_circuit(dice, variants)
    squares = _shuffled((square for tile in circuit.all_tiles for square in tile_squares(tile)), dice)
    hazards = dice.randrange(1 + HAZARDS * variants.packs)
    found = tuple(sorted((squares.pop(), dice.random() < 0.5) for _ in range(hazards)))
    cars = tuple(sorted((car, _place(circuit, squares, dice)) for car in teams_for(players, variants.packs).cars))
    x, y = (dice.randrange(2 * TRAY_REACH_MM + 1) - TRAY_REACH_MM for _ in range(2))
    die = TrayDie(FACES[dice.randrange(len(FACES))], x / 10, y / 10, float(dice.randrange(360)))
    lap = dice.randrange(len(FACES) + 1)
    return Observation(
        circuit=circuit,
        cars=cars,
        hazards=found,
        lap=lap if lap < len(FACES) else None,
        tray=die if dice.random() < IN_TRAY_SHARE else None,
    )


def random_circuit(dice: Dice, variants: Variants = BASE_GAME) -> Circuit:
    """A road of all tiles: any one that closes, or where the variants want a special place, the recommended one."""
    special = variants.main or variants.hairpins or variants.chicanes
    if special or dice.random() > OWN_TRACK_SHARE:
        return recommended(variants)
    ring = roads(_ring(A_PACK * variants.packs, dice))[0].ring
    count = len(ring)
    left, low = min(x for x, _ in ring), min(y for _, y in ring)
    tiles = tuple((x - left + 1, y - low + 1) for x, y in ring)
    straight = [
        n for n in range(count) if way_between(tiles[n - 1], tiles[n]) == way_between(tiles[n], tiles[(n + 1) % count])
    ]
    first = _one_of(straight, dice)
    return Circuit(tiles[first:] + tiles[:first], dice.randrange(2))


def _ring(count: int, dice: Dice) -> set[Square]:
    """A rectangle with bulges at random until it has so many tiles."""
    while True:
        width, height = 3 + dice.randrange(count // 3 + 1), 3 + dice.randrange(count // 3 + 1)
        if 2 * (width + height - 2) > count:
            continue
        cells = ((i, j) for i in range(width) for j in range(height))
        ring = {(2 * i, 2 * j) for i, j in cells if i in (0, width - 1) or j in (0, height - 1)}
        for _ in range(BULGES):
            if len(ring) == count:
                return ring
            ring = _bulged(ring, dice)


def _bulged(ring: set[Square], dice: Dice) -> set[Square]:
    """The ring with one straight tile pushed out sideways, where that leaves a road; else as it was."""
    middle = _one_of(sorted(ring), dice)
    out = _one_of(SIDES, dice)
    ends = [(middle[0] + sign * out[1], middle[1] + sign * out[0]) for sign in (-1, 1)]
    if not ring.issuperset(ends):
        return ring
    grown = (ring - {middle}) | {(i + out[0], j + out[1]) for i, j in [middle, *ends]}
    return grown if len(grown) == len(ring) + 2 and is_ring(grown) else ring


def _place(circuit: Circuit, squares: list[Square], dice: Dice) -> Place:
    """On the road, outside a corner or off the track."""
    kind = dice.random()
    if kind < ON_ROAD_SHARE:
        return OnSquare(squares.pop())
    return OutsideCorner(_one_of(tuple(corners(circuit)), dice)) if kind < ON_ROAD_SHARE + BESIDE_SHARE else OffTrack()


def _one_of(values: Sequence[Value], dice: Dice) -> Value:
    return values[dice.randrange(len(values))]


def _shuffled(values: Iterable[Value], dice: Dice) -> list[Value]:
    left, found = list(values), []
    while left:
        found.append(left.pop(dice.randrange(len(left))))
    return found
