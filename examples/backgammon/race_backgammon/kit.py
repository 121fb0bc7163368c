"""What is printed: the board in two leaves, a card to throw on, 15 men a side and the six faces of the cube."""

from __future__ import annotations

import math

from markers.geometry import rectangle
from markers.pen import Colour, Pen, grey
from markers.plain_kit import Discs, Sheet, plain_kit
from race_backgammon.book import BLACK, LAST_CUBE, WHITE, name, title
from race_backgammon.law import MEN
from race_backgammon.table import CARD, LEAF_MM, POINT_MM, SHEETS, SPOTS, column_mm

STEPS = (
    ("2. Board.", "Lay the two leaves edge to edge and tape them flat: the bar is where they meet."),
    ("3. Men.", "Glue the discs on draughtsmen or cardboard. Four lie on a point one by one; more lie on top of them."),
    ("4. Cube.", "One face on each side of a cube of 25 mm. 64 in the middle of the board's left side stands for 1."),
    ("5. Dice.", "Lay the card left of the board; throw two ordinary white dice of 16 mm on its grey."),
    ("6. Off.", "Men who are off lie on the card's dots: white's below the grey, black's above it."),
    ("7. Camera.", "Hang it about 1 m above the middle, looking straight down."),
)
COLOURS: tuple[Colour, Colour] = ((0.86, 0.78, 0.62), (0.42, 0.20, 0.14))


def _leaf(pen: Pen, sheet: str) -> None:
    """Twelve points, light and dark in turn, and a dot where each man of a full point lies."""
    middle_mm, half = SHEETS[sheet][0], POINT_MM / 2 - 1.0
    for point in range(1, 25):
        (x_mm, up), base = column_mm(point), LEAF_MM[1] / 2
        if (x_mm < 0) == (middle_mm < 0):
            x, y = x_mm - middle_mm, up * base
            pen.shape([((x - half, y), (x + half, y), (x, up * 17.0))], COLOURS[point % 2])
            pen.text((x, y - (2.0 if up > 0 else -1.0) - 2.0 * (up > 0)), str(point), 2.0, grey(0.2))


def _dots(sheet: str) -> tuple[tuple[float, float], ...]:
    """Where men lie on a sheet."""
    near = [at for at in SPOTS.values() if min(SHEETS, key=lambda one: math.dist(SHEETS[one], at)) == sheet]
    return tuple((x - SHEETS[sheet][0], y) for x, y in near)


def _sheet(sheet: str) -> Sheet:
    across, up = (LEAF_MM[0] / 2, LEAF_MM[1] / 2)
    inward = math.copysign(1.0, -SHEETS[sheet][0])
    markers = tuple((inward * x, y) for x, y in ((78.0, 94.0), (78.0, -94.0), (-78.0, 0.0), (-2.0, 0.0)))
    return Sheet(sheet, (-across, -up, across, up), markers, lambda pen: _leaf(pen, sheet), dots_mm=_dots(sheet))


_MAT = rectangle(-42.0, -38.0, 42.0, 38.0)
_CARD_MARKERS = tuple((x, y) for x in (-57.0, 57.0) for y in (32.0, -32.0))
DESIGN = plain_kit(
    name,
    title,
    [
        _sheet("board:left"),
        _sheet("board:right"),
        Sheet(CARD, (-70.0, -118.0, 70.0, 118.0), _CARD_MARKERS, mats_mm=(_MAT,), dots_mm=_dots(CARD)),
    ],
    [
        Discs(tuple(f"man:{WHITE}{n + 1}" for n in range(MEN)), (0.90, 0.85, 0.70), 8.0),
        Discs(tuple(f"man:{BLACK}{n + 1}" for n in range(MEN)), (0.15, 0.15, 0.20), 8.0),
        Discs(("cube",), (0.45, 0.45, 0.45), 25.0, tuple(str(2**n) for n in range(1, LAST_CUBE.bit_length()))),
    ],
    STEPS,
    pip_dice={"white": ("die:W1", "die:W2")},
)
