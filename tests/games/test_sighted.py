"""What the eye saw, from the board: where sightings lie on it, and what covers a part of it."""

from __future__ import annotations

from referee.games.rigid import Transform
from referee.games.sighted import Sighted
from tests.games.sightings import Look, Seen

STRIPE = ((-900.0, 41.0), (900.0, 41.0), (900.0, 44.0), (-900.0, 44.0))
"""Something thin from one side of the table to the other."""


def test_what_only_passes_over_a_part_covers_it() -> None:
    """No corner and no middle of the one lies in the other; the board is turned and shifted under the camera."""
    frame = Transform(30.0, -12.0, 90.0)
    table = Sighted(scene=Look((), covered=(STRIPE,)), found={}, frame=frame)
    x_mm, y_mm = frame.of((100.0, 47.0))
    assert table.is_covered((x_mm, y_mm), (20.0, 20.0))
    assert not table.is_covered((x_mm, y_mm), (4.0, 4.0))


def test_a_sighting_lies_on_the_board_as_the_board_lies() -> None:
    """Its place and turn go with the frame; a reading names every piece and what it stands on."""
    seen = Seen("pawn:S", "cap", 10.0, 0.0, 350.0)
    table = Sighted(
        scene=Look((seen,)), found={"pawn:S": seen}, frame=Transform(5.0, 5.0, 90.0), spaces={"pawn:S": "c3"}
    )
    (piece,) = table.reading(None, "").pieces
    assert (round(piece.x_mm), round(piece.y_mm), round(piece.angle_deg), piece.space) == (5, 15, 80, "c3")
    assert list(table.of_kind("pawn")) == ["pawn:S"]
    assert not table.of_kind("car")
