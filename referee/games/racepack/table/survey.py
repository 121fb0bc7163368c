"""Tiles on the table -> the board: the road in squares, and what is wrong with it in sentences.

With a known circuit the board is found by laying that circuit over the tiles; then hidden tiles and a hidden lap card
do no harm. Without one the circuit is made out from the tiles and the lap card alone (Racepack, Construct The Track).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.blind import Blind
from referee.games.racepack.table.board import CROOKED_MM, LINE_REACH_MM, ArrowSeen, Board, crooked, make_board
from referee.games.racepack.table.lattice import Lattice, TileSeen, find_lattice
from referee.games.racepack.table.making_out import new_board
from referee.games.racepack.table.places import start_line, tile_centre
from referee.games.racepack.table.ring import Cell
from referee.games.racepack.table.words import piece_words

Way = tuple[int, int, int]
"""Quarter turns, and the shift in spaces."""
TOO_LITTLE = "too little of the track is seen to tell which part of it this is: clear the view of it"
Survey = tuple[Board | None, tuple[str, ...]]


def survey(
    tiles: Sequence[TileSeen],
    kit_tiles: int,
    arrow: ArrowSeen | None,
    blind: Blind,
    known: Circuit | None,
) -> Survey:
    """Find the board.

    Parameters
    ----------
    tiles : the tiles seen; `kit_tiles` is how many the kit has.
    arrow : the lap card, if it was seen.
    blind : what of the table is out of sight, where hidden tiles may lie.
    known : the circuit of the race, if it is under way.

    Returns
    -------
    The board, or None when no road could be made out, and the problems in sentences.
    """
    if not tiles:
        return None, ("no tiles are to be seen: lay the track under the camera, grid side up",)
    lattice = find_lattice(tiles)
    if known is not None:
        ways = _ways(lattice, known)
        board = _overlay(lattice, known, arrow, ways) if ways else None
        if board is not None:
            return board, (*_misplaced(board, tiles), *crooked(board))
        if ways:
            return None, (TOO_LITTLE,)
        problems: tuple[str, ...] = ("the track on the table is not the one of this race",)
    else:
        problems = ()
    board, more = new_board(lattice, kit_tiles, arrow, blind)
    return board, (*problems, *more)


def _ways(lattice: Lattice, known: Circuit) -> list[Way]:
    """The quarter turns and shifts of the known circuit under which most tiles fit; none if too few fit."""
    votes: Counter[tuple[int, int, int]] = Counter()
    spaces = lattice.spaces()
    for quarters in range(4):
        for tile in known.all_tiles:
            x, y = _turned_space(tile, quarters)
            votes.update((quarters, i - x, j - y) for i, j in spaces)
    most = max(votes.values())
    if most < max(4, 0.7 * len(spaces)):
        return []
    return sorted(way for way, count in votes.items() if count == most)


def _overlay(lattice: Lattice, known: Circuit, arrow: ArrowSeen | None, ways: Sequence[Way]) -> Board | None:
    """The known circuit laid over the tiles, or None when a part alone is seen that fits more than one stretch of it.

    A road that looks the same from two sides is told apart by the lap card, else taken as the picture has it upright.
    """
    spaces = lattice.spaces()
    boards = []
    for quarters, shift_x, shift_y in ways:
        turned_tiles = {tile: _turned_space(tile, quarters) for tile in known.all_tiles}
        places = {tile: (x + shift_x, y + shift_y) for tile, (x, y) in turned_tiles.items()}
        seen = {tile: spaces[space] for tile, space in places.items() if space in spaces}
        boards.append(_with_strays(make_board(known, True, seen), seen, lattice))
    fits = next((board for board in boards if _arrow_fits(board, arrow)), None)
    if fits is not None or len(boards) == 1:
        return fits or boards[0]
    slides = len({quarters for quarters, _, _ in ways}) < len(ways)
    return None if slides or 2 * len(boards[0].tiles) < len(known.all_tiles) else boards[0]


def _with_strays(board: Board, seen: Mapping[Square, TileSeen], lattice: Lattice) -> Board:
    """The board with tiles that found no place on the grid alone, as one of a chicane whose neighbour is hidden."""
    more = {
        square: tile
        for tile, _ in lattice.stray
        for square in board.road.all_tiles
        if square not in seen and math.dist(board.frame.of(tile.at), tile_centre(board.road, square)) <= CROOKED_MM
    }
    return make_board(board.road, True, {**seen, **more}) if more else board


def _arrow_fits(board: Board, arrow: ArrowSeen | None) -> bool:
    """Whether the lap card lies at the line of the known road."""
    if arrow is None:
        return False
    line, tip = start_line(board.road), board.frame.of(arrow.tip)
    return min(math.dist(tip, line.end(left)) for left in (False, True)) <= LINE_REACH_MM


def _turned_space(tile: Square, quarters: int) -> Cell:
    """Where a tile lies, counted in spaces, on a road that is turned by so many quarters."""
    space = tile
    for _ in range(quarters):
        space = (-space[1], space[0])
    return space


def _misplaced(board: Board, tiles: Sequence[TileSeen]) -> list[str]:
    """Tiles that lie on no tile place of the known road."""
    on_road = {pose.piece for pose in board.tiles.values()}
    return [f"{piece_words(tile.piece)} lies off the track of this race" for tile in tiles if tile.piece not in on_road]
