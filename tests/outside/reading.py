"""What the outside fuzzer's readings of the rule books share: a change of the table, and the answers it may get.

A reading is written from the rule texts (`docs/rules-*.md` say where they are silent) and the notation alone, without a
look at the engine: it says by brute force which stories the rules allow, and from them which answers are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import NamedTuple, Protocol

LEGAL, ILLEGAL, UNDECIDED = "LEGAL", "ILLEGAL", "UNDECIDED"

Said = tuple[int, str]
"""The index of the look it was said before (their number: after the last), and a declaration."""


class Change(NamedTuple):
    """What a judge is asked about; the first look is the table at the beginning of the turn."""

    position: str
    looks: tuple[str, ...]
    words: tuple[Said, ...]
    closed: bool


@dataclass(frozen=True)
class Answers:
    """The answers that are right.

    Attributes
    ----------
    legal, undecided : whether these are.
    rules : the rules that may be named when it is called ILLEGAL; none when that is wrong.
    after : fields that the position afterwards has if it is called LEGAL.
    why : for the person who reads a disagreement.
    """

    legal: bool
    undecided: bool
    rules: frozenset[str]
    after: Mapping[str, str] = field(default_factory=dict)
    why: str = ""

    def wrong(self, status: str, named: Sequence[str], after: str) -> str:
        """What is wrong with an answer, "" when nothing is."""
        if status == LEGAL:
            if not self.legal:
                return f"LEGAL, should be {self}"
            got = fields_of(after)
            for key, value in self.after.items():
                if sorted(got.get(key, "").split(",")) != sorted(value.split(",")):
                    return f"LEGAL with {key}={got.get(key, '')} afterwards, should be {value}"
            return ""
        if status == UNDECIDED:
            return "" if self.undecided else f"UNDECIDED, should be {self}"
        if status != ILLEGAL:
            return f"{status}, should be {self}"
        if not self.rules:
            return f"ILLEGAL {' '.join(sorted(named))}, should be {self}"
        strange = sorted(set(named) - self.rules) if named else ["(no rule)"]
        return f"ILLEGAL {' '.join(strange)}, should be {self}" if strange else ""

    def __str__(self) -> str:
        words = [LEGAL] * self.legal + [UNDECIDED] * self.undecided
        if self.rules:
            words.append(f"{ILLEGAL} {'/'.join(sorted(rule.partition('/')[2] for rule in self.rules))}")
        return " or ".join(words) + (f" ({self.why})" if self.why else "")


class Reading(Protocol):
    """A module that reads a rule book."""

    def change(self, random: Random) -> tuple[str, Change]:
        """A random change of a random position, and of what kind it is."""
        ...

    def answers(self, change: Change) -> Answers:
        """What may be said of a change."""
        ...


def fields_of(text: str) -> dict[str, str]:
    """The fields of a line of notation.

    >>> fields_of("royal-racers round=2 turn=S,M")
    {'round': '2', 'turn': 'S,M'}
    """
    return {key: value for key, _, value in (word.partition("=") for word in text.split(" ")[1:])}


def line_of(game: str, fields: Mapping[str, str]) -> str:
    """A line of notation; fields that say nothing are left out."""
    return " ".join(chain([game], (f"{key}={value}" for key, value in fields.items() if value)))


def one_dropped(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """All words, and then all but one of them."""
    yield words
    for index in range(len(words)):
        yield [*words[:index], *words[index + 1 :]]
