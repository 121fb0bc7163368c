"""What is drawn on the Racepack faces around the markers. Nothing comes nearer to a marker than its white margin."""

from __future__ import annotations

from markers import racepack
from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.margins import FACE
from markers.pen import WHITE, Pen, cells, grey
from markers.piecepack import SUIT_NAMES
from markers.piecepack_art import SUIT_COLOURS, draw_die, draw_pawn, glyph, ring

GRID = grey(0.80)
MAT = grey(0.70)
SLATE = (0.20, 0.22, 0.26)
WARNING = (0.83, 0.11, 0.13)
BLANK = grey(0.62)


def draw_face(pen: Pen, item: ItemGeometry) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
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
    suit, rank = name[-2], name[-1]
    glyph(pen.at(-1.45, 0.0), suit, 1.35)
    pen.text((1.45, -1.0), rank, 2.0, SUIT_COLOURS[suit], bold=True)


def _coin(pen: Pen, item: ItemGeometry) -> None:
    suit = item.piece.split(":")[1][:-1]
    if item.side == "blank":
        ring(pen, item, BLANK)
        return
    ring(pen, item, WARNING)
    pen.text((0.0, 10.25), suit, 0.95, WHITE, bold=True)
    pen.text((0.0, -11.2), "!", 0.95, WHITE, bold=True)


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
