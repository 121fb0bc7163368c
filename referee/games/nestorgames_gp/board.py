"""A board as the law sees it: nodes, where each leads, and what is special about it (docs/boards-gp.md).

A node is a space and the way a car goes on from it. Only a loop space has two nodes, one for each way across it.
Nodes are numbered: 0 upwards along the lap from the finish line, then the spaces of a gate's or shortcut's road, then
the pit bays, pole first. A `Path` is a road that a car can take forward.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.frozen import cached_property

Point = tuple[float, float]


@dataclass(frozen=True)
class Space:
    """One space: its name, its middle in board mm, and whether it is a corner."""

    id: str
    at_mm: Point
    corner: bool = False


@dataclass(frozen=True)
class Bay:
    """One space of the pit lane with the middle of the box beside it."""

    id: str
    at_mm: Point
    box_mm: Point


@dataclass(frozen=True)
class Branch:
    """A road that leaves the lap at one space and joins it again at another (`kind` is ``shortcut`` or ``gate``)."""

    kind: str
    start: str
    end: str
    through: tuple[str, ...] = ()
    crosses_line: bool = False


@dataclass(frozen=True)
class Gate:
    """Where the gate stands when it is closed, and the spaces that open and close it."""

    at_mm: Point
    switches: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A board.

    Attributes
    ----------
    track : space ids of one lap in driving order; the finish line is the near edge of the first one.
    bays : the pit lane, pole first; the first bay leads to the space `exit`, each other one to the bay before it.
    teleport : the two T spaces, or none.
    wet : where the oil lies in a wet race.
    """

    name: str
    title: str
    size_mm: Point
    pitch_mm: float
    box_size_mm: Point
    spaces: tuple[Space, ...]
    track: tuple[str, ...]
    bays: tuple[Bay, ...]
    exit: str
    branches: tuple[Branch, ...] = ()
    gate: Gate | None = None
    teleport: tuple[str, ...] = ()
    wet: tuple[str, ...] = ()

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The space id of every node."""
        through = tuple(space for branch in self.branches for space in branch.through)
        return (*self.track, *through, *(bay.id for bay in self.bays))

    @cached_property
    def nodes_of(self) -> Mapping[str, tuple[int, ...]]:
        """The nodes of every space, in driving order."""
        found: dict[str, tuple[int, ...]] = {}
        for node, space in enumerate(self.ids):
            found[space] = (*found.get(space, ()), node)
        return found

    @cached_property
    def following(self) -> tuple[int, ...]:
        """The node after each node, straight on."""
        lap = len(self.track)
        found = [(node + 1) % lap for node in range(lap)]
        for branch in self.branches:
            inner = range(len(found), len(found) + len(branch.through))
            found += [*inner[1:], self.nodes_of[branch.end][0]] if inner else []
        pole = len(found)
        found += [self.nodes_of[self.exit][0] if bay == 0 else pole + bay - 1 for bay in range(len(self.bays))]
        return tuple(found)

    @cached_property
    def turnings(self) -> Mapping[int, tuple[tuple[Branch, int], ...]]:
        """Where a branch leaves the lap: node -> (branch, its first node)."""
        found: dict[int, tuple[tuple[Branch, int], ...]] = {}
        for branch in self.branches:
            first = self.nodes_of[(*branch.through, branch.end)[0]][0]
            start = self.nodes_of[branch.start][0]
            found[start] = (*found.get(start, ()), (branch, first))
        return found

    @cached_property
    def corner(self) -> tuple[bool, ...]:
        """Whether each node is a corner."""
        corners = {space.id for space in self.spaces if space.corner}
        return tuple(space in corners for space in self.ids)

    @cached_property
    def progress(self) -> tuple[float, ...]:
        """How far along the lap each node is; the pit lane lies before everything."""
        found = [float(node) for node in range(len(self.track))]
        for branch in self.branches:
            start, parts = self.nodes_of[branch.start][0], len(branch.through) + 1
            found += [start + number / parts for number in range(1, parts)]
        found += [-1.0 - bay for bay in range(len(self.bays))]
        return tuple(found)

    @cached_property
    def loops(self) -> frozenset[str]:
        """Spaces that the lap crosses twice."""
        return frozenset(space for space, nodes in self.nodes_of.items() if len(nodes) > 1)

    @cached_property
    def no_items(self) -> frozenset[str]:
        """Spaces on which no item may be put: gate switches and T spaces; items belong on the race track."""
        return frozenset((*(self.gate.switches if self.gate else ()), *self.teleport, *(bay.id for bay in self.bays)))

    @cached_property
    def middle(self) -> Mapping[str, Point]:
        """The middle of every space in board mm."""
        return {space.id: space.at_mm for space in self.spaces} | {bay.id: bay.at_mm for bay in self.bays}

    @property
    def pole(self) -> int:
        """The node of the first bay."""
        return len(self.ids) - len(self.bays)

    def crosses_line(self, start: int, end: int) -> bool:
        """Whether the step from one node to the next one straight on crosses the finish line."""
        return end == 0 and self.following[start] == 0

    def slide(self, node: int) -> tuple[int, ...]:
        """The nodes from one straight on to the corner where a car on oil ends; one alone if it is a corner."""
        way = [node]
        while not self.corner[way[-1]] and len(way) <= len(self.ids):
            way.append(self.following[way[-1]])
        return tuple(way)

    def other_t(self, node: int) -> int | None:
        """The other T space's node when this is a T space."""
        space = self.ids[node]
        if space not in self.teleport:
            return None
        other = self.teleport[1 - self.teleport.index(space)]
        return self.nodes_of[other][0]


# -- roads -------------------------------------------------------------------------------------------------------------

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
def paths_from(board: Board, node: int | None, turnings: frozenset[str]) -> tuple[Path, ...]:
    """Every way of 1 to `FARTHEST` spaces from a node that uses no other turnings than these (each shortcut once).

    None leads on from beside the board.
    """
    found: list[Path] = []
    edge = [Path((node,))] if node is not None else []
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


@lru_cache(maxsize=4096)
def way(board: Board, node: int | None, steps: int, via: tuple[str, ...]) -> Path | None:
    """The path of a movement, or None when there is none with these turnings (legal or not)."""
    found = paths_from(board, node, frozenset(via))
    return next((path for path in found if path.steps == steps and path.via == via), None)
