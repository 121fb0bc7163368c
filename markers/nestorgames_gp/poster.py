"""A board cut into sheets that a printer can print: straight cuts that miss every marker and its white margin.

Every sheet is a face of its own whose origin is the middle of the whole board: each sheet that is seen tells where the
board lies, and sheets a little out of joint are each read by their own markers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from markers.geometry import ItemGeometry, MarkerGeometry, rectangle, square_marker
from markers.kit import Point
from markers.nestorgames_gp.plan import BoardPlan
from referee.errors import KitError

MARKER_MM = 15.0
MARGIN_MM = MARKER_MM / 6
CLEAR_MM = MARKER_MM / 2 + MARGIN_MM
"""No cut comes nearer to a marker's middle."""
SHEET_MM = (190.0, 222.0)
"""The largest sheet that fits both A4 and Letter."""
FEWEST_MARKERS = 6
"""Sheets with fewer get more where nothing else is drawn, so that cars cannot hide them all."""
STEP_MM = 6.0
ROAD_MM = 6.0


@lru_cache(maxsize=8)
def sheets_of(plan: BoardPlan, numbers: tuple[int, ...], height_mm: float) -> tuple[ItemGeometry, ...]:
    """The sheets of a board, row by row from the top left one.

    Parameters
    ----------
    numbers : the marker numbers it may use; spaces beyond their number stay without.

    Raises
    ------
    KitError : a board whose spaces leave no room for a cut.
    """
    middles = plan.marker_middles[: len(numbers)]
    spare = list(numbers[len(middles) :])
    columns = cuts(plan.size_mm[0], SHEET_MM[0], [x for x, _ in middles])
    rows = cuts(plan.size_mm[1], SHEET_MM[1], [y for _, y in middles])[::-1]
    found: list[ItemGeometry] = []
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            own = [
                square_marker(number, middle, MARKER_MM)
                for number, middle in zip(numbers, middles, strict=False)
                if left < middle[0] < right and bottom < middle[1] < top
            ]
            own += _in_free_places(plan, (left, bottom, right, top), own, spare)
            found.append(
                ItemGeometry(
                    f"board:{plan.name}/{len(found) + 1}",
                    "top",
                    rectangle(left, bottom, right, top),
                    tuple(own),
                    height_mm,
                    fixed=True,
                    dots_mm=tuple((x, y) for x, y in plan.dots if left <= x < right and bottom <= y < top),
                )
            )
    return tuple(found)


def cuts(length_mm: float, most_mm: float, middles: Sequence[float]) -> tuple[float, ...]:
    """Where a board is cut along one axis, from edge to edge, both edges included.

    Each part is at most `most_mm` long, no cut comes nearer than `CLEAR_MM` to a middle; the parts are as few and as
    even as that allows. Raises KitError when it cannot be done.

    >>> cuts(100.0, 60.0, [0.0])
    (-50.0, -10.0, 50.0)
    """
    fewest = max(1, math.ceil(length_mm / most_mm - 1e-9))
    for parts in range(fewest, fewest + 4):
        found = _evenly(length_mm, most_mm, middles, parts)
        if found is not None:
            return found
    raise KitError("The board's spaces leave no room to cut it into sheets: move them further apart.")


def _evenly(length_mm: float, most_mm: float, middles: Sequence[float], parts: int) -> tuple[float, ...] | None:
    edge = length_mm / 2
    found = [-edge]
    for number in range(1, parts):
        low = max(found[-1] + 4 * CLEAR_MM, edge - (parts - number) * most_mm)
        high = min(found[-1] + most_mm, edge - (parts - number) * 4 * CLEAR_MM)
        wanted = -edge + length_mm * number / parts
        cut = _free_place(low, high, wanted, middles)
        if cut is None:
            return None
        found.append(cut)
    return (*found, edge)


def _free_place(low: float, high: float, wanted: float, middles: Sequence[float]) -> float | None:
    """The place between low and high nearest to the wanted one that keeps clear of all middles."""
    candidates = [min(max(wanted, low), high), low, high]
    candidates += [round(middle + sign * CLEAR_MM, 6) for middle in middles for sign in (-1, 1)]
    good = [
        place
        for place in candidates
        if low - 1e-6 <= place <= high + 1e-6 and all(abs(place - middle) >= CLEAR_MM - 1e-6 for middle in middles)
    ]
    return min(good, key=lambda place: (abs(place - wanted), place), default=None)


def _in_free_places(
    plan: BoardPlan, box: tuple[float, float, float, float], own: Sequence[MarkerGeometry], spare: list[int]
) -> Iterator[MarkerGeometry]:
    """Markers where nothing else is drawn, far from the sheet's others, from the numbers that are left."""
    taken = [middle_of(marker) for marker in own]
    if not spare or len(taken) >= FEWEST_MARKERS:
        return  # most sheets have enough, and looking for places takes long
    left, bottom, right, top = box
    across, down = (
        range(math.ceil((high - low - 2 * CLEAR_MM) / STEP_MM)) for low, high in ((left, right), (bottom, top))
    )
    places = [(left + CLEAR_MM + STEP_MM * i, bottom + CLEAR_MM + STEP_MM * j) for i in across for j in down]
    places = [place for place in places if _is_free(plan, place)]
    while spare and places and len(taken) < FEWEST_MARKERS:
        best = max(places, key=lambda place: (min((math.dist(place, one) for one in taken), default=0.0), place))
        if taken and min(math.dist(best, one) for one in taken) < 4 * CLEAR_MM:
            return
        taken.append(best)
        yield square_marker(spare.pop(0), best, MARKER_MM)


def middle_of(marker: MarkerGeometry) -> Point:
    """The middle of a marker."""
    (x0, y0), _, (x1, y1), _ = marker.corners_mm
    return (x0 + x1) / 2, (y0 + y1) / 2


def _is_free(plan: BoardPlan, point: Point) -> bool:
    """Whether a marker there touches no space, no box and no road drawn between spaces."""
    areas = [(place.at_mm, (plan.pitch_mm, plan.pitch_mm)) for place in plan.places]
    areas += [(box, plan.box_size_mm) for box in plan.boxes]
    if any(
        abs(point[0] - x) < width / 2 + CLEAR_MM and abs(point[1] - y) < height / 2 + CLEAR_MM
        for (x, y), (width, height) in areas
    ):
        return False
    middle = plan.middle
    roads = [[middle[space] for space in spaces] for _, spaces in plan.branches]
    return all(from_segment(point, one, other) > CLEAR_MM + ROAD_MM for road in roads for one, other in pairwise(road))


def from_segment(point: Point, one: Point, other: Point) -> float:
    """How far a point lies from the straight line between two others.

    >>> from_segment((1.0, 2.0), (0.0, 0.0), (4.0, 0.0))
    2.0
    """
    along = (other[0] - one[0], other[1] - one[1])
    length2 = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - one[0]) * along[0] + (point[1] - one[1]) * along[1]) / max(length2, 1e-9)
    share = min(max(share, 0.0), 1.0)
    return math.dist(point, (one[0] + share * along[0], one[1] + share * along[1]))
