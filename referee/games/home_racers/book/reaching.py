"""Whose turns come first, and how far turns may lead."""

from __future__ import annotations

import math

from referee.games.home_racers.book.looks import has_moved
from referee.games.home_racers.book.state import DRIVEN, Play
from referee.games.home_racers.course import LEVEL_SHARE, progress
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.geometry import Pose, apart
from referee.games.home_racers.observation import PORTALS, Observation
from referee.games.home_racers.position import HIGHEST_GEAR, Position
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import tiles_of
from referee.games.home_racers.ways import may_be_excused, may_come


def ahead_of(play: Play, car: str) -> tuple[str, ...]:
    """The cars that are to drive before one: not those that are level with it, nor any when nobody knows the order.

    Of a car that nobody saw come to stand it is known how far it cannot have come.
    """
    position, queue = play.position, play.position.queue
    ahead = queue[: queue.index(car)]
    if any(position.place(one) is None for one in position.racers):
        return ahead
    if not position.order:
        return ()
    if position.round > 1 and play.is_away(car):
        most = progress(position, car) + sum(map(tiles_of, play.gears_away(car))) * _tile_mm(position)
        return tuple(one for one in ahead if not play.is_away(one) and progress(position, one) > most)
    near = position.across_mm * LEVEL_SHARE if position.round > 1 else -math.inf
    first = len(ahead)
    while first and (
        play.is_away(queue[first - 1]) or abs(progress(position, queue[first - 1]) - progress(position, car)) < near
    ):
        car = car if play.is_away(queue[first - 1]) else queue[first - 1]
        first -= 1
    return tuple(one for one in ahead[:first] if not play.is_away(one))


def _tile_mm(position: Position) -> float:
    """A tile's width and the widest gap."""
    return position.across_mm + position.gap_mm


def reach(play: Play, table: Observation, turns: int) -> bool:
    """Whether so many turns may lead to a look: every car that was moved has its turn, those before it have theirs."""
    position = play.position
    moved = {car: stand for car, stand in table.cars if has_moved(play, car, stand)}
    moved = {car: stand for car, stand in moved.items() if not any(car == one and near for one, _, near in play.away)}
    if not moved:
        return True
    if not position.queue:
        return False
    driven = play.stage == DRIVEN
    queue = position.queue[1:] if driven else position.queue
    left = turns - driven
    racing = len(position.racers) - len(position.finished)
    rounds = -(-(left - len(queue)) // max(1, racing)) if left > len(queue) else 0
    if len(moved) > left:
        return False
    for car, stand in moved.items():
        before = _before(play, queue, car)
        if len(before) >= left:
            return False
        if any(one not in moved and not _may_stand(play, one) for one in before):
            return False
        where = position.place(car)
        if where is not None and not _within(play, car, where, stand.pose, rounds + (car in queue)):
            return False
    return True


def near(play: Play, table: Observation, slips: int, turns: int) -> bool:
    """Whether so many turns may lead to a look: whatever is done wrong, one car is driven in a turn.

    A car that nobody saw come to stand may be seen anywhere.
    """
    moved = sum(has_moved(play, car, stand) for car, stand in table.cars if not play.is_away(car))
    return moved <= turns - (play.stage == DRIVEN)


def _before(play: Play, queue: tuple[str, ...], car: str) -> tuple[str, ...]:
    """The cars whose turn comes before one's."""
    if car not in queue:
        return queue
    ahead = ahead_of(play, car)
    return tuple(one for one in queue if one in ahead)


def _may_stand(play: Play, car: str) -> bool:
    """Whether a car may be seen where it was after a turn of its own."""
    return min(play.position.gear(car)) <= 1 or play.is_away(car) or play.position.place(car) is None


def _within(play: Play, car: str, start: Pose, end: Pose, times: int) -> bool:
    """Whether so many turns of a car may bring it so far."""
    position, unseen = play.position, play.gears_away(car)
    if any(special.kind in PORTALS for special in position.specials) or (play.is_away(car) and not unseen):
        return times > 0
    if unseen and times == 1:
        driven = (may_come(position, start, end, (*unseen, gear)) for gear in path.next_gears(position.gear(car)))
        return any(driven) or may_be_excused(position, car, start, end)
    gear, tiles = min(position.gear(car)), sum(map(tiles_of, unseen))
    for _ in range(times):
        gear = min(HIGHEST_GEAR, gear + 1)
        tiles += tiles_of(gear)
    near = apart(start, end) <= tiles * _tile_mm(position) + EYE_MM
    return near or (times > 0 and may_be_excused(position, car, start, end))
