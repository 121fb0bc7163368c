"""The pit lane and its stops (Other Variants; Versions Utilizing Two Piecepacks)."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square
from referee.games.racepack.position import in_turn

PIT_LANE_SPEED = Rule("racepack/pit-lane-speed", "Speed 3 at most in the pit lane", "Other Variants")
PIT_STOP = Rule("racepack/pit-stop", "A pit stop before the finish", "Other Variants")

FASTEST = 3


def pit_lane_speed(car: str, speed: int, end: Square) -> Violation | None:
    """A movement along the pit lane or into it has speed 3 at most; the one that leaves it is free."""
    if speed <= FASTEST:
        return None
    return Violation(
        PIT_LANE_SPEED.id,
        f"{in_turn(car)} moved at speed {speed} in the pit lane, to {square_name(end)}; 3 is the most there.",
    )


def pit_stop(car: str, made: int, needed: int) -> Violation | None:
    """Nobody has finished without the pit stops that were agreed on."""
    if made >= needed:
        return None
    lacking = "its pit stop" if needed == 1 else f"its {needed} pit stops"
    return Violation(
        PIT_STOP.id, f"{in_turn(car)} was taken off the track without {lacking}; the race is not over for it."
    )
