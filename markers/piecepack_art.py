"""What is drawn on the piecepack's pieces that several kits share: suits' colours and signs, pawn caps, dice."""

from __future__ import annotations

from math import cos, pi, sin

from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.margins import FACE, margin_mm
from markers.pen import WHITE, Colour, Pen
from markers.piecepack import SUIT_NAMES

SUIT_COLOURS: dict[str, Colour] = {
    "S": (0.79, 0.16, 0.13),
    "M": (0.16, 0.16, 0.19),
    "C": (0.10, 0.48, 0.27),
    "A": (0.12, 0.32, 0.66),
}


def draw_pawn(pen: Pen, item: ItemGeometry) -> None:
    """A ring in the suit's colour around the marker; a second piecepack's shows only above and below, with a 2."""
    name = item.piece.split(":")[1]
    ring(pen, item, SUIT_COLOURS[name[-1]])
    if len(name) > 1:
        pen.clip(item.outline_mm)
        for x in (-11.5, 10.0):
            pen.rect(x, -5.6, x + 1.5, 5.6, FACE)
        pen.release()
    for y in (10.25, -11.2):
        pen.text((0.0, y), name, 0.95, WHITE, bold=True)


def ring(pen: Pen, item: ItemGeometry, colour: Colour) -> None:
    """Colour the disc outside the square of the marker and its white margin: four curved edges."""
    marker = item.markers[0]
    half = marker.side_mm / 2 + margin_mm(marker)
    pen.shape([item.outline_mm], colour)
    pen.clip(item.outline_mm)
    pen.rect(-half, -half, half, half, FACE)
    pen.release()


def draw_die(pen: Pen, item: ItemGeometry) -> None:
    """A strip in the suit's colour under the marker, with the rank at both ends."""
    name, half = item.piece.split(":")[1], item.height_mm / 2
    suit, second = name[-1], name[:-1]
    marker = item.markers[0]
    top = marker.corners_mm[2][1] - margin_mm(marker)
    strip = top + half
    pen.rect(-half, -half, half, top, SUIT_COLOURS[suit])
    cap = 0.68 * strip
    base = -half + (strip - cap) / 2
    for x, anchor in ((-half + 0.6 * strip, "l"), (half - 0.6 * strip, "r")):
        pen.text((x, base), item.side, cap, WHITE, anchor, bold=True)
    pen.text((0.0, base + 0.1 * cap), f"{second} {SUIT_NAMES[suit]}".strip(), 0.75 * cap, WHITE)


def glyph(pen: Pen, suit: str, radius: float, colour: Colour | None = None) -> None:
    """A suit's sign: a sun, a moon, a crown or a shield; in the suit's own colour unless another is given."""
    fill = SUIT_COLOURS[suit] if colour is None else colour
    pen.shape([[(x * radius, y * radius) for x, y in ring] for ring in _GLYPHS[suit]], fill)


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
