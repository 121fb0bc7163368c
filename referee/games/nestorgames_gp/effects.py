"""What follows from a turn: bumps, crashes, laps, items, features, and whose turn it is next.

`resolve` does not ask whether the turn was allowed (`rules/` does); it says what the table must show after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.frozen import replace
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.observation import DICE, UNKNOWN, Box, Item, Tray
from referee.games.nestorgames_gp.paths import target, way
from referee.games.nestorgames_gp.position import Position, SafetyCar, Stand, leaders

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


@dataclass
class Desk:
    """The table while a turn is worked out."""

    before: Position
    board: Board
    nodes: dict[str, int | None]
    up: dict[str, bool]
    boxes: dict[str, Box]
    held: dict[str, list[str]]
    items: list[Item]
    started: set[str]
    finished: list[str]
    tray: Tray | None
    gate_open: bool | None
    causes: dict[Aspect, str] = field(default_factory=dict)
    resting: list[int] = field(default_factory=list)
    passing: set[tuple[Aspect, int]] = field(default_factory=set)
    mild: bool = False
    disputed: bool = False
    accident: bool = False
    severe: bool = False

    def now(self) -> Position:
        """The table as a position (the turn not passed on yet)."""
        seats = self.before.seats
        return replace(
            self.before,
            cars=tuple((car, Stand(self.nodes[car], self.up[car])) for car in seats),
            boxes=tuple((car, self.boxes[car]) for car in seats),
            held=tuple((car, tuple(sorted(self.held[car]))) for car in sorted(self.held) if self.held[car]),
            items=tuple(sorted(self.items)),
            started=frozenset(self.started),
            finished=tuple(self.finished),
            tray=self.tray,
            gate_open=self.gate_open,
        )


def desk(position: Position) -> Desk:
    """A table on which to work out a turn."""
    return Desk(
        before=position,
        board=position.shape,
        nodes={car: stand.node for car, stand in position.cars},
        up={car: stand.up for car, stand in position.cars},
        boxes=dict(position.boxes),
        held={car: list(position.hand(car)) for car in position.seats},
        items=list(position.items),
        started=set(position.started),
        finished=list(position.finished),
        tray=position.tray,
        gate_open=position.gate_open,
    )


def resolve(position: Position, turn: Turn, mild: bool = False) -> Outcome:
    """What the table must show after a turn; `mild`: a push into a car on a corner is no severe accident."""
    table = desk(position)
    table.mild = mild
    owed = use_item(table, turn)
    if owed and not turn.late:
        lay_before_leader(table, owed)
    _play(table, turn)
    if owed and turn.late:
        lay_before_leader(table, owed)
    for car in table.finished:
        table.nodes[car] = None
    after, passing = pass_on(table, turn), frozenset(table.passing)
    return Outcome(after, table.causes, tuple(table.resting), passing, table.disputed)


def _play(table: Desk, turn: Turn) -> None:
    match turn.kind:
        case actions.UP:
            _turn_over(table, turn.car, True, "belly-up")
        case actions.FIX:
            _set_box(table, turn.car, "fix", dice=max(0, table.boxes[turn.car].dice - 1))
        case actions.MOVE:
            _move(table, turn)
        case actions.BUST:
            node = table.nodes[turn.car]
            if node is not None and table.board.corner[node]:
                crash(table, [turn.car], "crash", severe=turn.roll.count(6) > 1)
        case actions.PUT:
            nodes = table.board.nodes_of.get(turn.end, ())
            table.nodes[turn.car] = nodes[0] if nodes else None
            table.causes["car", turn.car] = "exact-move"


def _set_box(table: Desk, car: str, cause: str, **changes: int | bool) -> None:
    before = table.boxes[car]
    table.boxes[car] = replace(before, **changes)  # type: ignore[arg-type]
    for what in changes:
        table.passing.add(((what, car), getattr(before, what)))
        table.causes[what, car] = cause


def _turn_over(table: Desk, car: str, up: bool, cause: str) -> None:
    table.passing.add((("up", car), table.up[car]))
    table.up[car] = up
    table.causes["up", car] = cause


# -- crashing and bumping -----------------------------------------------------------------------------------------


def crash(table: Desk, cars: list[str], cause: str, severe: bool = False) -> None:
    """Turn cars belly-up and take a die of each (all dice in a severe accident under the safety car rule)."""
    severe = severe and table.before.switches.safety
    table.accident = True
    table.severe = table.severe or severe
    for car in cars:
        _turn_over(table, car, False, cause)
        lost = DICE if severe else min(DICE, table.boxes[car].dice + 1)
        _set_box(table, car, "safety-car" if severe else cause, dice=lost)


def others_on(table: Desk, node: int, but: str) -> list[str]:
    """The other cars on a node's space."""
    space = table.board.ids[node]
    return [car for car, at in table.nodes.items() if at is not None and car != but and table.board.ids[at] == space]


def land(table: Desk, car: str, node: int, pushed: bool = False) -> bool:
    """Set a car down where its movement ends, with the bump or crash that follows; on a corner a pushed car crashes.

    Returns whether it has crashed.
    """
    others = others_on(table, node, but=car)
    table.nodes[car] = node
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
    node = table.nodes[car]
    if node is None:
        return
    here = [item for item in table.items if item.space == table.board.ids[node] and item.active]
    bomb = next((item for item in here if item.kind == "bomb"), None)
    if bomb is not None:
        table.items.remove(bomb)
        table.causes["item", bomb.space] = "bomb"
        crash(table, [car], "bomb")
        if table.before.switches.items == "board":
            lay_before_leader(table, "bomb")
    elif here and not crashed:
        slide(table, car)


def slide(table: Desk, car: str) -> None:
    """Slide straight on until a corner, and crash there with every car on it."""
    node = table.nodes[car]
    assert node is not None
    table.resting.append(node)
    while not table.board.corner[node]:
        ahead = table.board.following[node]
        if table.board.crosses_line(node, ahead):
            cross_line(table, car)
        node = ahead
    others = others_on(table, node, but=car)
    table.nodes[car] = node
    table.causes["car", car] = "oil"
    crash(table, [car, *others], "oil", severe=bool(others))


# -- moving -------------------------------------------------------------------------------------------------------


def _move(table: Desk, turn: Turn) -> None:
    car, board = turn.car, table.board
    path = way(board, table.nodes[car], turn.steps, turn.via)
    if path is None:
        return
    for _ in range(path.crossings):
        cross_line(table, car)
    if "shortcut" in turn.via:
        _set_box(table, car, "shortcut", cylinder=True)
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
    if table.gate_open is not None and board.gate and space in board.gate.switches:
        table.gate_open = not table.gate_open
        table.causes["gate", ""] = "gate"


def cross_line(table: Desk, car: str) -> None:
    """Take a disc for a lap; the first crossing is the start of the race."""
    if car not in table.started:
        table.started.add(car)
        return
    if car in table.finished:
        return
    _set_box(table, car, "lap", discs=max(0, table.boxes[car].discs - 1))
    if table.boxes[car].discs == 0:
        table.finished.append(car)
        table.causes["car", car] = "lap"


# -- items --------------------------------------------------------------------------------------------------------


def use_item(table: Desk, turn: Turn) -> str:
    """Use the item of a turn; returns the kind that must be laid before the leader (items on the board), or ""."""
    if not turn.use:
        return ""
    car = turn.car
    held = turn.use if turn.use in table.held[car] else UNKNOWN
    if held in table.held[car]:
        table.held[car].remove(held)
    node = table.nodes[car]
    if turn.use in ("bomb", "oil") and node is not None:
        table.items.append(Item(table.board.ids[node], turn.use, True))
        table.causes["item", table.board.ids[node]] = turn.use
        return ""
    if turn.use == "wrench":
        _turn_over(table, car, True, "wrench")
        _set_box(table, car, "wrench", dice=0)
    if turn.use == "rocket":
        aimed = target(table.before, car)
        if aimed and turn.aim >= aimed.distance:
            crash(table, list(aimed.cars), "rocket")
        for hit in aimed.cars if aimed else ():
            table.causes["up", hit] = table.causes["dice", hit] = "rocket"
    return turn.use if table.before.switches.items == "board" else ""


def take_items(table: Desk, turn: Turn, space: str) -> None:
    """What the mover picks up where its movement ended, and the tray's next place."""
    if table.tray is not None and table.tray.space == space:
        table.held[turn.car].append(table.tray.item or UNKNOWN)
        table.tray = Tray("")
        stock = table.now().stock
        ahead = free_space_ahead(table)
        refill = turn.refill or next((kind for kind, left in stock.items() if left > 0), "")
        refill = "" if refill == UNKNOWN else refill
        unknown = sum(held.count(UNKNOWN) for held in table.held.values())
        left = sum(max(0, count) for count in stock.values()) - unknown
        table.tray = Tray(ahead, refill) if (turn.refill or left > 0) and ahead else Tray("")
        table.causes["tray", ""] = "tray"
        _used_unseen(table, refill)
    if table.before.switches.items == "board":
        for item in [item for item in table.items if item.space == space and not item.active]:
            table.items.remove(item)
            table.held[turn.car].append(item.kind)
            table.causes["item", space] = "items-on-board"


def _used_unseen(table: Desk, kind: str) -> None:
    """An item is in the tray that only drivers can have held: one has used it and nobody said so (a lost turbo boost).

    Which one did is not known, so each may still hold that item, or any other.
    """
    if table.now().stock.get(kind, 0) < 0:
        for held in table.held.values():
            held[:] = [UNKNOWN if one == kind else one for one in held]


def free_space_ahead(table: Desk) -> str:
    """The next space in front of the leading car with no car, item or tray, where an item may lie."""
    first = leaders(table.now())
    node = table.nodes[first[0]] if first else None
    if node is None:
        return ""
    board = table.board
    taken = {board.ids[at] for at in table.nodes.values() if at is not None}
    taken |= {item.space for item in table.items} | ({table.tray.space} if table.tray else set())
    for _ in range(len(board.ids)):
        node = board.following[node]
        if board.ids[node] not in taken and board.ids[node] not in board.no_items:
            return board.ids[node]
    return ""


def lay_before_leader(table: Desk, kind: str) -> None:
    """Lay a used item in front of the leading car, bombs face down."""
    space = free_space_ahead(table)
    if space:
        table.items.append(Item(space, kind, False))
        table.causes["item", space] = "items-on-board"


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


def next_seat(position: Position, car: str) -> str:
    """The next driver counter-clockwise who is still racing."""
    seats = position.seats
    index = seats.index(car)
    return next(one for one in (*seats[index + 1 :], *seats[: index + 1]) if one in position.racing)


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
