"""The table held against what it must show: a difference is a broken rule, a thing still to be done while the turn goes
on, or, where nothing is seen, something to be assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn
from referee.games.nestorgames_gp.effects import Outcome, next_seat
from referee.games.nestorgames_gp.observation import DICE, Box, CarSeen, Item, Observation, Tray
from referee.games.nestorgames_gp.position import STOCK, Position, Stand, car_seen, nodes_seen
from referee.games.nestorgames_gp.rules import RULES, crashes, extras, features, items, race
from referee.games.nestorgames_gp.words import WORDS


@dataclass
class Differences:
    """What came out of one comparison."""

    faults: list[Fact] = field(default_factory=list)
    assumes: list[str] = field(default_factory=list)
    pending: int = 0

    def take(self, granted: Fact) -> None:
        """Note what is taken for granted."""
        self.assumes.append(WORDS.tell(granted))

    def add(self, fault: Fact | None) -> None:
        """Note a broken rule."""
        if fault is not None:
            self.faults.append(fault)


DISCS = 3
"""A set has so many for each car (rule book, MATERIAL); in a longer race a box cannot show more."""


@dataclass(frozen=True)
class Pair:
    """A turn with what it must lead to and what is seen."""

    before: Position
    turn: Turn
    outcome: Outcome
    seen: Observation
    closed: bool

    @property
    def after(self) -> Position:
        """What must stand on the table."""
        return self.outcome.after

    def cause(self, what: str, which: str) -> str:
        """The rule that changes an aspect of the table, "" when none does."""
        return self.outcome.causes.get((what, which), "")

    def still_to_do(self, was: object, now: object) -> bool:
        """Whether a difference is merely not done yet: the turn goes on and the table is as it was."""
        return not self.closed and was == now

    def on_the_way(self, what: str, car: str, now: int) -> bool:
        """Whether a box or a car's side shows no more than a stage of a turn that goes on."""
        was = getattr(self.before.stand(car) if what == "up" else self.before.box(car), what)
        return self.still_to_do(was, now) or (not self.closed and ((what, car), now) in self.outcome.passing)


def differences(pair: Pair) -> Differences:
    """Everything in which the table differs from what the turn must lead to."""
    found = Differences()
    cars, boxes = dict(pair.seen.cars), dict(pair.seen.boxes)
    for car in pair.before.seats:
        if car not in pair.after.finished:
            _car(pair, car, cars.get(car), found)
        if car in boxes:
            _box(pair, car, boxes[car], found)
        elif pair.after.box(car) != pair.before.box(car):
            found.take(fact("box", by=car, value=str(pair.after.box(car).dice)))
    _gate(pair, found)
    _tray(pair, found)
    for fault in _items(pair, found):
        found.add(fault)
    return found


# -- cars ---------------------------------------------------------------------------------------------------------


def _car(pair: Pair, car: str, seen: CarSeen | None, found: Differences) -> None:
    board = pair.before.shape
    was, due = pair.before.stand(car), pair.after.stand(car)
    if seen is None:
        if due != was:
            stands = fact("car", by=car, value=car_seen(board, due).space or "off")
            found.take(stands if due.up else stands.also(how="down"))
        return
    if (
        was == due
        and not seen.space
        and was.node is not None
        and was.node >= board.pole
        and car not in pair.before.started
    ):
        return
    place, before = car_seen(board, due), car_seen(board, was)
    if seen.space != place.space:
        on_the_way = {board.ids[node] for node in pair.outcome.resting} if car == pair.turn.car else set()
        if pair.still_to_do(before.space, seen.space) or (not pair.closed and seen.space in on_the_way):
            found.pending += 1
        else:
            found.add(_misplaced(pair, car, place.space, seen.space))
    elif place.toward and seen.toward and seen.toward != place.toward:
        found.add(features.loop_heading(car, place.toward, seen.toward))
    if seen.up != due.up:
        if pair.on_the_way("up", car, seen.up):
            found.pending += 1
        else:
            found.add(_wrong_side(pair, car, due.up, seen.up))


def _misplaced(pair: Pair, car: str, due: str, seen: str) -> Fact | None:
    seen_at, due_at = seen or "off", due or "off"
    if car == pair.turn.car:
        match pair.cause("car", car):
            case "teleport":
                return features.teleport(car, due_at, seen_at)
            case "oil":
                return items.oil_slide(car, due_at, seen_at)
        return race.placed(car, seen)
    board = pair.before.shape
    if due in board.teleport and seen in board.teleport:
        return features.teleport(car, due_at, seen_at)
    if pair.cause("car", car) or _was_hit(pair, car):
        return crashes.bump(car, due_at, seen_at)
    bays = {bay.id for bay in board.bays}
    if not pair.before.started and due in bays and seen in bays:
        return race.grid(car, seen_at, due_at)
    return race.turn_order(car, pair.turn.car)


def _was_hit(pair: Pair, car: str) -> bool:
    """Whether the mover ended on a car's space (a car that must crash there and was pushed instead)."""
    board = pair.before.shape
    at, mover = pair.before.stand(car).node, pair.after.stand(pair.turn.car).node
    moved = pair.after.stand(pair.turn.car) != pair.before.stand(pair.turn.car)
    return moved and at is not None and mover is not None and board.ids[at] == board.ids[mover]


def _rule(cause: str, otherwise: Rule = crashes.CRASH) -> Rule:
    return RULES.get(f"nestorgames-gp/{cause}", otherwise)


def _wrong_side(pair: Pair, car: str, due: bool, seen: bool) -> Fact | None:
    cause = pair.cause("up", car)
    if due and cause == "belly-up":
        return race.belly_up(car, "not-turned")
    if seen and not pair.before.stand(car).up and not cause:
        # a driver who moves a belly-up car has turned it up on the way: that is the one fault of his turn
        own = car == pair.turn.car and pair.turn.kind != actions.ROLLING
        return None if own else race.belly_up(car, "turned")
    return crashes.crash_side(car, due, seen, _rule(cause))


# -- boxes --------------------------------------------------------------------------------------------------------


def _box(pair: Pair, car: str, seen: Box, found: Differences) -> None:
    due = pair.after.box(car)
    for what in ("dice", "discs", "cylinder"):
        right, now = getattr(due, what), getattr(seen, what)
        if now == right:
            continue
        if pair.on_the_way(what, car, now):
            found.pending += 1
        elif _cannot_show(pair.seen, car, what, right, now):
            if what == "dice" and not _all_seen(pair.seen, car, now):
                found.take(fact("box", how="die", by=car))
        elif what == "discs":
            found.add(race.lap(car, right, now))
        elif what == "cylinder":
            found.add(features.cylinder(car, right, now))
        else:
            found.add(_wrong_dice(pair, car, right, now))


def _cannot_show(seen: Observation, car: str, what: str, due: int, now: int) -> bool:
    """Whether the rest of what is due in a box lies elsewhere: a die among those thrown, discs that no set has."""
    if what == "discs":
        return DISCS <= now < due
    return what == "dice" and _lost_one_thrown(seen, car, due, now)


def _lost_one_thrown(seen: Observation, car: str, due: int, in_box: int) -> bool:
    """Whether the lost die is one of those thrown, and goes into the box when they are taken up.

    It must be when all six of the colour (rule book, MATERIAL) lie on the card and in the box; it may be when not all
    of the card was seen.
    """
    return in_box < due and (not seen.dice_clear or _all_seen(seen, car, in_box))


def _all_seen(seen: Observation, car: str, in_box: int) -> bool:
    return sum(die.car == car for die in seen.dice) + in_box >= DICE


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


# -- gate, tray and items -----------------------------------------------------------------------------------------


def _gate(pair: Pair, found: Differences) -> None:
    was, due, seen = pair.before.gate_open, pair.after.gate_open, pair.seen.gate_open
    if due is None or due == seen:
        return
    if seen is None:
        if was != due:
            found.take(fact("gate-stands", value="open" if due else "closed"))
    elif pair.still_to_do(was, seen):
        found.pending += 1
    else:
        found.add(features.gate_state(due, seen, switched=was != due))


def _tray(pair: Pair, found: Differences) -> None:
    was, due, seen = pair.before.tray, pair.after.tray, pair.seen.tray
    if due is None or due == seen:
        if due is not None and due != was and due.item and not _available(pair, due.item):
            found.add(items.tray_item(items.AVAILABLE, due.item))
        return
    if seen is None:
        if due != was:
            found.take(fact("tray-lies", value=due.space or "off"))
        return
    if pair.still_to_do(was, seen) or (not pair.closed and due != was and not seen.space):
        found.pending += 1
    elif seen.space != due.space:
        if not (was == due == Tray("") and any(left > 0 for left in pair.after.stock.values())):
            found.add(items.tray_place(due.space, seen.space))
    elif not due.item and due.space:
        return
    elif seen.item or due == was:
        found.add(items.tray_item(due.item, seen.item))
    elif not pair.closed:
        found.pending += 1
    else:
        found.take(fact("refill", value=due.item))


def _available(pair: Pair, kind: str) -> bool:
    """Whether an item can be in the tray: unless too many lie on the table, a driver may have used his unseen."""
    return [item.kind for item in pair.after.items].count(kind) < STOCK[kind] * pair.after.switches.sets


def _items(pair: Pair, found: Differences) -> Iterator[Fact]:
    due, seen, was = Counter(pair.after.items), Counter(pair.seen.items), Counter(pair.before.items)
    covered = {stand.space for _, stand in pair.seen.cars} | {item.space for item in seen}
    for item in sorted((due - seen).elements()):
        turned = replace(item, active=not item.active)
        if item.space in pair.seen.unseen or (item.space in covered and turned not in seen):
            if was[item] < due[item]:
                found.take(fact("item", at=item.space, value=item.kind))
        elif was[item] < due[item] and not pair.closed:
            found.pending += 1
        elif item in was or turned not in was:
            yield _missing(pair, item)
    for item in sorted((seen - due).elements()):
        if was[item] >= seen[item] and not pair.closed:
            found.pending += 1
        elif replace(item, active=not item.active) not in due:
            yield items.item_extra(_item_rule(pair, item), item.kind, item.space)


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


# -- what stands afterwards ---------------------------------------------------------------------------------------


def as_seen(after: Position, seen: Observation) -> Position:
    """The position that the rules make of a turn, with everything that is seen taken as it stands on the table."""
    board = after.shape
    looks, boxes = dict(seen.cars), dict(seen.boxes)
    cars = []
    for car, stand in after.cars:
        look = looks.get(car)
        if look is not None and car not in after.finished and (look.space in board.nodes_of):
            nodes = nodes_seen(board, look)
            stand = Stand(stand.node if stand.node in nodes else nodes[0], look.up)
        cars.append((car, stand))
    hidden = seen.unseen | {look.space for look in looks.values()} | {item.space for item in seen.items}
    missed = (Counter(after.items) - Counter(seen.items)).elements()
    kept = [one for one in missed if one.space in hidden and replace(one, active=not one.active) not in seen.items]
    newly = [car for car in after.racing if car in boxes and boxes[car].discs == 0]
    taken = replace(
        after,
        cars=tuple((car, Stand(None, stand.up) if car in newly else stand) for car, stand in cars),
        boxes=tuple((car, _box_as_seen(seen, car, box, boxes.get(car, box))) for car, box in after.boxes),
        gate_open=after.gate_open if seen.gate_open is None else seen.gate_open,
        tray=_tray_as_seen(after.tray, seen.tray),
        items=tuple(sorted([item for item in seen.items if item.space in board.nodes_of] + kept)),
        dice=seen.dice if seen.dice_clear else after.dice,
        finished=(*after.finished, *newly),
    )
    if not newly:
        return taken
    due = taken.turn if taken.turn in taken.racing else next_seat(taken, taken.turn) if taken.racing else ""
    return replace(taken, turn=due if len(taken.racing) > 1 else "")


def _box_as_seen(seen: Observation, car: str, due: Box, box: Box) -> Box:
    if DISCS <= box.discs < due.discs:
        box = replace(box, discs=due.discs)
    return replace(box, dice=due.dice) if _lost_one_thrown(seen, car, due.dice, box.dice) else box


def _tray_as_seen(due: Tray | None, seen: Tray | None) -> Tray | None:
    if due is None or seen is None:
        return due
    return replace(seen, item=seen.item or (due.item if seen.space else ""))
