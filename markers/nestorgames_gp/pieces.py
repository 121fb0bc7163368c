"""The loose pieces of nestorgames GP with the sizes of their printed faces.

Everything is small enough that eight cars find room in one corner (spaces are 50 mm wide, cars 19 by 20 mm), and every
face carries its own marker. The dice of the game are ordinary ones, read by their pips on the throwing card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markers.geometry import ItemGeometry, disc, rectangle, square_marker
from markers.heights import Heights
from markers.kit import Point
from markers.nestorgames_gp.numbers import LOOSE

CARS = {
    "R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "W": "white", "O": "orange", "P": "purple",
}  # fmt: skip
DISCS = 3
ITEMS = {"rocket": 2, "wrench": 2, "turbo": 2, "bomb": 2, "oil": 4}

SMALL_MARKER_MM = 13.0
CAR_MM: Point = (19.0, 20.0)
CAR_MARKER_UP_MM = -0.9
DISC_MM = 20.0
ITEM_MM: Point = (20.0, 24.0)
ITEM_MARKER_UP_MM = 3.0
TRAY_MM: Point = (46.0, 26.0)
TRAY_MARKER_RIGHT_MM = 13.5
TRAY_ITEM_RIGHT_MM = -11.5
"""Where in the tray the item lies, on a dot, right of the tray's middle; the marker beside it stays in view."""
GATE_MM: Point = (44.0, 22.0)
GATE_MARKER_MM = 15.0
THROW_MM: Point = (150.0, 104.0)
THROW_MARKER_MM = 15.0
THROW_EDGE_MM = 1.2
THROW_MARKER_IN_MM = 11.0
"""How far from the edges of the throwing card its markers' middles are."""

OWNED: Heights = {"car": 16.0, "disc": 4.0, "cylinder": 12.0, "item": 4.0, "tray": 3.0, "gate": 20.0, "card": 0.3}
"""The publisher's pieces with the printed faces on them; `card` is the board and the throwing card."""
PAPER: Heights = {"car": 0.6, "disc": 0.6, "cylinder": 0.6, "item": 0.6, "tray": 0.6, "gate": 0.6, "card": 0.3}
"""Printed pieces cut out and glued on thin cardboard."""


def loose_pieces(heights: Heights) -> tuple[ItemGeometry, ...]:
    """Every face but the boards', in the order of the sheets."""
    ids = iter(LOOSE)
    return (
        *_cars(ids, heights["car"]),
        *_discs(ids, heights),
        replace(
            _upright("tray", "top", TRAY_MM, (TRAY_MARKER_RIGHT_MM, 0.0), SMALL_MARKER_MM, next(ids), heights["tray"]),
            dots_mm=((TRAY_ITEM_RIGHT_MM, 0.0),),
        ),
        _upright("gate", "top", GATE_MM, (0.0, 0.0), GATE_MARKER_MM, next(ids), heights["gate"]),
        *_items(ids, heights["item"]),
        _throw_card(ids, heights["card"]),
    )


def _upright(
    piece: str, side: str, size: Point, at: Point, marker_mm: float, number: int, height_mm: float
) -> ItemGeometry:
    """A rectangle around the origin with one marker."""
    width, height = size
    outline = rectangle(-width / 2, -height / 2, width / 2, height / 2)
    return ItemGeometry(piece, side, outline, (square_marker(number, at, marker_mm),), height_mm)


def _cars(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    at = (0.0, CAR_MARKER_UP_MM)
    return tuple(
        _upright(f"car:{car}", side, CAR_MM, at, SMALL_MARKER_MM, next(ids), height_mm)
        for car in CARS
        for side in ("up", "down")
    )


def _discs(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    names = [(f"disc:{car}{number}", heights["disc"]) for car in CARS for number in range(1, DISCS + 1)]
    names += [(f"cylinder:{car}", heights["cylinder"]) for car in CARS]
    return tuple(
        ItemGeometry(piece, "top", disc(DISC_MM), (square_marker(next(ids), (0.0, 0.0), SMALL_MARKER_MM),), height_mm)
        for piece, height_mm in names
    )


def _items(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    at = (0.0, ITEM_MARKER_UP_MM)
    return tuple(
        _upright(f"{kind}:{number}", side, ITEM_MM, at, SMALL_MARKER_MM, next(ids), height_mm)
        for kind, count in ITEMS.items()
        for number in range(1, count + 1)
        for side in (("active", "inactive") if kind == "bomb" else ("top",))
    )


def _throw_card(ids: Iterator[int], height_mm: float) -> ItemGeometry:
    x, y = (side / 2 - THROW_MARKER_IN_MM for side in THROW_MM)
    markers = tuple(
        square_marker(next(ids), center, THROW_MARKER_MM) for center in ((-x, y), (x, y), (x, -y), (-x, -y))
    )
    half = (THROW_MM[0] / 2, THROW_MM[1] / 2)
    outline = rectangle(-half[0], -half[1], half[0], half[1])
    return ItemGeometry("throw", "top", outline, markers, height_mm, fixed=True, mats_mm=(_mat(),))


def _mat() -> tuple[Point, ...]:
    """The plain grey part of the throwing card: a cross between the four markers."""
    x, y = THROW_MM[0] / 2 - THROW_EDGE_MM, THROW_MM[1] / 2 - THROW_EDGE_MM
    inner = THROW_MARKER_IN_MM + THROW_MARKER_MM * 2 / 3 + 0.8 - THROW_EDGE_MM
    quarter = ((x - inner, y), (x - inner, y - inner), (x, y - inner))
    turns = ((1, 1, 1), (1, -1, -1), (-1, -1, 1), (-1, 1, -1))
    return tuple((px * sx, py * sy) for sx, sy, order in turns for px, py in quarter[::order])
