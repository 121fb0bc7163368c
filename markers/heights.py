"""How thick the pieces are that carry the printed faces: a setting of the kit.

A pawn's cap some 35 mm above the table is seen about 10 mm away from where the pawn stands; the eye corrects for it
with the heights of the manifest, so they must be those of the pieces on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from referee.errors import KitError


@dataclass(frozen=True)
class Heights:
    """Thickness of each kind of piece with its printed face on it, mm.

    Attributes
    ----------
    tile, coin, pawn : the pieces themselves; a coin and a pawn stand on a tile.
    card : the lap card and the tray.
    """

    tile: float = 6.35
    coin: float = 3.2
    pawn: float = 28.6
    card: float = 0.3


WOOD = Heights()
PAPER = Heights(tile=0.3, coin=0.6, pawn=0.6, card=0.3)
PROFILES: Mapping[str, Heights] = {"wood": WOOD, "paper": PAPER}
HIGHEST_MM = 120.0


def with_numbers(heights: Heights, numbers: Mapping[str, float]) -> Heights:
    """Replace some heights by the user's own.

    Raises
    ------
    KitError : an unknown kind of piece, or a height that is not between 0 and 120 mm.

    >>> with_numbers(WOOD, {"pawn": 30.0}).pawn
    30.0
    """
    known = [field.name for field in fields(Heights)]
    for kind, height_mm in numbers.items():
        if kind not in known:
            raise KitError(f"There is no height called '{kind}'; give one of {', '.join(known)}.")
        if not 0 <= height_mm <= HIGHEST_MM:
            raise KitError(f"A {kind} cannot be {height_mm:g} mm high; give a height from 0 to {HIGHEST_MM:g} mm.")
    return replace(heights, **numbers)
