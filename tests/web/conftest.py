"""A race that exists only for the page's tests: it shows what it is told to and remembers what it was asked."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.commands import Command
from referee.errors import RecordError, RefereeError
from referee.record.incident_picture import Shown
from referee.record.kept import Kept
from referee.record.story import Story, told_so_far
from web.app import create_app

TOKEN = "the-token-of-this-run"
JPEG = b"\xff\xd8\xff\xe0 a very small picture \xff\xd9"
FAULT = "red went 3 after 1: the next movement may be 0, 1 or 2."


def question(text: str, *answers: tuple[str, str]) -> dict[str, Any]:
    """A question as a snapshot carries it."""
    return {"text": text, "answers": [list(answer) for answer in answers], "dice": 0}


def verdict(status: str, sentence: str, **more: Any) -> dict[str, Any]:
    """A verdict as a snapshot carries it."""
    return {
        "entry": 3, "status": status, "player": "red", "about": ["red"], "turn": "S 1 3", "sentence": sentence,
        "violations": [], "questions": [], "alternatives": [], "due": "", "provisional": False,
        "pictures": ["before", "after"], "clip_ms": [],
        "place": False, "stands": False, "overruled": None, "large": True, "readings": [], **more,
    }  # fmt: skip


def entry(number: int, kind: str, sentence: str, **more: Any) -> dict[str, Any]:
    """A line of the record as a snapshot carries it."""
    return {
        "id": number, "time": 1_780_000_000_000_000_000 + number * 9_000_000_000, "kind": kind, "origin": "camera",
        "player": "", "about": [], "status": "", "sentence": sentence, "rules": [],
        "holds": more.get("status", ""), "stands": False, "provisional": False,
        "undone": False, "pictures": [], "clip_ms": [], "place": False, **more,
    }  # fmt: skip


ILLEGAL = verdict(
    "ILLEGAL", FAULT, alternatives=["1, 2, then 3 to e5", "1, 1, then 2 to c5"],
    violations=[{"rule": "racepack/speed-change", "title": "Speed change", "section": "Movement", "message": FAULT}],
)  # fmt: skip


class FakeRace:
    """A `LiveRace` whose state is set by the test."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.asked: list[Command] = []
        self.snapshots = 0
        self.refusal: RefereeError | None = None
        self.over: Kept | None = None
        self.jpeg, self.number = JPEG, 1
        self.state: dict[str, Any] = {
            "seq": 1, "game": "racepack", "title": "Racepack", "phase": "race",
            "source": {"name": "simulated table", "ok": True, "note": "", "frames_per_second": 14.6},
            "warnings": [], "problems": [], "diagram": "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "now": {"player": "red", "sentence": "Three movements.", "ends": ["b3", "b4"], "standings": [
                {"car": "S", "player": "red", "lap": "1 of 3", "place": "1", "tokens": "2 3 4 5", "note": ""}],
                "seconds": 0, "time_up": "", "lasted_ms": 0},
            "pad": [question("Speed of the lane change?", ("2", "speed:2=2"), ("3", "speed:2=3"))],
            "declared": [], "said": [], "verdict": None,
            "turn": 0, "waiting": [], "leaves": False, "mode": "strict", "paused": False, "closing": False,
            "entries": [entry(1, "start", "The race starts.")],
            "undoing": None, "put_back": None, "outcome": None, "record": "races/today.race", "head": "",
            "setup": {"players": [2, 3, 4], "missing": "", "joining": None},
            "guide": None, "replay": None, "podium": None, "season": None,
            "piece": "car", "called": {"red": "red"}, "names": {},
            "hands": [{"piece": "S", "name": "red", "moves": True, "deeds": [["take:2", "2"]]}],
        }  # fmt: skip

    def show(self, **changes: Any) -> None:
        """Change the state and tell everyone who waits."""
        with self.news:
            self.state = {**self.state, **changes, "seq": self.state["seq"] + 1}
            self.news.notify_all()

    def snapshot(self) -> dict[str, Any]:
        """The state, counting how often it was asked for."""
        with self.news:
            self.snapshots += 1
            return self.state

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until the state is newer."""
        with self.news:
            self.news.wait_for(lambda: self.state["seq"] > after_seq, timeout_s)
            return int(self.state["seq"])

    def picture(self) -> tuple[bytes, int]:
        """The picture the test has set."""
        return self.jpeg, self.number

    def beneath(self) -> tuple[bytes, int]:
        """The same."""
        return self.jpeg, self.number

    def evidence(self, entry_id: int, name: str) -> bytes:
        """One picture for entry 3; nothing else has any."""
        return {(3, "before"): JPEG, (3, "after"): JPEG}[entry_id, name]

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """Two pictures before entry 3."""
        return {3: (JPEG, JPEG)}[entry_id]

    def fingerprint(self, entry_id: int) -> str:
        """Entry 3 has one."""
        return {3: "race-3-key-link"}.get(entry_id, "")

    def incident(self, entry_id: int) -> Shown:
        """The place of nothing."""
        raise KeyError(entry_id)

    def notation(self) -> str:
        """A position."""
        return "S=b1 M=b2"

    def reading(self, entry_id: int, number: int) -> str:
        """One drawing for entry 3."""
        return {(3, 0): "<svg xmlns='http://www.w3.org/2000/svg'/>"}[entry_id, number]

    def story(self) -> Story:
        """What the test has set as over."""
        if self.over is None:
            raise KeyError("start")
        return told_so_far(self.over.game, self.over.store.header, self.over.entries)

    def kept(self) -> Kept | None:
        """What the test has set; at first no race is over."""
        return self.over

    def thumbnail(self, number: int) -> bytes:
        """The first camera has a picture."""
        return {0: JPEG}[number]

    def command(self, asked: Command) -> str:
        """Remember the command, or refuse it when the test says so."""
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(asked)
        return "Done."

    def fill_the_disk(self) -> None:
        """From now on nothing can be stored."""
        self.refusal = RecordError("The disk is full: nothing was saved.")


@pytest.fixture
def race() -> FakeRace:
    """A race on lap one with red to move."""
    return FakeRace()


@pytest.fixture
def app(race: FakeRace) -> Flask:
    """The page of that race."""
    return create_app(race, token=TOKEN)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser on this machine that knows the token, as our own page does."""
    client = app.test_client()
    client.environ_base.update(HTTP_X_RACE_TOKEN=TOKEN)
    return client
