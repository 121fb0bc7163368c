"""What is drawn on the Racepack faces around the markers. Nothing comes nearer to a marker than its white margin."""

from __future__ import annotations

from math import cos, pi, sin

from markers import racepack
from markers.geometry import ItemGeometry, MarkerGeometry
from markers.kit import Point
from markers.pen import WHITE, Colour, Pen, cells, grey

FACE = grey(0.96)
"""A shade under paper white: less glare under a lamp, still white to the eye."""
GRID = grey(0.80)
MAT = grey(0.70)
SLATE = (0.20, 0.22, 0.26)
WARNING = (0.83, 0.11, 0.13)
BLANK = grey(0.62)
SUIT_COLOURS: dict[str, Colour] = {
    "S": (0.79, 0.16, 0.13),
    "M": (0.16, 0.16, 0.19),
    "C": (0.10, 0.48, 0.27),
    "A": (0.12, 0.32, 0.66),
}


def draw_face(pen: Pen, item: ItemGeometry) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    {"tile": _tile, "pawn": _pawn, "coin": _coin, "die": _die, "tray": _tray, "lap": _lap}[kind](pen, item)


def caption(item: ItemGeometry) -> str:
    """The words printed beside a face that has no room for its own name; "" when it needs none."""
    kind, _, name = item.piece.partition(":")
    if kind == "pawn":
        return f"pawn of {racepack.SUIT_NAMES[name]}"
    if kind == "coin":
        return f"coin of {racepack.SUIT_NAMES[name[0]]}, {item.side} side"
    return ""


def margin_mm(marker: MarkerGeometry) -> float:
    """The white margin around a marker: one of its cells."""
    return marker.side_mm / 6


def _tile(pen: Pen, item: ItemGeometry) -> None:
    """Four spaces with a light cross between them, and the tile's suit and rank in the middle of the cross."""
    half = racepack.TILE_MM / 2
    edge = 0.7
    rim = [item.outline_mm, tuple((x * (1 - edge / half), y * (1 - edge / half)) for x, y in reversed(item.outline_mm))]
    pen.shape(rim, grey(0.88))
    for ends in (
        ((-half, 0.0), (-3.6, 0.0)),
        ((3.6, 0.0), (half, 0.0)),
        ((0.0, -half), (0.0, -2.0)),
        ((0.0, 2.0), (0.0, half)),
    ):
        pen.line(ends, 0.5, GRID)
    name = item.piece.split(":")[1]
    suit, rank = name[0], name[1]
    _glyph(pen.at(-1.45, 0.0), suit, 1.35)
    pen.text((1.45, -1.0), rank, 2.0, SUIT_COLOURS[suit], bold=True)


def _pawn(pen: Pen, item: ItemGeometry) -> None:
    suit = item.piece.split(":")[1]
    _ring(pen, item, SUIT_COLOURS[suit])
    for y in (10.25, -11.2):
        pen.text((0.0, y), suit, 0.95, WHITE, bold=True)


def _coin(pen: Pen, item: ItemGeometry) -> None:
    suit = item.piece.split(":")[1][0]
    if item.side == "blank":
        _ring(pen, item, BLANK)
        return
    _ring(pen, item, WARNING)
    pen.text((0.0, 10.25), suit, 0.95, WHITE, bold=True)
    pen.text((0.0, -11.2), "!", 0.95, WHITE, bold=True)


def _ring(pen: Pen, item: ItemGeometry, colour: Colour) -> None:
    """Colour the disc outside the square of the marker and its white margin: four curved edges."""
    marker = item.markers[0]
    half = marker.side_mm / 2 + margin_mm(marker)
    pen.shape([item.outline_mm], colour)
    pen.clip(item.outline_mm)
    pen.rect(-half, -half, half, half, FACE)
    pen.release()


def _die(pen: Pen, item: ItemGeometry) -> None:
    """A strip in the suit's colour under the marker, with the rank at both ends."""
    suit, half = item.piece.split(":")[1], item.height_mm / 2
    marker = item.markers[0]
    top = marker.corners_mm[2][1] - margin_mm(marker)
    strip = top + half
    pen.rect(-half, -half, half, top, SUIT_COLOURS[suit])
    cap = 0.68 * strip
    base = -half + (strip - cap) / 2
    for x, anchor in ((-half + 0.6 * strip, "l"), (half - 0.6 * strip, "r")):
        pen.text((x, base), item.side, cap, WHITE, anchor, bold=True)
    pen.text((0.0, base + 0.1 * cap), racepack.SUIT_NAMES[suit], 0.75 * cap, WHITE)


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
    pen.text((0.0, outer - 5.0), "DICE TRAY", 2.6, grey(0.52), bold=True)


def _lap(pen: Pen, item: ItemGeometry) -> None:
    """An arrow whose tip is the card's origin, the two words, and a chequered edge above and below."""
    width, height = racepack.LAP_CARD_MM
    cell = 1.25
    count = int(width / cell)
    chequers = [[(row + column) % 2 for column in range(count)] for row in range(2)]
    for top in (height / 2, -height / 2 + 2 * cell):
        pen.shape(cells(chequers, -width, top, cell), SLATE)
    arrow = ((0.0, 0.0), (-7.5, 5.0), (-7.5, 1.8), (-20.5, 1.8), (-20.5, -1.8), (-7.5, -1.8), (-7.5, -5.0))
    pen.shape([arrow], WARNING)
    pen.text((-20.5, 5.6), "START", 3.0, SLATE, "l", bold=True)
    pen.text((-20.5, -8.6), "FINISH", 3.0, SLATE, "l", bold=True)


def _glyph(pen: Pen, suit: str, radius: float) -> None:
    """A suit's sign: a sun, a moon, a crown or a shield."""
    pen.shape([[(x * radius, y * radius) for x, y in ring] for ring in _GLYPHS[suit]], SUIT_COLOURS[suit])


def _arc(radius: float, start: float, end: float, steps: int, x: float = 0.0) -> list[Point]:
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [(x + radius * cos(angle), radius * sin(angle)) for angle in angles]


def _sun() -> list[Point]:
    return [
        ((1.0 if n % 2 == 0 else 0.58) * sin(pi * n / 8), (1.0 if n % 2 == 0 else 0.58) * cos(pi * n / 8))
        for n in range(16)
    ]


_GLYPHS: dict[str, tuple[list[Point], ...]] = {
    "S": (_sun(),),
    "M": (_arc(1.0, 0.28 * pi, 1.72 * pi, 24, 0.1) + _arc(0.8, 1.62 * pi, 0.38 * pi, 24, 0.42),),
    "C": ([(-0.95, -0.8), (0.95, -0.8), (1.0, 0.7), (0.45, 0.0), (0.0, 0.95), (-0.45, 0.0), (-1.0, 0.7)],),
    "A": ([(-0.85, 0.95), (0.85, 0.95), (0.85, -0.1), (0.5, -0.65), (0.0, -1.0), (-0.5, -0.65), (-0.85, -0.1)],),
}
