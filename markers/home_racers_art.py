"""What is drawn on the Home Racers faces around the markers; nothing comes nearer to one than its white margin."""

from __future__ import annotations

from math import pi

from markers import home_racers
from markers.geometry import ItemGeometry
from markers.livery import (
    ASPHALT,
    CAR_COLOURS,
    CRACK,
    DRIVERS,
    INK,
    KERB,
    PAINT,
    SUNNY,
    on,
    round_ring,
    sign,
    star,
)
from markers.margins import FACE, draw_margins
from markers.pen import Colour, Pen, grey
from markers.scenery import arrow, asphalt, chequers, dashes, grains, grass, kerb, oil, tree, turned, tyres

MAT = grey(0.50)
PORTAL_COLOURS: dict[str, Colour] = {
    "blue": (0.13, 0.38, 0.75), "yellow": (0.93, 0.74, 0.10), "green": (0.10, 0.52, 0.28), "orange": (0.90, 0.45, 0.08),
    "violet": (0.45, 0.20, 0.62),
}  # fmt: skip
PORTAL_SIGNS = {"blue": "B", "yellow": "Y", "green": "G", "orange": "O", "violet": "P"}
HAZARD_COLOURS: dict[str, Colour] = {
    "caltrops": (0.96, 0.80, 0.30), "leak": (0.90, 0.86, 0.74), "tires": (0.66, 0.84, 0.72),
    "booster": (0.98, 0.70, 0.35),
}  # fmt: skip
HAZARD_WORDS = {"caltrops": "CALTROPS", "leak": "LEAK", "tires": "TIRE STATION", "booster": "BOOSTER"}
ROAD_HALF_MM = 16.0


def draw_face(pen: Pen, item: ItemGeometry) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    draw = {"road": _road, "twin": _special, "car": _roof, "line": _post, "tray": _mats, "gear": _gear}[kind]
    pen.clip(item.outline_mm)
    draw(pen, item)
    draw_margins(pen, item)
    pen.release()


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


def _road(pen: Pen, item: ItemGeometry) -> None:
    """Road between kerbs and grass, the car's arrow on it, three small arrows where the next tile may lie."""
    number = item.piece.split(":")[1]
    grass(pen, (-40.0, -46.5, 40.0, 46.5))
    half = ROAD_HALF_MM
    asphalt(pen, (-40.0, -half, 40.0, half))
    kerb(pen, (-46.2, half), (46.2, half))
    kerb(pen, (46.2, -half), (-46.2, -half))
    for y in (half - 1.2, 1.2 - half):
        pen.line([(-46.5, y), (46.5, y)], 0.6, PAINT)
    dashes(pen, [(-40.0, 0.0), (-30.0, 0.0)], 1.0, 2.5)
    outline = ((33.0, 0.0), (14.0, 11.0), (14.0, 4.6), (-29.0, 4.6), (-29.0, -4.6), (14.0, -4.6), (14.0, -11.0))
    pen.shape([outline], SUNNY)
    pen.line(outline, 0.5, CRACK, closed=True)
    for turn in (-pi / 3, 0.0, pi / 3):
        pen.shape([turned(((38.9, 0.0), (36.0, 2.6), (36.0, -2.6)), turn)], KERB)
    pen.text((-22.0, -1.7), number, 3.4, INK, bold=True)
    for x in (-24.0, 24.0):
        for y in (-29.0, 29.0):
            tree(pen, x, y, 3.4)


def _special(pen: Pen, item: ItemGeometry) -> None:
    """A portal with rings of its colour and its sign, or a hazard with its pictures; the way in is along x."""
    number = item.piece.split(":")[1]
    asphalt(pen, (-40.0, -46.5, 40.0, 46.5))
    portal = item.side in PORTAL_COLOURS
    colour = PORTAL_COLOURS[item.side] if portal else HAZARD_COLOURS[item.side]
    if portal:
        for radius, fill in ((39.0, colour), (36.4, PAINT), (35.4, colour), (27.0, PAINT), (26.2, ASPHALT)):
            pen.shape([round_ring(0.0, 0.0, radius, 72)], fill)
        for n in (1, 2, 4, 5):
            ((x, y),) = turned(((31.0, 0.0),), n * pi / 3)
            sign(pen.at(x, y), PORTAL_SIGNS[item.side], 2.8, on(colour))
        words = f"{item.side.upper()} PORTAL"
    else:
        pen.shape([home_racers.hexagon(home_racers.ACROSS_MM - 3.0)], colour)
        pen.shape([home_racers.hexagon(home_racers.ACROSS_MM - 17.0)], ASPHALT)
        grains(pen, (-30.0, -30.0, 30.0, 30.0))
        _HAZARDS[item.side](pen)
        words = HAZARD_WORDS[item.side]
    for y in (30.2, -33.4) if portal else (33.8, -36.9):
        pen.text((0.0, y), words, 2.6, on(colour), bold=True, most_mm=29.0)
    pen.shape([round_ring(-32.5 if portal else -33.4, 0.0, 3.1, 24)], PAINT)
    pen.text((-32.5 if portal else -33.4, -1.3), number, 2.6, INK, bold=True)
    for x in (-24.0, 24.0):
        arrow(pen, (x, 0.0), 0.0, 3.4)


def _caltrops(pen: Pen) -> None:
    for x, y in (
        (-20.0, 12.0),
        (-9.0, 24.5),
        (9.0, 24.5),
        (20.0, 12.0),
        (-20.0, -12.0),
        (-9.0, -24.5),
        (9.0, -24.5),
        (20.0, -12.0),
    ):
        pen.at(x, y).shape([[(4.0 * a, 4.0 * b) for a, b in star(3, 0.22, x + y)]], INK)
        pen.at(x, y).shape([round_ring(0.0, 0.0, 0.7, 10)], PAINT)


def _leak(pen: Pen) -> None:
    for n, (x, y, size) in enumerate(
        (
            (-12.0, 25.0, 5.6),
            (9.0, 24.5, 4.4),
            (23.5, -9.5, 3.6),
            (-10.0, -24.8, 4.6),
            (12.0, -25.0, 5.4),
            (-23.5, 10.5, 3.4),
        )
    ):
        oil(pen.at(x, y), size, n)


def _tires(pen: Pen) -> None:
    for y in (-24.6, 24.6):
        tyres(pen, (-14.0, y - 1.2), (14.0, y - 1.2))
        tyres(pen, (-13.0, y + 1.2), (15.0, y + 1.2))


def _booster(pen: Pen) -> None:
    for y in (-24.5, 24.5):
        for x in (-13.0, -4.5, 4.0):
            pen.shape(
                [((x, y + 4.0), (x + 4.0, y + 4.0), (x + 9.0, y), (x + 4.0, y - 4.0), (x, y - 4.0), (x + 5.0, y))],
                DRIVERS["orange"],
            )


_HAZARDS = {"caltrops": _caltrops, "leak": _leak, "tires": _tires, "booster": _booster}


def _roof(pen: Pen, item: ItemGeometry) -> None:
    """The driver's colour with an arrow to the front and his sign on it."""
    name = item.piece.split(":")[1]
    colour = CAR_COLOURS[name]
    pen.shape([item.outline_mm], colour)
    pen.shape([((16.4, 0.0), (7.4, 9.0), (7.4, -9.0))], on(colour))
    sign(pen.at(10.3, 0.0), name, 2.4, colour)


def _post(pen: Pen, item: ItemGeometry) -> None:
    """A chequered strip along the card's inner edge, which is the end of the line; an arrow the way the cars drive."""
    up = 1.0 if item.piece == "line:left" else -1.0
    half, deep = home_racers.POST_MM[0] / 2, home_racers.POST_MM[1]
    grass(pen, (-half, min(0.0, up * deep), half, max(0.0, up * deep)))
    cell = 2.2
    chequers(pen, -half, 2 * cell if up > 0 else 0.0, 20, 2, cell)
    pen.line(((0.0, 0.0), (0.0, up * 2 * cell)), 0.8, KERB)
    pen.text(
        (0.0, 41.4 if up > 0 else -43.2),
        "START  LEFT  >" if up > 0 else "START  RIGHT  >",
        1.8,
        INK,
        bold=True,
        most_mm=40.0,
    )


def _mats(pen: Pen, item: ItemGeometry) -> None:
    """The grey on which dice are read is printed with low ink too: white dice would be lost on paper."""
    pen.solid(item.mats_mm, MAT)


def _gear(pen: Pen, item: ItemGeometry) -> None:
    """The driver's colour at both ends with his sign, the grey mat between."""
    name = item.piece.split(":")[1]
    colour = CAR_COLOURS[name]
    pen.shape([item.outline_mm], colour)
    pen.solid(item.mats_mm, MAT)
    x = abs(item.markers[0].corners_mm[0][0] + home_racers.GEAR_MARKER_MM / 2)
    for side in (-1.0, 1.0):
        pen.text((side * x, -17.6), f"{home_racers.CARS[name].upper()} GEAR", 1.9, on(colour), bold=True, most_mm=20.0)
        sign(pen.at(side * x, 17.0), name, 3.2, on(colour))
