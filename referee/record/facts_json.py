"""What sentences say, beside the English sentences in a record: so that they can be read in any language later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from referee.words.catalogue import Message, Sentence, kind_of, sentences_in
from referee.words.fact import Fact

if TYPE_CHECKING:
    from referee.record.entry import Entry


def facts_of(value: Any) -> list[dict[str, Any]]:
    """Each sentence in some JSON-able data that knows what it says: ``{text, kind, params, parts}``, once each."""
    found = {str(sentence): sentence.message for sentence in sentences_in(value)}
    return [{"text": text, **message.as_json()} for text, message in found.items()]


def messages_from(facts: Iterable[Mapping[str, Any]]) -> dict[str, Message]:
    """The inverse of `facts_of`. Raises KeyError, TypeError or ValueError when something is missing or wrong."""
    return {str(one["text"]): Message.from_json(one) for one in facts}


def told_by(messages: Mapping[str, Message]) -> Callable[[Any], str]:
    """Makes sentences of a record's texts again; one that nothing is known of stays plain text."""

    def told(text: Any) -> str:
        return Sentence(str(text), messages[str(text)]) if str(text) in messages else str(text)

    return told


BEFORE_FACTS = {
    "the turn's movements are used up": "used-up",
    "the turn was said to be done": "said-done",
    "the same car moved on: its turn is open again": "moved-on",
    "the table lies as it did when the turn began": "seen-whole",
}
"""Why entries were made that the match asks about, as records of the time before facts have it."""


def caused_by(entry: Entry, *facts: Fact) -> bool:
    """Whether an entry was made for one of these reasons."""
    return (kind_of(entry.cause) or BEFORE_FACTS.get(entry.cause)) in {one.kind for one in facts}


def said_so(cause: str) -> dict[str, Any]:
    """What an entry's data keeps of its cause beside the English text."""
    return {"cause": cause.message.as_json()} if isinstance(cause, Sentence) else {}


def cause_from(text: str, data: Mapping[str, Any]) -> str:
    """An entry's cause, which knows what it says if the record does. Raises as `messages_from`."""
    return Sentence(text, Message.from_json(data["cause"])) if "cause" in data else text
