"""What of a position can be seen, in what two looks differ, and a look held against what a turn must lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.frozen import replace
from referee.games.base import Rule
from referee.games.fact import Fact
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.effects import Outcome, next_seat
from referee.games.nestorgames_gp.observation import DICE, Box, CarSeen, Item, Observation, Thrown, Tray, thrown_anew
from referee.games.nestorgames_gp.position import STOCK, Position, Stand, car_seen, nodes_seen, visible
from referee.games.nestorgames_gp.rules import RULES, crashes, extras, features, items, race

DISCS = 3
"""A set has so many for each car (rule book, MATERIAL); in a longer race a box cannot show more."""


# -- two looks --------------------------------------------------------------------------------------------------------


def show_table(position: Position, dice: tuple[Thrown, ...]) -> Observation:
    """What a camera sees; where a car that has finished lies is nobody's business."""
    seen = visible(position)
    cars = tuple(one for one in seen.cars if one[0] not in position.finished) if position.finished else seen.cars
    return replace(seen, cars=cars, dice=dice)


def clash(shown: Observation, seen: Observation) -> int:
    """In how many things two looks differ that both show."""
    return apart(shown, seen) + _dice_apart(shown, seen)


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
    of the card was seen.
    """
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


def _items_apart(due: Sequence[Item], seen: Observation) -> int:
    """Items that are gone from spaces in view or lie where there were none; one turned over counts once."""
    gone, come = _gone_and_come(tuple(due), seen.items)
    hidden = hiding(seen) if gone else set()
    turned = sum(replace(item, active=not item.active) in gone for item in come)
    in_view = sum(item.space not in hidden or replace(item, active=not item.active) in come for item in gone.elements())
    return in_view + come.total() - turned


@lru_cache(maxsize=4096)
def _gone_and_come(due: tuple[Item, ...], seen: tuple[Item, ...]) -> tuple[Counter[Item], Counter[Item]]:
    return Counter(due) - Counter(seen), Counter(seen) - Counter(due)


def hiding(seen: Observation) -> set[str]:
    """Spaces on which an item need not be seen: covered, under a car, or under another item."""
    return {*seen.unseen, *(look.space for _, look in seen.cars), *(item.space for item in seen.items)}


def lies(die: Thrown, dice: Sequence[Thrown]) -> bool:
    """Whether a die lies as one of these does."""
    return any(one.car == die.car and not thrown_anew(one, die) for one in dice)


def _dice_apart(shown: Observation, seen: Observation) -> int:
    """Dice that lie where none lay; those that are not seen any more were taken up."""
    return sum(not lies(die, shown.dice) for die in seen.dice)


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
    return [one for one in before.items if one.space == name] != [one for one in seen.items if one.space == name]


# -- a look held against a turn ---------------------------------------------------------------------------------------


@dataclass
class Held:
    """A look held against what a turn must lead to.

    Attributes
    ----------
    table : what must stand there, with everything that is seen taken as it stands.
    differs : whether they differ in anything.
    halfway : whether that may all still be done: the table is as it was, or at a stage of the turn.
    broken : the rules broken if it is not done any more.
    """

    table: Position
    differs: bool = False
    halfway: bool = True
    broken: list[Fact] = field(default_factory=list)

    def note(self, fault: Fact | None, halfway: bool) -> None:
        """Note a difference."""
        self.differs = True
        self.halfway = self.halfway and halfway
        if fault is not None:
            self.broken.append(fault)


@dataclass(frozen=True)
class Pair:
    """A turn with what it must lead to and what is seen."""

    before: Position
    turn: Turn
    outcome: Outcome
    seen: Observation

    def cause(self, what: str, which: str) -> str:
        """The rule that changes an aspect of the table, "" when none does."""
        return self.outcome.causes.get((what, which), "")

    def was(self, what: str, car: str, now: int) -> bool:
        """Whether a box or a car's side shows what it showed before the turn, or a stage of it."""
        before = getattr(self.before.stand(car) if what == "up" else self.before.box(car), what)
        return before == now or ((what, car), now) in self.outcome.passing


def held_against(before: Position, turn: Turn, outcome: Outcome, seen: Observation) -> Held:
    """A look held against a turn's outcome."""
    pair, due = Pair(before, turn, outcome, seen), outcome.after
    found = Held(due)
    cars, boxes = dict(due.cars), dict(due.boxes)
    for car, look in seen.cars:
        if car in cars and car not in due.finished:
            cars[car] = _car(pair, car, look, found)
    for car, box in seen.boxes:
        if car in boxes:
            boxes[car] = _box(pair, car, box, found)
    gate = due.gate_open
    if None not in (gate, seen.gate_open) and gate != seen.gate_open:
        was = before.gate_open
        found.note(features.gate_state(bool(gate), bool(seen.gate_open), was != gate), was == seen.gate_open)
        gate = seen.gate_open
    tray = _tray(pair, found)
    lying = _items(pair, found)
    newly = tuple(car for car in due.racing if boxes[car].discs == 0)
    for car in newly:
        cars[car] = replace(cars[car], node=None)
    found.table = replace(
        due,
        cars=tuple(cars.items()),
        boxes=tuple(boxes.items()),
        gate_open=gate,
        tray=tray,
        items=lying,
        finished=(*due.finished, *newly),
    )
    if newly:
        left = found.table
        following = left.turn if left.turn in left.racing or not left.racing else next_seat(left, left.turn)
        found.table = replace(left, turn=following if len(left.racing) > 1 else "")
    return found


def as_seen(after: Position, seen: Observation) -> Position:
    """A position with everything that is seen taken as it stands on the table."""
    taken = held_against(after, Turn(after.turn, actions.ROLLING), Outcome(after, {}), seen).table
    return replace(taken, dice=seen.dice if seen.dice_clear else after.dice)


def _car(pair: Pair, car: str, look: CarSeen, found: Held) -> Stand:
    board = pair.before.shape
    was, due = pair.before.stand(car), pair.outcome.after.stand(car)
    place, before = car_seen(board, due), car_seen(board, was)
    here = due
    if look.space != place.space:
        if not look.space and due.node is not None and due.node >= board.pole:
            return replace(due, up=look.up)
        on_the_way = {board.ids[node] for node in pair.outcome.resting} if car == pair.turn.car else set()
        found.note(_misplaced(pair, car, place.space, look.space), look.space in {before.space, *on_the_way})
        here = Stand(next(iter(nodes_seen(board, look)), None), due.up)
    elif place.toward and look.toward and look.toward != place.toward:
        found.note(features.loop_heading(car, place.toward, look.toward), halfway=False)
        here = Stand(nodes_seen(board, look)[0], due.up)
    if look.up != due.up:
        own = car == pair.turn.car and not was.up and not pair.cause("up", car) and pair.turn.kind != actions.ROLLING
        if not own:
            # a driver who moves a belly-up car has turned it up on the way: that is the one fault of his turn
            found.note(_wrong_side(pair, car, due.up, look.up), pair.was("up", car, look.up))
        here = replace(here, up=look.up)
    return here


def _misplaced(pair: Pair, car: str, due: str, seen: str) -> Fact | None:
    board, cause = pair.before.shape, pair.cause("car", car)
    seen_at, due_at = seen or "off", due or "off"
    if (car == pair.turn.car and cause == "teleport") or (due in board.teleport and seen in board.teleport):
        return features.teleport(car, due_at, seen_at)
    if car == pair.turn.car:
        return items.oil_slide(car, due_at, seen_at) if cause == "oil" else race.placed(car, seen)
    if cause or _was_hit(pair, car):
        return crashes.bump(car, due_at, seen_at)
    bays = {bay.id for bay in board.bays}
    if not pair.before.started and due in bays and seen in bays:
        return race.grid(car, seen_at, due_at)
    return race.turn_order(car, pair.turn.car)


def _was_hit(pair: Pair, car: str) -> bool:
    """Whether the mover ended on a car's space (a car that must crash there and was pushed instead)."""
    board, after = pair.before.shape, pair.outcome.after
    at, mover = pair.before.stand(car).node, after.stand(pair.turn.car).node
    moved = after.stand(pair.turn.car) != pair.before.stand(pair.turn.car)
    return moved and at is not None and mover is not None and board.ids[at] == board.ids[mover]


def _rule(cause: str, otherwise: Rule = crashes.CRASH) -> Rule:
    return RULES.get(f"nestorgames-gp/{cause}", otherwise)


def _wrong_side(pair: Pair, car: str, due: bool, seen: bool) -> Fact | None:
    cause = pair.cause("up", car)
    if due and cause == "belly-up":
        return race.belly_up(car, "not-turned")
    if seen and not pair.before.stand(car).up and not cause:
        return race.belly_up(car, "turned")
    return crashes.crash_side(car, due, seen, _rule(cause))


def _box(pair: Pair, car: str, seen: Box, found: Held) -> Box:
    due = pair.outcome.after.box(car)
    if seen == due:
        return due
    here = seen
    if DISCS <= seen.discs < due.discs:
        here = replace(here, discs=due.discs)
    if may_lie_on_card(pair.seen, car, due, seen):
        here = replace(here, dice=due.dice)
    if here.dice != due.dice:
        found.note(_wrong_dice(pair, car, due.dice, here.dice), pair.was("dice", car, here.dice))
    if here.discs != due.discs:
        found.note(race.lap(car, due.discs, here.discs), pair.was("discs", car, here.discs))
    if here.cylinder != due.cylinder:
        found.note(features.cylinder(car, due.cylinder, here.cylinder), pair.was("cylinder", car, here.cylinder))
    return here


def _wrong_dice(pair: Pair, car: str, due: int, seen: int) -> Fact | None:
    match pair.cause("dice", car):
        case "fix":
            return race.fixed_dice(car, due, seen)
        case "wrench":
            return items.wrench_dice(car, seen)
        case "safety-car":
            return extras.severe(car, due, seen)
        case "" if seen < due:
            return race.fixed_dice(car, due, seen)
        case cause:
            return crashes.crash_dice(car, due, seen, _rule(cause))


def _tray(pair: Pair, found: Held) -> Tray | None:
    was, due, seen = pair.before.tray, pair.outcome.after.tray, pair.seen.tray
    if due is None or seen is None:
        return due
    if seen.space != due.space:
        everything_taken = was == due == Tray("") and any(left > 0 for left in pair.outcome.after.stock.values())
        if not everything_taken:
            found.note(items.tray_place(due.space, seen.space), seen == was or not seen.space)
        return seen
    if due.item and seen.item and due.item != seen.item:
        found.note(items.tray_item(due.item, seen.item), seen == was)
        return seen
    if seen.item and due != was and not available(pair.outcome.after, seen.item):
        found.note(items.tray_item(items.AVAILABLE, seen.item), halfway=False)
    return replace(seen, item=seen.item or (due.item if seen.space else ""))


def available(after: Position, kind: str) -> bool:
    """Whether an item can be in the tray: unless too many lie on the table, a driver may have used his unseen."""
    return [item.kind for item in after.items].count(kind) < STOCK[kind] * after.switches.sets


def _items(pair: Pair, found: Held) -> tuple[Item, ...]:
    """The items as they are seen, and those that are due where they need not be seen."""
    if pair.outcome.after.items == pair.seen.items:
        return pair.seen.items
    due, seen, was = Counter(pair.outcome.after.items), Counter(pair.seen.items), Counter(pair.before.items)
    hidden, known, kept = hiding(pair.seen), pair.before.shape.nodes_of, list[Item]()
    for item in sorted((due - seen).elements()):
        turned = replace(item, active=not item.active)
        if item.space in hidden and turned not in seen:
            kept.append(item)
        elif was[item] < due[item] or item in was or turned not in was:
            found.note(_missing(pair, item), was[item] < due[item])
    for item in sorted((seen - due).elements()):
        turned_due = replace(item, active=not item.active) in due
        fault = None if turned_due else items.item_extra(_item_rule(pair, item), item.kind, item.space)
        found.note(fault, was[item] >= seen[item])
    return tuple(sorted([item for item in pair.seen.items if item.space in known] + kept))


def _missing(pair: Pair, item: Item) -> Fact:
    if item.kind == "oil" and pair.before.switches.wet and item.space in pair.before.shape.wet:
        return extras.wet_oil(item.space)
    return items.item_missing(_item_rule(pair, item), item.kind, item.space)


def _item_rule(pair: Pair, item: Item) -> Rule:
    cause = pair.cause("item", item.space)
    if cause:
        return _rule(cause, items.TRAY)
    if pair.before.switches.items == "board":
        return items.ITEMS_ON_BOARD
    return items.ITEM_RULES[item.kind] if item.kind in ("bomb", "oil") else items.TRAY


def once(faults: Sequence[Fact]) -> tuple[Fact, ...]:
    """The first breach of each rule."""
    first: dict[str, Fact] = {}
    for fault in faults:
        first.setdefault(fault.kind, fault)
    return tuple(first.values())
