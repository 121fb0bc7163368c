"""The server under the page, on real sockets."""

from __future__ import annotations

import json
import socket
import urllib.request
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from referee.errors import SetupError
from web.serve import PageServer, serve

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace


def test_a_port_in_use_is_one_sentence(app: Flask) -> None:
    """A port that somebody else has is named, with the option that chooses another."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=rf"^Port {port} is already in use on 127\.0\.0\.1: .* --port\.$"):
            serve(app, "127.0.0.1", port)


def test_an_address_that_is_not_ours_is_one_sentence(app: Flask) -> None:
    """An address of another machine cannot be served, and the sentence names the options to look at."""
    with pytest.raises(SetupError, match=r"cannot be served on 192\.0\.2\.1.*--host and --port\.$"):
        PageServer(app, "192.0.2.1", 0)


def test_pages_and_streams_over_a_socket(app: Flask, race: FakeRace) -> None:
    """A stream over a real connection tells a change at once while others fetch pages, and lets the server stop."""
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    with urllib.request.urlopen(server.url + "events", timeout=60) as stream:
        seen = _events(stream, 2)
        race.show(outcome="red wins")
        with urllib.request.urlopen(server.url + "state", timeout=60) as state:
            assert json.load(state)["outcome"] == "red wins"
        seen += _events(stream, 1)
    server.stop()
    server.stop()
    assert [name for name, _ in seen] == ["hello", "state", "change"]
    assert json.loads(seen[-1][1])["outcome"] == "red wins"
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(server.url.rsplit(":", 1)[1].strip("/")))) != 0


def _events(stream: object, count: int) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    name = ""
    for raw in stream:  # type: ignore[attr-defined]
        field, _, value = raw.decode().strip().partition(": ")
        name = value if field == "event" else name
        if field == "data":
            found.append((name, value))
        if len(found) == count:
            return found
    raise AssertionError(f"the stream ended after {found}")
