"""A track to begin with for every combination of variants: Figure 1, and closed circuits of our own for the others."""

from __future__ import annotations

from functools import lru_cache

from referee.games.racepack.circuit import FIGURE_1
from referee.games.racepack.notation import STEPS, way_letters
from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.variants import Variants

SECOND_ROW = 4
"""Tiles of a pit lane ("a row of four tiles against the outside of the straight")."""


@lru_cache(maxsize=64)
def recommended(variants: Variants) -> Circuit:
    """A track that takes every tile and shows what was agreed on, driven clockwise with the line below.

    A hairpin lies at the upper right, a chicane on the upper or the left straight, a second row below the line.
    """
    if variants.packs == 1 and not (variants.main or variants.hairpins or variants.chicanes):
        return FIGURE_1
    way, ahead = _large(variants) if variants.packs == 2 else _small(variants)
    tiles = [(0, 0)]
    for letter in way_letters(way):
        tiles.append(_beyond(tiles[-1], letter))
    row = ahead + 1 if variants.main == "four" else SECOND_ROW if variants.main else 0
    wide = tuple((tiles[0][0] + 2 - 2 * index, tiles[0][1] - 2) for index in range(row))
    return _from_the_lower_left(tuple(tiles[:-1]), wide)


def _small(variants: Variants) -> tuple[str, int]:
    """24 tiles as a rectangle, with the number of tiles from the line to the first corner."""
    width = 10 - 2 * bool(variants.main) - variants.hairpins
    top = "EE" + ("ElEr" if variants.chicanes else "EE") + "E" * (width - 5)
    return _round(width, 4, "N" * 3, top, variants.hairpins, 3), 3


def _large(variants: Variants) -> tuple[str, int]:
    """48 tiles with two inlets from above."""
    height = 7 if variants.main else 8
    depths = {"": [3, 3], "four": [2, 2], "pit": [3, 2]}[variants.main]
    depths[1] -= variants.hairpins
    first, second = (f"EE{'S' * depth}EE{'N' * depth}" for depth in depths)
    left = "NN" + ("NlNr" if variants.chicanes else "NN") + "N" * (height - 5)
    return _round(12, height, left, f"{first}{second}EEE", variants.hairpins, 5), 5


def _round(width: int, height: int, left: str, top: str, hairpin: bool, ahead: int) -> str:
    """The whole way round: from the line to corner 1, up, across, down and back."""
    right = "ESW" + "S" * (height - 2) if hairpin else "S" * (height - 1)
    return "W" * ahead + left + top + right + "W" * (width - 1 - ahead)


def _beyond(tile: Square, letter: str) -> Square:
    return tile[0] + STEPS[letter][0], tile[1] + STEPS[letter][1]


def _from_the_lower_left(tiles: tuple[Square, ...], wide: tuple[Square, ...]) -> Circuit:
    left, low = min(tile[0] for tile in tiles + wide) - 1, min(tile[1] for tile in tiles + wide) - 1
    moved = [tuple((tile[0] - left, tile[1] - low) for tile in row) for row in (tiles, wide)]
    return Circuit(moved[0], 0, moved[1])
