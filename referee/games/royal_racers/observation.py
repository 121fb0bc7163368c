"""What a table shows of a Royal Racers race, in spaces: no more than a camera can see."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.games.royal_racers.board import Square

UNSEEN = "?"
"""A card nobody can see at the moment."""
BACK = "-"
"""Before a card's name: it lies face down. Alone: face down, and which card it is cannot be read."""
OFF = "off"

SHIFT_MM, TURN_DEG = 4.0, 12.0
"""A die that moved no more than this lies as it lay."""
FAR_MM, FAR_DEG = 20.0, 45.0
"""A die that moved at least this much was thrown; one that moved less with the same face may have been pushed."""
SAME, PUSHED, THROWN = 0, 1, 2

Place = Square | None
"""A square, or None for a pawn that is seen beside the board."""


@dataclass(frozen=True)
class Die:
    """A player's die beside the board: its face and its pose, to tell a new roll from an old one.

    The pose is in mm from the middle of the board's right edge, x right, y up.
    """

    face: str
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled table.

    Attributes
    ----------
    cards : 36 cells, a1 first, then b1 and on: ``as`` face up, ``-as`` or ``-`` face down, ``?`` unseen.
    flags : flags seen with their squares, sorted.
    pawns : pawns seen with their places, sorted by suit.
    missing : pawns that should be there and were not seen.
    dice : dice seen, sorted by suit.
    unseen : squares on which a flag or a pawn may stand unseen. Never to be read as empty.
    """

    cards: tuple[str, ...]
    flags: tuple[tuple[str, Square], ...] = ()
    pawns: tuple[tuple[str, Place], ...] = ()
    missing: tuple[str, ...] = ()
    dice: tuple[tuple[str, Die], ...] = ()
    unseen: frozenset[Square] = frozenset()

    def lies_down(self, square: Square) -> bool | None:
        """Whether the card on a square lies face down; None when it is unseen."""
        cell = self.cards[square]
        return None if cell == UNSEEN else cell.startswith(BACK)


def how_it_lies(before: Die, now: Die) -> int:
    """SAME, PUSHED or THROWN."""
    shift_mm = math.hypot(now.x_mm - before.x_mm, now.y_mm - before.y_mm)
    turn_deg = abs((now.angle_deg - before.angle_deg + 180.0) % 360.0 - 180.0)
    if now.face != before.face or shift_mm >= FAR_MM or turn_deg >= FAR_DEG:
        return THROWN
    return PUSHED if shift_mm > SHIFT_MM or turn_deg > TURN_DEG else SAME
