"""The drawn floor is shown where the cars are, large, with the whole course as an inset."""

from __future__ import annotations

import re
from random import Random

from referee.games.registry import game

LAW = game("home-racers")


def _box(text: str) -> tuple[float, float, float, float]:
    left, top, width, height = (float(one) for one in text.split())
    return left, top, width, height


def test_the_cars_are_shown_large_and_the_whole_course_small() -> None:
    """All cars lie within what is shown large, pieces far off within the inset; no piece has two grips."""
    drawn = LAW.diagram(LAW.start(4, Random(2)), {})
    near, whole = (_box(found) for found in re.findall(r'(?:viewBox|data-whole)="([^"]*)"', drawn)[:2])
    assert near[2] * near[3] < 0.6 * whole[2] * whole[3]
    grips = re.findall(r'data-piece="([^"]*)"[^>]*data-at="(\S+) ([^"]+)"', drawn)
    assert len({name for name, *_ in grips}) == len(grips)
    for name, x, y in grips:
        large = near[0] < float(x) < near[0] + near[2] and near[1] < float(y) < near[1] + near[3]
        small = whole[0] < float(x) < whole[0] + whole[2] and whole[1] < float(y) < whole[1] + whole[3]
        assert small
        assert large or name not in "RYGB"
    inset = drawn[drawn.index('<svg class="inset"') :]
    assert 'class="course"' in inset
    assert "data-piece" not in inset


def test_a_floor_that_is_hardly_larger_than_the_cars_part_or_has_no_cars_is_shown_whole() -> None:
    """Without an inset."""
    for floor in ("cars=R:0:0:0,B:300:200:0", "specials=booster:2000:900:0,leak:-900:0:0"):
        drawn = LAW.diagram(f"home-racers {floor}", {})
        assert "data-whole" not in drawn
        assert 'inset"' not in drawn.split("</style>")[1]
