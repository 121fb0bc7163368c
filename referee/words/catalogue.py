"""Facts in people's languages: a game's messages and those that all games share, each language one Fluent file.

Data and words are apart: rules, the judge and the mind deal in `Fact`; what a fact is called in English, German or
French stands in ``words/<language>.ftl`` of the game's package (https://projectfluent.org) and decides nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from referee.words.fact import Fact, Value, fact

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax.ast import Resource

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, "de", "fr")
COMMON_PACKAGE = "referee.games.words"
"""Its messages are known to every game, which may word them anew."""
HOUSE_PACKAGE = "referee.words"
"""What is said beside the law: by the match, the eye, the cameras, the page. Every catalogue says what it lacks so."""
SEVERAL = re.compile(r"[+.,]")
"""What stands between several values of one parameter."""
ENTRY = re.compile(r"^(?=[a-zA-Z])", re.MULTILINE)
"""Where an entry of a catalogue's file begins."""
REFERENCE = re.compile(r"[{(]\s*([a-zA-Z][\w-]*)")
"""Where an entry may speak of another one, by its name."""
OPENING, CLOSING = "\ue000", "\ue001"
"""Between these signs, which no text has, words stand in markup until it is a `Drawing`."""
MOST_NESTED = 8
"""So deep are messages within messages at most."""
MOST_KEPT = 8192
"""So many sentences are kept ready: a search says the same few again and again."""

ELIDED = re.compile(r"\b([dDlLsS]|[qQ]u)e (?=[AEIOUÀÂÉÈÊÎÔŒ])")
"""What French shortens before a vowel. Only names begin with a capital in mid-sentence: the catalogue's own words are
written as they should be, a driver's name is not known to them."""

CALLED = ";"
"""Stands between a language and what drivers are called in it: see `with_names`."""

LONGEST = 2400
"""Letters in one gap, which Fluent limits: a path or what another program says may be of any length."""


class NoWordsError(LookupError):
    """A fact that a catalogue has no words for, or not all that its words speak of."""


@dataclass(frozen=True)
class Message:
    """What is to be said: a fact, and further messages that stand in gaps of its sentence.

    `words` is the catalogue that has its words; None: whichever says the whole, as in what was read from a record.
    """

    fact: Fact
    parts: tuple[tuple[str, tuple[Message, ...]], ...] = ()
    words: Catalogue | None = field(default=None, compare=False, repr=False)

    def as_json(self) -> dict[str, Any]:
        """It as JSON-able data: ``{kind, params, parts}``."""
        data = {"kind": self.fact.kind, "params": dict(self.fact.params)}
        parts = {name: [one.as_json() for one in every] for name, every in self.parts}
        return {**data, "parts": parts} if parts else data

    @staticmethod
    def from_json(data: Mapping[str, Any], deep: int = 0) -> Message:
        """The inverse. Raises KeyError, TypeError or ValueError when something is missing or wrong."""
        if deep > MOST_NESTED:
            raise ValueError("facts within facts without end")
        given, parted = data["params"], data.get("parts", {})
        if not isinstance(given, Mapping) or not isinstance(parted, Mapping):
            raise TypeError("the parameters of a fact have names")
        params = {str(name): value if isinstance(value, int | float) else str(value) for name, value in given.items()}
        parts = {str(name): tuple(Message.from_json(one, deep + 1) for one in every) for name, every in parted.items()}
        return Message(fact(str(data["kind"]), **params), tuple(sorted(parts.items())))


class Sentence(str):
    """An English sentence that knows what it says, so that it can be said in every language.

    It is compared, joined and kept as its text; what is made of it by joining or cutting is plain text again.
    """

    __slots__ = ("message",)
    message: Message

    def __new__(cls, text: str, message: Message) -> Sentence:
        """The sentence `text`, which says `message`."""
        sentence = super().__new__(cls, text)
        sentence.message = message
        return sentence

    def __str__(self) -> str:
        """Itself: as the text of an error, too, it knows what it says."""
        return self

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Message]]:
        """A copy knows what it says, too."""
        return Sentence, (self[:], self.message)


class Drawing(str):
    """Markup whose words are sentences: in English, and it can be said in every language.

    Parameters
    ----------
    markup : with every text in it written by `drawn`.
    words : the catalogue that has the words.
    """

    __slots__ = ("_markup", "_words")
    _markup: str
    _words: Catalogue

    def __new__(cls, markup: str, words: Catalogue) -> Drawing:
        """Some markup, in English."""
        drawing = super().__new__(cls, _worded(markup, words, ENGLISH))
        drawing._markup, drawing._words = markup, words
        return drawing

    def told(self, language: str) -> str:
        """It in a language; in English what that lacks words for."""
        return _worded(self._markup, self._words, language)


_WORDS_IN_MARKUP = re.compile(f"{OPENING}([^{CLOSING}]*){CLOSING}")


def drawn(words: str) -> str:
    """Words as they stand in markup that will be a `Drawing`: those of a sentence wait for the reader's language.

    >>> drawn("<c3>")
    '&lt;c3&gt;'
    """
    if isinstance(words, Sentence):
        return f"{OPENING}{json.dumps(words.message.as_json())}{CLOSING}"
    return escape(words).replace(OPENING, "")


def _worded(markup: str, words: Catalogue, language: str) -> str:
    def said(found: re.Match[str]) -> str:
        return escape(words.say(Message.from_json(json.loads(found[1])), language))

    return _WORDS_IN_MARKUP.sub(said, markup)


class Catalogue:
    """The words of one game, and of all.

    A fact's kind names its message (of a rule's id the part behind the slash), its parameter `how` an attribute of it.
    A parameter fills the gap of its name, put into words if the catalogue has any: ``who=S`` by the message ``who-S``
    and ``who2=S`` by the same; the attribute ``.of`` of such a word fills the gap ``$who_of``. Messages that stand in a
    gap are joined by ``<gap>-joint``, the last one by its attribute ``.last``, else by a space; so are the values of a
    parameter for which there is a joint (``dice=2+4+5`` and ``dice-joint``).

    Parameters
    ----------
    packages : where the messages are, the common ones excepted; a later one words anew what an earlier one says.
    alike : parameters that are put into words as another one is.
    spelled : gives a fact whose value joins several things those things, each as a parameter of its own.
    """

    def __init__(
        self, *packages: str, alike: Mapping[str, str] | None = None, spelled: Callable[[Fact], Fact] | None = None
    ) -> None:
        self.packages, self._spelled = (COMMON_PACKAGE, *packages), spelled
        self._alike = {"by": "who", **(alike or {})}
        self._said = lru_cache(MOST_KEPT)(self._say)
        self._words = cache(self._read)
        _made.setdefault((self.packages, tuple(self._alike.items())), self)

    def __reduce__(self) -> tuple[Callable[..., Catalogue], tuple[Any, ...]]:
        """A copy of a sentence has its words in the same catalogue."""
        return _again, (self.packages, tuple(self._alike.items()))

    def say(self, said: Fact | Message, language: str = ENGLISH) -> str:
        """A fact in words; in English where the language lacks them. Raises NoWordsError where English does, too."""
        return self._said(said if isinstance(said, Message) else Message(said), language)

    def tell(self, said: Fact, /, **parts: str | Iterable[str]) -> str:
        """A fact as an English sentence that can be said in every language, as far as its parts can.

        A part that is plain text stands in it as it is; then the whole is plain text.
        """
        if not parts:
            return self.sentence(Message(said))
        texts = {name: (one,) if isinstance(one, str) else tuple(one) for name, one in sorted(parts.items())}
        text = self._worded(said, texts, ENGLISH)
        messages = tuple((name, tuple(messages_of(every))) for name, every in texts.items())
        whole = all(len(found) == len(texts[name]) for name, found in messages)
        return Sentence(text, Message(said, messages, self)) if whole else text

    def told(self, kind: str, /, **gaps: Value | Iterable[str]) -> str:
        """The same from the fact's kind and what fills its gaps: sentences and lists of them are parts of it.

        Text that is no sentence is somebody's own words, such as the name of a file, and stands as it is.
        """
        values: dict[str, Value] = {}
        parts: dict[str, Iterable[str]] = {}
        for name, one in gaps.items():
            if isinstance(one, Sentence):
                parts[name] = (one,)
            elif isinstance(one, str | int | float):
                values[name] = one
            else:
                parts[name] = [each if isinstance(each, Sentence) else self.told("written", text=each) for each in one]
        return self.tell(fact(kind, **values), **parts)

    def sentence(self, message: Message) -> Sentence:
        """A message as a sentence."""
        return Sentence(self.say(message), replace(message, words=self))

    def title(self, rule_id: str, title: str) -> str:
        """A rule's title, the message of its id; plain text where the catalogue has none."""
        return self.tell(Fact(rule_id)) if self.knows(Fact(rule_id)) else title

    def forget(self) -> None:
        """Read the files again when next something is said."""
        self._said.cache_clear()
        self._words.cache_clear()

    def knows(self, said: Fact | Message, language: str = ENGLISH) -> bool:
        """Whether a fact can be said in a language itself."""
        message = said if isinstance(said, Message) else Message(said)
        try:
            self._in(message, language)
        except NoWordsError:
            return False
        return True

    def _say(self, message: Message, language: str) -> str:
        try:
            return self._in(message, language)
        except NoWordsError:
            plain, called, names = language.partition(CALLED)
            if plain == ENGLISH:
                raise
            return self._in(message, ENGLISH + called + names)

    def _in(self, message: Message, language: str, asked: Catalogue | None = None) -> str:
        """A message in words; parts that were read from a record are told by the catalogue that was asked."""
        asked = asked or self
        if message.words is not None and message.words is not self:
            return message.words._in(message, language, asked)
        parts = {name: tuple(asked._in(one, language) for one in every) for name, every in message.parts}
        return self._worded(message.fact, parts, language)

    def _worded(self, said: Fact, parts: Mapping[str, Sequence[str]], language: str) -> str:
        how = str(said.get("how"))
        pattern = self._pattern(_message_id(said.kind), how, language)
        if pattern is None:
            raise NoWordsError(f"{language}:{said.kind}.{how}")
        gaps: dict[str, Any] = {}
        for name, value in (self._spelled(said) if self._spelled else said).params:
            gaps |= self._word(name, value, language)
        for name, texts in parts.items():
            gaps[name] = self._joined(name, texts, language)
        return self._formatted(pattern, gaps, language)

    def _word(self, name: str, value: Value, language: str) -> Iterator[tuple[str, Any]]:
        """What fills the gaps that a parameter is in."""
        family = name.rstrip("0123456789")
        words = self._words(language)
        if isinstance(value, str) and SEVERAL.search(value) and f"{family}-joint" in words.entries:
            parts = [str(dict(self._word(family, one, language))[family]) for one in SEVERAL.split(value)]
            yield name, self._joined(family, parts, language)
            return
        word = f"{self._alike.get(family, family)}-{value}".replace(" ", "-")
        message = words.message(word)
        if message is None:
            yield name, value if isinstance(value, str) else _number(value)
            return
        if message.value is not None:
            yield name, self._formatted(message.value, {}, language)
        for form, pattern in message.attributes.items():
            yield f"{name}_{form}", self._formatted(pattern, {}, language)

    def _joined(self, name: str, texts: Sequence[str], language: str) -> str:
        if len(texts) < 2:
            return "".join(texts)
        pattern = self._pattern(f"{name}-joint", "", language)
        joint = " " if pattern is None else self._formatted(pattern, {}, language)
        pattern = self._pattern(f"{name}-joint", "last", language)
        last = joint if pattern is None else self._formatted(pattern, {}, language)
        return f"{joint.join(texts[:-1])}{last}{texts[-1]}"

    def _pattern(self, message_id: str, attribute: str, language: str) -> Any:
        message = self._words(language).message(message_id)
        if message is None:
            return None if self is HOUSE else HOUSE._pattern(message_id, attribute, language)
        return message.attributes.get(attribute) if attribute else message.value

    def _formatted(self, pattern: Any, gaps: Mapping[str, Any], language: str) -> str:
        fitting = {name: one[:LONGEST] if isinstance(one, str) else one for name, one in gaps.items()}
        text, problems = self._words(language).bundle.format_pattern(pattern, fitting)
        if problems:
            raise NoWordsError(f"{language}:{text}:{problems[0]}")
        return ELIDED.sub(r"\1’", str(text)) if language.startswith(FRENCH) else str(text)

    def _read(self, language: str) -> _Words:
        # fluent.runtime takes a while to load, and most commands say nothing
        from fluent.runtime import FluentBundle

        functions: dict[str, Any] = {"CAP": _capital, "HEAD": _heading}
        plain, _, names = language.partition(CALLED)
        bundle = FluentBundle([plain], functions=functions, use_isolating=False)
        entries = {name: entry for package in self.packages for name, entry in _entries(source(package, plain))}
        for driver, name in json.loads(names or "[]"):
            entries[f"who-{driver}"] = f"who-{driver} = {{ {json.dumps(name, ensure_ascii=False)} }}"
        return _Words(bundle, entries)


@dataclass(frozen=True)
class _Words:
    """The messages of some files, by name; each is read when it is asked for: most programs say a few of hundreds."""

    bundle: FluentBundle
    entries: Mapping[str, str]

    def message(self, name: str) -> Any:
        """The message of a name; None where there is none."""
        self._take(name)
        return self.bundle.get_message(name) if name in self.entries else None

    def _take(self, name: str, within: tuple[str, ...] = ()) -> None:
        """Read a message, and before it those that it refers to: another thread may speak as soon as it is there."""
        if name in self.entries and name not in within and not self.bundle.has_message(name):
            for other in REFERENCE.findall(self.entries[name]):
                self._take(other, (*within, name))
            self.bundle.add_resource(_parsed(self.entries[name]))


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a file with their names; whatever else begins a line is a comment or goes on with one."""
    return ((entry.partition(" ")[0], entry) for entry in ENTRY.split(text)[1:])


def with_names(language: str, names: Mapping[str, str]) -> str:
    """A language in which drivers, known by their colours, are called by their names; whatever takes one takes it.

    >>> COMMON.say(fact("to-act", who="red"), with_names("de", {"red": "Ann", "blue": "Bob"}))
    'Ann ist am Zug.'
    """
    return language + CALLED + json.dumps(sorted(names.items()), ensure_ascii=False) if names else language


@cache
def _parsed(text: str) -> Resource:
    """An entry's text; kept, for each bundle with names of drivers has the same ones."""
    from fluent.runtime import FluentResource

    return FluentResource(text)


def source(package: str, language: str) -> str:
    """The text of a catalogue, "" where a game has none in a language."""
    file = resources.files(package).joinpath(f"{language}.ftl")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def messages_of(texts: Iterable[str]) -> Iterator[Message]:
    """What the sentences among some texts say."""
    return (text.message for text in texts if isinstance(text, Sentence))


def sentences_in(value: Any) -> Iterator[Sentence]:
    """All sentences in JSON-able data."""
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from sentences_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from sentences_in(one)


def _message_id(kind: str) -> str:
    """A kind as a message is called: of a rule's id without the game.

    >>> _message_id("royal-racers/step"), _message_id("roll")
    ('step', 'roll')
    """
    return kind.rpartition("/")[2]


def _capital(text: Any) -> str:
    """The function CAP of the catalogues: a text as the beginning of a sentence.

    >>> _capital("red's flag ace")
    "Red's flag ace"
    """
    words = str(text)
    return words[:1].upper() + words[1:]


def _heading(text: Any) -> str:
    """The function HEAD of the catalogues: a question as a heading.

    >>> _heading("Who drove next?")
    'Who drove next'
    """
    return str(text).rstrip("?:\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE} ")


def _number(value: float) -> Any:
    """A number that picks plural forms and is written as the language writes it, without gaps between thousands."""
    from fluent.runtime.types import fluent_number

    return fluent_number(value, useGrouping=False)


_made: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], Catalogue] = {}


def _again(packages: tuple[str, ...], alike: tuple[tuple[str, str], ...]) -> Catalogue:
    return _made.get((packages, alike)) or Catalogue(*packages[1:], alike=dict(alike))


HOUSE = Catalogue(HOUSE_PACKAGE)
"""What is said beside the law."""

COMMON = Catalogue()
"""The words of no game: verdicts and what is asked of every game."""


def told(said: str | Fact, /, **gaps: Value | Iterable[str]) -> str:
    """A sentence in the words of no game, see `Catalogue.told`; the errors that people meet are made so."""
    return HOUSE.tell(said) if isinstance(said, Fact) else HOUSE.told(said, **gaps)


def kind_of(text: str) -> str:
    """The kind of the fact that a text says, "" where that is not known."""
    return text.message.fact.kind if isinstance(text, Sentence) else ""


def in_language(text: str, language: str, words: Catalogue = COMMON) -> str | None:
    """A text in a language, as far as it is known what it says; None where it stays as it is, in English.

    `words` tell what was read from a record.

    >>> in_language(told("lens-fits-none", n=2.5), "de")
    'Zu diesen Ansichten passt keine Linse (Fehler 2,5 px): Ist das Muster flach, scharf und ruhig gehalten?'
    """
    if isinstance(text, Drawing):
        return text.told(language)
    if not isinstance(text, Sentence):
        return None
    return words.say(text.message, language) if words.knows(text.message, language) else None
