"""What a kit costs its owner: sheets, cuts and minutes, counted from what lies on the sheets."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markers.design import KitDesign
from markers.kit import Point, PrintedItem
from markers.sheet import Sheets

ROUND_POINTS = 9
"""An outline of so many points or more is cut round, in one go."""
TOUCH_MM = 0.5
"""Edges in one line with no more between them are one cut."""
SHEET_MIN, STRAIGHT_MIN, ROUND_MIN, GLUE_MIN, TAPE_MIN = 0.1, 0.1, 0.3, 0.2, 0.5
"""Minutes to print a sheet, for a straight cut with a ruler, for a round one, to glue a face on, to tape two sheets."""


@dataclass(frozen=True)
class Effort:
    """How much work a kit is.

    Attributes
    ----------
    sheets : to print, instructions and calibration board included.
    straight, round : cuts.
    glued : faces to glue on something.
    taped : joints between sheets.
    """

    sheets: int
    straight: int
    round: int
    glued: int
    taped: int

    @property
    def cuts(self) -> int:
        """All of them."""
        return self.straight + self.round

    @property
    def minutes(self) -> int:
        """About how long it takes one person, in whole minutes."""
        work = self.straight * STRAIGHT_MIN + self.round * ROUND_MIN + self.glued * GLUE_MIN + self.taped * TAPE_MIN
        return math.ceil(self.sheets * SHEET_MIN + work)


def effort_of(design: KitDesign, sheets: Sheets, pages: int) -> Effort:
    """The effort of a kit of so many pages; backs are cut with their fronts."""
    by_page = defaultdict[int, list[PrintedItem]](list)
    for item in sheets.items:
        by_page[item.page].append(item)
    straight = around = taped = 0
    for page, items in by_page.items():
        posters = [item for item in items if not item.markers]
        taped += bool(posters)
        if page in sheets.backs:
            continue
        cut = posters or items
        rounds = [item for item in cut if len(item.outline_mm) >= ROUND_POINTS]
        around += len(rounds)
        straight += _lines([item.outline_mm for item in cut if item not in rounds])
    flat = {page for page, items in by_page.items() if page in sheets.backs or not all(item.markers for item in items)}
    glued = sum(item.piece.split(":")[0] in design.glued and item.page not in flat for item in sheets.items)
    boards = sum(item.piece.startswith("board:") for item in sheets.items)
    kinds = len({item.piece.split("/")[0] for item in sheets.items if item.piece.startswith("board:")})
    return Effort(pages, straight, around, glued, max(0, taped - 1) + boards - kinds)


def _lines(outlines: Sequence[Sequence[Point]]) -> int:
    """How many straight cuts free these shapes: edges that lie in one line and touch are one cut."""
    along = defaultdict[tuple[int, int], list[tuple[float, float]]](list)
    for outline in outlines:
        for one, other in pairwise((*outline, outline[0])):
            key, span = _line_of(one, other)
            along[key].append(span)
    return sum(1 for spans in along.values() for _ in _joined(spans))


def _line_of(one: Point, other: Point) -> tuple[tuple[int, int], tuple[float, float]]:
    """The line on which an edge lies (its direction in degrees, its distance from the page's corner) and its span."""
    turn = round(math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))) % 180
    x, y = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    away = round((x * one[1] - y * one[0]) / TOUCH_MM)
    low, high = sorted((x * one[0] + y * one[1], x * other[0] + y * other[1]))
    return (turn, away), (low, high)


def _joined(spans: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Spans that touch or overlap, as one."""
    low, high = -math.inf, -math.inf
    for start, end in sorted(spans):
        if start > high + TOUCH_MM:
            if high > low:
                yield low, high
            low, high = start, end
        high = max(high, end)
    yield low, high
