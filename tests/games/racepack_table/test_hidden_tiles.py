"""Tiles that cars hide from the camera: told when nothing else can be there, asked for when something else can.

The camera hangs 800 mm high, far to the right of the track: what stands on a tile hides what lies to the left of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from random_racepack_tables import random_table

from markers.design import Wish
from markers.kits import manifest
from referee.games.base import Reading
from referee.games.polygon import distance_to, hull
from referee.games.problem import pieces_at_fault
from referee.games.racepack.circuit import recommended, tile_squares
from referee.games.racepack.observation import Circuit, Observation, OffTrack, OnSquare, Place, Square
from referee.games.racepack.position import observation_text, parse_observation
from referee.games.racepack.table import layout, read
from referee.games.racepack.table.hidden_tiles import blind_places, tile_spaces
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM, tile_centre
from referee.games.racepack.variants import Variants
from tests.games.sightings import From, Look, Seen

KITS = {1: manifest("racepack"), 2: manifest("racepack", wish=Wish(packs=2))}
ASIDE = From((900.0, 0.0, 800.0))
ALL = Variants(packs=2, main="four", hairpins=True, chicanes=True)
SEEN_MM = 11.0
"""A marker is seen when its middle is so far from all that is hidden."""


def table_with(circuit: Circuit, cars: Mapping[str, Square]) -> Observation:
    """A track with these cars on it."""
    places: list[tuple[str, Place]] = [(car, OnSquare(square)) for car, square in cars.items()]
    return Observation(circuit, tuple(sorted(places)), lap=3)


def look_at(table: Observation, packs: int, standpoint: From, chance: Random | None = None) -> Look:
    """What the camera sees of it: tiles of which no marker is in view are not seen."""
    seen = []
    for piece in layout(observation_text(table), KITS[packs]):
        off_mm = (chance.uniform(-1.0, 1.0), chance.uniform(-1.0, 1.0)) if chance else (0.0, 0.0)
        seen.append(Seen(piece.piece, piece.side, piece.x_mm + off_mm[0], piece.y_mm + off_mm[1], piece.angle_deg))
    blind = blind_places(Look(tuple(seen), standpoint=standpoint), {one.piece: one for one in seen}, KITS[packs])

    def in_view(tile: Seen) -> bool:
        spaces = tile_spaces((tile.x_mm, tile.y_mm), 0.0)
        return any(all(distance_to(space, area) > SEEN_MM for area in blind.behind.values()) for space in spaces)

    kept = [one for one in seen if not one.piece.startswith("tile:") or in_view(one)]
    return Look(tuple(kept), standpoint=standpoint)


def read_at(look: Look, packs: int) -> Reading:
    """What the referee makes of it when it sees the table for the first time."""
    return read(look, KITS[packs], None)


def side_by_side(circuit: Circuit, tile: Square) -> Observation:
    """Two cars on the right half of a tile, seen from the right: they hide all of it."""
    return table_with(circuit, {"S": (tile[0] + 1, tile[1]), "M": (tile[0] + 1, tile[1] + 1)})


def tiles_seen(look: Look) -> int:
    """How many tiles are seen."""
    return sum(one.piece.startswith("tile:") for one in look.sightings)


def test_a_tile_that_two_cars_hide_is_told() -> None:
    """In a track of one piecepack, and of two with hairpin, chicane and four lanes, which need not take all tiles."""
    for packs, circuit in ((1, recommended(Variants())), (2, recommended(ALL))):
        told = 0
        for tile in circuit.tiles[1:9]:
            look = look_at(side_by_side(circuit, tile), packs, ASIDE)
            assert tiles_seen(look) == len(circuit.all_tiles) - 1
            reading = read_at(look, packs)
            assert reading.observation is None or reading.observation.circuit == circuit
            told += reading.observation is not None and not reading.problems
        assert told >= 7


def test_when_it_may_lie_elsewhere_too_the_cars_are_named() -> None:
    """With cars on a corner and cars inside of it the road may run under either: those to lift are named."""
    circuit = recommended(Variants())
    column, row = circuit.tiles[4]
    look = look_at(side_by_side(circuit, (column, row)), 1, ASIDE)
    middle = tile_centre(circuit, (column, row))
    inside = [(middle[0] + TILE_MM + SQUARE_MM / 2, middle[1] + TILE_MM + up * SQUARE_MM / 2) for up in (-1, 1)]
    more = tuple(Seen(piece, "cap", x, y, 0.0) for piece, (x, y) in zip(("pawn:C", "pawn:A"), inside, strict=True))
    reading = read_at(replace(look, sightings=look.sightings + more), 1)
    assert reading.observation is None
    assert pieces_at_fault(reading.problems) == {"pawn:S", "pawn:M", "pawn:C", "pawn:A"}
    assert reading.problems[0].startswith("whether a tile lies under or behind ")
    assert "(bottom left) cannot be seen" in reading.problems[0]
    assert {one.piece for one in reading.pieces} == {one.piece for one in (*look.sightings, *more)}


def test_a_place_in_view_is_no_place_for_a_hidden_tile() -> None:
    """A missing corner might lie inside too, but there it would be seen; without cars nobody can tell."""
    circuit = recommended(Variants())
    corner = circuit.tiles[4]
    look = look_at(side_by_side(circuit, corner), 1, ASIDE)
    assert read_at(look, 1).observation.circuit == circuit
    bare = replace(look, sightings=tuple(one for one in look.sightings if not one.piece.startswith("pawn:")))
    assert read_at(bare, 1).observation is None


def test_a_place_out_of_the_picture_may_hold_a_tile() -> None:
    """Behind cars a corner is told when the other place is in the picture, and asked for when that is out of it."""
    circuit = recommended(Variants())
    column, row = circuit.tiles[3]
    low = From((900.0, 0.0, 260.0))
    look = look_at(table_with(circuit, {"S": (column, row), "M": (column, row + 1)}), 1, low)
    assert tiles_seen(look) == len(circuit.all_tiles) - 1
    edge_mm = tile_centre(circuit, circuit.tiles[4])[0] + TILE_MM
    for left_mm, told in ((edge_mm - 3 * TILE_MM, True), (edge_mm, False)):
        view = ((left_mm, -600.0), (600.0, -600.0), (600.0, 600.0), (left_mm, 600.0))
        reading = read_at(replace(look, standpoint=replace(low, shown_mm=view)), 1)
        assert (reading.observation is not None) == told


def test_a_closed_track_may_have_one_more_tile_under_cars() -> None:
    """Where a second row may go on under cars the track is read as it is seen, and the cars are asked to be lifted."""
    whole = recommended(ALL)
    look = look_at(side_by_side(whole, whole.wide[-1]), 2, ASIDE)
    assert tiles_seen(look) == len(whole.all_tiles) - 1
    reading = read_at(look, 2)
    assert len(reading.observation.circuit.wide) == len(whole.wide) - 1
    assert {"pawn:S", "pawn:M"} <= pieces_at_fault(reading.problems)


@given(st.builds(Random, st.integers(0, 2**32 - 1)))
@settings(max_examples=10, deadline=None)
def test_what_is_told_of_hidden_tiles_is_true(chance: Random) -> None:
    """Cars crowded on one tile of any track, seen from anywhere: the track is told as it is, or not at all."""
    packs = chance.randint(1, 2)
    variants = replace(ALL, packs=packs, main=chance.choice(("", "pit")), hairpins=chance.random() < 0.5)
    table = random_table(4, chance, variants if chance.random() < 0.7 else Variants(packs=packs))
    assert table.circuit is not None
    squares = list(tile_squares(chance.choice(table.circuit.all_tiles)))
    chance.shuffle(squares)
    cars: dict[str, Place] = dict.fromkeys(dict(table.cars), OffTrack())
    cars |= dict(zip(sorted(cars)[: chance.randint(2, 4)], map(OnSquare, squares), strict=False))
    table = replace(table, cars=tuple(cars.items()), hazards=())
    standpoint = From((chance.uniform(-900, 900), chance.uniform(-900, 900), chance.uniform(600, 1200)))
    seen = read_at(look_at(table, packs, standpoint, chance), packs)
    if seen.observation is not None and not any("whether a tile" in problem for problem in seen.problems):
        assert seen.observation.circuit == table.circuit


def test_hull_and_distance() -> None:
    """The hull leaves out points within and on its sides; within a polygon the distance is nothing."""
    square = hull([(0.0, 0.0), (4.0, 0.0), (2.0, 2.0), (4.0, 4.0), (0.0, 4.0), (2.0, 0.0)])
    assert square == ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert distance_to((1.0, 1.0), square) == 0.0
    assert distance_to((7.0, 8.0), square) == 5.0


def test_notation_of_a_crowd() -> None:
    """The tables of these tests are tables."""
    table = side_by_side(recommended(ALL), recommended(ALL).tiles[3])
    assert parse_observation(observation_text(table)) == table
