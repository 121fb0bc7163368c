"""What is drawn on the loose pieces around their markers; nothing comes nearer to one than its white margin."""

from __future__ import annotations

from math import pi

from markers.dots import DOT_MM, WHITE_MM
from markers.geometry import ItemGeometry, disc
from markers.livery import CAR_COLOURS, INK, KERB, PAINT, SLATE, SUNNY, on, round_ring, sign
from markers.margins import FACE, draw_margins, margin_mm
from markers.nestorgames_gp.pieces import CARS, DISC_MM, TRAY_ITEM_RIGHT_MM
from markers.pen import BLACK, Colour, Pen, grey
from markers.scenery import asphalt, oil, ring_of, turned

MAT = grey(0.50)
ITEM_COLOURS: dict[str, Colour] = {
    "rocket": (0.70, 0.13, 0.16), "bomb": (0.45, 0.45, 0.47), "wrench": (0.13, 0.37, 0.62), "turbo": (0.95, 0.60, 0.10),
    "oil": (0.93, 0.90, 0.80),
}  # fmt: skip
ACTIVE_BOMB: Colour = SUNNY


def draw_piece(pen: Pen, item: ItemGeometry) -> None:
    """Everything of a loose piece's face but its markers."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    draw = {"car": _car, "disc": _disc, "cylinder": _disc, "tray": _tray, "gate": _gate, "throw": _throw}.get(
        kind, _item
    )
    draw(pen, item)


def caption(item: ItemGeometry) -> str:
    """The words printed below a face that has no room for its own name."""
    kind, _, name = item.piece.partition(":")
    if kind == "car":
        return f"{CARS[name]}, {'upright' if item.side == 'up' else 'belly-up'}"
    if kind == "disc":
        return f"{CARS[name[0]]} disc {name[1:]}"
    if kind == "cylinder":
        return f"{CARS[name]} cylinder"
    return f"bomb {name}, {item.side}" if kind == "bomb" else ""


def _car(pen: Pen, item: ItemGeometry) -> None:
    """The driver's colour all round, widest at the nose with its sign and an arrow ahead; belly-up it is striped."""
    name = item.piece.split(":")[1]
    fill = CAR_COLOURS[name]
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    pen.shape([item.outline_mm], fill)
    if item.side == "down":
        pen.clip(item.outline_mm)
        for step in range(-6, 12):
            x = left + 4.0 * step
            pen.shape([((x, bottom), (x + 1.6, bottom), (x + 1.6 + top - bottom, top), (x + top - bottom, top))], FACE)
        pen.release()
    draw_margins(pen, item)
    nose = item.markers[0].corners_mm[0][1] + margin_mm(item.markers[0])
    if item.side == "down":
        pen.rect(left, nose, right, top, fill)
    pen.shape([((0.0, top - 0.2), (2.8, nose + 0.2), (-2.8, nose + 0.2))], on(fill))
    for x in (left + 2.0, right - 2.0):
        sign(pen.at(x, (top + nose) / 2), name, 0.42 * (top - nose), on(fill))


def marker_ink(item: ItemGeometry) -> Colour:
    """Slate; loose pieces have black, for how high they stand is told by their markers' size."""
    return BLACK if item.piece.partition(":")[0] in ("car", "disc", "cylinder") else SLATE


def _disc(pen: Pen, item: ItemGeometry) -> None:
    """A coloured edge outside the marker's white margin with the driver's sign; a cylinder's is doubled."""
    kind, _, name = item.piece.partition(":")
    fill = CAR_COLOURS[name[0]]
    pen.shape([item.outline_mm], fill)
    pen.clip(item.outline_mm)
    if kind == "cylinder":
        pen.line(disc(DISC_MM - 1.2), 0.35, on(fill), closed=True)
    draw_margins(pen, item)
    pen.release()
    for n in range(4 if kind == "disc" else 0):
        ((x, y),) = turned(((0.0, DISC_MM / 2 - 0.66),), n * pi / 2)
        sign(pen.at(x, y), name[0], 0.5, on(fill))


def _item(pen: Pen, item: ItemGeometry) -> None:
    """A strip with a picture and the item's name below the marker."""
    kind = item.piece.split(":")[0]
    colour = ACTIVE_BOMB if item.side == "active" else ITEM_COLOURS[kind]
    (left, _), _, (right, bottom), _ = item.outline_mm
    marker = item.markers[0]
    top = marker.corners_mm[2][1] - margin_mm(marker)
    pen.rect(left, bottom, right, top, colour)
    middle = (top + bottom) / 2
    words = {"active": "BOMB!", "inactive": "bomb"}.get(item.side, kind.upper())
    _PICTURES[kind](pen.at(left + 3.6, middle))
    pen.text((2.6, middle - 0.85), words, 1.75, on(colour), bold=True, most_mm=12.6)


def _rocket(pen: Pen) -> None:
    pen.shape([((-2.6, 0.0), (-1.4, 1.3), (-1.4, -1.3))], SUNNY)
    pen.shape([((-1.6, 0.85), (1.2, 0.85), (2.7, 0.0), (1.2, -0.85), (-1.6, -0.85))], PAINT)
    pen.shape([round_ring(0.6, 0.0, 0.42, 14)], INK)


def _wrench(pen: Pen) -> None:
    shaft = turned(((-2.0, -0.42), (1.4, -0.42), (1.4, 0.42), (-2.0, 0.42)), 0.5)
    pen.shape([shaft], PAINT)
    for share, size in ((1.7, 1.05), (-1.9, 0.75)):
        ((x, y),) = turned(((share, 0.0),), 0.5)
        pen.shape([round_ring(x, y, size, 6)], PAINT)
        pen.shape([round_ring(x, y, size * 0.45, 6)], ITEM_COLOURS["wrench"])


def _turbo(pen: Pen) -> None:
    for x in (-1.9, -0.3, 1.3):
        pen.shape([((x, 1.4), (x + 0.8, 1.4), (x + 1.8, 0.0), (x + 0.8, -1.4), (x, -1.4), (x + 1.0, 0.0))], INK)


def _bomb(pen: Pen) -> None:
    pen.line(((0.7, 0.9), (1.3, 1.6), (1.9, 1.5)), 0.35, INK)
    pen.shape([round_ring(-0.2, -0.2, 1.55, 24)], INK)
    pen.shape([round_ring(-0.75, 0.3, 0.4, 10)], PAINT)
    pen.shape([round_ring(1.95, 1.5, 0.4, 8)], KERB)


def _oil(pen: Pen) -> None:
    oil(pen, 2.4)


_PICTURES = {"rocket": _rocket, "wrench": _wrench, "turbo": _turbo, "bomb": _bomb, "oil": _oil}


def _tray(pen: Pen, item: ItemGeometry) -> None:
    """A frame where the item lies, beside the marker, with a dot that the item hides."""
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    asphalt(pen, (left, bottom, right, top))
    x = TRAY_ITEM_RIGHT_MM
    pen.shape([ring_of((x - 10.3, -12.3, x + 10.3, 12.3))], FACE)
    pen.line(ring_of((x - 10.3, -12.3, x + 10.3, 12.3)), 0.5, KERB, closed=True)
    for point in item.dots_mm:
        pen.at(*point).shape([disc(WHITE_MM)], FACE)
        pen.at(*point).solid([disc(DOT_MM)], INK)
    pen.text((x, 8.6), "ITEM", 2.0, grey(0.6), bold=True, most_mm=18.0)
    pen.text((x, -10.6), "TRAY", 2.0, grey(0.6), bold=True, most_mm=18.0)
    draw_margins(pen, item)


def _gate(pen: Pen, item: ItemGeometry) -> None:
    """Warning stripes on both sides of the marker."""
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    for start in (left, right - 10.5):
        ring = ((start, top), (start + 10.5, top), (start + 10.5, bottom), (start, bottom))
        pen.clip(ring)
        for step in range(8):
            y = bottom - 10.5 + 6.0 * step
            pen.shape([((start, y), (start + 10.5, y + 10.5), (start + 10.5, y + 13.5), (start, y + 3.0))], KERB)
        pen.release()


def _throw(pen: Pen, item: ItemGeometry) -> None:
    """The plain grey mat; it is printed in full even with little ink, for the eye tells dice from it."""
    pen.solid(item.mats_mm, MAT)
