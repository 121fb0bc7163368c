"""Whether a turn's choices were allowed: each turn held against every rule about what a driver may do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.effects import Desk, use_item
from referee.games.nestorgames_gp.observation import DICE
from referee.games.nestorgames_gp.paths import Path, overtaken, standing_on, target, way
from referee.games.nestorgames_gp.position import Position
from referee.words.fact import Fact


def faults_of(position: Position, turn: Turn, ordered: bool = True) -> tuple[Fact, ...]:
    """Every rule that a turn's choices break.

    Parameters
    ----------
    ordered : whether the roll is known in the order it was made, not only which dice lie there.

    An unknown roll (none given) is in the driver's favour.
    """
    found: list[Fact | None] = [rule.turn_order(turn.car, position.turn)]
    if turn.kind == actions.QUALIFY or position.qualifying:
        found += [rule.roll_dice(turn.car, turn.roll, DICE), rule.roll_after_repeat(turn.car, turn.roll, ordered)]
        return tuple(fault for fault in found if fault)
    found += _item_faults(position, turn)
    found += _kind_faults(position, turn)
    if turn.kind not in (actions.UP, actions.FIX, actions.PUT):
        found += _roll_faults(position, turn, ordered)
    if turn.kind in (actions.MOVE, actions.HELD):
        found += _move_faults(position, turn)
    return tuple(fault for fault in found if fault)


def _kind_faults(position: Position, turn: Turn) -> Iterator[Fact | None]:
    car = turn.car
    lies = not position.stand(car).up and turn.use != "wrench"
    match turn.kind:
        case actions.UP:
            if turn.roll:
                yield rule.broken(rule.BELLY_UP, "rolled", who=car)
        case actions.FIX:
            if lies:
                yield rule.broken(rule.BELLY_UP, "took", who=car)
            if turn.roll:
                yield rule.broken(rule.FIX, "rolled", who=car)
            if turn.use:
                yield rule.broken(rule.FIX, "used", who=car, item=turn.use)
        case actions.PUT:
            yield rule.broken(rule.BELLY_UP, "moved", who=car) if lies else rule.placed(car, turn.end)
        case _:
            if lies and (turn.kind != actions.ROLLING or turn.roll):
                yield rule.broken(rule.BELLY_UP, "moved" if turn.kind == actions.MOVE else "rolled", who=car)


def _roll_faults(position: Position, turn: Turn, ordered: bool) -> Iterator[Fact | None]:
    free = DICE if turn.use == "wrench" else position.dice_left(turn.car)
    if turn.roll or (not free and turn.kind != actions.ROLLING):
        yield rule.roll_dice(turn.car, turn.roll, free)
        yield rule.roll_after_repeat(turn.car, turn.roll, ordered)


def _move_faults(position: Position, turn: Turn) -> Iterator[Fact | None]:
    car, roll = turn.car, turn.roll
    if roll and has_repeat(roll):
        yield rule.broken(rule.EXACT_MOVE, "bust", who=car, roll=rule.listed(roll))
    elif roll:
        yield rule.exact_move(car, roll, points(roll, turn.use == "turbo"), turn.steps)
    if "gate" in turn.via and not position.gate_open:
        yield rule.broken(rule.GATE, "closed", who=car)
    if "shortcut" in turn.via and position.box(car).cylinder:
        yield rule.broken(rule.SHORTCUT, "again", who=car)
    if "turn" in turn.via:
        yield rule.broken(rule.LOOP, "turned", who=car)
    yield from _safety_faults(position, turn)


def _safety_faults(position: Position, turn: Turn) -> Iterator[Fact | None]:
    if not position.safety:
        if turn.kind == actions.HELD:
            yield rule.broken(rule.EXACT_MOVE, "stayed", who=turn.car, steps=turn.steps)
        return
    path = way(position.shape, position.stand(turn.car).node, turn.steps, turn.via)
    met = hindered(position, turn, path) if path else ()
    if turn.kind == actions.MOVE and met:
        yield rule.overtaking(turn.car, met)
    if turn.kind == actions.HELD and not (path and may_wait(position, turn, path)):
        yield rule.broken(rule.SAFETY_CAR, "waited", who=turn.car)
    if position.leading == (turn.car,):
        fewest = len(turn.roll) or fewest_dice(turn.steps, turn.use == "turbo")
        yield rule.leader_dice(turn.car, fewest)


def hindered(position: Position, turn: Turn, path: Path) -> tuple[str, ...]:
    """The cars that a movement would overtake (those on their wheels) or bump into; a slide on oil overtakes nobody."""
    now = _item_used(position, turn)
    met = (*overtaken(now, turn.car, path), *standing_on(now, _landing(position, path), but=turn.car))
    return tuple(dict.fromkeys(met))


def may_wait(position: Position, turn: Turn, path: Path) -> bool:
    """Whether a movement may be left out under the safety car.

    The book does not say whether sliding into cars on a corner is bumping: such a movement may be made or not.
    """
    now, space, board = _item_used(position, turn), _landing(position, path), position.shape
    if hindered(position, turn, path):
        return True
    if space not in now.oiled:
        return False
    node = board.nodes_of[space][0] if space != board.ids[path.end] else path.end
    while not board.corner[node]:
        node = board.following[node]
    return bool(standing_on(now, board.ids[node], but=turn.car))


def _item_used(position: Position, turn: Turn) -> Position:
    """The table once the driver has used his item, before the movement."""
    table = Desk(position)
    use_item(table, turn)
    return table.now()


def _landing(position: Position, path: Path) -> str:
    """The space on which a movement ends, from a T space the other one."""
    other_t = position.shape.other_t(path.end)
    return position.shape.ids[path.end if other_t is None else other_t]


def _item_faults(position: Position, turn: Turn) -> Iterator[Fact | None]:
    car, use = turn.car, turn.use
    if not use:
        return
    if use == "oil" and position.switches.items == "board":
        yield rule.broken(rule.ITEMS_ON_BOARD, "oil", who=car)
    elif not position.may_hold(car, use):
        yield rule.broken(rule.ITEM_RULES[use], "not-held", who=car, item=use)
    node = position.stand(car).node
    if use in ("bomb", "oil") and node is not None and position.shape.ids[node] in position.shape.no_items:
        yield rule.broken(rule.ITEM_RULES[use], "put", who=car, item=use, space=position.shape.ids[node])
    if use == "rocket":
        aimed = target(position, car)
        if aimed is None or aimed.blocked:
            yield rule.broken(rule.ROCKET, "corner" if aimed else "nobody", who=car)


@lru_cache(maxsize=64)
def fewest_dice(steps: int, turbo: bool) -> int:
    """With how few different dice a distance can be rolled (7 when it cannot).

    >>> fewest_dice(6, False), fewest_dice(12, False), fewest_dice(12, True), fewest_dice(22, False)
    (1, 3, 1, 7)
    """
    return min((len(roll) for roll in rolls_for(steps, turbo, DICE)), default=DICE + 1)


@lru_cache(maxsize=512)
def rolls_for(steps: int, turbo: bool, most: int, having: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Every set of at most so many different dice, among them those in `having`, that carries a car so far."""
    return tuple(
        roll
        for roll in all_rolls(most)
        if points(roll, turbo) == steps and set(having) <= set(roll) and len(set(having)) == len(having)
    )


@lru_cache(maxsize=8)
def all_rolls(most: int) -> tuple[tuple[int, ...], ...]:
    """Every set of 1 to `most` different dice, smallest first."""
    sets = [tuple(face for face in range(1, 7) if bits >> (face - 1) & 1) for bits in range(1, 64)]
    return tuple(sorted((roll for roll in sets if len(roll) <= most), key=lambda roll: (len(roll), roll)))
