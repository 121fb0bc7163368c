"""Draws on a PDF page in millimetres around an origin, x right and y up, as a piece lies on the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import repeat
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.pathobject import PDFPathObject

from markers.kit import Point
from markers.words import ENGLISH, told

MM = 72 / 25.4
CAP_HEIGHT = 0.718
"""Height of a capital letter of Helvetica as a share of the font size."""

STAMP_PT = 300.0
"""No stamp reaches further from its origin."""

Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)


def grey(level: float) -> Colour:
    """A grey; 0 is black, 1 is white."""
    return (level, level, level)


@dataclass(frozen=True)
class Pen:
    """A page of a reportlab canvas seen from one point.

    Attributes
    ----------
    canvas : the reportlab canvas.
    x_mm, y_mm : the origin, from the page's lower left corner, y up.
    language : in which words are written.
    """

    canvas: Any
    x_mm: float
    y_mm: float
    language: str = ENGLISH

    def at(self, x_mm: float, y_mm: float) -> Pen:
        """The same page seen from another point, given from this one."""
        return replace(self, x_mm=self.x_mm + x_mm, y_mm=self.y_mm + y_mm)

    def shape(self, rings: Sequence[Sequence[Point]], fill: Colour) -> None:
        """Fill polygons as one path, so that no seam shows where they touch."""
        self.canvas.setFillColorRGB(*fill)
        self.canvas.drawPath(self._path(rings), stroke=0, fill=1)

    def texture(self, rings: Sequence[Sequence[Point]], fill: Colour) -> None:
        """Fill what is only there to please: blades of grass, grains of a road, people."""
        self.shape(rings, fill)

    def stamp(self, name: str, draw: Callable[[Pen], None], scale: float = 1.0) -> None:
        """What comes again and again: drawn once a file under its name, then shown here.

        Raises ValueError for a name that ends in the midst of a PDF's page, as at a blank.
        """
        canvas = self.canvas
        if not name.isidentifier():
            raise ValueError(f"{name!r} is no name in a PDF")
        if not canvas.hasForm(name):
            canvas.beginForm(name, -STAMP_PT, -STAMP_PT, STAMP_PT, STAMP_PT)
            draw(replace(self, x_mm=0.0, y_mm=0.0))
            canvas.endForm()
        # written out here, as a path is: thousands of stamps leave nothing of the canvas's state to be kept
        canvas._code += ("q", f"{_number(scale)} 0 0 {_number(scale)} {fp_str(self.x_mm * MM, self.y_mm * MM)} cm")
        canvas.doForm(name)
        canvas._code.append("Q")

    def solid(self, rings: Sequence[Sequence[Point]], fill: Colour) -> None:
        """Fill in full also where ink is saved: a mat on which dice are read."""
        Pen.shape(self, rings, fill)

    def rect(self, left: float, bottom: float, right: float, top: float, fill: Colour) -> None:
        """Fill a rectangle."""
        self.shape([((left, top), (right, top), (right, bottom), (left, bottom))], fill)

    def line(self, points: Sequence[Point], width_mm: float, colour: Colour, closed: bool = False) -> None:
        """Draw a line through points."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width_mm * MM)
        self.canvas.drawPath(self._path([points], closed), stroke=1, fill=0)

    def clip(self, ring: Sequence[Point]) -> None:
        """Keep what is drawn inside a polygon until `release`."""
        self.canvas.saveState()
        self.canvas.clipPath(self._path([ring]), stroke=0, fill=0)

    def release(self) -> None:
        """End the last `clip`."""
        self.canvas.restoreState()

    def text(
        self,
        point: Point,
        words: str,
        cap_mm: float,
        fill: Colour,
        anchor: str = "m",
        bold: bool = False,
        most_mm: float = math.inf,
    ) -> None:
        """Write words, in the pen's language if it has them, on a baseline point.

        Capitals are `cap_mm` high, lower where the words were wider than `most_mm`; `anchor` l, m or r says where they
        hang.
        """
        words, font = told(words, self.language), "Helvetica-Bold" if bold else "Helvetica"
        size = cap_mm / CAP_HEIGHT * MM
        size *= min(1.0, most_mm * MM / max(stringWidth(words, font, size), 1e-9))
        self.canvas.setFillColorRGB(*self.ink(fill, cap_mm))
        self.canvas.setFont(font, size)
        draw = {"l": self.canvas.drawString, "m": self.canvas.drawCentredString, "r": self.canvas.drawRightString}
        draw[anchor]((self.x_mm + point[0]) * MM, (self.y_mm + point[1]) * MM, words)

    def ink(self, fill: Colour, cap_mm: float) -> Colour:
        """What words of this colour and size are written with."""
        return fill

    def _path(self, rings: Sequence[Sequence[Point]], closed: bool = True) -> Any:
        # written out here: the canvas's own way takes most of the time that a sheet takes
        written = " ".join(_outline(len(ring), closed) for ring in rings)
        values = [value for ring in rings for x, y in ring for value in ((self.x_mm + x) * MM, (self.y_mm + y) * MM)]
        return PDFPathObject([written % tuple(values)])


@cache
def _number(value: float) -> str:
    """A number of which a file has few, such as a scale, as reportlab writes it."""
    return str(fp_str(value))


@cache
def _outline(points: int, closed: bool) -> str:
    """How a line through so many points is written, with a place for each coordinate."""
    return " ".join(("%.4f %.4f m", *repeat("%.4f %.4f l", points - 1), *repeat("h", closed)))


@dataclass(frozen=True)
class PalePen(Pen):
    """Saves ink: surfaces become pale tints with an edge in their colour, what was nearly white stays bare paper."""

    def shape(self, rings: Sequence[Sequence[Point]], fill: Colour) -> None:
        """Fill with a pale tint, and draw the edge in the full colour."""
        if min(fill) >= NEARLY_WHITE:
            super().shape(rings, WHITE)
            return
        super().shape(rings, tint(fill, PALE))
        for ring in rings:
            self.line(ring, PALE_EDGE_MM, fill, closed=True)

    def texture(self, rings: Sequence[Sequence[Point]], fill: Colour) -> None:
        """Nothing: it costs ink."""

    def ink(self, fill: Colour, cap_mm: float) -> Colour:
        """Light words turn dark, for their ground is pale now; large ones turn grey."""
        colour = grey(0.25) if min(fill) >= NEARLY_WHITE else fill
        return tint(colour, LARGE_TEXT) if cap_mm > LARGE_MM else colour


def pale(pen: Pen) -> PalePen:
    """The same pen, saving ink."""
    return PalePen(pen.canvas, pen.x_mm, pen.y_mm, pen.language)


NEARLY_WHITE = 0.9
PALE = 0.15
"""How much of a surface's colour is left."""
PALE_EDGE_MM = 0.2
LARGE_MM, LARGE_TEXT = 4.0, 0.5


def tint(colour: Colour, share: float) -> Colour:
    """A colour mixed with white; `share` of it is left."""
    red, green, blue = (1.0 - share * (1.0 - value) for value in colour)
    return (red, green, blue)


def cells(pattern: Sequence[Sequence[int]], left: float, top: float, cell_mm: float) -> list[tuple[Point, ...]]:
    """The cells that are 1 as rectangles, each row's neighbours joined: one shape to fill.

    >>> cells([[0, 1, 1]], 0.0, 0.0, 1.0)
    [((1.0, 0.0), (3.0, 0.0), (3.0, -1.0), (1.0, -1.0))]
    """
    out: list[tuple[Point, ...]] = []
    for row, line in enumerate(pattern):
        y0, y1 = top - row * cell_mm, top - (row + 1) * cell_mm
        start = None
        for column, value in enumerate([*line, 0]):
            if value and start is None:
                start = column
            elif not value and start is not None:
                x0, x1 = left + start * cell_mm, left + column * cell_mm
                out.append(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
                start = None
    return out
