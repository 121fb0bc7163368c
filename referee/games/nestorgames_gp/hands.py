"""What simulated players do: the dice they throw, the items they use, and what their hands get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice
from referee.games.nestorgames_gp import actions as kinds
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.book import settle, slips
from referee.games.nestorgames_gp.looks import apart, lies, show_table
from referee.games.nestorgames_gp.observation import DICE, UNKNOWN, CarSeen, Observation, Thrown, Tray
from referee.games.nestorgames_gp.paths import paths_from, target
from referee.games.nestorgames_gp.position import Stand, car_seen
from referee.games.nestorgames_gp.under_way import EVERY_TURNING, ROLL, Play, actions, misused, table_after_use
from referee.games.rulebook import Step

STOP_AT = 10
ITEM_SHARE, FIX_SHARE, NERVE = 0.5, 0.5, 0.35
CELL_X_MM, CELL_Y_MM, JITTER_MM = 34, 34, 4
THROWN = ("roll", "sum", "bust")
"""What is claimed of dice."""
SPOILT = 10
"""So many ways of leaving a turn undone or overdone are thought of at once."""


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
        return next((step for step in actions(play, table) if step.chance), None)
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
    told = (claim.fact.kind in ("use", "aim") for claim in step.claims)
    claims = (replace(claim, shown_by="", free=False) if said else claim for claim, said in zip(step.claims, told))
    return replace(step, claims=tuple(claims))


def _after_use(play: Play, kind: str, aim: int) -> Observation:
    """The table once an item is used."""
    return show_table(table_after_use(play.before, Turn(play.car, kinds.ROLLING, kind, aim)).after, play.lying)


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
    endings = _endings(play, _covered(play))
    if endings:
        ended = _refilled(play, endings[dice.randrange(len(endings))], dice)
        spoilt = list(_spoilt(play, ended.after.seen))
        for _ in range(min(SPOILT, len(spoilt))):
            yield spoilt.pop(dice.randrange(len(spoilt)))


def _driven(play: Play, car: str, dice: Dice) -> Observation:
    """Another car has been driven by dice of its own."""
    position = play.before
    free, node = position.dice_left(car), position.stand(car).node
    table = _thrown(replace(play, rolled=()), car, dice, 1 + dice.randrange(max(1, min(3, free))))
    due = sum(die.face for die in table.dice)
    ends = [path.end for path in paths_from(position.shape, node, frozenset()) if path.steps == due] if node else []
    return _with_car(table, car, car_seen(position.shape, Stand(ends[0]))) if ends else table


def _spoilt(play: Play, after: Observation) -> Iterator[Observation]:
    """The table after a turn, but for one thing: left as it was, done by half, or done too much."""
    before, car, shape = play.seen, play.car, play.before.shape
    was, boxes = dict(before.cars), dict(before.boxes)
    for one, look in after.cars:
        yield _with_car(after, one, replace(look, up=not look.up))
        if one != car and one in was and was[one] != look:
            yield _with_car(after, one, was[one])
    for one, box in after.boxes:
        if box != boxes[one]:
            wrong = [boxes[one], replace(box, dice=boxes[one].dice), replace(box, discs=boxes[one].discs)]
            wrong += [replace(box, cylinder=boxes[one].cylinder), replace(box, dice=max(0, box.dice - 1))]
            for other in (one for one in wrong if one != box):
                yield replace(after, boxes=tuple((name, other if name == one else lies) for name, lies in after.boxes))
    own = dict(after.boxes).get(car)
    if own is not None and own.discs > 1:
        less = replace(own, discs=own.discs - 1)
        yield replace(after, boxes=tuple((one, less if one == car else lies) for one, lies in after.boxes))
    if after.gate_open is not None:
        yield replace(after, gate_open=not after.gate_open)
    if after.tray is not None and before.tray is not None and after.tray != before.tray:
        yield replace(after, tray=replace(after.tray, space=before.tray.space))
    for item in after.items:
        yield replace(after, items=tuple(one for one in after.items if one != item))
    node = play.before.stand(car).node
    if node is None:
        return
    due = points(play.roll, play.use == "turbo")
    far = {due - 1, due, due + 1, points(play.roll, True)} if play.roll else set()
    for path in paths_from(shape, node, EVERY_TURNING):
        if path.steps in far:
            yield _with_car(after, car, car_seen(shape, Stand(path.end)))


def _with_car(seen: Observation, car: str, look: CarSeen) -> Observation:
    return replace(seen, cars=tuple((one, look if one == car else there) for one, there in seen.cars))
