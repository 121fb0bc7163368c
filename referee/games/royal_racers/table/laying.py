"""A position -> where every piece lies, in board millimetres."""

from __future__ import annotations

from markers.kit import Manifest, PlacedPiece
from referee.games.royal_racers.board import SUITS, Square
from referee.games.royal_racers.position import parse_position
from referee.games.royal_racers.table.places import (
    CARD_Z_MM,
    DIE_Z_MM,
    PAWN_Z_MM,
    TILE_Z_MM,
    grid_of,
)

ASIDE_MM = 14.0
"""How far two pawns on one card stand from its middle."""

FLAGS_APART_MM = 38.0
"""From flag to flag where, against the rules, two lie on one card: the upper one leaves the lower one's marker free."""


def layout(position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Every card, flag, pawn and die of a position. Raises NotationError when it cannot be read."""
    state = parse_position(position)
    grid, heights = grid_of(manifest), _heights(manifest)
    card_z, tile_z = heights.get("card", CARD_Z_MM), heights.get("tile", TILE_Z_MM)
    placed = []
    for square, card in enumerate(state.cards):
        side = "back" if square in state.down else "face"
        placed.append(PlacedPiece(f"card:{card}", side, *grid.middle(square), card_z, 0.0))
    for flag, square in state.flags:
        x_mm, y_mm = grid.middle(square)
        here = [one for one, at in state.flags if at == square]
        step = here.index(flag)
        up_mm = FLAGS_APART_MM * (step - (len(here) - 1) / 2)
        placed.append(PlacedPiece(f"tile:{flag}", "face", x_mm, y_mm + up_mm, tile_z + step * (tile_z - card_z), 0.0))
    on_card = heights.get("pawn", PAWN_Z_MM)
    for suit, square in state.pawns:
        x_mm, y_mm = grid.middle(square)
        z_mm = on_card + (tile_z - card_z if square in state.flagged else 0.0)
        placed.append(PlacedPiece(f"pawn:{suit}", "cap", x_mm + _aside(state.pawns, suit, square), y_mm, z_mm, 0.0))
    for suit, die in state.dice:
        z_mm = heights.get("die", DIE_Z_MM)
        placed.append(PlacedPiece(f"die:{suit}", die.face, grid.half[0] + die.x_mm, die.y_mm, z_mm, die.angle_deg))
    return tuple(placed)


def _heights(manifest: Manifest) -> dict[str, float]:
    """The height of each kind of piece in the kit."""
    return {item.piece.split(":")[0]: item.height_mm for item in manifest.items}


def _aside(pawns: tuple[tuple[str, Square], ...], suit: str, square: Square) -> float:
    """Pawns that share a card stand side by side."""
    here = [one for one in SUITS if (one, square) in pawns]
    return ASIDE_MM * (2 * here.index(suit) - len(here) + 1)
