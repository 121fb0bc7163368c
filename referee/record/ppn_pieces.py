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
_SECOND = {"S": "♡", "M": "♤", "C": "♧", "A": "♢"}  # a `2` would be read as a rank
SUITS = "SMCA" + "".join(_SECOND.values())
"""The suits of the first piecepack and of its companion, as PPN writes them."""
_LAYERS = ("card", "tile", "coin", "die", "pawn")  # laid in this order, so that what stands on something comes after it
_HALF_CARD_MM = (31.75, 44.45)
_FIRST_CARDS = {"s": 0x1F0A1, "h": 0x1F0B1, "d": 0x1F0C1, "c": 0x1F0D1}  # the four aces; ranks follow them in Unicode
CARD_SIGNS = "".join(chr(first + rank) for first in _FIRST_CARDS.values() for rank in range(9))
"""Every card a game of ours lays, as PPN names it: by its sign in Unicode."""


def card_sign(card: str) -> str:
    """The sign of a card named by rank and suit.

    >>> hex(ord(card_sign("7s"))), hex(ord(card_sign("ah")))
    ('0x1f0a7', '0x1f0b1')
    """
    rank = 1 if card[0] == "a" else int(card[0])
    return chr(_FIRST_CARDS[card[1]] + rank - 1)


def card_words(sign: str) -> str:
    """A card's sign in words, for comments.

    >>> card_words(card_sign("7s"))
    '7 of spades'
    """
    suit, first = next((suit, first) for suit, first in _FIRST_CARDS.items() if first <= ord(sign) < first + 14)
    rank = ord(sign) - first + 1
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    return f"{'ace' if rank == 1 else rank} of {names[suit]}"


@dataclass(frozen=True)
class Put:
    """One piece where it lies, in squares; `spec` as it is put down (``cSnf``), `name` without its side (``cSn``).

    `number` and `turns` belong to cards: the how manieth piece it was on the table, and how often it was turned since.
    """

    name: str
    spec: str
    x: float
    y: float
    number: int = 0
    turns: int = 0

    @property
    def place(self) -> str:
        """Where it lies, in notation."""
        return place_text(self.x, self.y)

    @property
    def called(self) -> str:
        """How a move names it as it lies now.

        Pawns, coins, dice and tiles are looked for by what they show: without the side, coins of two piecepacks could
        not be told apart. Cards are named by number, which each turning counts on: the reference parser's search for
        a card finds the next higher one of its suit.
        """
        if not self.is_card:
            return "?" + self.spec.partition(",")[0].rstrip("<v>")
        return f"{self.number}.{self.turns}" if self.turns else str(self.number)

    @property
    def is_card(self) -> bool:
        """Whether it is a playing card."""
        return self.name in CARD_SIGNS

    @property
    def down(self) -> bool:
        """Whether it is a card that lies on its face."""
        return self.is_card and self.spec != self.name


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
    """The piecepack pieces and cards of a laid table by name, lowest first, in squares of the board's bounding box.

    Tray and lap card are no piecepack pieces and are left out. Empty when there is neither tile nor card.
    """
    pieces = list(pieces)
    cards = [piece for piece in pieces if piece.piece.startswith("card:")]
    tiles = cards or [piece for piece in pieces if piece.piece.startswith("tile:")]
    if not tiles:
        return {}
    half = _HALF_CARD_MM if cards else (_HALF_TILE_MM, _HALF_TILE_MM)
    left = min(tile.x_mm for tile in tiles) - half[0]
    bottom = min(tile.y_mm for tile in tiles) - half[1]
    named = sorted((p for p in pieces if p.piece.partition(":")[0] in _LAYERS), key=_layer)
    found = {}
    for piece in named:
        put = _put(piece, (piece.x_mm - left) / SQUARE_MM + 0.5, (piece.y_mm - bottom) / SQUARE_MM + 0.5)
        found[put.name] = put
    return found


def numbered(table: dict[str, Put]) -> dict[str, Put]:
    """A table as it is first laid: every card with its number."""
    return {name: replace(put, number=number) for number, (name, put) in enumerate(table.items(), start=1)}


def follow(before: dict[str, Put], after: dict[str, Put]) -> dict[str, Put]:
    """`after` with its coins named as in `before` where they lie on the same place, and its cards numbered on.

    A position says where coins lie, not which coin is which; without this, coins would seem to change places.
    """
    return {name: _numbered_on(before.get(name), put) for name, put in _follow_coins(before, after).items()}


def _numbered_on(old: Put | None, put: Put) -> Put:
    if old is None or not put.is_card:
        return put
    return replace(put, number=old.number, turns=old.turns + (old.down != put.down))


def _follow_coins(before: dict[str, Put], after: dict[str, Put]) -> dict[str, Put]:
    old_at = {(put.x, put.y): name for name, put in before.items() if name[0] == "c"}
    coins = [put for name, put in after.items() if name[0] == "c"]
    stayed = {old_at[put.x, put.y]: put for put in coins if (put.x, put.y) in old_at}
    free = [name for name in dict.fromkeys([*(put.name for put in coins), *old_at.values()]) if name not in stayed]
    moved = [put for put in coins if (put.x, put.y) not in old_at]
    renamed = {**stayed, **dict(zip(free, moved, strict=False))}
    named = [replace(put, name=name, spec=name + put.spec[-1]) for name, put in renamed.items()]
    others = [put for put in after.values() if put.name[0] != "c"]
    return {put.name: put for put in sorted([*named, *others], key=_height)}


def _height(put: Put) -> int:
    return "tcdp".find(put.name[0])  # a card's sign is none of these: it lies lowest


def _layer(piece: PlacedPiece) -> int:
    return _LAYERS.index(piece.piece.partition(":")[0])


def _put(piece: PlacedPiece, x: float, y: float) -> Put:
    kind, _, which = piece.piece.partition(":")
    if kind == "card":
        sign = card_sign(which)
        return Put(sign, sign + ("b" if piece.side == "back" else ""), round(x, 2), round(y, 2))
    name = kind[0] + (_SECOND[which[1]] + which[2:] if which[0] == "2" else which)
    spec = name
    if kind == "tile":  # grid side up is the back of a tile
        spec += ("f" if piece.side == "face" else "b") + _turn_text(piece.angle_deg)
    elif kind == "coin":
        spec += _COIN_SIDES.get(piece.side, "f")
    elif kind == "die":
        spec += piece.side
    return Put(name, spec, round(x, 2), round(y, 2))


def _turn_text(angle_deg: float) -> str:
    angle = round(angle_deg) % 360
    return _TURNS.get(angle, f",a{angle}")
