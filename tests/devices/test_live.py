"""A live camera: only its newest picture, and told when it fails, freezes, hangs or lies about the time."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import pytest

from referee.devices.clock import SystemClock
from referee.devices.live import LiveSource
from referee.devices.opening import Grabber, within
from referee.devices.status import ENDED, FROZEN, LOST, RUNNING
from referee.errors import SourceError
from referee.vision.scene import Image
from tests.devices.made_up_time import MadeUpTime
from tests.devices.scripted import Scripted, changing, image, level, until


def test_a_live_source_gives_only_the_newest_picture() -> None:
    """A slow taker skips what is old; no picture comes twice; what was skipped is counted."""
    source = LiveSource("toy", Scripted(changing(0.002)), lambda: Scripted(changing()), SystemClock())
    indices, times = [], []
    for frame in itertools.islice(source.frames(), 5):
        indices.append(frame.index)
        times.append(frame.time_ns)
        time.sleep(0.05)
    source.close()
    assert indices == sorted(set(indices))
    assert indices[-1] > 8
    assert times == sorted(set(times))
    assert source.status.dropped > 0
    assert source.live


def test_broken_pictures_are_counted_and_left_out() -> None:
    """A picture that arrived torn never reaches the eye."""
    script: list[Image | Exception | float | None] = [image(1), 0.05, None, None, 0.05, image(2), 0.05]
    source = LiveSource("toy", Scripted(iter(script)), lambda: Scripted(iter([])), SystemClock())
    assert [level(frame.image) for frame in source.frames()] == [1, 2]
    assert (source.status.corrupt, source.status.state) == (2, ENDED)
    source.close()


def test_a_lost_camera_is_told_and_opened_again_until_it_is_back() -> None:
    """The device goes, two attempts fail, the third brings pictures: lost and running are reported in turn."""
    attempts = iter([SourceError("away"), SourceError("away"), None])
    seen: list[str] = []

    def opener() -> Grabber:
        problem = next(attempts)
        if problem is not None:
            raise problem
        return Scripted(changing())

    first = Scripted(iter([image(1), 0.05, SourceError("the plug was pulled")]))
    source = LiveSource("toy", first, opener, SystemClock(), on_status=lambda status: seen.append(status.state))
    assert len(list(itertools.islice(source.frames(), 4))) == 4
    source.close()
    assert seen[:2] == [LOST, RUNNING]
    assert source.status.reopened == 1
    assert first.closed


def test_a_driver_that_breaks_with_any_error_is_told_and_opened_again() -> None:
    """What nobody foresaw in a driver or a decoder ends no race: the source is lost, then running again."""
    seen: list[tuple[str, str]] = []
    first = Scripted(iter([image(1), 0.05, ArithmeticError("a bad register")]))
    source = LiveSource(
        "toy",
        first,
        lambda: Scripted(changing()),
        SystemClock(),
        on_status=lambda status: seen.append((status.state, status.text)),
    )
    assert len(list(itertools.islice(source.frames(), 4))) == 4
    source.close()
    assert seen[:2] == [(LOST, "toy has failed (ArithmeticError: a bad register). Trying again."), (RUNNING, "")]
    assert first.closed


def test_a_frozen_picture_is_told_and_the_camera_opened_again() -> None:
    """The same bytes for two seconds mean a hanging driver; a static scene of a real camera always has noise."""
    time = MadeUpTime()

    class Camera:
        def __init__(self, pictures: Iterator[Image]) -> None:
            self.pictures = pictures

        def grab(self) -> Image:
            time.sleep(0.03)
            return next(self.pictures)

        def close(self) -> None:
            pass

    told: list[tuple[str, float]] = []
    source = LiveSource(
        "toy",
        Camera(itertools.repeat(image(7))),
        lambda: Camera(image(number % 200 + 30) for number in itertools.count()),
        time,
        on_status=lambda s: told.append((s.state, time.now_s())),
        pace=time,
    )
    time.until(lambda: len(told) == 2, 10.0)
    assert [state for state, _ in told] == [FROZEN, RUNNING]
    assert 2.0 <= told[0][1] < 2.1 < told[1][1] < 3.0
    assert source.status.reopened == 1
    time.end()


def test_a_source_that_stays_away_dies_when_patience_ends() -> None:
    """With a patience given, `frames` raises SourceError instead of waiting for ever."""

    def opener() -> Grabber:
        raise SourceError("away")

    first = Scripted(iter([image(1), SourceError("gone")]))
    source = LiveSource("toy", first, opener, SystemClock(), patience_s=0.5)
    frames = source.frames()
    next(frames)
    with pytest.raises(SourceError, match="check its cable"):
        next(frames)
    source.close()


def test_opening_a_hanging_device_is_bounded_and_what_opens_too_late_is_closed() -> None:
    """A driver that never comes back costs the given time and a sentence, no more; no handle is left open."""
    never = threading.Event()
    late = Scripted(changing())

    def opener() -> Grabber:
        never.wait(60.0)
        return late

    with pytest.raises(SourceError, match="does not answer within"):
        within(opener, 0.1, "camera 3")
    never.set()
    assert until(lambda: late.closed)


def test_the_clock_never_runs_backwards() -> None:
    """Readings rise strictly and lie near the system's time."""
    clock = SystemClock()
    readings = [clock.now_ns() for _ in range(1000)]
    assert all(one < two for one, two in itertools.pairwise(readings))
    assert abs(readings[0] - time.time_ns()) < 60 * 10**9


@pytest.mark.parametrize("hour_ns", [-3600 * 10**9, 3600 * 10**9])
def test_the_systems_time_may_be_set_in_mid_race(monkeypatch: pytest.MonkeyPatch, hour_ns: int) -> None:
    """A clock made before and one made after the time was set by an hour agree, so the order of entries holds."""
    before, system = SystemClock(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: system() + hour_ns)
    after = SystemClock()
    one, two, three = before.now_ns(), after.now_ns(), before.now_ns()
    assert one <= two <= three
