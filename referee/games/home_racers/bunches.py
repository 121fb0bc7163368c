"""Shapes that end on one cell, kept together: most of them are ruled out at one look before any is fitted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from referee.games.home_racers.shapes import Cell, Shape, bent_shapes, legal_shapes, shape


@dataclass(frozen=True)
class Bunch:
    """Shapes of one length with one last tile (lengths in tile widths).

    Attributes
    ----------
    joints : their tiles; x, y, heading_deg : the last tile, seen from the start.
    lever : the longest mean way of theirs from a joint to the last tile.
    spread : the largest sum of theirs of the joints' distances from that mean.
    shapes : the shapes, the plainest first.
    """

    joints: int
    x: float
    y: float
    heading_deg: float
    lever: float
    spread: float
    shapes: tuple[Shape, ...]


def bunched(shapes: Iterable[Shape]) -> tuple[Bunch, ...]:
    """Shapes of one length by their last tile."""
    found: dict[Cell, list[Shape]] = {}
    for one in shapes:
        found.setdefault(one.cells[-1] if one.cells else (0, 0, 0), []).append(one)
    return tuple(_bunch(tuple(together)) for together in found.values())


def _bunch(shapes: tuple[Shape, ...]) -> Bunch:
    first = shapes[0]
    lever = max(math.hypot(one.lever_x, one.lever_y) for one in shapes)
    spread = max(one.spread_sum for one in shapes)
    return Bunch(len(first.codes), first.x, first.y, first.heading_deg, lever, spread, shapes)


@cache
def legal_bunches(turns: int, lanes: int, tiles: int) -> tuple[Bunch, ...]:
    """`legal_shapes` by their last tile; no tiles are the start itself."""
    return bunched(legal_shapes(turns, lanes, tiles) if tiles else (shape(()),))


@cache
def bent_bunches(turns: int, lanes: int, skids: int, tiles: int) -> tuple[Bunch, ...]:
    """`bent_shapes` by their last tile."""
    return bunched(bent_shapes(turns, lanes, skids, tiles))
