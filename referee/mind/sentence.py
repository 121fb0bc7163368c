"""A ruling in people's languages: the verdict in one sentence, and what is asked with its buttons.

Nothing is decided here: a ruling and its question are facts, whatever they are called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.base import Status
from referee.games.rulebook import Ask, RuleBook, SeenT, StateT
from referee.mind.search import Turn
from referee.mind.verdict import WHETHER_SAID, WHETHER_SO, Ruling
from referee.words.catalogue import ENGLISH, Catalogue, Message
from referee.words.fact import Fact, fact


@dataclass(frozen=True)
class Asking:
    """A question in words; `buttons` are what each says and the value it stands for."""

    text: str
    buttons: tuple[tuple[str, str], ...]


def sentence(book: RuleBook[StateT, SeenT], ruling: Ruling[StateT], language: str = ENGLISH) -> str:
    """The verdict: who did what, the rules broken with the book's own headings, or what is taken for granted."""
    return book.words.say(verdict(book, ruling), language)


def verdict(book: RuleBook[StateT, SeenT], ruling: Ruling[StateT]) -> Message:
    """What a verdict says, in no language."""
    if not ruling.found.worlds:
        return Message(fact("lost"))
    best = ruling.found.worlds[0]
    told = ("said", (story(best.turns),))
    if ruling.status is Status.ILLEGAL:
        return faults(book, ruling.broken)
    if ruling.status is Status.LEGAL:
        return Message(fact("legal") if ruling.over else fact("legal", how="so-far"), (told,))
    if best.broken and best.supposed:
        return Message(fact("unsure", how="fault"), (_granted(best.supposed), told))
    if best.broken:
        return Message(fact("in-doubt"), (("faults", (faults(book, best.broken),)),))
    if best.granted:
        return Message(fact("unsure"), (_granted(best.granted), told))
    return Message(fact("whose-turn"))


def _granted(taken: Sequence[Fact]) -> tuple[str, tuple[Message, ...]]:
    return "granted", tuple(Message(one) for one in taken)


def story(turns: Sequence[Turn[StateT]]) -> Message:
    """What was done in some turns, such as those of a world."""
    told = tuple(_turn(turn) for turn in turns)
    return told[0] if len(told) == 1 else Message(fact("story"), (("turns", told),))


def _turn(turn: Turn[StateT]) -> Message:
    """Who did what, also out of turn; a step that no notation writes is told as a turn's end, a bare deed never."""
    told = dict.fromkeys(step.deed for step in turn.steps if step.deed.params and (step.text or step.over))
    deeds = tuple(Message(deed) for deed in told)
    if not deeds:
        return Message(fact("turn", who=turn.driver, how="nothing" if turn.over else "not-yet"))
    who = next((by for one in deeds if (by := one.fact.get("by"))), turn.driver)
    return Message(fact("turn", who=who), (("deeds", deeds),))


def faults(book: RuleBook[StateT, SeenT], broken: Sequence[Fact]) -> Message:
    """Each fault, those of one rule together, and the rule once after the last of them."""
    said: list[Message] = []
    for rule_id in dict.fromkeys(one.kind for one in broken):
        said += [Message(one) for one in dict.fromkeys(broken) if one.kind == rule_id]
        said.append(Message(fact("rule", section=book.rules[rule_id].section), (("title", (Message(fact(rule_id)),)),)))
    return Message(fact("fault"), (("faults", tuple(said)),))


def asking(book: RuleBook[StateT, SeenT], ruling: Ruling[StateT], language: str = ENGLISH) -> Asking | None:
    """The question of a ruling and its buttons; None when it asks nothing."""
    asked = ruling.asked
    if asked is None:
        return None
    about = asked.about if asked.about.get("by") else asked.about.also(by=ruling.driver)
    if asked.values == WHETHER_SAID:
        word = Message(fact("declared"), (("answer", (button(book.words, about),)), ("question", (_heading(about),))))
        text = book.words.say(Message(fact("whose", who=ruling.driver), (("said", (word,)),)), language)
        labels = [fact("whose", how=value, who=ruling.driver) for value in asked.values]
    elif asked.values == WHETHER_SO:
        text = book.words.say(Message(fact("so"), (("said", (Message(about),)),)), language)
        labels = [fact("so", how=value) for value in asked.values]
    else:
        text = book.words.say(about.also(how="ask"), language)
        return Asking(text, _buttons(book.words, about, asked, language))
    said = (book.words.say(label, language) for label in labels)
    return Asking(text, tuple(zip(said, asked.values, strict=True)))


def _buttons(words: Catalogue, about: Fact, asked: Ask, language: str) -> tuple[tuple[str, str], ...]:
    called = asked.called or tuple(about.also(value=value) for value in asked.values)
    return tuple(
        (words.say(button(words, one), language), value) for one, value in zip(called, asked.values, strict=True)
    )


def _heading(word: Fact) -> Message:
    return Message(word.also(how="pad"))


def button(words: Catalogue, word: Fact) -> Message:
    """What a word says beside its heading: its value has words of its own (`no`), or stands in the kind's answer."""
    if word.get("how"):
        return Message(word)
    own = word.also(how=str(word.get("value")))
    return Message(own if own.get("how") and words.knows(own) else word.also(how="answer"))
