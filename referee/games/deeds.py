"""What people do by hand to a piece of the drawn board, beside moving it: turn it over, set a die, give a token.

A deed is text where `Game.with_piece` otherwise takes a space: its kind, or kind and value, as in `flip` or `face:4`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import NotationError
from referee.words.catalogue import told

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
LAPS, DISCS, DICE, GEAR, FLAGS, PITS = "laps", "discs", "dice", "gear", "flags", "pits"
"""How often a car has crossed the line, how many lap discs or lost dice lie in its box, its gear, flags touched, pit
stops made."""
UNDER = "under"
"""What lies under a car, by the side of it that is up."""
THEN = "then"
"""Who sits next round the table, by his letter."""
NEXT = "next"
"""Whose turn it is, by his letter."""
TURNS_HANG_ON = frozenset({LAPS, DISCS, THEN})
"""Who does not know these does not know whose turn comes next."""
WHOSE_TURN = "turn"
"""What `NEXT` is done to: it names no piece."""

HELD = frozenset({GIVE, TAKE})
"""What a hand holds: of these several may be so at once."""
UNSEEN = frozenset({GIVE, TAKE, LAPS, DISCS, GEAR, FLAGS, PITS, UNDER, THEN, NEXT})
"""What people may tell and no camera sees, unless the game shows it on the table."""
KINDS = UNSEEN | {FLIP, TURN, TOWARD, FACE, OFF, DICE}


@dataclass(frozen=True)
class Deed:
    """What can be done to a piece.

    Attributes
    ----------
    text : as `with_piece` takes it.
    after : the game's own position once it is done.
    about : what it is about in words, where the text does not say so.
    so : whether it is so already: then there is nothing to do, but people may say it.
    """

    text: str
    after: Any
    about: str = ""
    so: bool = False


@dataclass(frozen=True)
class Handled:
    """A piece that people may take hold of.

    Attributes
    ----------
    piece : as `with_piece` takes it, and as the drawing names it if it is drawn.
    words : what people call it.
    put : the game's own position with the piece on a space, raising NotationError where there is none; None for a
        piece that stays where it is.
    deeds : what else can be done with it now.
    at, called_at : the space on which it lies, as `put` takes it, and what people call that if not so.
    spent : it has done its service, as a die that was thrown: whoever picks it up changes nothing.
    side : the face that a die shows, or a sign of which side of another piece lies up.
    """

    piece: str
    words: str
    put: Callable[[str], Any] | None = None
    deeds: tuple[Deed, ...] = ()
    at: str = ""
    called_at: str = ""
    side: str = ""
    spent: bool = False

    @property
    def moves(self) -> bool:
        """Whether it can be put on another space."""
        return self.put is not None

    @property
    def offered(self) -> dict[str, str]:
        """The text of every deed that changes something, with what it is about."""
        return {deed.text: deed.about for deed in self.deeds if not deed.so}


def deed_of(text: str) -> tuple[str, str] | None:
    """A deed's kind and value; None when the text is a space.

    >>> deed_of("face:4"), deed_of("flip"), deed_of("c3")
    (('face', '4'), ('flip', ''), None)
    """
    kind, _, value = text.partition(":")
    return (kind, value) if kind in KINDS else None


def kind_of(deed: Deed) -> str:
    """The kind of a deed."""
    return deed.text.partition(":")[0]


def told_by(piece: str, text: str) -> str:
    """What is told of a piece by a deed, "" by a space: of a hand it is one thing what is given and taken.

    >>> told_by("red", "laps:2"), told_by("red", "take:a"), told_by("red", "c3")
    ('red laps', 'red give', '')
    """
    deed = deed_of(text)
    return f"{piece} {GIVE if deed[0] == TAKE else deed[0]}" if deed else ""


def counted(kind: str, now: int, least: int, most: int, after: Callable[[int], Any]) -> tuple[Deed, ...]:
    """Every number that there can be of something."""
    counts = range(min(least, now), max(most, now) + 1)
    return tuple(Deed(f"{kind}:{count}", after(count), str(count), count == now) for count in counts)


def faces(now: str, all_of_them: Iterable[str], after: Callable[[str], Any]) -> tuple[Deed, ...]:
    """The other faces of a die."""
    return tuple(Deed(f"{FACE}:{face}", after(face), face) for face in all_of_them if face != now)


def held(
    hand: Sequence[str], to_give: Iterable[str], after: Callable[[Sequence[str]], Any], called: Callable[[str], str]
) -> Iterator[Deed]:
    """What of a hand can be taken, each kind once, and what can be given to it."""
    for one in dict.fromkeys(hand):
        at = hand.index(one)
        yield Deed(f"{TAKE}:{one}", after((*hand[:at], *hand[at + 1 :])), called(one))
    for one in to_give:
        yield Deed(f"{GIVE}:{one}", after((*hand, one)), called(one))


def by_hand(handled: Iterable[Handled], piece: str, space: str) -> Any:
    """The position in which a piece is put on a space, or in which is done to it what stands in the stead of a space.

    Raises NotationError when there is no such piece or space, or when that cannot be done with it.
    """
    one = next((one for one in handled if one.piece == piece), None)
    if one is None:
        raise NotationError(told("no-such-piece", text=piece))
    for deed in one.deeds:
        if deed.text == space:
            return deed.after
    if one.put is None or deed_of(space) not in (None, (OFF, "")):
        raise NotationError(told("not-done-with", text=space, text2=piece))
    return one.put(space)
