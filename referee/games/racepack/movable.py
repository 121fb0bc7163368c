"""How many movements a turn could have had (Blocking And Bumping), and whether a car can move at all."""

from __future__ import annotations

from functools import lru_cache

from referee.games.racepack.actions import Forward, LaneChange
from referee.games.racepack.position import Position
from referee.games.racepack.search import steps
from referee.games.racepack.turnstate import Sheet, TurnState, first_state, sheet_for


@lru_cache(maxsize=32)
def most_movements(position: Position, car: str) -> int:
    """The movements the rules demand: the most that are possible without tokens, penalty rolls and rare facings.

    A line that ends at a hazard counts as three, since the hazard ends it.
    """
    sheet = sheet_for(position, car)
    return _most(sheet, first_state(sheet), set())


def has_no_move(position: Position) -> bool:
    """Whether the car at turn cannot move, so that its turn passes."""
    return bool(position.queue) and most_movements(position, position.to_move) == 0


def _most(sheet: Sheet, state: TurnState, seen: set[object]) -> int:
    if state.stopped:
        return 3
    best = state.used
    for after in steps(sheet, state):
        key = (after.square, after.turned, after.speeds, after.used, after.stopped, after.hand)
        if _is_plain(after) and key not in seen:
            seen.add(key)
            best = max(best, _most(sheet, after, seen))
        if best == 3:
            break
    return best


def _is_plain(state: TurnState) -> bool:
    last = state.actions[-1]
    return not state.entries and not (isinstance(last, Forward | LaneChange) and last.old)
