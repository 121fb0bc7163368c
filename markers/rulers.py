"""Printed rulers, to check that a sheet came out at its true size."""

from __future__ import annotations

from markers.pen import Pen, grey

INK = grey(0.15)
LINE_MM = 0.15
INCH_MM = 25.4


def draw_mm_ruler(pen: Pen, length_mm: int) -> None:
    """A ruler to the right of the pen's origin: a tick each millimetre, a number each ten."""
    _base(pen, float(length_mm))
    for step in range(length_mm + 1):
        tall = 3.2 if step % 10 == 0 else 2.3 if step % 5 == 0 else 1.4
        _tick(pen, float(step), tall)
        if step % 10 == 0:
            _number(pen, float(step), f"{step} mm" if step == length_mm else str(step))


def draw_inch_ruler(pen: Pen, length_in: int) -> None:
    """The same in inches, with eighths."""
    _base(pen, length_in * INCH_MM)
    for step in range(length_in * 8 + 1):
        tall = 3.2 if step % 8 == 0 else 2.3 if step % 4 == 0 else 1.4
        _tick(pen, step * INCH_MM / 8, tall)
        if step % 8 == 0:
            _number(pen, step * INCH_MM / 8, f"{step // 8} in" if step == length_in * 8 else str(step // 8))


def _base(pen: Pen, length_mm: float) -> None:
    pen.line(((0.0, 0.0), (length_mm, 0.0)), LINE_MM, INK)


def _tick(pen: Pen, x_mm: float, tall_mm: float) -> None:
    pen.line(((x_mm, 0.0), (x_mm, tall_mm)), LINE_MM, INK)


def _number(pen: Pen, x_mm: float, words: str) -> None:
    pen.text((x_mm, -2.6), words, 1.7, INK)
