"""What players may say, as text: the roll, the card a player named, where a pawn was set back, and so on."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import NotationError
from referee.games.royal_racers.board import FACES, SUITS
from referee.games.words_said import Sayable

_SQUARE = "[a-f][1-6]"
SAYABLE = Sayable(
    (
        r"roll=([na0-5]|no)",
        rf"named={_SQUARE}",
        rf"turned=({_SQUARE}|no)",
        rf"back=({_SQUARE}|stay)",
        r"touch=[na0-5]",
        rf"flag={_SQUARE}",
        r"coin:[SMCA]=[na0-5]",
        r"any|done",
    ),
    "roll=4, named=c4 (the card named), back=stay, turned=c4, any, touch=2, coin:S=3 or done",
    SUITS,
)


def normal_declaration(text: str, seats: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=1 ", ("S", "M")), normal_declaration("M:named=c4", ("S", "M"))
    ('roll=a', 'M:named=c4')
    """
    whose, said = SAYABLE.read(text)
    key, equals, value = said.partition("=")
    for suit in (whose.rstrip(":"), key.removeprefix("coin:") if key.startswith("coin:") else ""):
        if suit and suit not in seats:
            raise NotationError(f"'{suit}' is not in this race; the players are {', '.join(seats)}.")
    if value in ("0", "1"):
        value = FACES[int(value)]
    return f"{whose}{key}{equals}{value}"
