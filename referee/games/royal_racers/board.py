"""The board: 36 cards in six columns and six rows, its four quadrants, and the suits and ranks of cards and flags.

A square is a number from 0 (a1, lower left) to 35 (f6, upper right), so that a board is a plain tuple of 36 cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.errors import NotationError
from referee.games.royal_racers.words import WORDS

Square = int
SIDE = 6
SQUARES: tuple[Square, ...] = tuple(range(SIDE * SIDE))

CARD_RANKS = "a23456789"
CARD_SUITS = "shdc"
"""Spades, hearts, diamonds, clubs; the suits of the cards have no meaning in the game."""
DECK: tuple[str, ...] = tuple(rank + suit for rank in CARD_RANKS for suit in CARD_SUITS)
TURNABLE = "a2345"
"""Cards of the other ranks always stay face up."""

SUITS = ("S", "M", "C", "A")
"""Suns, moons, crowns and arms: the players."""
COLOURS: Mapping[str, str] = {"S": "red", "M": "black", "C": "green", "A": "blue"}
FLAG_RANKS = "na2345"
FACES = "na2345"
NULL = "n"
RANK_WORDS: Mapping[str, str] = {"n": "null", "a": "ace"}


def square_name(square: Square) -> str:
    """A square as in chess.

    >>> square_name(0), square_name(14)
    ('a1', 'c3')
    """
    return "abcdef"[square % SIDE] + str(square // SIDE + 1)


def parse_square(text: str) -> Square:
    """Read a square's name. Raises NotationError.

    >>> parse_square("c3")
    14
    """
    if len(text) != 2 or text[0] not in "abcdef" or text[1] not in "123456":
        raise NotationError(WORDS.told("is-no-space", text=text))
    return "abcdef".index(text[0]) + SIDE * (int(text[1]) - 1)


def _near(square: Square) -> tuple[Square, ...]:
    column, row = square % SIDE, square // SIDE
    around = ((column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1))
    return tuple(c + SIDE * r for c, r in around if 0 <= c < SIDE and 0 <= r < SIDE)


NEXT_TO: tuple[tuple[Square, ...], ...] = tuple(_near(square) for square in SQUARES)
"""The squares that share a side with each square."""
CENTRE: tuple[Square, ...] = tuple(parse_square(name) for name in ("c3", "c4", "d4", "d3"))
"""The starting squares, clockwise from the lower left."""


def distance(one: Square, other: Square) -> int:
    """Steps between two squares on an empty board."""
    return abs(one % SIDE - other % SIDE) + abs(one // SIDE - other // SIDE)


def quadrant(square: Square) -> int:
    """The quadrant of a square: 0 lower left, 1 upper left, 2 upper right, 3 lower right, that is clockwise.

    >>> [quadrant(parse_square(name)) for name in ("a1", "c4", "d4", "f1")]
    [0, 1, 2, 3]
    """
    right, upper = square % SIDE >= SIDE // 2, square // SIDE >= SIDE // 2
    return (2 if upper else 3) if right else (1 if upper else 0)


def rank_word(rank: str) -> str:
    """A rank in a sentence.

    >>> rank_word("a"), rank_word("4")
    ('ace', '4')
    """
    return RANK_WORDS.get(rank, rank)


def a_rank(rank: str) -> str:
    """A rank with its article.

    >>> a_rank("a"), a_rank("8"), a_rank("4")
    ('an ace', 'an 8', 'a 4')
    """
    return f"{'an' if rank in ('a', '8') else 'a'} {rank_word(rank)}"


def flag_words(flag: str) -> str:
    """A flag in a sentence.

    >>> flag_words("Sa")
    "red's flag ace"
    """
    return WORDS.told("flag-of", who=flag[0], rank=flag[1])


def in_turn(suit: str) -> str:
    """The player's name for the start of a sentence."""
    return COLOURS[suit].capitalize()
