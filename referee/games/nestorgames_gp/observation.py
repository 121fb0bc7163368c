"""What a table shows of a nestorgames GP race, in spaces: no more than a camera can see."""

from __future__ import annotations

from referee.frozen import dataclass

CARS = ("R", "B", "G", "Y", "K", "W", "O", "P")
NAMES = {
    "R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "W": "white", "O": "orange", "P": "purple",
}  # fmt: skip
KINDS = ("rocket", "bomb", "wrench", "turbo", "oil")
UNKNOWN = "any"
"""An item that a driver took out of the tray when nobody saw what lay in it."""
DICE = 6


@dataclass(frozen=True)
class CarSeen:
    """A car as seen.

    Attributes
    ----------
    space : its space, "" when it stands beside the board.
    up : on its wheels; False when belly-up.
    toward : on a loop space the next space in the direction it points, "" when that cannot be told or does not matter.
    """

    space: str
    up: bool = True
    toward: str = ""


@dataclass(frozen=True)
class Box:
    """What lies in a driver's box: lap discs, lost dice, and the cylinder once the shortcut was taken."""

    discs: int
    dice: int = 0
    cylinder: bool = False


@dataclass(frozen=True, order=True)
class Item:
    """A special item lying on a space; `active` is true of a bomb face up and of oil."""

    space: str
    kind: str
    active: bool = False


@dataclass(frozen=True)
class Tray:
    """The small tray: where it lies ("" = beside the board) and what is in it.

    No item means that it is empty; on a space, that nobody knows what is in it.
    """

    space: str
    item: str = ""


@dataclass(frozen=True, order=True)
class Thrown:
    """A die on the throwing card: whose, which one, its face, and its pose to tell a new throw from an old one."""

    car: str
    number: int
    face: int
    x_mm: float
    y_mm: float
    angle_deg: float


SAME_MM, SAME_DEG = 4.0, 12.0


def thrown_anew(before: Thrown, now: Thrown) -> bool:
    """Whether a die was thrown between two looks: another face, or it came to lie elsewhere.

    Its pips do not tell which of its edges is which, so its turn is known up to quarters.
    """
    if before.face != now.face or abs(before.x_mm - now.x_mm) > SAME_MM or abs(before.y_mm - now.y_mm) > SAME_MM:
        return True
    return abs((before.angle_deg - now.angle_deg + 45.0) % 90.0 - 45.0) > SAME_DEG


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled table.

    Attributes
    ----------
    board : its name or its file on one line; "" when it is the one already known.
    cars : each car seen; `missing` are cars that should be there and were not seen.
    boxes : the boxes that were seen.
    gate_open : None when the board has no gate or its place is covered.
    tray : None when it is not in use or was not seen.
    items : items seen on spaces, sorted.
    dice : dice on the throwing card; `dice_clear` says that the whole card was seen.
    unseen : spaces that are covered: anything may be on them. Never to be read as empty.
    """

    board: str
    cars: tuple[tuple[str, CarSeen], ...]
    missing: tuple[str, ...] = ()
    boxes: tuple[tuple[str, Box], ...] = ()
    gate_open: bool | None = None
    tray: Tray | None = None
    items: tuple[Item, ...] = ()
    dice: tuple[Thrown, ...] = ()
    dice_clear: bool = True
    unseen: frozenset[str] = frozenset()
