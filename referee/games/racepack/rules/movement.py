"""How a car may move in one turn: speeds, lanes, blocking (Movement Details; Blocking And Bumping).

Every rule is one function: it gives None when the rule is kept and the `Violation` for the table when it is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.games.base import Rule, Violation
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speed_list
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square
from referee.games.racepack.position import DRIVERS, in_turn

THREE_MOVEMENTS = Rule(
    "racepack/three-movements", "Three movements each turn", "Movement Details; Blocking And Bumping"
)
FORWARD = Rule("racepack/forward", "Straight ahead, one to seven spaces", "Forward Movements")
SPEED_CHANGE = Rule("racepack/speed-change", "Speed up by one, slow down by one or two", "Forward Movements")
START_SPEED = Rule("racepack/start-speed", "The first movement of the race has speed 1", "Starting The Race")
LANE_CHANGE = Rule("racepack/lane-change", "One space diagonally ahead", "Lane Change Movements")
INSIDE_CORNER_EDGE = Rule("racepack/inside-corner-edge", "No cutting of inside corner edges", "Lane Change Movements")
NO_BUMPING = Rule("racepack/no-bumping", "Never over or onto another car", "Blocking And Bumping")

LONGEST = 7
MOVEMENTS = 3


def next_speeds(speeds: Speeds) -> Speeds:
    """The speeds allowed after any of these: one more, the same, one or two less.

    >>> speed_list(next_speeds(one_speed(4)))
    (2, 3, 4, 5)
    """
    return (speeds << 1 | speeds | speeds >> 1 | speeds >> 2) & ANY_SPEED


def speed_change(car: str, before: Speeds, speed: int) -> Violation | None:
    """Within a turn the speed goes up by at most one and down by at most two."""
    allowed = next_speeds(before)
    if allowed & one_speed(speed):
        return None
    return Violation(
        SPEED_CHANGE.id,
        f"{in_turn(car)} moved at speed {speed} after speed {either(speed_list(before))}; "
        f"only {either(speed_list(allowed))} was possible.",
    )


def start_speed(car: str, speed: int) -> Violation | None:
    """The very first movement of the race is made at speed 1."""
    if speed == 1:
        return None
    return Violation(
        START_SPEED.id, f"{in_turn(car)} started the race at speed {speed}; the first movement has speed 1."
    )


def forward_length(car: str, spaces: int) -> Violation | None:
    """A forward movement is one to seven spaces long."""
    if 1 <= spaces <= LONGEST:
        return None
    return Violation(FORWARD.id, f"{in_turn(car)} moved {spaces} spaces straight ahead at once; seven is the most.")


def not_forward(car: str, start: Square, end: Square, gained: int) -> Violation:
    """A displacement along the road that no forward movement makes: backwards, or round a bend."""
    here, there = square_name(start), square_name(end)
    if gained <= 0:
        return Violation(FORWARD.id, f"{in_turn(car)} moved backwards, from {here} to {there}; cars only gain ground.")
    return Violation(
        FORWARD.id,
        f"{in_turn(car)} moved from {here} to {there}; a forward movement is straight ahead to the bend at most.",
    )


def put_elsewhere(car: str, place: str) -> Violation:
    """A car that is somewhere no movement, however wrong, leads to."""
    return Violation(FORWARD.id, f"{in_turn(car)} was put {place}; no movement leads there.")


def not_a_lane_change(car: str, start: Square, end: Square, gained: int) -> Violation:
    """A change of lane that is not one space diagonally ahead."""
    if not gained:
        return Violation(
            LANE_CHANGE.id,
            f"{in_turn(car)} moved sideways, from {square_name(start)} to {square_name(end)}; "
            "a lane change is one space diagonally ahead.",
        )
    return Violation(
        LANE_CHANGE.id,
        f"{in_turn(car)} changed lanes from {square_name(start)} to {square_name(end)}; "
        "a lane change is one space diagonally ahead.",
    )


def inside_corner_edge(car: str, start: Square, end: Square, allowed: bool) -> Violation | None:
    """Both spaces beside the diagonal must be road of the same stretch; they may be occupied."""
    if allowed:
        return None
    return Violation(
        INSIDE_CORNER_EDGE.id,
        f"{in_turn(car)} changed lanes from {square_name(start)} to {square_name(end)} across an inside corner edge.",
    )


def no_bumping(car: str, path: Iterable[Square], occupied: Mapping[Square, str]) -> Violation | None:
    """No movement passes through or ends on an occupied space."""
    hit = next((square for square in path if square in occupied), None)
    if hit is None:
        return None
    other = DRIVERS[occupied[hit]]
    return Violation(NO_BUMPING.id, f"{in_turn(car)} drove over {other} on {square_name(hit)}; cars may not be bumped.")


def three_movements(car: str, used: int, most: int) -> Violation | None:
    """Exactly three movements, or as many as are possible when that is fewer."""
    if used > MOVEMENTS:
        return Violation(THREE_MOVEMENTS.id, f"{in_turn(car)} made {used} movements; a turn has three.")
    if used >= most:
        return None
    made = ("no movement", "only one movement", "only two movements")[used]
    if most == 1:
        return Violation(THREE_MOVEMENTS.id, f"{in_turn(car)} made {made} though one was possible.")
    return Violation(THREE_MOVEMENTS.id, f"{in_turn(car)} made {made} though {most} were possible.")


def too_few(car: str, most: int) -> Violation:
    """Fewer movements than were possible, and nobody saw how many."""
    return Violation(THREE_MOVEMENTS.id, f"{in_turn(car)} made fewer than {most} movements.")


def either(numbers: Iterable[int]) -> str:
    """Numbers in words: `1, 2 or 3`."""
    words = [str(number) for number in numbers]
    return " or ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part) or "none"
