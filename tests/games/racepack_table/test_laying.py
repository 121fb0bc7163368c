"""Where pieces are laid: the places a person would choose, in the heights the kit has."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from markers.kit import PlacedPiece
from markers.kits import manifest
from referee.errors import KitError, NotationError
from referee.games.racepack.table import layout

KIT = manifest("racepack")
TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 "


def laid(text: str) -> dict[str, PlacedPiece]:
    """The pieces by name."""
    return {piece.piece: piece for piece in layout(TRACK + text, KIT)}


def test_the_board_frame() -> None:
    """The middle of the board is the origin, and a1 lies lower left."""
    pieces = laid("cars=S:a1,M:r6")
    assert (pieces["pawn:S"].x_mm, pieces["pawn:S"].y_mm) == pytest.approx((-8.5 * 25.4, -4.5 * 25.4))
    assert (pieces["pawn:M"].x_mm, pieces["pawn:M"].y_mm) == pytest.approx((8.5 * 25.4, 0.5 * 25.4))


def test_heights_follow_what_a_piece_stands_on() -> None:
    """A cap is higher on a tile than beside the road, and higher still on a coin; a die serving as a car likewise."""
    pieces = laid("cars=S:c2,M:out:a1,C:c9,dC:k1 hazards=q5+ under=c9- lap=3")
    assert pieces["pawn:S"].z_mm == pytest.approx(34.95)
    assert pieces["pawn:M"].z_mm == pytest.approx(28.6)
    assert pieces["pawn:C"].z_mm == pytest.approx(38.15)
    assert pieces["die:C"].z_mm == pytest.approx(26.35)
    assert pieces["die:S"].z_mm == pytest.approx(20.0)
    assert pieces["coin:Sn"].z_mm == pytest.approx(9.55)


def test_the_lap_card_points_at_the_line_from_outside() -> None:
    """The tip of the arrow touches the outer edge of the road on the line, the lap die lies behind the card."""
    pieces = laid("cars=S:a3 lap=3")
    card, die = pieces["lap"], pieces["die:S"]
    assert (card.x_mm, card.y_mm) == pytest.approx((25.4, -127.0))
    assert card.angle_deg == pytest.approx(90.0)
    assert die.x_mm == pytest.approx(25.4)
    assert -220.0 < die.y_mm < -187.0
    assert die.side == "3"


def test_a_spun_out_car_stands_beyond_the_outer_corner() -> None:
    """25 mm beyond the corner, along the diagonal."""
    car = laid("cars=S:out:a1")["pawn:S"]
    assert math.hypot(car.x_mm + 228.6, car.y_mm + 127.0) == pytest.approx(25.0, abs=0.01)
    assert car.x_mm + 228.6 == pytest.approx(car.y_mm + 127.0)


def test_the_recommended_track_fits_a_table() -> None:
    """The whole of Figure 1 with tray, cards and cars keeps within 620 by 400 mm."""
    pieces = laid("cars=S:out:a1,M:out:q1,C:out:q5,A:off hazards=c9- lap=3 die=2:5:5:10").values()
    assert max(piece.x_mm for piece in pieces) - min(piece.x_mm for piece in pieces) < 620 - 50
    assert max(piece.y_mm for piece in pieces) - min(piece.y_mm for piece in pieces) < 400


def test_what_a_position_does_not_say_is_not_laid() -> None:
    """Without a lap number or a roll no die is laid; the tray always is."""
    assert sorted(piece for piece in laid("cars=S:a3") if not piece.startswith("tile:")) == ["lap", "pawn:S", "tray"]


def test_text_without_a_track_is_refused() -> None:
    """A line that names no track cannot be laid."""
    with pytest.raises(NotationError, match="track"):
        layout("racepack cars=S:a3", KIT)


def test_a_spun_out_car_needs_a_corner() -> None:
    """Outside a straight tile there is no corner to stand at."""
    with pytest.raises(NotationError, match="does not bend"):
        laid("cars=S:out:a3")


def test_a_kit_without_the_pieces_is_refused() -> None:
    """A kit with too few tiles, coins or without a tray is refused with a sentence."""
    tiles = [item for item in KIT.items if item.piece.startswith("tile:")]
    few = replace(KIT, items=tuple(item for item in KIT.items if item not in tiles[:4]))
    with pytest.raises(KitError, match="needs 24 tiles"):
        layout(TRACK + "cars=S:a3", few)
    no_tray = replace(KIT, items=tuple(item for item in KIT.items if item.piece != "tray"))
    with pytest.raises(KitError, match="tray"):
        layout(TRACK + "cars=S:a3", no_tray)
    with pytest.raises(KitError, match="only 4 coins"):
        laid("hazards=a3-,a4-,a5-,b3-,b4-")
