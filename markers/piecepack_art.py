"""What is drawn on the piecepack's pieces that several kits share: pawn caps, dice."""

from __future__ import annotations

from math import pi

from markers.geometry import ItemGeometry
from markers.livery import PAINT, SUIT_COLOURS, sign
from markers.margins import FACE, margin_mm
from markers.pen import Colour, Pen
from markers.scenery import turned

SIGN_AWAY_MM, SIGN_MM = 10.72, 0.66
"""Where the signs on a round face's edge lie: between the marker's white margin and the cut."""


def draw_pawn(pen: Pen, item: ItemGeometry) -> None:
    """A ring in the suit's colour with its sign at four sides; a second piecepack's is white at two, with a 2."""
    name = item.piece.split(":")[1]
    ring(pen, item, SUIT_COLOURS[name[-1]])
    if len(name) > 1:
        pen.clip(item.outline_mm)
        for x in (-11.5, 10.0):
            pen.rect(x, -5.6, x + 1.5, 5.6, FACE)
        pen.release()
    for n in range(4):
        ((x, y),) = turned(((0.0, SIGN_AWAY_MM),), n * pi / 2)
        if len(name) == 1 or n == 0:
            sign(pen.at(x, y), name[-1], SIGN_MM, PAINT)
        elif n == 2:
            pen.text((x, y - 0.5), "2", 1.0, PAINT, bold=True)
        else:
            sign(pen.at(x, y), name[-1], SIGN_MM, SUIT_COLOURS[name[-1]])


def ring(pen: Pen, item: ItemGeometry, colour: Colour) -> None:
    """Colour the disc outside the square of the marker and its white margin: four curved edges."""
    marker = item.markers[0]
    half = marker.side_mm / 2 + margin_mm(marker)
    pen.shape([item.outline_mm], colour)
    pen.clip(item.outline_mm)
    pen.rect(-half, -half, half, half, FACE)
    pen.release()


def draw_die(pen: Pen, item: ItemGeometry) -> None:
    """A strip in the suit's colour under the marker, with its sign in the middle and the rank at both ends."""
    name, half = item.piece.split(":")[1], item.height_mm / 2
    suit, second = name[-1], name[:-1]
    marker = item.markers[0]
    top = marker.corners_mm[2][1] - margin_mm(marker)
    strip = top + half
    pen.rect(-half, -half, half, top, SUIT_COLOURS[suit])
    cap = 0.68 * strip
    base = -half + (strip - cap) / 2
    for x, anchor in ((-half + 0.6 * strip, "l"), (half - 0.6 * strip, "r")):
        pen.text((x, base), item.side, cap, PAINT, anchor, bold=True)
    sign(pen.at(-0.55 * strip if second else 0.0, (top - half) / 2), suit, 0.4 * strip, PAINT)
    if second:
        pen.text((0.6 * strip, base), second, cap, PAINT, bold=True)
