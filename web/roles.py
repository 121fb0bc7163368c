"""What a person at the page may do: watch, declare, or referee."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class Role(IntEnum):
    """Each role may do all that the ones before it may."""

    WATCH = 1
    DECLARE = 2
    REFEREE = 3

    @property
    def word(self) -> str:
        """The role as it stands in addresses, messages and join codes.

        >>> Role.DECLARE.word
        'declare'
        """
        return self.name.lower()


def role_named(word: str) -> Role | None:
    """The role of that name, or None.

    >>> role_named("watch"), role_named("owner")
    (<Role.WATCH: 1>, None)
    """
    return next((role for role in Role if role.word == word), None)


DECLARING = frozenset({"declare", "undeclare", "close"})
"""What a player with a phone may do: say something, take it back, say that the turn is done."""


def needed(command: Mapping[str, object]) -> Role:
    """The least role that may give a command.

    >>> needed({"do": "declare", "text": "speed:2=3"}).word, needed({"do": "undo"}).word
    ('declare', 'referee')
    """
    return Role.DECLARE if command.get("do") in DECLARING else Role.REFEREE
