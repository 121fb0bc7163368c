"""What is wrong with a track (Construct The Track; Other Variants): hairpins, chicanes and a wide main straight too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from referee.games.racepack.circuit import Direction, Road, left_of, road
from referee.games.racepack.observation import Circuit, Square, square_name
from referee.games.racepack.variants import BASE_GAME, Variants
from referee.words.fact import Fact, fact

TRACK_ID = "racepack/track"
TILES_OF_A_PIECEPACK = 24
PIT_TILES = 4
U_TURN = 3
"""A hairpin brings the road back beside the tile this many tiles before."""


def circuit_problems(circuit: Circuit, grid_rows: int = 2, variants: Variants = BASE_GAME) -> tuple[Fact, ...]:
    """What breaks the rules of building a track; empty when all is well."""
    count = tuple(_count_problems(circuit, variants.packs))
    found = [*_touch_problems(circuit, variants)]
    if min(tile[0] for tile in circuit.all_tiles) != 1 or min(tile[1] for tile in circuit.all_tiles) != 1:
        found.append(fact(TRACK_ID, how="counted"))
    if found:
        return (*count, *found)
    shape = road(circuit)
    features = (*_chicane_problems(shape, variants), *_wide_problems(shape, variants))
    return (*count, *_line_problems(shape, grid_rows), *features)


@lru_cache(maxsize=16)
def side_by_side(circuit: Circuit) -> frozenset[tuple[int, int]]:
    """Pairs of tiles (indices, the smaller first) that touch without being joined by the road."""
    tiles, count = circuit.tiles, len(circuit.tiles)
    return frozenset(
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if other - one not in (1, count - 1) and touching(tiles[one], tiles[other])
    )


@lru_cache(maxsize=16)
def hairpin_pairs(circuit: Circuit) -> frozenset[tuple[int, int]]:
    """Those of them that a hairpin explains: the road turns round and runs back beside itself (Other Variants)."""
    count, pairs = len(circuit.tiles), side_by_side(circuit)

    def explained(first: int, last: int) -> bool:
        while True:
            apart = (last - first) % count
            if apart <= U_TURN:
                return apart == U_TURN and not _is_bump(circuit, first)
            first, last = (first + 1) % count, (last - 1) % count
            if (min(first, last), max(first, last)) not in pairs:
                return False

    return frozenset((one, other) for one, other in pairs if explained(one, other) or explained(other, one))


def _is_bump(circuit: Circuit, first: int) -> bool:
    """Whether the road only steps aside around two tiles, with those before and after in line: no hairpin."""
    tiles, count = circuit.tiles, len(circuit.tiles)
    ends = [tiles[(first + step) % count] for step in (-1, 0, U_TURN, U_TURN + 1)]
    return len({x for x, _ in ends}) == 1 or len({y for _, y in ends}) == 1


def touching(one: Square, other: Square) -> bool:
    """Whether two tiles share a side, or half of one."""
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (across == 2 and along < 2) or (along == 2 and across < 2)


def _count_problems(circuit: Circuit, packs: int) -> Iterator[Fact]:
    """With two piecepacks the track may be larger, but need not be ("larger tracks may be constructed")."""
    laid, most = len(circuit.all_tiles), packs * TILES_OF_A_PIECEPACK
    if laid == 1:
        yield fact(TRACK_ID, how="one")
    elif packs == 1 and laid != most:
        yield fact(TRACK_ID, how="all", count=laid, most=most)
    elif not TILES_OF_A_PIECEPACK <= laid <= most:
        yield fact(TRACK_ID, how="between", count=laid, least=TILES_OF_A_PIECEPACK, most=most)
    tiles = circuit.all_tiles
    if any(overlapping(one, other) for index, one in enumerate(tiles) for other in tiles[index + 1 :]):
        yield fact(TRACK_ID, how="same-place")


def overlapping(one: Square, other: Square) -> bool:
    """Whether two tiles would lie on one another."""
    return abs(one[0] - other[0]) < 2 and abs(one[1] - other[1]) < 2


def _touch_problems(circuit: Circuit, variants: Variants) -> Iterator[Fact]:
    """Each tile of the road must touch exactly two others; hairpins and the second row have checks of their own."""
    tiles = circuit.tiles
    forgiven = hairpin_pairs(circuit)
    for index, tile in sorted(enumerate(tiles), key=lambda item: item[1]):
        beside = [other for other in range(len(tiles)) if other != index and touching(tile, tiles[other])]
        strange = [other for other in beside if (min(index, other), max(index, other)) not in forgiven]
        if len(strange) != 2 or (len(beside) != 2 and not variants.hairpins):
            how = "hairpin" if len(strange) == 2 else "touches"
            yield fact(TRACK_ID, how=how, square=square_name(tile), count=len(beside))


def _line_problems(shape: Road, grid_rows: int) -> Iterator[Fact]:
    tiles = {shape.tile_at[square] for square in shape.tile_at if shape.advance(square) >= shape.rows - grid_rows}
    if any(shape.is_corner[tile] for tile in tiles):
        yield fact(TRACK_ID, how="grid", count=grid_rows)
    elif any(shape.is_jog[tile] for tile in tiles - {0}):
        yield fact(TRACK_ID, how="grid-chicane", count=grid_rows)
    if shape.circuit.line_row and shape.is_corner[0]:
        yield fact(TRACK_ID, how="line")


def _chicane_problems(shape: Road, variants: Variants) -> Iterator[Fact]:
    """One tile in a straight lies one space aside and the next is back in line; never between line and corner 1."""
    tiles = shape.circuit.tiles
    aside = [index for index in range(shape.count) if shape.is_jog[index - 1] and shape.is_jog[index]]
    jogs = {index for index in range(shape.count) if shape.is_jog[index]}
    for index in aside:
        before, after = tiles[index - 1], tiles[(index + 1) % shape.count]
        if shape.is_corner[index] or (before[0] != after[0] and before[1] != after[1]):
            continue
        jogs -= {index, (index - 1) % shape.count}
        name = square_name(tiles[index])
        if not variants.chicanes:
            yield fact(TRACK_ID, how="chicane", square=name)
        elif shape.corners and index < shape.corners[0]:
            yield fact(TRACK_ID, how="chicane-place", square=name)
    for index in sorted(jogs):
        one, other = square_name(tiles[index]), square_name(tiles[(index + 1) % shape.count])
        yield fact(TRACK_ID, how="half", square=one, square2=other)


def _wide_problems(shape: Road, variants: Variants) -> Iterator[Fact]:
    """The second row lies flush against tiles of the main straight that follow each other, and touches no other."""
    wide, tiles, straight = shape.circuit.wide, shape.circuit.tiles, _main_straight(shape)
    if bool(wide) != bool(variants.main):
        yield fact(TRACK_ID, how="wide" if wide else "narrow")
    if not wide:
        return
    row = []
    for tile in wide:
        near = [index for index, other in enumerate(tiles) if touching(tile, other)]
        if len(near) != 1 or near[0] not in straight or not _is_flush(tile, tiles[near[0]], shape.way_out[near[0]]):
            yield fact(TRACK_ID, how="flush", square=square_name(tile))
            return
        row.append(straight.index(near[0]))
    if row != list(range(row[0], row[0] + len(row))) or len({shape.side(square) for square in shape.wide}) != 1:
        yield fact(TRACK_ID, how="row")
    elif variants.main == "pit" and len(row) < PIT_TILES:
        yield fact(TRACK_ID, how="pit-lane", count=len(row), least=PIT_TILES)
    elif variants.main == "four":
        grid = straight.index(shape.tile_at[shape.grid_row(0)[0]])
        if row[0] > grid or row[-1] != len(straight) - 1:
            yield fact(TRACK_ID, how="four-lanes")


def _is_flush(tile: Square, other: Square, way: Direction) -> bool:
    left = left_of(way)
    return (abs(tile[0] - other[0]), abs(tile[1] - other[1])) == (2 * abs(left[0]), 2 * abs(left[1]))


def _main_straight(shape: Road) -> list[int]:
    """The tiles without corner or chicane around the line, from the last corner to the first one."""
    bends = zip(shape.is_corner, shape.is_jog, (shape.is_jog[-1], *shape.is_jog), strict=False)
    plain = [not any(one) for one in bends]
    ahead = list(takewhile(plain.__getitem__, range(shape.count)))
    behind = list(takewhile(plain.__getitem__, range(shape.count - 1, 0, -1)))
    return [*reversed(behind), *ahead] if len(ahead) < shape.count else []
