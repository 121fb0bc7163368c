"""People leave pieces a little askew, and touch only what they move."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from markers import kits
from markers.kit import PlacedPiece
from referee.games.racepack.table.laying import layout
from referee.games.registry import game
from referee.simulator.kinds import PAWN_ON_TILE
from referee.simulator.tabletop import Tabletop

KIT = kits.manifest("racepack")
BOARD = "racepack track=a1:NNEEESSWWW line=0 cars=A:b1,C:a1,M:b2,S:a2 hazards=a3-,h5- lap=3 die=2:0:0:0"
LANDED = "racepack track=a1:NNEEESSWWW line=0 cars=A:b1,C:a1,M:b2,S:a3 hazards=h5- lap=3 die=2:0:0:0"
GONE_ON = "racepack track=a1:NNEEESSWWW line=0 cars=A:b1,C:a1,M:b2,S:a5 hazards=a3+,h5- lap=3 die=2:0:0:0"


def table(seed: int = 1) -> Tabletop:
    """The board at its start."""
    return Tabletop(KIT, layout(BOARD, KIT), np.random.default_rng(seed))


def named(pieces: tuple[PlacedPiece, ...]) -> dict[str, PlacedPiece]:
    """Pieces by name."""
    return {placed.piece: placed for placed in pieces}


@example(807222)  # a bunch that leaves room only away from all neighbours
@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_pieces_lie_nearly_right(seed: int) -> None:
    """Every piece is within 4.3 mm of its place, no two pawns overlap, tiles are within 1.5 degrees of square."""
    ideal = named(layout(BOARD, KIT))
    placed = named(table(seed).pieces)
    assert set(placed) == set(ideal)
    for name, piece in placed.items():
        assert math.dist((piece.x_mm, piece.y_mm), (ideal[name].x_mm, ideal[name].y_mm)) <= 3.0 * math.sqrt(2)
        if name.startswith("tile:"):
            assert abs((piece.angle_deg + 45.0) % 90.0 - 45.0) <= 1.5 + 1e-9
    pawns = [piece for name, piece in placed.items() if name.startswith("pawn:")]
    for one in pawns:
        for other in pawns:
            assert one is other or math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) >= PAWN_ON_TILE.apart_mm


def test_only_the_moved_pawn_is_touched() -> None:
    """A move changes one pawn; all other pieces keep their place to the last digit."""
    top = table()
    before = named(top.pieces)
    steps = top.lay(layout(BOARD.replace("M:b2", "M:b5"), KIT))
    assert [step.after.piece for step in steps if step.after] == ["pawn:M"]
    after = named(top.pieces)
    assert {name for name in before if before[name] != after[name]} == {"pawn:M"}


def test_laying_the_same_again_does_nothing() -> None:
    """The same position needs no hand."""
    assert table().lay(layout(BOARD, KIT)) == ()


def test_a_coin_stays_under_a_pawn() -> None:
    """A coin that is out of sight under a pawn is still there, the pawn stands on it, and it is not touched."""
    top = table()
    coin = next(p for p in top.pieces if p.piece.startswith("coin:") and p.x_mm < -80.0)
    steps = top.lay(layout(LANDED, KIT))
    pieces = named(top.pieces)
    assert [step.after.piece for step in steps if step.after] == ["pawn:S"]
    assert pieces[coin.piece] == coin
    assert math.isclose(pieces["pawn:S"].z_mm, coin.z_mm + 28.6, abs_tol=0.01)


def test_a_coin_is_turned_where_it_lies() -> None:
    """A coin turned over after a pawn has left it keeps its place and shows its other side."""
    top = table()
    coin = next(p for p in top.pieces if p.piece.startswith("coin:") and p.x_mm < -80.0)
    top.lay(layout(LANDED, KIT))
    steps = top.lay(layout(GONE_ON, KIT))
    assert [step.after.piece for step in steps if step.after] == ["pawn:S", coin.piece]
    turned = named(top.pieces)[coin.piece]
    assert turned.side == "suit"
    assert replace(turned, side=coin.side, angle_deg=coin.angle_deg) == coin


def test_a_piece_taken_off_is_gone() -> None:
    """A car that the layout no longer has leaves the table."""
    top = table()
    steps = top.lay(tuple(p for p in layout(BOARD, KIT) if p.piece != "pawn:A"))
    assert [(step.before.piece, step.after) for step in steps if step.before] == [("pawn:A", None)]
    assert "pawn:A" not in named(top.pieces)


def test_a_rolled_die_lands_in_the_tray() -> None:
    """Each roll shows its face at a new place, always on the tray."""
    top, target = table(), layout(BOARD, KIT)
    places = set()
    for face in ("5", "5", "n"):
        step = top.roll(face, target)
        assert step is not None
        assert step.after is not None
        assert step.after.side == face
        tray = named(top.pieces)["tray"]
        assert max(abs(step.after.x_mm - tray.x_mm), abs(step.after.y_mm - tray.y_mm)) <= 24.0
        places.add((step.after.x_mm, step.after.y_mm))
    assert len(places) == 3


def test_without_a_tray_die_nothing_is_rolled() -> None:
    """A layout without a die in its tray has nothing to roll."""
    assert table().roll("5", [p for p in layout(BOARD, KIT) if p.piece != "die:M"]) is None


def test_a_road_tile_that_lies_there_is_left_alone() -> None:
    """Who takes a path away does not put another tile in the place of the one that he leaves lying."""
    law, kit = game("home-racers"), kits.manifest("home-racers")
    floor = "home-racers line=0:240:0:-240 cars=R:{}:0:0 tiles={}"
    top = Tabletop(
        kit, law.layout(floor.format(-400, "-320:0:0,-240:0:0,-160:0:0,-80:0:0"), kit), np.random.default_rng(1)
    )
    lies = {round(one.x_mm, -1): one for one in top.pieces if one.piece.startswith("road:")}
    top.lay(law.layout(floor.format(-240, "-80:0:0"), kit))
    roads = [one for one in top.pieces if one.piece.startswith("road:")]
    assert roads == sorted((lies[-240.0], lies[-80.0]), key=lambda one: one.piece)
