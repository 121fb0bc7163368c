"""What a table shows of a Racepack race, in spaces: no more than a camera can see.

A space is a square of one inch named as in chess: column letters from the left, row numbers from the bottom, so that
the circuit's own bounding box starts at column a and row 1. A tile is named by its lower left square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

from referee.errors import NotationError
from referee.frozen import cached_property, dataclass, hashed_by
from referee.games.racepack.words import WORDS

Square = tuple[int, int]
"""Column and row, both from 1: (3, 2) is c2."""

STEPS: Mapping[str, Square] = {
    "N": (0, 2), "E": (2, 0), "S": (0, -2), "W": (-2, 0),
    "Nl": (-1, 2), "El": (2, 1), "Sl": (1, -2), "Wl": (-2, -1),
    "Nr": (1, 2), "Er": (2, -1), "Sr": (-1, -2), "Wr": (-2, 1),
}  # fmt: skip
"""The way from one tile to the next; `l` and `r`: the next one lies one space to the driver's left or right."""

_STEP = re.compile("[NESW][lr]?")
_LONGEST_WAY = 200
_SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")


@lru_cache(maxsize=4096)
def square_name(square: Square) -> str:
    """Name a square as in chess.

    >>> square_name((3, 2)), square_name((28, 1))
    ('c2', 'ab1')
    """
    column, row = square
    first, second = divmod(column - 1, 26)
    return (chr(96 + first) if first else "") + chr(97 + second) + str(row)


def squares_text(squares: Iterable[Square]) -> str:
    """The names of squares, as a fact lists them."""
    return ",".join(square_name(square) for square in squares)


def parse_square(text: str) -> Square:
    """Read a square's name. Raises NotationError.

    >>> parse_square("c2")
    (3, 2)
    """
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise NotationError(WORDS.told("is-no-square", text=text))
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 96
    return column, int(match[2])


@hashed_by("tiles", "line_row", "wide")
@dataclass(frozen=True)
class Circuit:
    """The tiles of the road as they lie, with the start/finish line.

    Attributes
    ----------
    tiles : lower left squares of the tiles in driving order; the first one holds the first row beyond the line. The
        tile of a chicane lies one space aside.
    line_row : 0 when the line is the near edge of that first tile, 1 when it runs across its middle.
    wide : the row of tiles that makes the main straight two tiles wide, in driving order.
    """

    tiles: tuple[Square, ...]
    line_row: int = 0
    wide: tuple[Square, ...] = ()

    @property
    def all_tiles(self) -> tuple[Square, ...]:
        """Every tile: the road round, then the second row of the main straight."""
        return self.tiles + self.wide

    @cached_property
    def extent(self) -> Square:
        """Columns and rows of the bounding box, which is also its last square."""
        return max(column for column, _ in self.all_tiles) + 1, max(row for _, row in self.all_tiles) + 1


def circuit_text(circuit: Circuit) -> str:
    """The road as `track` text: the first tile beyond the line, then the way to each next tile and back to the first.

    A step onto a tile that lies one space to the left or right, as in a chicane, has `l` or `r` behind it.

    >>> circuit_text(Circuit(((1, 1), (1, 3), (3, 3), (3, 1))))
    'a1:NESW'
    """
    tiles = circuit.tiles
    return f"{square_name(tiles[0])}:{_way_text(tiles + tiles[:1])}"


def wide_text(circuit: Circuit) -> str:
    """The second row of the main straight as `wide` text: its first tile and the way on; empty when there is none.

    >>> wide_text(Circuit(((1, 3), (3, 3)), wide=((1, 1), (3, 1))))
    'a1:E'
    """
    return f"{square_name(circuit.wide[0])}:{_way_text(circuit.wide)}" if circuit.wide else ""


def _way_text(tiles: Sequence[Square]) -> str:
    letters = {step: letter for letter, step in STEPS.items()}
    way = []
    for here, there in pairwise(tiles):
        step = (there[0] - here[0], there[1] - here[1])
        if step not in letters:
            raise NotationError(WORDS.told("tiles-share-no-side", space=square_name(here), space2=square_name(there)))
        way.append(letters[step])
    return "".join(way)


@lru_cache(maxsize=256)
def parse_circuit(track: str, line: str = "0", wide: str = "") -> Circuit:
    """Read `track`, `line` and `wide`; the way must lead back to the first tile. Raises NotationError.

    >>> parse_circuit("a1:ElErNNWWSS").tiles[1:3]
    ((3, 2), (5, 1))
    """
    if line not in ("0", "1"):
        raise NotationError(WORDS.told("line-not-known", text=line))
    tiles = _walk(track, _LONGEST_WAY) if ":" in track else ()
    if len(tiles) < 2:
        raise NotationError(WORDS.told("is-no-track", text=track))
    if tiles[-1] != tiles[0]:
        raise NotationError(WORDS.told("track-not-closed", text=track))
    beside = _walk(wide, _LONGEST_WAY) if wide else ()
    if wide and not beside:
        raise NotationError(WORDS.told("is-no-row", text=wide))
    return Circuit(tiles[:-1], int(line), beside)


def way_letters(way: str) -> list[str]:
    """The steps of a way.

    >>> way_letters("EElErN")
    ['E', 'El', 'Er', 'N']
    """
    return _STEP.findall(way)


def _walk(text: str, longest: int) -> tuple[Square, ...]:
    """The tiles along `i1:WWN...`, the last one included; none when this is no such text."""
    start, _, way = text.partition(":")
    letters = way_letters(way)
    if "".join(letters) != way or len(letters) > longest:
        return ()
    tiles = [parse_square(start)]
    for letter in letters:
        step = STEPS[letter]
        tiles.append((tiles[-1][0] + step[0], tiles[-1][1] + step[1]))
    return tuple(tiles)


@dataclass(frozen=True)
class OnSquare:
    """A car on the road."""

    square: Square


@dataclass(frozen=True)
class OutsideCorner:
    """A car standing off the road beside a corner tile (named by its lower left square): spun out."""

    tile: Square
    square: ClassVar[None] = None


@dataclass(frozen=True)
class OffTrack:
    """A car seen on the table, but neither on the road nor beside a corner: finished, or not yet placed."""

    square: ClassVar[None] = None


Place = OnSquare | OutsideCorner | OffTrack


DIE_STEP_MM = 4.0
DIE_STEP_DEG = 15.0
"""How finely the pose of the die in the tray is told: finer than a throw, coarser than a camera's jitter."""


@dataclass(frozen=True)
class TrayDie:
    """The penalty die in the tray: its face (n a 2 3 4 5) and pose in the tray, to tell a new roll from an old one.

    Poses as read are multiples of `DIE_STEP_MM` and `DIE_STEP_DEG`.
    """

    face: str
    x_mm: float
    y_mm: float
    angle_deg: float

    def thrown_to(self, now: TrayDie) -> bool:
        """Whether it shows another face or lies elsewhere than a picture's jitter explains: one step, not two."""
        shifted_mm, turned_deg = self._apart(now)
        return now.face != self.face or shifted_mm > DIE_STEP_MM or turned_deg > DIE_STEP_DEG

    def pushed_to(self, now: TrayDie) -> bool:
        """Whether it shows the same face a little further on: a throw tumbles."""
        shifted_mm, turned_deg = self._apart(now)
        return now.face == self.face and shifted_mm <= 6 * DIE_STEP_MM and turned_deg <= 2 * DIE_STEP_DEG

    def _apart(self, now: TrayDie) -> tuple[float, float]:
        turned_deg = abs((now.angle_deg - self.angle_deg + 180.0) % 360.0 - 180.0)
        return max(abs(now.x_mm - self.x_mm), abs(now.y_mm - self.y_mm)), turned_deg


@hashed_by("cars", "hazards", "lap", "tray", "unseen")
@dataclass(frozen=True)
class Observation:
    """What is seen of one settled table.

    Attributes
    ----------
    circuit : the road, or None when it is the one already known.
    cars : each car seen with its place, sorted by car; cars are S M C A (pawns) and dC dA (dice as cars).
    unseen_cars : cars that should be there and were not seen.
    hazards : hazard tokens seen as (square, suit side up), sorted.
    hazards_seen : whether the road was looked over for tokens; if not, nothing is known of those that are not listed.
    lap : the number on the lap die (n = 0, a = 1), None when unseen.
    tray : the penalty die, None when it is not in the tray or unseen.
    unseen : squares of the road that are covered: a car or a token may stand there. Never to be read as empty.
    """

    circuit: Circuit | None
    cars: tuple[tuple[str, Place], ...]
    unseen_cars: tuple[str, ...] = ()
    hazards: tuple[tuple[Square, bool], ...] = ()
    lap: int | None = None
    tray: TrayDie | None = None
    unseen: frozenset[Square] = frozenset()
    hazards_seen: bool = True

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where the cars are seen."""
        return dict(self.cars)

    @cached_property
    def hidden(self) -> frozenset[Square]:
        """The squares on which a token may lie unseen: under a car, or covered."""
        return self.unseen.union(place.square for _, place in self.cars if place.square)
