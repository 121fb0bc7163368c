"""One way to understand a turn, and what makes it worse or better than another one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.fact import Fact
from referee.games.home_racers.actions import Turn
from referee.games.home_racers.evidence import Seen
from referee.games.home_racers.geometry import Pose, apart
from referee.games.home_racers.meeting import MAY_TOUCH_MM, bonus_of_met, met_by
from referee.games.home_racers.observation import HAZARDS
from referee.games.home_racers.position import Position
from referee.games.home_racers.rules import path


@dataclass(frozen=True)
class Reading:
    """One line before it is put into words; `off` says how badly it fits, for the order among equals."""

    turn: Turn
    faults: tuple[Fact, ...]
    assumes: tuple[str, ...]
    complete: bool
    after: Position
    gear: int | None = None
    off: float = 0.0

    @property
    def rank(self) -> tuple[int, int, float]:
        """Fewest broken rules first, then fewest assumptions, then the best fit."""
        return len(self.faults), len(self.assumes), self.off

    def worse_by(self, faults: tuple[Fact, ...], assumes: tuple[str, ...] = ()) -> Reading:
        """The same reading with more against it."""
        return replace(self, faults=(*faults, *self.faults), assumes=(*assumes, *self.assumes))


def met_on(seen: Seen, tiles: tuple[Pose, ...], within_mm: float = 0.0) -> tuple[str, ...]:
    """What the driven tiles of a turn lay on, or within so many mm of it."""
    return met_by(seen.position, seen.car, tiles, within_mm)


def may_meet(seen: Seen, tiles: int) -> bool:
    """Whether a path of so many tiles between the turn's two ends could come near a special tile or another car."""
    if seen.start is None or seen.end is None:
        return False
    way_mm = (tiles + 2) * seen.position.across_mm + 2 * MAY_TOUCH_MM
    things = [special.pose for special in seen.position.specials if special.kind in HAZARDS]
    things += [where for car, where in seen.position.cars if car != seen.car]
    return any(apart(seen.start, thing) + apart(thing, seen.end.pose) <= way_mm for thing in things)


def excused(seen: Seen, faults: tuple[Fact, ...], met: tuple[str, ...]) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """Faults that a rule which is not held may allow become assumptions: special tiles, and danger dice by a switch."""
    kept: list[Fact] = []
    assumes: list[str] = []
    bent = (path.TURNS.id, path.LANE_CHANGES.id)
    marked = ("caltrops",) if seen.car in seen.position.marks else ()
    asked = [kind for kind in dict.fromkeys((*met, *marked)) if seen.position.effect(kind) == "ask"]
    for fault in faults:
        if fault.kind in (path.MOVE_DISTANCE.id, *bent) and asked and seen.said.effect is not False:
            if seen.said.effect is None:
                assumes.append(effect_words(asked))
        elif fault.kind in bent and seen.position.danger == "ask" and seen.said.danger is not False:
            if seen.said.danger is None:
                assumes.append(DANGER_WORDS)
        else:
            kept.append(fault)
    return tuple(kept), tuple(dict.fromkeys(assumes))


DANGER_WORDS = "danger dice, which are not in the rules held, allowed the further turns or lane changes"
_NAMES = {
    "caltrops": "the caltrops", "leak": "the leak", "tires": "the tire station", "booster": "the booster",
    "collision": "the collision", "reverse": "the rear gear",
}  # fmt: skip


def effect_words(kinds: list[str]) -> str:
    """The assumption that something whose effect is not held explains the turn."""
    names = " and ".join(_NAMES[kind] for kind in kinds)
    return f"{names}, whose effect is not in the rules held, explains it"


def bonus_of(seen: Seen, met: tuple[str, ...], prefix: str) -> int:
    """The sum of the house rules' `move` or `gear` numbers for what was met."""
    return bonus_of_met(seen.position, met, prefix)
