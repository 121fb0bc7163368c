"""One movement: where it can go from here, and at which speeds the car may have made it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.fact import Fact
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speed_list, token_speed
from referee.games.racepack.circuit import Direction
from referee.games.racepack.observation import OnSquare, Square
from referee.games.racepack.rules import corners, movement
from referee.games.racepack.turnstate import Sheet, TurnState


@dataclass(frozen=True, slots=True)
class Way:
    """One displacement before its speed is known: `spaces` is 0 for a lane change."""

    end: Square
    spaces: int
    path: tuple[Square, ...]
    facing: Direction
    old: bool
    faults: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """One way to have the right speed: the speeds it leaves possible, the token spent and the rules broken."""

    speeds: Speeds
    token: str = ""
    assumed: bool = False
    faults: tuple[Fact, ...] = ()


def ways_from(sheet: Sheet, state: TurnState, start: Square) -> Iterator[Way]:
    """Every forward movement and lane change from here, for every facing that is possible and not denied."""
    said = sheet.said.facings.get(state.used + 1)
    for index, facing in enumerate(sheet.shape.facings(start, state.turned)):
        if said is None or (said == "old") == bool(index):
            yield from _forward(sheet, start, facing, bool(index))
            yield from _lane_changes(sheet, start, facing, bool(index))


def _forward(sheet: Sheet, start: Square, facing: Direction, old: bool) -> Iterator[Way]:
    path = sheet.shape.ahead(start, facing)
    most = movement.LONGEST if not sheet.budget else len(path)
    for spaces, end in enumerate(path[:most], 1):
        if end in sheet.occupied:
            if not sheet.budget:
                return
            continue
        faults: tuple[Fact, ...] = ()
        if sheet.budget:
            broken = (
                movement.forward_length(sheet.car, spaces),
                movement.no_bumping(sheet.car, path[:spaces], sheet.occupied),
            )
            faults = tuple(fault for fault in broken if fault)
        yield Way(end, spaces, path[:spaces], facing, old, faults)


def _lane_changes(sheet: Sheet, start: Square, facing: Direction, old: bool) -> Iterator[Way]:
    for diagonal in sheet.shape.diagonals(start, facing):
        fault = movement.inside_corner_edge(sheet.car, start, diagonal.end, diagonal.allowed)
        if diagonal.end not in sheet.occupied and (fault is None or sheet.budget):
            yield Way(diagonal.end, 0, (diagonal.end,), facing, old, (fault,) if fault else ())


def paces(sheet: Sheet, state: TurnState, way: Way) -> Iterator[Pace]:
    """Every speed this movement may have had: free, with the declared token, or with one that nobody mentioned."""
    number = state.used + 1
    starting = sheet.starting and number == 1
    allowed = one_speed(1) if starting else movement.next_speeds(state.speeds) if state.speeds else ANY_SPEED
    said = sheet.said.speeds.get(number)
    wanted = one_speed(way.spaces) if way.spaces else one_speed(said) if said else ANY_SPEED
    if said and way.spaces and said != way.spaces and not (sheet.budget and _was_seen(sheet, state, way)):
        return
    token = sheet.said.tokens.get(number)
    if token:
        yield from _declared_token(sheet, state, way, token, starting)
        return
    free = allowed & wanted
    if free:
        yield Pace(free)
    elif sheet.budget:
        speed = way.spaces or said or 1
        fault = (
            movement.start_speed(sheet.car, speed)
            if starting
            else movement.speed_change(sheet.car, state.speeds, speed)
        )
        yield Pace(wanted, faults=(fault,) if fault else ())
    if sheet.tokens and not sheet.said.no_token and not starting:
        for other in _tokens_in(state.hand):
            if wanted & ~free & one_speed(token_speed(other)):
                yield Pace(one_speed(token_speed(other)), other, True)


def _was_seen(sheet: Sheet, state: TurnState, way: Way) -> bool:
    """Whether the table itself shows this movement, so that a wrong word about its speed is but a slip."""
    coming = sheet.places[state.mark] if sheet.places is not None and state.mark < len(sheet.places) else None
    return state.used == state.mark and coming == OnSquare(way.end)


def _declared_token(sheet: Sheet, state: TurnState, way: Way, token: str, starting: bool) -> Iterator[Pace]:
    speed = way.spaces or token_speed(token)
    broken = (
        corners.strategy_token(sheet.car, state.hand, token, starting),
        corners.token_mismatch(sheet.car, token, speed),
    )
    faults = tuple(fault for fault in broken if fault)
    if not faults or sheet.budget:
        yield Pace(one_speed(speed), token, False, faults)


def _tokens_in(hand: str) -> list[str]:
    """The tokens of a hand as they may be used; an odd one as 2 or 4 where no plain one is left."""
    plain = [token for token in hand if token in "a2345"]
    odd = [f"o{number}" for number in "24" if "o" in hand and number not in hand]
    return plain + odd


def entering_at(sheet: Sheet, speeds: Speeds, tile: int) -> Iterator[tuple[Speeds, bool, Fact | None]]:
    """Split the possible speeds into safe entries, entries with a roll, and those that are too fast."""
    if speeds & one_speed(1):
        yield one_speed(1), False, None
    if speeds & one_speed(2):
        yield one_speed(2), True, None
    if sheet.budget and not speeds & (one_speed(1) | one_speed(2)):
        slowest = speed_list(speeds)[0]
        fault = corners.corner_speed(sheet.car, slowest, sheet.shape.corner_number(tile))
        yield speeds, False, fault
