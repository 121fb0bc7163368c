"""A track that somebody draws: tiles on the cells of a grid, held against the same rules as those on a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from markers.racepack_tracks import Track, track_named
from referee.games.base import Cell, Dice, Drawn, cell_name
from referee.games.options import Agreed
from referee.games.racepack.check import laps, start, variants
from referee.games.racepack.circuit import road
from referee.games.racepack.observation import Circuit, Square, circuit_text, parse_square, square_name
from referee.games.racepack.position import position_text
from referee.games.racepack.table.lattice import RoadFound, neighbours, pieces_of, roads
from referee.games.racepack.track_check import TILES_OF_A_PIECEPACK, TRACK_ID, circuit_problems
from referee.games.racepack.variants import BASE_GAME
from referee.games.racepack.words import WORDS
from referee.words.fact import Fact, fact

HAIRPINS: Agreed = {"hairpins": "yes"}


def drawn(cells: Collection[Cell], line: Cell | None = None) -> Drawn:
    """Hold tiles on some cells against the rules; `line` is the tile beyond the line, found if it is not given."""
    tiles = [(2 * x + 1, 2 * y + 1) for x, y in cells]
    tries = [one for way in roads(tiles) for one in _tries(way, line)] or [_told(_open(tiles))]
    return min(tries, key=lambda one: (len(one.problems), len(one.agreed), _off_middle(one.road)))


def _open(tiles: Collection[Square]) -> Iterator[Fact]:
    """Why some tiles are no closed road."""
    if len(tiles) == 1:
        yield fact(TRACK_ID, how="one")
    if len(tiles) < 2:
        return
    if len(tiles) != TILES_OF_A_PIECEPACK:
        yield fact(TRACK_ID, how="all", count=len(tiles), most=TILES_OF_A_PIECEPACK)
    touched = {tile: len(neighbours(tile, tiles)) for tile in sorted(tiles)}
    loose = {tile: count for tile, count in touched.items() if count != 2}
    yield from (fact(TRACK_ID, how="touches", square=square_name(tile), count=count) for tile, count in loose.items())
    if not loose:
        yield fact("there-are-closed-tracks-on", n=len(pieces_of(tiles)))


def _tries(found: RoadFound, line: Cell | None) -> Iterator[Drawn]:
    """The road with its line where it is wished, else with each there may be; as it is, and with hairpins agreed on."""
    left, low = (min(tile[axis] for tile in (*found.ring, *found.row)) - 1 for axis in (0, 1))
    row = tuple((x - left, y - low) for x, y in found.row)
    cells = [(x // 2, y // 2) for x, y in found.ring]
    for index in [cells.index(line)] if line in cells else range(len(cells)):
        circuit = Circuit(tuple((x - left, y - low) for x, y in found.ring[index:] + found.ring[:index]), 0, row)
        way = (*cells[index:], *cells[:index])
        corners = tuple(way[corner] for corner in road(circuit).corners)
        for agreed, allowed in (({}, BASE_GAME), (HAIRPINS, replace(BASE_GAME, hairpins=True))):
            told = _told(circuit_problems(circuit, variants=allowed), (left // 2, low // 2))
            legal = "" if told.problems else circuit_text(circuit).partition(":")[2]
            yield replace(told, road=way, corners=corners, way=legal, agreed=agreed)


def _told(faults: Iterable[Fact], low: Cell = (0, 0)) -> Drawn:
    """What is wrong, with the drawing's names of its tiles instead of the board's."""
    wrong: set[Cell] = set()
    problems = []
    for fault in faults:
        squares = {key: parse_square(str(value)) for key, value in fault.params if key.startswith("square")}
        cells = {key: ((x - 1) // 2 + low[0], (y - 1) // 2 + low[1]) for key, (x, y) in squares.items()}
        wrong |= {*cells.values()}
        problems.append(WORDS.tell(fault.also(**{key: cell_name(cell) for key, cell in cells.items()})))
    return Drawn(tuple(problems), tuple(sorted(wrong)))


def _off_middle(way: tuple[Cell, ...]) -> tuple[int, int]:
    """A line below, in the middle, is found first."""
    if not way:
        return 0, 0
    columns = [x for x, _ in way]
    return way[0][1], abs(2 * way[0][0] - min(columns) - max(columns))


def circuit_of(track: Track) -> Circuit:
    """A track of the kit as the law sees it."""
    return Circuit(tuple((2 * column + 1, 2 * row + 1) for column, row in track.cells), 0)


def agreed_on(name: str) -> Agreed:
    """What has to be agreed on for a race on a track of the kit. Raises KitError."""
    cells = track_named(name).cells
    return drawn(cells, cells[0]).agreed


def start_on(name: str, players: int, dice: Dice, agreed: Mapping[str, str]) -> str:
    """The grid, by dice, on a track that the kit knows by this name or way. Raises NotationError and KitError."""
    allowed = variants(agreed, players)
    return position_text(start(players, dice, circuit_of(track_named(name)), laps(agreed), allowed))
