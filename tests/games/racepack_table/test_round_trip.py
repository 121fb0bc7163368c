"""Whatever the notation can show, a laid table shows again: read(layout(p)) == p, on crooked and turned tables too."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from markers.kit import PlacedPiece
from markers.kits import manifest
from referee.games.racepack.observation import (
    Observation,
    OnSquare,
    TrayDie,
)
from referee.games.racepack.position import observation_text, parse_observation
from referee.games.racepack.table import layout, read
from referee.games.rigid import Transform
from tests.games.sightings import Look, Seen

Observe = Callable[[Random], Observation]
KIT = manifest("racepack")
TILES = tuple(item.piece for item in KIT.items if item.piece.startswith("tile:"))
CHANCES = st.builds(Random, st.integers(0, 2**32 - 1))
QUICK = settings(max_examples=30, deadline=None)


def scene_of(pieces: tuple[PlacedPiece, ...], chance: Random, turn_deg: float, hidden: tuple[str, ...] = ()) -> Look:
    """Sightings of a laid table that is shifted and turned as a whole, each piece up to 2 mm and 5 degrees crooked."""
    table = Transform(chance.uniform(-80, 80), chance.uniform(-80, 80), turn_deg)
    seen = []
    for piece in pieces:
        way, off_mm = chance.uniform(0, 2 * math.pi), chance.uniform(0, 2.0)
        x_mm, y_mm = table.of((piece.x_mm + off_mm * math.cos(way), piece.y_mm + off_mm * math.sin(way)))
        quarter = 90 * chance.randrange(4) if piece.piece.startswith("tile:") else 0
        angle_deg = piece.angle_deg + turn_deg + quarter + chance.uniform(-5, 5)
        if piece.piece not in hidden:
            seen.append(Seen(piece.piece, piece.side, x_mm, y_mm, angle_deg))
    return Look(tuple(seen))


def same_die(one: TrayDie | None, other: TrayDie | None) -> bool:
    """Whether two readings of the penalty die agree within the table's crookedness."""
    if one is None or other is None:
        return one is other
    turn_deg = (one.angle_deg - other.angle_deg + 180) % 360 - 180
    return (
        one.face == other.face and math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < 12 and abs(turn_deg) < 24
    )


@QUICK
@given(CHANCES, st.floats(-40, 40))
def test_a_table_never_seen_before_is_read_as_it_was_laid(observe: Observe, chance: Random, turn_deg: float) -> None:
    """Without any knowledge of the race the road, the line, cars, coins and dice come back from a crooked table."""
    truth = observe(chance)
    if "dC" in dict(truth.cars) and not any(isinstance(dict(truth.cars)[die], OnSquare) for die in ("dC", "dA")):
        return  # dice that stand on no square are only dice, for one who does not know the race
    reading = read(scene_of(layout(observation_text(truth), KIT), chance, turn_deg), KIT, None)
    assert reading.problems == ()
    assert replace(reading.observation, tray=None) == replace(truth, tray=None)
    assert same_die(reading.observation.tray, truth.tray)


@QUICK
@given(CHANCES, st.floats(-40, 40))
def test_a_known_board_is_read_with_tiles_hidden(observe: Observe, chance: Random, turn_deg: float) -> None:
    """With the race known, five hidden tiles and a hidden lap card change nothing but which squares are unseen."""
    truth = observe(chance)
    text = observation_text(truth)
    hidden = (*chance.sample(TILES, 5), "lap")
    reading = read(scene_of(layout(text, KIT), chance, turn_deg, hidden), KIT, text)
    assert reading.problems == ()
    assert replace(reading.observation, tray=None, unseen=frozenset()) == replace(truth, tray=None)
    if not reading.observation.unseen:
        # every car and coin there is was seen, so nothing is left that could hide
        assert len(truth.hazards) == 4
        return
    taken = {place.square for _, place in truth.cars if isinstance(place, OnSquare)} | {at for at, _ in truth.hazards}
    assert len(reading.observation.unseen | taken) >= 20
    assert not reading.observation.unseen & taken


@QUICK
@given(CHANCES, st.sampled_from([90.0, 180.0, 270.0]))
def test_the_camera_may_hang_the_other_way_round(observe: Observe, chance: Random, turn_deg: float) -> None:
    """A known board is found whichever side of the table the camera looks from."""
    truth = observe(chance)
    text = observation_text(truth)
    reading = read(scene_of(layout(text, KIT), chance, turn_deg), KIT, text)
    assert replace(reading.observation, tray=None) == replace(truth, tray=None)


@QUICK
@given(CHANCES)
def test_laid_pieces_do_not_lie_on_each_other(observe: Observe, chance: Random) -> None:
    """Pieces beside the road keep clear of the road, of the tray and of one another."""
    pieces = layout(observation_text(observe(chance)), KIT)
    tiles = [piece for piece in pieces if piece.piece.startswith("tile:")]
    tray = next(piece for piece in pieces if piece.piece == "tray")
    beside = [piece for piece in pieces if piece.piece.startswith(("pawn:", "die:")) and piece.z_mm in (28.6, 20.0)]
    outside = [p for p in beside if max(abs(p.x_mm - tray.x_mm), abs(p.y_mm - tray.y_mm)) > 50 or p.piece != "die:M"]
    for piece in outside:
        assert all(max(abs(piece.x_mm - t.x_mm), abs(piece.y_mm - t.y_mm)) > 25.4 + 10 for t in tiles)
        assert max(abs(piece.x_mm - tray.x_mm), abs(piece.y_mm - tray.y_mm)) > 60
        assert all(math.dist((piece.x_mm, piece.y_mm), (p.x_mm, p.y_mm)) > 20 for p in outside if p is not piece)


def test_two_cars_share_a_corner_in_a_notch_of_the_road() -> None:
    """Where the road leaves a spun-out car little room, two of them stand closely and are read as they stand."""
    text = "racepack track=g1:WWWNNNEEEEEEEEESWSSWWWWW line=0 cars=A:r6,C:out:q5,M:out:q5,S:d2 lap=2 die=5:-8:-8:0"
    seen = tuple(Seen(p.piece, p.side, p.x_mm, p.y_mm, p.angle_deg) for p in layout(text, KIT))
    assert read(Look(seen), KIT, None).observation.cars == parse_observation(text).cars
