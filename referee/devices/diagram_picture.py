"""A game's diagram (SVG) as a picture, for films; the fonts come along, so that it looks the same everywhere."""

from __future__ import annotations

import io
import re

import resvg_py
from PIL import Image as Pillow

from referee.record.lettering import font_file

_DEFINITION = re.compile(r"(--[\w-]+)\s*:\s*((?:var\([^()]*\)|[^;{}])+);?")
_USE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
_FAMILY = "Bitstream Vera Sans"
_STAND_INS = str.maketrans("♠♣♦♥●✶⟳", "scdh•*o")  # signs that this font lacks


def diagram_picture(svg: str, width_px: int, height_px: int, paper: str = "#fbfaf7") -> Pillow.Image:
    """A diagram fitted into a picture of this size, in its light colours on `paper`."""
    scale_to = _fit(svg, width_px, height_px)
    png = resvg_py.svg_to_bytes(
        svg_string=plain_colours(svg).translate(_STAND_INS),
        width=scale_to,
        background=paper,
        skip_system_fonts=True,
        font_files=[str(font_file()), str(font_file(bold=True))],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    drawn = Pillow.open(io.BytesIO(bytes(png))).convert("RGB")
    sheet = Pillow.new("RGB", (width_px, height_px), paper)
    sheet.paste(drawn, ((width_px - drawn.width) // 2, (height_px - drawn.height) // 2))
    return sheet


def _fit(svg: str, width_px: int, height_px: int) -> int:
    """The width at which the whole diagram fits."""
    found = re.search(r'viewBox="([^"]+)"', svg)
    if found is None:
        return width_px
    _, _, width, height = (float(part) for part in found[1].replace(",", " ").split())
    return max(1, min(width_px, int(height_px * width / height)))


def plain_colours(svg: str) -> str:
    """A diagram without style variables and without its dark colours: what simple renderers understand.

    >>> plain_colours("<style>.a{--x:var(--a-x,#fff);}.a rect{fill:var(--x)}</style>")
    '<style>.a{}.a rect{fill:#fff}</style>'
    """
    return re.sub(
        r"<style>(.*?)</style>", lambda found: f"<style>{_plain_style(found[1])}</style>", svg, flags=re.DOTALL
    )


def _plain_style(style: str) -> str:
    style = _without_media(style)
    values = {name: value.strip() for name, value in _DEFINITION.findall(style)}
    style = _DEFINITION.sub("", style)

    def value_of(use: re.Match[str]) -> str:
        return values.get(use[1]) or use[2] or "none"

    for _ in range(4):  # a variable may stand for another one
        values = {name: _USE.sub(value_of, value) for name, value in values.items()}
        style = _USE.sub(value_of, style)
    return style


def _without_media(style: str) -> str:
    """The style without its ``@media`` blocks, whose braces nest once."""
    return re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", style)
