"""The first sheet: what to print, cut and glue, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from markers.design import KitDesign, Step
from markers.kit import Manifest
from markers.pen import CAP_HEIGHT, MM, Pen, grey
from markers.rulers import draw_inch_ruler, draw_mm_ruler
from markers.sheet import HEAD_MM, SIDE_MM
from markers.words import figure, told

INK = grey(0.15)
LINE_CAP_MM, LINE_MM = 2.3, 186.0
"""How tall a line's capitals are, and how long it is at most."""
CHECK: Step = (
    "1. Check the print.",
    "Lay a real ruler on the two rulers below. If 100 mm is not 100 mm, print again at 100 %,",
    "with 'fit to page' switched off. Use plain matt paper: shiny paper mirrors the lamp.[[",
    "No ruler? Lay a bank card on the last sheet, take a picture:  referee print --check PHOTO]]",
)
DIFFERENT = "Are your pieces different? [[Print with|Choose them under Pieces and print again.]]"


def draw_instructions(pen: Pen, design: KitDesign, manifest: Manifest, typed: bool) -> None:
    """Write the kit's instructions; `pen` has its origin at the page's top left corner, `typed` see `Wish`."""
    needs = design.needs(manifest)
    first = (("You need", *needs),) if needs else ()
    y = _steps(pen, -HEAD_MM - 6.0, (*first, CHECK, *design.steps(manifest)), typed)
    y = _heights(pen, y, design, manifest, typed)
    draw_mm_ruler(pen.at(SIDE_MM, y - 12.0), 100)
    draw_inch_ruler(pen.at(SIDE_MM, y - 30.0), 4)


def draw_steps(pen: Pen, y: float, design: KitDesign, manifest: Manifest, typed: bool) -> None:
    """Write a kit's steps alone, from a height `y` (mm, up) on; `pen` has its origin at the page's top left corner."""
    _steps(pen, y, design.steps(manifest), typed)


def _steps(pen: Pen, y: float, steps: Sequence[Step], typed: bool) -> float:
    """Step by step; returns the height below the last one."""
    for title, *lines in steps:
        pen.text((SIDE_MM, y), title, 2.7, INK, "l", bold=True)
        for line in _set(told(" ".join(lines), pen.language, typed)):
            y -= 4.8
            pen.text((SIDE_MM, y), line, LINE_CAP_MM, INK, "l")
        y -= 7.2
    return y


def _set(text: str) -> list[str]:
    """A text in lines as wide as the sheet."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip(" ") if lines[-1] else word
        if stringWidth(longer, "Helvetica", LINE_CAP_MM / CAP_HEIGHT * MM) > LINE_MM * MM and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _heights(pen: Pen, y: float, design: KitDesign, manifest: Manifest, typed: bool) -> float:
    """The heights this kit was printed for; the referee needs those of the real pieces."""
    if not design.height_words:
        return y
    pen.text((SIDE_MM, y), "Heights this kit was made for", 2.7, INK, "l", bold=True)
    kinds = {item.piece.split(":")[0]: item.height_mm for item in manifest.items}
    words = ", ".join(
        f"{told(name, pen.language)} {figure(kinds[kind], pen.language)} mm"
        for kind, name in design.height_words.items()
        if kind in kinds
    )
    pen.text((SIDE_MM, y - 5.4), words + ".", 2.3, INK, "l")
    if not typed and len(design.profiles) < 2:
        return y - 5.4
    tallest = sorted(design.usual_heights.items(), key=lambda kind: -kind[1])[:2]
    example = " ".join(f"--height {kind}={round(mm + 1)}" for kind, mm in tallest)
    words = told(DIFFERENT, pen.language, typed) + (f"  {example}" if typed else "")
    pen.text((SIDE_MM, y - 10.8), words, 2.3, INK, "l")
    return y - 10.8
