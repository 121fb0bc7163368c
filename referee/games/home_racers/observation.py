"""What a floor shows of a Home Racers race: poses, no more than a camera can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.home_racers.geometry import Point, Pose

CARS = ("R", "Y", "G", "B")
"""Red, yellow, green and blue: the colours of the gear dice."""

DRIVERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

PORTALS = ("blue", "yellow", "green", "orange", "violet")
"""Five pairs; the sample shows four colours, the fifth is this program's choice."""

HAZARDS = ("caltrops", "leak", "tires", "booster")
"""The tiles whose effect is not in the rules held."""

KINDS = (*HAZARDS, *PORTALS)


@dataclass(frozen=True)
class CarSeen:
    """A car on the floor.

    Attributes
    ----------
    pose : of the road tile under it, or of the car itself when that tile is not seen.
    askew_deg : how far the car is turned from the tile's arrow, in whole degrees; 0 when it stands along it.
    loose : whether no tile was seen under it.
    """

    pose: Pose
    askew_deg: int = 0
    loose: bool = False


@dataclass(frozen=True)
class Special:
    """A portal or another special tile."""

    kind: str
    pose: Pose


@dataclass(frozen=True)
class TrayDie:
    """A gear die in the tray: whose, its face and where it lies in the tray, to tell a new roll from an old one."""

    car: str
    face: int
    x_mm: float
    y_mm: float


SAME_DIE_MM = 3.0
"""A die that lies so near to where it lay, with the same face, was not thrown again."""


def lies_in(die: TrayDie, known: Sequence[TrayDie]) -> bool:
    """Whether a die lies as one of these did."""
    return any(
        (die.car, die.face) == (other.car, other.face)
        and abs(die.x_mm - other.x_mm) <= SAME_DIE_MM
        and abs(die.y_mm - other.y_mm) <= SAME_DIE_MM
        for other in known
    )


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled floor.

    Attributes
    ----------
    line : the ends of the starting line, left one first for those who drive over it; None when not seen.
    cars : each car seen, sorted by car.
    missing : cars that should be there and were not seen.
    tiles : road tiles without a car, sorted.
    specials : portals and other special tiles, in a fixed order.
    tray : the gear dice in the tray.
    beside : how many gear dice lie beside each car (they show its gear), sorted.
    covered : areas in which anything may lie unseen. Never to be read as empty.
    """

    line: tuple[Point, Point] | None = None
    cars: tuple[tuple[str, CarSeen], ...] = ()
    missing: tuple[str, ...] = ()
    tiles: tuple[Pose, ...] = ()
    specials: tuple[Special, ...] = ()
    tray: tuple[TrayDie, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
    covered: tuple[tuple[Point, ...], ...] = ()

    def car(self, name: str) -> CarSeen | None:
        """A car as seen, or None."""
        return dict(self.cars).get(name)
