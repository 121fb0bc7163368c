"""How thick the pieces are that carry the printed faces: a setting of the kit.

A pawn's cap some 35 mm above the table is seen about 10 mm away from where the pawn stands; the eye corrects for it
with the heights of the manifest, so they must be those of the pieces on the table. Each kit has its own kinds of piece
and profiles (`markers.design.KitDesign.profiles`); those here are Racepack's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.errors import KitError

Heights = Mapping[str, float]
"""Thickness of each kind of piece with its printed face on it, mm."""

WOOD: Heights = MappingProxyType({"tile": 6.35, "coin": 3.2, "pawn": 28.6, "card": 0.3})
"""Of Racepack: the pieces themselves (a coin and a pawn stand on a tile); `card` is the lap card and the tray."""
PAPER: Heights = MappingProxyType({"tile": 0.3, "coin": 0.6, "pawn": 0.6, "card": 0.3})
PROFILES: Mapping[str, Heights] = MappingProxyType({"wood": WOOD, "paper": PAPER})
HIGHEST_MM = 120.0


def with_numbers(heights: Heights, numbers: Mapping[str, float]) -> Heights:
    """Replace some heights by the user's own.

    Raises
    ------
    KitError : an unknown kind of piece, or a height that is not between 0 and 120 mm.

    >>> with_numbers(WOOD, {"pawn": 30.0})["pawn"]
    30.0
    """
    for kind, height_mm in numbers.items():
        if kind not in heights:
            raise KitError(f"There is no height called '{kind}'; give one of {', '.join(heights)}.")
        if not 0 <= height_mm <= HIGHEST_MM:
            raise KitError(f"A {kind} cannot be {height_mm:g} mm high; give a height from 0 to {HIGHEST_MM:g} mm.")
    return MappingProxyType({**heights, **numbers})
