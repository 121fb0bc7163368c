"""Ways along the board: every road a car can take forward, and what lies straight ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.state import Position

FARTHEST = 27
"""Six different dice and the turbo boost: 21 + 6."""
EVERY_TURNING = frozenset({"gate", "shortcut", "turn"})


@dataclass(frozen=True)
class Path:
    """One way forward.

    Attributes
    ----------
    nodes : where the car stood, then every node it enters; the last one is where the movement ends.
    via : the turnings taken.
    crossings : how often the finish line is crossed.
    """

    nodes: tuple[int, ...]
    via: tuple[str, ...] = ()
    crossings: int = 0

    @property
    def steps(self) -> int:
        """How many spaces long it is."""
        return len(self.nodes) - 1

    @property
    def end(self) -> int:
        """Its last node."""
        return self.nodes[-1]


@lru_cache(maxsize=4096)
def paths_from(board: Board, node: int, turnings: frozenset[str]) -> tuple[Path, ...]:
    """Every way of 1 to `FARTHEST` spaces from a node that uses no other turnings than these (each shortcut once)."""
    found: list[Path] = []
    edge = [Path((node,))]
    for _ in range(FARTHEST):
        edge = [longer for path in edge for longer in _longer(board, path, turnings)]
        found += edge
    return tuple(found)


def _longer(board: Board, path: Path, turnings: frozenset[str]) -> Iterator[Path]:
    node = path.end
    ahead = board.following[node]
    yield Path((*path.nodes, ahead), path.via, path.crossings + board.crosses_line(node, ahead))
    for branch, first in board.turnings.get(node, ()):
        if branch.kind in turnings and not (branch.kind == "shortcut" and "shortcut" in path.via):
            via = (*path.via, branch.kind)
            yield Path((*path.nodes, first), via, path.crossings + branch.crosses_line)
    if "turn" in turnings and board.ids[node] in board.loops and "turn" not in path.via:
        for other in board.nodes_of[board.ids[node]]:
            if other != node:
                yield Path((*path.nodes, board.following[other]), (*path.via, "turn"), path.crossings)


def turnings_open(position: Position, car: str) -> frozenset[str]:
    """The turnings a car may take."""
    kinds = {branch.kind for branch in position.shape.branches}
    if not position.gate_open:
        kinds.discard("gate")
    if position.box(car).cylinder:
        kinds.discard("shortcut")
    return frozenset(kinds)


@lru_cache(maxsize=4096)
def way(board: Board, node: int | None, steps: int, via: tuple[str, ...]) -> Path | None:
    """The path of a movement, or None when there is none with these turnings (legal or not)."""
    found = paths_from(board, node, frozenset(via)) if node is not None else ()
    return next((path for path in found if path.steps == steps and path.via == via), None)


@dataclass(frozen=True)
class Target:
    """What a rocket would meet: the cars on the nearest occupied space ahead, how far; is a corner between?"""

    cars: tuple[str, ...]
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
        cars = standing_on(position, board.ids[node], but=car)
        if cars:
            return Target(cars, distance, blocked)
        blocked = blocked or board.corner[node]
    return None


def standing_on(position: Position, space: str, but: str = "") -> tuple[str, ...]:
    """The cars on a space."""
    board = position.shape
    return tuple(
        car for car, stand in position.cars if stand.node is not None and car != but and board.ids[stand.node] == space
    )


def overtaken(position: Position, car: str, path: Path) -> tuple[str, ...]:
    """The cars on their wheels that a movement would pass."""
    board = position.shape
    passed = {board.ids[node] for node in path.nodes[1:-1]}
    return tuple(
        other
        for other, stand in position.cars
        if other != car and stand.up and stand.node is not None and board.ids[stand.node] in passed
    )
