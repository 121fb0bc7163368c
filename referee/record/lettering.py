"""Words in a picture: in a font that comes along, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red."""

LARGEST_PX, BAND_PX, LEAST_PX = 34, 40, 15
"""The size of letters: at the foot, in a band, and of many words."""
SOFTER = 0.78
"""So large beside the heading are the words below it."""
LEADING, ROW = 1.24, 1.45
"""So many times as high as its letters is a line, and a row of a band."""
MARGIN_PX, EDGE_PX = 18, 8
PAPER, WORDS, WHITE = (250, 250, 250), (60, 54, 50), (255, 255, 255)
NARROW = str.maketrans({"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}"})
"""Signs that this font lacks, and those that stand for them."""


@cache
def font_file(bold: bool = False) -> Path:
    """A free font that a library of ours brings along."""
    spec = find_spec("reportlab")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf")


@cache
def font(size_px: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The same as letters of a size."""
    return ImageFont.truetype(str(font_file(bold)), size_px)


def foot(width_px: int, height_px: int, heading: str, words: str, colour: Colour) -> Image:
    """A strip (height, width, 3) with a heading in a colour and words below it, as large as both fit, or cut."""
    for size_px in range(LARGEST_PX, LEAST_PX - 1, -1):
        lines = _lines(heading, words, size_px, width_px)
        if _high(lines) <= height_px - 2 * EDGE_PX:
            break
    while _high(lines) > height_px - 2 * EDGE_PX:  # the whole sentence stands beside every picture
        *lines, (text, letters, bold), _ = lines
        lines = [*lines, (f"{text.rsplit(' ', 1)[0]} …", letters, bold)]
    sheet = Pillow.new("RGB", (width_px, height_px), PAPER)
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, 0, EDGE_PX, height_px), fill=colour[::-1])
    y = (height_px - _high(lines)) / 2.0
    for text, letters, bold in lines:
        draw.text((MARGIN_PX, y), text, font=letters, fill=colour[::-1] if bold else WORDS)
        y += LEADING * letters.size
    return np.ascontiguousarray(np.asarray(sheet, np.uint8)[:, :, ::-1])


Line = tuple[str, ImageFont.FreeTypeFont, bool]


def _lines(heading: str, words: str, size_px: int, width_px: int) -> list[Line]:
    parts = ((heading, font(size_px, bold=True), True), (words, font(round(SOFTER * size_px)), False))
    room_px = width_px - 2 * MARGIN_PX
    return [(line, letters, bold) for text, letters, bold in parts for line in _wrapped(text, letters, room_px)]


def _high(lines: Sequence[Line]) -> float:
    return sum(LEADING * letters.size for _, letters, _ in lines)


def _wrapped(text: str, letters: ImageFont.FreeTypeFont, width_px: int) -> list[str]:
    lines: list[str] = []
    for word in text.translate(NARROW).split(" ") if text else ():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.getlength(longer) <= width_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write(drawn: Image, at: NDArray[np.float64], text: str, size_px: int, colour: Colour, ground: bool = False) -> None:
    """A short text about a place, on white where it stands on the table itself."""
    sheet, letters, (x, y) = Pillow.fromarray(drawn), font(size_px, bold=True), at.tolist()
    draw = ImageDraw.Draw(sheet)
    if ground:
        left, top, right, bottom = draw.textbbox((x, y), text, font=letters, anchor="mm")
        draw.rectangle((left - 7, top - 7, right + 7, bottom + 7), fill=WHITE, outline=colour, width=2)
    draw.text((x, y), text, font=letters, fill=colour, anchor="mm")
    drawn[:] = np.asarray(sheet)


class Part(NamedTuple):
    """A short text in a band, on a colour, with a mark behind it: "x", "v" for a tick, or none; a name's is round."""

    text: str
    ground: Colour
    mark: str = ""
    ink: Colour = WHITE
    name: bool = False


MARKS = {"x": (((-1, -1), (1, 1)), ((-1, 1), (1, -1))), "v": (((-1, 0), (-0.25, 1), (1, -1)),)}
"""The lines of each, about its middle."""


def band(width_px: int, height_px: int, parts: Sequence[Part]) -> Image:
    """A strip (height, width, 3) with texts of one size, each in one line, in as many rows as make them large."""
    for size_px in range(BAND_PX, LEAST_PX - 1, -1):
        rows = _rows(parts, size_px, width_px)
        high = round(ROW * size_px)
        if len(rows) * high <= height_px and all(row[-1][1] <= width_px for row in rows):
            break
    sheet, letters, half = Pillow.new("RGB", (width_px, height_px), PAPER), font(size_px, bold=True), size_px // 2
    draw, top = ImageDraw.Draw(sheet), (height_px - len(rows) * high) // 2
    for (one, end, left), y in ((told, top + high * number) for number, row in enumerate(rows) for told in row):
        corners = (left + 2, y + 2, end - 2, y + high - 2)
        draw.rounded_rectangle(corners, high // 3 if one.name else 0, fill=one.ground[::-1])
        middle = y + high / 2
        draw.text((left + half, middle), one.text.translate(NARROW), fill=one.ink[::-1], font=letters, anchor="lm")
        for line in MARKS.get(one.mark, ()):
            ends = [(end - 2 * half + right * half, middle + down * half) for right, down in line]
            draw.line(ends, fill=one.ink[::-1], width=size_px // 5)
    return np.ascontiguousarray(np.asarray(sheet, np.uint8)[:, :, ::-1])


def _rows(parts: Sequence[Part], size_px: int, width_px: int) -> list[list[tuple[Part, int, int]]]:
    """Texts beside each other while there is room, then below: each with its right and its left edge."""
    letters, rows = font(size_px, bold=True), list[list[tuple[Part, int, int]]]()
    for one in parts:
        wide = round(letters.getlength(one.text.translate(NARROW))) + (5 if one.mark else 2) * (size_px // 2)
        left = rows[-1][-1][1] if rows else 0
        if not rows or left + wide > width_px:
            rows.append([])
            left = 0
        rows[-1].append((one, left + wide, left))
    return rows
