"""The piecepack's own pieces that several kits share: suits, ranks, round caps of 23 mm, dice with stickers."""

from __future__ import annotations

from collections.abc import Iterator

from markers.geometry import ItemGeometry, disc, rectangle, square_marker

SUITS = "SMCA"
RANKS = "na2345"
SUIT_NAMES = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
TILE_MM = 50.8
DISC_MM = 23.0
DISC_MARKER_MM = 15.0
DIE_MM, DIE_MM_RANGE = 20.0, (14.0, 30.0)
DIE_MARKER_SHARE = 0.66
"""A die's marker is this share of the face, so that marker, white margin and a readable strip with the rank all fit."""


def round_face(piece: str, side: str, marker_id: int, height_mm: float) -> ItemGeometry:
    """A pawn's cap or a coin's side."""
    marker = square_marker(marker_id, (0.0, 0.0), DISC_MARKER_MM)
    return ItemGeometry(piece, side, disc(DISC_MM), (marker,), height_mm)


def dice(ids: Iterator[int], die_mm: float) -> tuple[ItemGeometry, ...]:
    """The six faces of each suit's die; each takes one number."""
    half, marker_mm = die_mm / 2, die_mm * DIE_MARKER_SHARE
    cell_mm = marker_mm / 6
    center = (0.0, half - cell_mm - marker_mm / 2)
    outline = rectangle(-half, -half, half, half)
    return tuple(
        ItemGeometry(f"die:{suit}", rank, outline, (square_marker(next(ids), center, marker_mm),), die_mm)
        for suit in SUITS
        for rank in RANKS
    )
