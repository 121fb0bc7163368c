"""An unknown circuit, made out from its tiles: which way the road runs, what is hidden, and where the line is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.blind import Blind
from referee.games.racepack.table.board import LINE_REACH_MM, ArrowSeen, Board, crooked, make_board
from referee.games.racepack.table.complaints import hidden_words, open_road_words, stray_words
from referee.games.racepack.table.hidden_tiles import UNSEEN, hidden_tiles
from referee.games.racepack.table.lattice import Lattice
from referee.games.racepack.table.places import line_before, step
from referee.games.racepack.table.ring import Cell
from referee.games.racepack.table.roads import RoadFound, roads
from referee.games.racepack.track_check import TILES_OF_A_PIECEPACK, circuit_problems
from referee.games.racepack.variants import Variants
from referee.games.rigid import add, turned

NO_CARD = "the lap card is not to be seen: lay it outside the track with its arrow at the start/finish line"
NO_LINE = "the lap card points at no line: put the tip of its arrow against the outer edge of the track"


def new_board(
    lattice: Lattice, kit_tiles: int, arrow: ArrowSeen | None, blind: Blind
) -> tuple[Board | None, tuple[str, ...]]:
    """Make out a circuit from its tiles, of which the kit has so many; parameters and result as in `survey`."""
    missing = kit_tiles - len(lattice.cells) - len(lattice.stray)
    hidden = hidden_tiles(lattice, missing, kit_tiles == TILES_OF_A_PIECEPACK, blind)
    if hidden.sure:
        lattice = hidden.ways[0].lattice
    found, problems = roads(lattice.cells), stray_words(lattice)
    if hidden.ways and not hidden.sure:
        problems.append(hidden_words(lattice, hidden.ways, blind))
        if not found:
            return _as_if(hidden.ways[0].lattice), tuple(problems)
    if not found:
        return None, (*problems, *open_road_words(lattice, missing))
    laid = len(lattice.cells)
    if missing > 0 and laid < TILES_OF_A_PIECEPACK:
        problems.append(f"the track has only {laid} tiles, it needs {TILES_OF_A_PIECEPACK}")
    boards = [_board(road, lattice) for road in found]
    lined = [with_line for board in boards if (with_line := _with_line(board, arrow))]
    if not lined:
        problems += crooked(boards[0])
        return boards[0], (*problems, NO_LINE if arrow else NO_CARD)
    best = min(lined, key=lambda board: _count_of_faults(board.road))
    return best, (*problems, *crooked(best))


def _as_if(lattice: Lattice) -> Board:
    """The board as it would be with these hidden tiles, to show where pieces stand; its line is not known."""
    return _board(roads(lattice.cells)[0], lattice)


def _count_of_faults(road: Circuit) -> int:
    """How badly a reading of the tiles fits the rules when everything it shows has been agreed on."""
    mains = ("four", "pit") if road.wide else ("",)
    agreed = [Variants(packs=2, main=main, hairpins=True, chicanes=True) for main in mains]
    return min(len(circuit_problems(road, 2, variants)) for variants in agreed)


def _board(road: RoadFound, lattice: Lattice) -> Board:
    """The squares of a road: a cell has two by two, and the tile of a chicane lies one aside."""

    def space(cell: Cell) -> Square:
        off = lattice.aside.get(cell, (0, 0))
        return 2 * cell[0] + off[0], 2 * cell[1] + off[1]

    spaces = [space(cell) for cell in (*road.ring, *road.row)]
    left, low = min(x for x, _ in spaces) - 1, min(y for _, y in spaces) - 1
    ring = tuple((x - left, y - low) for x, y in map(space, road.ring))
    row = tuple((x - left, y - low) for x, y in map(space, road.row))
    seen = {(x - left, y - low): tile for (x, y), tile in lattice.spaces().items() if tile.piece != UNSEEN}
    return make_board(Circuit(ring, 0, row), False, seen)


def _with_line(board: Board, arrow: ArrowSeen | None) -> Board | None:
    """The road with the line that the lap card's arrow points at, driven clockwise as the rule book has it."""
    if arrow is None:
        return None
    off_mm, index, line_row = min(_lines(board, arrow), default=(math.inf, 0, 0))
    if off_mm > LINE_REACH_MM:
        return None
    tiles = board.road.tiles
    ring = tiles[index:] + tiles[:index]
    circuit = Circuit(ring, line_row, _in_driving_order(board.road.wide, ring))
    return Board(circuit, True, board.frame, board.tiles)


def _lines(board: Board, arrow: ArrowSeen) -> Iterator[tuple[float, int, int]]:
    """Every line the arrow may mean: how far its tip lies off, the tile beyond, and which row of it."""
    tip = board.frame.of(arrow.tip)
    pointing = turned((1.0, 0.0), arrow.angle_deg + board.frame.turn_deg)
    tiles = board.road.tiles
    for index, tile in enumerate(tiles):
        straight = step(tiles[index - 1], tile) == step(tile, tiles[(index + 1) % len(tiles)])
        for line_row in (0, 1) if straight else (0,):
            line = line_before(board.road, index, line_row)
            for left in (False, True):
                inward = add(line.middle, line.end(left), -1.0)
                faces = (inward[0] * pointing[0] + inward[1] * pointing[1]) / math.hypot(*inward)
                if faces > 0.7:
                    yield math.dist(tip, line.end(left)), index, line_row


def _in_driving_order(row: Sequence[Square], ring: Sequence[Square]) -> tuple[Square, ...]:
    """The tiles of the second row in the order in which the road passes them, the line's own behind it or not."""

    def passed(tile: Square) -> int:
        nearest = min(range(len(ring)), key=lambda index: math.dist(ring[index], tile))
        # those behind the line lie at the end of the way round
        return nearest - len(ring) if nearest > len(ring) // 2 else nearest

    return tuple(sorted(row, key=passed))
