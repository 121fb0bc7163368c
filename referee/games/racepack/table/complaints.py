"""What is wrong with tiles that form no closed road, said so that a person can put it right."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from referee.games.problem import Problem
from referee.games.racepack.table.blind import Blind
from referee.games.racepack.table.hidden_tiles import Closing
from referee.games.racepack.table.lattice import Lattice
from referee.games.racepack.table.places import TILE_MM
from referee.games.racepack.table.ring import Cell, degree, is_ring, neighbours, pieces_of
from referee.games.racepack.table.words import NUMBERS, listed, piece_words


def stray_words(lattice: Lattice) -> list[str]:
    """Tiles that lie on no place of the grid."""
    problems: list[str] = []
    for tile, off_mm in lattice.stray:
        how = f"lies {off_mm:.0f} mm off the grid of the other tiles" if off_mm else "lies in the place of another tile"
        problems.append(Problem(f"{piece_words(tile.piece)} {how}", tile.piece))
    return problems


def open_road_words(lattice: Lattice, missing: int) -> list[str]:
    """Why the cells are no closed road."""
    cells = lattice.cells
    crowded = [(cells[cell].piece, degree(cell, cells)) for cell in sorted(cells) if degree(cell, cells) > 2]
    problems: list[str] = [_crowded(tile, touched) for tile, touched in crowded]
    parts = pieces_of(cells)
    if len(parts) > 1 and all(is_ring(part) for part in parts):
        return [*problems, f"there are {len(parts)} closed tracks on the table: lay one"]
    loose = [cell for cell in sorted(cells) if degree(cell, cells) < 2]
    problems += _gap_words(lattice, loose)
    if loose:
        ends = listed([f"{piece_words(cells[cell].piece)} ({_where(cell, cells)})" for cell in loose])
        tiles = [cells[cell].piece for cell in loose]
        if missing > 0:
            problems.append(Problem(f"{_unseen_words(missing)} and the track is open at {ends}", *tiles))
        else:
            problems.append(Problem(f"the track is not closed: it ends at {ends}", *tiles))
    elif missing > 0:
        problems.append(_unseen_words(missing))
    return problems


def hidden_words(lattice: Lattice, ways: Sequence[Closing], blind: Blind) -> Problem:
    """What would show whether tiles lie hidden, and where: what stands there is lifted for a moment."""
    over = tuple(dict.fromkeys(piece for way in ways for place in way.places for piece in blind.pieces_over(*place)))
    x, y = lattice.frame().of(ways[0].places[0][0])
    where = _where((round(x / TILE_MM), round(y / TILE_MM)), lattice.cells)
    if not over:
        return Problem(f"whether a tile lies hidden ({where}) cannot be seen: clear the view of it for a moment")
    pieces = listed([piece_words(piece) for piece in over])
    text = f"whether a tile lies under or behind {pieces} ({where}) cannot be seen: lift what stands there for a moment"
    return Problem(text, *over)


def _crowded(tile: str, touched: int) -> Problem:
    return Problem(f"{piece_words(tile)} touches {NUMBERS[touched]} tiles: each must touch exactly two", tile)


def _unseen_words(count: int) -> str:
    return "one tile is not to be seen" if count == 1 else f"{count} tiles are not to be seen"


def _gap_words(lattice: Lattice, loose: Sequence[Cell]) -> list[str]:
    """Loose ends whose tiles nearly touch."""
    problems: list[str] = []
    for index, one in enumerate(loose):
        for other in loose[index + 1 :]:
            here, there = lattice.cells[one], lattice.cells[other]
            apart_mm = math.dist(here.at, there.at) - TILE_MM
            if other not in neighbours(one) and 0 < apart_mm < TILE_MM / 4:
                both = f"{piece_words(here.piece)} and {piece_words(there.piece)}"
                problems.append(
                    Problem(f"{both} are {apart_mm:.0f} mm apart: push them together", here.piece, there.piece)
                )
    return problems


def _where(cell: Cell, cells: Collection[Cell]) -> str:
    """Where in the picture a cell lies, in words."""
    low_x, high_x = min(i for i, _ in cells), max(i for i, _ in cells)
    low_y, high_y = min(j for _, j in cells), max(j for _, j in cells)

    def third(value: int, low: int, high: int, names: tuple[str, str, str]) -> str:
        return names[min(2, 3 * (value - low) // (high - low + 1))]

    row = third(cell[1], low_y, high_y, ("bottom", "middle", "top"))
    column = third(cell[0], low_x, high_x, ("left", "middle", "right"))
    return row if row == column else f"{row} {column}"
