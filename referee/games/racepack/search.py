"""The search through one turn: every sequence of movements that leads to the places that were seen.

With a budget of 0 only legal movements are made. With a larger one, each broken rule costs one, and displacements that
are no movement at all are allowed too, but only onto places that were really seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.fact import Fact
from referee.games.racepack.actions import (
    ANY_SPEED,
    Action,
    Forward,
    LaneChange,
    Leave,
    MoveUp,
    Odd,
    ReEntry,
    Speeds,
    SpinOut,
    one_speed,
)
from referee.games.racepack.declarations import spend
from referee.games.racepack.observation import OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.pitlane import pit_pace, stops_at, stops_made
from referee.games.racepack.position import rows_of_the_grid
from referee.games.racepack.rules import corners, hazards, movement, pits, race
from referee.games.racepack.spares import rolled_on
from referee.games.racepack.turnstate import HAZARD, LEFT_TRACK, SPIN_OUT, Sheet, TurnState, first_state
from referee.games.racepack.ways import Way, entering_at, paces, ways_from


def search(sheet: Sheet) -> Iterator[TurnState]:
    """Every end of the turn that fits the sheet, simplest ways first. A free sheet ends where no movement is left."""
    stack = [first_state(sheet)]
    seen: set[object] = set()
    while stack:
        state = stack.pop()
        if sheet.places is not None and state.mark == len(sheet.places):
            yield state
            continue
        following = [after for after in steps(sheet, state) if _new(after, seen)]
        if sheet.places is None and not following:
            yield state
        stack.extend(reversed(following))


def _new(state: TurnState, seen: set[object]) -> bool:
    """Whether nothing alike was reached before; what is alike has the same future."""
    key = (
        state.square, state.outside, state.turned, state.speeds, state.used, state.mark, state.hand, state.entries,
        state.stopped, state.crossings, state.pitted, rolled_on(state.actions) if state.outside else None,
        tuple(fault.kind for fault in state.faults), state.assumed,
    )  # fmt: skip
    if key in seen:
        return False
    seen.add(key)
    return True


def steps(sheet: Sheet, state: TurnState) -> Iterator[TurnState]:
    """Every next state after one more movement."""
    if state.used >= sheet.limit or state.stopped == LEFT_TRACK:
        return
    state = _go_on_after_stop(sheet, state)
    if len(state.faults) > sheet.budget:
        return
    target = _only_target(sheet, state)
    if state.square is None:
        yield from _re_entries(sheet, state)
    ways = () if state.square is None else tuple(ways_from(sheet, state, state.square))
    for way in ways:
        if target is None or way.end == target:
            yield from _travel(sheet, state, way)
    coming = _next_place(sheet, state.mark)
    if sheet.budget and not any(coming == OnSquare(way.end) for way in ways):
        yield from _odd(sheet, state)


def _go_on_after_stop(sheet: Sheet, state: TurnState) -> TurnState:
    """Moving on although the turn is over breaks the rule that ended it."""
    if not state.stopped:
        return state
    if state.stopped == HAZARD and state.hit:
        fault = hazards.hazard_stop(sheet.car, state.hit)
    else:
        fault = corners.turn_over_after_spin_out(sheet.car)
    return replace(state, stopped="", hit=None, faults=(*state.faults, fault))


def _only_target(sheet: Sheet, state: TurnState) -> Square | None:
    """The square the next movement must reach when as many places as movements are left, else None."""
    if sheet.places is None:
        return None
    ahead = [place for place in sheet.places[state.mark :] if isinstance(place, OnSquare)]
    if len(ahead) >= sheet.limit - state.used and ahead:
        return ahead[0].square
    return None


def _travel(sheet: Sheet, state: TurnState, way: Way) -> Iterator[TurnState]:
    """The states after going this way at every pace that is possible."""
    tile, there = sheet.shape.tile_at[state.square or way.end], sheet.shape.tile_at[way.end]
    entering = there != tile and sheet.shape.is_corner[there]
    for pace in paces(sheet, state, way):
        slow_enough, too_fast = pit_pace(sheet, way, pace.speeds)
        for speeds, risky, fault in (
            entering_at(sheet, slow_enough, there) if entering else ((slow_enough, False, None),)
        ):
            faults = state.faults + way.faults + pace.faults + tuple(one for one in (too_fast, fault) if one)
            if len(faults) > sheet.budget:
                continue
            marks = (pace.token, pace.assumed, way.old)
            action: Action = Forward(way.spaces, way.end, *marks) if way.spaces else LaneChange(speeds, way.end, *marks)
            hand = state.hand if not pace.token else spend(state.hand, pace.token)
            moved = replace(
                state,
                hand=state.hand if hand is None else hand,
                faults=faults,
                assumed=state.assumed + pace.assumed,
                entries=(*state.entries, state.used + 1) if risky else state.entries,
            )
            turned = sheet.shape.is_corner[there] and way.facing != sheet.shape.way_in[there]
            hit = next((square for square in way.path if square in sheet.hazards), None)
            yield from _arrive(sheet, moved, action, way.end, speeds, turned, hit, risky)


def _re_entries(sheet: Sheet, state: TurnState) -> Iterator[TurnState]:
    tile = sheet.shape.tile_named(state.outside) if state.outside else None
    if tile is None:
        return
    for end in sheet.shape.outside_spaces(tile):
        if end in sheet.occupied:
            continue
        token = sheet.said.tokens.get(state.used + 1)
        fault = corners.strategy_token(sheet.car, state.hand, token, starting=True) if token else None
        if fault is None or len(state.faults) < sheet.budget:
            moved = replace(state, outside=None, faults=(*state.faults, fault) if fault else state.faults)
            yield from _arrive(
                sheet, moved, ReEntry(end), end, one_speed(1), False, end if end in sheet.hazards else None, False
            )


def _arrive(
    sheet: Sheet,
    state: TurnState,
    action: Action,
    end: Square,
    speeds: Speeds,
    turned: bool,
    hit: Square | None,
    risky: bool,
) -> Iterator[TurnState]:
    """Put the car down, see whether that is the next place seen, and what follows from where it stands."""
    crossed = sheet.shape.crosses_line(state.square, end) if state.square else 0
    mark = state.mark + (_next_place(sheet, state.mark) == OnSquare(end))
    stopped_over = stops_at(sheet, state.square, end)
    arrived = replace(
        state,
        square=end,
        outside=None,
        turned=turned,
        speeds=speeds,
        used=state.used + 1,
        mark=mark,
        crossings=state.crossings + crossed,
        stopped=HAZARD if hit else "",
        hit=hit,
        hand=sheet.position.teams.full_hand if stopped_over else state.hand,
        pitted=state.pitted + stopped_over,
        actions=(*state.actions, action),
    )
    if not _reachable(sheet, arrived):
        return
    coming = _next_place(sheet, mark)
    # Movements that nobody saw make a wrong removal no better: the car is then taken off from where it was last seen.
    budget = sheet.budget if mark > state.mark else len(state.faults)
    if isinstance(coming, OutsideCorner):
        yield from _spun_out(sheet, arrived, coming, risky, budget)
    elif isinstance(coming, OffTrack):
        yield from _left_track(sheet, arrived, budget)
    yield arrived
    if _may_come_back(sheet, state, arrived):
        yield replace(arrived, mark=state.mark)


def _may_come_back(sheet: Sheet, before: TurnState, arrived: TurnState) -> bool:
    """Whether the car may go on from the last place seen and come back to it: in a corner, by the rare facing."""
    if sheet.budget or sheet.tokens or sheet.places is None or arrived.turned or arrived.stopped or not arrived.square:
        return False
    last = before.mark < arrived.mark == len(sheet.places)
    return last and arrived.used == 1 and sheet.shape.is_corner[sheet.shape.tile_at[arrived.square]]


def _spun_out(sheet: Sheet, state: TurnState, place: OutsideCorner, risky: bool, budget: int) -> Iterator[TurnState]:
    """The car is seen outside a corner next: rightly so after entering just that corner at speed 2."""
    here = sheet.shape.circuit.tiles[sheet.shape.tile_at[state.square]] if state.square else None
    faults = state.faults
    if not (risky and here == place.tile):
        fault = corners.spin_out(sheet.car, must=False, did=True)
        faults = (*faults, fault) if fault else faults
    if len(faults) > budget:
        return
    outside = replace(
        state, square=None, outside=place.tile, turned=False, mark=state.mark + 1, stopped=SPIN_OUT, faults=faults,
        actions=(*state.actions, SpinOut(place.tile)),
    )  # fmt: skip
    if isinstance(_next_place(sheet, outside.mark), OffTrack):
        yield from _left_track(sheet, outside, sheet.budget)
    else:
        yield outside


def _left_track(sheet: Sheet, state: TurnState, budget: int) -> Iterator[TurnState]:
    """The car is seen off the track next: rightly so after its last crossing of the line."""
    position, made = sheet.position, stops_made(sheet.position, sheet.car, state.pitted)
    fault = race.finish(sheet.car, state.crossings, position.race) or pits.pit_stop(
        sheet.car, made, position.variants.stops
    )
    faults = (*state.faults, fault) if fault else state.faults
    if len(faults) <= budget:
        yield replace(
            state, square=None, outside=None, turned=False, mark=state.mark + 1, stopped=LEFT_TRACK, faults=faults,
            actions=(*state.actions, Leave()),
        )  # fmt: skip


def _next_place(sheet: Sheet, mark: int) -> Place | None:
    return sheet.places[mark] if sheet.places is not None and mark < len(sheet.places) else None


def _reachable(sheet: Sheet, state: TurnState) -> bool:
    """Whether the next square seen can still be reached with the movements left (a bound, not a proof)."""
    coming, left = _next_place(sheet, state.mark), sheet.limit - state.used
    if state.square is None:
        return True
    if isinstance(coming, OutsideCorner) and not sheet.budget:
        return _corner_reachable(sheet, state.square, coming, left)
    if not isinstance(coming, OnSquare) or coming.square not in sheet.shape.tile_at:
        return True
    if left <= 0:
        return False
    return bool(sheet.budget) or -1 <= sheet.shape.gained(state.square, coming.square) <= left * movement.LONGEST + 2


def _corner_reachable(sheet: Sheet, start: Square, place: OutsideCorner, left: int) -> bool:
    """Whether a car can still come to spin out at this corner; without a movement left only if it stands there."""
    tile = sheet.shape.tile_named(place.tile)
    if tile is None or left <= 0:
        return sheet.shape.tile_at[start] == tile
    return -2 <= sheet.shape.gained(start, sheet.shape.inner_vertex(tile)) <= left * movement.LONGEST + 2


def _odd(sheet: Sheet, state: TurnState) -> Iterator[TurnState]:
    """A displacement onto the next place seen that no movement makes, with the rule it breaks."""
    coming = _next_place(sheet, state.mark)
    if coming is None or len(state.faults) >= sheet.budget:
        return
    if not isinstance(coming, OnSquare):
        if state.used == 0:
            yield from _taken_off(sheet, state, coming)
        return
    end = coming.square
    if end in sheet.occupied:
        return
    if _is_grid_switch(sheet, state, end):
        yield replace(
            state, square=end, mark=state.mark + 1, actions=(MoveUp(end),),
            faults=(*state.faults, race.starting_grid(sheet.car, end)),
        )  # fmt: skip
        return
    fault = _why_odd(sheet, state, end)
    moved = replace(state, faults=(*state.faults, fault))
    if end in sheet.shape.tile_at:
        yield from _arrive(
            sheet, moved, Odd(coming), end, ANY_SPEED, False, end if end in sheet.hazards else None, False
        )


def _is_grid_switch(sheet: Sheet, state: TurnState, end: Square) -> bool:
    """Whether a waiting car moved up behind the line, but not in its own lane."""
    shape, place = sheet.shape, sheet.position.place(sheet.car)
    if not sheet.starting or state.used or not isinstance(place, OnSquare) or end not in shape.tile_at:
        return False
    rows = rows_of_the_grid(sheet.position)
    return 0 <= shape.gained(place.square, end) < rows and shape.advance(end) >= shape.rows - rows


def _taken_off(sheet: Sheet, state: TurnState, place: Place) -> Iterator[TurnState]:
    """A car that leaves the road without having moved."""
    if isinstance(place, OutsideCorner):
        yield from _spun_out(sheet, state, place, risky=False, budget=sheet.budget)
    else:
        yield from _left_track(sheet, state, sheet.budget)


def _why_odd(sheet: Sheet, state: TurnState, end: Square) -> Fact:
    """Name the rule that a displacement breaks, by what it most looks like."""
    shape, car, start = sheet.shape, sheet.car, state.square
    if start is None:
        tile = shape.tile_named(state.outside) if state.outside else None
        outside = shape.outside_spaces(tile) if tile is not None else ()
        fault = corners.re_entry(car, end, outside)
        return fault or movement.not_forward(car, end, end, 0)
    gained = shape.gained(start, end)
    between = {(shape.tile_at[start] + step) % shape.count for step in range(3)}
    sideways = shape.side(start) != shape.side(end)
    straight = not any(shape.is_corner[tile] for tile in between if _is_between(sheet, start, tile, end))
    if sideways and straight and gained >= 0:
        return movement.not_a_lane_change(car, start, end, gained)
    return movement.not_forward(car, start, end, gained)


def _is_between(sheet: Sheet, start: Square, tile: int, end: Square) -> bool:
    first, last = sheet.shape.tile_at[start], sheet.shape.tile_at[end]
    return (tile - first) % sheet.shape.count <= (last - first) % sheet.shape.count
