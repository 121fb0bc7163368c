"""What the table may agree on before a race, as plain data that a page draws as a form and a command line takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from referee.errors import NotationError
from referee.words.catalogue import Catalogue, told

Agreed = Mapping[str, str]
"""The values of options by their names; one that is left out has its default."""

NOTHING_AGREED: Agreed = MappingProxyType({})
"""Every option at its default."""

YES_NO = (("no", "no"), ("yes", "yes"))
"""The choices of a switch."""


@dataclass(frozen=True)
class Option:
    """One thing to agree on.

    Attributes
    ----------
    name : as it is written (``opponent-flag``).
    words : the question in plain words; "" where only the catalogue has it.
    choices : every value with the words for its button ("" as for the question), the usual order.
    default : the value when nobody says anything.
    own : whether a value may also be something of one's own, written out in full in braces.
    """

    name: str
    words: str
    choices: tuple[tuple[str, str], ...]
    default: str
    own: bool = False

    def allows(self, value: str) -> bool:
        """Whether a value may be chosen, as far as can be told before it is read."""
        return value in self.values or (self.own and value.startswith("{"))

    @property
    def values(self) -> tuple[str, ...]:
        """The values that may be chosen."""
        return tuple(value for value, _ in self.choices)


def in_words(words: Catalogue, option: Option) -> tuple[str, tuple[tuple[str, str], ...]]:
    """An option's question and the words for each of its values, which can be said in every language that has them."""
    ids = {
        value: value if value in dict(YES_NO) else f"{option.name}-{value.replace('+', '')}" for value in option.values
    }
    said = tuple((value, words.title(f"agree-{ids[value]}", label or value)) for value, label in option.choices)
    return words.title(f"agree-{option.name}", option.words), said


def switch(name: str, words: str, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, words, YES_NO, "yes" if default else "no")


def choice(name: str, values: Iterable[str], default: str) -> Option:
    """An option with values of its own; the question and the words for each value stand in the game's catalogue."""
    return Option(name, "", tuple((value, "") for value in values), default)


def number(name: str, words: str, least: int, most: int, default: int) -> Option:
    """An option that is a whole number."""
    values = tuple(str(value) for value in range(least, most + 1))
    return Option(name, words, tuple((value, value) for value in values), str(default))


def agreed(options: Sequence[Option], given: Agreed) -> dict[str, str]:
    """The value of every option. Raises NotationError for an option or a value that there is not.

    >>> agreed((number("flags", "How many flags?", 1, 6, 5), switch("campaign", "A campaign?")), {"flags": "3"})
    {'flags': '3', 'campaign': 'no'}
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            there = told("there-are", list=known) if known else told("this-game-has-none")
            raise NotationError(told("there-is-no-option", text=name, there=there))
        if not known[name].allows(value):
            raise NotationError(told("option-is-not", text=name, either=known[name].values, text2=value))
    return {option.name: given.get(option.name, option.default) for option in options}


def parse_agreed(words: Iterable[str]) -> dict[str, str]:
    """Options written as `name=value`, each once. Raises NotationError.

    >>> parse_agreed(["flags=3", "campaign=yes"])
    {'flags': '3', 'campaign': 'yes'}
    """
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise NotationError(told("is-no-option", text=word))
        if name in found:
            raise NotationError(told("option-is-given-twice", text=name))
        found[name] = value
    return found


def check_players(title: str, allowed: Sequence[int], players: int) -> None:
    """Raises NotationError, with the numbers there may be, for any other number of players."""
    if players not in allowed:
        raise NotationError(
            told("is-for-players-not", title=title, min=min(allowed), max=max(allowed), players=players)
        )


def players_for(allowed: Sequence[int], wished: int | None, usual: int = 4) -> int:
    """How many play: as wished, else as many as usual or as near to it as a game allows.

    >>> players_for((2, 3, 4), None), players_for((2,), None), players_for((5, 6), None), players_for((2,), 3)
    (4, 2, 5, 3)
    """
    return min(allowed, key=lambda count: abs(count - usual)) if wished is None else wished
