"""What people said, in the words of the pad's buttons instead of in notation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee.errors import NotationError
from referee.games.base import InParts, Question
from referee.words.catalogue import Catalogue, told
from referee.words.fact import NO, Value, fact, parse_word, several

HERE, BEFORE, AFTER, NOWHERE = "words=here", "words=before", "words=after", "words=gone"
ABOUT_THEM = (HERE, BEFORE, AFTER, NOWHERE)
"""Answers about what was said, which no game knows: it is about this turn, the one before, the next, or none."""

DECLARED = fact("declared")
ROLLED = re.compile(r"roll=(\d(?:[+.]\d)*)")


@dataclass(frozen=True)
class Sayable:
    """What may be said in a game.

    Attributes
    ----------
    forms : how each declaration is written, as regular expressions.
    examples : what is shown to whoever wrote something else.
    drivers : the letters that may stand in front, for whose turn is meant when several were missed.
    """

    forms: tuple[str, ...]
    examples: str
    drivers: Collection[str] = ()

    def read(self, text: str) -> tuple[str, str]:
        """Whose turn is meant (``R:``, or "" for the one under way), and what is said. Raises NotationError."""
        whose, colon, rest = text.strip().partition(":")
        if not (colon and whose in self.drivers):
            whose, colon, rest = "", "", text.strip()
        if not any(re.fullmatch(form, rest) for form in self.forms):
            raise NotationError(told("is-no-declaration", text=text.strip(), list=self.examples.split(", ")))
        return whose + colon, rest


@dataclass(frozen=True)
class Pad:
    """What a declaration pad is made of, in a game's words: the attribute `pad` of a message heads it, `answer` is a
    button.
    """

    words: Catalogue

    def heading(self, kind: str, answers: Iterable[tuple[str, str]], /, how: str = "pad", **about: Value) -> Question:
        """A heading with its buttons."""
        return Question(self.words.tell(fact(kind, how=how, **about)), tuple(answers))

    def button(self, said: str, kind: str, /, how: str = "answer", **about: Value) -> tuple[str, str]:
        """A button and what it declares."""
        return self.words.tell(fact(kind, how=how, **about)), said

    def values(self, said: str, values: Iterable[str | int]) -> tuple[tuple[str, str], ...]:
        """A button for each value that may be said of a thing (`speed`, or `speed:2` of the second)."""
        return tuple(self.button(f"{said}={value}", said.partition(":")[0], value=value) for value in values)


class Spoken(str):
    """A declaration that knows when it was said.

    Attributes
    ----------
    at : the index of the look it was said before; the number of looks when nothing was seen after it.
    sure : people have said that this turn was meant.
    answer : it answers a question about this turn.
    late : it was said after the turn was said to be over.
    """

    __slots__ = ("answer", "at", "late", "sure")
    at: int
    sure: bool
    answer: bool
    late: bool

    def __new__(cls, text: str, at: int = 0, sure: bool = False, answer: bool = False, late: bool = False) -> Spoken:
        """The declaration `text`."""
        spoken = super().__new__(cls, text)
        spoken.at, spoken.sure, spoken.answer, spoken.late = at, sure, answer, late
        return spoken


def declared_in_words(game: InParts, position: str, text: str, *others: str) -> str:
    """A declaration as the pad words it, question and answer; as it is written where nobody can word it.

    `others` are positions at which it may have been asked for instead.
    """
    law: Any = game  # a protocol counts as not hashable, the games are
    offered = next((_offered(law, at)[text] for at in (position, *others) if text in _offered(law, at)), "")
    if offered:
        return offered
    whose, colon, rest = text.partition(":")
    if colon and not whose[:1].islower():  # whose turn is meant: what a word is about comes behind its kind
        told = _otherwise_in_words(game, rest, whose)
        return game.words.told("declared", how="of", by=whose, said=told) if told else text
    now = game.what_now(position)
    mover = next((row["car"] for row in now.standings if row["player"] == now.player), "")
    return _otherwise_in_words(game, text, mover) or text


def _otherwise_in_words(game: InParts, text: str, by: str) -> str:
    """What no pad offers now, worded as the pad would: dice in the order they were rolled, which a person or a program
    may say, and what is asked only where it can be, and somebody said needlessly or of another turn; "" for anything
    else.
    """
    words, rolled = game.words, ROLLED.fullmatch(text)
    if rolled:
        return words.told("declared", how="dice", faces=several(re.findall(r"\d", rolled[1])))
    try:
        word = parse_word(text)
    except NotationError:
        return ""
    value = str(word.get("value"))
    heading = word.also(how="pad", by=by)
    answers = [word.also(how=how, by=by) for how in ((NO, f"pad-{NO}") if value == NO else (f"pad-{value}", "answer"))]
    answer = next((one for one in answers if words.knows(one)), None)
    if answer is None or not words.knows(heading):
        return ""
    return words.tell(DECLARED, question=words.tell(heading), answer=words.tell(answer))


@lru_cache(maxsize=128)
def _offered(game: Any, position: str) -> Mapping[str, str]:
    questions: tuple[Question, ...] = game.declarations(position)
    return {
        said: game.words.tell(DECLARED, question=one.text, answer=label)
        for one in reversed(questions)
        for label, said in one.answers
    }
