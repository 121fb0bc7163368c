"""The stream of events: its form, where it resumes, that it beats, and that it ends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from web import feed, serve
from web.guard import desk_of

from .conftest import FakeRace


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream in these tests waits only moments for news."""
    monkeypatch.setattr(feed, "SLICE_S", 0.01)


def listen(client: FlaskClient, last_seen: str | None = None) -> Iterator[dict[str, str]]:
    """The events of one stream as field dictionaries."""
    headers = {} if last_seen is None else {"Last-Event-ID": last_seen}
    answer = client.get("/events", headers=headers)
    assert answer.mimetype == "text/event-stream"
    for chunk in answer.response:
        text = chunk if isinstance(chunk, str) else chunk.decode()
        assert text.endswith("\n\n")
        yield dict(line.split(": ", 1) for line in text.strip().split("\n"))


def state_of(event: dict[str, str]) -> dict[str, Any]:
    """The snapshot an event carries."""
    data: dict[str, Any] = json.loads(event["data"])
    return data


def test_a_stream_greets_and_shows_the_state(app: Flask, client: FlaskClient, race: FakeRace) -> None:
    """A new viewer hears which run this is and sees the whole state, numbered by its seq."""
    stream = listen(client)
    hello, state = next(stream), next(stream)
    assert (hello["event"], json.loads(hello["data"])) == ("hello", {"run": desk_of(app).run})
    assert (state["event"], state["id"]) == ("state", "1")
    assert state_of(state) == race.state


def test_what_happens_is_told(client: FlaskClient, race: FakeRace) -> None:
    """Each change reaches the viewer with its number; changes that come faster than the viewer are told as one.

    Only the fields that are new are sent, also those that changed and changed back.
    """
    stream = listen(client)
    next(stream), next(stream)
    race.show(declared=["speed:2=3"])
    assert state_of(next(stream))["declared"] == ["speed:2=3"]
    race.show(declared=[])
    race.show(declared=["token:1=5"])
    newest = next(stream)
    assert (newest["event"], newest["id"]) == ("change", "4")
    assert state_of(newest) == {"seq": 4, "declared": ["token:1=5"]}


@given(
    st.lists(
        st.tuples(st.dictionaries(st.sampled_from(["phase", "declared", "outcome"]), st.integers(0, 2)), st.booleans())
    )
)
def test_changes_put_together_are_the_state(steps: list[tuple[dict[str, int], bool]]) -> None:
    """Whatever changes, and however many changes a viewer sleeps through, he ends with the very state."""
    race = FakeRace()
    shared = feed.Feed(race)
    seq, text = shared.current()
    seen = json.loads(text)
    for changes, awake in [*steps, ({}, True)]:
        race.show(**changes)
        shared.current()
        update = shared.newer(seq, 0.0) if awake else None
        if update is not None:
            seq, news = update
            seen |= json.loads(news.decode().partition("data: ")[2])
    assert seen == race.state


def test_one_thread_waits_for_all_viewers_and_goes_with_them(app: Flask, race: FakeRace) -> None:
    """However many viewers wait for news, one thread stands before the race; when they have gone, none."""
    shared = desk_of(app).feed
    seq, _ = shared.current()
    others = set(threading.enumerate())
    heard: list[object] = []
    viewers = [threading.Thread(target=lambda: heard.append(shared.newer(seq, 20.0))) for _ in range(20)]
    for viewer in viewers:
        viewer.start()
    while shared._waiting < len(viewers):
        time.sleep(0.001)
    waiting = [thread for thread in threading.enumerate() if thread.name == "feed" and thread not in others]
    race.show(outcome="red wins")
    for thread in [*viewers, *waiting]:
        thread.join(60)
    assert len(waiting) == 1
    assert heard == [heard[0]] * 20
    assert heard[0] is not None
    assert not any(thread.is_alive() for thread in waiting)


def test_a_stream_resumes(client: FlaskClient, race: FakeRace) -> None:
    """A browser that comes back with the newest id hears nothing twice; with any other it gets the state."""
    race.show()
    resumed = listen(client, "2")
    assert next(resumed)["event"] == "hello"
    assert next(resumed)["event"] == "beat"
    for other in ("1", "77", "nonsense"):
        stream = listen(client, other)
        next(stream)
        assert next(stream)["id"] == "2"


def test_a_quiet_stream_beats(client: FlaskClient) -> None:
    """While nothing happens the stream beats, at most ten seconds apart, without an id of its own."""
    stream = listen(client)
    next(stream), next(stream)
    assert next(stream) == {"event": "beat", "data": "{}"}
    assert 1.0 * feed.BEAT_EVERY <= 10


def test_streams_end_with_the_server(app: Flask, client: FlaskClient) -> None:
    """When the server closes, every stream ends by itself."""
    stream = listen(client)
    next(stream), next(stream)
    desk_of(app).closing.set()
    assert list(stream) == []


def test_a_crowd_asks_for_pictures_less_often(app: Flask, client: FlaskClient) -> None:
    """Each answer says how long to wait: moments for a few viewers, seconds for hundreds, and moments again later."""
    shared = desk_of(app).feed

    def pause_ms() -> int:
        return int(client.get("/frame.jpg").headers["X-Pause"])

    assert pause_ms() == feed.LEAST_PAUSE_MS
    with ExitStack() as crowd:
        for _ in range(200):
            crowd.enter_context(shared.viewer())
        assert 200 * 1000 / pause_ms() <= feed.PICTURES_A_SECOND
    assert pause_ms() == feed.LEAST_PAUSE_MS
    stream = listen(client)
    next(stream), next(stream)
    assert shared._viewers == 1


def test_a_full_house_still_answers(app: Flask, client: FlaskClient) -> None:
    """When all places are taken a viewer is refused at once, the page and its commands are not, and places get free."""
    shared = desk_of(app).feed
    with ExitStack() as crowd:
        for _ in range(feed.MOST_VIEWERS):
            crowd.enter_context(shared.viewer())
        assert client.get("/events").status_code == 503
        assert client.get("/state").status_code == 200
    assert feed.MOST_VIEWERS < serve.THREADS
    assert client.get("/events").status_code == 200


def test_what_has_not_changed_is_not_encoded_again(race: FakeRace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a state only the fields that are other objects than before are turned into text."""
    shared = feed.Feed(race)
    shared.current()
    encoded: list[object] = []
    as_json = feed._json

    def noted(value: object) -> str:
        encoded.append(value)
        return as_json(value)

    monkeypatch.setattr(feed, "_json", noted)
    race.show(declared=["token=no"])
    _, text = shared.current()
    assert encoded == [2, ["token=no"]]
    assert json.loads(text) == race.state


def test_the_state_is_encoded_once(app: Flask, race: FakeRace) -> None:
    """Many viewers of one state cost one snapshot."""
    shared = desk_of(app).feed
    viewers = [threading.Thread(target=shared.current) for _ in range(20)]
    for viewer in viewers:
        viewer.start()
    for viewer in viewers:
        viewer.join()
    assert race.snapshots == 1
    race.show()
    shared.current()
    assert race.snapshots == 2
