"""The Royal Racers sheets: backs behind their faces, markers beside a flag, all of it readable."""

from __future__ import annotations

import pytest

from markers import kits
from markers.geometry import relative
from markers.piecepack import SUITS, TILE_MM


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_turned_over_shows_each_card_behind_its_face(paper: str) -> None:
    """Printed on both sides, each back lies behind its own face: mirrored about the middle of the sheet."""
    kit = kits.manifest("royal-racers", paper)
    places = {(item.piece, item.side): item for item in kit.items if item.piece.startswith("card:")}
    assert len(places) == 72
    width = kit.pages[0].width_mm
    for (card, side), face in places.items():
        back = places[card, "back"]
        if side == "face":
            assert back.page == face.page + 1
            assert face.page % 2 == 1
            assert back.origin_mm == pytest.approx((width - face.origin_mm[0], face.origin_mm[1]))


def test_a_flag_leaves_the_markers_of_its_card_free() -> None:
    """A flag in the middle touches no marker of its card, only the white around it; both ends bear one."""
    for item in kits.manifest("royal-racers").items:
        if item.piece.startswith("card:"):
            ys = [y for marker in relative(item).markers for _, y in marker.corners_mm]
            assert min(abs(y) for y in ys) > TILE_MM / 2
            assert min(ys) < 0 < max(ys)


def test_every_piece_of_the_game_is_there() -> None:
    """36 cards with two sides, 24 flags, four pawns, four dice with six faces, under the names the game uses."""
    names = {(item.piece, item.side) for item in kits.manifest("royal-racers").items}
    assert len(names) == 72 + 24 + 4 + 24
    assert {(f"pawn:{suit}", "cap") for suit in SUITS} <= names
    assert {(f"die:{suit}", face) for suit in SUITS for face in "na2345"} <= names
    assert {(f"tile:{suit}{rank}", "face") for suit in SUITS for rank in "na2345"} <= names
