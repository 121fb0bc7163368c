"""Tiles as cells of a grid -> the roads they may form when some touch without connecting or lie in a second row.

A hairpin brings the road back beside itself; a second row lies against the main straight (Racepack, Other Variants).
The cells alone tell nearly always which is which: the way round must use every cell of the road.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from referee.games.racepack.table.ring import Cell, clockwise, degree, is_ring, neighbours

SHORTEST_ROW = 2
PATIENCE = 4000
"""Steps in search of a way round; a heap of tiles is no road."""
U_TURN = 3


@dataclass(frozen=True)
class RoadFound:
    """The cells of the road round, clockwise, and those of a second row beside it."""

    ring: tuple[Cell, ...]
    row: tuple[Cell, ...] = ()


def roads(cells: Collection[Cell]) -> tuple[RoadFound, ...]:
    """Every road that takes all the cells, the likeliest first: the longest second row, then none at all."""
    if is_ring(cells):
        return (RoadFound(clockwise(cells)),)
    found = []
    for row in (*sorted(_second_rows(frozenset(cells)), key=len, reverse=True), frozenset[Cell]()):
        ring = _way_round(frozenset(cells) - row)
        if ring is not None and _lies_beside(row, ring):
            found.append(RoadFound(ring, tuple(sorted(row))))
    return tuple(found)


def _second_rows(cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Straight rows with free ends and one free side, whose other side is full of tiles."""
    for along in ((1, 0), (0, 1)):
        for start in sorted(cells):
            if (start[0] - along[0], start[1] - along[1]) in cells:
                continue
            row = [start]
            while (ahead := (row[-1][0] + along[0], row[-1][1] + along[1])) in cells:
                row.append(ahead)
            sides = [sum((i + sign * along[1], j + sign * along[0]) in cells for i, j in row) for sign in (-1, 1)]
            if len(row) >= SHORTEST_ROW and sorted(sides) == [0, len(row)]:
                yield frozenset(row)


def _lies_beside(row: frozenset[Cell], ring: tuple[Cell, ...]) -> bool:
    """Whether every tile of the row lies beside a tile where the road runs straight on, along the row."""
    straight = {
        cell
        for before, cell, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
        if (before[0] + after[0], before[1] + after[1]) == (2 * cell[0], 2 * cell[1])
    }
    return all(
        len(near) == 1 and near[0] in straight for near in ([n for n in neighbours(c) if n in ring] for c in row)
    )


def _way_round(cells: frozenset[Cell]) -> tuple[Cell, ...] | None:
    """The one way round through all cells on which only hairpins touch; None when there is none or more than one."""
    if is_ring(cells):
        return clockwise(cells)
    if len(cells) < 8 or any(degree(cell, cells) < 2 for cell in cells):
        return None
    found = []
    for ring in _ways_round(cells):
        if _only_hairpins(ring):
            found.append(ring)
        if len(found) > 1:
            return None
    return _turned_clockwise(found[0]) if found else None


def _ways_round(cells: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Closed ways through all cells, each once."""
    start = min((cell for cell in cells if degree(cell, cells) == 2), default=min(cells))
    first, *others = [near for near in neighbours(start) if near in cells]
    if len(others) != 1:
        return
    # both neighbours of a tile that touches two are its neighbours on the road
    stack = [[start, first]]
    patience = PATIENCE
    while stack and patience:
        patience -= 1
        way = stack.pop()
        if len(way) == len(cells):
            if way[-1] == others[0]:
                yield tuple(way)
            continue
        if way[-1] != others[0]:
            taken = set(way)
            stack += [[*way, near] for near in neighbours(way[-1]) if near in cells and near not in taken]


def _only_hairpins(ring: tuple[Cell, ...]) -> bool:
    """Whether every pair that touches without connecting is explained by a U-turn between the two."""
    place = {cell: index for index, cell in enumerate(ring)}
    count = len(ring)

    def touch(one: int, other: int) -> bool:
        return ring[other % count] in neighbours(ring[one % count])

    def folds(one: int, other: int) -> bool:
        while (other - one) % count > U_TURN:
            one, other = one + 1, other - 1
            if not touch(one, other):
                return False
        return (other - one) % count == U_TURN and not _is_bump(
            [ring[place % count] for place in range(one - 1, other + 2)]
        )

    pairs = [(index, place[near]) for cell, index in place.items() for near in neighbours(cell) if near in place]
    return all(
        folds(one, other) or folds(other, one) for one, other in pairs if (other - one) % count not in (1, count - 1)
    )


def _is_bump(cells: Sequence[Cell]) -> bool:
    """Whether the road only steps aside around two tiles: six in a row, of which the first and last two lie in line.

    Such a bump is what a second row with a hole would look like.
    """
    ends = (cells[0], cells[1], cells[4], cells[5])
    return len({i for i, _ in ends}) == 1 or len({j for _, j in ends}) == 1


def _turned_clockwise(ring: tuple[Cell, ...]) -> tuple[Cell, ...]:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)
    order = ring if area < 0 else tuple(reversed(ring))
    first = order.index(min(order, key=lambda cell: (cell[1], cell[0])))
    return order[first:] + order[:first]
