"""Polygons that meet: what covers a box or a card, be it ever so thin or in its middle."""

from __future__ import annotations

import pytest

from referee.games.polygon import overlap, rectangle

BOX = rectangle((0.0, 0.0), (60.0, 80.0))


@pytest.mark.parametrize(
    ("other", "meets"),
    [
        (rectangle((10.0, 10.0), (8.0, 8.0)), True),  # within, away from the middle and the corners
        (rectangle((0.0, 20.0), (200.0, 6.0)), True),  # straight across: no corner of either lies in the other
        (rectangle((0.0, 0.0), (300.0, 300.0)), True),  # all over it
        (rectangle((34.0, 0.0), (10.0, 10.0)), True),  # over an edge
        (rectangle((40.0, 0.0), (10.0, 300.0)), False),
        (((31.0, -60.0), (90.0, 0.0), (31.0, 60.0)), False),
    ],
)
def test_two_polygons_meet_when_they_share_any_point(other: tuple[tuple[float, float], ...], meets: bool) -> None:
    """Whichever is asked about the other."""
    assert overlap(BOX, other) is overlap(other, BOX) is meets
