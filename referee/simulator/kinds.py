"""The kinds of pieces on the virtual table: what they are made of, what they stand on, how people put them down.

Each kit has a table from kind (the part of a piece's name before the colon) to `Kind`. To bring in another kit, add its
table to `KINDS` under the kit's name; kinds it does not list are flat cards that are put down with care (`USUAL`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from markers import livery

Colour = tuple[float, float, float]
Profile = tuple[tuple[float, float], ...]
"""How wide a body is at each share of its height, as a share of its printed face; from 0 to 1."""

PAINT_WHITE = 222.0
"""What white paint sends back, of 255."""
SUIT_COLOURS: Mapping[str, Colour] = MappingProxyType(
    {suit: (blue * PAINT_WHITE, green * PAINT_WHITE, red * PAINT_WHITE)
     for suit, (red, green, blue) in livery.SUIT_COLOURS.items()}
)  # fmt: skip
"""The kit's own colours, as BGR reflectance."""
WOOD: Colour = (120.0, 168.0, 205.0)
IVORY: Colour = (196.0, 214.0, 222.0)
CARD: Colour = (205.0, 208.0, 210.0)
LOW_MM = 12.0
"""What rises no higher can hide nothing beside it."""

BLOCK: Profile = ((0.0, 1.0), (1.0, 1.0))
PAWN: Profile = ((0.0, 0.86), (0.14, 0.84), (0.22, 0.62), (0.55, 0.46), (0.80, 0.52), (0.93, 0.94), (1.0, 1.0))
"""A foot, a waist, a neck, the head under the cap."""


@dataclass(frozen=True)
class Kind:
    """One kind of piece.

    Attributes
    ----------
    stands_on : the kind of piece it usually lies on; its own thickness is its face's height less that one's.
    colour : of its sides; None takes the suit in the first letter of its name.
    profile : its shape, used when it is more than `LOW_MM` tall; lower things are blocks.
    reach_mm, reach_deg : how far from the middle of its place, and how crooked, people put it down at most.
    quarters : laid down in any of the four directions.
    any_way : put down in any direction.
    keeps_apart : it cannot be nearer than `apart_mm`, its own width, to another such piece.
    order : when a movement touches several pieces, lower numbers are handled first.
    narrow : how much of the profile's swelling goes sideways: 1 for round things, less for long ones.
    pips : of ordinary dice, which no kit prints: the paint by the first letter of the die's name.
    """

    stands_on: str = ""
    colour: Colour | None = CARD
    profile: Profile = BLOCK
    reach_mm: float = 1.5
    reach_deg: float = 4.0
    quarters: bool = False
    any_way: bool = False
    keeps_apart: bool = False
    order: int = 9
    apart_mm: float = 23.4
    narrow: float = 1.0
    pips: Mapping[str, str] | None = None


USUAL = Kind()
PAWN_ON_TILE = Kind("tile", None, PAWN, 3.0, 15.0, any_way=True, keeps_apart=True, order=0)
STICKER_DIE = Kind("", IVORY, BLOCK, 3.0, 15.0, keeps_apart=True, order=4)

RACEPACK: Mapping[str, Kind] = MappingProxyType(
    {
        "tile": Kind("", WOOD, BLOCK, 1.0, 1.5, quarters=True, order=6),
        "pawn": PAWN_ON_TILE,
        "coin": Kind("tile", WOOD, BLOCK, 3.0, 15.0, any_way=True, order=3),
        "die": STICKER_DIE,
        "die:C": replace(STICKER_DIE, order=1),  # cars when three people play
        "die:A": replace(STICKER_DIE, order=2),
        "lap": Kind(order=5),
        "tray": Kind(order=6),
    }
)

ROYAL_RACERS: Mapping[str, Kind] = MappingProxyType(
    {
        "card": Kind("", CARD, BLOCK, 2.0, 2.5, order=5),
        "tile": Kind("card", WOOD, BLOCK, 3.0, 8.0, order=4),
        "pawn": Kind("card", None, PAWN, 3.0, 15.0, any_way=True, keeps_apart=True, order=0),
        "die": STICKER_DIE,
    }
)

GP_PAINTS: Mapping[str, Colour] = MappingProxyType(
    {
        "R": (44.0, 24.0, 176.0), "B": (160.0, 84.0, 30.0), "G": (60.0, 112.0, 26.0), "Y": (30.0, 176.0, 220.0),
        "K": (40.0, 36.0, 36.0), "W": (205.0, 205.0, 200.0), "O": (24.0, 100.0, 214.0), "P": (132.0, 48.0, 104.0),
    }
)  # fmt: skip
GP_DICE: Mapping[str, str] = MappingProxyType(
    {
        "R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "W": "white", "O": "orange", "P": "purple",
    }
)  # fmt: skip
GP_CAR = Kind("", WOOD, BLOCK, 2.5, 10.0, keeps_apart=True, order=1, apart_mm=20.5)
NESTORGAMES_GP: Mapping[str, Kind] = MappingProxyType(
    {
        # the sheets' origin is the middle of the board, so they are hardly turned
        "board": Kind("", CARD, BLOCK, 0.6, 0.15, order=8),
        "throw": Kind(order=7),
        **{f"car:{car}": replace(GP_CAR, colour=paint) for car, paint in GP_PAINTS.items()},
        # rings in the boxes touch nearly: what lies on them has little room
        "disc": Kind("", WOOD, BLOCK, 0.3, 15.0, any_way=True, order=3),
        "cylinder": Kind("", WOOD, BLOCK, 0.3, 15.0, any_way=True, order=3),
        "tray": Kind("", CARD, BLOCK, 1.5, 6.0, order=5),
        "gate": Kind("", WOOD, BLOCK, 1.5, 5.0, order=2),
        **dict.fromkeys(("rocket", "wrench", "turbo", "bomb", "oil"), Kind("", WOOD, BLOCK, 1.5, 10.0, order=4)),
        "die": Kind("", IVORY, BLOCK, 0.0, 0.0, order=0, pips=GP_DICE),
    }
)

TOY_CAR: Profile = ((0.0, 2.0), (0.16, 2.15), (0.45, 2.1), (0.55, 1.7), (0.72, 1.12), (1.0, 1.0))
"""A toy car at 1:64 as far as it is longer than its roof; it is not so much wider."""
RACING_CAR = Kind("road", WOOD, TOY_CAR, 2.0, 3.0, order=1, narrow=0.26)
HOME_RACERS: Mapping[str, Kind] = MappingProxyType(
    {
        "road": Kind("", CARD, BLOCK, 0.8, 0.7, order=3),
        "twin": Kind("", CARD, BLOCK, 1.5, 4.0, order=6),
        "line": Kind("", CARD, BLOCK, 0.5, 0.5, order=7),
        "tray": Kind("", CARD, BLOCK, 1.5, 4.0, order=8),
        "gear": Kind("", CARD, BLOCK, 1.5, 4.0, order=8),
        **{f"car:{car}": replace(RACING_CAR, colour=GP_PAINTS[car]) for car in "RYGB"},
        "die": Kind("", IVORY, BLOCK, 0.0, 0.0, order=0, pips=GP_DICE),
    }
)

KINDS: Mapping[str, Mapping[str, Kind]] = MappingProxyType(
    {
        "racepack": RACEPACK,
        "royal-racers": ROYAL_RACERS,
        "nestorgames-gp": NESTORGAMES_GP,
        "home-racers": HOME_RACERS,
    }
)

PLAIN: Mapping[str, Kind] = MappingProxyType({"die": Kind("", IVORY, BLOCK, 0.0, 0.0, order=0, pips=GP_DICE)})
"""Of kits from outside: ordinary dice, whose names begin with the letter of their colour; all else is flat."""


def kind_of(kit: str, piece: str) -> Kind:
    """What a piece of a kit is like; an entry with the piece's whole name goes before one with its kind."""
    table = KINDS.get(kit, PLAIN)
    return table.get(piece, table.get(piece.split(":")[0], USUAL))
