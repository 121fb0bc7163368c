"""One end of the search held against everything else: the dice, the words, the timer, the other cars, the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.fact import Fact
from referee.games.racepack.actions import Action, Forward, LaneChange, Movement, Odd
from referee.games.racepack.evidence import Evidence, weigh_rolls, with_rolls
from referee.games.racepack.movable import most_movements, stuck
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import OnSquare
from referee.games.racepack.pitlane import has_finished
from referee.games.racepack.position import DRIVERS, Position
from referee.games.racepack.rules import movement
from referee.games.racepack.rules.corners import token_name
from referee.games.racepack.seen import Seen
from referee.games.racepack.spares import rolled_on
from referee.games.racepack.succession import after_turn, drove, hand_on, settle, skip_out_of_turn
from referee.games.racepack.timing import weigh_time
from referee.games.racepack.turnstate import Sheet, TurnState
from referee.games.racepack.upkeep import Upkeep, upkeep


@dataclass(frozen=True)
class Reading:
    """One line before it is put into words."""

    state: TurnState
    actions: tuple[Action, ...]
    faults: tuple[Fact, ...]
    assumes: tuple[str, ...]
    complete: bool
    after: Position
    due: str = ""

    @property
    def rank(self) -> tuple[int, ...]:
        """Best lines first: fewest broken rules, fewest assumptions, fewest movements unseen, plainest movements."""
        odd, old = oddity(self.actions)
        return len(self.faults), len(self.assumes), odd, self.state.used, old


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
    assumes = (
        *assumed_tokens(seen.car, state),
        *evidence.assumes,
        *timing.assumes,
        *_hidden(seen, state),
        *_came_back(seen, state),
        *_waived(seen, after, owed),
    )
    over = seen.closed or _is_over(seen, state, evidence, owed.due)
    after = _handed_on(seen, settle(after, seen.final, owed), over, idle)
    return Reading(state, with_rolls(state, evidence), faults, assumes, over, after, evidence.pending)


def _owed(seen: Seen, after: Position, state: TurnState, tables: dict[object, Upkeep]) -> Upkeep:
    """The lap die and the hazards once the cars stand like this."""
    spot = rolled_on(state.actions)
    key = (after.cars, after.crossings, after.finished, spot)
    if key not in tables:
        tables[key] = upkeep(seen.position, after, seen.final, seen.closed and not _unseen(seen, after), spot)
    return tables[key]


def _unseen(seen: Seen, after: Position) -> tuple[str, ...]:
    """The cars in the race that are not seen."""
    in_sight = {car for car, _ in seen.final.cars}
    return tuple(car for car, _ in after.cars if car not in in_sight and car not in after.finished)


def _waived(seen: Seen, after: Position, owed: Upkeep) -> tuple[str, ...]:
    """The lap die and the hazards are not held against anybody while a car is out of sight that may explain them."""
    if not (seen.closed and owed.due) or owed.faults:
        return ()
    who = DRIVERS[_unseen(seen, after)[0]]
    return (f"{who}'s car, which is not seen, explains the lap die and the hazards",)


def _handed_on(seen: Seen, after: Position, over: bool, idle: bool) -> Position:
    """The next turn, once this one is over; a turn in which only other cars moved is still to come."""
    ahead = drove(seen.position, after, seen.others.moved)
    if idle:
        return skip_out_of_turn(after, ahead)
    return hand_on(after, seen.car, ahead) if over else after


def _count_fault(seen: Seen, state: TurnState, idle: bool) -> tuple[Fact, ...]:
    """Three movements, unless the turn was stopped, fewer were possible, or it is not over yet."""
    used = state.used
    if used <= movement.MOVEMENTS and (
        not seen.closed or state.stopped or idle or seen.hidden or _finished(seen, state) or oddity(state.actions)[0]
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


def assumed_tokens(car: str, state: TurnState) -> tuple[str, ...]:
    """The tokens that a line takes for granted, in words."""
    movements = [action for action in state.actions if isinstance(action, Movement)]
    return tuple(
        f"{DRIVERS[car]} used the {token_name(action.token)} token for movement {number}"
        for number, action in enumerate(movements, 1)
        if isinstance(action, Forward | LaneChange) and action.assumed
    )


ROUND_AND_BACK = "left the space still facing the old way and came back to where it stood"
"""What is taken for granted when a car that seems not to have moved may have gone round within its corner."""


def _hidden(seen: Seen, state: TurnState) -> tuple[str, ...]:
    if not seen.hidden or seen.car in seen.position.finished:
        return ()
    return (f"{DRIVERS[seen.car]}'s car, which is not seen, stands where it was last seen",)


def _came_back(seen: Seen, state: TurnState) -> tuple[str, ...]:
    """A car that went on in a corner by the rare facing and came back is not taken to have done so for granted."""
    ends = [action.end for action in state.actions if isinstance(action, Forward | LaneChange)]
    squares = sum(isinstance(place, OnSquare) for place in seen.places)
    if len(set(ends)) == len(ends) or squares == len(ends) or seen.said.facings.get(2) == "old":
        return ()
    where = square_name(ends[-1])
    return (f"{DRIVERS[seen.car]} went on from {where} still facing the old way and came back to it",)


def oddity(actions: Sequence[Action]) -> tuple[int, int]:
    """How far a line is from plain play: displacements that are no movement, and rare facings."""
    odd = sum(isinstance(action, Odd) for action in actions)
    old = sum(isinstance(action, Forward | LaneChange) and action.old for action in actions)
    return odd, old
