"""What is drawn on the Racepack faces around the markers. Nothing comes nearer to a marker than its white margin."""

from __future__ import annotations

from math import pi, sqrt

from markers import racepack
from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.livery import CONCRETE, CRACK, INK, KERB, PAINT, SLATE, SUIT_COLOURS, SUNNY, mosaic, round_ring, sign
from markers.margins import FACE, draw_margins, margin_mm
from markers.pen import BLACK, Colour, Pen, grey
from markers.piecepack import SUIT_NAMES
from markers.piecepack_art import SIGN_AWAY_MM, draw_die, draw_pawn, ring
from markers.racepack_poster_art import draw_sheet
from markers.scenery import chequers, concrete, cone, dashes, grains, island, turned

MAT = grey(0.70)


def draw_face(pen: Pen, item: ItemGeometry, on_track: bool) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin.

    A track's poster shows its tiles' road already: `on_track` they add the margins of their markers.
    """
    kind = item.piece.split(":")[0]
    if kind == "poster":
        draw_sheet(pen, item)
        return
    if kind == "tile" and on_track:
        draw_margins(pen, item, CONCRETE)
        return
    pen.shape([item.outline_mm], FACE)
    {"tile": _tile, "pawn": draw_pawn, "coin": _coin, "die": draw_die, "tray": _tray, "lap": _lap}[kind](pen, item)


def caption(item: ItemGeometry) -> str:
    """The words printed beside a face that has no room for its own name; "" when it needs none."""
    kind, _, name = item.piece.partition(":")
    second = "second " if name.startswith(racepack.SECOND) else ""
    suit = name.removeprefix(racepack.SECOND)[:1]
    if kind == "pawn":
        return f"{second}pawn of {SUIT_NAMES[suit]}"
    if kind == "coin":
        return f"{SUIT_NAMES[suit]} coin{' 2' if second else ''}, {item.side} side"
    return ""


def name_of(item: ItemGeometry) -> str:
    """A piece's name on the tab of its sticker."""
    kind, _, name = item.piece.partition(":")
    if kind != "tile":
        return {"lap": "start card"}.get(kind, kind)
    second = "2nd " if name.startswith(racepack.SECOND) else ""
    name = name.removeprefix(racepack.SECOND)
    return f"{second}{name[1]} {SUIT_NAMES[name[0]]}"


def marker_ink(item: ItemGeometry) -> Colour:
    """A dark shade of a tile's suit; loose pieces have black: how high they stand is told by their markers' size."""
    kind, _, name = item.piece.partition(":")
    suit = name.removeprefix(racepack.SECOND)[:1]
    return (SLATE if suit == "M" else mosaic(suit)) if kind == "tile" else BLACK


def _tile(pen: Pen, item: ItemGeometry) -> None:
    """A piece of pale road: mosaics in its suit's colour, its suit and rank in the middle, islands at its corners."""
    half, free = racepack.TILE_MM / 2, free_mm(item)
    pen.clip(item.outline_mm)
    concrete(pen, (-half, -half, half, half))
    draw_margins(pen, item, CONCRETE)
    for n in range(4):
        dashes(pen, turned(((free, 0.0), (half - 0.8 * free, 0.0)), n * pi / 2), 0.9, 2.2, SUNNY)
    for x, y in ((-half, -half), (-half, half), (half, -half), (half, half)):
        island(pen.at(x, y), free)
    pen.release()
    name = item.piece.split(":")[1]
    suit, rank = name[-2], name[-1]
    pen.shape([round_ring(0.0, 0.0, free, 40)], SUIT_COLOURS[suit])
    pen.line(round_ring(0.0, 0.0, 0.86 * free, 40), 0.08 * free, PAINT, closed=True)
    sign(pen.at(0.0, 0.28 * free), suit, 0.36 * free, PAINT)
    pen.text((0.0, -0.62 * free), rank, 0.42 * free, PAINT, bold=True)


def free_mm(item: ItemGeometry) -> float:
    """The radius of the disc that fits between the margins of a tile's four markers, and at its corners."""
    marker = item.markers[0]
    gap = racepack.SPACE_MM / 2 - marker.side_mm / 2 - margin_mm(marker)
    return sqrt(2.0) * gap - 0.3


def _coin(pen: Pen, item: ItemGeometry) -> None:
    """Blank: the plain road. Suit up: black and yellow, and cones at four sides."""
    if item.side == "blank":
        ring(pen, item, CRACK)
        return
    pen.clip(item.outline_mm)
    half = racepack.SPACE_MM / 2
    pen.rect(-half, -half, half, half, SUNNY)
    wide = 2.6
    bars = [
        ((x, -half), (x + wide / 2, -half), (x + wide / 2 + 2 * half, half), (x + 2 * half, half))
        for x in _steps(-3 * half, half, wide)
    ]
    pen.shape(bars, INK)
    draw_margins(pen, item)
    pen.release()
    for n in range(4):
        ((x, y),) = turned(((0.0, SIGN_AWAY_MM),), n * pi / 2)
        pen.shape([turned(((-1.6, -0.8), (1.6, -0.8), (1.6, 0.8), (-1.6, 0.8)), n * pi / 2, x, y)], SUNNY)
        cone(pen.at(x, y - 0.62), 1.05)


def _steps(low: float, high: float, step: float) -> list[float]:
    return [low + n * step for n in range(int((high - low) / step))]


def _tray(pen: Pen, item: ItemGeometry) -> None:
    """A grey mat in the shape of a cross between the four markers and their white margins."""
    half = racepack.TRAY_MM / 2
    inner = half - racepack.TRAY_MARKER_FROM_EDGE_MM - racepack.TRAY_MARKER_MM / 2 - racepack.TRAY_MARKER_MM / 6 - 0.6
    outer = half - 1.2
    quarter = ((inner, outer), (inner, inner), (outer, inner))
    cross: list[Point] = []
    for x_sign, y_sign, order in ((1, 1, 1), (1, -1, -1), (-1, -1, 1), (-1, 1, -1)):
        cross.extend((x * x_sign, y * y_sign) for x, y in quarter[::order])
    pen.shape([cross], MAT)
    grains(pen, (-inner, -outer, inner, outer))
    for sign_y in (-1, 1):
        y = sign_y * (outer - 2.2)
        chequers(pen, -18.0, y + 1.5, 24, 2, 1.5)
    pen.text((0.0, outer - 8.6), "PIT BOX", 2.6, grey(0.45), bold=True)


def _lap(pen: Pen, item: ItemGeometry) -> None:
    """A piece of road with an arrow whose tip is the card's origin, the two words, a chequered edge above and below."""
    width, height = racepack.LAP_CARD_MM
    concrete(pen, (-width, -height / 2, 0.0, height / 2))
    cell = 1.25
    for top in (height / 2, -height / 2 + 2 * cell):
        chequers(pen, -width, top, int(width / cell), 2, cell)
    outline = ((0.0, 0.0), (-7.5, 5.0), (-7.5, 1.8), (-20.5, 1.8), (-20.5, -1.8), (-7.5, -1.8), (-7.5, -5.0))
    pen.shape([outline], KERB)
    pen.text((-20.5, 5.6), "START", 3.0, INK, "l", bold=True, most_mm=19.5)
    pen.text((-20.5, -8.6), "FINISH", 3.0, INK, "l", bold=True, most_mm=19.5)
    draw_margins(pen, item, CONCRETE)
