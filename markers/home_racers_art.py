"""What is drawn on the Home Racers faces around the markers; nothing comes nearer to one than its white margin."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from markers import home_racers
from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.margins import FACE, draw_margins
from markers.pen import WHITE, Colour, Pen, grey

ROAD = grey(0.80)
EDGE = grey(0.62)
MAT = grey(0.50)
INK = grey(0.15)
ARROW: Colour = (0.93, 0.76, 0.10)
CAR_COLOURS: dict[str, Colour] = {
    "R": (0.77, 0.09, 0.17), "Y": (0.93, 0.72, 0.05), "G": (0.08, 0.46, 0.23), "B": (0.11, 0.34, 0.69),
}  # fmt: skip
PORTAL_COLOURS: dict[str, Colour] = {
    "blue": (0.13, 0.38, 0.75), "yellow": (0.93, 0.74, 0.10), "green": (0.10, 0.52, 0.28), "orange": (0.90, 0.45, 0.08),
    "violet": (0.45, 0.20, 0.62),
}  # fmt: skip
HAZARD_COLOURS: dict[str, Colour] = {
    "caltrops": (0.55, 0.10, 0.12), "leak": (0.20, 0.18, 0.24), "tires": (0.12, 0.45, 0.30),
    "booster": (0.80, 0.45, 0.05),
}  # fmt: skip
HAZARD_WORDS = {"caltrops": "CALTROPS", "leak": "LEAK", "tires": "TIRE STATION", "booster": "BOOSTER"}


def pale(colour: Colour) -> Colour:
    """The tint of a colour that low ink prints."""
    red, green, blue = (1.0 - 0.3 * (1.0 - level) for level in colour)
    return red, green, blue


def draw_face(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    draw = {"road": _road, "twin": _special, "car": _roof, "line": _post, "tray": _mats, "gear": _gear}[kind]
    draw(pen, item, low_ink)


def caption(item: ItemGeometry) -> str:
    """The words printed below a face that has no room for its own name."""
    kind, _, name = item.piece.partition(":")
    if kind == "twin":
        front, back = home_racers.special_sides(int(name))
        return f"tile {name}: {front} portal, {back} on the back"
    return f"{home_racers.CARS[name]} car" if kind == "car" else ""


def name_of(item: ItemGeometry) -> str:
    """A piece's name on the tab of its sticker."""
    kind, _, name = item.piece.partition(":")
    if kind == "car":
        return f"{home_racers.CARS[name]} car"
    return f"tile {name}" if kind == "twin" else f"{kind} {name}"


def _road(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A band of road with the arrow of the car, and three small arrows at the edges where the next tile may lie."""
    half = 15.0
    band = ((-40.0, -half), (40.0, -half), (40.0, half), (-40.0, half))
    if not low_ink:
        pen.shape([band], ROAD)
    pen.line([(-40.0, half), (40.0, half)], 0.4, EDGE)
    pen.line([(-40.0, -half), (40.0, -half)], 0.4, EDGE)
    arrow = ((33.0, 0.0), (14.0, 11.0), (14.0, 5.0), (-34.0, 5.0), (-34.0, -5.0), (14.0, -5.0), (14.0, -11.0))
    pen.shape([arrow], pale(ARROW) if low_ink else ARROW)
    pen.line(arrow, 0.5, grey(0.45), closed=True)
    for turn in (-pi / 3, 0.0, pi / 3):
        pen.shape([_turned(((38.6, 0.0), (36.0, 2.4), (36.0, -2.4)), turn)], grey(0.45))
    pen.text((-24.0, -1.5), item.piece.split(":")[1], 3.0, INK, bold=True)
    pen.line(item.outline_mm, 0.3, EDGE, closed=True)


def _special(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A ring in the colour of a portal, or a frame in that of a hazard with its name; the way in is along x."""
    portal = item.side in PORTAL_COLOURS
    colour = PORTAL_COLOURS[item.side] if portal else HAZARD_COLOURS[item.side]
    shade = pale(colour) if low_ink else colour
    outer, inner = 38.5, 26.5
    if portal:
        pen.shape([_circle(outer), tuple(reversed(_circle(inner)))], shade)
    else:
        rim = home_racers.hexagon(home_racers.ACROSS_MM - 3.0)
        pen.shape([rim, tuple(reversed(home_racers.hexagon(2 * inner)))], shade)
    words = f"{item.side.upper()} PORTAL" if portal else HAZARD_WORDS[item.side]
    ink = INK if low_ink or sum(colour) > 1.7 else WHITE
    for y in (30.5, -34.0):
        pen.text((0.0, y), words, 3.2, ink, bold=True)
    pen.text((-31.0, -1.5), item.piece.split(":")[1], 3.0, ink, bold=True)
    pen.line(item.outline_mm, 0.3, EDGE, closed=True)


def _roof(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """The driver's colour with an arrow to the front."""
    name = item.piece.split(":")[1]
    colour = CAR_COLOURS[name]
    pen.shape([item.outline_mm], pale(colour) if low_ink else colour)
    draw_margins(pen, item)
    ink = INK if low_ink or name == "Y" else WHITE
    pen.shape([((16.0, 0.0), (8.5, 6.5), (8.5, -6.5))], ink)
    if low_ink:
        pen.line(item.outline_mm, 0.8, colour, closed=True)


def _post(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A chequered strip along the card's inner edge, which is the end of the line; an arrow the way the cars drive."""
    up = 1.0 if item.piece == "line:left" else -1.0
    cell = 2.2
    for column in range(10):
        for row in range(2):
            if (column + row) % 2 == 0:
                x, y = -11.0 + column * cell, up * (row * cell + (0.0 if up > 0 else cell))
                pen.rect(x, y, x + cell, y + cell, INK)
    pen.line(((0.0, 0.0), (0.0, up * 2 * cell)), 0.8, (0.83, 0.11, 0.13))
    pen.text((0.0, 40.5 if up > 0 else -43.4), "START  LEFT  >" if up > 0 else "START  RIGHT  >", 2.0, INK, bold=True)


def _mats(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """The grey on which dice are read is printed with low ink too: white dice would be lost on paper."""
    pen.shape(item.mats_mm, MAT)
    draw_margins(pen, item)


def _gear(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """The driver's colour at both ends, the grey mat between."""
    name = item.piece.split(":")[1]
    colour = CAR_COLOURS[name]
    pen.shape([item.outline_mm], pale(colour) if low_ink else colour)
    draw_margins(pen, item)
    pen.shape(item.mats_mm, MAT)
    ink = INK if low_ink or name == "Y" else WHITE
    words = f"{home_racers.CARS[name].upper()} GEAR"
    x = item.markers[0].corners_mm[0][0] + home_racers.GEAR_MARKER_MM / 2
    for sign in (-1.0, 1.0):
        pen.text((sign * abs(x), -19.0), words, 1.9, ink, bold=True)
        pen.text((sign * abs(x), 17.0), words, 1.9, ink, bold=True)


def _turned(points: Sequence[Point], turn: float) -> tuple[Point, ...]:
    return tuple((x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points)


def _circle(radius: float) -> tuple[Point, ...]:
    return tuple((radius * cos(n * pi / 30), radius * sin(n * pi / 30)) for n in range(60))
