"""The Racepack kit: every printed face of a piecepack with the sizes of the real pieces.

Tiles are 50.8 mm squares of four 25.4 mm spaces. Each space carries its own marker, so that a bare space shows it and a
standing piece hides just that one. Pawn caps and hazard coins are 23 mm discs, dice carry a sticker on each face.
"""

from __future__ import annotations

from collections.abc import Iterator

from markers.geometry import ItemGeometry, disc, rectangle, square_marker
from markers.heights import Heights
from markers.ids import RACEPACK

KIT = "racepack"
TITLE = "Racepack"
VERSION = "1"

SUITS = "SMCA"
RANKS = "na2345"
SUIT_NAMES = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}

SPACE_MM = 25.4
TILE_MM = 2 * SPACE_MM
TILE_MARKER_MM = 16.0
DISC_MM = 23.0
DISC_MARKER_MM = 15.0
TRAY_MM = 100.0
TRAY_MARKER_MM = 16.0
TRAY_MARKER_FROM_EDGE_MM = 11.0
LAP_CARD_MM = (50.0, 30.0)
LAP_MARKER_MM = 18.0
LAP_MARKER_FROM_TIP_MM = 34.0
DIE_MARKER_SHARE = 0.66
"""A die's marker is this share of the face, so that marker, white margin and a readable strip with the rank all fit."""


def designs(heights: Heights, die_mm: float) -> tuple[ItemGeometry, ...]:
    """Every face of the kit, in the order of the sheets; the numbers of the smallest pieces come first."""
    ids = iter(RACEPACK.ids)
    small = (*_pawns(ids, heights), *_coins(ids, heights), *_dice(ids, die_mm))
    cards = (_lap_card(next(ids), heights), _tray(ids, heights))
    return (*_tiles(ids, heights), *small, *cards)


def _tiles(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    outline = rectangle(-TILE_MM / 2, -TILE_MM / 2, TILE_MM / 2, TILE_MM / 2)
    half = SPACE_MM / 2
    spaces = ((-half, half), (half, half), (half, -half), (-half, -half))
    return tuple(
        ItemGeometry(
            piece=f"tile:{suit}{rank}",
            side="grid",
            outline_mm=outline,
            markers=tuple(square_marker(next(ids), center, TILE_MARKER_MM) for center in spaces),
            height_mm=heights["tile"],
            fixed=True,
        )
        for suit in SUITS
        for rank in RANKS
    )


def _round(piece: str, side: str, marker_id: int, height_mm: float) -> ItemGeometry:
    marker = square_marker(marker_id, (0.0, 0.0), DISC_MARKER_MM)
    return ItemGeometry(piece, side, disc(DISC_MM), (marker,), height_mm)


def _pawns(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    height_mm = round(heights["tile"] + heights["pawn"], 4)
    return tuple(_round(f"pawn:{suit}", "cap", next(ids), height_mm) for suit in SUITS)


def _coins(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    height_mm = round(heights["tile"] + heights["coin"], 4)
    return tuple(_round(f"coin:{suit}n", side, next(ids), height_mm) for suit in SUITS for side in ("blank", "suit"))


def _dice(ids: Iterator[int], die_mm: float) -> tuple[ItemGeometry, ...]:
    half, marker_mm = die_mm / 2, die_mm * DIE_MARKER_SHARE
    cell_mm = marker_mm / 6
    center = (0.0, half - cell_mm - marker_mm / 2)
    outline = rectangle(-half, -half, half, half)
    return tuple(
        ItemGeometry(f"die:{suit}", rank, outline, (square_marker(next(ids), center, marker_mm),), die_mm)
        for suit in SUITS
        for rank in RANKS
    )


def _lap_card(marker_id: int, heights: Heights) -> ItemGeometry:
    """The start/finish card; its origin is the tip of its arrow, in the middle of its right edge."""
    width, height = LAP_CARD_MM
    marker = square_marker(marker_id, (-LAP_MARKER_FROM_TIP_MM, 0.0), LAP_MARKER_MM)
    return ItemGeometry("lap", "top", rectangle(-width, -height / 2, 0.0, height / 2), (marker,), heights["card"])


def _tray(ids: Iterator[int], heights: Heights) -> ItemGeometry:
    half = TRAY_MM / 2
    away = half - TRAY_MARKER_FROM_EDGE_MM
    centers = ((-away, away), (away, away), (away, -away), (-away, -away))
    markers = tuple(square_marker(next(ids), center, TRAY_MARKER_MM) for center in centers)
    return ItemGeometry("tray", "top", rectangle(-half, -half, half, half), markers, heights["card"], fixed=True)
