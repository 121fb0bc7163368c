"""Pieces and places in Portable Piecepack Notation: what both the export and its reader know.

Names follow the PPN specification, chapters "Piece" and "Place": one unit is one inch, one square; a1 is (1, 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markers.kit import PlacedPiece

SQUARE_MM = 25.4
_HALF_TILE_MM = 25.4
_TURNS = {0: "", 90: "<", 180: "v", 270: ">"}
_COIN_SIDES = {"blank": "f", "suit": "b"}  # a coin's face carries the number, and a null coin's is blank
_LAYERS = ("tile", "coin", "die", "pawn")  # laid in this order, so that what stands on something comes after it


@dataclass(frozen=True)
class Put:
    """One piece where it lies, in squares; `spec` as it is put down (``cSnf``), `name` without its side (``cSn``)."""

    name: str
    spec: str
    x: float
    y: float

    @property
    def place(self) -> str:
        """Where it lies, in notation."""
        return place_text(self.x, self.y)


def place_text(x: float, y: float) -> str:
    """A square by name where there is one, else numbers; never in the form 1e-05, whose minus would be read as a move.

    >>> place_text(3, 4), place_text(1.5, -0.25), place_text(0, 2)
    ('c4', '(1.5,-0.25)', '(0,2)')
    """
    if x == int(x) and y == int(y) and 1 <= x <= 26 and y >= 1:
        return f"{chr(96 + int(x))}{int(y)}"
    return f"({_number(x)},{_number(y)})"


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def puts(pieces: Iterable[PlacedPiece]) -> dict[str, Put]:
    """The piecepack pieces of a laid table by name, tiles first, in squares of the board's bounding box.

    Tray and lap card are no piecepack pieces and are left out. Empty when there is no tile.
    """
    pieces = list(pieces)
    tiles = [piece for piece in pieces if piece.piece.startswith("tile:")]
    if not tiles:
        return {}
    left = min(tile.x_mm for tile in tiles) - _HALF_TILE_MM
    bottom = min(tile.y_mm for tile in tiles) - _HALF_TILE_MM
    named = sorted((p for p in pieces if p.piece.partition(":")[0] in _LAYERS), key=_layer)
    found = {}
    for piece in named:
        put = _put(piece, (piece.x_mm - left) / SQUARE_MM + 0.5, (piece.y_mm - bottom) / SQUARE_MM + 0.5)
        found[put.name] = put
    return found


def follow_coins(before: dict[str, Put], after: dict[str, Put]) -> dict[str, Put]:
    """`after` with its coins named as in `before` where they lie on the same place.

    A position says where coins lie, not which coin is which; without this, coins would seem to change places.
    """
    old_at = {(put.x, put.y): name for name, put in before.items() if name[0] == "c"}
    coins = [put for name, put in after.items() if name[0] == "c"]
    stayed = {old_at[put.x, put.y]: put for put in coins if (put.x, put.y) in old_at}
    free = [name for name in dict.fromkeys([*(put.name for put in coins), *old_at.values()]) if name not in stayed]
    moved = [put for put in coins if (put.x, put.y) not in old_at]
    renamed = {**stayed, **dict(zip(free, moved, strict=False))}
    named = [replace(put, name=name, spec=name + put.spec[-1]) for name, put in renamed.items()]
    others = [put for put in after.values() if put.name[0] != "c"]
    return {put.name: put for put in sorted([*named, *others], key=lambda put: "tcdp".index(put.name[0]))}


def _layer(piece: PlacedPiece) -> int:
    return _LAYERS.index(piece.piece.partition(":")[0])


def _put(piece: PlacedPiece, x: float, y: float) -> Put:
    kind, _, which = piece.piece.partition(":")
    name = kind[0] + which
    spec = name
    if kind == "tile":  # grid side up: the back of a tile
        spec += "b" + _turn_text(piece.angle_deg)
    elif kind == "coin":
        spec += _COIN_SIDES.get(piece.side, "f")
    elif kind == "die":
        spec += piece.side
    return Put(name, spec, round(x, 2), round(y, 2))


def _turn_text(angle_deg: float) -> str:
    angle = round(angle_deg) % 360
    return _TURNS.get(angle, f",a{angle}")
