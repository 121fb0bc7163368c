"""Tiles as cells of a grid: is it one closed road, in which order is it driven, and what may be hidden in its gaps?

A cell is (column, row) counted in tiles. "Each tile should be orthogonally adjacent to exactly two other tiles"
(Racepack, Construct The Track).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

Cell = tuple[int, int]
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
MOST_HIDDEN = 6
"""More hidden tiles than this are not guessed: too many roads would fit."""


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with this one."""
    return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in SIDES)


def degree(cell: Cell, cells: Collection[Cell]) -> int:
    """How many neighbours of a cell are tiles."""
    return sum(other in cells for other in neighbours(cell))


def pieces_of(cells: Collection[Cell]) -> tuple[frozenset[Cell], ...]:
    """The connected parts, the largest first."""
    left = set(cells)
    parts = []
    while left:
        part = {left.pop()}
        edge = list(part)
        while edge:
            near = [cell for cell in neighbours(edge.pop()) if cell in left]
            left.difference_update(near)
            part.update(near)
            edge.extend(near)
        parts.append(frozenset(part))
    return tuple(sorted(parts, key=lambda part: (-len(part), min(part))))


def is_ring(cells: Collection[Cell]) -> bool:
    """Whether the cells form one closed road.

    >>> is_ring({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)})
    True
    >>> is_ring({(0, 0), (1, 0), (2, 0)})
    False
    """
    return len(cells) >= 4 and all(degree(cell, cells) == 2 for cell in cells) and len(pieces_of(cells)) == 1


def clockwise(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of a ring in clockwise order as seen from above (y up), from its lowest row's leftmost cell.

    From there clockwise is up: the cell has no neighbour to the left or below.
    """
    start = min(cells, key=lambda cell: (cell[1], cell[0]))
    order = [start, (start[0], start[1] + 1)]
    while True:
        ahead = next(cell for cell in neighbours(order[-1]) if cell in cells and cell != order[-2])
        if ahead == start:
            return tuple(order)
        order.append(ahead)


def completions(cells: Collection[Cell], missing: int) -> tuple[frozenset[Cell], ...]:
    """Every way to close the road with exactly `missing` more tiles, as sets of the added cells."""
    if not 0 < missing <= MOST_HIDDEN or any(degree(cell, cells) > 2 for cell in cells):
        return ()
    found = {frozenset(full) - frozenset(cells) for full in _grow(frozenset(cells), missing)}
    return tuple(sorted(found, key=sorted))


def _grow(cells: frozenset[Cell], missing: int) -> Iterator[frozenset[Cell]]:
    loose = [cell for cell in sorted(cells) if degree(cell, cells) < 2]
    if missing == 0:
        if not loose and is_ring(cells):
            yield cells
        return
    if not loose:
        return
    # The first loose end must be continued somehow; whatever the road, one of these cells is in it.
    for added in neighbours(loose[0]):
        grown = cells | {added}
        if added not in cells and all(
            degree(near, grown) <= 2 for near in (added, *neighbours(added)) if near in grown
        ):
            yield from _grow(grown, missing - 1)
