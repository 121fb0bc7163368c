"""Planted faults: turns that break just one rule, for test benches and demonstrations."""

from __future__ import annotations

from referee.games.base import Dice, PlayedTurn
from referee.games.racepack.position import Position

FAULTS: tuple[str, ...] = ()


def faulty_turn(position: Position, dice: Dice, fault: str) -> PlayedTurn | None:
    """A turn that breaks just this rule, or None when the position does not allow one."""
    return None
