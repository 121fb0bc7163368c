"""Tiles on the table -> the board: the road in squares, and what is wrong with it in sentences.

With a known circuit the board is found by laying that circuit over the tiles; then hidden tiles and a hidden lap card
do no harm. Without one the circuit is made out from the tiles and the lap card alone (Racepack, Construct The Track).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.complaints import open_road_words, stray_words
from referee.games.racepack.table.lattice import Lattice, TileSeen, find_lattice, fit_cells
from referee.games.racepack.table.places import (
    TILE_MM,
    Point,
    Transform,
    add,
    fit,
    inside,
    line_before,
    start_line,
    tile_centre,
    tile_squares,
    turned,
)
from referee.games.racepack.table.ring import (
    SIDES,
    Cell,
    clockwise,
    completions,
    is_ring,
)
from referee.games.racepack.table.words import piece_words

CROOKED_MM = 8.0
CROOKED_DEG = 12.0
LINE_REACH_MM = 20.0
"""How far the tip of the lap card's arrow may lie from the end of the line it means."""


@dataclass(frozen=True)
class TilePose:
    """A tile in the board frame; `crooked_deg` is its turn off the grid, -45 to 45."""

    piece: str
    at: Point
    crooked_deg: float


@dataclass(frozen=True)
class Board:
    """The road as it lies.

    Attributes
    ----------
    road : its tiles in driving order.
    line_known : whether the road's line is the real one.
    frame : table mm -> board mm.
    tiles : the tiles seen, by their squares.
    """

    road: Circuit
    line_known: bool
    frame: Transform
    tiles: Mapping[Square, TilePose]

    def squares(self) -> dict[Square, Point]:
        """The middle of every square of the road in board mm, where its tile really lies."""
        found = {}
        for tile in self.road.tiles:
            pose = self.tiles.get(tile)
            middle, turn_deg = (pose.at, pose.crooked_deg) if pose else (tile_centre(self.road, tile), 0.0)
            for square in tile_squares(tile):
                offset = (TILE_MM / 2 * (square[0] - tile[0] - 0.5), TILE_MM / 2 * (square[1] - tile[1] - 0.5))
                found[square] = add(middle, turned(offset, turn_deg))
        return found


@dataclass(frozen=True)
class ArrowSeen:
    """The lap card on the table: the tip of its arrow in table mm and the direction it points in."""

    tip: Point
    angle_deg: float


Survey = tuple[Board | None, tuple[str, ...]]


def survey(
    tiles: Sequence[TileSeen],
    kit_tiles: int,
    arrow: ArrowSeen | None,
    covered: Sequence[Sequence[Point]],
    known: Circuit | None,
) -> Survey:
    """Find the board.

    Parameters
    ----------
    tiles : the tiles seen; `kit_tiles` is how many the kit has.
    arrow : the lap card, if it was seen.
    covered : table polygons under a hand, where hidden tiles may lie.
    known : the circuit of the race, if it is under way.

    Returns
    -------
    The board, or None when no road could be made out, and the problems in sentences.
    """
    if not tiles:
        return None, ("no tiles are to be seen: lay the track under the camera, grid side up",)
    lattice = find_lattice(tiles)
    if known is not None:
        board = _overlay(lattice, known, arrow)
        if board is not None:
            return board, (*_misplaced(board, tiles), *_crooked(board))
        problems: tuple[str, ...] = ("the track on the table is not the one of this race",)
    else:
        problems = ()
    board, more = _new_board(lattice, kit_tiles, arrow, covered)
    return board, (*problems, *more)


def _overlay(lattice: Lattice, known: Circuit, arrow: ArrowSeen | None) -> Board | None:
    """Lay the known circuit over the tiles: the quarter turn and shift under which most tiles fit.

    A road that looks the same from two sides is told apart by the lap card, else taken as the picture has it upright.
    """
    votes: Counter[tuple[int, int, int]] = Counter()
    for quarters in range(4):
        for tile in known.tiles:
            x, y = _turned_cell(tile, quarters)
            votes.update((quarters, i - x, j - y) for i, j in lattice.cells)
    most = max(votes.values())
    if most < max(4, 0.7 * len(lattice.cells)):
        return None
    boards = []
    for quarters, shift_x, shift_y in sorted(way for way, count in votes.items() if count == most):
        cells = {tile: _turned_cell(tile, quarters) for tile in known.tiles}
        places = {tile: (x + shift_x, y + shift_y) for tile, (x, y) in cells.items()}
        seen = {tile: lattice.cells[cell] for tile, cell in places.items() if cell in lattice.cells}
        boards.append(_board(known, True, seen))
    return next((board for board in boards if _arrow_fits(board, arrow)), boards[0])


def _arrow_fits(board: Board, arrow: ArrowSeen | None) -> bool:
    """Whether the lap card lies at the line of the known road."""
    if arrow is None:
        return False
    line, tip = start_line(board.road), board.frame.of(arrow.tip)
    return min(math.dist(tip, line.end(left)) for left in (False, True)) <= LINE_REACH_MM


def _turned_cell(tile: Square, quarters: int) -> Cell:
    """The cell of a tile of a road that is turned by so many quarters."""
    cell = ((tile[0] - 1) // 2, (tile[1] - 1) // 2)
    for _ in range(quarters):
        cell = (-cell[1], cell[0])
    return cell


def _board(road: Circuit, line_known: bool, seen: Mapping[Square, TileSeen]) -> Board:
    frame = fit([(tile.at, tile_centre(road, square)) for square, tile in seen.items()])
    poses = {}
    for square, tile in seen.items():
        crooked_deg = (tile.angle_deg + frame.turn_deg + 45.0) % 90.0 - 45.0
        poses[square] = TilePose(tile.piece, frame.of(tile.at), crooked_deg)
    return Board(road, line_known, frame, poses)


def _misplaced(board: Board, tiles: Sequence[TileSeen]) -> list[str]:
    """Tiles that lie on no tile place of the known road."""
    on_road = {pose.piece for pose in board.tiles.values()}
    return [f"{piece_words(tile.piece)} lies off the track of this race" for tile in tiles if tile.piece not in on_road]


def _crooked(board: Board) -> list[str]:
    """Tiles that do not lie edge to edge with the one before, or not square."""
    problems = []
    for before, tile in zip((board.road.tiles[-1], *board.road.tiles[:-1]), board.road.tiles, strict=True):
        one, other = board.tiles.get(before), board.tiles.get(tile)
        if one and other:
            ideal = add(tile_centre(board.road, tile), tile_centre(board.road, before), -1.0)
            off_mm = math.dist(add(other.at, one.at, -1.0), ideal)
            if off_mm > CROOKED_MM:
                both = f"{piece_words(one.piece)} and {piece_words(other.piece)}"
                problems.append(f"{both} do not lie edge to edge: they are {off_mm:.0f} mm off")
    for pose in board.tiles.values():
        if abs(pose.crooked_deg) > CROOKED_DEG:
            problems.append(f"{piece_words(pose.piece)} is turned by {abs(pose.crooked_deg):.0f} degrees")
    return problems


def _new_board(lattice: Lattice, kit_tiles: int, arrow: ArrowSeen | None, covered: Sequence[Sequence[Point]]) -> Survey:
    """Make out an unknown circuit."""
    cells, problems = frozenset(lattice.cells), stray_words(lattice)
    missing = kit_tiles - len(cells) - len(lattice.stray)
    if not is_ring(cells):
        added = _hidden(lattice, missing, covered)
        if added is None:
            return None, (*problems, *open_road_words(lattice, missing))
        cells |= added
    elif missing:
        problems.append(f"the track has only {len(cells)} tiles, it needs {kit_tiles}")
    left, low = min(i for i, _ in cells), min(j for _, j in cells)
    ring = tuple((2 * (i - left) + 1, 2 * (j - low) + 1) for i, j in clockwise(cells))
    seen = {(2 * (i - left) + 1, 2 * (j - low) + 1): tile for (i, j), tile in lattice.cells.items()}
    board = _board(Circuit(ring), False, seen)
    problems += _crooked(board)
    with_line, sentence = _find_line(board, arrow)
    return (with_line, tuple(problems)) if with_line else (board, (*problems, sentence))


def _hidden(lattice: Lattice, missing: int, covered: Sequence[Sequence[Point]]) -> frozenset[Cell] | None:
    """The hidden cells, when only one set closes the road, or only one lies where something covers the table."""
    ways = completions(frozenset(lattice.cells), missing)
    if len(ways) > 1:
        to_grid = fit_cells(lattice.cells)
        areas = [[to_grid.of(point) for point in area] for area in covered]
        ways = tuple(way for way in ways if all(_is_covered(cell, areas) for cell in way))
    return ways[0] if len(ways) == 1 else None


def _is_covered(cell: Cell, areas: Sequence[Sequence[Point]]) -> bool:
    middle = (TILE_MM * cell[0], TILE_MM * cell[1])
    near = [middle, *(add(middle, (float(x), float(y)), TILE_MM / 4) for x, y in SIDES)]
    return any(inside(point, area) for area in areas for point in near)


def _find_line(board: Board, arrow: ArrowSeen | None) -> tuple[Board | None, str]:
    """The road with the line that the lap card's arrow points at, driven clockwise as the rule book has it."""
    if arrow is None:
        return None, "the lap card is not to be seen: lay it outside the track with its arrow at the start/finish line"
    tip = board.frame.of(arrow.tip)
    pointing = turned((1.0, 0.0), arrow.angle_deg + board.frame.turn_deg)
    tiles = board.road.tiles
    found: list[tuple[float, int, int]] = []
    for index, tile in enumerate(tiles):
        for line_row in (0, 1):
            line = line_before(board.road, index, line_row)
            straight = add(tile, tiles[index - 1], -1.0) == add(tiles[(index + 1) % len(tiles)], tile, -1.0)
            for left in (False, True):
                inward = add(line.middle, line.end(left), -1.0)
                faces = (inward[0] * pointing[0] + inward[1] * pointing[1]) / math.hypot(*inward)
                if faces > 0.7 and (straight or line_row == 0):
                    found.append((math.dist(tip, line.end(left)), index, line_row))
    off_mm, index, line_row = min(found, default=(math.inf, 0, 0))
    if off_mm > LINE_REACH_MM:
        return None, "the lap card points at no line: put the tip of its arrow against the outer edge of the track"
    circuit = Circuit(tiles[index:] + tiles[:index], line_row)
    return Board(circuit, True, board.frame, board.tiles), ""
