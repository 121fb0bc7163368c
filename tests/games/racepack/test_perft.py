"""Counts of legal turns, pinned, and the same from an enumeration that shares no code with the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.games.racepack.circuit import FIGURE_1
from referee.games.racepack.observation import Square, parse_square, square_name
from referee.games.racepack.position import parse_position
from tests.games.racepack.every_turn import every_turn

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"

COUNTS = [
    ("g2", "M:q3,C:r4,A:q5", 246),
    ("c1", "M:q3,C:r4,A:q5", 182),
    ("b2", "M:q3,C:r4,A:q5", 638),
    ("k6", "M:q3,C:r4,A:q5", 463),
    ("g2", "M:d2,C:e1,A:q5", 101),
]


def _tile_of(square: Square) -> int | None:
    corner = (square[0] - (square[0] - 1) % 2, square[1] - (square[1] - 1) % 2)
    return FIGURE_1.tiles.index(corner) if corner in FIGURE_1.tiles else None


def _ways(tile: int) -> tuple[Square, Square]:
    """How the road comes in and goes out."""
    before, here, after = (FIGURE_1.tiles[(tile + step) % 24] for step in (-1, 0, 1))
    return (
        ((here[0] - before[0]) // 2, (here[1] - before[1]) // 2),
        ((after[0] - here[0]) // 2, (after[1] - here[1]) // 2),
    )


def _moves(square: Square, facing: Square, taken: set[Square]) -> Iterator[tuple[Square, int | None]]:
    """Ends of forward movements with their speed, and of lane changes with None."""
    here = square
    for speed in range(1, 8):
        tile = _tile_of(here)
        here = (here[0] + facing[0], here[1] + facing[1])
        there = _tile_of(here)
        if tile is None or there is None or here in taken:
            break
        if there != tile and (there != (tile + 1) % 24 or _ways(tile)[1] != facing):
            break
        yield here, speed
    for turn in ((-facing[1], facing[0]), (facing[1], -facing[0])):
        beside = (square[0] + turn[0], square[1] + turn[1])
        before = (square[0] + facing[0], square[1] + facing[1])
        end = (beside[0] + facing[0], beside[1] + facing[1])
        tiles = [_tile_of(one) for one in (square, beside, before, end)]
        if None not in tiles and end not in taken:
            along = [(tile - (tiles[0] or 0)) % 24 for tile in tiles if tile is not None]
            if max(along) <= 2 and along[1] <= along[3] and along[2] <= along[3]:
                yield end, None


def _count(square: Square, facings: list[Square], speed: int, left: int, taken: set[Square]) -> int:
    if left == 0:
        return 1
    total = 0
    start = _tile_of(square)
    lines = set()
    for facing in facings:
        for end, forward in _moves(square, facing, taken):
            tile = _tile_of(end)
            assert tile is not None
            way_in, way_out = _ways(tile)
            for pace in range(1, 8):
                fits = speed == 0 or speed - 2 <= pace <= speed + 1
                entering = tile != start and way_in != way_out
                if fits and forward in (None, pace) and not (entering and pace > 2):
                    lines.add((facing, end, forward, pace))
    for facing, end, _, pace in lines:
        tile = _tile_of(end)
        assert tile is not None
        way_in, way_out = _ways(tile)
        following = [way_out] if way_in == way_out or facing != way_in else [way_out, way_in]
        total += _count(end, following, pace, left - 1, taken)
    return total


@pytest.mark.parametrize(("start", "others", "pinned"), COUNTS)
def test_count_of_legal_turns(start: str, others: str, pinned: int) -> None:
    """Without tokens, the legal turns of three movements are as many as an independent count finds."""
    position = parse_position(f"{TRACK} cars=S:{start},{others} lap=3 turn=S,M,C,A")
    square = parse_square(start)
    tile = _tile_of(square)
    assert tile is not None
    facings = list(dict.fromkeys(reversed(_ways(tile))))
    taken = {parse_square(item[2:]) for item in others.split(",")}
    ours = list(every_turn(position))
    assert len(ours) == len(set(ours)), "no turn is counted twice"
    assert len(ours) == _count(square, facings, 0, 3, taken), square_name(square)
    assert len(ours) == pinned
