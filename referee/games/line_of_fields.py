"""One line of notation: a game's name, then `key=value` fields in any order, each at most once."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from referee.errors import NotationError

LONGEST_SHOWN = 40
"""So many characters of a wrong field are repeated in the sentence about it."""


def split_fields(text: str, name: str, title: str, known: Collection[str]) -> dict[str, str]:
    """The fields of a line. Raises NotationError on another game's line and on an unknown, doubled or malformed field.

    >>> split_fields("ludo dice=5 turn=R", "ludo", "Ludo", ("dice", "turn"))
    {'dice': '5', 'turn': 'R'}
    """
    words = text.split()
    if words[:1] != [name]:
        raise NotationError(f"a {title} position starts with the word {name}, as in '{name} {next(iter(known))}=...'.")
    found: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in known:
            raise NotationError(f"'{word[:LONGEST_SHOWN]}' is not a field of a {title} position.")
        if key in found:
            raise NotationError(f"the field {key} stands twice in the position.")
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


def parse_number(text: str, what: str, most: int) -> int:
    """A whole number from 0 to `most`. Raises NotationError naming what it is."""
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{what}={text} must be a whole number from 0 to {most}.")
    return int(text)
