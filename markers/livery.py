"""The drivers' colours and the signs beside them, for every kit.

The colours stay apart for people who see no red, no green or no blue (tests/markers/test_livery.py simulates them), and
each has a sign of its own, so that nobody needs the colour. The sheets' other colours are here too: one palette.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from markers.kit import Point

if TYPE_CHECKING:
    from markers.pen import Pen

Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

DRIVERS: dict[str, Colour] = {
    "red": (0.80, 0.10, 0.12),
    "black": (0.10, 0.10, 0.13),
    "green": (0.22, 0.64, 0.34),
    "blue": (0.10, 0.30, 0.68),
    "yellow": (0.98, 0.83, 0.15),
    "white": (0.93, 0.93, 0.93),
    "orange": (0.95, 0.52, 0.08),
    "purple": (0.48, 0.16, 0.50),
}
SUIT_COLOURS = {suit: DRIVERS[name] for suit, name in zip("SMCA", ("red", "black", "green", "blue"), strict=True)}
CAR_COLOURS = {name[0].upper() if name != "black" else "K": colour for name, colour in DRIVERS.items()}

INK: Colour = (0.12, 0.13, 0.17)
ASPHALT: Colour = (0.66, 0.67, 0.70)
"""Light for a road: a marker's white margin beside it stays a margin, and a sheet costs less ink."""
CONCRETE: Colour = (0.90, 0.89, 0.86)
"""The road around markers that are part of it: light enough to be their margin, so that no white box shows."""
FLECK: Colour = (0.80, 0.78, 0.74)
STONE, CRACK = (0.72, 0.73, 0.75), (0.58, 0.59, 0.63)
"""The grains of the road, lighter and darker ones."""
PAINT: Colour = (0.98, 0.98, 0.98)
KERB: Colour = (0.83, 0.16, 0.14)
GRASS, BLADE, MEADOW = (0.62, 0.77, 0.47), (0.52, 0.69, 0.38), (0.68, 0.82, 0.53)
SAND: Colour = (0.91, 0.84, 0.66)
LEAF, SUNNY_LEAF = (0.33, 0.55, 0.30), (0.43, 0.65, 0.36)
SUNNY: Colour = (0.98, 0.80, 0.20)
NIGHT: Colour = (0.16, 0.21, 0.36)

SLATE: Colour = (0.15, 0.17, 0.22)
MOSAIC: dict[str, Colour] = {
    **dict.fromkeys("SR", (0.43, 0.08, 0.07)),
    "C": (0.03, 0.26, 0.13),
    "A": (0.05, 0.17, 0.44),
}
"""What markers of the road are printed in instead of black: `SLATE`, or a dark shade of a suit's colour. A camera sees
them about equally dark, and against `CONCRETE` with three quarters of the contrast of black on white."""


def mosaic(letter: str) -> Colour:
    """The ink of the markers of a suit, by its letter; R for a red card."""
    return MOSAIC.get(letter, SLATE)


LIGHT = 0.58
"""From here on a colour is light enough for dark letters."""


def on(colour: Colour) -> Colour:
    """What is written on a colour: white on a dark one, ink on a light one."""
    red, green, blue = colour
    return PAINT if 0.30 * red + 0.59 * green + 0.11 * blue < LIGHT else INK


def round_ring(x: float, y: float, radius: float, steps: int = 32) -> list[Point]:
    """A circle as a polygon."""
    return [(x + radius * cos(2 * pi * n / steps), y + radius * sin(2 * pi * n / steps)) for n in range(steps)]


def star(points: int, inner: float, turn: float = 0.0) -> list[Point]:
    """A star of radius 1 with one point up."""
    angles = [turn + pi * n / points for n in range(2 * points)]
    return [((inner if n % 2 else 1.0) * sin(a), (inner if n % 2 else 1.0) * cos(a)) for n, a in enumerate(angles)]


def _arc(radius: float, start: float, end: float, x: float = 0.0, steps: int = 24) -> list[Point]:
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [(x + radius * cos(angle), radius * sin(angle)) for angle in angles]


SIGNS: dict[str, tuple[list[Point], ...]] = {
    "S": (star(8, 0.58),),
    "M": (_arc(1.0, 0.28 * pi, 1.72 * pi, 0.1) + _arc(0.8, 1.62 * pi, 0.38 * pi, 0.42),),
    "C": ([(-0.95, -0.8), (0.95, -0.8), (1.0, 0.7), (0.45, 0.0), (0.0, 0.95), (-0.45, 0.0), (-1.0, 0.7)],),
    "A": ([(-0.85, 0.95), (0.85, 0.95), (0.85, -0.1), (0.5, -0.65), (0.0, -1.0), (-0.5, -0.65), (-0.85, -0.1)],),
    "R": (round_ring(0.0, 0.0, 0.9),),
    "B": ([(0.0, 1.0), (0.85, 0.0), (0.0, -1.0), (-0.85, 0.0)],),
    "G": ([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],),
    "Y": ([(0.0, 0.95), (1.0, -0.75), (-1.0, -0.75)],),
    "K": ([(-0.32, 0.95), (0.32, 0.95), (0.32, 0.32), (0.95, 0.32), (0.95, -0.32), (0.32, -0.32),
           (0.32, -0.95), (-0.32, -0.95), (-0.32, -0.32), (-0.95, -0.32), (-0.95, 0.32), (-0.32, 0.32)],),
    "W": (round_ring(0.0, 0.0, 0.95), round_ring(0.0, 0.0, 0.45)[::-1]),
    "O": (star(5, 0.42),),
    "P": ([(sin(pi * n / 3), cos(pi * n / 3)) for n in range(6)],),
}  # fmt: skip
"""Of the piecepack's suits (S M C A) and of cars by the letter of their colour; a radius of 1 around the origin."""


def sign(pen: Pen, letter: str, radius: float, colour: Colour) -> None:
    """A driver's sign around the pen's origin."""
    pen.shape([[(x * radius, y * radius) for x, y in ring] for ring in SIGNS[letter]], colour)
