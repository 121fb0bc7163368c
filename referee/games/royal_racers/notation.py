"""Observations as one line of text, and back: `royal-racers cards=as,-3h,?.../... flags=Sa:b1 pawns=S:c3`.

docs/notation-royal-racers.md describes all of it. An observation holds the visible fields only; a position
(position.py) is the same line with the hidden fields behind them, so any position also reads as an observation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.errors import NotationError
from referee.games.line_of_fields import items, join_fields, split_fields
from referee.games.royal_racers.board import DECK, FACES, FLAG_RANKS, SIDE, SUITS, Square, parse_square, square_name
from referee.games.royal_racers.observation import BACK, OFF, UNSEEN, Die, Observation, Place

NAME = "royal-racers"
VISIBLE = ("cards", "flags", "pawns", "missing", "dice", "unseen")
HIDDEN = (
    "off", "seats", "ranks", "phase", "round", "turn", "touched", "variants", "races", "score", "winner",
)  # fmt: skip

_DIE = re.compile(r"([na2345])@(-?[0-9.]+):(-?[0-9.]+):(-?[0-9.]+)")
_CARDS = frozenset(DECK)


def fields(text: str) -> dict[str, str]:
    """Split a line of notation into its fields. Raises NotationError on an unknown, doubled or malformed one."""
    return split_fields(text, NAME, "Royal Racers", VISIBLE + HIDDEN)


def join(pairs: Iterable[tuple[str, str]]) -> str:
    """One line from fields; those with an empty value are left out."""
    return join_fields(NAME, pairs)


def cards_text(cells: tuple[str, ...]) -> str:
    """The board, top row first, as people look at it."""
    return "/".join(",".join(cells[row * SIDE : (row + 1) * SIDE]) for row in reversed(range(SIDE)))


def parse_cards(text: str) -> tuple[str, ...]:
    """Read a board; every card at most once. Raises NotationError."""
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise NotationError("the board needs six rows of six cards: rows parted by /, cards by commas, top row first.")
    cells = tuple(cell for row in reversed(rows) for cell in row)
    for cell in cells:
        if cell not in (UNSEEN, BACK) and cell.removeprefix(BACK) not in _CARDS:
            raise NotationError(f"'{cell}' is not a card: write as for the ace of spades, -as face down, ? for unseen.")
    names = [cell.removeprefix(BACK) for cell in cells if cell not in (UNSEEN, BACK)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise NotationError(f"the card {twice} lies on the board twice.")
    return cells


def parse_suit(text: str) -> str:
    """Read a player's suit. Raises NotationError."""
    if text not in SUITS:
        raise NotationError(f"'{text}' is not a player: the players are {', '.join(SUITS)}.")
    return text


def parse_flag(text: str) -> str:
    """Read a flag's name. Raises NotationError."""
    if len(text) != 2 or text[0] not in SUITS or text[1] not in FLAG_RANKS:
        raise NotationError(f"'{text}' is not a flag: write a suit and a rank, as in Sa for the ace of suns.")
    return text


def flags_text(flags: Iterable[tuple[str, Square]]) -> str:
    """Flags on their squares."""
    return ",".join(f"{flag}:{square_name(square)}" for flag, square in flags)


def parse_flags(text: str) -> tuple[tuple[str, Square], ...]:
    """Read flags, each once. Raises NotationError."""
    found: dict[str, Square] = {}
    for item in items(text):
        flag, _, square = item.partition(":")
        if parse_flag(flag) in found:
            raise NotationError(f"the flag {flag} is named twice.")
        found[flag] = parse_square(square)
    return tuple(sorted(found.items(), key=flag_key))


def flag_key(item: tuple[str, Square]) -> tuple[int, int]:
    """Flags in order: by suit, then by rank."""
    return SUITS.index(item[0][0]), FLAG_RANKS.index(item[0][1])


def pawns_text(pawns: Iterable[tuple[str, Place]]) -> str:
    """Pawns on their squares."""
    return ",".join(f"{suit}:{OFF if place is None else square_name(place)}" for suit, place in pawns)


def parse_pawns(text: str) -> tuple[tuple[str, Place], ...]:
    """Read pawns, each once. Raises NotationError."""
    found: dict[str, Place] = {}
    for item in items(text):
        suit, _, place = item.partition(":")
        if parse_suit(suit) in found:
            raise NotationError(f"the pawn {suit} is named twice.")
        found[suit] = None if place == OFF else parse_square(place)
    return tuple((suit, found[suit]) for suit in SUITS if suit in found)


def _mm(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def dice_text(dice: Iterable[tuple[str, Die]]) -> str:
    """Dice with face and pose: `S:4@12:3.5:90`."""
    return ",".join(f"{suit}:{die.face}@{_mm(die.x_mm)}:{_mm(die.y_mm)}:{_mm(die.angle_deg)}" for suit, die in dice)


def parse_dice(text: str) -> tuple[tuple[str, Die], ...]:
    """Read dice, each once. Raises NotationError."""
    found: dict[str, Die] = {}
    for item in items(text):
        suit, _, rest = item.partition(":")
        match = _DIE.fullmatch(rest)
        if match is None or match[1] not in FACES:
            raise NotationError(f"'{item}' is not a die: write S:4@12:3:90, that is suit, face, x and y in mm, angle.")
        if parse_suit(suit) in found:
            raise NotationError(f"the die {suit} is named twice.")
        try:
            found[suit] = Die(match[1], float(match[2]), float(match[3]), float(match[4]))
        except ValueError:
            raise NotationError(f"'{item}' holds a number that cannot be read.") from None
    return tuple((suit, found[suit]) for suit in SUITS if suit in found)


def squares_text(squares: Iterable[Square]) -> str:
    """Squares by name, in order."""
    return ",".join(square_name(square) for square in sorted(squares))


def visible_pairs(seen: Observation) -> list[tuple[str, str]]:
    """The visible fields of an observation, in their fixed order."""
    return [
        ("cards", cards_text(seen.cards)),
        ("flags", flags_text(seen.flags)),
        ("pawns", pawns_text(seen.pawns)),
        ("missing", ",".join(seen.missing)),
        ("dice", dice_text(seen.dice)),
        ("unseen", squares_text(seen.unseen)),
    ]


def observation_text(seen: Observation) -> str:
    """An observation in one line: the inverse of `parse_observation`."""
    return join(visible_pairs(seen))


def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    return observation_from(fields(text))


def observation_from(found: dict[str, str]) -> Observation:
    """The observation in split fields; without `cards` the whole board is unseen."""
    cards = parse_cards(found["cards"]) if "cards" in found else (UNSEEN,) * (SIDE * SIDE)
    return Observation(
        cards=cards,
        flags=parse_flags(found.get("flags", "")),
        pawns=parse_pawns(found.get("pawns", "")),
        missing=tuple(sorted((parse_suit(suit) for suit in items(found.get("missing", ""))), key=SUITS.index)),
        dice=parse_dice(found.get("dice", "")),
        unseen=frozenset(parse_square(name) for name in items(found.get("unseen", ""))),
    )


def parse_number(text: str, what: str, most: int) -> int:
    """Read a whole number from 0 to `most`. Raises NotationError."""
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{what}={text} is not a number from 0 to {most}.")
    return int(text)
