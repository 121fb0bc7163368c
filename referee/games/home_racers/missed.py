"""Turns that went by while nobody could look, up to a full round, also over the end of a round.

When each car drove once, the turns are found one by one: where it stands now is where its turn ended. A car that drove
twice (last in one round, early in the next) stood somewhere between that nobody saw: then only what cannot be at all is
ruled out, and the rest is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.base import Line
from referee.games.home_racers.actions import Unseen, turn_text
from referee.games.home_racers.between import accept, changed, only_mover
from referee.games.home_racers.declarations import Said
from referee.games.home_racers.evidence import thrown
from referee.games.home_racers.explain import cars_moved, explain
from referee.games.home_racers.geometry import apart
from referee.games.home_racers.observation import Observation
from referee.games.home_racers.position import HIGHEST_GEAR, Position, parse_position, position_text, visible
from referee.games.home_racers.shapes import tiles_of

BRANCHES = 2
TWICE_WORDS = "several turns went by unseen, each as the rules allow"


def missed_turns(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Lines of several turns, none of them breaking a rule, joined with ` / `; empty when there are none."""
    if len(position.racers) < 2 or not stops:
        return ()
    return _one_each(position, stops, said, closed, len(position.racers)) or _twice(position, stops, closed)


def _one_each(
    position: Position, stops: Sequence[Observation], said: Said, closed: bool, left: int
) -> tuple[Line, ...]:
    """The turn of the car to move as if it alone had been touched, then the turns of the next cars."""
    masked = [only_mover(position, stop) for stop in stops]
    for line in _legal(position, masked, said, True)[:BRANCHES]:
        after = parse_position(line.after)
        if not after.queue:
            continue
        # a next driver who stood still has no turn to end with, but others may have driven after it
        drove = changed(visible(after), only_mover(after, stops[-1]))
        rest = _legal(after, stops, Said(), closed) if drove else ()
        if not rest and left > 2:
            rest = _one_each(after, stops, Said(), closed, left - 1)
        if rest:
            return tuple(_joined(line, one) for one in rest)
    return ()


def _legal(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    return explain(position, stops, said, closed, legal_only=True)


def _joined(first: Line, then: Line) -> Line:
    return Line(f"{first.turn} / {then.turn}", (), (*first.assumes, *then.assumes), then.complete, then.after)


def _twice(position: Position, stops: Sequence[Observation], closed: bool) -> tuple[Line, ...]:
    """One line for turns over the end of a round in which a car drove twice, when such turns are possible at all."""
    final, queue = stops[-1], position.queue
    moved = cars_moved(position, final)
    more = len(position.racers) - len(queue)
    if not moved or more < 1 or any(position.place(car) is None for car in position.racers):
        return ()
    if len(moved) == 1 and (len(queue) > 1 or _was_watched(position, queue[0], stops)):
        return ()
    once = {car for car in (*queue, *moved) if _drove_once(position, car, final)}
    twice = [car for car in moved if car not in once]
    again = len(twice) + sum(car not in queue for car in moved)
    stood = [car for car in queue if car not in moved and car not in once]
    # a car that one turn explains may have driven twice as well when the next round has room for that
    room = again < more and len(moved) > 1 and any(car in queue for car in moved)
    if stood or again > more or not (twice or room):
        return ()
    if not all(car in queue and _within(position, car, final) for car in twice):
        return ()
    after = accept(position, final)
    text = " / ".join(turn_text(Unseen(car)) for car in (*queue, *(car for car in moved if car not in queue)))
    gears = tuple((car, tuple(range(HIGHEST_GEAR + 1)) if car in moved else known) for car, known in after.gears)
    return (Line(text, (), (TWICE_WORDS,), closed, position_text(replace(after, gears=gears, order=(), close=()))),)


def _was_watched(position: Position, car: str, stops: Sequence[Observation]) -> bool:
    """Whether more than the end was seen: a path on the floor, or dice thrown before the car moved."""
    looks = [stop for stop in stops if stop.tiles]
    early = thrown(position, car, stops)[1]
    return bool(looks) or 0 <= early < len(stops) - 1


def _drove_once(position: Position, car: str, final: Observation) -> bool:
    """Whether one turn without a fault explains where a car stands."""
    alone = replace(position, queue=(car,), order=(), close=())
    return bool(_legal(alone, (only_mover(alone, final),), Said(), True))


def _within(position: Position, car: str, final: Observation) -> bool:
    """Whether two turns, and portals, could have brought a car so far."""
    before, stand = position.place(car), final.car(car)
    if before is None or stand is None or any(position.portals(colour) for colour, _ in position.entrances):
        return stand is not None
    gear = min(HIGHEST_GEAR, max(position.gear(car)) + 1)
    reach = (tiles_of(gear) + tiles_of(min(HIGHEST_GEAR, gear + 1))) * (position.across_mm + position.gap_mm)
    return apart(before, stand.pose) <= reach
