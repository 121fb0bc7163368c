"""How a car may move in one turn: speeds, lanes, blocking (Movement Details; Blocking And Bumping).

Every rule is one function: it gives None when the rule is kept and the `Fact` of how it is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speeds_text
from referee.games.racepack.notation import place_kind, spot_name, square_name
from referee.games.racepack.observation import Place, Square

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

    >>> speeds_text(next_speeds(one_speed(4)))
    '2,3,4,5'
    """
    return (speeds << 1 | speeds | speeds >> 1 | speeds >> 2) & ANY_SPEED


def speed_change(car: str, before: Speeds, speed: int) -> Fact | None:
    """Within a turn the speed goes up by at most one and down by at most two."""
    allowed = next_speeds(before)
    if allowed & one_speed(speed):
        return None
    before_it, possible = speeds_text(before), speeds_text(allowed)
    return fact(SPEED_CHANGE.id, how="change", who=car, speed=speed, speeds=before_it, speeds2=possible)


def start_speed(car: str, speed: int) -> Fact | None:
    """The very first movement of the race is made at speed 1."""
    if speed == 1:
        return None
    return fact(START_SPEED.id, how="fast", who=car, speed=speed)


def forward_length(car: str, spaces: int) -> Fact | None:
    """A forward movement is one to seven spaces long."""
    if 1 <= spaces <= LONGEST:
        return None
    return fact(FORWARD.id, how="far", who=car, spaces=spaces)


def not_forward(car: str, start: Square, end: Square, gained: int) -> Fact:
    """A displacement along the road that no forward movement makes: backwards, or round a bend."""
    how = "backwards" if gained <= 0 else "round"
    return fact(FORWARD.id, how=how, who=car, square=square_name(start), square2=square_name(end))


def put_elsewhere(car: str, place: Place) -> Fact:
    """A car that is somewhere no movement, however wrong, leads to."""
    return fact(FORWARD.id, how=place_kind(place), who=car, square=spot_name(place))


def not_a_lane_change(car: str, start: Square, end: Square, gained: int) -> Fact:
    """A change of lane that is not one space diagonally ahead."""
    how = "far" if gained else "sideways"
    return fact(LANE_CHANGE.id, how=how, who=car, square=square_name(start), square2=square_name(end))


def inside_corner_edge(car: str, start: Square, end: Square, allowed: bool) -> Fact | None:
    """Both spaces beside the diagonal must be road of the same stretch; they may be occupied."""
    if allowed:
        return None
    return fact(INSIDE_CORNER_EDGE.id, how="cut", who=car, square=square_name(start), square2=square_name(end))


def no_bumping(car: str, path: Iterable[Square], occupied: Mapping[Square, str]) -> Fact | None:
    """No movement passes through or ends on an occupied space."""
    hit = next((square for square in path if square in occupied), None)
    if hit is None:
        return None
    return fact(NO_BUMPING.id, how="over", who=car, who2=occupied[hit], square=square_name(hit))


def three_movements(car: str, used: int, most: int) -> Fact | None:
    """Exactly three movements, or as many as are possible when that is fewer."""
    if used > MOVEMENTS:
        return fact(THREE_MOVEMENTS.id, how="more", who=car, used=used)
    if used >= most:
        return None
    return fact(THREE_MOVEMENTS.id, how="fewer", who=car, used=used, most=most)


def too_few(car: str, most: int) -> Fact:
    """Fewer movements than were possible, and nobody saw how many."""
    return fact(THREE_MOVEMENTS.id, how="unseen", who=car, most=most)
