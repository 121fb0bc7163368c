"""Facts: a rule broken, a thing taken for granted, a word said, a thing asked. Data, never prose."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.errors import NotationError
from referee.frozen import dataclass

Value = str | int | float
NO = "no"
"""The value of a word that says that something did not happen."""
DONE = "done"
"""The kind of a word that says that a turn is over; closing the turn says so too."""
ABOUT = ("at", "by")
"""The parameters by which a word says what it is about."""
_WORD = re.compile(r"([a-z][a-z-]*)(?::([A-Za-z0-9]+))?(?:=(.+))?", re.ASCII)


@dataclass(frozen=True, order=True)
class Fact:
    """One fact: its kind and its parameters, sorted by name.

    >>> fact("roll", value=4, by="S")
    Fact(kind='roll', params=(('by', 'S'), ('value', 4)))
    """

    kind: str
    params: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str, default: Value = "") -> Value:
        """One parameter, `default` where there is none."""
        for key, value in self.params:  # a generator would take twice as long, and a search asks this most
            if key == name:
                return value
        return default

    def also(self, **params: Value) -> Fact:
        """The same fact with further parameters, or others.

        >>> fact("roll", value=4).also(by="S")
        Fact(kind='roll', params=(('by', 'S'), ('value', 4)))
        """
        return fact(self.kind, **{**dict(self.params), **params})

    def says(self, other: Fact) -> bool:
        """Whether `other` is this fact, told at least as fully.

        >>> fact("roll", value=4).says(fact("roll", value=4, by="S")), fact("roll", value=4).says(fact("roll", value=5))
        (True, False)
        """
        return self.kind == other.kind and set(self.params) <= set(other.params)

    def denies(self, other: Fact) -> bool:
        """Whether this word says that nothing of the other's kind happened, there or anywhere.

        >>> fact("token", value="no").denies(fact("token", at=2, value=4))
        True
        """
        if self.kind != other.kind or self.get("value") != NO or other.get("value") == NO:
            return False
        return all(dict(other.params).get(key, value) == value for key, value in self.params if key != "value")

    def gainsays(self, other: Fact) -> bool:
        """Whether this word gives another value to what a fact tells.

        >>> fact("roll", value="3").gainsays(fact("roll", by="S", value="4"))
        True
        """
        kind, about = self.slot
        return kind == other.kind and set(about) <= set(other.params) and self.get("value") != other.get("value")

    @property
    def slot(self) -> tuple[str, tuple[tuple[str, Value], ...]]:
        """What the fact is about, as a word tells it: without its value, and without what only a sentence needs.

        Two facts of one slot with other values are at odds.
        """
        return self.kind, tuple(pair for pair in self.params if pair[0] in ABOUT)


def fact(kind: str, /, **params: Value) -> Fact:
    """A fact from named parameters."""
    return Fact(kind, tuple(sorted(params.items())))


def facts(*some: Fact | None) -> tuple[Fact, ...]:
    """Those of some facts that there are, as where a rule gives None when it is kept."""
    return tuple(one for one in some if one is not None)


def several(values: Iterable[Value]) -> str:
    """Several values as one parameter; ``none`` for no value.

    >>> several((2, 4, 5)), several(())
    ('2+4+5', 'none')
    """
    return "+".join(map(str, values)) or "none"


def word_text(word: Fact) -> str:
    """A word in declaration notation: `kind`, `kind=value`, `kind:at=value`, with the player's letter in front.

    >>> word_text(fact("speed", at="1", value="2")), word_text(fact("roll", by="S", value="4")), word_text(fact("done"))
    ('speed:1=2', 'S:roll=4', 'done')
    """
    by, at, value = word.get("by"), word.get("at"), word.get("value")
    return (f"{by}:" if by else "") + word.kind + (f":{at}" if at else "") + (f"={value}" if value != "" else "")


def parse_word(text: str, players: Iterable[str] = ()) -> Fact:
    """Read a declaration; a player's letter and a colon in front say whose turn is meant. Raises NotationError.

    >>> parse_word("S:roll=4", "SM") == fact("roll", by="S", value="4")
    True
    """
    whose, colon, rest = text.strip().partition(":")
    named = bool(colon) and whose in set(players)
    found = _WORD.fullmatch(rest if named else text.strip())
    if found is None:
        from referee.words.catalogue import told  # which knows facts

        raise NotationError(told("is-no-declaration", text=text.strip()[:40], list=("kind=value", "roll=4")))
    params: dict[str, Value] = {"by": whose} if named else {}
    if found[2]:
        params["at"] = found[2]
    if found[3]:
        params["value"] = found[3]
    return fact(found[1], **params)
