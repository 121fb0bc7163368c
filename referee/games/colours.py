"""Drawn boards in the colours and signs of the printed sheets (`markers.livery`), by day and by night."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from markers.livery import (
    ASPHALT,
    CAR_COLOURS,
    CRACK,
    INK,
    KERB,
    MEADOW,
    NIGHT,
    PAINT,
    SAND,
    SIGNS,
    SUIT_COLOURS,
    SUNNY,
    Colour,
    on,
)

Point = tuple[float, float]
DRIVERS: Mapping[str, Colour] = MappingProxyType({**SUIT_COLOURS, **CAR_COLOURS})
"""By the letter of a suit or of a car."""


def css(colour: Colour, dim: float = 1.0) -> str:
    """A colour for a drawing, `dim` as by night.

    >>> css((1.0, 0.5, 0.0)), css((1.0, 0.5, 0.0), 0.5)
    ('#ff8000', '#804000')
    """
    return "#" + "".join(f"{round(255 * dim * part):02x}" for part in colour)


BY_DAY: Mapping[str, str] = MappingProxyType(
    {
        "grass": css(MEADOW), "sand": css(SAND), "road": css(ASPHALT), "space": css(CRACK), "edge": css(PAINT),
        "kerb": css(KERB), "sunny": css(SUNNY), "back": css(NIGHT), "ink": css(INK), "paper": css(PAINT),
        "end": "#075234", "move": "#0f4496", "fault": "#96101a",
    }
)  # fmt: skip
BY_NIGHT: Mapping[str, str] = MappingProxyType(
    {
        "grass": css(MEADOW, 0.32), "sand": css(SAND, 0.45), "road": css(ASPHALT, 0.42), "space": css(CRACK, 0.7),
        "edge": css(PAINT, 0.85), "kerb": css(KERB, 0.9), "sunny": css(SUNNY, 0.9), "back": css(NIGHT, 0.6),
        "ink": "#f4f2ec", "paper": "#2a2d34", "end": "#62e3a8", "move": "#9cc7ff", "fault": "#ffa39c",
    }
)  # fmt: skip
STYLE = (
    "text{{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--ink)}}"
    ".{0} .ground{{fill:var(--grass)}}.{0} .verge{{fill:var(--sand)}}"
    ".{0} .side{{stroke:var(--edge);fill:none}}.{0} .kerb{{stroke:var(--kerb);fill:none}}"
    ".{0} .paint{{fill:none;stroke:{1};stroke-width:1.6}}.{0} .rim{{fill:none;stroke:{2};stroke-width:.7}}"
    ".{0} .plate{{fill:{1};stroke:{2};stroke-width:.7}}.{0} .letter{{font-weight:700;fill:{2}!important}}"
)


def style(kind: str) -> str:
    """What every board's drawing looks like."""
    return f".{kind} " + STYLE.format(kind, css(PAINT), css(INK))


def _way(letter: str, at: Point, radius: float) -> str:
    rings = ("L".join(f"{at[0] + x * radius:.1f} {at[1] - y * radius:.1f}" for x, y in ring) for ring in SIGNS[letter])
    return "".join(f"M{ring}z" for ring in rings)


def sign(letter: str, at: Point, radius: float, colour: str = "") -> str:
    """A driver's sign; in the colour that stands out on his own unless another is given."""
    return f'<path fill="{colour or css(on(DRIVERS[letter]))}" d="{_way(letter, at, radius)}"/>'


def emblems() -> dict[str, tuple[str, str, str]]:
    """For a page: each driver's sign as a path in a box of 64, his colour, and that of the sign on it."""
    return {
        letter: (_way(letter, (32.0, 32.0), 20.0), css(colour), css(on(colour))) for letter, colour in DRIVERS.items()
    }


def badge(name: str, at: Point, radius: float, cornered: float = 1.0) -> str:
    """A driver's piece: his colour, ringed in white and black so that it stands out anywhere, his sign, his letter.

    `name` ends in his letter; `cornered` is how round it is: 1 for a disc, less for a square.
    """
    letter, (x, y) = name[-1], at

    def box(half: float, how: str) -> str:
        return (
            f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" '
            f'rx="{half * cornered:g}" {how}/>'
        )

    plate = radius * (0.5 + 0.16 * len(name[:-1]))
    corner = (x + 0.8 * radius, y + 0.8 * radius)
    return (
        box(radius, f'fill="{css(DRIVERS[letter])}"') + box(radius, 'class="paint"') + box(radius + 1.1, 'class="rim"')
        + sign(letter, at, 0.62 * radius)
        + f'<circle class="plate" cx="{corner[0]:g}" cy="{corner[1]:g}" r="{plate:g}"/>'
        + f'<text class="letter" font-size="{0.75 * radius:g}" x="{corner[0]:g}" y="{corner[1] + 0.3:g}">{name}</text>'
    )  # fmt: skip


def edge(middle: Point, side: Point, half: float, kerbed: bool, inside: float = 0.0) -> str:
    """One side of a square of road, `side` the unit step towards it: a white line, or a kerb where it bends."""
    out = half - inside
    x, y = middle[0] + side[0] * out, middle[1] + side[1] * out
    along = (side[1] * half, side[0] * half)
    way = f'd="M{x - along[0]:g} {y - along[1]:g}L{x + along[0]:g} {y + along[1]:g}"'
    if not kerbed:
        return f'<path class="side" stroke-width="1" {way}/>'
    dash = half / 5.0
    return (
        f'<path class="side" stroke-width="2.6" {way}/>'
        f'<path class="kerb" stroke-width="2.6" stroke-dasharray="{dash:g} {dash:g}" {way}/>'
    )
