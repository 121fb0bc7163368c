"""Names for the dice read: from picture to picture, a die that lies where it lay is the same die.

Dice of one colour are alike. A die keeps its name as long as it lies where it lay; a die that comes gets the first free
name of its colour, so that names tell the order in which dice were thrown one by one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from markers.kit import PipDice
from referee.vision.scene import DieSeen

SAME_MM = 4.0
UNDER_DOUBT_MM = 12.0
"""What cannot be read so near to a die that was read may be that die."""


class DiceNames:
    """Remembers which die of a kit lies where.

    Parameters
    ----------
    kinds : the kit's dice by colour, with their names.
    """

    def __init__(self, kinds: Sequence[PipDice]) -> None:
        self._kinds = kinds
        self.reset()

    def reset(self) -> None:
        """No die was seen yet."""
        self.lying: Mapping[str, DieSeen] = {}

    def name(self, dice: Sequence[DieSeen]) -> Mapping[str, DieSeen]:
        """The dice that were read, by name: those that lie there still, then those that got the first free names."""
        named: dict[str, DieSeen] = {}
        fresh = []
        for die in (one for one in dice if one.value is not None):
            name = next((n for n, old in self.lying.items() if n not in named and _same(old, die)), None)
            if name is None:
                fresh.append(die)
            else:
                named[name] = die
        for die in sorted(fresh, key=lambda one: (one.x_mm, one.y_mm)):
            kind = next((kind for kind in self._kinds if kind.colour == die.colour), None)
            name = next((n for n in kind.pieces if n not in named), None) if kind else None
            if name is not None:
                named[name] = die
        # dice that cannot be read for the moment keep their names
        kept = {n: old for n, old in self.lying.items() if n not in named and _doubted(old, dice)}
        self.lying = {**kept, **named}
        return named


def placed_anew(
    before: Mapping[str, DieSeen], now: Mapping[str, DieSeen], rested: Collection[DieSeen]
) -> tuple[tuple[str, str], ...]:
    """The dice, (name, value), on mats that look as they did (`rested`) that are read elsewhere or turned otherwise."""
    return tuple(
        (name, str(die.value))
        for name, die in sorted(now.items())
        if die in rested and name in before and _same(before[name], die) and _pose(before[name]) != _pose(die)
    )


def near(one: DieSeen, other: DieSeen) -> bool:
    """Whether two readings are of one die, as far as its place goes."""
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) <= SAME_MM


def _pose(die: DieSeen) -> tuple[float, float, float]:
    return die.x_mm, die.y_mm, die.angle_deg


def _same(one: DieSeen, other: DieSeen) -> bool:
    return near(one, other) and (one.value, one.colour) == (other.value, other.colour)


def _doubted(old: DieSeen, dice: Sequence[DieSeen]) -> bool:
    return any(
        die.value is None and math.dist((old.x_mm, old.y_mm), (die.x_mm, die.y_mm)) < UNDER_DOUBT_MM for die in dice
    )
