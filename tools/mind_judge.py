"""The mind in the judge's place, for the games that have a rule book (`book.py`).

python tools/golden.py compare --game royal-racers --judge mind_judge:judged
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from string import ascii_uppercase
from typing import Any

from golden_text import Earlier, Found, Said

from referee.mind.belief import Belief
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import rule
from referee.words.fact import parse_word, word_text

LETTERS = ascii_uppercase
"""Every letter may stand for a player."""


def book_of(position: str) -> Any:
    """The rule book of the game that a position belongs to."""
    return import_module(f"referee.games.{position.split()[0].replace('-', '_')}.book")


def judged(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None = None
) -> Found:
    """What the mind makes of one turn; `looks` begins with the table at the beginning of the turn."""
    book = book_of(position)
    worlds = book.worlds(position)
    said = tuple(Word(one, at) for at, text in words for one in (parse_word(text, LETTERS),))
    evidence = Evidence(tuple(book.parse_look(look) for look in looks), said, closed)
    ruling = rule(book, Belief(tuple(World(state) for state in worlds)), evidence)
    asked = () if ruling.asked is None else (ruling.asked,)
    answers = tuple(tuple(f"{word_text(one.about)}={value}" for value in one.values) for one in asked)
    best = ruling.found.worlds[0] if ruling.found.worlds else None
    after = position if best is None else book.text(best.state)
    rules = tuple(dict.fromkeys(fact.kind for fact in ruling.broken))
    return Found(ruling.status.value, rules, answers, "" if best is None else _told(best), after)


def _told(world: World[Any]) -> str:
    turns = (" ".join([turn.driver, *(step.text for step in turn.steps if step.text)]) for turn in world.turns)
    return " / ".join(turns)
