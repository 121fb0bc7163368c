"""Which play explains what was seen: legal lines if there are any, else the ones that break the fewest rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.base import Line, violation
from referee.games.fact import Fact
from referee.games.home_racers.actions import Drive, Place, Unseen, turn_text
from referee.games.home_racers.declarations import Said
from referee.games.home_racers.driving import ALONG_DEG, astray, drives
from referee.games.home_racers.evidence import Seen, gather, thrown, with_last_throw
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.observation import DRIVERS, Observation
from referee.games.home_racers.position import Position, position_text, visible
from referee.games.home_racers.reading import Reading
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.succession import hand_on, with_car, with_crossings, with_entrances, with_gears
from referee.games.home_racers.trail import nudged
from referee.games.home_racers.words import WORDS

HANDFUL = 6


def explain(
    position: Position, stops: Sequence[Observation], said: Said, closed: bool, legal_only: bool = False
) -> tuple[Line, ...]:
    """Every line that gives what was seen in the stops, best first and at most a handful.

    With `legal_only` readings that break a rule are not looked for, and the answer may be empty.
    """
    stops = with_last_throw(position, stops) or (visible(position),)
    closed = closed or said.done
    position = with_entrances(position, dict(said.entrances))
    movers = cars_moved(position, stops[-1])
    car = driver_of(position, stops, movers, said)
    seen = gather(position, car, stops, said, closed)
    out_of_turn = _order(position, car, said)
    others = tuple(
        fault for other in movers if other != car for fault in [race.player_order(other, car)] if fault is not None
    )
    against = (*out_of_turn[0], *others)
    if legal_only and against:
        return ()
    found = [reading.worse_by(against, out_of_turn[1]) for reading in readings(seen, legal_only)]
    if legal_only:
        found = [reading for reading in found if not reading.faults]
    return tuple(_line(_settled(seen, reading)) for reading in _best(seen, found))


def cars_moved(position: Position, final: Observation) -> tuple[str, ...]:
    """The cars that are seen elsewhere than the position has them, in the order of the queue."""
    found = []
    for car in (*position.queue, *(car for car in position.racers if car not in position.queue)):
        stand, before = final.car(car), position.place(car)
        if stand is None or car in position.lost or car in position.finished:
            continue
        if before is None or not nudged(position, before, stand.pose):
            found.append(car)
    return tuple(found)


def driver_of(position: Position, stops: Sequence[Observation], movers: Sequence[str], said: Said) -> str:
    """Whose turn was seen: the car to move, unless only another one moved or was said to be next."""
    if said.first in position.queue:
        return said.first
    if position.to_move in movers or not movers:
        return position.to_move
    return position.to_move if thrown(position, position.to_move, stops)[0] is not None else movers[0]


def _order(position: Position, car: str, said: Said) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """What it breaks, or takes for granted, that this car drove now."""
    first = position.to_move
    fault = race.player_order(car, first, car not in position.queue)
    if fault is None:
        return (), ()
    if car not in position.queue or said.first not in ("", car):
        return (fault,), ()
    ahead = position.queue[: position.queue.index(car)]
    placing = any(position.place(one) is None for one in position.racers)
    if placing or (position.order and not all(_level(position, car, one) for one in ahead)):
        return (fault,), ()
    if said.first == car:
        return (), ()
    return (), (f"{DRIVERS[car]} was ahead of {' and '.join(DRIVERS[one] for one in ahead)} in the race",)


def _level(position: Position, car: str, ahead: str) -> bool:
    """Whether two cars were too near to level to tell who was ahead, perhaps with others between them."""
    if car not in position.order or ahead not in position.order:
        return False
    low, high = sorted((position.order.index(car), position.order.index(ahead)))
    pairs = zip(position.order[low:high], position.order[low + 1 : high + 1], strict=True)
    return all(pair in position.close or pair[::-1] in position.close for pair in pairs)


def readings(seen: Seen, legal_only: bool = False) -> list[Reading]:
    """Every way to understand the turn; those that break rules only when there is no other, and if they are wanted."""
    if seen.car in seen.position.finished:
        return [Reading(Drive(seen.car), (), (), seen.closed, seen.position)]
    if seen.position.place(seen.car) is None:
        return [_placing(seen)]
    if seen.start is None or seen.end is None:
        return [_unseen(seen)]
    found = [reading for reading in drives(seen, relaxed=False) if not reading.faults]
    if not found and not legal_only:
        found = list(drives(seen, relaxed=True))
    if not any(not reading.faults for reading in found):
        backwards = [reading for reading in astray(seen) if not found or not reading.faults or _is_rear(reading)]
        found = [*found, *backwards]
    return found


def _is_rear(reading: Reading) -> bool:
    return any(fault.kind == path.GEAR_CHANGE.id for fault in reading.faults)


def _placing(seen: Seen) -> Reading:
    """The car's tile is put down behind the line."""
    position, car, end = seen.position, seen.car, seen.end
    if end is None:
        waits = (f"{DRIVERS[car]}'s car, which is not seen, was placed behind the line",) if seen.closed else ()
        return Reading(Unseen(car), (), waits, seen.closed, position)
    others = [(one, where) for one, where in position.cars if one != car]
    slack_mm = position.gap_mm + EYE_MM
    fault = race.start_tile(
        car, end.pose, position.line, others, position.across_mm, slack_mm, (end.askew_deg, ALONG_DEG)
    )
    left = path.tiles_cleared(car, len(seen.free)) if seen.closed else None
    faults = tuple(one for one in (fault, left) if one)
    after = with_gears(with_car(position, car, end.pose), car, (0,))
    return Reading(Place(car, end.pose), faults, (), seen.closed or not faults, after)


def _unseen(seen: Seen) -> Reading:
    """Where the car started or where it stands now was not seen."""
    position, car = seen.position, seen.car
    if seen.said.finished:
        fault = race.laps(car, position.crossed(car) if seen.said.lap is None else seen.said.lap, position.race)
        ended = replace(position, finished=(*position.finished, car)) if car not in position.finished else position
        return Reading(Unseen(car), (fault,) if fault else (), (), True, ended)
    after = with_gears(position, car, path.next_gears(position.gear(car)))
    if seen.end is not None:
        after = with_car(after, car, seen.end.pose)
        words = f"{DRIVERS[car]}'s car, whose place was not known, came to stand here as the rules allow"
    else:
        after = replace(after, lost=tuple(sorted({*after.lost, car}))) if car not in after.lost else after
        words = f"{DRIVERS[car]}'s car, which is not seen, moved as the rules allow"
    if seen.said.lap is not None:
        after = with_crossings(after, car, seen.said.lap)
    return Reading(Unseen(car), (), (words,) if seen.closed or seen.end is None else (), seen.closed, after)


def _best(seen: Seen, found: list[Reading]) -> list[Reading]:
    """The readings with the fewest faults, one for each thing they take for granted or break."""
    fewest = min((len(reading.faults) for reading in found), default=0)
    kept: dict[object, Reading] = {}
    equal = [reading for reading in found if len(reading.faults) == fewest]
    for reading in sorted(equal, key=lambda one: one.rank):
        gear = reading.gear if fewest or reading.assumes else None
        key = (gear, tuple(fault.kind for fault in reading.faults), reading.assumes)
        kept.setdefault(key, reading)
    gears = {gear for reading in equal for gear in reading.after.gear(seen.car)}
    best = [_with_gears(seen, reading, sorted(gears)) for reading in kept.values()]
    return sorted(best, key=lambda one: one.rank)[:HANDFUL]


def _with_gears(seen: Seen, reading: Reading, gears: Sequence[int]) -> Reading:
    """The car may be in the gear of any reading that is as good, so that no later turn is faulted for a guess."""
    turn = reading.turn
    if isinstance(turn, Drive) and len(gears) > 1 and not seen.moved and not seen.closed:
        turn = replace(turn, gear=None)
    return replace(reading, turn=turn, after=with_gears(reading.after, seen.car, gears))


def _settled(seen: Seen, reading: Reading) -> Reading:
    """What stands after the line: nudged cars where they are seen, the tray, and the next turn if this one is over."""
    after, final = reading.after, seen.final
    placing = seen.position.place(seen.car) is None
    for car, where in after.cars:
        stand = final.car(car)
        if car != seen.car and stand is not None and not (stand.loose and nudged(after, where, stand.pose)):
            after = with_car(after, car, stand.pose)
    for car, stand in final.cars:
        if after.place(car) is None and car in after.racers:
            after = with_car(after, car, stand.pose)
    after = replace(
        after,
        tiles=seen.free if reading.complete else after.tiles,  # the next driver may have begun to lay
        tray=final.tray,
        beside=final.beside,
    )
    return replace(reading, after=hand_on(after, seen.car, placing) if reading.complete else after)


def _line(reading: Reading) -> Line:
    return Line(
        turn=turn_text(reading.turn),
        violations=tuple(violation(WORDS, fault) for fault in reading.faults),
        assumes=reading.assumes,
        complete=reading.complete,
        after=position_text(reading.after),
    )
