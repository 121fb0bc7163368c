"""What is drawn on the Royal Racers faces around the markers: cards, one back for all of them, flags, pawns, dice."""

from __future__ import annotations

from math import cos, pi, sin

from markers import royal_racers
from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.margins import FACE
from markers.pen import WHITE, Colour, Pen, grey
from markers.piecepack import SUIT_NAMES, TILE_MM
from markers.piecepack_art import SUIT_COLOURS, draw_die, draw_pawn, glyph

RED: Colour = (0.76, 0.13, 0.15)
DARK: Colour = (0.13, 0.14, 0.17)
BACK: Colour = (0.36, 0.44, 0.62)
SPOT = grey(0.80)
RIM_MM = 3.0
"""A flag's rim stays white: a dark one beside a marker of its card would run into it."""
MIDDLE_MM = 24.4
"""Half the height of what is printed between the strips with the markers and their margins."""


def draw_face(pen: Pen, item: ItemGeometry) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    if kind == "card":
        (_card if item.side == "face" else _back)(pen, item)
    else:
        {"tile": _flag, "pawn": draw_pawn, "die": draw_die}[kind](pen, item)


def caption(item: ItemGeometry) -> str:
    """The words printed below a face: which card a back belongs to, whose a cap is."""
    kind, _, name = item.piece.partition(":")
    if kind == "card" and item.side == "back":
        return f"back of {'ace' if name[0] == 'a' else name[0]} of {royal_racers.CARD_SUIT_NAMES[name[1]]}"
    return f"pawn of {SUIT_NAMES[name]}" if kind == "pawn" else ""


def name_of(item: ItemGeometry) -> str:
    """A piece's name on the tab of its sticker."""
    kind, _, name = item.piece.partition(":")
    if kind == "card":
        return f"{name[0].upper()} {royal_racers.CARD_SUIT_NAMES[name[1]]}"
    return f"flag {name[1].upper()} {SUIT_NAMES[name[0]]}" if kind == "tile" else kind


def _card(pen: Pen, item: ItemGeometry) -> None:
    """Rank and suit large in the middle and small in all four corners, where a flag does not hide them."""
    name = item.piece.split(":")[1]
    rank, suit = name[0], name[1]
    colour = RED if suit in "hd" else DARK
    words = "A" if rank == "a" else rank
    pen.text((-9.0, -9.0), words, 18.0, colour, bold=True)
    card_suit(pen.at(10.5, 0.0), suit, 9.0, colour)
    for x in (-21.5, 21.5):
        for y in (34.0, -34.0):
            pen.text((x, y - 0.5), words, 6.0, colour, bold=True)
            card_suit(pen.at(x, y - 5.0), suit, 2.6, colour)


def _back(pen: Pen, item: ItemGeometry) -> None:
    """A lattice in the middle and a band at each side, the same on every card."""
    half, middle = royal_racers.CARD_MM[0] / 2 - 4.0, MIDDLE_MM - 1.0
    panel = ((-half, middle), (half, middle), (half, -middle), (-half, -middle))
    pen.shape([panel], BACK)
    pen.clip(panel)
    for step in range(-16, 17):
        for slope in (-1.0, 1.0):
            x = step * 6.0
            pen.line(((x - 40.0, -40.0 * slope), (x + 40.0, 40.0 * slope)), 0.5, FACE)
    pen.release()
    glyph(pen, "C", 9.0, FACE)


def _flag(pen: Pen, item: ItemGeometry) -> None:
    """Suit and rank beside marker and pawn; two edges in the suit's colour."""
    name = item.piece.split(":")[1]
    suit, rank = name[0], name[1]
    colour, half, edge = SUIT_COLOURS[suit], TILE_MM / 2 - RIM_MM, 2.6
    pen.rect(-half, -half, half, -half + edge, colour)
    pen.rect(half - edge, -half, half, half, colour)
    words = "A" if rank == "a" else rank.upper()
    pen.text((12.5, 10.0), words, 8.5, colour, bold=True)
    glyph(pen.at(12.5, -12.0), suit, 5.0)
    pen.text((-14.0, -16.5), words, 8.5, colour, bold=True)
    pen.text((0.0, -half + 0.6), f"FLAG OF {SUIT_NAMES[suit].upper()}", 1.4, WHITE, bold=True)


def card_suit(pen: Pen, suit: str, radius: float, colour: Colour) -> None:
    """A playing card's suit sign around the pen's origin."""
    for ring in _SIGNS[suit]:
        pen.shape([[(x * radius, y * radius) for x, y in ring]], colour)


def _round(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * cos(pi * n / 16), y + radius * sin(pi * n / 16)) for n in range(32)]


_STEM: list[Point] = [(-0.12, 0.0), (0.12, 0.0), (0.4, -1.0), (-0.4, -1.0)]
_HEART: list[list[Point]] = [
    _round(-0.42, 0.35, 0.48),
    _round(0.42, 0.35, 0.48),
    [(-0.84, 0.12), (0.84, 0.12), (0.0, -1.0)],
    [(-0.42, 0.5), (0.42, 0.5), (0.84, 0.12), (-0.84, 0.12)],
]
_SIGNS: dict[str, list[list[Point]]] = {
    "d": [[(0.0, 1.0), (0.72, 0.0), (0.0, -1.0), (-0.72, 0.0)]],
    "h": _HEART,
    "s": [*([(x, -y * 0.9 + 0.1) for x, y in ring] for ring in _HEART), _STEM],
    "c": [_round(0.0, 0.5, 0.44), _round(-0.48, -0.18, 0.44), _round(0.48, -0.18, 0.44), _STEM],
}
