"""Faults beside a legal turn: the lap die, a hazard token or another car is not as it should be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.games.base import Dice
from referee.games.racepack.actions import Roll
from referee.games.racepack.circuit import road
from referee.games.racepack.faulty_moves import Planter, legal_path
from referee.games.racepack.faulty_rolls import risky_path
from referee.games.racepack.observation import OffTrack, OutsideCorner, Square
from referee.games.racepack.position import Position
from referee.games.racepack.spares import due, rolled_on
from referee.games.racepack.staging import Stage, play_out, spun_out, tidy_up
from referee.games.racepack.upkeep import surely_passed


def after_legal(spoil: Callable[[Position, Position, Dice], Position | None]) -> Planter:
    """A legal turn, after which something else on the table is wrong."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        legal = legal_path(position, dice)
        if legal is None:
            return None
        stage = Stage(position, position.to_move, dice)
        state = play_out(stage, legal[1])
        if state.crossings > position.race:
            return None
        stage.declared.append("token=no")
        tidy_up(stage, position, state)
        spoilt = spoil(position, stage.position, dice)
        if spoilt is None:
            return None
        stage.position = spoilt
        stage.relook()
        return stage

    return plant


def wrong_spare(position: Position, dice: Dice) -> Stage | None:
    """A car spins out, and the spare hazard is forgotten or put on the wrong space of the corner."""
    path = risky_path(position, dice) if position.variants.spare_hazards else None
    if path is None:
        return None
    entered = next(index for index, state in enumerate(path) if state.entries)
    stage = Stage(position, position.to_move, dice)
    play_out(stage, path[: entered + 1], roll=False)
    stage.actions.append(Roll(stage.roll("5")))
    state = spun_out(stage, path[entered])
    stage.declared.append("token=no")
    tidy_up(stage, position, state)
    right = due(position, rolled_on(stage.actions))
    if right is None:
        return None
    stage.position = replace(stage.position, hazards=_spoilt_spare(position, stage.position, right, dice))
    stage.relook()
    return stage


def _spoilt_spare(before: Position, after: Position, right: Square, dice: Dice) -> tuple[tuple[Square, bool], ...]:
    """The hazards without the spare one, or with it elsewhere on the same corner."""
    shape = road(before.circuit)
    taken = {*after.occupied(), *(square for square, _ in after.hazards)}
    others = sorted(
        square for square, tile in shape.tile_at.items() if tile == shape.tile_at[right] and square not in taken
    )
    if not others or dice.randrange(2):
        return before.hazards
    kept = [hazard for hazard in after.hazards if hazard[0] != right]
    return tuple(sorted([*kept, (others[dice.randrange(len(others))], True)]))


def wrong_flip(before: Position, after: Position, dice: Dice) -> Position | None:
    """A token that is due stays blank, one that is not is turned, or one is turned back."""
    standing = after.occupied()
    kept = dict(after.hazards)
    bare = [square for square, _ in before.hazards if square in kept and square not in standing]
    due = [square for square in bare if dict(before.hazards)[square] != kept[square]]
    early = [square for square in bare if not surely_passed(after, square) or dict(before.hazards)[square]]
    choices = due or early
    if not choices:
        return None
    wrong = choices[dice.randrange(len(choices))]
    flipped = tuple((square, up != (square == wrong)) for square, up in after.hazards)
    return replace(after, hazards=flipped)


def moved_hazard(_: Position, after: Position, dice: Dice) -> Position | None:
    """One of the tokens in sight lies somewhere else on the road."""
    standing = after.occupied()
    bare = [hazard for hazard in after.hazards if hazard[0] not in standing]
    free = sorted(set(road(after.circuit).tile_at) - set(standing) - {square for square, _ in after.hazards})
    if not bare:
        return None
    gone = bare[dice.randrange(len(bare))]
    there = free[dice.randrange(len(free))]
    kept = [hazard for hazard in after.hazards if hazard != gone]
    return replace(after, hazards=tuple(sorted([*kept, (there, gone[1])])))


def wrong_lap(before: Position, after: Position, dice: Dice) -> Position | None:
    """The die is not turned when it should be, or turned when it should not."""
    if after.lap != before.lap:
        return replace(after, lap=before.lap)
    return replace(after, lap=after.lap - 1) if after.lap > 1 and not dice.randrange(2) else None


def taken_off(_: Position, after: Position, dice: Dice) -> Position | None:
    """The next driver's car is taken off the track."""
    car = next(iter(after.queue), None)
    if car is None or isinstance(after.place(car), OutsideCorner):
        return None
    cars = tuple((one, OffTrack() if one == car else place) for one, place in after.cars)
    return replace(after, cars=cars)
