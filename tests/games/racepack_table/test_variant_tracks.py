"""Hairpins, chicanes, a wide main straight and a second piecepack on the table: laid, read again, and what is said."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markers.design import Wish
from markers.kits import manifest
from referee.games.base import Reading
from referee.games.racepack.check import start
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import Observation, parse_circuit
from referee.games.racepack.position import Position, parse_position, position_text, visible
from referee.games.racepack.table import layout, read
from referee.games.racepack.table.lattice import roads
from referee.games.racepack.table.places import tile_centre
from referee.games.racepack.variants import Variants
from referee.games.rigid import Transform
from tests.games.sightings import Look, Seen

KITS = {1: manifest("racepack"), 2: manifest("racepack", wish=Wish(packs=2))}
TRACKS = [
    Variants(packs=packs, main=main, hairpins=hairpins, chicanes=chicanes)
    for packs, main, hairpins, chicanes in product((1, 2), ("", "four", "pit"), (False, True), (False, True))
]
CHANCES = st.builds(Random, st.integers(0, 2**32 - 1))


def laid(position: Position, chance: Random | None = None, turn_deg: float = 0.0) -> Look:
    """A table as the eye would report it, turned as a whole; with a chance each piece lies a little crooked."""
    table = Transform(0.0, 0.0, turn_deg)
    seen = []
    for piece in layout(position_text(position), KITS[position.variants.packs]):
        off_mm = (chance.uniform(-1.5, 1.5), chance.uniform(-1.5, 1.5)) if chance else (0.0, 0.0)
        x_mm, y_mm = table.of((piece.x_mm + off_mm[0], piece.y_mm + off_mm[1]))
        seen.append(Seen(piece.piece, piece.side, x_mm, y_mm, piece.angle_deg + turn_deg))
    return Look(tuple(seen))


def of(scene: Look, packs: int, expected: str | None = None) -> Reading:
    """What the referee makes of it."""
    return read(scene, KITS[packs], expected)


def stripped(seen: Observation) -> Observation:
    """Without what a crooked laying may blur: the die's pose, and coins that the scene cannot hide under cars."""
    return replace(seen, tray=None, hazards=(), unseen=frozenset())


@given(st.sampled_from(TRACKS), CHANCES, st.floats(-40, 40))
@settings(max_examples=30, deadline=None)
def test_every_track_is_read_as_it_was_laid(variants: Variants, chance: Random, turn_deg: float) -> None:
    """A survey makes out the road, its second row and its line from the tiles and the lap card alone."""
    position = start(chance.choice((3, 4)), chance, variants=variants)
    reading = of(laid(position, chance, turn_deg), variants.packs)
    assert reading.problems == ()
    assert stripped(reading.observation) == stripped(visible(position))


@given(st.sampled_from(TRACKS), CHANCES, st.floats(-180, 180))
@settings(max_examples=16, deadline=None)
def test_a_known_track_is_found_with_tiles_hidden(variants: Variants, chance: Random, turn_deg: float) -> None:
    """In a race every car is on its place, the camera any way round, a fifth of the tiles hidden."""
    position = start(chance.choice((3, 4)), chance, variants=variants)
    for _ in range(chance.randrange(9)):
        position = parse_position(Racepack().play(position_text(position), chance, None).after)
    scene = laid(position, chance, turn_deg)
    kept = [seen for seen in scene.sightings if not seen.piece.startswith("tile:") or chance.random() < 0.8]
    reading = of(replace(scene, sightings=tuple(kept)), variants.packs, position_text(position))
    assert stripped(reading.observation) == stripped(visible(position))


@pytest.mark.parametrize("variants", TRACKS[3::4], ids=lambda variants: f"{variants.packs}{variants.main}")
def test_layout_reads_as_the_position(variants: Variants) -> None:
    """A table that nobody has touched reads as the visible part of its position, without a complaint."""
    position = start(4, Random(7), variants=variants)
    reading = of(laid(position), variants.packs)
    assert reading.problems == ()
    assert reading.observation == visible(position)


def _four() -> Position:
    return start(4, Random(3), variants=Variants(packs=2, main="four", hairpins=True, chicanes=True))


def _without(scene: Look, position: Position, *tiles: tuple[int, int]) -> Look:
    """The scene without the tiles on these places."""
    spots = [tile_centre(position.circuit, tile) for tile in tiles]
    kept = [
        seen
        for seen in scene.sightings
        if not seen.piece.startswith("tile:") or min(math.dist((seen.x_mm, seen.y_mm), spot) for spot in spots) > 5.0
    ]
    return replace(scene, sightings=tuple(kept))


def test_a_gap_in_the_second_row_is_no_road() -> None:
    """A second row with a hole is no second row: the ends are named, nothing is guessed."""
    position = _four()
    reading = of(_without(laid(position), position, position.circuit.wide[2]), 2)
    assert reading.observation is None
    assert any("touches three tiles" in problem for problem in reading.problems)


def test_a_tile_hidden_under_a_hand_on_a_larger_track() -> None:
    """With two piecepacks nobody knows how many tiles were laid: a gap is closed only where something covers it."""
    position = start(4, Random(3), variants=Variants(packs=2))
    gap = position.circuit.tiles[20]
    scene = _without(laid(position), position, gap)
    assert of(scene, 2).observation is None
    x_mm, y_mm = tile_centre(position.circuit, gap)
    hand = tuple((x_mm + x, y_mm + y) for x, y in ((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)))
    assert of(replace(scene, covered=(hand,)), 2).observation.circuit == position.circuit


def test_a_chicane_whose_neighbour_is_hidden() -> None:
    """In a race the tile that lies aside keeps its place although the tile before it is not seen."""
    position = _four()
    aside = next(n for n, tile in enumerate(position.circuit.tiles) if tile[0] % 2 != position.circuit.tiles[0][0] % 2)
    scene = _without(laid(position), position, position.circuit.tiles[aside - 1])
    reading = of(scene, 2, position_text(position))
    assert reading.problems == ()
    assert reading.observation.circuit == position.circuit


def test_tiles_tell_the_road() -> None:
    """A hairpin has one way round; two roads that only touch have none; a heap of tiles is no road."""
    hairpin = parse_circuit("g1:WWWNNNEEEEEEEEESWSSWWWWW")
    assert [len(road.ring) for road in roads(hairpin.tiles)] == [24]
    touching = parse_circuit("g1:WWWNNNEESSEENNEEESSSWWWW")
    assert roads(touching.tiles) == ()
    assert roads({(2 * column, 2 * row) for column in range(7) for row in range(7)}) == ()


def test_drawn_with_second_row_pit_lane_and_wall() -> None:
    """The drawing has every tile, a wall in the hairpin, words on the pit lane and a 2 on the second cars."""
    position = start(8, Random(3), variants=Variants(packs=2, main="pit", hairpins=True))
    svg = Racepack().diagram(position_text(position), {})
    assert svg.count("<rect x=") >= 48
    assert svg.count('class="wall"') == 1
    assert svg.count(">pit<") == 4
    assert svg.count(" second") >= 4
    assert ">2A<" in svg
