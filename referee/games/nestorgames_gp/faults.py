"""Turns with one planted fault, to try the referee: everything else about them is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.games.base import Dice, Line, PlayedTurn
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.law import faults_of, hindered
from referee.games.nestorgames_gp.notation import parse_observation, position_text
from referee.games.nestorgames_gp.observation import Box, CarSeen, Observation, Tray
from referee.games.nestorgames_gp.paths import paths_from
from referee.games.nestorgames_gp.play import played
from referee.games.nestorgames_gp.position import Position, car_seen, leaders, visible
from referee.games.nestorgames_gp.staging import act_out, random_roll, random_turn, record
from referee.games.words_said import Spoken

TRIES = 25
NAME = "nestorgames-gp/"
ALONE = "alone"
"""The word that nobody else has had a turn unseen."""


Explain = Callable[[str, Sequence[Observation], Sequence[str], bool], tuple[Line, ...]]


def faulty_turn(position: Position, dice: Dice, fault: str, explain: Explain) -> PlayedTurn | None:
    """A turn that breaks just this rule, or None when the position does not allow it; `explain` as of a `Game`."""
    make = MAKERS.get(fault.removeprefix(NAME))
    if make is None or not position.turn:
        return None
    for _ in range(TRIES):
        turn = make(position, dice)
        if turn is not None and _cannot_be_legal(position, turn, explain):
            return turn
    return None


def _cannot_be_legal(position: Position, turn: PlayedTurn, explain: Explain) -> bool:
    """Whether no legal turn looks the same: a car that leaves the board in the end may have been miscounted unseen."""
    stops = [visible(position), *(parse_observation(stop) for stop in turn.stops)]
    meant = [Spoken(text, sure=True) for text in turn.declared]
    return bool(explain(position_text(position), stops, [*meant, ALONE], True)[0].violations)


# -- faults in what a driver chooses ------------------------------------------------------------------------------


def _chosen(
    position: Position, dice: Dice, turn: Turn, rule: str, seen: Observation | None = None
) -> PlayedTurn | None:
    """The turn on the table, when it breaks that rule and no other."""
    rules = {fault.kind for fault in faults_of(position, turn)}
    if rules != {NAME + rule}:
        return None
    stage = act_out(position, turn, dice)
    told = f"roll={'+'.join(map(str, turn.roll))}"
    if turn.roll and told not in stage.declared:
        stage.declared.append(told)
    return record(stage, position, turn, NAME + rule, seen)


def _rolled(position: Position, dice: Dice, car: str) -> Turn | None:
    """A roll of a car that could roll now, without its movement."""
    free = position.dice_left(car)
    if position.qualifying or not free or not position.stand(car).up or position.stand(car).node is None:
        return None
    roll = random_roll(dice, free)
    return None if has_repeat(roll) else Turn(car, actions.MOVE, roll=roll, steps=points(roll))


def _turn_order(position: Position, dice: Dice) -> PlayedTurn | None:
    others = [car for car in position.racing if car != position.turn]
    turn = _rolled(position, dice, others[dice.randrange(len(others))]) if others else None
    return _chosen(position, dice, turn, "turn-order") if turn else None


def _roll(position: Position, dice: Dice) -> PlayedTurn | None:
    turn = _rolled(position, dice, position.turn)
    if turn is None or not 2 <= len(turn.roll) < position.dice_left(position.turn):
        return None
    busted = replace(turn, kind=actions.BUST, steps=0, roll=(turn.roll[0], turn.roll[0], *turn.roll[1:]))
    return _chosen(position, dice, busted, "roll")


def _belly_up(position: Position, dice: Dice) -> PlayedTurn | None:
    if position.qualifying or position.stand(position.turn).up or not position.dice_left(position.turn):
        return None
    roll = (dice.randrange(6) + 1,)
    turn = Turn(position.turn, actions.MOVE, roll=roll, steps=points(roll))
    return _chosen(position, dice, turn, "belly-up")


def _exact_move(position: Position, dice: Dice) -> PlayedTurn | None:
    turn = _rolled(position, dice, position.turn)
    if turn is None:
        return None
    wrong = turn.steps + (1 if dice.random() < 0.5 else -1)
    return _chosen(position, dice, replace(turn, steps=wrong), "exact-move") if wrong > 0 else None


def _by_turning(kind: str, rule: str) -> Callable[[Position, Dice], PlayedTurn | None]:
    """A movement by a way that is not open."""

    def make(position: Position, dice: Dice) -> PlayedTurn | None:
        turn = _rolled(position, dice, position.turn)
        node = position.stand(position.turn).node
        if turn is None or node is None:
            return None
        ways = paths_from(position.shape, node, frozenset({kind}))
        ways = tuple(path for path in ways if path.via == (kind,) and path.steps == turn.steps)
        return _chosen(position, dice, replace(turn, via=(kind,)), rule) if ways else None

    return make


def _not_held(kind: str) -> Callable[[Position, Dice], PlayedTurn | None]:
    """An item used that the driver does not hold; one must be set aside for him to take."""

    def make(position: Position, dice: Dice) -> PlayedTurn | None:
        turn = _rolled(position, dice, position.turn)
        if turn is None or kind in position.hand(position.turn) or position.switches.items == "none":
            return None
        if position.stock[kind] < 1:
            return None
        aim = dice.randrange(6) + 1 if kind == "rocket" else 0
        steps = points(turn.roll, kind == "turbo")
        return _chosen(position, dice, replace(turn, use=kind, aim=aim, steps=steps), kind)

    return make


def _safety_car(position: Position, dice: Dice) -> PlayedTurn | None:
    turn = _rolled(position, dice, position.turn)
    if turn is None or not position.safety or leaders(position) == (turn.car,):
        return None
    node = position.stand(turn.car).node
    path = next(iter(p for p in paths_from(position.shape, node or 0, frozenset()) if p.steps == turn.steps), None)
    return _chosen(position, dice, turn, "safety-car") if path and hindered(position, turn, path) else None


def _qualifying(position: Position, dice: Dice) -> PlayedTurn | None:
    if not position.qualifying:
        return None
    turn = random_turn(position, dice)
    stage = act_out(position, turn, dice)
    wrong = 5 if has_repeat(turn.roll) else sum(turn.roll) - 1
    stage.declared.append(f"value={wrong}")
    return record(stage, position, turn, NAME + "qualifying")


# -- faults in what is done on the table --------------------------------------------------------------------------

Spoil = Callable[[Position, Position, Turn, Observation], Observation | None]


def _after(rule: str, spoil: Spoil) -> Callable[[Position, Dice], PlayedTurn | None]:
    """A legal turn of which something is not done as it must be."""

    def make(position: Position, dice: Dice) -> PlayedTurn | None:
        if position.qualifying:
            return None
        turn = random_turn(position, dice)
        after = played(position, turn)
        seen = spoil(position, after, turn, visible(after))
        if seen is None:
            return None
        return record(act_out(position, turn, dice), position, turn, NAME + rule, seen)

    return make


def _with_car(seen: Observation, car: str, look: CarSeen) -> Observation:
    return replace(seen, cars=tuple((one, look if one == car else there) for one, there in seen.cars))


def _with_box(seen: Observation, car: str, box: Box) -> Observation:
    return replace(seen, boxes=tuple((one, box if one == car else there) for one, there in seen.boxes))


def _left_unpushed(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    board = before.shape
    for car in after.racing:
        was, now = before.stand(car).node, after.stand(car).node
        if car != turn.car and was != now and was is not None and now is not None and not board.corner[now]:
            return _with_car(seen, car, car_seen(board, before.stand(car)))
    return None


def _left_upright(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    if turn.use == "rocket" or any(
        item.active and item.kind == "bomb" for item in set(before.items) - set(after.items)
    ):
        return None
    for car in after.racing:
        if before.stand(car).up and not after.stand(car).up and not _slid(before, after, turn):
            return _with_car(seen, car, replace(car_seen(after.shape, after.stand(car)), up=True))
    return None


def _slid(before: Position, after: Position, turn: Turn) -> bool:
    if turn.kind != actions.MOVE:
        return False
    ways = paths_from(before.shape, before.stand(turn.car).node or 0, frozenset(turn.via))
    end = next((path.end for path in ways if path.steps == turn.steps and path.via == turn.via), None)
    return end is None or any(
        item.kind == "oil" and item.space in (before.shape.ids[end], _t_end(before, end)) for item in before.items
    )


def _t_end(position: Position, end: int) -> str:
    other = position.shape.other_t(end)
    return position.shape.ids[end if other is None else other]


def _two_dice_back(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    box = after.box(turn.car)
    if turn.kind != actions.FIX or not box.dice:
        return None
    return _with_box(seen, turn.car, replace(box, dice=box.dice - 1))


def _wrong_discs(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    box = after.box(turn.car)
    if turn.car in after.finished:
        return None
    if box.discs < before.box(turn.car).discs:
        return _with_box(seen, turn.car, replace(box, discs=box.discs + 1))
    return _with_box(seen, turn.car, replace(box, discs=box.discs - 1)) if box.discs > 1 else None


def _no_cylinder(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    if turn.kind != actions.MOVE or "shortcut" not in turn.via or turn.car in after.finished:
        return None
    return _with_box(seen, turn.car, replace(after.box(turn.car), cylinder=False))


def _gate_forgotten(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    return None if after.gate_open is None else replace(seen, gate_open=not after.gate_open)


def _stays_on_t(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    board, node = before.shape, after.stand(turn.car).node
    if turn.kind != actions.MOVE or node is None or board.other_t(node) is None:
        return None
    other = board.teleport[1 - board.teleport.index(board.ids[node])]
    if any(look.space == other for _, look in seen.cars) or not all(
        before.stand(car) == after.stand(car) for car in before.seats if car != turn.car
    ):
        return None
    return _with_car(seen, turn.car, CarSeen(other))


def _tray_left(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    if before.tray == after.tray or before.tray is None:
        return None
    return replace(seen, tray=Tray(before.tray.space, after.tray.item if after.tray else ""))


def _oil_gone(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    taken = {look.space for _, look in seen.cars}
    wet = [
        item for item in after.items if item.kind == "oil" and item.space in after.shape.wet and item.space not in taken
    ]
    if not after.switches.wet or not wet:
        return None
    return replace(seen, items=tuple(item for item in seen.items if item != wet[0]))


def _item_gone(before: Position, after: Position, turn: Turn, seen: Observation) -> Observation | None:
    taken = {look.space for _, look in seen.cars}
    idle = [item for item in after.items if not item.active and item.space not in taken and item in before.items]
    if after.switches.items != "board" or not idle:
        return None
    return replace(seen, items=tuple(item for item in seen.items if item != idle[0]))


def _fastest_turn(position: Position, dice: Dice) -> PlayedTurn | None:
    if position.qualifying or not position.switches.fastest:
        return None
    turn = random_turn(position, dice)
    after = played(position, turn)
    stage = act_out(position, turn, dice)
    stage.declared.append(f"fastest={turn.car}:{(after.record[1] if after.record else 0) + 1}")
    return record(stage, position, turn, NAME + "fastest-turn")


MAKERS: dict[str, Callable[[Position, Dice], PlayedTurn | None]] = {
    "qualifying": _qualifying,
    "turn-order": _turn_order,
    "roll": _roll,
    "belly-up": _belly_up,
    "exact-move": _exact_move,
    "bump": _after("bump", _left_unpushed),
    "crash": _after("crash", _left_upright),
    "fix": _after("fix", _two_dice_back),
    "lap": _after("lap", _wrong_discs),
    "shortcut": _after("shortcut", _no_cylinder),
    "loop": _by_turning("turn", "loop"),
    "gate": _after("gate", _gate_forgotten),
    "teleport": _after("teleport", _stays_on_t),
    "tray": _after("tray", _tray_left),
    "rocket": _not_held("rocket"),
    "bomb": _not_held("bomb"),
    "wrench": _not_held("wrench"),
    "turbo": _not_held("turbo"),
    "oil": _not_held("oil"),
    "safety-car": _safety_car,
    "fastest-turn": _fastest_turn,
    "wet-race": _after("wet-race", _oil_gone),
    "items-on-board": _after("items-on-board", _item_gone),
}

FAULTS = tuple(NAME + rule for rule in MAKERS)
