"""The table as it stands: what changed between two looks, and a piece set by hand on the drawn board.

By hand a car is put elsewhere, turned over or pointed another way, its box and items are set; an item on the board, the
tray, the gate, the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, product
from typing import Any

from referee.errors import NotationError
from referee.frozen import instead, replace, with_one
from referee.games.deeds import DICE, DISCS, FLIP, GIVE, OFF, TAKE, THEN, TOWARD, Deed, Handled, counted, faces, held
from referee.games.nestorgames_gp.actions import parse_turn
from referee.games.nestorgames_gp.board import way
from referee.games.nestorgames_gp.law import next_seat
from referee.games.nestorgames_gp.looks import as_seen, clash, differs, hiding, with_started
from referee.games.nestorgames_gp.state import DICE as ALL_DICE
from referee.games.nestorgames_gp.state import UNKNOWN, Item, Observation, Position, Stand, Thrown, Tray
from referee.games.nestorgames_gp.words import WORDS


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise, covered things and dice picked up do not count.

    What lies on a space that was not seen bare has not come to lie there, but it may have been turned over.
    """
    hidden, lay = hiding(before), {(item.space, item.kind) for item in before.items}
    items = tuple(one for one in after.items if one.space not in hidden or (one.space, one.kind) in lay)
    return clash(before, replace(after, items=items)) > 0


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the car to move was moved once more since the last of its stops."""
    car = position.turn
    seen = bool(stops) and car in dict(stops[-1].cars) and car in dict(now.cars)
    return seen and differs(stops[-1], now, f"car:{car}")


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the table as it stands; the turn passes on when the driver's car or box changed."""
    taken = as_seen(position, seen)
    car = position.turn
    acted = car and (taken.stand(car) != position.stand(car) or taken.box(car) != position.box(car))
    if not acted or position.qualifying:
        return taken
    return replace(taken, turn=next_seat(taken, car) if len(taken.racing) > 1 else "")


def may_be(before: Position, taken: Position) -> Iterator[Position]:
    """Who took an item, if one was taken, and whether a car between the pit lane and the line has crossed it before."""
    board = taken.shape
    if taken.tray != before.tray or set(before.items) - set(taken.items):
        held = ((car, (*dict.fromkeys((*taken.hand(car), UNKNOWN)),)) for car in sorted(taken.racing))
        taken = replace(taken, held=tuple(held))
    near = range(board.nodes_of[board.exit][0], board.pole)
    unsure = [car for car in taken.racing if car not in taken.started and taken.stand(car).node in near]
    for begun in product((False, True), repeat=len(unsure)):
        yield replace(taken, started=taken.started | frozenset(compress(unsure, begun)))


def moved(before: Position, after: Position) -> Mapping[str, Any]:
    """From where to where the move between two positions went; of several cars, the one whose turn it was."""
    board = before.shape
    cars = [car for car, stand in before.cars if car in dict(after.cars) and after.stand(car).node != stand.node]
    if not cars or before.board != after.board:
        return {}
    car = before.turn if before.turn in cars else cars[0]
    start, end = before.stand(car).node, after.stand(car).node
    if start is None or end is None:
        return {}
    return {"from": board.ids[start], "to": board.ids[end]}


def went_through(before: Position, turn: str) -> Mapping[str, Sequence[tuple[float, float]]]:
    """The spaces that the car drove over in a turn, in mm, from where it stood."""
    board, played = before.shape, parse_turn(turn)
    path = way(board, before.stand(played.car).node, played.steps, played.via)
    return {f"car:{played.car}": [board.middle[board.ids[node]] for node in path.nodes]} if path else {}


DIE, GATE, TRAY = "die:", "gate", "tray"
CYLINDER = "cylinder"
"""What lies in the box of a driver who has used the shortcut; it is given and taken like an item."""
BOMB = "bomb"


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it.

    Items of a kind are alike, so they are called by where they lie.
    """
    for car, stand in position.cars:
        if stand.node is None:
            yield Handled(car, WORDS.told("called", who=car), deeds=tuple(_box(position, car)))
        else:
            over = Deed(FLIP, with_one(position, "cars", car, replace(stand, up=not stand.up)))
            sits = _beside(position, car)
            deeds = (over, *_headings(position, car, stand.node), *_box(position, car), *sits)
            put, space = partial(_car_put, position, car, stand), position.shape.ids[stand.node]
            yield Handled(car, WORDS.told("called", who=car), put, deeds, space, side="-" * stand.up)
    for item in position.items:
        turned = Deed(FLIP, _with_item(position, item, replace(item, active=not item.active)))
        off = Deed(OFF, _with_item(position, item))
        words, put = WORDS.told("item-on", item=item.kind, space=item.space), partial(_item_put, position, item)
        deeds = (turned, off) if item.kind == BOMB else (off,)
        yield Handled(f"{item.kind}:{item.space}", words, put, deeds, item.space, side="-" * item.active)
    if position.gate_open is not None:
        moved_over = Deed(FLIP, replace(position, gate_open=not position.gate_open))
        yield Handled(GATE, WORDS.told("the-gate"), deeds=(moved_over,), side="-" * position.gate_open)
    if position.tray is not None:
        put, deeds = partial(_tray_put, position, position.tray), tuple(_tray(position, position.tray))
        yield Handled(TRAY, WORDS.told("the-tray"), put, deeds, position.tray.space)
    for die in position.dice:
        shown = faces(str(die.face), "123456", partial(_with_face, position, die))
        yield Handled(
            f"{DIE}{die.car}{die.number}", WORDS.told("die-of", who=die.car, n=die.number), deeds=shown, spent=True
        )


def _headings(position: Position, car: str, node: int) -> Iterator[Deed]:
    """The other ways a car can point on a space that the lap crosses twice."""
    board = position.shape
    if board.ids[node] in board.loops:
        for other in board.nodes_of[board.ids[node]]:
            if other != node:
                toward = board.ids[board.following[other]]
                after = with_one(position, "cars", car, replace(position.stand(car), node=other))
                yield Deed(f"{TOWARD}:{toward}", after, toward)


def _box(position: Position, car: str) -> Iterator[Deed]:
    """What lies in a driver's box, and the items he holds."""
    box = position.box(car)

    boxed = partial(with_one, position, "boxes", car)

    def holding(items: Sequence[str]) -> Position:
        hands = {**dict(position.held), car: tuple(sorted(items))}
        return replace(position, held=tuple((one, hands[one]) for one in sorted(hands) if hands[one]))

    if car not in position.finished:
        most = position.switches.laps
        yield from counted(DISCS, box.discs, 1, most, lambda discs: boxed(replace(box, discs=discs)))
    yield from counted(DICE, box.dice, 0, ALL_DICE, lambda dice: boxed(replace(box, dice=dice)))
    if any(branch.kind == "shortcut" for branch in position.shape.branches):
        after = boxed(replace(box, cylinder=not box.cylinder))
        yield Deed(f"{TAKE if box.cylinder else GIVE}:{CYLINDER}", after, WORDS.told("the-cylinder"))
    left = _left(position) if position.switches.items != "none" else []
    yield from held(position.hand(car), left, holding, _called)


def _beside(position: Position, car: str) -> Iterator[Deed]:
    """Who sits next to a driver, as their turns go round."""
    for other in position.seats:
        if other != car and len(position.seats) > 2 and not position.qualifying:
            others = [one for one in position.seats if one != other]
            at = others.index(car) + 1
            yield Deed(
                f"{THEN}:{other}",
                seated(position, (*others[:at], other, *others[at:])),
                WORDS.told("called", who=other),
                next_seat(position, car, position.seats) == other,
            )


def seated(position: Position, seats: Sequence[str]) -> Position:
    """The position with the drivers sitting so."""
    stands, boxes = dict(position.cars), dict(position.boxes)
    return replace(
        position,
        seats=tuple(seats),
        cars=tuple((one, stands[one]) for one in seats),
        boxes=tuple((one, boxes[one]) for one in seats),
    )


def turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Whose turn it may be in the race."""
    for car in () if position.qualifying else position.racing:
        yield car, replace(position, turn=car)


def _left(position: Position) -> list[str]:
    return [kind for kind, left in position.stock.items() if left > 0]


def _called(kind: str) -> str:
    return WORDS.told("an-item", item=kind)


def _tray(position: Position, tray: Tray) -> Iterator[Deed]:
    def holding(items: Sequence[str]) -> Position:
        return replace(position, tray=replace(tray, item="".join(items)))

    yield from held([tray.item], [], holding, _called) if tray.item else held([], _left(position), holding, _called)
    if tray.space:
        yield Deed(OFF, replace(position, tray=replace(tray, space="")))


def _tray_put(position: Position, tray: Tray, space: str) -> Position:
    return replace(position, tray=replace(tray, space="" if space == OFF else _space(position, space)))


def _car_put(position: Position, car: str, before: Stand, space: str) -> Position:
    # on a space that the lap crosses twice: the way on that lies nearest to where the car was
    nodes = position.shape.nodes_of[_space(position, space)]
    node = min(nodes, key=lambda one: abs(one - (before.node or 0)))
    return with_started(position, with_one(position, "cars", car, Stand(node, before.up)))


def _item_put(position: Position, item: Item, space: str) -> Position:
    return _with_item(position, item, replace(item, space=_space(position, space)))


def _with_item(position: Position, item: Item, *now: Item) -> Position:
    return replace(position, items=tuple(sorted(instead(position.items, item, *now))))


def _with_face(position: Position, die: Thrown, face: str) -> Position:
    return replace(position, dice=instead(position.dice, die, replace(die, face=int(face))))


def _space(position: Position, space: str) -> str:
    """A space of the board. Raises NotationError."""
    if space not in position.shape.nodes_of:
        raise NotationError(WORDS.told("this-board-has-no-space", space=space))
    return space
