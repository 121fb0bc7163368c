"""The move timer: who is too slow loses what is left of the turn (Variant With Timer)."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.racepack.position import in_turn

TIMER = Rule("racepack/timer", "No movement after the time has run out", "Variant With Timer")


NUMBER_WORDS = ("first", "second", "third")


def timer(car: str, in_time: int, used: int) -> Violation | None:
    """Only the movements finished in time count; whatever had not been moved by then stays where it is.

    `in_time` movements were finished when the time ran out, `used` were made in all.
    """
    if used <= in_time:
        return None
    late = NUMBER_WORDS[in_time] if in_time < len(NUMBER_WORDS) else f"{in_time + 1}th"
    return Violation(
        TIMER.id,
        f"{in_turn(car)} made the {late} movement after the time had run out; the rest of that turn was lost.",
    )
