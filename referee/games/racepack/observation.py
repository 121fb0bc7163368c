"""What a table shows of a Racepack race, in spaces: no more than a camera can see.

A space is a square of one inch named as in chess: column letters from the left, row numbers from the bottom, so that
the circuit's own bounding box starts at column a and row 1. A tile is named by its lower left square.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.frozen import cached_property

Square = tuple[int, int]
"""Column and row, both from 1: (3, 2) is c2."""


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

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # worked out once: the geometry of a circuit is looked up by it
        return hash((self.tiles, self.line_row, self.wide))

    @property
    def all_tiles(self) -> tuple[Square, ...]:
        """Every tile: the road round, then the second row of the main straight."""
        return self.tiles + self.wide


@dataclass(frozen=True)
class OnSquare:
    """A car on the road."""

    square: Square


@dataclass(frozen=True)
class OutsideCorner:
    """A car standing off the road beside a corner tile (named by its lower left square): spun out."""

    tile: Square


@dataclass(frozen=True)
class OffTrack:
    """A car seen on the table, but neither on the road nor beside a corner: finished, or not yet placed."""


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
