"""What of a position can be seen, in what two looks differ, and a look held against what a turn must lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from referee.frozen import replace
from referee.games.base import Rule
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.actions import Turn
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.law import Outcome, next_seat
from referee.games.nestorgames_gp.state import (
    DICE,
    STOCK,
    Box,
    CarSeen,
    Item,
    Observation,
    Position,
    Stand,
    Thrown,
    Tray,
    car_seen,
    nodes_seen,
    thrown_anew,
)
from referee.words.fact import Fact

DISCS = 3
"""A set has so many for each car (rule book, MATERIAL); in a longer race a box cannot show more."""


# -- two looks --------------------------------------------------------------------------------------------------------


def clash(shown: Observation, seen: Observation) -> int:
    """In how many things two looks differ that both show."""
    thrown = sum(not lies(die, shown.dice) for die in seen.dice)  # those that are not seen any more were taken up
    return apart(shown, seen) + thrown


def apart(shown: Observation, seen: Observation) -> int:
    """In how many things but dice two looks differ."""
    cars, boxes = dict(shown.cars), dict(shown.boxes)
    found = sum(car in cars and not _same_car(shown, cars[car], look) for car, look in seen.cars)
    found += sum(car in boxes and not _same_box(seen, car, boxes[car], box) for car, box in seen.boxes)
    found += None not in (shown.gate_open, seen.gate_open) and shown.gate_open != seen.gate_open
    found += not _same_tray(shown.tray, seen.tray)
    return found + (shown.items != seen.items and _items_apart(shown.items, seen))


def _same_car(shown: Observation, here: CarSeen, look: CarSeen) -> bool:
    if here == look:
        return True
    if here.space != look.space:
        return not look.space and here.space in {bay.id for bay in board_named(shown.board).bays}
    return here.up == look.up and not (here.toward and look.toward and here.toward != look.toward)


def _same_box(seen: Observation, car: str, due: Box, box: Box) -> bool:
    if box == due:
        return True
    discs = box.discs == due.discs or DISCS <= box.discs < due.discs
    return discs and box.cylinder == due.cylinder and (box.dice == due.dice or may_lie_on_card(seen, car, due, box))


def may_lie_on_card(seen: Observation, car: str, due: Box, box: Box) -> bool:
    """Whether the lost die is one of those thrown, and goes into the box when they are taken up.

    It must be when all six of the colour (rule book, MATERIAL) lie on the card and in the box; it may be when not all
    of the card was seen. A car that stands on its wheels has not crashed.
    """
    look = dict(seen.cars).get(car)
    if look is not None and look.up and not all_dice_seen(seen, car, box):
        return False
    return box.dice < due.dice and (not seen.dice_clear or all_dice_seen(seen, car, box))


def all_dice_seen(seen: Observation, car: str, box: Box) -> bool:
    """Whether all six dice of a colour lie on the card and in its box."""
    return sum(die.car == car for die in seen.dice) + box.dice >= DICE


def all_that_was_thrown(seen: Observation, car: str, lost: int) -> bool:
    """Whether a car's dice on the card are all that it threw, so many having been lost before it did.

    Who crashes and has no other die left puts one of those thrown into the box.
    """
    look, box = dict(seen.cars).get(car), dict(seen.boxes).get(car)
    lost_now = lost + int(look is None or not look.up) if box is None else box.dice
    return seen.dice_clear and not (lost_now > lost and sum(die.car == car for die in seen.dice) + lost_now >= DICE)


def _same_tray(due: Tray | None, seen: Tray | None) -> bool:
    if due is None or seen is None or due == seen:
        return True
    return due.space == seen.space and not (due.item and seen.item) and bool(due.space)


def gone_and_come(due: tuple[Item, ...], seen: Observation) -> tuple[list[Item], list[Item]]:
    """Items that are gone from spaces in view, and those that lie where there were none or were turned over."""
    gone, come = _parted(due, seen.items)
    hidden = hiding(seen) if gone else set()
    turned = [replace(item, active=not item.active) for item in come]
    in_view = [item for item in gone.elements() if item in turned or item.space not in hidden]
    return in_view, list(come.elements())


def _items_apart(due: tuple[Item, ...], seen: Observation) -> int:
    """In how many items two looks differ; one turned over counts once."""
    gone, come = gone_and_come(due, seen)
    return len(gone) + len(come) - sum(replace(item, active=not item.active) in gone for item in set(come))


@lru_cache(maxsize=4096)
def _parted(due: tuple[Item, ...], seen: tuple[Item, ...]) -> tuple[Counter[Item], Counter[Item]]:
    return Counter(due) - Counter(seen), Counter(seen) - Counter(due)


def hiding(seen: Observation) -> set[str]:
    """Spaces on which an item need not be seen: covered, under a car, or under another item."""
    return {*seen.unseen, *(look.space for _, look in seen.cars), *(item.space for item in seen.items)}


def lies(die: Thrown, dice: Sequence[Thrown]) -> bool:
    """Whether a die lies as one of these does."""
    return any(one is die or (one.car == die.car and not thrown_anew(one, die)) for one in dice)


def left_lying(lying: tuple[Thrown, ...], seen: Observation) -> tuple[Thrown, ...]:
    """The dice that are not seen to be taken up."""
    return tuple(die for die in lying if lies(die, seen.dice)) if seen.dice_clear else lying


def come_to_lie(lying: Sequence[Thrown], seen: Observation, car: str = "") -> tuple[Thrown, ...]:
    """A driver's dice, or everybody's, that lie where none lay, in one order however they are listed."""
    found = [die for die in seen.dice if car in ("", die.car) and not lies(die, lying)]
    return tuple(sorted(found, key=lambda die: (die.car, die.number)))


def pushed(lying: tuple[Thrown, ...], seen: Observation) -> dict[Thrown, Thrown]:
    """The dice that may have been pushed, each with where it lies now: the same face a little further on.

    Who takes some of his dice up throws with them: a die of his that lies elsewhere then was not pushed there.
    """
    left, anew = left_lying(lying, seen), list(come_to_lie(lying, seen))
    found: dict[Thrown, Thrown] = {}
    for die in lying:
        if die not in left:
            same = next((one for one in anew if (one.car, one.face) == (die.car, die.face)), None)
            if same is not None:
                anew.remove(same)
                found[die] = same
    taken_up = {die.car for die in lying if die not in left and die not in found}
    return {die: now for die, now in found.items() if die.car not in taken_up}


def threw(before: Observation, seen: Observation) -> bool:
    """Whether somebody has thrown between two looks, of which the first showed all dice."""
    anew = come_to_lie(before.dice, seen) if before.dice_clear else ()
    return not set(anew) <= set(pushed(before.dice, seen).values())


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows a car (upright or belly-up), a box with so many lost dice, the gate, the tray or an item.

    What stands behind a second colon parts one claim from another about the same thing.
    """
    kind, _, rest = thing.partition(":")
    name, _, more = rest.partition(":")
    value = more.partition(":")[0]
    match kind:
        case "car":
            return any(car == name and value != ("down" if look.up else "up") for car, look in seen.cars)
        case "box":
            box = dict(seen.boxes).get(name)
            return box is not None and (box.dice >= int(value) or all_dice_seen(seen, name, box))
        case "dice":
            return any(die.car == name for die in seen.dice)
        case "gate":
            return seen.gate_open is not None
        case "tray":
            return seen.tray is not None
        case "space":
            return name not in seen.unseen
        case "card":
            return seen.dice_clear
    at = [item.kind for item in seen.items if item.space == name]
    return value in at or name not in hiding(seen)


def differs(before: Observation, seen: Observation, thing: str) -> bool:
    """Whether a thing that two looks show, as `shows` names it, is not in both alike."""
    kind, _, rest = thing.partition(":")
    name = rest.partition(":")[0]
    match kind:
        case "car":
            return not _same_car(before, dict(before.cars)[name], dict(seen.cars)[name])
        case "box":
            return dict(before.boxes)[name] != dict(seen.boxes)[name]
        case "gate":
            return before.gate_open != seen.gate_open
        case "tray":
            return not _same_tray(before.tray, seen.tray)
        case "card":
            return True
    return [one for one in before.items if one.space == name] != [one for one in seen.items if one.space == name]


# -- a look held against a turn ---------------------------------------------------------------------------------------


@dataclass
class Held:
    """A look held against what a turn must lead to.

    Attributes
    ----------
    before, turn, outcome, seen : the turn, what it must lead to, and the look.
    table : what must stand there, with everything that is seen taken as it stands.
    differs : whether they differ in anything.
    halfway : whether that may all still be done: the table is as it was, or at a stage of the turn.
    wrong : what is broken if it is not done any more, worked out when somebody asks.
    things : what they differ in, as `shows` names it.
    """

    before: Position
    turn: Turn
    outcome: Outcome
    seen: Observation
    table: Position
    differs: bool = False
    halfway: bool = True
    wrong: list[partial[Fact | None]] = field(default_factory=list)
    things: list[str] = field(default_factory=list)

    @property
    def broken(self) -> tuple[Fact, ...]:
        """The rules broken if it is not done any more."""
        return tuple(fault for one in self.wrong if (fault := one()) is not None)

    def note(self, thing: str, halfway: bool, fault: Callable[..., Fact | None], *about: Any, **what: Any) -> None:
        """Note a difference, and what is broken by it."""
        self.differs = True
        self.halfway = self.halfway and halfway
        self.things.append(thing)
        self.wrong.append(partial(fault, *about, **what))

    def cause(self, what: str, which: str) -> str:
        """The rule that changes an aspect of the table, "" when none does."""
        return self.outcome.causes.get((what, which), "")

    def was(self, what: str, car: str, now: int) -> bool:
        """Whether a box or a car's side shows what it showed before the turn, or a stage of it."""
        before = getattr(self.before.stand(car) if what == "up" else self.before.box(car), what)
        return before == now or ((what, car), now) in self.outcome.passing


def held_against(before: Position, turn: Turn, outcome: Outcome, seen: Observation) -> Held:
    """A look held against a turn's outcome."""
    due = outcome.after
    held = Held(before, turn, outcome, seen, due)
    cars, boxes = dict(due.cars), dict(due.boxes)
    looks, shown = dict(seen.cars), dict(seen.boxes)
    for car in cars:
        if car in looks and car not in due.finished:
            cars[car] = _car(held, car, looks[car])
    for car in boxes:
        if car in shown:
            boxes[car] = _box(held, car, shown[car])
    gate = due.gate_open
    if None not in (gate, seen.gate_open) and gate != seen.gate_open:
        was, how = before.gate_open, "switched" if before.gate_open != gate else "not-switched"
        held.note("gate", was == seen.gate_open, rule.broken, rule.GATE, how, gate="open" if gate else "closed")
        gate = seen.gate_open
    tray, lying = _tray(held), _items(held)
    newly = tuple(car for car in due.racing if boxes[car].discs == 0)
    for car in newly:
        cars[car] = replace(cars[car], node=None)
    left = replace(
        due,
        cars=tuple(cars.items()),
        boxes=tuple(boxes.items()),
        gate_open=gate,
        tray=tray,
        items=lying,
        finished=(*due.finished, *newly),
    )
    if newly:
        following = left.turn if left.turn in left.racing or not left.racing else next_seat(left, left.turn)
        left = replace(left, turn=following if len(left.racing) > 1 else "")
    held.table = with_started(due, left)
    return held


def with_started(before: Position, after: Position) -> Position:
    """A position with the cars counted as started that came where no way leads but across the line."""
    leave = before.shape.nodes_of[before.shape.exit][0]
    was, now = dict(before.cars), dict(after.cars)
    on_the_lap = {car for car, stand in now.items() if stand.node is not None and stand.node < leave}
    begun = {car for car in on_the_lap if (node := was[car].node) is not None and node >= leave}
    return after if begun <= after.started else replace(after, started=after.started | begun)


def as_seen(after: Position, seen: Observation) -> Position:
    """A position with everything that is seen taken as it stands on the table."""
    taken = held_against(after, Turn(after.turn, actions.ROLLING), Outcome(after, {}), seen).table
    return replace(taken, dice=seen.dice if seen.dice_clear else after.dice)


def _car(held: Held, car: str, look: CarSeen) -> Stand:
    board, turn = held.before.shape, held.turn
    was, due = held.before.stand(car), held.outcome.after.stand(car)
    place, before = car_seen(board, due), car_seen(board, was)
    here = due
    if look.space != place.space:
        if not look.space and due.node is not None and due.node >= board.pole:
            return replace(due, up=look.up)
        on_the_way = {board.ids[node] for node in held.outcome.resting} if car == turn.car else set()
        held.note(
            f"car:{car}", look.space in {before.space, *on_the_way}, _misplaced, held, car, place.space, look.space
        )
        here = Stand(next(iter(nodes_seen(board, look)), None), due.up)
    elif place.toward and look.toward and look.toward != place.toward:
        there = {"space": look.toward, "space2": place.toward}
        held.note(f"car:{car}", False, rule.broken, rule.LOOP, "points", who=car, **there)
        here = Stand(nodes_seen(board, look)[0], due.up)
    if look.up != due.up:
        own = car == turn.car and not was.up and not held.cause("up", car) and turn.kind != actions.ROLLING
        if not own:
            # a driver who moves a belly-up car has turned it up on the way: that is the one fault of his turn
            held.note(f"car:{car}", held.was("up", car, look.up), _wrong_side, held, car, due.up, look.up)
        here = replace(here, up=look.up)
    return here


def _misplaced(held: Held, car: str, due: str, seen: str) -> Fact | None:
    board, cause, mover = held.before.shape, held.cause("car", car), held.turn.car
    there: dict[str, str | int] = {"who": car, "space": seen or "off", "space2": due or "off"}
    if (car == mover and cause == "teleport") or (due in board.teleport and seen in board.teleport):
        return rule.broken(rule.TELEPORT, "stands", **there)
    if car == mover:
        return rule.broken(rule.OIL, "slides", **there) if cause == "oil" else rule.placed(car, seen)
    if cause or _was_hit(held, car):
        return rule.broken(rule.BUMP, "moved", **there)
    bays = {bay.id for bay in board.bays}
    if not held.before.started and due in bays and seen in bays:
        return rule.broken(rule.QUALIFYING, "grid", **there)
    return rule.turn_order(car, mover)


def _was_hit(held: Held, car: str) -> bool:
    """Whether the mover ended on a car's space (a car that must crash there and was pushed instead)."""
    board, mover = held.before.shape, held.turn.car
    at, now = held.before.stand(car).node, held.outcome.after.stand(mover)
    moved = now != held.before.stand(mover)
    return moved and at is not None and now.node is not None and board.ids[at] == board.ids[now.node]


def _rule(cause: str, otherwise: Rule = rule.CRASH) -> Rule:
    return rule.RULES.get(f"nestorgames-gp/{cause}", otherwise)


def _wrong_side(held: Held, car: str, due: bool, seen: bool) -> Fact:
    cause = held.cause("up", car)
    if due and cause == "belly-up":
        return rule.broken(rule.BELLY_UP, "not-turned", who=car)
    if seen and not held.before.stand(car).up and not cause:
        return rule.broken(rule.BELLY_UP, "turned", who=car)
    return rule.broken(_rule(cause), "lies" if due else "stands", who=car)


def _box(held: Held, car: str, seen: Box) -> Box:
    due = held.outcome.after.box(car)
    if seen == due:
        return due
    here = seen
    if DISCS <= seen.discs < due.discs:
        here = replace(here, discs=due.discs)
    if may_lie_on_card(held.seen, car, due, seen):
        here = replace(here, dice=due.dice)
    if here.dice != due.dice:
        if here.dice < min(due.dice, held.before.box(car).dice):
            held.things.append("card")  # covered, it may have held the die, see `may_lie_on_card`
        held.note(f"box:{car}:0", held.was("dice", car, here.dice), _wrong_dice, held, car, due.dice, here.dice)
    if here.discs != due.discs:
        how = "crossed" if here.discs > due.discs else "unfinished"
        was = held.was("discs", car, here.discs)
        held.note(f"box:{car}:0", was, rule.broken, rule.LAP, how, who=car, discs=here.discs, discs2=due.discs)
    if here.cylinder != due.cylinder:
        how = "cylinder-due" if due.cylinder else "cylinder-lies"
        was = held.was("cylinder", car, here.cylinder)
        held.note(f"box:{car}:0", was, rule.broken, rule.SHORTCUT, how, who=car)
    return here


def _wrong_dice(held: Held, car: str, due: int, seen: int) -> Fact:
    cause = held.cause("dice", car)
    if cause == "wrench":
        return rule.broken(rule.WRENCH, "box", who=car, dice=seen)
    if not cause and seen == due - 1 and car == held.turn.car and held.turn.kind not in (actions.FIX, actions.UP):
        return rule.broken(rule.FIX, "rolled", who=car)
    if cause:
        return rule.broken(_rule(cause), "dice", who=car, dice=seen, dice2=due)
    broken, how = (rule.CRASH, "no-crash") if seen > due else (rule.FIX, "not-fixed")
    return rule.broken(broken, how, who=car, dice=seen, dice2=due)


def _tray(held: Held) -> Tray | None:
    was, after, seen = held.before.tray, held.outcome.after, held.seen.tray
    due = after.tray
    if due is None or seen is None:
        return due
    holds = rule.TRAY, "holds"
    if seen.space != due.space:
        everything_taken = was == due == Tray("") and any(left > 0 for left in after.stock.values())
        if not everything_taken:
            how, there = "stays", {"space": seen.space or "off", "place": due.space or "off"}
            if held.cause("tray", "") and after.leading:
                how, there["who2"] = "place", after.leading[0]
            held.note("tray", seen == was or not seen.space, rule.broken, rule.TRAY, how, **there)
        return seen
    if due.item and seen.item and due.item != seen.item:
        held.note("tray", seen == was, rule.broken, *holds, item=seen.item, item2=due.item)
        return seen
    if seen.item and due != was and not available(after, seen.item):
        held.note("tray", False, rule.broken, *holds, item=seen.item, item2="available")
    return replace(seen, item=seen.item or (due.item if seen.space else ""))


def available(after: Position, kind: str) -> bool:
    """Whether an item can be in the tray: unless too many lie on the table, a driver may have used his unseen."""
    return [item.kind for item in after.items].count(kind) < STOCK[kind] * after.switches.sets


def _items(held: Held) -> tuple[Item, ...]:
    """The items as they are seen, and those that are due where they need not be seen."""
    after, look = held.outcome.after, held.seen
    if after.items == look.items:
        return look.items
    due, seen, was = Counter(after.items), Counter(look.items), Counter(held.before.items)
    hidden, known, kept = hiding(look), held.before.shape.nodes_of, list[Item]()
    for item in sorted((due - seen).elements()):
        turned = replace(item, active=not item.active)
        if item.space in hidden and turned not in seen:
            kept.append(item)
        elif was[item] < due[item] or item in was or turned not in was:
            held.note(f"space:{item.space}", was[item] < due[item], _wrong_item, held, item, "missing")
    for item in sorted((seen - due).elements()):
        turned_due = replace(item, active=not item.active) in due
        held.note(
            f"space:{item.space}", was[item] >= seen[item], _nothing if turned_due else _wrong_item, held, item, "extra"
        )
    return tuple(sorted([item for item in look.items if item.space in known] + kept))


def _nothing(*about: object) -> None:
    """No rule of its own: what was turned over is told where it is missing."""


def _wrong_item(held: Held, item: Item, how: str) -> Fact:
    before = held.before
    if how == "missing" and item.kind == "oil" and before.switches.wet and item.space in before.shape.wet:
        return rule.broken(rule.WET_RACE, "gone", space=item.space)
    cause = held.cause("item", item.space)
    if cause:
        broken = _rule(cause, rule.TRAY)
    elif before.switches.items == "board":
        broken = rule.ITEMS_ON_BOARD
    else:
        broken = rule.ITEM_RULES[item.kind] if item.kind in ("bomb", "oil") else rule.TRAY
    return rule.broken(broken, how, item=item.kind, space=item.space)


def breach(fault: Fact) -> str:
    """What counts once in a turn: that a rule was broken, and of each driver that he came out of turn."""
    return f"{fault.kind}:{fault.get('who')}" if fault.kind == rule.TURN_ORDER.id else fault.kind


def once(faults: Sequence[Fact]) -> tuple[Fact, ...]:
    """The first of each breach."""
    first: dict[str, Fact] = {}
    for fault in faults:
        first.setdefault(breach(fault), fault)
    return tuple(first.values())
