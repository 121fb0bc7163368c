"""Closed roads of tiles, and what may be hidden in their gaps."""

from __future__ import annotations

from referee.games.racepack.observation import Square
from referee.games.racepack.table.hidden_tiles import completions
from referee.games.racepack.table.lattice import is_ring, neighbours, pieces_of, roads


def tiles(*rows: str) -> set[Square]:
    """Tiles from a drawing, top row first."""
    return {(2 * i, 2 * j) for j, row in enumerate(reversed(rows)) for i, mark in enumerate(row) if mark == "#"}


SQUARE = tiles("####", "#..#", "#..#", "####")


def test_a_square_is_a_ring() -> None:
    """A square of tiles is closed, and taking one away opens it."""
    assert is_ring(SQUARE)
    assert not is_ring(SQUARE - {(2, 0)})


def test_two_rings_are_not_one() -> None:
    """Two separate closed roads are two parts."""
    both = tiles("###.###", "#.#.#.#", "###.###")
    assert not is_ring(both)
    assert [len(part) for part in pieces_of(both)] == [8, 8]


def test_a_block_is_no_ring() -> None:
    """A tile with three neighbours breaks the road."""
    block = tiles("###", "###", "#.#", "###")
    assert len(neighbours((2, 4), block)) == 3
    assert not is_ring(block)


def test_driving_order_is_clockwise() -> None:
    """The order starts at the lower left and goes up first."""
    assert roads(SQUARE)[0].ring[:5] == ((0, 0), (0, 2), (0, 4), (0, 6), (2, 6))


def test_a_gap_in_a_straight_has_one_completion() -> None:
    """A missing straight tile can only lie in the gap."""
    assert completions(SQUARE - {(2, 0)}, 1) == (frozenset({(2, 0)}),)


def test_a_missing_corner_may_lie_inside() -> None:
    """A missing corner has two completions: itself, or the tile across."""
    ring = tiles("#####", "#...#", "#...#", "#####")
    assert completions(ring - {(0, 0)}, 1) == (frozenset({(0, 0)}), frozenset({(2, 2)}))


def test_nothing_is_completed_where_no_road_fits() -> None:
    """Too few or too many missing tiles for the gap, or a tile with three neighbours: no completion."""
    assert completions(SQUARE - {(2, 0), (4, 0)}, 1) == ()
    assert completions(SQUARE - {(2, 0)}, 7) == ()
    assert completions(tiles("###", "###", "#.#", "##."), 1) == ()
