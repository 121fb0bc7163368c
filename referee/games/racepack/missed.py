"""Turns that nobody saw: this driver's, the next ones', up to a round, and a driver who came twice.

Only legal turns are looked for: a fault among turns that nobody saw is never blamed on anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Line
from referee.games.racepack.actions import Odd, turn_text
from referee.games.racepack.between import accept, changed, only_mover
from referee.games.racepack.declarations import Said
from referee.games.racepack.explain import legal_readings
from referee.games.racepack.movable import most_movements
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Observation, OnSquare
from referee.games.racepack.position import DRIVERS, Position, position_text, visible
from referee.games.racepack.search import search, steps
from referee.games.racepack.seen import places_of
from referee.games.racepack.succession import after_turn, hand_on
from referee.games.racepack.turnstate import Sheet, TurnState, first_state, sheet_for
from referee.games.racepack.upkeep import bystanders
from referee.games.racepack.weighing import Reading

BRANCHES = 3
MOST_ENDS = 40
"""How many ends of a turn that nobody saw are tried."""

UNSEEN_TURN = "in a later turn that nobody saw"
"""How the facts begin that a later driver's turn takes for granted: nobody can be asked about them one by one."""


@dataclass(frozen=True)
class Link:
    """One turn of several."""

    turn: str
    assumes: tuple[str, ...]
    complete: bool
    after: Position


Chain = tuple[Link, ...]


def missed_turns(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Legal lines of several turns that give what was seen; what was said belongs to the first driver."""
    if not stops or not position.queue:
        return ()
    turns = 1 + sum(car not in position.finished for car in position.order)
    found = _chains(position, stops, said, closed, turns)
    if not found and _driver_may_have_come_twice(position, stops):
        found = _twice(position, stops, said, closed, turns) or _lost_count(position, stops[-1])
    return tuple(_joined(chain) for chain in found)


def _driver_may_have_come_twice(position: Position, stops: Sequence[Observation]) -> bool:
    """Whether the driver's car moved, at most one other did, and nobody who is still to come in this round waits."""
    final, car = stops[-1], position.to_move
    seen = dict(final.cars)
    waiting = [one for one in position.queue[1:] if seen.get(one, position.place(one)) == position.place(one)]
    return (
        bool(places_of(position, car, stops))
        and len(bystanders(position, car, final).moved) < 2
        and not any(most_movements(position, one) for one in waiting)
    )


def _lost_count(position: Position, final: Observation) -> tuple[Chain, ...]:
    """What is left when another driver has moved too: more turns were missed than can be told apart."""
    car = position.to_move
    if not bystanders(position, car, final).moved:
        return ()
    text = turn_text(car, [Odd(dict(final.cars).get(car, position.place(car)))])
    return ((Link(text, ("more than a round was missed",), True, accept(position, final)),),)


def _chains(position: Position, stops: Sequence[Observation], said: Said, closed: bool, left: int) -> tuple[Chain, ...]:
    """This driver's legal turn, and the legal turns of the next ones that lead on to what is seen."""
    masked = [only_mover(position, stop) for stop in stops]
    for reading in legal_readings(position, masked, said, True)[:BRANCHES]:
        rest = _onwards(reading.after, stops, closed, left - 1)
        if rest:
            return tuple((_link(position, reading), *chain) for chain in rest)
    return ()


def _onwards(position: Position, stops: Sequence[Observation], closed: bool, left: int) -> tuple[Chain, ...]:
    """The chains from here to what is seen, when somebody has still moved."""
    final = stops[-1]
    if left < 1 or not position.queue:
        return ()
    others = bystanders(position, position.to_move, final).moved
    if changed(visible(position), only_mover(position, final)):
        last = () if others else legal_readings(position, stops, Said(), closed)
        if last:
            return tuple((_link(position, reading),) for reading in last)
    elif not others:
        return ()
    return _chains(position, stops, Said(), closed, left)


def _twice(position: Position, stops: Sequence[Observation], said: Said, closed: bool, left: int) -> tuple[Chain, ...]:
    """Chains in which the driver's first turn ended where nobody saw it, and the same driver came again."""
    car, places = position.to_move, places_of(position, position.to_move, stops)
    if not isinstance(places[-1], OnSquare):
        return ()
    sheet = replace(sheet_for(position, car, said), places=places[:-1])
    for state in _ends(sheet):
        after = hand_on(after_turn(position, car, state, dict(position.cars), ()), car)
        if not _leads_on(after, car, places[-1]):
            continue
        rest = _onwards(after, stops[-1:], closed, left)
        if rest and state.square is not None:
            assumes = (f"{DRIVERS[car]} had two turns, the first one up to {square_name(state.square)}",)
            first = Link(turn_text(car, state.actions), assumes, True, after)
            return tuple((first, *chain) for chain in rest)
    return ()


def _ends(sheet: Sheet) -> Iterator[TurnState]:
    """Ends of whole legal turns on the road that pass through the sheet's places, each square once."""
    most, found = most_movements(sheet.position, sheet.car), set[object]()
    stack = [first_state(sheet)]
    while stack and len(found) < MOST_ENDS:
        state = stack.pop()
        if not (state.stopped or state.used >= most):
            stack += steps(sheet, state)
        elif sheet.places is not None and state.mark == len(sheet.places) and state.square not in found:
            found.add(state.square)
            yield state


def _leads_on(position: Position, car: str, goal: OnSquare) -> bool:
    """Whether a car could come to a space in one turn if nobody were in the way."""
    alone = replace(sheet_for(position, car), occupied={}, places=(goal,), tokens=True)
    return position.place(car) != goal and next(iter(search(alone)), None) is not None


def _link(position: Position, reading: Reading) -> Link:
    turn = turn_text(position.to_move, reading.actions)
    return Link(turn, reading.assumes, reading.complete, reading.after)


def _joined(chain: Chain) -> Line:
    first, *others = chain
    later = tuple(f"{UNSEEN_TURN} {assumed}" for link in others for assumed in link.assumes)
    assumes = first.assumes + later
    return Line(
        " / ".join(link.turn for link in chain), (), assumes, chain[-1].complete, position_text(chain[-1].after)
    )
