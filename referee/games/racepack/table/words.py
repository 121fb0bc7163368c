"""What the pieces are called at the table."""

from __future__ import annotations

from collections.abc import Sequence

SUITS = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
RANKS = {"n": "null", "a": "ace", "2": "two", "3": "three", "4": "four", "5": "five"}
COLOURS = {"S": "red", "M": "black", "C": "green", "A": "blue"}
CAR_PIECES = {
    "S": "pawn:S", "M": "pawn:M", "C": "pawn:C", "A": "pawn:A", "dC": "die:C", "dA": "die:A",
    "2S": "pawn:2S", "2M": "pawn:2M", "2C": "pawn:2C", "2A": "pawn:2A",
}  # fmt: skip
"""The piece that serves as each car."""

NUMBERS = ("no", "one", "two", "three", "four")


def piece_words(piece: str) -> str:
    """A piece as a person would point at it.

    >>> piece_words("tile:Sa"), piece_words("die:M"), piece_words("lap")
    ('the tile suns ace', 'the black die', 'the lap card')
    >>> piece_words("tile:2Sa"), piece_words("pawn:2A")
    ('the second tile suns ace', 'the second blue car')
    """
    kind, _, name = piece.partition(":")
    second = name.startswith("2")
    name = name.removeprefix("2")
    match kind:
        case "tile":
            suit, rank = SUITS.get(name[:1], name[:1]), RANKS.get(name[1:], name[1:])
            return f"{'the second' if second else 'the'} tile {suit} {rank}"
        case "pawn":
            return f"{'the second' if second else 'the'} {COLOURS.get(name, name)} car"
        case "coin":
            return f"{'the second' if second else 'the'} hazard coin of {SUITS.get(name[:1], name[:1])}"
        case "die":
            return f"{'the second' if second else 'the'} {COLOURS.get(name, name)} die"
        case "lap":
            return "the lap card"
    return f"the {piece}"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
