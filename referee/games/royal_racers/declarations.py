"""What players may say: the roll, the card a player named, where a pawn was set back, and so on, in text and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.errors import NotationError
from referee.games.royal_racers.board import COLOURS, FACES, Square, parse_square, square_name

STAY = "stay"
NO = "no"
_NO_COINS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Said:
    """All that was said about one player's turn.

    Attributes
    ----------
    roll : the face rolled, ``no`` when there was no roll, "" when nothing was said.
    named : the face-down card the player named; None when nothing was said.
    turned : the card turned over (one nobody could see), or ``no``.
    back : where the table left or put a pawn whose way back was blocked: a square or ``stay``.
    any_card : the player says that all cards of the rank are under pawns.
    touch : the rank of the flag the player says was touched.
    flag : where the flag was placed (while flags are placed).
    coins : the number on the coin each player took at the end of a race.
    done : the turn is over, and it was the only one.
    """

    roll: str = ""
    named: Square | None = None
    turned: Square | str | None = None
    back: Square | str | None = None
    any_card: bool = False
    touch: str = ""
    flag: Square | None = None
    coins: Mapping[str, int] = field(default_factory=lambda: _NO_COINS)
    done: bool = False


NOTHING = Said()
_SQUARE = "[a-f][1-6]"
_PATTERNS = (
    re.compile(r"roll=([na0-5]|no)"),
    re.compile(rf"named=({_SQUARE})"),
    re.compile(rf"turned=({_SQUARE}|no)"),
    re.compile(rf"back=({_SQUARE}|stay)"),
    re.compile(r"touch=([na0-5])"),
    re.compile(rf"flag=({_SQUARE})"),
    re.compile(r"coin:[SMCA]=([na0-5])"),
    re.compile(r"any"),
    re.compile(r"done"),
)


def normal_declaration(text: str, seats: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    A player's letter in front says whose turn is meant when several were missed.

    >>> normal_declaration(" roll=1 ", ("S", "M")), normal_declaration("M:named=c4", ("S", "M"))
    ('roll=a', 'M:named=c4')
    """
    text = text.strip()
    whose, colon, rest = text.partition(":")
    if not (colon and whose in COLOURS):
        whose, rest = "", text
    if not any(pattern.fullmatch(rest) for pattern in _PATTERNS):
        raise NotationError(
            f"'{text}' is not a declaration; write for example roll=4, named=c4 (the card named), back=stay, "
            "turned=c4, any, touch=2, coin:S=3 or done."
        )
    players = [whose, rest[5] if rest.startswith("coin:") else ""]
    stranger = next((suit for suit in players if suit and suit not in seats), None)
    if stranger:
        raise NotationError(f"'{stranger}' is not in this race; the players are {', '.join(seats)}.")
    key, equals, value = rest.partition("=")
    if (value in ("0", "1") and key in ("roll", "touch")) or key.startswith("coin:"):
        value = FACES[int(value)] if value in ("0", "1") else value
    return f"{whose}:{key}{equals}{value}" if whose else f"{key}{equals}{value}"


def parse_declarations(texts: Sequence[str], seats: Sequence[str], suit: str, first: bool = True) -> Said:
    """What was said about the turn of `suit`; words without a name are about the `first` turn. Raises NotationError."""
    found: dict[str, str] = {}
    for text in (normal_declaration(text, seats) for text in texts):
        whose, rest = (text[0], text[2:]) if text[1:2] == ":" else ("", text)
        if whose == suit or (not whose and first):
            key, _, value = rest.partition("=")
            found[key] = value
    return Said(
        roll=found.get("roll", ""),
        named=_square(found.get("named")),
        turned=NO if found.get("turned") == NO else _square(found.get("turned")),
        back=STAY if found.get("back") == STAY else _square(found.get("back")),
        any_card="any" in found,
        touch=found.get("touch", ""),
        flag=_square(found.get("flag")),
        coins={key[5]: FACES.index(value) for key, value in found.items() if key.startswith("coin:")},
        done="done" in found,
    )


def _square(text: str | None) -> Square | None:
    return parse_square(text) if text else None


def place_words(place: Square | str) -> str:
    """A square, or a word, as declared."""
    return place if isinstance(place, str) else square_name(place)
