"""Legal turns with their dice, applying them, the start of a race, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.errors import IllegalAction
from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, points
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.effects import resolve
from referee.games.nestorgames_gp.law import all_rolls, faults_of, hindered
from referee.games.nestorgames_gp.observation import DICE, KINDS, Box, Item
from referee.games.nestorgames_gp.paths import paths_from, target, turnings_open
from referee.games.nestorgames_gp.position import Position, Stand, Switches, leaders, race_order
from referee.games.nestorgames_gp.qualifying import on_the_grid, qualify
from referee.games.nestorgames_gp.scores import carried_over, result
from referee.games.nestorgames_gp.words import WORDS

BUST = (1, 1)
DOUBLE_SIX = (6, 6)


def legal_turns(position: Position) -> tuple[Turn, ...]:
    """Every legal turn of the car to move.

    A roll stands for all orders in which its dice may come; one bust stands for all, a double six apart.
    """
    if not position.turn:
        return ()
    if position.qualifying:
        return tuple(Turn(position.turn, actions.QUALIFY, roll=roll) for roll in (*all_rolls(DICE), BUST))
    return tuple(dict.fromkeys(_turns(position)))


def _turns(position: Position) -> Iterator[Turn]:
    car = position.turn
    up, box = position.stand(car).up, position.box(car)
    if up and box.dice:
        yield Turn(car, actions.FIX)
    for use, aim in _uses(position):
        if not up and use != "wrench":
            if use != "turbo":
                yield from _with_late(position, Turn(car, actions.UP, use=use, aim=aim))
            continue
        free = DICE if use == "wrench" else position.dice_left(car)
        for turn in _rolled(position, use, aim, free):
            for timed in _with_late(position, turn):
                yield from _with_refill(position, timed)


def _uses(position: Position) -> Iterator[tuple[str, int]]:
    """The items that may be used, a rocket with each face of its die; "" for none."""
    car = position.turn
    node = position.stand(car).node
    yield "", 0
    for kind in (kind for kind in KINDS if position.may_hold(car, kind)):
        barred = node is None or position.shape.ids[node] in position.shape.no_items
        if kind == "rocket":
            aimed = target(position, car)
            if aimed and not aimed.blocked:
                yield from (("rocket", aim) for aim in range(1, 7))
        elif not (kind in ("bomb", "oil") and barred) and not (kind == "oil" and position.switches.items == "board"):
            yield kind, 0


def _rolled(position: Position, use: str, aim: int, free: int) -> Iterator[Turn]:
    car = position.turn
    node = position.stand(car).node
    if not free or node is None:
        return
    most = min(free, 1) if position.safety and leaders(position) == (car,) else free
    if most > 1:
        yield Turn(car, actions.BUST, use, aim, BUST)
        if position.switches.safety and position.on_corner(car):
            yield Turn(car, actions.BUST, use, aim, DOUBLE_SIX)
    ways = paths_from(position.shape, node, turnings_open(position, car))
    for roll in all_rolls(most):
        steps = points(roll, use == "turbo")
        for path in (path for path in ways if path.steps == steps):
            turn = Turn(car, actions.MOVE, use, aim, roll, steps, path.via)
            held = position.safety is not None and bool(hindered(position, turn, path))
            yield replace(turn, kind=actions.HELD) if held else turn


def _with_late(position: Position, turn: Turn) -> Iterator[Turn]:
    """An item used may be laid before the leader at once or after the movement, where that makes a difference."""
    yield turn
    if position.switches.items == "board" and turn.use in ("rocket", "wrench", "turbo"):
        late = replace(turn, late=True)
        if resolve(position, late).after.items != resolve(position, turn).after.items:
            yield late


def _with_refill(position: Position, turn: Turn) -> Iterator[Turn]:
    """Who takes the tray's item picks the next one."""
    after = resolve(position, turn).after
    if after.tray is None or after.tray == position.tray or not after.tray.space:
        yield turn
        return
    left = replace(after, tray=None).stock
    yield from (replace(turn, refill=kind) for kind, count in left.items() if count > 0)


def apply(position: Position, turn: Turn) -> Position:
    """The position after a legal turn. Raises IllegalAction with what is wrong."""
    if not position.turn:
        raise IllegalAction("the race is over: there is no turn to play.")
    faults = faults_of(position, turn)
    if faults:
        raise IllegalAction(WORDS.say(faults[0]))
    return played(position, turn)


def played(position: Position, turn: Turn) -> Position:
    """The position after a turn, legal or not."""
    if position.qualifying:
        return qualify(position, turn.car, turn.roll, turn.refill)
    return resolve(position, turn).after


def start(board: str, seats: tuple[str, ...], switches: Switches, dice: Dice, teams: tuple[str, ...] = ()) -> Position:
    """A race about to be qualified for: the cars beside the board, the starting player and free choices by dice."""
    shape = board_named(board)
    position = Position(
        board=board_text(board),
        cars=tuple((car, Stand(None)) for car in seats),
        boxes=tuple((car, Box(switches.laps)) for car in seats),
        seats=seats,
        turn=seats[dice.randrange(len(seats))],
        switches=switches,
        gate_open=False if shape.gate else None,
        qualifying=True,
        teams=teams,
    )
    return with_items(position, dice)


def on_a_grid_by_dice(waiting: Position, dice: Dice) -> Position:
    """The cars in the pit lane after a qualifying round that dice decide; the winner picks an item by dice."""
    available = [kind for kind, count in waiting.stock.items() if count > 0]
    item = available[dice.randrange(len(available))] if available else ""
    return on_the_grid(waiting, waiting.seats[dice.randrange(len(waiting.seats))], item)


def next_race(finished: Position, dice: Dice) -> Position | None:
    """The next race of a championship: the same cars, board and rules, scores and wins carried over, about to qualify.

    None when this race is not over, when there is no championship, or when the champion is known. Cars that are level
    at the winning score have it parted by one more race for all.
    """
    champion = carried_over(finished)
    if champion is None:
        return None
    waiting = start(finished.board, finished.seats, finished.switches, dice, finished.teams)
    return replace(waiting, championship=champion)


def with_items(position: Position, dice: Dice) -> Position:
    """The oil of a wet race, and in the variant with all items on the board every item on an empty space."""
    board, switches = position.shape, position.switches
    laid = [Item(space, "oil", True) for space in board.wet] if switches.wet else []
    if switches.items == "board":
        taken = {item.space for item in laid} | board.no_items
        free = [space for space in dict.fromkeys(board.track) if space not in taken]
        for kind, count in replace(position, items=tuple(laid)).stock.items():
            for _ in range(min(count, len(free))):
                laid.append(Item(free.pop(dice.randrange(len(free))), kind, kind == "oil"))
    return replace(position, items=tuple(sorted(laid)))


def over(position: Position) -> str | None:
    """The outcome once at most one car is still racing, else None."""
    if position.turn or position.qualifying:
        return None
    order = race_order(position)
    places = [WORDS.tell(fact("outcome", how="place", place=number, who=car)) for number, car in enumerate(order, 1)]
    ends = [WORDS.tell(fact("outcome", who=order[0]), places=places), *result(position)]
    return ends[0] if len(ends) == 1 else WORDS.tell(fact("outcome", how="whole"), sentences=ends)
