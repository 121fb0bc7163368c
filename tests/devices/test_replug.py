"""Unplug and replug, measured in made-up time: told within two seconds, pictures again within five."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from referee.devices.live import LiveSource
from referee.devices.opening import MOST_LEFT
from referee.devices.status import FROZEN, LOST, RUNNING, SourceStatus
from referee.errors import SourceError
from referee.vision.scene import Image
from tests.devices.made_up_time import MadeUpTime
from tests.devices.scripted import image

UNPLUGGED_S, BACK_S = 4.0, 10.0
TOLD_WITHIN_S, BACK_WITHIN_S = 2.0, 5.0
RATE_S = 1.0 / 30.0
BLACK: Image = np.zeros((48, 64, 3), np.uint8)

First = Callable[[float], Image | None]
"""The picture so many seconds after it was opened; None for a torn one."""


class Plugged:
    """One handle on the camera that a test plays."""

    def __init__(self, table: Table, first: First, hangs_when_pulled: bool) -> None:
        self.table, self.first, self.hangs = table, first, hangs_when_pulled
        self.since_s = table.time.now_s()
        self.number = 0
        self.closed = False
        table.open.append(self)

    def grab(self) -> Image | None:
        time = self.table.time
        time.sleep(RATE_S)
        if self.since_s < UNPLUGGED_S <= time.now_s():
            if self.hangs:
                time.sleep(60.0)
            raise SourceError("toy gives no picture any more.")
        if self.since_s >= BACK_S:
            held = [one for one in self.table.open if one.since_s >= BACK_S and not one.closed]
            assert held == [self], "two handles on a camera that answers"
        self.number += 1
        picture = self.first(time.now_s() - self.since_s)
        return image(40 + self.number % 200) if picture is not None and picture.shape == (1, 1, 3) else picture

    def close(self) -> None:
        self.closed = True


USUAL: Image = np.zeros((1, 1, 3), np.uint8)
"""Stands for the next of the camera's changing pictures."""


class Table:
    """The camera goes at 4 s and is there again at 10 s; each attempt to open it afterwards takes its own time."""

    def __init__(self, attempts: list[float], first: First, hangs_when_pulled: bool = False) -> None:
        self.time = MadeUpTime()
        self.open: list[Plugged] = []
        self.attempts, self.first = iter(attempts), first
        self.most_under_way = self.under_way = 0
        self.told: list[tuple[float, SourceStatus]] = []
        self.source = LiveSource(
            "toy",
            Plugged(self, lambda since: USUAL, hangs_when_pulled),
            self.opener,
            self.time,
            on_status=lambda status: self.told.append((self.time.now_s(), status)),
            pace=self.time,
        )

    def opener(self) -> Plugged:
        if self.time.now_s() < BACK_S:
            raise SourceError("toy is unplugged: plug it in.")
        took_s = next(self.attempts, 0.5)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            self.time.sleep(took_s)
        finally:
            self.under_way -= 1
        return Plugged(self, self.first, False)

    def when(self, state: str) -> float:
        return next((moment for moment, status in self.told if status.state == state), math.inf)

    def read(self, within_s: float) -> float:
        """Take pictures as the eye does; when the first came from the camera that is back."""
        times = []

        def look() -> None:
            for frame in self.source.frames():
                times.append((self.time.now_s(), frame))

        self.time.start(look, "eye")
        back = self.time.until(lambda: any(moment > BACK_S for moment, _ in times), within_s)
        self.seen = [frame for moment, frame in times if moment > BACK_S]
        return back


@contextmanager
def played(attempts: list[float], first: First = lambda since: USUAL, hangs: bool = False) -> Iterator[Table]:
    """The whole play, cleaned up."""
    table = Table(attempts, first, hangs)
    try:
        yield table
    finally:
        table.time.end()


CASES: dict[str, tuple[list[float], First]] = {
    "it opens in half a second": ([0.5], lambda since: USUAL),
    "the first attempt hangs for a minute": ([60.0, 0.5], lambda since: USUAL),
    "the first pictures are black": ([0.5], lambda since: BLACK if since < 1.0 else USUAL),
    "the first pictures are torn": ([0.5], lambda since: None if since < 0.8 else USUAL),
    "the first attempt hangs, the second sends black ones first": (
        [60.0, 0.3],
        lambda since: BLACK if since < 0.7 else USUAL,
    ),
}


@pytest.mark.parametrize("hangs", [False, True], ids=["the grab fails", "the grab hangs"])
@pytest.mark.parametrize("case", list(CASES))
def test_a_camera_is_back_within_five_seconds(case: str, hangs: bool) -> None:
    """Told within two seconds of the unplugging; a good picture within five of the replugging, never a black one."""
    attempts, first = CASES[case]
    with played(attempts, first, hangs) as table:
        back_s = table.read(20.0)
        assert table.when(LOST) - UNPLUGGED_S <= TOLD_WITHIN_S
        assert back_s - BACK_S <= BACK_WITHIN_S
        assert table.seen[0].image.max() > 30
        assert [status.state for _, status in table.told] == [LOST, RUNNING]
        assert ("No new picture from toy" if hangs else "gives no picture") in table.told[0][1].text


def test_an_attempt_that_answers_late_is_taken_and_the_others_let_go() -> None:
    """Each attempt takes eight seconds: the first that opens wins, and what opens after it is closed at once."""
    with played([8.0] * 5) as table:
        assert table.read(30.0) - BACK_S <= 9.0
        table.time.until(lambda: table.under_way == 0, 30.0)
        table.time.until(lambda: False, 1.0)
        later = [one for one in table.open if one.since_s > BACK_S]
        assert len(later) >= 2
        assert [one.closed for one in later] == [False] + [True] * (len(later) - 1)


def test_few_attempts_are_left_behind() -> None:
    """A driver that never comes back gets five threads, not one every three seconds, and pictures come once it does."""
    with played([75.0] * 20) as table:
        table.time.until(lambda: table.most_under_way > MOST_LEFT, 84.0)
        assert table.most_under_way == MOST_LEFT
        assert table.read(10.0) - BACK_S < 76.0


def test_a_black_picture_for_good_is_said_so() -> None:
    """A covered lens is told as what it is, after the time in which a camera wakes up."""
    with played([0.5], lambda since: BLACK) as table:
        table.time.until(lambda: table.when(FROZEN) < math.inf, 20.0)
        assert "is its lens covered" in next(status.text for _, status in table.told if status.state == FROZEN)


def test_why_it_is_away_is_told() -> None:
    """The sentence of the last attempt is what people read."""
    with played([]) as table:
        table.time.until(lambda: False, 7.0)
        assert table.source.status.text == "toy is unplugged: plug it in. Trying again."
