"""Tiles on the table -> the board: the road in squares, and what is wrong with it in sentences.

With a known circuit the board is found by laying that circuit over the tiles; then hidden tiles and a hidden lap card
do no harm. Without one the circuit is made out from the tiles and the lap card alone (Racepack, Construct The Track).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from referee.frozen import cached_property
from referee.games.problem import Problem
from referee.games.racepack.circuit import from_the_lower_left, tile_squares, way_between
from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.hidden_tiles import Blind, hidden_tiles
from referee.games.racepack.table.lattice import (
    STEP_TOLERANCE_MM,
    UNSEEN,
    Lattice,
    RoadFound,
    TileSeen,
    find_lattice,
    is_ring,
    neighbours,
    pieces_of,
    roads,
)
from referee.games.racepack.table.places import (
    TILE_MM,
    line_before,
    listed,
    piece_words,
    problem,
    start_line,
    tile_centre,
)
from referee.games.racepack.track_check import TILES_OF_A_PIECEPACK, circuit_problems, touching
from referee.games.racepack.variants import Variants
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point, Transform, add, fit, turned

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

    @cached_property
    def squares(self) -> Mapping[Square, Point]:
        """The middle of every square of the road in board mm, where its tile really lies."""
        found = {}
        for tile in self.road.all_tiles:
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


def make_board(road: Circuit, line_known: bool, seen: Mapping[Square, TileSeen]) -> Board:
    """The board of a road whose tiles were seen on these of its places."""
    frame = fit([(tile.at, tile_centre(road, square)) for square, tile in seen.items()])
    poses = {}
    for square, tile in seen.items():
        crooked_deg = (tile.angle_deg + frame.turn_deg + 45.0) % 90.0 - 45.0
        poses[square] = TilePose(tile.piece, frame.of(tile.at), crooked_deg)
    return Board(road, line_known, frame, poses)


def crooked(board: Board) -> list[str]:
    """Tiles that do not lie edge to edge with the one before, or not square."""
    problems: list[str] = []
    for before, tile in zip((board.road.tiles[-1], *board.road.tiles[:-1]), board.road.tiles, strict=True):
        one, other = board.tiles.get(before), board.tiles.get(tile)
        if one and other:
            ideal = add(tile_centre(board.road, tile), tile_centre(board.road, before), -1.0)
            off_mm = math.dist(add(other.at, one.at, -1.0), ideal)
            if off_mm > CROOKED_MM:
                problems.append(problem("do-not-lie-edge-edge", one.piece, other.piece, off_mm=f"{off_mm:.0f}"))
    for pose in board.tiles.values():
        if abs(pose.crooked_deg) > CROOKED_DEG:
            problems.append(problem("is-turned-by-degrees", pose.piece, turn=f"{abs(pose.crooked_deg):.0f}"))
    return problems


# -- complaints --


def stray_words(lattice: Lattice) -> list[str]:
    """Tiles that lie on no place of the grid."""
    problems: list[str] = []
    for tile in lattice.stray:
        off_mm = max(abs(part - TILE_MM * round(part / TILE_MM)) for part in lattice.frame.of(tile.at))
        off_grid = WORDS.told("lies-mm-off-grid-other", off_mm=f"{off_mm:.0f}")
        how = off_grid if off_mm > STEP_TOLERANCE_MM else WORDS.told("lies-in-place-another-tile")
        problems.append(problem("tile-astray", tile.piece, how2=how))
    return problems


def open_road_words(lattice: Lattice, missing: int) -> list[str]:
    """Why the tiles are no closed road."""
    tiles, parts = lattice.tiles, pieces_of(lattice.tiles)
    touched = {at: len(neighbours(at, tiles)) for at in sorted(tiles)}
    problems: list[str] = [
        problem("touches-tiles-each-must-touch", tiles[at].piece, count=count)
        for at, count in touched.items()
        if count > 2
    ]
    if len(parts) > 1 and all(map(is_ring, parts)):
        return [*problems, WORDS.told("there-are-closed-tracks-on", n=len(parts))]
    loose = [at for at, count in touched.items() if count < 2]
    for one, other in combinations(loose, 2):
        pieces, apart_mm = (tiles[one].piece, tiles[other].piece), math.dist(tiles[one].at, tiles[other].at) - TILE_MM
        if not touching(one, other) and 0 < apart_mm < TILE_MM / 4:
            problems.append(problem("are-mm-apart-push-them", *pieces, apart_mm=f"{apart_mm:.0f}"))
    ends = listed([problem("loose-end", tiles[at].piece, where=_where(at, tiles)).said for at in loose])
    unseen = WORDS.told("tiles-not-seen", count=missing)
    pieces_at_ends = [tiles[at].piece for at in loose]
    if loose and missing > 0:
        problems.append(problem("and-track-is-open-at", *pieces_at_ends, unseen_words=unseen, ends=ends))
    elif loose:
        problems.append(problem("track-is-not-closed-it", *pieces_at_ends, ends=ends))
    elif missing > 0:
        problems.append(unseen)
    return problems


def hidden_words(ways: Sequence[Lattice], blind: Blind) -> Problem:
    """What would show whether tiles lie hidden, and where: what stands there is lifted for a moment."""
    over = dict.fromkeys(piece for way in ways for tile in way.hidden.values() for piece in blind.pieces_over(tile))
    where = _where(min(ways[0].hidden), ways[0].tiles.keys() - ways[0].hidden.keys())
    return problem("whether-tile-lies-under-or" if over else "whether-tile-lies-hidden-cannot", *over, where=where)


def _where(tile: Square, tiles: Collection[Square]) -> str:
    """Where in the picture a tile lies, in words."""

    def third(axis: int, names: tuple[str, str, str]) -> str:
        low, high = min(one[axis] for one in tiles), max(one[axis] for one in tiles)
        return names[min(2, 3 * (tile[axis] - low) // (high - low + 2))]

    row, column = third(1, ("bottom", "middle", "top")), third(0, ("left", "middle", "right"))
    return WORDS.told("third", row=row, column=column, how="middle" if row == column else "")


# -- an unknown circuit --

NO_CARD = "lap-card-is-not-be"
NO_LINE = "lap-card-points-at-no"


def new_board(
    lattice: Lattice, kit_tiles: int, arrow: ArrowSeen | None, blind: Blind
) -> tuple[Board | None, tuple[str, ...]]:
    """Make out a circuit from its tiles, of which the kit has so many; parameters and result as in `survey`."""
    missing = kit_tiles - len(lattice.tiles) - len(lattice.stray)
    hidden = hidden_tiles(lattice, missing, kit_tiles == TILES_OF_A_PIECEPACK, blind)
    if hidden.sure:
        lattice = hidden.ways[0]
    found, problems = roads(lattice.tiles), stray_words(lattice)
    if hidden.ways and not hidden.sure:
        problems.append(hidden_words(hidden.ways, blind))
        if not found:  # as it would be with these, to show where pieces stand; the line is not known
            return _board(roads(hidden.ways[0].tiles)[0], hidden.ways[0]), tuple(problems)
    if not found:
        return None, (*problems, *open_road_words(lattice, missing))
    laid = len(lattice.tiles)
    if missing > 0 and laid < TILES_OF_A_PIECEPACK:
        problems.append(WORDS.told("track-has-only-tiles-it", n=laid, min=TILES_OF_A_PIECEPACK))
    boards = [_board(road, lattice) for road in found]
    lined = [with_line for board in boards if (with_line := _with_line(board, arrow))]
    if not lined:
        problems += crooked(boards[0])
        return boards[0], (*problems, WORDS.told(NO_LINE if arrow else NO_CARD))
    best = min(lined, key=lambda board: _count_of_faults(board.road))
    return best, (*problems, *crooked(best))


def _count_of_faults(road: Circuit) -> int:
    """How badly a reading of the tiles fits the rules when everything it shows has been agreed on."""
    mains = ("four", "pit") if road.wide else ("",)
    agreed = [Variants(packs=2, main=main, hairpins=True, chicanes=True) for main in mains]
    return min(len(circuit_problems(road, 2, variants)) for variants in agreed)


def _board(road: RoadFound, lattice: Lattice) -> Board:
    """The road, its lower left corner on a1."""
    circuit = from_the_lower_left(road.ring, road.row)
    places = zip((*road.ring, *road.row), circuit.all_tiles, strict=True)
    seen = {at: lattice.tiles[tile] for tile, at in places if lattice.tiles[tile].piece != UNSEEN}
    return make_board(circuit, False, seen)


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
        straight = way_between(tiles[index - 1], tile) == way_between(tile, tiles[(index + 1) % len(tiles)])
        for line_row in (0, 1) if straight else (0,):
            line = line_before(board.road, index, line_row)
            for left in (False, True):
                inward = add(line.middle, line.end(left), -1.0)
                faces = (inward[0] * pointing[0] + inward[1] * pointing[1]) / math.hypot(*inward)
                if faces > 0.7:
                    yield math.dist(tip, line.end(left)), index, line_row


def _in_driving_order(row: Sequence[Square], ring: tuple[Square, ...]) -> tuple[Square, ...]:
    """The tiles of the second row in the order in which the road passes them, from its other side on."""
    half = len(ring) // 2
    way = ring[half + 1 :] + ring[: half + 1]
    return tuple(sorted(row, key=lambda tile: way.index(min(way, key=lambda other: math.dist(other, tile)))))


# -- the survey --

Way = tuple[int, int, int]
"""Quarter turns, and the shift in spaces."""
TOO_LITTLE = "too-little-track-is-seen"
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
        return None, (WORDS.told("no-tiles-are-be-seen"),)
    laid = tuple(tiles)
    if known is not None:
        fits, board = _laid_over(laid, arrow, known)
        if board is not None:
            return board, (*_misplaced(board, tiles), *crooked(board))
        if fits:
            return None, (WORDS.told(TOO_LITTLE),)
        problems: tuple[str, ...] = (WORDS.told("track-on-table-is-not"),)
    else:
        problems = ()
    board, more = new_board(_lattice_of(laid), kit_tiles, arrow, blind)
    return board, (*problems, *more)


TABLES = 16
"""So many tables' tiles are remembered as last seen: while none of them is moved nothing is worked out anew."""

_lattice_of = lru_cache(maxsize=TABLES)(find_lattice)


@lru_cache(maxsize=TABLES)
def _laid_over(tiles: tuple[TileSeen, ...], arrow: ArrowSeen | None, known: Circuit) -> tuple[bool, Board | None]:
    """Whether the tiles may lie as the known circuit does, and the board if only one way of it fits."""
    lattice = _lattice_of(tiles)
    ways = _ways(lattice, known)
    return bool(ways), _overlay(lattice, known, arrow, ways) if ways else None


def _ways(lattice: Lattice, known: Circuit) -> list[Way]:
    """The quarter turns and shifts of the known circuit under which most tiles fit; none if too few fit."""
    places = [(quarters, *_turned_space(tile, quarters)) for quarters in range(4) for tile in known.all_tiles]
    votes = Counter((quarters, i - x, j - y) for quarters, x, y in places for i, j in lattice.tiles)
    most = max(votes.values())
    return sorted(way for way in votes if votes[way] == most >= max(4, 0.7 * len(lattice.tiles)))


def _overlay(lattice: Lattice, known: Circuit, arrow: ArrowSeen | None, ways: Sequence[Way]) -> Board | None:
    """The known circuit laid over the tiles, or None when a part alone is seen that fits more than one stretch of it.

    A road that looks the same from two sides is told apart by the lap card, else taken as the picture has it upright.
    """
    boards = []
    for quarters, shift_x, shift_y in ways:
        places = ((tile, _turned_space(tile, quarters)) for tile in known.all_tiles)
        laid = {tile: lattice.tiles.get((x + shift_x, y + shift_y)) for tile, (x, y) in places}
        seen = {at: tile for at, tile in laid.items() if tile is not None}
        frame = make_board(known, True, seen).frame
        # tiles that found no place on the grid alone, as one of a chicane whose neighbour is hidden
        stray = [(tile, frame.of(tile.at)) for tile in lattice.stray]
        near = {at: [tile for tile, on in stray if math.dist(on, tile_centre(known, at)) <= CROOKED_MM] for at in laid}
        seen |= {at: tiles[-1] for at, tiles in near.items() if tiles and at not in seen}
        boards.append(make_board(known, True, seen))
    fits = next((board for board in boards if _arrow_fits(board, arrow)), None)
    if fits is not None or len(boards) == 1:
        return fits or boards[0]
    slides = len({quarters for quarters, _, _ in ways}) < len(ways)
    return None if slides or 2 * len(boards[0].tiles) < len(known.all_tiles) else boards[0]


def _arrow_fits(board: Board, arrow: ArrowSeen | None) -> bool:
    """Whether the lap card lies at the line of the known road."""
    if arrow is None:
        return False
    line, tip = start_line(board.road), board.frame.of(arrow.tip)
    return min(math.dist(tip, line.end(left)) for left in (False, True)) <= LINE_REACH_MM


def _turned_space(tile: Square, quarters: int) -> Square:
    """Where a tile lies on a road that is turned by so many quarters."""
    for _ in range(quarters):
        tile = (-tile[1], tile[0])
    return tile


def _misplaced(board: Board, tiles: Sequence[TileSeen]) -> list[str]:
    """Tiles that lie on no tile place of the known road."""
    on_road = {pose.piece for pose in board.tiles.values()}
    return [
        WORDS.told("lies-off-track-this-race", piece=piece_words(tile.piece))
        for tile in tiles
        if tile.piece not in on_road
    ]
