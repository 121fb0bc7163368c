"""What simulated players do: the dice they throw, the items they use, and what their hands get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.base import Dice
from referee.games.nestorgames_gp import actions as kinds
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.board import EVERY_TURNING, paths_from
from referee.games.nestorgames_gp.book import ROLL, Play, actions, misused, settle, table_after_use
from referee.games.nestorgames_gp.law import target
from referee.games.nestorgames_gp.looks import apart, lies
from referee.games.nestorgames_gp.state import DICE, UNKNOWN, Box, CarSeen, Observation, Stand, Thrown, Tray, car_seen
from referee.games.rulebook import Step
from referee.mind.otherwise import changed, some, undone
from referee.mind.plant import Hands

STOP_AT = 10
ITEM_SHARE, FIX_SHARE, NERVE = 0.5, 0.5, 0.35
CELL_X_MM, CELL_Y_MM, JITTER_MM = 34, 34, 4
THROWN = ("roll", "sum", "bust")
"""What is claimed of dice."""
ITEMS = ("rocket", "bomb", "wrench", "oil")
"""Their use shows on the table before the car moves."""
OVERDONE = 10
"""So many things that do not follow from a turn are thought of at once."""
ENDED = 2
"""So many looks are left where the next step ends the turn."""


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


def _thrown(play: Play, car: str, dice: Dice) -> Observation:
    """One die more lies on the card, where none of theirs lay; those of earlier turns are picked up."""
    number = sum(die.car == car for die in play.rolled) + 1
    die = _die(car, number, dice)
    while lies(die, play.lying):
        die = _die(car, number, dice)
    return replace(play.seen, dice=(*play.rolled, die))


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


def otherwise(play: Play, looks: Sequence[Observation], dice: Dice) -> Iterator[Observation]:
    """Dice thrown that must not be, an item used that nobody holds, and what follows from a turn otherwise."""
    position, shape, ended = play.before, play.before.shape, looks[-1]
    if play.stage != ROLL:
        return
    for car in (play.car, position.seats[dice.randrange(len(position.seats))]) if len(play.rolled) < DICE else ():
        yield _thrown(play, car, dice)
    if position.qualifying:
        return
    for kind in ITEMS if position.switches.items != "none" and len(play.rolled) < 2 and not play.use else ():
        aim = (play.roll[0] if play.roll else DICE) if kind == "rocket" else 0
        if misused(play, kind, aim) and apart(play.seen, used := _after_use(play, kind, aim)):
            yield used
    if len(looks) != ENDED:
        return
    yield from undone(looks[0], looks[1])
    node, due = position.stand(play.car).node, points(play.roll, play.use == "turbo")
    steps = {due - 1, due, due + 1, points(play.roll, True)} if play.roll and node is not None else set[int]()
    paths = paths_from(shape, node, EVERY_TURNING)

    def ahead(space: str) -> Iterator[int]:
        yield from (shape.following[node] for node in shape.nodes_of.get(space, ())[:1])

    def moved(seen: tuple[str, CarSeen] | None) -> Iterator[tuple[str, CarSeen]]:
        if seen is not None:
            car, look = seen
            own = (path.end for path in paths if path.steps in steps)
            ends = own if car == play.car else ahead(look.space)
            yield from ((car, car_seen(shape, Stand(end, look.up))) for end in ends)
            yield car, replace(look, up=not look.up)

    def fewer(seen: tuple[str, Box] | None) -> Iterator[tuple[str, Box]]:
        if seen is not None:
            yield seen[0], replace(seen[1], dice=max(0, seen[1].dice - 1))
            yield seen[0], replace(seen[1], discs=max(1, seen[1].discs - 1))

    def moved_on(tray: Tray | None) -> Iterator[Tray]:
        yield from (replace(tray, space=shape.ids[on]) for on in ahead(tray.space)) if tray else ()

    wrong = [*changed(ended, "cars", moved), *changed(ended, "boxes", fewer), *changed(ended, "tray", moved_on)]
    wrong += changed(ended, "gate_open", lambda lies_open: () if lies_open is None else (not lies_open,))
    wrong += changed(ended, "items", lambda item: (None,) if item else ())
    yield from some(wrong, OVERDONE, dice)


def told(play: Play, slip: Step[Play], toward: Observation) -> Step[Play] | None:
    """Who uses an item says so; nothing is said of dice that nobody has thrown."""
    return _said(slip) if _dice_are_seen(slip) else None


def _dice_are_seen(step: Step[Play]) -> bool:
    """Whether nothing is claimed of dice that nobody has thrown."""
    unseen = any(not (one.free or one.shown_by) and one.fact.kind in THROWN for one in step.claims)
    return not unseen and ("roll=" in step.text or kinds.BUST not in step.text.split())


HANDS = Hands(choose, otherwise, told)
