"""A turn that was closed, as far as it may have to be told otherwise in hindsight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.words_said import Spoken


@dataclass(frozen=True)
class Word:
    """A declaration and when it was said.

    Attributes
    ----------
    text : in declaration notation.
    at : the index of the stop it was said before; the number of stops when nothing was seen after it.
    sure : people have said that this turn was meant.
    carried : it was said in the turn before, and made no sense there.
    entry : the number of the entry that noted it.
    """

    text: str
    at: int = 1
    sure: bool = False
    carried: bool = False
    entry: int = 0

    @property
    def kind(self) -> str:
        """What it is about, as `roll` in `roll=4`."""
        return kind_of(self.text)


def kind_of(text: str) -> str:
    """What a declaration is about, as `roll` in `roll=4`."""
    return text.partition("=")[0]


@dataclass(frozen=True)
class Told:
    """A turn: from where, what was seen of it, oldest first, and what was said."""

    position: str
    stops: Sequence[Any]
    words: tuple[Word, ...] = ()

    @property
    def declared(self) -> tuple[str, ...]:
        """What was said, in declaration notation."""
        return tuple(Spoken(word.text, word.at, word.sure) for word in self.words)


@dataclass(frozen=True)
class Past(Told):
    """A closed turn, or one that ended when people took the table as it stood.

    Attributes
    ----------
    others : where other readings of what was seen and said lead than the one that was taken.
    legal : whether it was found legal; another reading of the turns before must then leave it so.
    taken : what lay on the table when people took it as it stood before this turn was judged; None when it was.
    """

    others: tuple[str, ...] = ()
    legal: bool = True
    taken: Any = None
