"""The move timer: who is too slow loses what is left of the turn (Variant With Timer)."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact

TIMER = Rule("racepack/timer", "No movement after the time has run out", "Variant With Timer")


def timer(car: str, in_time: int, used: int) -> Fact | None:
    """Only the movements finished in time count; whatever had not been moved by then stays where it is.

    `in_time` movements were finished when the time ran out, `used` were made in all.
    """
    if used <= in_time:
        return None
    return fact(TIMER.id, how="late", who=car, nth=in_time + 1)
