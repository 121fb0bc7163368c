"""While the judge thinks or the disk writes, viewers go on seeing; a word said then is neither lost nor mistaken."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from referee.assemble import Referee
from referee.commands import Close, Command, Declare, Pause, Undo
from referee.errors import IllegalAction
from referee.record.entry import Entry, NewEntry
from referee.record.memory import MemoryStore

from .conftest import Table

PATIENCE_S = 20.0


class SlowStore(MemoryStore):
    """A disk that can be made to hang."""

    def __init__(self) -> None:
        super().__init__({"game": "racepack"})
        self.writes, self.writing = threading.Event(), threading.Event()
        self.writes.set()

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Write when the disk does."""
        self.writing.set()
        assert self.writes.wait(PATIENCE_S)
        return super().append_all(new)


class Race:
    """A referee whose disk hangs on demand, one movement into a turn."""

    def __init__(self) -> None:
        self.store = SlowStore()
        self.table = Table()
        self.referee = Referee(self.table.game, self.table.manifest, self.store)
        self.table.match = self.referee.match
        start = self.table.game.start(4, Random(1))
        self.table.show(start)
        self.referee.match.start(4, 0, start)
        self.table.show(self.table.game.play(start, Random(7), None).stops[0])
        self.referee.announce()
        self.said: list[object] = []

    def say(self, asked: Command) -> threading.Thread:
        """Somebody says something; the thread ends when he has got his answer."""

        def speak() -> None:
            try:
                self.said.append(self.referee.command(asked))
            except IllegalAction as refused:
                self.said.append(refused)

        thread = threading.Thread(target=speak)
        thread.start()
        return thread

    def hang(self) -> None:
        """From now on the disk hangs."""
        self.store.writing.clear()
        self.store.writes.clear()


@pytest.fixture
def race() -> Iterator[Race]:
    """Such a race; whoever still waits at the end is let go."""
    race = Race()
    yield race
    race.store.writes.set()


def waits_in_command(thread: threading.Thread) -> bool:
    """Whether a thread has begun its command and waits for its turn: it is in there and does not move."""
    at: list[tuple[str, int]] = []
    for _ in range(2):
        frame = sys._current_frames().get(thread.ident or 0)
        at.append((frame.f_code.co_name, frame.f_lasti) if frame is not None else ("", 0))
        time.sleep(0.02)
    return at[0] == at[1] and at[0][0] == "command"


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_viewers_see_the_last_moment_until_the_next_is_on_the_disk(race: Race) -> None:
    """With the judge's lock held, everything that is shown can be read, news around the race can be told, and no entry
    is seen before it is saved.
    """
    race.hang()
    speaker = race.say(Close())
    assert race.store.writing.wait(PATIENCE_S)
    shown: list[Any] = []

    def look() -> None:
        referee = race.referee
        before = referee.wait(-1, 0.0)
        referee.announce()
        shown.extend([referee.wait(before, PATIENCE_S) > before, referee.snapshot(), referee.notation()])
        shown.extend([referee.picture(), referee.kept()])

    viewer = threading.Thread(target=look)
    viewer.start()
    viewer.join(PATIENCE_S)
    assert not viewer.is_alive()
    assert shown[0] is True
    assert shown[1]["entries"][0]["id"] == len(race.store.entries())
    race.store.writes.set()
    speaker.join(PATIENCE_S)
    newest = race.referee.snapshot()["entries"][0]
    assert (newest["kind"], newest["provisional"]) == ("verdict", False)


def test_a_word_about_a_turn_that_ended_meanwhile_is_asked_for_again(race: Race) -> None:
    """Whoever says "undo" while a turn is being closed does not undo that one: he is told and may say it again."""
    race.hang()
    first = race.say(Close())
    assert race.store.writing.wait(PATIENCE_S)
    second = race.say(Undo())
    until(lambda: waits_in_command(second))
    race.store.writes.set()
    for thread in (first, second):
        thread.join(PATIENCE_S)
    assert isinstance(race.said[1], IllegalAction)
    assert "say it again" in str(race.said[1])
    assert not race.referee.match.state.undone
    race.referee.command(Undo())
    assert race.referee.match.state.undone


@pytest.mark.parametrize("asked", [Declare("token=no", turn=1), Undo(turn=1), Close(turn=1)])
def test_a_word_about_the_turn_before_the_one_under_way_is_asked_for_again(race: Race, asked: Command) -> None:
    """Who pressed a button of a turn that was over by then has not spoken about the next one."""
    seen = race.referee.snapshot()["turn"]
    assert seen == 1
    race.referee.command(Close(turn=seen))
    entries = race.referee.match.entries
    with pytest.raises(IllegalAction, match="say it again"):
        race.referee.command(asked)
    assert race.referee.match.entries == entries


def test_words_about_the_same_turn_are_all_noted(race: Race) -> None:
    """What is said while another word is being written waits for it and is noted after it."""
    race.hang()
    first = race.say(Declare("token=no"))
    assert race.store.writing.wait(PATIENCE_S)
    second = race.say(Pause(True))
    until(lambda: waits_in_command(second))
    race.store.writes.set()
    for thread in (first, second):
        thread.join(PATIENCE_S)
    assert not any(isinstance(one, IllegalAction) for one in race.said)
    kinds = [entry.kind for entry in race.store.entries() if entry.origin == "person"]
    assert kinds[-2:] == ["declare", "note"]
    assert race.referee.match.state.paused
