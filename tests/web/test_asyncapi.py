"""What `/asyncapi.json` says is what the stream of events tells, message by message."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import jsonschema
from flask.testing import FlaskClient

from tests.web.conftest import ILLEGAL

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace


def events(chunks: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The events of a stream with their data."""
    for chunk in chunks:
        for block in chunk.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "event" in fields:
                yield fields["event"], json.loads(fields["data"])


def test_every_event_is_described_and_fits(client: FlaskClient, race: FakeRace) -> None:
    """Hello, the state, changes and the beat of a quiet line; what is not so would be noticed."""
    channel = client.get("/asyncapi.json").get_json()["channels"]["events"]
    assert channel["address"] == "/events"
    heard, told = events(client.get("/events").response), dict[str, Any]()
    for _ in range(4):
        name, data = next(heard)
        jsonschema.validate(data, channel["messages"][name]["payload"])
        told[name] = data
        if len(told) == 2:
            race.show(verdict=ILLEGAL)
    assert told.keys() == channel["messages"].keys()
    wrong = {**told["state"], "verdict": {"status": "GUILTY"}}
    assert not jsonschema.Draft202012Validator(channel["messages"]["state"]["payload"]).is_valid(wrong)


def test_the_state_is_described_alike_to_who_asks_and_to_who_listens(client: FlaskClient) -> None:
    """One shape is behind both descriptions."""
    stream = client.get("/asyncapi.json").get_json()["channels"]["events"]["messages"]["state"]["payload"]
    asked = client.get("/openapi.json").get_json()["paths"]["/state"]["get"]["responses"]["200"]["content"]
    assert asked["application/json"]["schema"] == stream
