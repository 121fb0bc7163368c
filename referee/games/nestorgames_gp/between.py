"""Between two looks at the table: what changed, whether the next turn has begun, and taking the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.games.nestorgames_gp.compare import as_seen
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.effects import next_seat
from referee.games.nestorgames_gp.evidence import fresh_dice
from referee.games.nestorgames_gp.explain import explain
from referee.games.nestorgames_gp.lying import numbered_after
from referee.games.nestorgames_gp.observation import Item, Observation, thrown_anew
from referee.games.nestorgames_gp.position import Position, visible


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise, covered things and dice picked up do not count."""
    return bool(
        _cars_changed(before, after)
        or _boxes_changed(before, after)
        or (None not in (before.gate_open, after.gate_open) and before.gate_open != after.gate_open)
        or (before.tray is not None and after.tray is not None and before.tray != after.tray)
        or _new_dice(before, after)
        or _gone(before, after)
        or _gone(after, before)
    )


def _cars_changed(before: Observation, after: Observation) -> tuple[str, ...]:
    now = dict(after.cars)
    found = []
    for car, look in before.cars:
        other = now.get(car)
        if other is None:
            continue
        turned = look.toward and other.toward and look.toward != other.toward
        if (look.space, look.up) != (other.space, other.up) or turned:
            found.append(car)
    return tuple(found)


def _boxes_changed(before: Observation, after: Observation) -> tuple[str, ...]:
    now = dict(after.boxes)
    return tuple(car for car, box in before.boxes if car in now and now[car] != box)


def _new_dice(before: Observation, after: Observation) -> bool:
    old = {(die.car, die.number): die for die in before.dice}
    now = numbered_after(before.dice, after.dice)
    new = [die for die in now if (die.car, die.number) not in old]
    again = [die for die in now if (die.car, die.number) in old]
    return bool(new and before.dice_clear) or any(thrown_anew(old[die.car, die.number], die) for die in again)


def _gone(one: Observation, other: Observation) -> list[Item]:
    """Items of one look that the other, seeing their spaces bare, does not show just so.

    A space with another item on it is not seen bare: of two that lie together one may not have been read.
    """
    hidden = other.unseen | {look.space for _, look in other.cars} | {item.space for item in other.items}
    turned = {(item.space, item.kind) for item in other.items}
    return [
        item
        for item in one.items
        if item not in other.items and (item.space not in hidden or (item.space, item.kind) in turned)
    ]


def next_turn_began(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether a look can only be the next driver's doing, so that the turn shown by the stops is over."""
    if not stops or not position.turn:
        return False
    others = [car for car in position.racing if car != position.turn]
    thrown = [car for car in others if fresh_dice(position, car, now) and not fresh_dice(position, car, stops[-1])]
    if thrown and position.turn in _cars_changed(stops[-1], now):
        return False  # the driver's own move was seen at the same look: without it the turn cannot be judged
    if thrown:
        return changed(visible(position), stops[-1]) or next_seat(position, position.turn) in thrown
    if any(fresh_dice(position, car, stops[-1]) for car in _cars_changed(stops[-1], now) if car in others):
        return False  # whoever threw those dice out of turn now moves by them: that is one turn, and its fault
    if _rolls_on(position.turn, stops[-1], now) or (others and _only_in_box(position.turn, stops[-1], now)):
        return False  # also after a repeat: that is a fault of this turn
    ended = explain(position, stops, Said(), closed=True)[0]
    if ended.violations or not changed(visible(position), stops[-1]) or not changed(stops[-1], now):
        return False
    return all(line.violations for line in explain(position, (*stops, now), Said(), closed=False))


def _rolls_on(car: str, before: Observation, now: Observation) -> bool:
    """Whether nothing happened but one more die of the driver's own, beside those that lay there."""
    old = {die.number for die in before.dice if die.car == car}
    dice = {die.number for die in numbered_after(before.dice, now.dice) if die.car == car}
    return bool(old) and old < dice and not (_cars_changed(before, now) or _boxes_changed(before, now))


def _only_in_box(car: str, before: Observation, now: Observation) -> bool:
    """Whether nothing happened but something in the driver's own box: whoever else changes that moves a car as well."""
    elsewhere = changed(replace(before, boxes=()), replace(now, boxes=()))
    return _boxes_changed(before, now) == (car,) and not elsewhere


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the car to move was moved once more since the last of its stops."""
    return bool(stops) and position.turn in _cars_changed(stops[-1], now)


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the table as it stands; the turn passes on when the driver's car or box changed."""
    taken = as_it_lies(position, as_seen(position, seen))
    car = position.turn
    acted = car and (taken.stand(car) != position.stand(car) or taken.box(car) != position.box(car))
    if not acted or position.qualifying:
        return taken
    return replace(taken, turn=next_seat(taken, car) if len(taken.racing) > 1 else "")


def as_it_lies(position: Position, taken: Position) -> Position:
    """`taken`, which shows the pieces elsewhere, with the cars that have left the pit lane counted as started."""
    started = set(taken.started)
    for car in taken.seats:
        before, now = position.stand(car).node, taken.stand(car).node
        if before is not None and before >= position.shape.pole and now is not None and now < len(position.shape.track):
            exit_node = position.shape.nodes_of[position.shape.exit][0]
            if now < exit_node:
                started.add(car)
    return replace(taken, started=frozenset(started))


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
