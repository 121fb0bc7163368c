"""What is drawn on the Royal Racers faces around the markers: cards, one back for all of them, flags, pawns, dice."""

from __future__ import annotations

import math
from random import Random

from markers import royal_racers
from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.livery import (
    ASPHALT,
    DRIVERS,
    INK,
    KERB,
    NIGHT,
    PAINT,
    SUIT_COLOURS,
    SUNNY,
    mosaic,
    round_ring,
    sign,
    star,
)
from markers.margins import FACE, draw_margins
from markers.pen import BLACK, Colour, Pen
from markers.piecepack import SUIT_NAMES, TILE_MM
from markers.piecepack_art import draw_die, draw_pawn
from markers.scenery import car, chequers, kerb, ring_of, sunburst, tree, turned

SUITS_INK: dict[str, Colour] = {"s": INK, "c": INK, "h": (0.78, 0.10, 0.14), "d": (0.78, 0.10, 0.14)}
SKIES: dict[str, tuple[Colour, Colour, Colour]] = {
    "s": ((0.62, 0.68, 0.84), (0.68, 0.74, 0.88), (0.52, 0.62, 0.62)),
    "h": ((0.99, 0.80, 0.62), (0.99, 0.86, 0.68), (0.72, 0.76, 0.50)),
    "d": ((0.80, 0.91, 0.97), (0.88, 0.95, 0.98), (0.93, 0.83, 0.62)),
    "c": ((0.76, 0.90, 0.93), (0.84, 0.94, 0.95), (0.62, 0.78, 0.47)),
}
"""Each suit races at its own place: two tints of the sky, and the ground."""
CAR_OF_SUIT = {"s": "purple", "h": "red", "d": "orange", "c": "blue"}
RIM_MM = 3.0
"""A flag's rim stays white: a dark one beside a marker of its card would run into it."""
MIDDLE_MM = 24.4
"""Half the height of what is printed between the strips with the markers and their margins."""
HORIZON_MM = -1.0


def draw_face(pen: Pen, item: ItemGeometry) -> None:
    """Draw everything of a face but its markers; `pen` has its origin at the item's origin."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    if kind == "card":
        if item.side == "face":
            _card(pen, item)
        else:
            pen.stamp("back", _back)
    else:
        {"tile": _flag, "pawn": draw_pawn, "die": draw_die}[kind](pen, item)


def caption(item: ItemGeometry) -> str:
    """The words printed below a face: whose a cap is."""
    kind, _, name = item.piece.partition(":")
    return f"pawn of {SUIT_NAMES[name]}" if kind == "pawn" else ""


def name_of(item: ItemGeometry) -> str:
    """A piece's name on the tab of its sticker."""
    kind, _, name = item.piece.partition(":")
    if kind == "card":
        return f"{name[0].upper()} {royal_racers.CARD_SUIT_NAMES[name[1]]}"
    return f"flag {name[1].upper()} {SUIT_NAMES[name[0]]}" if kind == "tile" else kind


def _card(pen: Pen, item: ItemGeometry) -> None:
    """A stretch of road to the horizon under rank and suit, and both small in all corners, where no flag hides them."""
    name = item.piece.split(":")[1]
    rank, suit = name[0], name[1]
    colour, words = SUITS_INK[suit], "A" if rank == "a" else rank
    half = royal_racers.CARD_MM[0] / 2 - 3.0
    _landscape(pen, suit, (-half, -MIDDLE_MM, half, MIDDLE_MM), royal_racers.CARD_RANKS.index(rank))
    pen.shape([round_ring(0.0, 11.6, 11.3, 48)], PAINT)
    pen.line(round_ring(0.0, 11.6, 11.3, 48), 0.7, colour, closed=True)
    pen.text((-4.3, 6.6), words, 10.0, colour, bold=True)
    card_suit(pen.at(5.0, 11.4), suit, 5.0, colour)
    for x in (-18.2, 18.2):
        for y in (35.4, -34.4):
            pen.text((x - 3.6, y - 2.8), words, 6.0, colour, bold=True)
            card_suit(pen.at(x + 3.4, y + 0.3), suit, 3.0, colour)
    for side in (-1.0, 1.0):
        x = side * (half + 0.6)
        kerb(pen, (x, -side * 42.0), (x, side * 42.0), 1.5)


def _landscape(pen: Pen, suit: str, box: tuple[float, float, float, float], number: int) -> None:
    """A road that runs to the horizon, with a car on it, in the suit's own country."""
    left, bottom, right, top = box
    sky, ray, ground = SKIES[suit]
    pen.clip(ring_of(box))
    sunburst(pen, (left, HORIZON_MM, right, top), (0.0, HORIZON_MM), sky, ray, 28)
    hills = [
        (left, HORIZON_MM),
        *(
            (left + (right - left) * n / 40, HORIZON_MM + 2.4 + 1.6 * math.sin(n * 0.42 + 2 * number))
            for n in range(41)
        ),
        (right, HORIZON_MM),
    ]
    pen.texture([hills], (0.58, 0.68, 0.62) if suit != "d" else (0.84, 0.70, 0.50))
    pen.rect(left, bottom, right, HORIZON_MM, ground)
    if suit == "c":
        for x, y, radius in ((-24.0, -8.0, 2.6), (-18.5, -4.0, 1.6), (23.0, -9.5, 2.8), (16.5, -4.2, 1.7)):
            tree(pen, x, y, radius)
    elif suit == "s":
        dice = Random(number)
        pen.texture(
            [
                [(x + 0.6 * a, y + 0.6 * b) for a, b in star(4, 0.3)]
                for x, y in ((dice.uniform(left, right), dice.uniform(6.0, top)) for _ in range(24))
            ],
            PAINT,
        )
    bend = 5.0 * math.sin(1.3 * number + 0.8)

    def edge(share: float, side: float) -> Point:
        """A point of the road: share 0 at the horizon, 1 at the lower edge."""
        return bend * (1 - share) ** 2 + side * (1.0 + 19.0 * share), HORIZON_MM + (bottom - HORIZON_MM) * share

    shares = [n / 16 for n in range(17)]
    pen.shape([[edge(s, -1.0) for s in shares] + [edge(s, 1.0) for s in reversed(shares)]], ASPHALT)
    for side in (-1.0, 1.0):
        for n in range(14):
            a, b = (n / 14) ** 1.7, ((n + 1) / 14) ** 1.7
            ring = (edge(a, side), edge(a, side * 1.12), edge(b, side * 1.12), edge(b, side))
            pen.shape([ring], KERB if n % 2 else PAINT)
    for n in range(1, 12, 2):
        a, b = (n / 13) ** 1.7, ((n + 1) / 13) ** 1.7
        pen.shape([(edge(a, -0.03), edge(a, 0.03), edge(b, 0.03), edge(b, -0.03))], PAINT)
    x, y = edge(0.72, 0.42 if number % 2 else -0.42)
    car(pen.at(x, y), math.pi / 2, 5.2, DRIVERS[CAR_OF_SUIT[suit]])
    pen.release()


def _back(pen: Pen) -> None:
    """Diamonds and a wheel in the middle and bands at the sides, the same on every card."""
    half, middle = royal_racers.CARD_MM[0] / 2 - 3.0, MIDDLE_MM
    panel = ring_of((-half, -middle, half, middle))
    pen.shape([panel], NIGHT)
    pen.clip(panel)
    step = 6.1
    diamonds = [
        [(x, y + 2.5), (x + 2.5, y), (x, y - 2.5), (x - 2.5, y)]
        for row in range(-5, 6)
        for column in range(-6, 7)
        for x, y in [((column + (row % 2) / 2) * step, row * step * 0.82)]
    ]
    pen.texture(diamonds, (0.24, 0.31, 0.50))
    pen.release()
    for radius, colour in ((13.6, SUNNY), (12.8, NIGHT), (11.6, PAINT), (8.6, NIGHT), (3.4, SUNNY), (1.6, NIGHT)):
        pen.shape([round_ring(0.0, 0.0, radius, 60)], colour)
    spokes = [turned(((-0.7, 3.2), (0.7, 3.2), (0.7, 8.8), (-0.7, 8.8)), n * math.pi / 5) for n in range(10)]
    pen.shape(spokes, SUNNY)
    treads = [turned(((-0.9, 8.7), (0.9, 8.7), (0.9, 11.5), (-0.9, 11.5)), n * math.pi / 8) for n in range(16)]
    pen.shape(treads, NIGHT)
    for side in (-1.0, 1.0):
        for y in (-34.4, 34.4):
            pen.shape([ring_of((side * 19.6 - 8.9, y - 7.6, side * 19.6 + 8.9, y + 7.6))], NIGHT)
            pen.shape([[(side * 19.6 + 4.0 * a, y + 4.0 * b) for a, b in star(5, 0.42)]], SUNNY)


def _flag(pen: Pen, item: ItemGeometry) -> None:
    """The suit's colour beside the marker, with a chequered seam, its rank and its sign; the rim stays white."""
    name = item.piece.split(":")[1]
    suit, rank = name[0], name[1]
    colour, half = SUIT_COLOURS[suit], TILE_MM / 2 - RIM_MM
    edge = -TILE_MM / 2 + royal_racers.FLAG_EDGE_MM + royal_racers.FLAG_MARKER_MM * 4 / 3 + 0.4
    pen.rect(edge, -half, half, half, colour)
    pen.rect(-half, -half, half, -edge, colour)
    chequers(pen, edge + 0.8, half, 2, 16, 1.6)
    chequers(pen, -half, -edge - 0.8, 14, 2, 1.6)
    words = "A" if rank == "a" else rank.upper()
    pen.text((13.6, 8.2), words, 10.0, PAINT, bold=True)
    sign(pen.at(12.4, -12.6), suit, 6.4, PAINT)
    pen.text((-13.0, -17.6), words, 9.0, PAINT, bold=True)
    draw_margins(pen, item)


def marker_ink(item: ItemGeometry) -> Colour:
    """Red cards are told from black ones, and all backs are alike; loose pieces have black, for how high they stand is
    told by their markers' size.
    """
    kind, _, name = item.piece.partition(":")
    if kind == "card":
        return mosaic("R" if name[-1] in "hd" and item.side != "back" else "")
    return BLACK


def card_suit(pen: Pen, suit: str, radius: float, colour: Colour) -> None:
    """A playing card's suit sign around the pen's origin."""
    for ring in _SIGNS[suit]:
        pen.shape([[(x * radius, y * radius) for x, y in ring]], colour)


_STEM: list[Point] = [(-0.12, 0.0), (0.12, 0.0), (0.4, -1.0), (-0.4, -1.0)]
_HEART: list[list[Point]] = [
    round_ring(-0.42, 0.35, 0.48),
    round_ring(0.42, 0.35, 0.48),
    [(-0.84, 0.12), (0.84, 0.12), (0.0, -1.0)],
    [(-0.42, 0.5), (0.42, 0.5), (0.84, 0.12), (-0.84, 0.12)],
]
_SIGNS: dict[str, list[list[Point]]] = {
    "d": [[(0.0, 1.0), (0.72, 0.0), (0.0, -1.0), (-0.72, 0.0)]],
    "h": _HEART,
    "s": [*([(x, -y * 0.9 + 0.1) for x, y in ring] for ring in _HEART), _STEM],
    "c": [round_ring(0.0, 0.5, 0.44), round_ring(-0.48, -0.18, 0.44), round_ring(0.48, -0.18, 0.44), _STEM],
}
