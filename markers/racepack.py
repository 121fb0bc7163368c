"""The Racepack kit: every printed face of a piecepack with the sizes of the real pieces.

Tiles are 50.8 mm squares of four 25.4 mm spaces. Each space carries its own marker, so that a bare space shows it and a
standing piece hides just that one. Pawn caps and hazard coins are 23 mm discs, dice carry a sticker on each face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markers.geometry import ItemGeometry, rectangle, square_marker
from markers.heights import Heights
from markers.ids import RACEPACK, SECOND_PIECEPACK
from markers.piecepack import RANKS, SUITS, dice, round_face

KIT = "racepack"
TITLE = "Racepack"
VERSION, TRACK_VERSION, SMALL_VERSION = "1", "2", "3"
"""Of the kit with tiles to cut out, of one with a ready track, and of either with small markers."""
SMALL_MARKER_MM = 13.0

SPACE_MM = 25.4
TILE_MM = 2 * SPACE_MM
TILE_MARKER_MM = 16.0
TRAY_MM = 100.0
TRAY_MARKER_MM = 16.0
TRAY_MARKER_FROM_EDGE_MM = 11.0
LAP_CARD_MM = (50.0, 30.0)
LAP_MARKER_MM = 18.0
LAP_MARKER_FROM_TIP_MM = 34.0


SECOND = "2"
"""What the name of a second piecepack's suit begins with: its red pawn is `pawn:2S`."""
SECOND_LOOSE = (206, 214, 232, 242, 243, 267, 282, 289, 291, 293, 294, 296)
"""Numbers for its pawns and coins: as far from each other and from the first one's loose pieces as those are."""


def designs(
    heights: Heights, die_mm: float, packs: int = 1, tile_marker_mm: float = TILE_MARKER_MM
) -> tuple[ItemGeometry, ...]:
    """Every face of the kit, in the order of the sheets; the numbers of the smallest pieces come first.

    A second piecepack adds its tiles, pawns, coins and dice; one tray and one card serve both.
    """
    ids = iter(RACEPACK.ids)
    small = (*_pawns(ids, heights), *_coins(ids, heights), *dice(ids, die_mm))
    cards = (_lap_card(next(ids), heights), _tray(ids, heights))
    first = (*_tiles(ids, heights, tile_marker_mm), *small, *cards)
    return first if packs == 1 else (*first, *_second_piecepack(heights, die_mm))


def _second_piecepack(heights: Heights, die_mm: float) -> tuple[ItemGeometry, ...]:
    loose = iter(SECOND_LOOSE)
    ids = iter([number for number in SECOND_PIECEPACK.ids if number not in SECOND_LOOSE])
    small = (*_pawns(loose, heights), *_coins(loose, heights), *dice(ids, die_mm))
    faces = (*_tiles(ids, heights, TILE_MARKER_MM), *small)
    return tuple(replace(face, piece=face.piece.replace(":", f":{SECOND}")) for face in faces)


def _tiles(ids: Iterator[int], heights: Heights, marker_mm: float) -> tuple[ItemGeometry, ...]:
    outline = rectangle(-TILE_MM / 2, -TILE_MM / 2, TILE_MM / 2, TILE_MM / 2)
    half = SPACE_MM / 2
    spaces = ((-half, half), (half, half), (half, -half), (-half, -half))
    return tuple(
        ItemGeometry(
            piece=f"tile:{suit}{rank}",
            side="grid",
            outline_mm=outline,
            markers=tuple(square_marker(next(ids), center, marker_mm) for center in spaces),
            height_mm=heights["tile"],
            fixed=True,
        )
        for suit in SUITS
        for rank in RANKS
    )


def _pawns(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    height_mm = round(heights["tile"] + heights["pawn"], 4)
    return tuple(round_face(f"pawn:{suit}", "cap", next(ids), height_mm) for suit in SUITS)


def _coins(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    height_mm = round(heights["tile"] + heights["coin"], 4)
    return tuple(
        round_face(f"coin:{suit}n", side, next(ids), height_mm) for suit in SUITS for side in ("blank", "suit")
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
