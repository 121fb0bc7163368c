"""The pit lane and its stops (Other Variants; Versions Utilizing Two Piecepacks)."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square

PIT_LANE_SPEED = Rule("racepack/pit-lane-speed", "Speed 3 at most in the pit lane", "Other Variants")
PIT_STOP = Rule("racepack/pit-stop", "A pit stop before the finish", "Other Variants")

FASTEST = 3


def pit_lane_speed(car: str, speed: int, end: Square) -> Fact | None:
    """A movement along the pit lane or into it has speed 3 at most; the one that leaves it is free."""
    if speed <= FASTEST:
        return None
    return fact(PIT_LANE_SPEED.id, how="fast", who=car, speed=speed, square=square_name(end))


def pit_stop(car: str, made: int, needed: int) -> Fact | None:
    """Nobody has finished without the pit stops that were agreed on."""
    if made >= needed:
        return None
    return fact(PIT_STOP.id, how="missing", who=car, needed=needed)
