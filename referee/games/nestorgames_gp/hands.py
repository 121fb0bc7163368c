"""What simulated players do: the dice they throw, the items they use, and what their hands get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice
from referee.games.nestorgames_gp import actions as kinds
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.book import (
    ROLL,
    Play,
    actions,
    misused,
    settle,
    slips,
    table_after_use,
)
from referee.games.nestorgames_gp.looks import apart, lies
from referee.games.nestorgames_gp.observation import DICE, UNKNOWN, Box, CarSeen, Observation, Thrown, Tray
from referee.games.nestorgames_gp.paths import EVERY_TURNING, paths_from, target
from referee.games.nestorgames_gp.position import Stand, car_seen
from referee.games.rulebook import Step

STOP_AT = 10
ITEM_SHARE, FIX_SHARE, NERVE = 0.5, 0.5, 0.35
CELL_X_MM, CELL_Y_MM, JITTER_MM = 34, 34, 4
THROWN = ("roll", "sum", "bust")
"""What is claimed of dice."""
OVERDONE = 6
"""So many things that do not follow from a turn are thought of at once."""


# -- what a driver does -----------------------------------------------------------------------------------------------


def choose(play: Play, dice: Dice) -> Step[Play] | None:
    """The next step of a driver who keeps the rules."""
    if play.stage != ROLL:
        return next(step for step in actions(play) if step.over)
    used = _used(play, dice)
    if used is not None:
        return used
    if _rolls_on(play, dice):
        table = _thrown(play, play.car, dice)
        return next((step for step in actions(play, table) if step.chance and not step.over), None)
    endings = _endings(play, _covered(play))
    turbo = [step for step in endings if step.text.startswith("use=turbo")]
    plain = [step for step in endings if not step.text.startswith("use=")]
    some = turbo if turbo and dice.random() < ITEM_SHARE else plain or endings
    return _cleared(play, _refilled(play, some[dice.randrange(len(some))], dice)) if some else None


def _cleared(play: Play, step: Step[Play]) -> Step[Play]:
    """The dice of earlier turns are picked up, and those that the driver has lost now."""
    left = DICE - step.after.before.box(play.car).dice
    return replace(step, after=settle(step.after, replace(step.after.seen, dice=play.rolled[:left])))


def _used(play: Play, dice: Dice) -> Step[Play] | None:
    """An item used before the roll, often none; a rocket by the first die."""
    hand = [kind for kind in play.before.hand(play.car) if kind not in ("turbo", UNKNOWN)]
    if play.use or play.before.qualifying or not hand or dice.random() > ITEM_SHARE:
        return None
    kind = hand[dice.randrange(len(hand))]
    aimed = target(play.before, play.car)
    if len(play.rolled) != (kind == "rocket") or (kind == "rocket" and (aimed is None or aimed.blocked)):
        return None
    aim = play.roll[0] if kind == "rocket" else 0
    table = _after_use(play, kind, aim)
    steps = [step for step in actions(play, table) if not step.over and step.text.startswith(f"use={kind}")]
    return next((_said(step) for step in steps), None)


def _said(step: Step[Play]) -> Step[Play]:
    """Who uses an item says so, whatever the table shows of it."""
    items = ("use", "aim")
    claims = (replace(one, shown_by="", free=False) if one.fact.kind in items else one for one in step.claims)
    return replace(step, claims=tuple(claims))


def _after_use(play: Play, kind: str, aim: int) -> Observation:
    """The table once an item is used."""
    after = table_after_use(play.before, Turn(play.car, kinds.ROLLING, kind, aim)).after
    return replace(after.in_race, dice=play.lying)


def _rolls_on(play: Play, dice: Dice) -> bool:
    """Whether the driver throws another die: until there is enough, a repeat, or none left."""
    position, car, roll = play.before, play.car, play.roll
    free = DICE if position.qualifying or play.use == "wrench" else position.dice_left(car)
    if not position.qualifying:
        if not position.stand(car).up and play.use != "wrench":
            return False
        if position.safety and position.leading == (car,):
            free = min(free, 1)
        if not roll and not play.use and position.box(car).dice > 2 and dice.random() < FIX_SHARE:
            return False
    return len(roll) < free and not has_repeat(roll) and (sum(roll) < STOP_AT or dice.random() < NERVE)


def _thrown(play: Play, car: str, dice: Dice, count: int = 1) -> Observation:
    """So many dice more lie on the card, where none of theirs lay; those of earlier turns are picked up."""
    rolled = list(play.rolled)
    for _ in range(count):
        number = sum(die.car == car for die in rolled) + 1
        die = _die(car, number, dice)
        while lies(die, play.lying):
            die = _die(car, number, dice)
        rolled.append(die)
    return replace(play.seen, dice=tuple(rolled))


def _die(car: str, number: int, dice: Dice) -> Thrown:
    x_mm = CELL_X_MM * ((number - 1) % 3 - 1) + dice.randrange(2 * JITTER_MM + 1) - JITTER_MM
    y_mm = CELL_Y_MM * ((number - 1) // 3 - 0.5) + dice.randrange(2 * JITTER_MM + 1) - JITTER_MM
    return Thrown(car, number, dice.randrange(6) + 1, x_mm, y_mm, float(dice.randrange(360)))


def _covered(play: Play) -> Observation:
    """The dice as they lie, and nothing else: any ending may follow from them."""
    board = frozenset(play.before.shape.ids)
    bare = replace(play.seen, cars=(), boxes=(), gate_open=None, tray=None, items=(), unseen=board)
    return replace(bare, dice=play.rolled or play.lying)


def _endings(play: Play, table: Observation) -> list[Step[Play]]:
    """The ends of the turn, with no dice but those thrown."""
    endings = [step for step in actions(play, table) if step.over and _dice_are_seen(step)]
    return endings if play.rolled else [step for step in endings if step.text in ("", kinds.UP, kinds.FIX)]


def _refilled(play: Play, step: Step[Play], dice: Dice) -> Step[Play]:
    """Who takes the item out of the tray picks the next one."""
    after = step.after.before
    if after.tray is None or after.tray == play.before.tray or not after.tray.space or after.tray.item:
        return step
    left = [kind for kind, count in replace(after, tray=None).stock.items() if count > 0]
    tray = Tray(after.tray.space, left[dice.randrange(len(left))])
    endings = _endings(play, replace(_covered(play), tray=tray))
    return next((one for one in endings if one.after.before == replace(after, tray=tray)), step)


# -- what goes wrong --------------------------------------------------------------------------------------------------


def blunders(play: Play, dice: Dice) -> Iterator[tuple[Step[Play], ...]]:
    """Dice thrown that must not be, another's turn, items that nobody holds, and a turn left undone or overdone."""
    if play.stage != ROLL:
        return
    for table in _wrong_looks(play, dice):
        yield from ((_said(slip),) for slip in slips(play, table) if _dice_are_seen(slip))


def _dice_are_seen(step: Step[Play]) -> bool:
    """Whether nothing is claimed of dice that nobody has thrown."""
    unseen = any(not (one.free or one.shown_by) and one.fact.kind in THROWN for one in step.claims)
    return not unseen and ("roll=" in step.text or kinds.BUST not in step.text.split())


def _wrong_looks(play: Play, dice: Dice) -> Iterator[Observation]:
    if len(play.rolled) < DICE:
        yield _thrown(play, play.car, dice)
    position = play.before
    if position.qualifying:
        return
    others = [car for car in position.racing if car != play.car]
    if others and not play.rolled:
        yield _driven(play, others[dice.randrange(len(others))], dice)
    if position.switches.items != "none" and len(play.rolled) < 2 and not play.use:
        for kind in ("rocket", "bomb", "wrench", "oil"):
            aim = play.roll[0] if play.roll else DICE
            aimed = aim if kind == "rocket" else 0
            table = _after_use(play, kind, aimed) if misused(play, kind, aimed) else play.seen
            if apart(play.seen, table):
                yield table
    endings = [] if _rolls_on(play, dice) else _endings(play, _covered(play))
    if endings:
        ended = _refilled(play, endings[dice.randrange(len(endings))], dice)
        yield from _left_out(play, ended.after.seen)
        overdone = list(_overdone(play, ended.after.seen))
        for _ in range(min(OVERDONE, len(overdone))):
            yield overdone.pop(dice.randrange(len(overdone)))


def _driven(play: Play, car: str, dice: Dice) -> Observation:
    """Another car has been driven by dice of its own."""
    position = play.before
    free, node = position.dice_left(car), position.stand(car).node
    table = _thrown(replace(play, rolled=()), car, dice, 1 + dice.randrange(max(1, min(3, free))))
    due = sum(die.face for die in table.dice)
    ends = [path.end for path in paths_from(position.shape, node, frozenset()) if path.steps == due] if node else []
    return _with_car(table, car, car_seen(position.shape, Stand(ends[0]))) if ends else table


def _left_out(play: Play, after: Observation) -> Iterator[Observation]:
    """The table after a turn, but for one thing that follows from it and was left as it was, or done by half."""
    was, boxes, gate = dict(play.seen.cars), dict(play.seen.boxes), play.seen.gate_open
    for car, look in after.cars:
        if look.up != was[car].up:
            yield _with_car(after, car, replace(look, up=was[car].up))
        if car != play.car and look != was[car]:
            yield _with_car(after, car, was[car])
    for car, box in after.boxes:
        old = boxes[car]
        halves = replace(box, dice=old.dice), replace(box, discs=old.discs), replace(box, cylinder=old.cylinder)
        yield from (_with_box(after, car, one) for one in dict.fromkeys((old, *halves)) if one != box)
    if after.gate_open != gate:
        yield replace(after, gate_open=gate)
    if after.tray is not None and play.seen.tray is not None and after.tray != play.seen.tray:
        yield replace(after, tray=replace(after.tray, space=play.seen.tray.space))
    yield from _moved(play, after, {points(play.roll, play.use == "turbo")} if play.roll else set())


def _overdone(play: Play, after: Observation) -> Iterator[Observation]:
    """The table after a turn, and one thing that does not follow from it."""
    shape, due = play.before.shape, points(play.roll, play.use == "turbo")
    for car, look in after.cars:
        yield _with_car(after, car, replace(look, up=not look.up))
        if car != play.car and look.space in shape.track:
            ahead = Stand(shape.following[shape.nodes_of[look.space][0]], look.up)
            yield _with_car(after, car, car_seen(shape, ahead))
    for car, box in after.boxes:
        fewer = replace(box, dice=max(0, box.dice - 1)), replace(box, discs=max(1, box.discs - 1))
        yield from (_with_box(after, car, one) for one in fewer if one != box)
    if after.gate_open is not None:
        yield replace(after, gate_open=not after.gate_open)
    if after.tray is not None and after.tray.space:
        ahead_of_it = shape.ids[shape.following[shape.nodes_of[after.tray.space][0]]]
        yield replace(after, tray=replace(after.tray, space=ahead_of_it))
    for item in after.items:
        yield replace(after, items=tuple(one for one in after.items if one != item))
    yield from _moved(play, after, {due - 1, due + 1, points(play.roll, True)} if play.roll else set())


def _moved(play: Play, after: Observation, steps: set[int]) -> Iterator[Observation]:
    """The table after a turn, the driver's car so many spaces further on, by any road."""
    node = play.before.stand(play.car).node
    for path in () if node is None else paths_from(play.before.shape, node, EVERY_TURNING):
        if path.steps in steps:
            yield _with_car(after, play.car, car_seen(play.before.shape, Stand(path.end)))


def _with_box(seen: Observation, car: str, box: Box) -> Observation:
    return replace(seen, boxes=tuple((one, box if one == car else there) for one, there in seen.boxes))


def _with_car(seen: Observation, car: str, look: CarSeen) -> Observation:
    return replace(seen, cars=tuple((one, look if one == car else there) for one, there in seen.cars))
