"""Faulty turns of a car: one movement, its count, its speed, its token or its corner is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.games.base import Dice
from referee.games.racepack.actions import Forward, LaneChange, Leave, MoveUp, Odd
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.movable import most_movements
from referee.games.racepack.observation import OffTrack, OnSquare, OutsideCorner, Square
from referee.games.racepack.pitlane import stops_made
from referee.games.racepack.plan import plan, plan_on
from referee.games.racepack.position import Position
from referee.games.racepack.search import steps
from referee.games.racepack.staging import Stage, play_out, tidy_up
from referee.games.racepack.turnstate import Sheet, TurnState, first_state, sheet_for

TRIES = 8
Planter = Callable[[Position, Dice], Stage | None]
Path = tuple[TurnState, ...]


def by_movement(rule: str) -> Planter:
    """A turn of movements, one of which breaks the rule."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        sheet = replace(sheet_for(position, position.to_move), budget=1)
        path = plan(sheet, dice, want=rule)
        if path is None:
            return None
        stage = Stage(position, position.to_move, dice)
        state = play_out(stage, path)
        stage.declared.append("token=no")
        tidy_up(stage, position, state)
        return stage

    return plant


def legal_path(position: Position, dice: Dice) -> tuple[Sheet, Path] | None:
    """A random legal turn without tokens, with the sheet it was planned on."""
    sheet = sheet_for(position, position.to_move)
    path = plan(sheet, dice)
    return (sheet, path) if path else None


def _staged(position: Position, dice: Dice, path: Path) -> Stage:
    """A stage on which a path has been played without rolls."""
    stage = Stage(position, position.to_move, dice)
    play_out(stage, path, roll=False)
    stage.declared.append("token=no")
    return stage


def wrong_count(position: Position, dice: Dice) -> Stage | None:
    """A fourth movement, or a turn that ends too early."""
    legal = legal_path(position, dice)
    if legal is None or legal[1][-1].stopped or legal[1][-1].entries:
        return None
    sheet, path = legal
    if dice.randrange(2):
        return _staged(position, dice, path[: 2 + dice.randrange(2)])
    more = [after for after in steps(replace(sheet, limit=4), path[-1]) if not after.entries]
    if not more:
        return None
    extra = more[dice.randrange(len(more))]
    stage = _staged(position, dice, (*path, extra))
    tidy_up(stage, position, extra)
    return stage


def too_late(position: Position, dice: Dice) -> Stage | None:
    """The time runs out, and the driver goes on moving."""
    legal = legal_path(position, dice) if position.variants.timer_s else None
    if legal is None or len(legal[1]) < 3 or legal[1][-1].entries:
        return None
    stage = _staged(position, dice, legal[1])
    stage.declared.append(f"time:{1 + dice.randrange(len(legal[1]) - 2)}=up")
    tidy_up(stage, position, legal[1][-1])
    return stage


def no_pit_stop(position: Position, dice: Dice) -> Stage | None:
    """The line is crossed for the last time, and the car leaves the track though it has not been in the pits."""
    car = position.to_move
    if stops_made(position, car) >= position.variants.stops or position.crossed(car) < position.race:
        return None
    legal = legal_path(position, dice)
    if legal is None or legal[1][-1].entries or legal[1][-1].pitted or legal[1][-1].crossings <= position.race:
        return None
    stage = _staged(position, dice, legal[1])
    stage.actions.append(Leave())
    stage.put(OffTrack())
    return stage


def displaced(wrong_end: Callable[[Road, Square, Dice], Square | None]) -> Planter:
    """Two legal movements, then a displacement that is none."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        legal = legal_path(position, dice)
        if legal is None or len(legal[1]) < 4 or legal[1][2].entries:
            return None
        path = legal[1][:3]
        start, shape = path[-1].square, road(position.circuit)
        end = wrong_end(shape, start, dice) if start else None
        if end is None or end in position.occupied(but=position.to_move):
            return None
        stage = _staged(position, dice, path)
        stage.actions.append(Odd(OnSquare(end)))
        stage.put(OnSquare(end))
        return stage

    return plant


def backwards_or_round_a_bend(shape: Road, start: Square, dice: Dice) -> Square | None:
    """A square behind the car, or one ahead that is not straight ahead."""
    gain = (-3, -2, -1, 3, 4, 5)[dice.randrange(6)]
    ends = [
        end
        for end in shape.tile_at
        if shape.gained(start, end) == gain
        and (gain < 0 or end not in shape.ahead(start, shape.way_out[shape.tile_at[start]]))
    ]
    return ends[dice.randrange(len(ends))] if ends else None


def sideways(shape: Road, start: Square, dice: Dice) -> Square | None:
    """A square of the other lane that no lane change reaches."""
    gain = dice.randrange(4)
    ends = [
        end
        for end in shape.tile_at
        if gain != 1 and shape.gained(start, end) == gain and shape.side(end) != shape.side(start)
    ]
    return ends[dice.randrange(len(ends))] if ends else None


def inner_vertex(position: Position, dice: Dice) -> Stage | None:
    """A car that spun out comes back on the inside of the bend."""
    place = position.place(position.to_move)
    shape = road(position.circuit)
    tile = shape.tile_named(place.tile) if isinstance(place, OutsideCorner) else None
    if tile is None or shape.inner_vertex(tile) in position.occupied():
        return None
    inner = shape.inner_vertex(tile)
    sheet = replace(sheet_for(position, position.to_move), places=(OnSquare(inner),), budget=1)
    back = next((state for state in steps(sheet, first_state(sheet)) if state.square == inner), None)
    path = plan_on(sheet_for(position, position.to_move), (back,), dice) if back else None
    if path is None:
        return None
    stage = Stage(position, position.to_move, dice)
    stage.actions.append(Odd(OnSquare(inner)))
    stage.put(OnSquare(inner))
    state = play_out(stage, (replace(path[0], actions=()), *path[1:]))
    tidy_up(stage, position, state)
    return stage


def token_not_there(position: Position, dice: Dice) -> Stage | None:
    """A token that was spent before, or one used on the first movement of the race."""
    car = position.to_move
    spent = "".join(token for token in "a2345" if token not in position.hand(car))
    if car in position.grid:
        return _token_at_the_start(position, dice)
    pool = position.hand(car)
    if not spent or "o" in pool:
        return None
    hands = tuple((one, spent if hand == pool and one == car else hand) for one, hand in position.tokens)
    dreamt = replace(position, tokens=hands)
    path = plan(replace(sheet_for(dreamt, car), tokens=True), dice)
    if path is None or not path[-1].assumed:
        return None
    stage = Stage(position, car, dice)
    state = play_out(stage, path)
    tidy_up(stage, position, replace(state, hand=pool))
    return stage


def _token_at_the_start(position: Position, dice: Dice) -> Stage | None:
    legal = legal_path(position, dice)
    if legal is None or "a" not in position.hand(position.to_move):
        return None
    stage = Stage(position, position.to_move, dice)
    state = play_out(stage, legal[1])
    if not isinstance(stage.actions[0], Forward | LaneChange | MoveUp):
        return None
    stage.declared.append("token:1=a")
    tidy_up(stage, position, state)
    return stage


def other_lane_of_the_grid(position: Position, dice: Dice) -> Stage | None:
    """A waiting car moves up and switches lanes, then starts as it should."""
    car = position.to_move
    place, shape = position.place(car), road(position.circuit)
    if car not in position.grid or not isinstance(place, OnSquare):
        return None
    front = next(square for square in shape.grid_row(0) if shape.side(square) != shape.side(place.square))
    if shape.gained(place.square, front) < 1 or front in position.occupied():
        return None
    there = replace(
        position, cars=tuple((one, OnSquare(front) if one == car else other) for one, other in position.cars)
    )
    path = plan(sheet_for(there, car), dice)
    if path is None:
        return None
    stage = Stage(position, car, dice)
    stage.actions.append(MoveUp(front))
    stage.put(OnSquare(front))
    state = play_out(stage, path)
    stage.declared.append("token=no")
    tidy_up(stage, position, state)
    return stage


def out_of_turn(position: Position, dice: Dice) -> Stage | None:
    """Another driver takes a turn that would be fine if it were his."""
    others = [car for car in position.order if car != position.to_move and car not in position.finished]
    if not others or most_movements(position, position.to_move) == 0:
        return None
    car = others[dice.randrange(len(others))]
    path = plan(sheet_for(position, car), dice)
    if path is None or path[-1].entries or path[-1].crossings > position.crossed(car):
        return None
    stage = Stage(position, car, dice)
    play_out(stage, path)
    stage.declared.clear()
    return stage
