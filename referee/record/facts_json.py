"""What sentences say, beside the English sentences in a record: so that they can be read in any language later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.games.catalogue import Message, Sentence, sentences_in
from referee.games.fact import fact

MOST_NESTED = 8
"""So deep are facts within facts in a record at most."""


def facts_of(value: Any) -> list[dict[str, Any]]:
    """Each sentence in some JSON-able data that knows what it says: ``{text, kind, params, parts}``, once each."""
    found = {str(sentence): sentence.message for sentence in sentences_in(value)}
    return [{"text": text, **_to_dict(message)} for text, message in found.items()]


def messages_from(facts: Iterable[Mapping[str, Any]]) -> dict[str, Message]:
    """The inverse of `facts_of`. Raises KeyError, TypeError or ValueError when something is missing or wrong."""
    return {str(one["text"]): _from_dict(one) for one in facts}


def told_by(messages: Mapping[str, Message]) -> Callable[[Any], str]:
    """Makes sentences of a record's texts again; one that nothing is known of stays plain text."""

    def told(text: Any) -> str:
        return Sentence(str(text), messages[str(text)]) if str(text) in messages else str(text)

    return told


def _to_dict(message: Message) -> dict[str, Any]:
    data = {"kind": message.fact.kind, "params": dict(message.fact.params)}
    parts = {name: [_to_dict(one) for one in every] for name, every in message.parts}
    return {**data, "parts": parts} if parts else data


def _from_dict(data: Mapping[str, Any], deep: int = 0) -> Message:
    if deep > MOST_NESTED:
        raise ValueError("facts within facts without end")
    given, parted = data["params"], data.get("parts", {})
    if not isinstance(given, Mapping) or not isinstance(parted, Mapping):
        raise TypeError("the parameters of a fact have names")
    params = {str(name): value if isinstance(value, int) else str(value) for name, value in given.items()}
    parts = {str(name): tuple(_from_dict(one, deep + 1) for one in every) for name, every in parted.items()}
    return Message(fact(str(data["kind"]), **params), tuple(sorted(parts.items())))
