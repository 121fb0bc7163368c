"""A random driver: one line of movements, legal or with exactly one wanted fault, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice
from referee.games.racepack.actions import Forward, LaneChange, one_speed, speed_list, turn_text
from referee.games.racepack.movable import most_movements
from referee.games.racepack.pitlane import stops_made
from referee.games.racepack.position import Position
from referee.games.racepack.search import steps
from referee.games.racepack.turnstate import Sheet, TurnState, first_state, sheet_for

PATIENCE = 1500
BRAKE_FOR_CORNERS = 0.4
TOKEN_SHARE = 0.12
LANE_CHANGE_SHARE = 0.5
RARE_FACING_SHARE = 0.1
WISH_FOR_A_STOP = 10.0
MISCHIEF = 12.0


def plan(sheet: Sheet, dice: Dice, want: str | None = None) -> tuple[TurnState, ...] | None:
    """The states of one whole turn, the beginning included; None when no such turn was found.

    With `want` the turn breaks that rule and no other; the sheet's budget must allow it.
    """
    patience = [PATIENCE]
    most = most_movements(sheet.position, sheet.car)
    return _go_on(sheet, (first_state(sheet),), dice, want, most, patience)


def every_turn(position: Position) -> Iterator[str]:
    """Every legal turn of the car to move that needs no token, in turn notation; rolls are left open."""
    sheet = sheet_for(position, position.to_move)
    most = most_movements(position, position.to_move)
    stack = [first_state(sheet)]
    while stack:
        state = stack.pop()
        if state.stopped or state.used >= most:
            yield turn_text(position.to_move, state.actions)
        else:
            stack += known_steps(sheet, state)


def known_steps(sheet: Sheet, state: TurnState) -> list[TurnState]:
    """Every next state, each with the one speed that its driver knows."""
    return [known for after in steps(sheet, state) for known in _with_known_speed(after)]


def plan_on(sheet: Sheet, path: tuple[TurnState, ...], dice: Dice) -> tuple[TurnState, ...] | None:
    """The same, going on from the middle of a turn; rules broken on the way there are forgiven."""
    clean = (*path[:-1], replace(path[-1], faults=()))
    return _go_on(sheet, clean, dice, None, most_movements(sheet.position, sheet.car), [PATIENCE])


def _go_on(
    sheet: Sheet, path: tuple[TurnState, ...], dice: Dice, want: str | None, most: int, patience: list[int]
) -> tuple[TurnState, ...] | None:
    state = path[-1]
    rules = [fault.kind for fault in state.faults]
    if rules not in ([], [want]):
        return None
    over = state.stopped or state.used >= min(most, sheet.limit)
    if over and (want is None or rules == [want]):
        return path
    if state.stopped and want is None:
        return None
    for following in sorted(_choices(sheet, state, dice), key=lambda choice: -choice[0]):
        patience[0] -= 1
        if patience[0] < 0:
            return None
        found = _go_on(sheet, (*path, following[1]), dice, want, most, patience)
        if found:
            return found
    return None


def _choices(sheet: Sheet, state: TurnState, dice: Dice) -> Iterator[tuple[float, TurnState]]:
    """Every next state with how much this driver feels like it: far is good, risks and tokens are rarely taken."""
    for after in known_steps(sheet, state):
        last = after.actions[-1]
        liking = dice.random() * (1.0 + min(max(speed_list(after.speeds)), 7))
        if isinstance(last, LaneChange):
            liking *= LANE_CHANGE_SHARE
        if len(after.faults) > len(state.faults):
            liking += MISCHIEF * dice.random()
        if len(after.entries) > len(state.entries):
            liking *= BRAKE_FOR_CORNERS
        if after.assumed > state.assumed:
            liking *= TOKEN_SHARE
        if isinstance(last, Forward | LaneChange) and last.old:
            liking *= RARE_FACING_SHARE
        if after.pitted > state.pitted and stops_made(sheet.position, sheet.car) < sheet.position.variants.stops:
            liking *= WISH_FOR_A_STOP
        yield liking, after


def _with_known_speed(state: TurnState) -> Iterator[TurnState]:
    """A driver knows the speed of his lane change: one state for each that is possible."""
    speeds = speed_list(state.speeds)
    last = state.actions[-1]
    if len(speeds) == 1 or not isinstance(last, LaneChange):
        yield state
        return
    for speed in map(one_speed, speeds):
        yield replace(state, speeds=speed, actions=(*state.actions[:-1], replace(last, speeds=speed)))
