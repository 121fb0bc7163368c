"""Which play explains what was seen: legal lines if there are any, else the ones that break the fewest rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.base import Line, violation
from referee.games.racepack.actions import LaneChange, Movement, Odd, one_speed, turn_text
from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import Said
from referee.games.racepack.movable import most_movements
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner
from referee.games.racepack.position import DRIVERS, Position, position_text
from referee.games.racepack.rules import movement
from referee.games.racepack.search import search
from referee.games.racepack.seen import Seen, beginnings, see
from referee.games.racepack.spares import rolled_on
from referee.games.racepack.throws import Visit
from referee.games.racepack.turnstate import LEFT_TRACK, TurnState, first_state, sheet_for
from referee.games.racepack.upkeep import Upkeep
from referee.games.racepack.weighing import ROUND_AND_BACK, Reading, assumed_tokens, oddity, weigh
from referee.games.racepack.words import WORDS

DEEPEST = 5
HANDFUL = 6
FARTHEST_TILES = 12
"""No turn leads farther: three movements of seven spaces, and the corner tile after them."""


def explain(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Every line that gives what was seen in the stops, best first and at most a handful."""
    best: tuple[Reading, ...] = ()
    for beginning in beginnings(position, stops, said):
        for taken_back in (True, False):
            seen = see(beginning.position, stops, said, closed or said.done, taken_back, beginning.ghosts)
            if not taken_back and seen.places == see(beginning.position, stops, said, closed or said.done).places:
                continue
            found = _taking_for_granted(readings(seen), beginning.assumes)
            if not best or len(found[0].faults) < len(best[0].faults):
                best = found
            if best[0].faults:
                best = _taking_for_granted(_set_far_off(seen), beginning.assumes) or best
            if not best[0].faults:
                return tuple(as_line(position.to_move, reading) for reading in best)
    return tuple(as_line(position.to_move, reading) for reading in best)


def _taking_for_granted(found: tuple[Reading, ...], assumes: tuple[str, ...]) -> tuple[Reading, ...]:
    """The readings with the unseen facts that their beginning needs."""
    return tuple(replace(one, assumes=(*one.assumes, *assumes)) for one in found) if assumes else found


def _set_far_off(seen: Seen) -> tuple[Reading, ...]:
    """Legal readings of a car that left the road and stands at no corner: a spun-out car may be set down anywhere."""
    if not seen.places or not isinstance(seen.places[-1], OffTrack):
        return ()
    circuit, shape = seen.position.circuit, road(seen.position.circuit)
    start = seen.position.place(seen.car)
    first = shape.tile_at.get(start.square) if isinstance(start, OnSquare) else None
    for index in shape.corners:
        if first is not None and (index - first) % shape.count > FARTHEST_TILES:
            continue
        spun_out = replace(seen, places=(*seen.places[:-1], OutsideCorner(circuit.tiles[index])))
        found = readings(spun_out, deepest=0)
        if not found[0].faults:
            return found
    return ()


def legal_readings(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Reading, ...]:
    """The readings that break no rule, best first; none when there are none."""
    for beginning in beginnings(position, stops, said):
        seen = see(beginning.position, stops, said, closed or said.done)
        found = _taking_for_granted(readings(seen, deepest=0), beginning.assumes)
        if not found[0].faults:
            return found
    return ()


def readings(seen: Seen, deepest: int = DEEPEST) -> tuple[Reading, ...]:
    """The best readings, by searching with more and more broken rules until none can be better."""
    found: dict[object, Reading] = {}
    for tokens, budget in [(False, 0), *((True, budget) for budget in range(deepest + 1))]:
        for reading in _tried(seen, tokens, budget):
            state, rules = reading.state, tuple(fault.kind for fault in reading.faults)
            key = (state.used, state.turned, state.hand, state.pitted, reading.complete, reading.assumes, rules)
            if key not in found or reading.rank < found[key].rank:
                found[key] = reading
        least = min((len(reading.faults) for reading in found.values()), default=DEEPEST)
        sure = any(not reading.faults and not reading.assumes for reading in found.values())
        if (
            sure
            or (tokens and least <= budget + 1 + len(seen.others.faults))
            or (found and seen.others.moved and least <= 1)
        ):
            break
    best = sorted(found.values(), key=lambda reading: reading.rank) or [_no_movement(seen)]
    if best[0].faults and not seen.places:
        around = _out_and_back(seen)
        if around:
            return around
    fewest = len(best[0].faults)
    return _with_doubts(_uncounted(seen, [reading for reading in best if len(reading.faults) == fewest]))[:HANDFUL]


def _uncounted(seen: Seen, best: Sequence[Reading]) -> Sequence[Reading]:
    """The readings without a number of movements, if they do not agree on how few were made."""
    counts = {fault for one in best for fault in one.faults if fault.kind == movement.THREE_MOVEMENTS.id}
    if len(counts) < 2 or any(one.state.used > movement.MOVEMENTS for one in best):
        return best
    few = movement.too_few(seen.car, most_movements(seen.position, seen.car))
    return [replace(one, faults=tuple(few if fault in counts else fault for fault in one.faults)) for one in best]


def _out_and_back(seen: Seen) -> tuple[Reading, ...]:
    """A car that stands where it stood may have gone out of its corner by the rare facing and come back unseen."""
    place = seen.position.place(seen.car)
    if not isinstance(place, OnSquare):
        return ()
    start = replace(seen.dice.visits[0], last=-1)
    dice = replace(seen.dice, visits=(start, Visit(place, 0, seen.dice.looks)))
    found = readings(replace(seen, places=(place,), dice=dice), deepest=0)
    if found[0].faults:
        return ()
    granted = () if seen.said.facings.get(1) == "old" else (f"{DRIVERS[seen.car]} {ROUND_AND_BACK}",)
    return _taking_for_granted(found, granted)


def _with_doubts(best: Sequence[Reading]) -> tuple[Reading, ...]:
    """What equally good lines do not agree on stays in doubt.

    A car may still face the way it came unless all have it facing out of its corner, and it may have made a pit stop
    unless none has it passing through the pits.
    """
    equal = [reading.after for reading in best if reading.rank[:2] == best[0].rank[:2]]
    turned = set.intersection(*(set(after.turned) for after in equal))
    stops = min((after.pitted for after in equal), key=len)
    doubtful = {car for after in equal for car in after.pitted if after.pitted.count(car) > stops.count(car)}
    return tuple(replace(reading, after=_doubted(reading.after, turned, stops, doubtful)) for reading in best)


def _doubted(after: Position, turned: set[str], stops: tuple[str, ...], doubtful: set[str]) -> Position:
    after = replace(after, turned=tuple(car for car in after.turned if car in turned))
    if not doubtful:
        return after
    return replace(after, pitted=stops, perhaps=tuple(sorted(doubtful | set(after.perhaps))))


def _tried(seen: Seen, tokens: bool, budget: int) -> Iterator[Reading]:
    """The readings of one search."""
    squares = sum(isinstance(place, OnSquare) for place in seen.places)
    sheet = sheet_for(seen.position, seen.car, seen.said)
    sheet = replace(
        sheet,
        occupied={square: car for square, car in sheet.occupied.items() if car not in seen.ghosts},
        places=seen.places,
        tokens=tokens,
        budget=budget,
        limit=max(movement.MOVEMENTS, squares) if budget else movement.MOVEMENTS,
    )
    plainest: dict[tuple[object, str, tuple[str, ...]], TurnState] = {}
    fewest: dict[object, int] = {}
    for state in search(sheet):
        # Ends that differ only in how they were reached weigh the same: keep the plainest of them.
        rules = tuple(fault.kind for fault in state.faults)
        alike = (state.square, state.outside, state.turned, state.used, state.crossings, state.entries, state.pitted)
        spot = rolled_on(state.actions) if sheet.position.variants.spare_hazards else None
        end: object = (alike, state.stopped, rules, _unsaid_entry(state), spot)
        # A token too many in the driver's mind explains nothing more.
        fewest[end] = min(state.assumed, fewest.get(end, state.assumed))
        key = (end, state.hand, assumed_tokens(seen.car, state))
        if key not in plainest or oddity(state.actions) < oddity(plainest[key].actions):
            plainest[key] = state
    tables: dict[object, Upkeep] = {}
    for (end, *_), state in plainest.items():
        if state.assumed == fewest[end]:
            yield weigh(seen, sheet, state, tables)


def _unsaid_entry(state: TurnState) -> tuple[int, ...]:
    """The movements that are lane changes at speed 1, which a roll may speak against."""
    movements = [action for action in state.actions if isinstance(action, Movement)]
    slow = [isinstance(action, LaneChange) and action.speeds == one_speed(1) for action in movements]
    return tuple(number for number, one in enumerate(slow, 1) if one)


def _no_movement(seen: Seen) -> Reading:
    """The last resort: the car is simply somewhere else."""
    sheet, place = sheet_for(seen.position, seen.car, seen.said), seen.places[-1]
    state = first_state(sheet)
    square = place.square if isinstance(place, OnSquare) else None
    gone = replace(
        state,
        square=square,
        outside=place.tile if isinstance(place, OutsideCorner) else None,
        used=1,
        mark=len(seen.places),
        stopped="" if square else LEFT_TRACK,
        faults=(movement.put_elsewhere(seen.car, place),),
        actions=(Odd(place),),
    )
    return weigh(seen, sheet, gone)


def as_line(car: str, reading: Reading) -> Line:
    """A reading in notation."""
    return Line(
        turn=turn_text(car, reading.actions),
        violations=tuple(violation(WORDS, fault) for fault in reading.faults),
        assumes=reading.assumes,
        complete=reading.complete,
        after=position_text(reading.after),
        due=reading.due,
    )
