"""Whether a turn's choices were allowed, and what follows: bumps, crashes, laps, items, features, the next turn.

`faults_of` holds a turn against every rule about what a driver may do; `resolve` does not ask whether it was allowed,
but says what the table must show after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from referee.frozen import replace
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.board import Board, Path, way
from referee.games.nestorgames_gp.state import DICE, UNKNOWN, Item, Position, SafetyCar, Stand, Tray
from referee.words.fact import Fact, facts


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
        return facts(*found)
    found += _item_faults(position, turn)
    found += _kind_faults(position, turn)
    if turn.kind not in (actions.UP, actions.FIX, actions.PUT):
        found += _roll_faults(position, turn, ordered)
    if turn.kind in (actions.MOVE, actions.HELD):
        found += _move_faults(position, turn)
    return facts(*found)


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
        far = not turn.roll and fewest_dice(turn.steps, turn.use == "turbo") > 1
        yield rule.leader_went(turn.car, turn.steps) if far else rule.leader_dice(turn.car, len(turn.roll))


def hindered(position: Position, turn: Turn, path: Path) -> tuple[str, ...]:
    """The cars that a movement would overtake (those on their wheels) or bump into; a slide on oil overtakes nobody."""
    now = _item_used(position, turn)
    met = (*overtaken(now, turn.car, path), *standing_on(now.shape, now.cars, _landing(position, path), but=turn.car))
    return tuple(dict.fromkeys(met))


def may_wait(position: Position, turn: Turn, path: Path) -> bool:
    """Whether a movement may be left out under the safety car.

    The book does not say whether sliding into cars on a corner is bumping: such a movement may be made or not.
    """
    now, node, board = _item_used(position, turn), _landing(position, path), position.shape
    if hindered(position, turn, path):
        return True
    slid = board.ids[node] in now.oiled
    return slid and bool(standing_on(board, now.cars, board.slide(node)[-1], but=turn.car))


def _item_used(position: Position, turn: Turn) -> Position:
    """The table once the driver has used his item, before the movement."""
    if not turn.use:
        return position
    table = Desk(position)
    use_item(table, turn)
    return table.now()


def _landing(position: Position, path: Path) -> int:
    """The node on which a movement ends, from a T space the other one."""
    other_t = position.shape.other_t(path.end)
    return path.end if other_t is None else other_t


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
    if has_repeat(having):
        return ()
    every = (roll for count in range(1, most + 1) for roll in combinations(range(1, 7), count))
    return tuple(roll for roll in every if points(roll, turbo) == steps and set(having) <= set(roll))


# -- what is in the way ------------------------------------------------------------------------------------------------


def turnings_open(position: Position, car: str) -> frozenset[str]:
    """The turnings a car may take."""
    kinds = {branch.kind for branch in position.shape.branches}
    if not position.gate_open:
        kinds.discard("gate")
    if position.box(car).cylinder:
        kinds.discard("shortcut")
    return frozenset(kinds)


@dataclass(frozen=True)
class Target:
    """What a rocket would meet: the cars on the nearest occupied space ahead, how far; is a corner between?"""

    cars: list[str]
    distance: int
    blocked: bool


def target(position: Position, car: str) -> Target | None:
    """The car right in front, along the road; None when there is no other car on it."""
    node = position.stand(car).node
    if node is None:
        return None
    board, blocked = position.shape, False
    for distance in range(1, len(board.track) + len(board.bays)):
        node = board.following[node]
        cars = standing_on(board, position.cars, node, but=car)
        if cars:
            return Target(cars, distance, blocked)
        blocked = blocked or board.corner[node]
    return None


def standing_on(board: Board, cars: Iterable[tuple[str, Stand]], node: int, but: str = "") -> list[str]:
    """The cars on a node's space."""
    nodes = board.nodes_of[board.ids[node]]
    return [car for car, stand in cars if stand.node in nodes and car != but]


def overtaken(position: Position, car: str, path: Path) -> tuple[str, ...]:
    """The cars on their wheels that a movement would pass."""
    board = position.shape
    passed = {board.ids[node] for node in path.nodes[1:-1]}
    return tuple(
        other
        for other, stand in position.cars
        if other != car and stand.up and stand.node is not None and board.ids[stand.node] in passed
    )


# -- what follows ------------------------------------------------------------------------------------------------------

Aspect = tuple[str, str]
"""Something on the table: ("car", "R"), ("up", "R"), ("dice", "R"), ("discs", "R"), ("gate", ""), ("item", "s3")..."""


@dataclass(frozen=True)
class Outcome:
    """What the rules make of a turn.

    Attributes
    ----------
    after : the position once all is done and the turn has passed on.
    causes : why each aspect changed, as the id of the rule (without the game's name).
    resting : nodes on which the mover comes to rest before it is moved on (a T space, an oil spill).
    passing : what a box or a car's side may show on the way to that (dice come back by a wrench, then one is lost).
    disputed : a car was pushed into one on a corner. The book is silent on whether that is a severe accident.
    """

    after: Position
    causes: dict[Aspect, str]
    resting: tuple[int, ...] = ()
    passing: frozenset[tuple[Aspect, int]] = frozenset()
    disputed: bool = False


class Desk:
    """The table while a turn is worked out: what stands there now, and what `Outcome` tells of how it came about."""

    def __init__(self, before: Position, mild: bool = False) -> None:
        self.before, self.mild, self.board = before, mild, before.shape
        self.cars, self.boxes, self.changed = dict(before.cars), dict(before.boxes), dict[str, Any]()
        self.items, self.held = before.items, before.held
        self.started, self.finished = before.started, before.finished
        self.causes: dict[Aspect, str] = {}
        self.resting: list[int] = []
        self.passing: set[tuple[Aspect, int]] = set()
        self.disputed = self.accident = self.severe = False

    def now(self, **changes: Any) -> Position:
        """What stands there now, with some fields changed for good."""
        self.changed |= changes
        return replace(
            self.before,
            cars=tuple(self.cars.items()),
            boxes=tuple(self.boxes.items()),
            items=self.items,
            held=self.held,
            started=self.started,
            finished=self.finished,
            **self.changed,
        )

    def put(self, car: str, node: int | None) -> None:
        """Set a car down on a node, None = off the board."""
        self.cars[car] = Stand(node, self.cars[car].up)

    def turn_over(self, car: str, up: bool, cause: str) -> None:
        """Set a car on its wheels or belly-up."""
        stand = self.cars[car]
        self.passing.add((("up", car), stand.up))
        self.causes["up", car] = cause
        self.cars[car] = Stand(stand.node, up)

    def set_box(self, car: str, cause: str, **changes: int | bool) -> None:
        """Change what lies in a box."""
        before = self.boxes[car]
        for what in changes:
            self.passing.add(((what, car), getattr(before, what)))
            self.causes[what, car] = cause
        self.boxes[car] = replace(before, **changes)  # type: ignore[arg-type]

    def hand(self, car: str) -> tuple[str, ...]:
        """The items that a driver holds now."""
        return dict(self.held).get(car, ())

    def hold(self, car: str, kinds: Iterable[str]) -> None:
        """Give a driver just these items."""
        held = {**dict(self.held), car: tuple(sorted(kinds))}
        self.held = tuple((one, held[one]) for one in sorted(held) if held[one])

    def lay(self, items: Iterable[Item], space: str, cause: str) -> None:
        """Have just these items on the board, after something was laid on a space or taken from it."""
        self.items = tuple(sorted(items))
        self.causes["item", space] = cause


def resolve(position: Position, turn: Turn) -> Outcome:
    """What the table must show after a turn."""
    table = Desk(position, turn.mild)
    owed = use_item(table, turn)
    if owed and not turn.late:
        lay_before_leader(table, owed)
    _play(table, turn)
    if owed and turn.late:
        lay_before_leader(table, owed)
    for car in table.finished:
        table.put(car, None)
    return Outcome(pass_on(table, turn), table.causes, tuple(table.resting), frozenset(table.passing), table.disputed)


def _play(table: Desk, turn: Turn) -> None:
    match turn.kind:
        case actions.UP:
            table.turn_over(turn.car, True, "belly-up")
        case actions.FIX:
            table.set_box(turn.car, "fix", dice=max(0, table.boxes[turn.car].dice - 1))
        case actions.MOVE:
            _move(table, turn)
        case actions.BUST:
            if table.before.on_corner(turn.car):
                crash(table, [turn.car], "crash", severe=turn.roll.count(6) > 1)
        case actions.PUT:
            table.put(turn.car, next(iter(table.board.nodes_of.get(turn.end, ())), None))
            table.causes["car", turn.car] = "exact-move"


# -- crashing and bumping -----------------------------------------------------------------------------------------


def crash(table: Desk, cars: list[str], cause: str, severe: bool = False) -> None:
    """Turn cars belly-up and take a die of each (all dice in a severe accident under the safety car rule)."""
    severe = severe and table.before.switches.safety
    table.accident = True
    table.severe = table.severe or severe
    for car in cars:
        table.turn_over(car, False, cause)
        lost = DICE if severe else min(DICE, table.boxes[car].dice + 1)
        table.set_box(car, "safety-car" if severe else cause, dice=lost)


def land(table: Desk, car: str, node: int, pushed: bool = False) -> bool:
    """Set a car down where its movement ends, with the bump or crash that follows; on a corner a pushed car crashes.

    Returns whether it has crashed.
    """
    others = standing_on(table.board, table.cars.items(), node, but=car)
    table.put(car, node)
    if table.board.corner[node]:
        if others or pushed:
            table.disputed |= pushed and bool(others) and table.before.switches.safety
            crash(table, [car, *others], "crash", severe=bool(others) and not (pushed and table.mild))
        return bool(others) or pushed
    for other in others:
        shove(table, other, node)
    return False


def shove(table: Desk, car: str, node: int) -> None:
    """Push a car one space on from a node, in the direction of the car that pushes."""
    ahead = table.board.following[node]
    table.causes["car", car] = "bump"
    if table.board.crosses_line(node, ahead) and table.before.switches.pushed_laps:
        cross_line(table, car)
    crashed = land(table, car, ahead, pushed=True)
    if table.before.switches.pushed_items:
        hazards(table, car, crashed)


def hazards(table: Desk, car: str, crashed: bool) -> None:
    """Bomb and oil where a car has ended its movement; who has crashed there does not slide as well."""
    node = table.cars[car].node
    if node is None:
        return
    here = [item for item in table.items if item.space == table.board.ids[node] and item.active]
    bomb = next((item for item in here if item.kind == "bomb"), None)
    if bomb is not None:
        table.lay((one for one in table.items if one is not bomb), bomb.space, "bomb")
        crash(table, [car], "bomb")
        if table.before.switches.items == "board":
            lay_before_leader(table, "bomb")
    elif here and not crashed:
        slide(table, car)


def slide(table: Desk, car: str) -> None:
    """Slide straight on until a corner, and crash there with every car on it."""
    node = table.cars[car].node
    assert node is not None
    table.resting.append(node)
    for here, ahead in pairwise(table.board.slide(node)):
        if table.board.crosses_line(here, ahead):
            cross_line(table, car)
    node = table.board.slide(node)[-1]
    others = standing_on(table.board, table.cars.items(), node, but=car)
    table.put(car, node)
    table.causes["car", car] = "oil"
    crash(table, [car, *others], "oil", severe=bool(others))


# -- moving -------------------------------------------------------------------------------------------------------


def _move(table: Desk, turn: Turn) -> None:
    car, board = turn.car, table.board
    path = way(board, table.cars[car].node, turn.steps, turn.via)
    if path is None:
        return
    for _ in range(path.crossings):
        cross_line(table, car)
    if "shortcut" in turn.via:
        table.set_box(car, "shortcut", cylinder=True)
    node = path.end
    table.causes["car", car] = "exact-move"
    other_t = board.other_t(node)
    if other_t is not None:
        table.resting.append(node)
        table.causes["car", car] = "teleport"
        node = other_t
    space = board.ids[node]
    hazards(table, car, crashed=land(table, car, node))
    take_items(table, turn, space)
    if table.before.gate_open is not None and board.gate and space in board.gate.switches:
        table.changed["gate_open"] = not table.before.gate_open
        table.causes["gate", ""] = "gate"


def cross_line(table: Desk, car: str) -> None:
    """Take a disc for a lap; the first crossing is the start of the race."""
    if car not in table.started:
        table.started |= {car}
        return
    if car in table.finished:
        return
    table.set_box(car, "lap", discs=max(0, table.boxes[car].discs - 1))
    if table.boxes[car].discs == 0:
        table.finished = (*table.finished, car)
        table.causes["car", car] = "lap"


# -- items --------------------------------------------------------------------------------------------------------


def use_item(table: Desk, turn: Turn) -> str:
    """Use the item of a turn; returns the kind that must be laid before the leader (items on the board), or ""."""
    if not turn.use:
        return ""
    car = turn.car
    hand = list(table.hand(car))
    held = turn.use if turn.use in hand else UNKNOWN
    if held in hand:
        hand.remove(held)
        table.hold(car, hand)
    node = table.cars[car].node
    if turn.use in ("bomb", "oil") and node is not None:
        space = table.board.ids[node]
        table.lay((*table.items, Item(space, turn.use, True)), space, turn.use)
        return ""
    if turn.use == "wrench":
        if not table.cars[car].up:
            table.turn_over(car, True, "wrench")
        table.set_box(car, "wrench", dice=0)
    if turn.use == "rocket":
        aimed = target(table.before, car)
        if aimed and turn.aim >= aimed.distance:
            crash(table, list(aimed.cars), "rocket")
        for hit in aimed.cars if aimed else ():
            table.causes["up", hit] = table.causes["dice", hit] = "rocket"
    return turn.use if table.before.switches.items == "board" else ""


def take_items(table: Desk, turn: Turn, space: str) -> None:
    """What the mover picks up where its movement ended, and the tray's next place."""
    tray = table.before.tray
    if tray is not None and tray.space == space:
        table.hold(turn.car, (*table.hand(turn.car), tray.item or UNKNOWN))
        aside = table.now(tray=Tray(""))
        stock = aside.stock
        refill = turn.refill or next((kind for kind, left in stock.items() if left > 0), "")
        refill = "" if refill == UNKNOWN else refill
        unknown = sum(held.count(UNKNOWN) for _, held in aside.held)
        left = sum(max(0, count) for count in stock.values()) - unknown
        ahead = free_space_ahead(aside) if turn.refill or left > 0 else ""
        table.changed["tray"] = Tray(ahead, refill) if ahead else Tray("")
        table.causes["tray", ""] = "tray"
        _used_unseen(table, refill)
    if table.before.switches.items == "board":
        taken = [item for item in table.items if item.space == space and not item.active]
        if taken:
            table.hold(turn.car, (*table.hand(turn.car), *(item.kind for item in taken)))
            table.lay([item for item in table.items if item not in taken], space, "items-on-board")


def _used_unseen(table: Desk, kind: str) -> None:
    """An item is in the tray that only drivers can have held: one has used it and nobody said so (a lost turbo boost).

    Which one did is not known, so each may still hold that item, or any other.
    """
    now = table.now()
    if now.stock.get(kind, 0) < 0:
        for car, held in now.held:
            table.hold(car, (UNKNOWN if one == kind else one for one in held))


def free_space_ahead(position: Position) -> str:
    """The next space in front of the leading car with no car, item or tray, where an item may lie."""
    board, node = position.shape, position.stand(position.leading[0]).node if position.leading else None
    if node is None:
        return ""
    taken = {board.ids[stand.node] for _, stand in position.cars if stand.node is not None} | board.no_items
    taken |= {item.space for item in position.items} | ({position.tray.space} if position.tray else set())
    for _ in range(len(board.ids)):
        node = board.following[node]
        if board.ids[node] not in taken:
            return board.ids[node]
    return ""


def lay_before_leader(table: Desk, kind: str) -> None:
    """Lay a used item in front of the leading car, bombs face down."""
    space = free_space_ahead(table.now())
    if space:
        table.lay((*table.items, Item(space, kind, False)), space, "items-on-board")


# -- the end of the turn ------------------------------------------------------------------------------------------


def pass_on(table: Desk, turn: Turn) -> Position:
    """The position with the turn passed on to the next driver."""
    after = table.now()
    over = len(after.racing) < 2 and len(after.seats) > 1
    if turn.car != after.turn:
        return replace(after, turn="", safety=None) if over else after
    following = "" if over else next_seat(after, turn.car)
    safety = _safety_after(table, turn.car, following)
    record = after.record
    moved = turn.kind == actions.MOVE and not has_repeat(turn.roll)
    if after.switches.fastest and moved and (record is None or turn.steps > record[1]):
        record = (turn.car, turn.steps)
    return replace(after, turn=following, safety=None if over else safety, record=record)


def next_seat(position: Position, car: str, among: Sequence[str] = ()) -> str:
    """The next driver counter-clockwise who is still racing, or of these."""
    seats = position.seats
    index = seats.index(car)
    return next(one for one in (*seats[index + 1 :], *seats[: index + 1]) if one in (among or position.racing))


def _safety_after(table: Desk, car: str, following: str) -> SafetyCar | None:
    safety = table.before.safety
    if table.severe or (safety and table.accident):
        return SafetyCar(car)
    if safety is None or not following:
        return safety
    seats = table.before.seats
    here, ahead = seats.index(car), seats.index(following)
    passed = [seats[(here + step) % len(seats)] for step in range(1, (ahead - here - 1) % len(seats) + 2)]
    rounds = safety.rounds - (safety.seat in passed)
    return replace(safety, rounds=rounds) if rounds else None
