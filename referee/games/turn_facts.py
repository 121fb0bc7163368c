"""What statistics are made of: the plain facts in one driver's turn, the same in shape for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TurnFacts:
    """The facts of one driver's turn.

    Attributes
    ----------
    car : as the standings name it.
    measures : numbers by what they measure, in words and in order: {"speed": (1, 2, 2)}.
    dice : faces that were rolled, as the game's dice show them.
    events : what happened, in words: "spun out". Counted, so the same words each time.
    """

    car: str
    measures: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
