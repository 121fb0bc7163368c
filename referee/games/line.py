"""A line of notation from one table: a name, then each field as `key=value`, in order; the table reads it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.errors import NotationError
from referee.words.catalogue import told

ThingT = TypeVar("ThingT")


@dataclass(frozen=True)
class Line(Generic[ThingT]):
    """How a state, or a look, is written.

    Attributes
    ----------
    name : the game's name, which begins the line.
    fields : by its key, what a field's value may look like (a regular expression without spaces), and how it is
        written.

    >>> line = Line("ladder", {"at": (r"[0-9]+", str), "turn": ("red|blue", lambda at: "red" if at % 2 else "blue")})
    >>> line.text(7), line.read("ladder at=8 turn=blue")
    ('ladder at=7 turn=red', {'at': '8', 'turn': 'blue'})
    """

    name: str
    fields: Mapping[str, tuple[str, Callable[[ThingT], str]]]

    def text(self, thing: ThingT) -> str:
        """The thing as one line."""
        return " ".join([self.name, *(f"{key}={write(thing)}" for key, (_, write) in self.fields.items())])

    def read(self, line: str) -> dict[str, str]:
        """The values of a line's fields by their keys. Raises NotationError that says which one is wrong."""
        head, *words = line.split(" ")
        found = dict(word.partition("=")[::2] for word in words)
        if head != self.name or len(words) != len(self.fields) or found.keys() != self.fields.keys():
            raise NotationError(told("no-line-of", text=line[:60], name=self.name, list=self.fields))
        for key, (form, _) in self.fields.items():
            if not re.fullmatch(form, found[key], re.ASCII):
                raise NotationError(told("cannot-be-field", text=found[key][:20], field=key, name=self.name))
        return found
