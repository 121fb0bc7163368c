"""A record in people's languages: the law's sentences as far as their facts are known, and the words of a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from referee.record.facts_json import messages_from, told_by
from referee.words.catalogue import CALLED, COMMON, ENGLISH, Catalogue, in_language
from referee.words.fact import Fact, Value, fact

OWN = Catalogue("referee.record.words")


def sentence_in(data: Mapping[str, Any]) -> str:
    """The sentence of a verdict's entry, which knows what it says if the record does; "" for none."""
    try:
        return told_by(messages_from(data.get("facts", ())))(data.get("sentence", ""))
    except (KeyError, TypeError, ValueError):  # facts that nobody can read
        return str(data.get("sentence", ""))


@dataclass(frozen=True)
class Tongue:
    """One language, with the words of the law of a game."""

    law: Catalogue = COMMON
    language: str = ENGLISH

    def told(self, text: str) -> str:
        """A sentence of the law; in English where nobody knows what it says, or has no words for it."""
        return in_language(text, self.language, self.law) or text

    def of_all(self, value: Any) -> Any:
        """JSON-able data with every sentence of the law told so."""
        if isinstance(value, Mapping):
            return {key: self.of_all(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.of_all(one) for one in value]
        return self.told(value) if isinstance(value, str) else value

    def marked(self, text: str) -> str:
        """The same as HTML; what stayed English is marked so for voices."""
        told = self.told(text)
        foreign = self._plain != ENGLISH and told == text and " " in text
        return f'<span lang="en">{escape(told)}</span>' if foreign else escape(told)

    def say(self, kind: str, /, **params: Value) -> str:
        """Words of a report."""
        return OWN.say(fact(kind, **params), self.language)

    def named(self, family: str, text: str) -> str:
        """What is called by an English word, such as a driver by a colour; the word itself where there is no other.

        >>> Tongue(language="de").named("who", "red"), Tongue().named("event", "sneezed")
        ('Rot', 'sneezed')
        """
        word = Fact(f"{family}-{text.replace(' ', '-')}")
        return OWN.say(word, self.language) if text and OWN.knows(word, self.language) else text

    def all_named(self, family: str, texts: Iterable[str]) -> str:
        """Several of them, a comma between two."""
        return ", ".join(self.named(family, text) for text in texts)

    def figure(self, text: str) -> str:
        """A number as the language writes it."""
        return text if self._plain == ENGLISH else text.replace(".", ",")

    @property
    def _plain(self) -> str:
        """The language without names."""
        return self.language.partition(CALLED)[0]
