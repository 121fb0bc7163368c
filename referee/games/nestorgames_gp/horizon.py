"""What several unseen turns can still lead to: positions from which the table cannot come to look as it does."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.effects import next_seat
from referee.games.nestorgames_gp.observation import Box, CarSeen, Observation
from referee.games.nestorgames_gp.position import Position, Switches, nodes_seen

PUSHES_A_TURN = 2
"""One turn pushes a car once; twice at most where a chain of cars runs over a loop."""


@dataclass
class Horizon:
    """The table as it is seen in the end."""

    board: Board
    final: Observation
    switches: Switches
    _before: dict[str, list[frozenset[int]]] = field(default_factory=dict)
    _reach: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._looks: dict[str, CarSeen] = dict(self.final.cars)
        self._boxes: dict[str, Box] = dict(self.final.boxes)

    def stood_before(self, car: str, pushes: int) -> list[frozenset[int] | None]:
        """Where a car may have stood before 0, 1, 2, ... pushes brought it where it is seen; [None] when it is not."""
        if car not in self._looks:
            return [None]
        found = self._before.setdefault(car, [self._stands(car)])
        while len(found) <= pushes:
            found.append(self._pushed_to(found[-1]))
        return list(found[: pushes + 1])

    def _stands(self, car: str) -> frozenset[int]:
        return frozenset(node for node in nodes_seen(self.board, self._looks[car]) if node is not None)

    def _pushed_to(self, nodes: frozenset[int]) -> frozenset[int]:
        """The nodes from which one push leads onto one of these; on a loop the pushing car gives the direction."""
        ids = self.board.ids
        spaces = {ids[node] for node in nodes}
        before = {ids[node] for node, ahead in enumerate(self.board.following) if ids[ahead] in spaces}
        return frozenset(node for node, space in enumerate(ids) if space in before)

    def rules_out(self, position: Position, turns: int) -> bool:
        """Whether no `turns` further turns, in seat order, can lead from a position to what is seen.

        A car whose driver has none of these turns is only pushed and crashed: it does not come further by itself, is
        not turned up and gets no die back. Laps driven and cylinders spent are never undone by anybody.
        """
        own = _drivers(position, turns)
        for car in position.racing:
            if self._undone(position, car) or (car not in own and self._stays_wrong(position, car, turns)):
                return True
        return False

    def _undone(self, position: Position, car: str) -> bool:
        """Whether more laps or shortcuts were driven than the boxes show."""
        box, due = self._boxes.get(car), position.box(car)
        return box is not None and (due.discs < box.discs or (due.cylinder and not box.cylinder))

    def _stays_wrong(self, position: Position, car: str, turns: int) -> bool:
        look, box = self._looks.get(car), self._boxes.get(car)
        stand, due = position.stand(car), position.box(car)
        if box is not None and (box.dice < due.dice or (box.cylinder and not due.cylinder)):
            return True
        if look is None:
            return False
        if look.up and not stand.up:
            return True
        if stand.node is None or not look.space or self.switches.pushed_items:
            return False
        return stand.node not in self._reached(car, PUSHES_A_TURN * turns)

    def _reached(self, car: str, pushes: int) -> frozenset[int]:
        """Every node from which at most so many pushes lead to where a car is seen."""
        if (car, pushes) not in self._reach:
            steps = self.stood_before(car, pushes)
            self._reach[car, pushes] = frozenset(node for nodes in steps for node in nodes or ())
        return self._reach[car, pushes]


def _drivers(position: Position, turns: int) -> set[str]:
    """Whose turns the next ones are."""
    found: set[str] = set()
    car = position.turn
    while car and len(found) < turns and car not in found:
        found.add(car)
        car = next_seat(position, car)
    return found
