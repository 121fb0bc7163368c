"""Where the spaces of a circuit lie in millimetres, and what the pieces are called at the table.

Board frame: origin in the middle of the circuit's bounding box, x right, y up; square a1 is the lower left square of
that box. The geometry serves both directions: `laying` puts pieces down by it, `reading` finds them again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.errors import NotationError
from referee.games.problem import Problem
from referee.games.racepack.circuit import Direction, left_of, road, way_between
from referee.games.racepack.observation import Circuit, Square, parse_square, square_name
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point, add, dot

CAR_PIECES = {
    "S": "pawn:S", "M": "pawn:M", "C": "pawn:C", "A": "pawn:A", "dC": "die:C", "dA": "die:A",
    "2S": "pawn:2S", "2M": "pawn:2M", "2C": "pawn:2C", "2A": "pawn:2A",
}  # fmt: skip
"""The piece that serves as each car."""


def piece_words(piece: str) -> str:
    """A piece as a person would point at it.

    >>> piece_words("tile:Sa"), piece_words("die:M"), piece_words("lap")
    ('the tile suns ace', 'the black die', 'the lap card')
    >>> piece_words("tile:2Sa"), piece_words("pawn:2A")
    ('the second tile suns ace', 'the second blue car')
    """
    kind, _, name = piece.partition(":")
    second, name = name.startswith("2"), name.removeprefix("2")
    if kind == "lap":
        return WORDS.told("lap-card")
    if kind not in ("tile", "pawn", "coin", "die"):
        return WORDS.told("piece", how="other", piece=piece)
    how = f"second-{kind}" if second else kind
    return WORDS.told("piece", how=how, suit=name[:1], rank=name[1:], who=name)


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return WORDS.told("listed", each=words)


def problem(kind: str, *pieces: str, **more: str | int) -> Problem:
    """What is wrong with pieces, which the sentence calls `piece`."""
    return Problem(WORDS.told(kind, piece=listed([piece_words(piece) for piece in pieces]), **more), *pieces)


# -- where the spaces lie --

SQUARE_MM = 25.4
TILE_MM = 2 * SQUARE_MM
OUTSIDE_REACH_MM = 47.0
"""A car further than this from a corner tile was not put there because it spun out."""
REACH_DOUBT_MM = 2.0
"""As near as this to the two borders nobody can say which it is."""
BEHIND_MM = 22.0
"""How far back along the corner tile a car outside of it may stand, from the middle of its open edges."""


def size_mm(circuit: Circuit) -> Point:
    """Width and height of the bounding box in mm."""
    columns, rows = circuit.extent
    return (columns * SQUARE_MM, rows * SQUARE_MM)


def square_centre(circuit: Circuit, square: Square) -> Point:
    """Board mm of the middle of a square."""
    columns, rows = circuit.extent
    return ((square[0] - 0.5 - columns / 2) * SQUARE_MM, (square[1] - 0.5 - rows / 2) * SQUARE_MM)


def square_mm(circuit: Circuit, name: str) -> Point:
    """The middle of a square, or that between two of which a bar parts the names. Raises NotationError."""
    middles = [square_centre(circuit, parse_square(one)) for one in name.split("/")]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


@lru_cache(maxsize=1024)
def tile_centre(circuit: Circuit, tile: Square) -> Point:
    """Board mm of the middle of a tile."""
    return add(square_centre(circuit, tile), (SQUARE_MM / 2, SQUARE_MM / 2))


def box_distance(point: Point, centre: Point) -> float:
    """Distance in mm from a point to the tile of this centre; 0 on the tile."""
    return math.hypot(*(max(0.0, abs(p - c) - TILE_MM / 2) for p, c in zip(point, centre, strict=True)))


def road_distance(circuit: Circuit, point: Point) -> float:
    """Distance in mm from a point to the road; 0 on it."""
    return min(box_distance(point, tile_centre(circuit, tile)) for tile in circuit.all_tiles)


@lru_cache(maxsize=1024)
def corners(circuit: Circuit) -> Mapping[Square, tuple[Direction, Direction]]:
    """The corner tiles in driving order, with the unit vectors of travel of who arrives and who leaves."""
    shape = road(circuit)
    return {circuit.tiles[one]: (shape.way_in[one], shape.way_out[one]) for one in shape.corners}


def beyond_corner(circuit: Circuit, tile: Square, off_mm: float, aside_mm: float = 0.0) -> Point:
    """Board mm so far outwards and aside of a corner tile's middle. Raises NotationError where the road has no bend."""
    if tile not in corners(circuit):
        raise NotationError(WORDS.told("outside-no-bend", space=square_name(tile)))
    arriving, leaving = corners(circuit)[tile]
    out = add(tile_centre(circuit, tile), add(arriving, leaving, -1.0), off_mm)
    return add(out, add(arriving, leaving), aside_mm)


def goes_clockwise(circuit: Circuit) -> bool:
    """Whether driving order runs clockwise as seen from above."""
    tiles = circuit.tiles
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(tiles, [*tiles[1:], tiles[0]], strict=True))
    return area < 0


@dataclass(frozen=True)
class Line:
    """A row boundary across the road, in board mm.

    Attributes
    ----------
    middle : where it crosses the middle of the tiles of the road round.
    travel : the unit vector of travel over it.
    left_mm, right_mm : how far the road reaches from there to the driver's left and right.
    """

    middle: Point
    travel: Direction
    left_mm: float = TILE_MM / 2
    right_mm: float = TILE_MM / 2

    def end(self, left: bool) -> Point:
        """Where the line meets the road's edge on the driver's left or right."""
        return add(self.middle, left_of(self.travel), self.left_mm if left else -self.right_mm)


def line_before(circuit: Circuit, index: int, line_row: int) -> Line:
    """The row boundary at the near edge (0) or across the middle (1) of the tile at `index` in driving order.

    Where a second row of tiles lies beside it, the line reaches over that too.
    """
    tile, before = circuit.tiles[index], circuit.tiles[index - 1]
    travel = way_between(before, tile)
    middle = add(tile_centre(circuit, tile), travel, -TILE_MM / 2 if line_row == 0 else 0.0)
    along = (tile, before) if line_row == 0 else (tile,)
    left = left_of(travel)
    reach = [TILE_MM / 2 + TILE_MM * any(_aside(one, left, side) in circuit.wide for one in along) for side in (1, -1)]
    return Line(middle, travel, *reach)


def _aside(tile: Square, left: Direction, side: int) -> Square:
    return (tile[0] + 2 * side * left[0], tile[1] + 2 * side * left[1])


def start_line(circuit: Circuit) -> Line:
    """The start/finish line."""
    return line_before(circuit, 0, circuit.line_row)


@dataclass(frozen=True)
class Beside:
    """A corner tile a piece stands outside of.

    Attributes
    ----------
    margin_mm : how far it is from being outside of another corner or of none.
    off_track_mm : how far it is from being outside of none; below 0 it is a little too far away.
    """

    tile: Square
    margin_mm: float
    off_track_mm: float


def beside_corner(circuit: Circuit, point: Point) -> Beside | None:
    """The corner a car standing off the road at `point` is outside of, or None when it is beside none.

    Outside is the side of the two edges the road does not use ("placed off the track, on the outside of the corner").
    """
    found: list[tuple[float, Square, float]] = []
    for tile, (arriving, leaving) in corners(circuit).items():
        centre = tile_centre(circuit, tile)
        offset = add(point, centre, -1.0)
        ahead, aside = dot(offset, arriving), -dot(offset, leaving)
        reach = box_distance(point, centre)
        off_track_mm = min(OUTSIDE_REACH_MM - reach, BEHIND_MM + min(ahead, aside))
        if off_track_mm >= -REACH_DOUBT_MM and max(ahead, aside) > TILE_MM / 2:
            found.append((reach, tile, off_track_mm))
    if not found:
        return None
    found.sort()
    reach, tile, off_track_mm = found[0]
    return Beside(tile, min([off_track_mm, *(other - reach for other, *_ in found[1:2])]), off_track_mm)
