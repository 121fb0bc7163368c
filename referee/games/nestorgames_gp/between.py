"""Between two looks at the table: what changed, whether the next turn has begun, and taking the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.games.nestorgames_gp.effects import next_seat
from referee.games.nestorgames_gp.looks import as_seen, clash, hiding
from referee.games.nestorgames_gp.observation import Observation
from referee.games.nestorgames_gp.paths import paths_from
from referee.games.nestorgames_gp.position import Position

ROADS = frozenset(("gate", "shortcut", "turn"))
"""Every turning that a car may take."""


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise, covered things and dice picked up do not count.

    What lies on a space that was not seen bare has not come to lie there, but it may have been turned over.
    """
    hidden, lay = hiding(before), {(item.space, item.kind) for item in before.items}
    items = tuple(one for one in after.items if one.space not in hidden or (one.space, one.kind) in lay)
    return clash(before, replace(after, items=items)) > 0


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
    roads = [path for path in paths_from(board, start, ROADS) if path.end == end]
    marks: dict[str, Any] = {"from": board.ids[start], "to": board.ids[end]}
    if len(roads) == 1:  # else nobody knows which it took
        marks["way"] = {f"car:{car}": tuple(board.middle[board.ids[node]] for node in roads[0].nodes)}
    return marks
