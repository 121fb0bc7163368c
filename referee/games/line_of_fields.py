"""One line of notation: a game's name, then `key=value` fields in any order, each at most once; what a field holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import NotationError
from referee.words.catalogue import told

LONGEST_SHOWN = 40
"""So many characters of a wrong field are repeated in the sentence about it."""


def split_fields(text: str, name: str, title: str, known: Collection[str]) -> dict[str, str]:
    """The fields of a line. Raises NotationError on another game's line and on an unknown, doubled or malformed field.

    >>> split_fields("ludo dice=5 turn=R", "ludo", "Ludo", ("dice", "turn"))
    {'dice': '5', 'turn': 'R'}
    """
    words = text.split()
    if words[:1] != [name]:
        raise NotationError(told("line-of-another-game", title=title, name=name, field=next(iter(known))))
    found: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in known:
            raise NotationError(told("no-such-field", text=word[:LONGEST_SHOWN], title=title))
        if key in found:
            raise NotationError(told("field-stands-twice", field=key))
        found[key] = value
    return found


def join_fields(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    """One line from fields; those with an empty value are left out.

    >>> join_fields("ludo", [("dice", "5"), ("turn", "")])
    'ludo dice=5'
    """
    return " ".join([name, *(f"{key}={value}" for key, value in pairs if value)])


def items(text: str) -> list[str]:
    """The parts of a comma list; none for an empty text."""
    return [part for part in text.split(",") if part]


@dataclass(frozen=True)
class Values:
    """What a field may hold: how it is written, "" if that would say nothing, and how it is read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


Table = Mapping[str, tuple[str, Values]]
"""By the name of each field in the line, what the object calls it, and what it may hold."""


def told_of(found: Mapping[str, str], known: Table) -> dict[str, Any]:
    """What the fields of a line say, by what the object calls it."""
    return {called: values.read(found[key]) for key, (called, values) in known.items() if key in found}


def written(of: Any, known: Table) -> list[tuple[str, str]]:
    """The fields of an object, as `join_fields` takes them."""
    return [(key, values.write(getattr(of, called))) for key, (called, values) in known.items()]


def formed(
    form: str, example: str, write: Callable[[Any], str] = str, read: Callable[[str], Any] = str, what: str = ""
) -> Values:
    """What has one form, a regular expression without spaces; for the others see `several`."""

    def matched(text: str) -> Any:
        if not re.fullmatch(form, text, re.ASCII):
            raise NotationError(
                told("not-known-there", how=what, text=text[:LONGEST_SHOWN], either=example.split(" or "))
            )
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
