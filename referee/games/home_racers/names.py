"""What the drawing and `with_piece` call the pieces that have no letter of their own."""

from __future__ import annotations

from referee.games.home_racers.geometry import Pose

TILE, DIE = "tile", "die:"


def name_of(kind: str, where: Pose) -> str:
    """A tile's name: tiles of a kind are alike, so they are called by where they lie, in whole mm.

    >>> name_of(TILE, Pose(-0.2, 40.6, 0.0))
    'tile:0:41'
    """
    return f"{kind}:{round(where.x_mm)}:{round(where.y_mm)}"
