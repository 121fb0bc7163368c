"""One line of notation: a game's name, then `key=value` fields in any order, each at most once; what a field holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.errors import NotationError
from referee.words.catalogue import told

LONGEST_SHOWN = 40
"""So many characters of a wrong field are repeated in the sentence about it."""


def items(text: str) -> list[str]:
    """The parts of a comma list; none for an empty text."""
    return [part for part in text.split(",") if part]


@dataclass(frozen=True)
class Values:
    """What a field may hold: how it is written, "" if that would say nothing, and how it is read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


Part = str | Callable[[Any], Any]
"""What an object calls a part of it, or how that is worked out."""
Table = Mapping[str, tuple[Part, Values]]
"""By the name of each field in the line, the part of the object that it tells, and what it may hold."""


@dataclass(frozen=True)
class Notation:
    """How a game's looks and positions are written: the visible fields, and of a position the hidden ones behind them.

    So a position also reads as a look. What says nothing is left out.

    Attributes
    ----------
    name, title : the game's, the first of which begins the line.
    visible, hidden : the fields in the order in which they are written.
    of_old : fields that only old records have.

    >>> dice = Notation("dice", "Dice", {"highest": (max, count(1, 6, 1))}, {"thrown": (len, count(1, 9, 1))})
    >>> dice.text([2, 5, 3]), dice.text([5, 2], [5, 2]), dice.fields("dice thrown=2")
    ('dice highest=5', 'dice highest=5 thrown=2', {'thrown': '2'})
    """

    name: str
    title: str
    visible: Table
    hidden: Table = field(default_factory=dict)
    of_old: Collection[str] = ()

    def text(self, look: Any, position: Any = None) -> str:
        """A look in one line, or a position that looks so."""
        fields = [*written(look, self.visible), *(() if position is None else written(position, self.hidden))]
        return " ".join([self.name, *(f"{key}={value}" for key, value in fields if value)])

    def fields(self, text: str) -> dict[str, str]:
        """The fields of a line. Raises NotationError on another game's line, an unknown, doubled or malformed field."""
        known = (*self.visible, *self.hidden, *self.of_old)
        words = text.split()
        if words[:1] != [self.name]:
            raise NotationError(told("line-of-another-game", title=self.title, name=self.name, field=known[0]))
        found: dict[str, str] = {}
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if not equals or key not in known:
                raise NotationError(told("no-such-field", text=word[:LONGEST_SHOWN], title=self.title))
            if key in found:
                raise NotationError(told("field-stands-twice", field=key))
            found[key] = value
        return found


def written(of: Any, table: Table) -> Iterator[tuple[str, str]]:
    """The fields of an object, each as it is written."""
    for key, (part, values) in table.items():
        yield key, values.write(getattr(of, part) if isinstance(part, str) else part(of))


def told_of(found: Mapping[str, str], table: Table, usual: bool = True) -> dict[str, Any]:
    """What the fields of a line tell, by what the object calls it (by the field's name where that is worked out).

    Of what stands there, or also what is `usual` where it does not: as when nothing is written behind its name.
    """
    return {
        part if isinstance(part, str) else key: values.read(found.get(key, ""))
        for key, (part, values) in table.items()
        if usual or key in found
    }


def formed(form: str, example: str, write: Callable[[Any], str] = str, read: Callable[[str], Any] = str) -> Values:
    """What has one form, a regular expression without spaces; for the others see `several`."""

    def matched(text: str) -> Any:
        if not re.fullmatch(form, text, re.ASCII):
            raise NotationError(told("not-known-there", text=text[:LONGEST_SHOWN], either=example.split(" or ")))
        return read(text)

    return Values(write, matched)


def several(
    form: str,
    example: str,
    made: Callable[..., Any],
    one_written: Callable[[Any], str],
    once: bool = False,
    what: str = "",
) -> Values:
    """Parts of one form with commas between them; each about another piece if that may be told `once`.

    `what` they are (``die``) is said of one that is none. Examples stand around " or ".
    """

    def read(text: str) -> tuple[Any, ...]:
        found = []
        for part in items(text):
            match = re.fullmatch(form, part, re.ASCII)
            if match is None:
                raise NotationError(told("not-known-there", how=what, text=part[:40], either=example.split(" or ")))
            found.append(made(*match.groups()))
        if once and len(dict(found)) < len(found):
            raise NotationError(told("there-twice", text=text[:40]))
        return tuple(found)

    return Values(lambda values: ",".join(map(one_written, values)), read)


def listed(one: Callable[[str], str], twice: Callable[[str], str]) -> Values:
    """Names, each read as one and at most once; `twice` is the sentence about a list in which that is not so."""

    def read(text: str) -> tuple[str, ...]:
        found = tuple(map(one, items(text)))
        if len(set(found)) != len(found):
            raise NotationError(twice(text))
        return found

    return Values(",".join, read)


def numbered(thing: str, number: str, example: str, once: bool = False) -> Values:
    """Things with a whole number each, of these forms: `R:3`."""
    return several(f"{thing}:({number})", example, lambda one, count: (one, int(count)), pair_text, once)


def pair_text(pair: tuple[str, object]) -> str:
    """Two things with a colon between."""
    return f"{pair[0]}:{pair[1]}"


def at_most_one(values: Values) -> Values:
    """One of them, or None."""

    def read(text: str) -> Any:
        if "," in text:
            raise NotationError(told("only-one-there", text=text[:40]))
        return next(iter(values.read(text)), None)

    return Values(lambda value: "" if value is None else values.write([value]), read)


def in_order(values: Values, key: Callable[[Any], Any] | None = None) -> Values:
    """Parts that may stand in any order."""
    return Values(values.write, lambda text: tuple(sorted(values.read(text), key=key)))


def count(least: int, most: int, usual: int) -> Values:
    """A whole number; the usual one when nothing is written."""
    return Values(str, lambda text: whole(text, least, most) if text else usual)


def whole(text: str, least: int, most: int) -> int:
    """Read a whole number. Raises NotationError."""
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise NotationError(told("whole-number", text=text[:40], min=least, max=most))
    return int(text)


def one_of(*known: str) -> Values:
    """One of a few words, or nothing."""

    def read(text: str) -> str:
        if text and text not in known:
            raise NotationError(told("not-known-there", text=text[:40], either=known))
        return text

    return Values(str, read)
