"""Reads random Racepack tables, with all variants, from rendered pictures and counts those not read as they lie.

    .venv/bin/python tools/read_racepack_tables.py --tables 500 --size 1920x1080

Tables are drawn by lot (random_racepack_tables.py) with one and two piecepacks, wide main straights, hairpins
and chicanes, laid as people lay things and rendered from the printed sheets under changing light, each by a camera of
its own, hung by lot. The eye sees each for the first time, its lens guessed, in six pictures, and what it settles on
is read twice: as a table never seen before, and as the table that is expected. With `--crowded` two to four cars stand
on one tile, often with coins beside them, and hide it. With `--tracks` the road is one of the ready tracks, in turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
from drawn_tables import Difference, TableRead, options, settled, size_of, some_light, told
from random_racepack_tables import random_table

from markers import kits
from markers.design import Wish
from markers.kit import Manifest, PlacedPiece
from markers.racepack_tracks import TRACKS, track_named
from referee.errors import NotationError
from referee.games.racepack.circuit import tile_squares
from referee.games.racepack.drawn_track import circuit_of
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, Place
from referee.games.racepack.position import observation_text
from referee.games.racepack.table import layout, read
from referee.games.racepack.variants import BASE_GAME, Variants
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop

PICTURES = 6
"""A pawn that stands off the road is put right in the third picture, and then four must agree."""
VARIANTS = tuple(
    Variants(packs=packs, main=main, hairpins=hairpins, chicanes=chicanes)
    for packs, main, hairpins, chicanes in product((1, 2), ("", "four", "pit"), (False, True), (False, True))
)
PLAYERS = {1: (2, 3, 4), 2: (3, 4, 5, 6, 7, 8)}
DICE_AS_CARS = {"dC", "dA"}


def differences(true: Observation, seen: Observation) -> Iterator[Difference]:
    """In what a reading differs from the table."""
    if seen.circuit != true.circuit:
        yield Difference(False, f"track {true.circuit} read as {seen.circuit}")
    cars, found = dict(true.cars), dict(seen.cars)
    for car in sorted(cars.keys() | found.keys()):
        if cars.get(car) != found.get(car):
            yield Difference(car not in found, f"car {car}: {cars.get(car)} read as {found.get(car)}")
    yield from (Difference(False, f"not there: hazard {one}") for one in seen.hazards if one not in true.hazards)
    for hazard in true.hazards:
        if hazard not in seen.hazards:
            yield Difference(hazard[0] in seen.unseen, f"missed: hazard {hazard}")
    if seen.lap != true.lap:
        yield Difference(seen.lap is None, f"lap {true.lap} read as {seen.lap}")
    if (true.tray and true.tray.face) != (seen.tray and seen.tray.face):
        yield Difference(seen.tray is None, f"tray {true.tray} read as {seen.tray}")


def drawn(
    number: int, kit: Manifest, variants: Variants, crowded: bool = False, track: str = ""
) -> tuple[Observation, tuple[PlacedPiece, ...]]:
    """A table by lot that there is room for, and wider than high: cameras hang along the longer side."""
    dice = random.Random(number)
    allowed = PLAYERS[variants.packs]
    circuit = circuit_of(track_named(track)) if track else None
    while True:
        table = random_table(allowed[dice.randrange(len(allowed))], dice, variants, circuit)
        table = with_a_crowd(table, dice) if crowded else table
        assert table.circuit is not None
        wide, high = table.circuit.extent
        if wide < high:
            continue
        try:
            return table, layout(observation_text(table), kit)
        except NotationError:
            continue


def with_a_crowd(table: Observation, dice: random.Random) -> Observation:
    """The table with some of its cars on one tile, and perhaps coins on what is left of that."""
    assert table.circuit is not None
    squares = list(tile_squares(dice.choice(table.circuit.all_tiles)))
    dice.shuffle(squares)
    cars: dict[str, Place] = {
        car: OffTrack() if isinstance(place, OnSquare) and place.square in squares else place
        for car, place in table.cars
    }
    for car in dice.sample(sorted(cars), dice.randint(2, min(4, len(cars)))):
        cars[car] = OnSquare(squares.pop())
    taken = {place.square for place in cars.values() if isinstance(place, OnSquare)}
    hazards = [(square, face) for square, face in table.hazards if square not in taken and square not in squares]
    moved = [(squares.pop(), face) if squares and dice.random() < 0.5 else (square, face) for square, face in hazards]
    return replace(table, cars=tuple(sorted(cars.items())), hazards=tuple(sorted(moved)))


@cache
def printed(packs: int, track: str = "", small: bool = False) -> tuple[Manifest, bytes]:
    """The kit with so many piecepacks or with a ready track, with small markers or not, and its sheets as PDF."""
    wish = Wish(packs=packs, track=track, small_markers=small)
    return kits.manifest("racepack", wish=wish), kits.pdf("racepack", wish=wish)


def read_tables(
    count: int, size: tuple[int, int], seed: int, crowded: bool = False, tracks: bool = False, small: bool = False
) -> Iterator[TableRead]:
    """Each table with what is wrong in its settled readings."""
    for number in range(seed, seed + count):
        variants = BASE_GAME if tracks else VARIANTS[number % len(VARIANTS)]
        track = list(TRACKS)[number % len(TRACKS)] if tracks else ""
        kit, sheets = printed(variants.packs, track, small)
        table, pieces = drawn(number, kit, variants, crowded, track)
        rng = np.random.default_rng(number)
        laid = Tabletop(kit, pieces, rng).pieces
        camera = race_camera(laid, size, number, kit)
        renderer = Renderer(kit, sheets, camera, some_light(number))
        yield _read(number, table, kit, renderer, laid, rng)


def _read(
    number: int,
    table: Observation,
    kit: Manifest,
    renderer: Renderer,
    laid: Sequence[PlacedPiece],
    rng: np.random.Generator,
) -> TableRead:
    """One table seen, and read both ways; one who does not know the race takes dice for dice, not for cars."""
    text = observation_text(table)
    scene = settled(kit, renderer, laid, rng, PICTURES)
    if scene is None:
        return TableRead(number, text, (Difference(True, "the table does not come to rest"),), ())
    found: list[Difference] = []
    problems: list[str] = []
    known_only = DICE_AS_CARS & dict(table.cars).keys()
    for expected in (text,) if known_only else (text, None):
        reading = read(scene.scene, kit, expected)
        problems += reading.problems
        if reading.observation is None:
            found.append(Difference(True, "no board"))
        else:
            found += differences(table, reading.observation)
    return TableRead(number, text, tuple(found), tuple(dict.fromkeys(problems)))


def main() -> None:
    """Reads the tables, prints each that is not read right, and how many there were."""
    parser = options(__doc__.splitlines()[0])
    parser.add_argument("--crowded", action="store_true")
    parser.add_argument("--tracks", action="store_true")
    chosen = parser.parse_args()
    how = (chosen.crowded, chosen.tracks, chosen.small_markers)
    told(read_tables(chosen.tables, size_of(chosen), chosen.seed, *how), chosen.size)


if __name__ == "__main__":
    main()
