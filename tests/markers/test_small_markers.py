"""A kit with small markers: the same numbers at the same middles, smaller; the manifest says so."""

from __future__ import annotations

import pytest

from markers import kits
from markers.design import Wish
from markers.geometry import relative
from markers.kit import Manifest
from markers.order import Order
from referee.errors import KitError

SMALL_MM = {"racepack": 13.0, "royal-racers": 13.0, "nestorgames-gp": 13.0}
SMALL = Wish(small_markers=True)


def faces(kit: Manifest) -> dict[tuple[str, str], dict[int, tuple[tuple[float, float], float]]]:
    """By piece and side the middle and the side of each marker."""
    return {
        (face.piece, face.side): {
            one.marker_id: ((round(one.middle_mm[0], 2), round(one.middle_mm[1], 2)), round(one.side_mm, 2))
            for one in face.markers
        }
        for face in map(relative, kit.items)
    }


@pytest.mark.parametrize("game", SMALL_MM)
def test_small_markers_lie_where_the_larger_ones_do(game: str) -> None:
    """No number changes and none moves; dice keep theirs, and the versions differ."""
    usual, small = kits.manifest(game), kits.manifest(game, wish=SMALL)
    assert small.version not in {usual.version, "" if game != "racepack" else "2"}
    told = faces(small)
    for name, markers in faces(usual).items():
        for number, (middle, side_mm) in markers.items():
            kind = name[0].partition(":")[0]
            limit = side_mm if kind == "die" else 11.0 if kind == "board" else SMALL_MM[game]
            assert told[name][number] == (middle, min(side_mm, limit)), name


def test_a_kit_whose_markers_are_as_small_as_they_are_read_has_no_smaller_ones() -> None:
    """Home Racers: cars on a whole floor were missed with 13 mm."""
    with pytest.raises(KitError, match="not read as well"):
        kits.manifest("home-racers", wish=SMALL)


def test_small_markers_are_what_is_printed_and_large_ones_have_files_of_their_own() -> None:
    """Neither print overwrites the other, stickers and tracks included; an order of an older record is read."""
    order, large = (Order.read(f"game=racepack&ready=oval{more}") for more in ("&small_markers=1", "&large_markers=1"))
    assert Order.read(large.text) == large
    assert order.manifest() == kits.manifest("racepack", wish=Wish(track="oval", small_markers=True))
    assert large.manifest() == kits.manifest("racepack", wish=Wish(track="oval"))
    assert (order.name, large.name) == ("racepack-a4-oval", "racepack-a4-oval-large-markers")
    usual, small = (kits.sticker_pdf("royal-racers", wish=wish)[0] for wish in (Wish(), SMALL))
    assert usual != small
