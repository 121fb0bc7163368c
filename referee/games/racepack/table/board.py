"""A road as it lies on the table: its tiles with their real poses, and how far they lie off true."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from referee.games.problem import Problem
from referee.games.racepack.observation import Circuit, Square
from referee.games.racepack.table.lattice import TileSeen
from referee.games.racepack.table.places import TILE_MM, tile_centre, tile_squares
from referee.games.racepack.table.words import piece_words
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

    def squares(self) -> dict[Square, Point]:
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
                both = f"{piece_words(one.piece)} and {piece_words(other.piece)}"
                text = f"{both} do not lie edge to edge: they are {off_mm:.0f} mm off"
                problems.append(Problem(text, one.piece, other.piece))
    for pose in board.tiles.values():
        if abs(pose.crooked_deg) > CROOKED_DEG:
            text = f"{piece_words(pose.piece)} is turned by {abs(pose.crooked_deg):.0f} degrees"
            problems.append(Problem(text, pose.piece))
    return problems
