"""What is drawn on a board's sheets: road, kerbs, boxes and features in a meadow; markers keep their white margins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

from markers.dots import DOT_MM
from markers.geometry import ItemGeometry, disc
from markers.kit import Point
from markers.livery import ASPHALT, CRACK, INK, KERB, PAINT, SAND, STONE, round_ring
from markers.margins import FACE, draw_margins
from markers.nestorgames_gp.pieces import DISC_MM
from markers.nestorgames_gp.plan import BOX_DICE_MM, BOX_RINGS_MM, BoardPlan, Place
from markers.nestorgames_gp.poster import CLEAR_MM, from_segment, middle_of
from markers.pen import Colour, Pen, grey
from markers.scenery import (
    STAND_MM,
    arrow,
    chequers,
    dashes,
    gap_to_box,
    grains,
    grass,
    kerb,
    lights,
    oil,
    ring_of,
    stand,
    tree,
)

TELEPORT: Colour = (0.50, 0.24, 0.66)
SWITCH: Colour = (0.05, 0.48, 0.48)
GATE_PLACE_MM = (44.0, 22.0)
JOINT_MM = 3.0
TITLE_MM = (32.0, 3.0)
"""Room for a sheet's title."""
JOINT_CLEAR_MM = CLEAR_MM + 4.0
VERGE_MM = 7.0
"""Sand beside the road."""
TREE_MM = (4.5, 7.0)
TREES_EVERY_MM = 17.0
STAND_ROOM_MM = 24.0
"""How far from anything the middle of a grandstand is."""


def draw_sheet(pen: Pen, plan: BoardPlan, item: ItemGeometry, sheets: Sequence[ItemGeometry]) -> None:
    """Everything of one of a board's sheets but its markers; the pen's origin is the middle of the board."""
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    pen.clip(item.outline_mm)
    grass(pen, (left, bottom, right, top))
    markers = tuple(middle_of(marker) for sheet in sheets for marker in sheet.markers)
    titles = tuple(filter(None, (title_place(plan, sheet) for sheet in sheets)))
    _woods(pen, *free_ground(plan, markers, titles))
    _branches(pen, plan)
    for place in plan.places:
        x, y = place.at_mm
        reach = plan.pitch_mm / 2 + VERGE_MM
        if not place.bay:
            pen.texture([ring_of((x - reach, y - reach, x + reach, y + reach))], SAND)
    half = plan.pitch_mm / 2

    def here(point: Point, reach: float) -> bool:
        """Whether what reaches so far around a point shows on this sheet."""
        return left - reach < point[0] < right + reach and bottom - reach < point[1] < top + reach

    places = [place for place in plan.places if here(place.at_mm, half)]
    pen.shape([_square(place.at_mm, half) for place in places], ASPHALT)
    for place in places:
        x, y = place.at_mm
        grains(pen, (x - half, y - half, x + half, y + half))
    for place in places:
        _space(pen, plan, place)
    _line(pen, plan)
    for one, other in _ways(plan):
        if here(one, plan.pitch_mm):
            turn = math.atan2(other[1] - one[1], other[0] - one[0])
            arrow(pen, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), turn, 3.4)
    for number, middle in enumerate(plan.boxes, 1):
        if here(middle, max(plan.box_size_mm)):
            _box(pen, plan, middle, number)
    pen.solid([[(x + a, y + b) for a, b in disc(DOT_MM)] for x, y in plan.dots if here((x, y), DOT_MM)], INK)
    if plan.gate_mm is not None:
        _gate_place(pen, plan.gate_mm)
    draw_margins(pen, item)
    _title(pen, plan, item, len(sheets))
    pen.release()
    _joints(pen, plan, item, [middle_of(marker) for sheet in sheets for marker in sheet.markers])


def _woods(pen: Pen, stood: Point | None, trees: Sequence[tuple[float, float, float]]) -> None:
    """Trees, and a grandstand where there is room for one."""
    if stood is not None:
        stand(pen.at(*stood))
    for x, y, radius in trees:
        tree(pen, x, y, radius)


@lru_cache(maxsize=8)
def free_ground(
    plan: BoardPlan, markers: tuple[Point, ...], titles: tuple[Point, ...]
) -> tuple[Point | None, tuple[tuple[float, float, float], ...]]:
    """Where a grandstand stands, and the trees: away from road, boxes, branches, markers and titles."""
    wide, high = plan.size_mm[0] / 2, plan.size_mm[1] / 2
    middle = plan.middle
    roads = [(middle[a], middle[b]) for _, spaces in plan.branches for a, b in pairwise(spaces)]
    boxes = [(place.at_mm, plan.pitch_mm / 2 + VERGE_MM, plan.pitch_mm / 2 + VERGE_MM) for place in plan.places]
    boxes += [(box, plan.box_size_mm[0] / 2, plan.box_size_mm[1] / 2) for box in plan.boxes]
    boxes += [(marker, CLEAR_MM, CLEAR_MM) for marker in markers]
    boxes += [(plan.gate_mm, 22.0, 11.0)] if plan.gate_mm else []

    def room(point: Point) -> float:
        """How far away the nearest thing is."""
        gaps = [gap_to_box(point, at, across, up) for at, across, up in boxes]
        gaps += [from_segment(point, one, other) - 9.0 for one, other in roads]
        return min(*gaps, wide - abs(point[0]), high - abs(point[1]))

    places = [(float(x), float(y)) for x in range(-int(wide), int(wide), 18) for y in range(-int(high), int(high), 18)]
    best = max(places, key=room)
    stood = best if room(best) > STAND_ROOM_MM else None
    if stood is not None:
        boxes.append((stood, *STAND_MM))
    boxes += [(title, TITLE_MM[0] / 2, TITLE_MM[1] / 2) for title in titles]
    trees = []
    across, up = int(2 * wide / TREES_EVERY_MM), int(2 * high / TREES_EVERY_MM)
    for number, (i, j) in enumerate(product(range(across), range(up))):
        x = -wide + (i + 0.5 + 0.28 * math.sin(3.0 * number)) * TREES_EVERY_MM
        y = -high + (j + 0.5 + 0.28 * math.cos(5.0 * number)) * TREES_EVERY_MM
        radius = TREE_MM[0] + (TREE_MM[1] - TREE_MM[0]) * (0.5 + 0.5 * math.sin(7.0 * number))
        if number % 3 and room((x, y)) > radius * 1.3:
            trees.append((x, y, radius))
    return stood, tuple(trees)


def _ways(plan: BoardPlan) -> list[tuple[Point, Point]]:
    """From every space of the lap to the next one, and from the pit lane onto it."""
    middle = plan.middle
    lap = [*plan.track, plan.track[0]]
    bays = [place.id for place in plan.places if place.bay]
    names = [*pairwise(lap), *((after, before) for before, after in pairwise(bays)), (bays[0], plan.exit)]
    return [(middle[one], middle[other]) for one, other in names]


def _square(middle: Point, half: float) -> tuple[Point, ...]:
    x, y = middle
    return ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half))


def _space(pen: Pen, plan: BoardPlan, place: Place) -> None:
    """A space: kerbs or a white line where the road ends, a broken line to the next, its name, what is special."""
    half = plan.pitch_mm / 2
    x, y = place.at_mm
    corners = [(x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)]
    for n, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
        one, other = corners[n], corners[(n + 1) % 4]
        beside = (x + dx * plan.pitch_mm, y + dy * plan.pitch_mm)
        if any(math.dist(near.at_mm, beside) < 1.0 for near in plan.places):
            dashes(pen, [one, other], 0.6, 2.6, STONE)
        elif place.corner:
            kerb(pen, other, one, 3.2)
        else:
            inner = [(px - dx * 0.8, py - dy * 0.8) for px, py in (one, other)]
            pen.line(inner, 0.8, PAINT)
    if place.id in plan.teleport:
        for radius, colour in ((20.5, TELEPORT), (18.6, PAINT), (17.6, TELEPORT), (16.4, ASPHALT)):
            pen.at(x, y).shape([round_ring(0.0, 0.0, radius, 48)], colour)
        pen.text((x, y - half + 1.6), "T", 3.2, TELEPORT, bold=True)
    elif place.id in plan.switches:
        pen.line(_square(place.at_mm, half - 4.4), 1.4, SWITCH, closed=True)
        pen.text((x, y - half + 5.8), "SWITCH", 2.4, SWITCH, bold=True)
    inset = half - 4.8
    pen.text((x - inset, y + inset - 2.2), place.id.upper() if place.bay else place.id[1:], 3.0, PAINT, "l", bold=True)
    if place.id in plan.wet:
        oil(pen.at(x + inset - 2.4, y + inset - 1.6), 3.4, 3)


def _line(pen: Pen, plan: BoardPlan) -> None:
    """The chequered finish line on the near edge of the first space, and the start lights beside it."""
    (x1, y1), (x0, y0) = plan.middle[plan.track[0]], plan.middle[plan.track[-1]]
    count, cell, half = 20, plan.pitch_mm / 20, plan.pitch_mm / 2
    if abs(x1 - x0) >= abs(y1 - y0):
        chequers(pen, x1 - math.copysign(half, x1 - x0) - cell, y1 + half, 2, count, cell)
    else:
        edge = y1 - math.copysign(half, y1 - y0)
        chequers(pen, x1 - half, edge + cell, count, 2, cell)
        lights(pen.at(x1, edge + math.copysign(5.2, y1 - y0)), 5, 3.0)


def _branches(pen: Pen, plan: BoardPlan) -> None:
    """The roads of shortcut and gate: a narrow road of gravel with arrows between the spaces they join."""
    middle, half = plan.middle, plan.pitch_mm / 2
    for kind, spaces in plan.branches:
        colour = KERB if kind == "shortcut" else SWITCH
        for one, other in pairwise([middle[space] for space in spaces]):
            pen.line((one, other), 13.0, SAND)
            pen.line((one, other), 10.0, CRACK)
            turn = math.atan2(other[1] - one[1], other[0] - one[0])
            steps = max(int(math.dist(one, other) / 9.0), 1)
            for number in range(1, steps):
                point = (
                    one[0] + (other[0] - one[0]) * number / steps,
                    one[1] + (other[1] - one[1]) * number / steps,
                )
                if _on_open_ground(plan, point, half):
                    arrow(pen, point, turn, 2.8, PAINT)
                    pen.at(*point).line(
                        [
                            (-3.4 * math.cos(turn), -3.4 * math.sin(turn)),
                            (-4.4 * math.cos(turn), -4.4 * math.sin(turn)),
                        ],
                        1.6,
                        colour,
                    )


def _on_open_ground(plan: BoardPlan, point: Point, half: float) -> bool:
    """Whether a road may be drawn here: on no space, and clear of the gate."""
    on_space = any(
        max(abs(point[0] - place.at_mm[0]), abs(point[1] - place.at_mm[1])) < half + 2.0 for place in plan.places
    )
    gate = plan.gate_mm
    at_gate = gate is not None and abs(point[0] - gate[0]) < 25.0 and abs(point[1] - gate[1]) < 14.0
    return not on_space and not at_gate


def _box(pen: Pen, plan: BoardPlan, middle: Point, number: int) -> None:
    """The box of one bay: white for its dots, rings for three discs and the cylinder, squares for lost dice."""
    width, height = plan.box_size_mm
    x, y = middle
    faint = grey(0.80)
    outer = ring_of((x - width / 2 + 0.4, y - height / 2 + 0.4, x + width / 2 - 0.4, y + height / 2 - 0.4))
    pen.shape([outer], FACE)
    pen.line(outer, 0.8, CRACK, closed=True)
    for place in BOX_RINGS_MM:
        pen.at(*plan.in_box(middle, place)).line(disc(DISC_MM - 1.0), 0.3, faint, closed=True)
    for place in BOX_DICE_MM:
        pen.line(_square(plan.in_box(middle, place), 8.2), 0.3, faint, closed=True)
    pen.text(plan.in_box(middle, (25.5, 26.5)), str(number), 4.2, CRACK, bold=True)


def _gate_place(pen: Pen, middle: Point) -> None:
    """Where the gate stands when it is closed."""
    width, height = GATE_PLACE_MM
    here = pen.at(*middle)
    ring = tuple((sx * width / 2, sy * height / 2) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1)))
    here.shape([ring], CRACK)
    here.line(ring, 0.8, SWITCH, closed=True)
    for x in (-16.0, 16.0):
        here.text((x, -0.9), "GATE", 1.9, PAINT, bold=True)


def _title(pen: Pen, plan: BoardPlan, item: ItemGeometry, count: int) -> None:
    """The board's name and the sheet's number, small."""
    middle = title_place(plan, item)
    if middle is None:
        return
    number = item.piece.rpartition("/")[2]
    on_the_left = middle[0] < (item.outline_mm[0][0] + item.outline_mm[1][0]) / 2
    start = middle[0] + TITLE_MM[0] / 2 * (-1 if on_the_left else 1), middle[1] - TITLE_MM[1] / 2 + 1.0
    pen.text(start, f"{plan.title} · sheet {number} of {count}", 1.7, INK, "l" if on_the_left else "r")


def title_place(plan: BoardPlan, item: ItemGeometry) -> Point | None:
    """The middle of the sheet's title, in a lower corner of the sheet if one is free; None where none is."""
    (left, _), (right, _), (_, bottom), _ = item.outline_mm
    corners = [(x, bottom + TITLE_MM[1] / 2) for x in (left + 1.5 + TITLE_MM[0] / 2, right - 1.5 - TITLE_MM[0] / 2)]
    return next((one for one in corners if not _is_taken(plan, item, one)), None)


def _is_taken(plan: BoardPlan, item: ItemGeometry, at: Point) -> bool:
    """Whether a marker's white margin, a box or a space lies where the sheet's title would be."""

    def near(middle: Point, half_mm: Point) -> bool:
        return all(abs(at[n] - middle[n]) < half_mm[n] + TITLE_MM[n] / 2 for n in (0, 1))

    markers = any(near(middle_of(marker), (CLEAR_MM, CLEAR_MM)) for marker in item.markers)
    box = (plan.box_size_mm[0] / 2, plan.box_size_mm[1] / 2)
    boxes = any(near(middle, box) for middle in plan.boxes)
    half = plan.pitch_mm / 2
    return markers or boxes or any(near(place.at_mm, (half, half)) for place in plan.places)


def _joints(pen: Pen, plan: BoardPlan, item: ItemGeometry, middles: Sequence[Point]) -> None:
    """Half diamonds on the edges that meet another sheet: on the table they must make whole ones.

    They keep clear of the markers on either side, so that none lacks its other half.
    """
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    edges_x = {-plan.size_mm[0] / 2, plan.size_mm[0] / 2}
    edges_y = {-plan.size_mm[1] / 2, plan.size_mm[1] / 2}
    for share in (0.2, 0.5, 0.8):
        y, x = bottom + share * (top - bottom), left + share * (right - left)
        ends = [((left, y), (1, 0)), ((right, y), (-1, 0))], [((x, bottom), (0, 1)), ((x, top), (0, -1))]
        for (px, py), (dx, dy) in (
            *(end for end in ends[0] if end[0][0] not in edges_x),
            *(end for end in ends[1] if end[0][1] not in edges_y),
        ):
            if all(math.dist((px, py), middle) > JOINT_CLEAR_MM + CLEAR_MM * 0.5 for middle in middles):
                side = JOINT_MM / 2
                ring = (
                    (px + side * dy, py + side * dx),
                    (px + JOINT_MM * dx, py + JOINT_MM * dy),
                    (px - side * dy, py - side * dx),
                )
                pen.shape([ring], INK)
