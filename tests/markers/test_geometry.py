"""Faces seen from their origin: the page and the table agree."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markers import kits, racepack
from markers.design import Wish
from markers.geometry import ItemGeometry, printed, relative
from markers.heights import PAPER, WOOD, Heights, with_numbers
from referee.errors import KitError

DESIGNS = racepack.designs(WOOD, 20.0)


@given(st.sampled_from(DESIGNS), st.integers(0, 2_000_000), st.integers(0, 2_000_000))
@settings(deadline=None)
def test_printing_and_reading_back(design: ItemGeometry, x: int, y: int) -> None:
    """Wherever a face is printed, `relative` gives back its own geometry."""
    back = relative(printed(design, 0, (x / 1e4, y / 1e4)))
    assert (back.piece, back.side, back.height_mm, back.fixed) == (
        design.piece,
        design.side,
        design.height_mm,
        design.fixed,
    )
    for got, want in zip(back.outline_mm, design.outline_mm, strict=True):
        assert math.dist(got, want) < 2e-4
    for marker, other in zip(back.markers, design.markers, strict=True):
        assert marker.marker_id == other.marker_id
        assert all(math.dist(a, b) < 2e-4 for a, b in zip(marker.corners_mm, other.corners_mm, strict=True))


def test_a_tile_shows_one_marker_in_each_space() -> None:
    """A tile's four 16 mm markers stand in the middle of its four spaces."""
    tile = next(item for item in DESIGNS if item.piece == "tile:Sa")
    centers = {
        (sum(x for x, _ in marker.corners_mm) / 4, sum(y for _, y in marker.corners_mm) / 4) for marker in tile.markers
    }
    assert centers == {(-12.7, 12.7), (12.7, 12.7), (12.7, -12.7), (-12.7, -12.7)}
    assert {marker.side_mm for marker in tile.markers} == {16.0}


def test_corners_run_clockwise_from_the_top_left() -> None:
    """Every marker is upright at angle 0, its corners in OpenCV's order seen from above."""
    for item in DESIGNS:
        for marker in item.markers:
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = marker.corners_mm
            assert x0 == x3 < x1 == x2
            assert y0 == y1 > y2 == y3


def test_every_piece_and_side_is_in_the_kit() -> None:
    """24 tiles, 4 caps, 4 coins with two sides, 4 dice with six, the lap card and the tray; no face twice."""
    faces = [(item.piece, item.side) for item in DESIGNS]
    wanted = {("lap", "top"), ("tray", "top")}
    for suit in "SMCA":
        wanted |= {(f"tile:{suit}{rank}", "grid") for rank in "na2345"} | {(f"pawn:{suit}", "cap")}
        wanted |= {(f"die:{suit}", rank) for rank in "na2345"} | {(f"coin:{suit}n", side) for side in ("blank", "suit")}
    assert len(faces) == len(set(faces))
    assert set(faces) == wanted


def test_heights_follow_the_profile() -> None:
    """Wooden, paper and own heights reach the faces that stand on a tile."""

    def heights(profile: Heights) -> dict[str, float]:
        return {item.piece: item.height_mm for item in kits.manifest("racepack", wish=Wish(profile)).items}

    wood = heights(WOOD)
    assert (wood["tile:Sa"], wood["coin:Sn"], wood["pawn:S"], wood["die:S"]) == (6.35, 9.55, 34.95, 20.0)
    assert (wood["lap"], wood["tray"]) == (0.3, 0.3)
    assert heights(PAPER)["pawn:S"] == pytest.approx(0.9)
    assert heights(with_numbers(WOOD, {"pawn": 30.0}))["pawn:S"] == pytest.approx(36.35)


@pytest.mark.parametrize("numbers", [{"cup": 3.0}, {"pawn": -1.0}, {"pawn": 500.0}, {"pawn": math.nan}])
def test_impossible_heights_are_refused(numbers: dict[str, float]) -> None:
    """A height of no known piece, or one that no piece has, is a clear error."""
    with pytest.raises(KitError):
        with_numbers(WOOD, numbers)
