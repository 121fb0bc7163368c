"""A turn in words for the table, and the nearest legal turns to one that was not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.games.racepack.actions import (
    Action,
    Defence,
    Forward,
    LaneChange,
    Leave,
    Movement,
    MoveUp,
    Odd,
    ReEntry,
    Roll,
    Speeds,
    SpinOut,
    parse_turn,
    speed_list,
)
from referee.games.racepack.movable import most_movements, movements_at_best
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Observation, OnSquare, Square
from referee.games.racepack.position import DRIVERS, Position, in_turn, place_words
from referee.games.racepack.rules.corners import rolled_name, token_name
from referee.games.racepack.search import search
from referee.games.racepack.turnstate import TurnState, first_state, sheet_for

NEAREST = 3
COUNTS = ("none", "one", "two", "three")


def turn_in_words(turn: str, complete: bool = True) -> str:
    """A turn in one sentence part: `red drove 4 to e7 and changed lanes to d6`.

    >>> turn_in_words("S: f4@e7 x2@d6t2 roll=3")
    'red drove 4 to e7, changed lanes to d6 at speed 2 (2 token) and rolled 3'
    >>> turn_in_words("M: f4@e7", complete=False)
    'black drove 4 to e7; one of three movements used'
    """
    turns = [parse_turn(part) for part in turn.split(" / ")]
    said = "; then ".join(f"{DRIVERS[car]} {_listed(actions)}" for car, actions in turns)
    used = sum(isinstance(action, Movement) for action in turns[-1][1])
    if complete or used >= len(COUNTS):
        return said
    return f"{said}; {COUNTS[used]} of three movements used"


def _listed(actions: Iterable[Action], words: Callable[[Action], str] | None = None) -> str:
    parts = [(words or _words)(action) for action in actions]
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part) or "did not move"


def _words(action: Action) -> str:
    match action:
        case MoveUp(end):
            return f"moved up to {square_name(end)}"
        case Forward(speed, end):
            return f"drove {speed} to {square_name(end)}{_token_words(action)}"
        case LaneChange(speeds, end):
            return f"changed lanes to {square_name(end)}{_speed_words(speeds)}{_token_words(action)}"
        case ReEntry(end):
            return f"came back on {square_name(end)}"
        case Odd(end):
            return f"was put {place_words(end)}"
        case Roll(face, again):
            shown = f" {rolled_name(face)}" if face else " (not seen)"
            return f"{'rolled again' if again else 'rolled'}{shown}"
        case Defence(pool, token):
            return f"met {DRIVERS[pool]}'s {token_name(token)} token" if pool else "met somebody's token"
        case SpinOut():
            return "spun out"
        case Leave():
            return "left the track"


def _speed_words(speeds: Speeds) -> str:
    numbers = speed_list(speeds)
    return f" at speed {numbers[0]}" if len(numbers) == 1 else ""


def _token_words(action: Forward | LaneChange) -> str:
    return f" ({token_name(action.token)} token)" if action.token else ""


def legal_ends(position: Position) -> dict[Square, TurnState]:
    """Where a legal turn of the car to move can end without tokens, each with one such turn."""
    car = position.to_move
    sheet = sheet_for(position, car)
    most = most_movements(position, car)
    found: dict[Square, TurnState] = {}
    for state in search(sheet):
        whole = state.stopped or state.used >= most
        if state.square is not None and state.used and whole:
            known = found.get(state.square)
            if known is None or len(state.entries) < len(known.entries):
                found[state.square] = state
    return found


def nearest_turns(position: Position, seen: Observation) -> tuple[str, ...]:
    """The legal turns that end nearest to where the car is seen, in words."""
    car = position.to_move
    ends = legal_ends(position)
    shape = sheet_for(position, car).shape
    place = dict(seen.cars).get(car)
    goal = place.square if isinstance(place, OnSquare) and place.square in shape.tile_at else _start_square(position)
    if goal is None:
        goal = next(iter(ends), None)
    if goal is None:
        return () if ends or movements_at_best(position, car) else (f"{in_turn(car)} cannot move; the turn passes.",)
    near = sorted(ends, key=lambda end: (_apart(goal, end), abs(shape.gained(goal, end)), end))[:NEAREST]
    return tuple(f"{in_turn(car)} could {_listed(ends[end].actions, _could)}." for end in near)


def _start_square(position: Position) -> Square | None:
    return first_state(sheet_for(position, position.to_move)).square


def _apart(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _could(action: Action) -> str:
    """An action as a legal turn without tokens has it; the slowest speed of a lane change stands for all."""
    match action:
        case MoveUp(end):
            return f"move up to {square_name(end)}"
        case Forward(speed, end):
            return f"drive {speed} to {square_name(end)}"
        case LaneChange(_, end):
            return f"change lanes to {square_name(end)}"
        case ReEntry(end):
            return f"come back on {square_name(end)}"
        case Leave():
            return "leave the track"
    return _words(action)
