"""What is told without being asked, as AsyncAPI 3, made of the shapes by which the very messages are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import __version__
from web.shape import SNAPSHOT, Shape, schema_of

Json = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """One kind of message: its name, what it says in a sentence, and its shape; `part`: it may lack any field."""

    name: str
    words: str
    shape: Shape
    part: bool = False
    media: str = "application/json"

    def described(self) -> Json:
        """It as AsyncAPI has it."""
        schema = schema_of(self.shape)
        if self.part:
            schema.pop("required", None)
        return {"name": self.name, "summary": self.words, "contentType": self.media, "payload": schema}


@dataclass(frozen=True)
class Channel:
    """Where messages come from; `hears`: where they are sent to. Names in braces in the address are `gaps`."""

    name: str
    address: str
    words: str
    messages: tuple[Told, ...]
    hears: bool = False
    gaps: Mapping[str, str] | None = None


def stream_of(state: Shape) -> Channel:
    """Server-sent events whose state has this shape; the name of each event is its message's."""
    return Channel("events", "/events", "Server-sent events, beginning with hello and the whole state.", (
        Told("hello", "Which run of the server this is.", {"run": str}),
        Told("state", "The whole state; the id of the event is its number.", state),
        Told("change", "The new values of the state's fields that changed.", state, part=True),
        Told("beat", "Nothing happened for five seconds.", {}),
    ))  # fmt: skip


STREAM = stream_of(SNAPSHOT)
"""What a table's page tells."""


def described_events(channels: Sequence[Channel]) -> Json:
    """The whole description."""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Race referee", "version": __version__, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "channels": {one.name: _channel(one) for one in channels},
        "operations": {
            f"{'hear' if one.hears else 'tell'}-{one.name}": {
                "action": "receive" if one.hears else "send",
                "channel": {"$ref": f"#/channels/{one.name}"},
                "summary": one.words,
            }
            for one in channels
        },
        "components": {"securitySchemes": {"machine": {"type": "http", "scheme": "bearer"}}},
    }


def _channel(one: Channel) -> Json:
    gaps = {"parameters": {name: {"description": words} for name, words in one.gaps.items()}} if one.gaps else {}
    return {
        "address": one.address,
        "summary": one.words,
        "messages": {told.name: told.described() for told in one.messages},
        **gaps,
    }
