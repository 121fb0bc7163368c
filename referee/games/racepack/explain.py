"""Which play explains what was seen: legal lines if there are any, else the ones that break the fewest rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Line, Violation
from referee.games.racepack.actions import Action, Forward, LaneChange, Movement, Odd, one_speed, turn_text
from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import Said
from referee.games.racepack.evidence import Evidence, weigh_rolls, with_rolls
from referee.games.racepack.movable import most_movements, stuck
from referee.games.racepack.notation import place_text
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner
from referee.games.racepack.pitlane import has_finished
from referee.games.racepack.position import DRIVERS, Position, position_text
from referee.games.racepack.rules import movement
from referee.games.racepack.rules.corners import token_name
from referee.games.racepack.search import search
from referee.games.racepack.seen import Seen, beginnings, see
from referee.games.racepack.spares import rolled_on
from referee.games.racepack.succession import after_turn, drove, hand_on, settle, skip_out_of_turn
from referee.games.racepack.timing import weigh_time
from referee.games.racepack.turnstate import LEFT_TRACK, Sheet, TurnState, first_state, sheet_for
from referee.games.racepack.upkeep import Upkeep, upkeep

DEEPEST = 5
HANDFUL = 6
FARTHEST_TILES = 12
"""No turn leads farther: three movements of seven spaces, and the corner tile after them."""


@dataclass(frozen=True)
class Reading:
    """One line before it is put into words."""

    state: TurnState
    actions: tuple[Action, ...]
    faults: tuple[Violation, ...]
    assumes: tuple[str, ...]
    complete: bool
    after: Position

    @property
    def rank(self) -> tuple[int, ...]:
        """Best lines first: fewest broken rules, fewest assumptions, fewest movements unseen, plainest movements."""
        odd, old = _oddity(self.actions)
        return len(self.faults), len(self.assumes), odd, self.state.used, old


def explain(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Every line that gives what was seen in the stops, best first and at most a handful."""
    best: tuple[Reading, ...] = ()
    for beginning in beginnings(position, stops, said):
        for taken_back in (True, False):
            seen = see(beginning.position, stops, said, closed or said.done, taken_back)
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
            state, rules = reading.state, tuple(fault.rule for fault in reading.faults)
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
    fewest = len(best[0].faults)
    return _with_doubts([reading for reading in best if len(reading.faults) == fewest])[:HANDFUL]


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
    sheet = replace(
        sheet_for(seen.position, seen.car, seen.said),
        places=seen.places,
        tokens=tokens,
        budget=budget,
        limit=max(movement.MOVEMENTS, squares) if budget else movement.MOVEMENTS,
    )
    plainest: dict[tuple[object, str, tuple[str, ...]], TurnState] = {}
    fewest: dict[object, int] = {}
    for state in search(sheet):
        # Ends that differ only in how they were reached weigh the same: keep the plainest of them.
        rules = tuple(fault.rule for fault in state.faults)
        alike = (state.square, state.outside, state.turned, state.used, state.crossings, state.entries, state.pitted)
        spot = rolled_on(state.actions) if sheet.position.variants.spare_hazards else None
        end: object = (alike, state.stopped, rules, _unsaid_entry(state), spot)
        # A token too many in the driver's mind explains nothing more.
        fewest[end] = min(state.assumed, fewest.get(end, state.assumed))
        key = (end, state.hand, _assumed_tokens(seen.car, state))
        if key not in plainest or _oddity(state.actions) < _oddity(plainest[key].actions):
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


def _oddity(actions: Sequence[Action]) -> tuple[int, int]:
    """How far a line is from plain play: displacements that are no movement, and rare facings."""
    odd = sum(isinstance(action, Odd) for action in actions)
    old = sum(isinstance(action, Forward | LaneChange) and action.old for action in actions)
    return odd, old


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
        faults=(movement.put_elsewhere(seen.car, place_text(place)),),
        actions=(Odd(place),),
    )
    return weigh(seen, sheet, gone)


def weigh(seen: Seen, sheet: Sheet, state: TurnState, tables: dict[object, Upkeep] | None = None) -> Reading:
    """Hold one end of the search against the dice, the words, the other cars and what the table owes.

    `tables` keeps what the table owes for ends with the same cars, since many lines lead there.
    """
    # While the car is out of sight, what it still owes cannot be held against its driver.
    evidence = weigh_rolls(sheet, state, seen.dice, seen.closed and not seen.hidden)
    idle = state.used == 0 and bool(seen.others.moved)
    count_fault = _count_fault(seen, state, idle)
    timing = weigh_time(sheet, state, seen.closed, bool(count_fault) and state.used < movement.MOVEMENTS)
    count_fault = () if timing.forgiven and state.used <= movement.MOVEMENTS else count_fault
    stand = dict(seen.final.cars).get(seen.car)
    after = after_turn(seen.position, seen.car, state, seen.others.places, evidence.spent, stand)
    owed = _owed(seen, after, state, {} if tables is None else tables)
    faults = (*seen.others.faults, *state.faults, *evidence.faults, *count_fault, *timing.faults, *owed.faults)
    assumes = (*_assumed_tokens(seen.car, state), *evidence.assumes, *timing.assumes, *_hidden(seen, state))
    over = seen.closed or _is_over(seen, state, evidence, owed.due)
    after = _handed_on(seen, settle(after, seen.final, owed), over, idle)
    return Reading(state, with_rolls(state, evidence), faults, assumes, over, after)


def _owed(seen: Seen, after: Position, state: TurnState, tables: dict[object, Upkeep]) -> Upkeep:
    """The lap die and the hazards once the cars stand like this."""
    spot = rolled_on(state.actions)
    key = (after.cars, after.crossings, after.finished, spot)
    if key not in tables:
        in_sight = {car for car, _ in seen.final.cars}
        everyone = all(car in in_sight or car in after.finished for car, _ in after.cars)
        tables[key] = upkeep(seen.position, after, seen.final, seen.closed and everyone, spot)
    return tables[key]


def _handed_on(seen: Seen, after: Position, over: bool, idle: bool) -> Position:
    """The next turn, once this one is over; a turn in which only other cars moved is still to come."""
    ahead = drove(seen.position, after, seen.others.moved)
    if idle:
        return skip_out_of_turn(after, ahead)
    return hand_on(after, seen.car, ahead) if over else after


def _count_fault(seen: Seen, state: TurnState, idle: bool) -> tuple[Violation, ...]:
    """Three movements, unless the turn was stopped, fewer were possible, or it is not over yet."""
    used = state.used
    if used <= movement.MOVEMENTS and (
        not seen.closed or state.stopped or idle or seen.hidden or _finished(seen, state) or _oddity(state.actions)[0]
    ):
        # A displacement that is no movement is said as what it is; how many movements it stands for, nobody knows.
        return ()
    if used == movement.MOVEMENTS:
        return ()
    fault = movement.three_movements(seen.car, used, most_movements(seen.position, seen.car))
    return (fault,) if fault else ()


def _is_over(seen: Seen, state: TurnState, evidence: Evidence, owed: bool) -> bool:
    """Whether an open turn is over by itself."""
    if state.used == 0 and seen.others.moved:
        return False
    if evidence.pending or evidence.may_be_forced or owed or seen.hidden:
        return False
    if state.stopped:
        return True
    # Two movements may hide between two looks, or be one with an unsaid token: only what was seen is used up.
    squares = sum(isinstance(place, OnSquare) for place in seen.places)
    used_up = state.used >= movement.MOVEMENTS or stuck(seen.position, seen.car, state)
    return 0 < squares == state.used and used_up


def _finished(seen: Seen, state: TurnState) -> bool:
    return has_finished(seen.position, seen.car, state.crossings, state.pitted)


def _assumed_tokens(car: str, state: TurnState) -> tuple[str, ...]:
    movements = [action for action in state.actions if isinstance(action, Movement)]
    return tuple(
        f"{DRIVERS[car]} used the {token_name(action.token)} token for movement {number}"
        for number, action in enumerate(movements, 1)
        if isinstance(action, Forward | LaneChange) and action.assumed
    )


def _hidden(seen: Seen, state: TurnState) -> tuple[str, ...]:
    if not seen.hidden or seen.car in seen.position.finished:
        return ()
    return (f"{DRIVERS[seen.car]}'s car, which is not seen, stands where it was last seen",)


def as_line(car: str, reading: Reading) -> Line:
    """A reading in notation."""
    return Line(
        turn=turn_text(car, reading.actions),
        violations=reading.faults,
        assumes=reading.assumes,
        complete=reading.complete,
        after=position_text(reading.after),
    )
