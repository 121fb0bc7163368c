"""What is printed: the board on one sheet, seven men a side, and four sticks with two faces each, to throw."""

from __future__ import annotations

from markers.geometry import rectangle
from markers.pen import Pen, grey
from markers.plain_kit import Discs, Sheet, plain_kit
from race_ur.law import DARK, LIGHT, MEN, MIDDLE_MM, PITCH_MM, SQUARES, STARS, title

STEPS = (
    ("2. Board.", "Cut out the sheet with the 20 squares and tape it flat to the table."),
    ("3. Men and sticks.", "Glue the discs on cardboard, the two faces of a stick back to back: 1 counts, 0 does not."),
    ("4. Table.", "Throw the sticks below the board. Keep all men in the picture, those off the board beside it."),
    ("5. Camera.", "Hang it about 1 m above the middle, looking straight down."),
)


def _board(pen: Pen) -> None:
    half = PITCH_MM / 2 - 0.5
    for square in SQUARES:
        at = pen.at(*MIDDLE_MM[square])
        at.line(rectangle(-half, -half, half, half), 0.6, grey(0.3), closed=True)
        if square in STARS:
            at.shape([rectangle(-6.0, -6.0, 6.0, 6.0), ((0.0, 8.5), (8.5, 0.0), (0.0, -8.5), (-8.5, 0.0))], grey(0.7))


DESIGN = plain_kit(
    "ur",
    title,
    [Sheet("board", (-87.0, -111.0, 87.0, 111.0), tuple((x, y) for x in (-72, 72) for y in (97, -97)), _board)],
    [
        Discs(tuple(f"man:{LIGHT}{n + 1}" for n in range(MEN)), (0.85, 0.66, 0.20), 4.0),
        Discs(tuple(f"man:{DARK}{n + 1}" for n in range(MEN)), (0.16, 0.22, 0.45), 4.0),
        Discs(tuple(f"stick:{n + 1}" for n in range(4)), (0.45, 0.45, 0.45), 4.0, ("1", "0")),
    ],
    STEPS,
)
