"""A piece set by hand on the drawn board: a car put elsewhere, turned over or pointed another way, its box and items;
an item on the board, the tray, the gate, the dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.errors import NotationError
from referee.games.deeds import (
    DICE,
    DISCS,
    FACE,
    FLIP,
    GIVE,
    OFF,
    TAKE,
    TOWARD,
    Deed,
    Handled,
    counted,
    deed_of,
    faces,
    need_deed,
)
from referee.games.nestorgames_gp.actions import ITEM_NAMES
from referee.games.nestorgames_gp.between import as_it_lies
from referee.games.nestorgames_gp.observation import DICE as ALL_DICE
from referee.games.nestorgames_gp.observation import KINDS, NAMES, UNKNOWN, Item
from referee.games.nestorgames_gp.position import Position, Stand

ITEM = ":"
"""Between the kind of an item and its space: items of a kind are alike, so they are called by where they lie."""
DIE, GATE, TRAY = "die:", "gate", "tray"
CYLINDER = "cylinder"
"""What lies in the box of a driver who has used the shortcut; it is given and taken like an item."""
BOMB = "bomb"


def handled(position: Position) -> tuple[Handled, ...]:
    """Every piece that can be set by hand, with what can be done to it."""
    return (*_cars(position), *_items(position), *_rest(position))


def _cars(position: Position) -> Iterator[Handled]:
    for car, stand in position.cars:
        on_board = stand.node is not None
        deeds = [(FLIP, "")] if on_board else []
        yield Handled(car, NAMES[car], on_board, (*deeds, *_headings(position, stand), *_box(position, car)))


def _headings(position: Position, stand: Stand) -> tuple[Deed, ...]:
    """The other ways a car can point on a space that the lap crosses twice."""
    board = position.shape
    if stand.node is None or board.ids[stand.node] not in board.loops:
        return ()
    others = (node for node in board.nodes_of[board.ids[stand.node]] if node != stand.node)
    return tuple((f"{TOWARD}:{board.ids[board.following[node]]}", board.ids[board.following[node]]) for node in others)


def _box(position: Position, car: str) -> tuple[Deed, ...]:
    """What lies in a driver's box, and the items he holds."""
    box, hand = position.box(car), position.hand(car)
    discs = () if car in position.finished else counted(DISCS, box.discs, 1, position.switches.laps)
    turned_off = any(branch.kind == "shortcut" for branch in position.shape.branches)
    cylinder = [(f"{TAKE if box.cylinder else GIVE}:{CYLINDER}", "the cylinder")] if turned_off else []
    taken = [(f"{TAKE}:{kind}", _called(kind)) for kind in dict.fromkeys(hand)]
    played = position.switches.items != "none"
    given = [(f"{GIVE}:{kind}", _called(kind)) for kind, left in position.stock.items() if left > 0 and played]
    return (*discs, *counted(DICE, box.dice, 0, ALL_DICE), *cylinder, *taken, *given)


def _called(kind: str) -> str:
    if kind == UNKNOWN:
        return "an unknown item"
    return f"{'an' if kind == 'oil' else 'a'} {ITEM_NAMES[kind]}"


def _items(position: Position) -> Iterator[Handled]:
    for item in position.items:
        turned = [(FLIP, "")] if item.kind == BOMB else []
        yield Handled(f"{item.kind}{ITEM}{item.space}", f"{item.kind} on {item.space}", True, (*turned, (OFF, "")))


def _rest(position: Position) -> Iterator[Handled]:
    if position.gate_open is not None:
        yield Handled(GATE, "gate", False, ((FLIP, ""),))
    tray = position.tray
    if tray is not None:
        given = [(f"{GIVE}:{kind}", _called(kind)) for kind in KINDS if position.stock[kind] > 0 and not tray.item]
        taken = [(f"{TAKE}:{tray.item}", _called(tray.item))] if tray.item in ITEM_NAMES else []
        yield Handled(TRAY, "tray", True, (*given, *taken, *([(OFF, "")] if tray.space else [])))
    for die in position.dice:
        words = f"{NAMES[die.car]}'s die {die.number}"
        yield Handled(_die_name(die.car, die.number), words, False, faces(str(die.face), "123456"))


def _die_name(car: str, number: int) -> str:
    return f"{DIE}{car}{number}"


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with one piece set so; whose turn it is stays. An item and the tray can also be put `off` the board.

    Raises NotationError when there is no such piece or space, or when that cannot be done with it.
    """
    deed = deed_of(space)
    if deed is not None and deed[0] != OFF:
        return _done(position, piece, *deed)
    if space != OFF and space not in position.shape.nodes_of:
        raise NotationError(f"this board has no space {space}.")
    if piece == TRAY and position.tray is not None:
        return replace(position, tray=replace(position.tray, space="" if space == OFF else space))
    if ITEM in piece:
        return _item_moved(position, piece, space)
    if piece not in dict(position.cars) or position.stand(piece).node is None or space == OFF:
        raise NotationError(f"there is no piece {piece} on the board.")
    before = position.stand(piece)
    # on a space that the lap crosses twice: the way on that lies nearest to where the car was
    node = min(position.shape.nodes_of[space], key=lambda one: abs(one - (before.node or 0)))
    return as_it_lies(position, _standing(position, piece, Stand(node, before.up)))


def _done(position: Position, piece: str, kind: str, value: str) -> Position:
    need_deed(handled(position), piece, kind, value)
    if piece == GATE:
        return replace(position, gate_open=not position.gate_open)
    if piece == TRAY and position.tray is not None:
        return replace(position, tray=replace(position.tray, item=value if kind == GIVE else ""))
    if kind == FACE:
        dice = (replace(d, face=int(value)) if _die_name(d.car, d.number) == piece else d for d in position.dice)
        return replace(position, dice=tuple(dice))
    if ITEM in piece:
        turned = (_named(item) == piece for item in position.items)
        items = (replace(i, active=not i.active) if hit else i for i, hit in zip(position.items, turned, strict=True))
        return replace(position, items=tuple(sorted(items)))
    return _car_done(position, piece, kind, value)


def _car_done(position: Position, car: str, kind: str, value: str) -> Position:
    stand, box, board = position.stand(car), position.box(car), position.shape
    if kind == FLIP:
        return _standing(position, car, replace(stand, up=not stand.up))
    if kind == TOWARD and stand.node is not None:
        nodes = board.nodes_of[board.ids[stand.node]]
        return _standing(
            position, car, replace(stand, node=next(n for n in nodes if board.ids[board.following[n]] == value))
        )
    if kind in (DISCS, DICE) or value == CYLINDER:
        changed = {
            DISCS: lambda: replace(box, discs=int(value)),
            DICE: lambda: replace(box, dice=int(value)),
        }.get(kind, lambda: replace(box, cylinder=kind == GIVE))()
        return replace(position, boxes=tuple((one, changed if one == car else was) for one, was in position.boxes))
    hand = list(position.hand(car))
    if kind == GIVE:
        hand.append(value)
    else:
        hand.remove(value)
    held = {**dict(position.held), car: tuple(sorted(hand))}
    return replace(position, held=tuple((one, held[one]) for one in sorted(held) if held[one]))


def _standing(position: Position, car: str, now: Stand) -> Position:
    return replace(position, cars=tuple((one, now if one == car else was) for one, was in position.cars))


def _named(item: Item) -> str:
    return f"{item.kind}{ITEM}{item.space}"


def _item_moved(position: Position, piece: str, space: str) -> Position:
    kind, _, at = piece.partition(ITEM)
    found = next((item for item in position.items if (item.kind, item.space) == (kind, at)), None)
    if found is None:
        raise NotationError(f"no {kind} lies on {at}.")
    rest = [item for item in position.items if item is not found]
    moved = [] if space == OFF else [Item(space, kind, found.active)]
    return replace(position, items=tuple(sorted([*rest, *moved])))
