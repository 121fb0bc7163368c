"""What is printed: the board in two leaves, a card to throw on, 15 men a side and the six faces of the cube."""

from __future__ import annotations

from markers.geometry import rectangle
from markers.pen import Colour, Pen, grey
from markers.plain_kit import Discs, Sheet, plain_kit
from race_backgammon.book import BLACK, LAST_CUBE, WHITE, name, title
from race_backgammon.law import MEN
from race_backgammon.table import CARD, LEAF_MM, POINT_MM, SPOTS, column_mm

STEPS = (
    ("2. Board.", "Lay the two leaves edge to edge and tape them flat: the bar is where they meet."),
    ("3. Men.", "Glue the discs on draughtsmen or cardboard. Four lie on a point one by one; more lie on top of them."),
    ("4. Cube.", "One face on each side of a cube of 25 mm. 64 in the middle of the board's left side stands for 1."),
    ("5. Dice.", "Throw two ordinary white dice of 16 mm on the grey of the card, left of the board."),
    ("6. Camera.", "Hang it about 1 m above the middle, looking straight down; men who are off stay in the picture."),
)
COLOURS: tuple[Colour, Colour] = ((0.86, 0.78, 0.62), (0.42, 0.20, 0.14))


def _leaf(pen: Pen, left: bool) -> None:
    """Twelve points, light and dark in turn, and a dot where each man of a full point lies."""
    for point in range(1, 25):
        (x_mm, up), half = column_mm(point), POINT_MM / 2 - 1.0
        if (x_mm < 0) == left:
            base, tip = up * LEAF_MM[1] / 2, up * 17.0
            pen.shape([((x_mm - half, base), (x_mm + half, base), (x_mm, tip))], COLOURS[point % 2])
            pen.text((x_mm, base - (2.0 if up > 0 else -1.0) - 2.0 * (up > 0)), str(point), 2.0, grey(0.2))


def _sheet(left: bool) -> Sheet:
    side = -1.0 if left else 1.0
    box = (-LEAF_MM[0] if left else 0.0, -LEAF_MM[1] / 2, 0.0 if left else LEAF_MM[0], LEAF_MM[1] / 2)
    markers = tuple((side * x, y) for x, y in ((13.0, 94.0), (13.0, -94.0), (LEAF_MM[0] - 13.0, 0.0), (93.0, 0.0)))
    dots = tuple(at for spot, at in SPOTS.items() if spot[0] not in "bo" and (at[0] < 0) == left)
    return Sheet("board:left" if left else "board:right", box, markers, lambda pen: _leaf(pen, left), dots_mm=dots)


_CARD_MARKERS = tuple((x, y) for x in (-57.0, 57.0) for y in (32.0, -32.0))
DESIGN = plain_kit(
    name,
    title,
    [
        _sheet(left=True),
        _sheet(left=False),
        Sheet(CARD, (-70.0, -45.0, 70.0, 45.0), _CARD_MARKERS, mats_mm=(rectangle(-42.0, -42.0, 42.0, 42.0),)),
    ],
    [
        Discs(tuple(f"man:{WHITE}{n + 1}" for n in range(MEN)), (0.90, 0.85, 0.70), 8.0),
        Discs(tuple(f"man:{BLACK}{n + 1}" for n in range(MEN)), (0.15, 0.15, 0.20), 8.0),
        Discs(("cube",), (0.45, 0.45, 0.45), 25.0, tuple(str(2**n) for n in range(1, LAST_CUBE.bit_length()))),
    ],
    STEPS,
    pip_dice={"white": ("die:W1", "die:W2")},
)
