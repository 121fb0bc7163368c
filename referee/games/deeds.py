"""What people do by hand to a piece of the drawn board, beside moving it: turn it over, set a die, give a token.

A deed is text where `Game.with_piece` otherwise takes a space: its kind, or kind and value, as in `flip` or `face:4`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.errors import NotationError

FLIP = "flip"
"""Turn it over: belly-up or on its wheels, the other side of a card, token or bomb; open or close a gate."""
TURN = "turn"
"""Turn it to the left by so many degrees."""
TOWARD = "toward"
"""Point it to the next space named."""
FACE = "face"
"""Set a die."""
GIVE, TAKE = "give", "take"
"""A token or an item is given to a driver, or taken from him."""
OFF = "off"
"""Take it off the board."""
LAPS, DISCS, DICE, GEAR, FLAGS = "laps", "discs", "dice", "gear", "flags"
"""How often a car has crossed the line, how many lap discs or lost dice lie in its box, its gear, flags touched."""

KINDS = frozenset({FLIP, TURN, TOWARD, FACE, GIVE, TAKE, OFF, LAPS, DISCS, DICE, GEAR, FLAGS})

Deed = tuple[str, str]
"""The text that `with_piece` takes, and what it is about in words where the text does not say so."""


@dataclass(frozen=True)
class Handled:
    """A piece that people may take hold of.

    Attributes
    ----------
    piece : as `with_piece` takes it, and as the drawing names it if it is drawn.
    words : what people call it.
    moves : whether it can be put on another space.
    deeds : what else can be done with it now.
    """

    piece: str
    words: str
    moves: bool = True
    deeds: tuple[Deed, ...] = ()


def deed_of(text: str) -> tuple[str, str] | None:
    """A deed's kind and value; None when the text is a space.

    >>> deed_of("face:4"), deed_of("flip"), deed_of("c3")
    (('face', '4'), ('flip', ''), None)
    """
    kind, _, value = text.partition(":")
    return (kind, value) if kind in KINDS else None


def counted(kind: str, now: int, least: int, most: int) -> tuple[Deed, ...]:
    """One less and one more of something, as far as there can be.

    >>> counted("laps", 0, 0, 3)
    (('laps:1', '1'),)
    """
    return tuple((f"{kind}:{count}", str(count)) for count in (now - 1, now + 1) if least <= count <= most)


def faces(now: str, all_of_them: Iterable[str]) -> tuple[Deed, ...]:
    """The other faces of a die."""
    return tuple((f"{FACE}:{face}", face) for face in all_of_them if face != now)


def cannot(piece: str, deed: str) -> NotationError:
    """What is said to a deed that the piece does not offer."""
    return NotationError(f"'{deed}' cannot be done with {piece}.")


def need_deed(handled: Iterable[Handled], piece: str, kind: str, value: str) -> Handled:
    """The piece to which this can be done now. Raises NotationError when it cannot."""
    found = next((one for one in handled if one.piece == piece), None)
    deed = f"{kind}:{value}" if value else kind
    if found is None or deed not in dict(found.deeds):
        raise cannot(piece, deed)
    return found
