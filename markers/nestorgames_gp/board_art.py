"""What is drawn on a board's sheets: the road, corners, boxes and features; nothing within a marker's white margin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from markers.dots import DOT_MM
from markers.geometry import ItemGeometry, disc
from markers.kit import Point
from markers.margins import FACE
from markers.nestorgames_gp.pieces import DISC_MM
from markers.nestorgames_gp.pieces_art import INK, pale
from markers.nestorgames_gp.plan import BOX_DICE_MM, BOX_RINGS_MM, BoardPlan, Place
from markers.nestorgames_gp.poster import CLEAR_MM, middle_of
from markers.pen import Colour, Pen, cells, grey

ROAD = grey(0.55)
KERB: Colour = (0.80, 0.14, 0.14)
TELEPORT: Colour = (0.45, 0.20, 0.62)
SWITCH: Colour = (0.05, 0.45, 0.45)
WET: Colour = (0.20, 0.45, 0.75)
KERB_MM = 3.0
EDGE_MM = 0.5
GATE_PLACE_MM = (44.0, 22.0)
JOINT_MM = 3.0
TITLE_MM = (32.0, 3.0)
"""Room for a sheet's title."""
JOINT_CLEAR_MM = CLEAR_MM + 4.0


def draw_sheet(pen: Pen, plan: BoardPlan, item: ItemGeometry, sheets: Sequence[ItemGeometry], low_ink: bool) -> None:
    """Everything of one of a board's sheets but its markers; the pen's origin is the middle of the board."""
    pen.shape([item.outline_mm], FACE)
    pen.clip(item.outline_mm)
    for place in plan.places:
        _space(pen, plan, place, low_ink)
    _line(pen, plan)
    for one, other in _ways(plan):
        _arrow(pen, one, other, 0.5, 2.4, ROAD)
    _branches(pen, plan)
    for number, middle in enumerate(plan.boxes, 1):
        _box(pen, plan, middle, number)
    for point in plan.dots:
        pen.at(*point).shape([disc(DOT_MM)], INK)
    if plan.gate_mm is not None:
        _gate_place(pen, plan.gate_mm)
    _title(pen, plan, item, len(sheets))
    pen.release()
    _joints(pen, plan, item, [middle_of(marker) for sheet in sheets for marker in sheet.markers])


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


def _space(pen: Pen, plan: BoardPlan, place: Place, low_ink: bool) -> None:
    """A square with its name; corners have kerbs, T spaces and switches a coloured frame."""
    half = plan.pitch_mm / 2
    x, y = place.at_mm
    if place.corner:
        _kerb(pen, place.at_mm, half, low_ink)
    frame = TELEPORT if place.id in plan.teleport else SWITCH if place.id in plan.switches else None
    if frame is not None:
        pen.line(_square(place.at_mm, half - 1.4), 1.2, frame, closed=True)
        words = "T" if place.id in plan.teleport else "SWITCH"
        pen.text((x, y - half + 3.4), words, 4.6 if words == "T" else 2.6, frame, bold=True)
    pen.line(_square(place.at_mm, half - EDGE_MM / 2), EDGE_MM, ROAD, closed=True)
    inset = half - (KERB_MM + 1.2 if place.corner else 2.6)
    pen.text((x - inset, y + inset - 2.2), place.id.upper() if place.bay else place.id, 2.2, ROAD, "l")
    if place.id in plan.wet:
        _drop(pen.at(x + inset - 2.6, y + inset - 3.2))


def _kerb(pen: Pen, middle: Point, half: float, low_ink: bool) -> None:
    """Red and white stripes along all four sides."""
    fill = pale(KERB) if low_ink else KERB
    x, y = middle
    count = 10
    step = 2 * half / count
    for number in range(0, count, 2):
        low, high = -half + number * step, -half + (number + 1) * step
        pen.rect(x + low, y + half - KERB_MM, x + high, y + half, fill)
        pen.rect(x - high, y - half, x - low, y - half + KERB_MM, fill)
        pen.rect(x + half - KERB_MM, y - high, x + half, y - low, fill)
        pen.rect(x - half, y + low, x - half + KERB_MM, y + high, fill)


def _drop(pen: Pen) -> None:
    """A small drop: here lies the oil of a wet race."""
    ring = [(1.5 * math.cos(a), 1.5 * math.sin(a)) for a in (math.radians(150 + 12 * n) for n in range(21))]
    pen.shape([[(0.0, 3.2), *ring]], WET)


def _line(pen: Pen, plan: BoardPlan) -> None:
    """The chequered finish line on the near edge of the first space."""
    (x1, y1), (x0, y0) = plan.middle[plan.track[0]], plan.middle[plan.track[-1]]
    count, cell = 20, plan.pitch_mm / 20
    if abs(x1 - x0) >= abs(y1 - y0):
        pattern = [[(row + column) % 2 for column in range(2)] for row in range(count)]
        edge = x1 - math.copysign(plan.pitch_mm / 2, x1 - x0)
        pen.shape(cells(pattern, edge - cell, y1 + plan.pitch_mm / 2, cell), INK)
    else:
        pattern = [[(row + column) % 2 for column in range(count)] for row in range(2)]
        edge = y1 - math.copysign(plan.pitch_mm / 2, y1 - y0)
        pen.shape(cells(pattern, x1 - plan.pitch_mm / 2, edge + cell, cell), INK)


def _arrow(pen: Pen, one: Point, other: Point, share: float, size: float, colour: Colour) -> None:
    """A small triangle on the way from one point to another, pointing along it."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = max(math.hypot(dx, dy), 1e-9)
    ux, uy = dx / length, dy / length
    x, y = one[0] + share * dx, one[1] + share * dy
    tip = (x + size * ux, y + size * uy)
    left = (x - size * (0.6 * ux + 0.8 * uy), y - size * (0.6 * uy - 0.8 * ux))
    right = (x - size * (0.6 * ux - 0.8 * uy), y - size * (0.6 * uy + 0.8 * ux))
    pen.shape([(tip, left, right)], colour)


def _branches(pen: Pen, plan: BoardPlan) -> None:
    """The roads of shortcut and gate as rows of triangles between the spaces they join."""
    middle, half = plan.middle, plan.pitch_mm / 2
    for kind, spaces in plan.branches:
        colour = KERB if kind == "shortcut" else SWITCH
        for one, other in pairwise([middle[space] for space in spaces]):
            length = math.dist(one, other)
            steps = max(int(length / 9.0), 1)
            for number in range(1, steps):
                point = (
                    one[0] + (other[0] - one[0]) * number / steps,
                    one[1] + (other[1] - one[1]) * number / steps,
                )
                if _on_open_ground(plan, point, half):
                    _arrow(pen, one, other, number / steps, 2.2, colour)


def _on_open_ground(plan: BoardPlan, point: Point, half: float) -> bool:
    """Whether a road may be drawn here: on no space, and clear of the gate."""
    on_space = any(
        max(abs(point[0] - place.at_mm[0]), abs(point[1] - place.at_mm[1])) < half + 2.0 for place in plan.places
    )
    gate = plan.gate_mm
    at_gate = gate is not None and abs(point[0] - gate[0]) < 25.0 and abs(point[1] - gate[1]) < 14.0
    return not on_space and not at_gate


def _box(pen: Pen, plan: BoardPlan, middle: Point, number: int) -> None:
    """The box of one bay: rings for three discs and the cylinder, squares for lost dice."""
    width, height = plan.box_size_mm
    x, y = middle
    faint = grey(0.80)
    pen.line(
        tuple(
            (x + sx * (width / 2 - 0.6), y + sy * (height / 2 - 0.6)) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ),
        0.5,
        ROAD,
        closed=True,
    )
    for place in BOX_RINGS_MM:
        pen.at(*plan.in_box(middle, place)).line(disc(DISC_MM - 1.0), 0.3, faint, closed=True)
    for place in BOX_DICE_MM:
        pen.line(_square(plan.in_box(middle, place), 8.2), 0.3, faint, closed=True)
    pen.text(plan.in_box(middle, (25.5, 26.5)), str(number), 4.2, ROAD, bold=True)


def _gate_place(pen: Pen, middle: Point) -> None:
    """Where the gate stands when it is closed."""
    width, height = GATE_PLACE_MM
    here = pen.at(*middle)
    ring = tuple((sx * width / 2, sy * height / 2) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1)))
    here.line(ring, 0.5, SWITCH, closed=True)
    for x in (-16.0, 16.0):
        here.text((x, -0.9), "GATE", 1.9, SWITCH, bold=True)


def _title(pen: Pen, plan: BoardPlan, item: ItemGeometry, count: int) -> None:
    """The board's name and the sheet's number, small, in a lower corner of the sheet if one is free."""
    (left, _), (right, _), (_, bottom), _ = item.outline_mm
    number = item.piece.rpartition("/")[2]
    words = f"{plan.title} · sheet {number} of {count}"
    for x, anchor in ((left + 1.5, "l"), (right - 1.5, "r")):
        middle = x + TITLE_MM[0] / 2 * (1 if anchor == "l" else -1), bottom + TITLE_MM[1] / 2
        if not _is_taken(plan, item, middle):
            pen.text((x, bottom + 1.0), words, 1.7, grey(0.5), "l" if anchor == "l" else "r")
            return


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
