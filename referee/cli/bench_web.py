"""The page under load: many viewers on loopback while the camera's pictures go on being looked at.

The viewers live in a process of their own and speak plain HTTP over sockets, so that the server's threads are measured
and not theirs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from referee.cli.bench_crowd import connect, request, until

if TYPE_CHECKING:
    from referee.games.base import PlayedTurn
    from referee.mind.reasoned import Game

VIEWERS, STALLED, RECONNECTS = 200, 20, 10_000
CHANGES_A_SECOND = 10
CAMERA_RATE = 15.0
SECONDS = 20.0
HARD_GAME, HARD_TURNS, HARD_COUNT = "nestorgames-gp", "eight missed turns in a bunch", 4
"""What the judge thinks about while the viewers are counted a second time, at every settled table.

Some of the hardest there are: the first time it takes seconds, then what was found out is remembered.
"""


def run(quick: bool) -> dict[str, Any]:
    """Everything measured, as plain data. Needs about two minutes; with `quick` half a minute."""
    from web.serve import PageServer

    seconds = SECONDS / 4 if quick else SECONDS
    reconnects = RECONNECTS // 20 if quick else RECONNECTS
    with _Race() as race:
        server = PageServer(race.app, "127.0.0.1", 0)
        server.start()
        try:
            alone = race.rate(seconds)
            race.live.picture()  # the thread that draws pictures is there from now on
            before = _resources()
            crowd = _Crowd(server.url, VIEWERS, STALLED)
            race.shake(True)
            time.sleep(1.0)
            watched = race.rate(seconds)
            heard = crowd.leave()
            pondered = _while_thinking(race, server.url, seconds)
            freed = _released(before)
            again = _reconnect(server.url, reconnects)
            race.shake(False)
            _released(before)
            after = _resources()
        finally:
            server.stop()
    first, remembered = race.thinking_ms()
    return {
        "viewers": VIEWERS,
        "changes_a_second": CHANGES_A_SECOND,
        "event_p50_ms": heard["p50_ms"],
        "event_p99_ms": heard["p99_ms"],
        "events_heard": heard["events"],
        "page_p50_ms": heard["page_p50_ms"],
        "page_p99_ms": heard["page_p99_ms"],
        "event_p50_while_thinking_ms": pondered["p50_ms"],
        "event_p99_while_thinking_ms": pondered["p99_ms"],
        "thinking_first_ms": first,
        "thinking_remembered_ms": remembered,
        "pictures_pulled": heard["pictures"],
        "picture_p99_ms": heard["picture_p99_ms"],
        "camera_rate_alone": round(alone, 2),
        "camera_rate_watched": round(watched, 2),
        "stalled_readers": STALLED,
        "stalled_released_after_s": heard["stalled_released_s"],
        "all_streams_let_go_after_s": freed,
        "reconnects": reconnects,
        "reconnects_failed": again,
        "before": before,
        "after": after,
    }


def _while_thinking(race: _Race, url: str, seconds: float) -> dict[str, Any]:
    """What the viewers hear while every settled table makes the judge think hard."""
    race.shake(False)
    crowd = _Crowd(url, VIEWERS, 0)
    race.ponder(True)
    race.shake(True)
    time.sleep(1.0 + seconds)
    heard = crowd.leave()
    race.ponder(False)
    return heard


class _Race:
    """A referee that looks at pictures of a simulated race at a camera's pace, and a page over it."""

    def __init__(self) -> None:
        from markers import kits
        from referee.assemble import Referee
        from referee.games.registry import game
        from referee.record.memory import MemoryStore
        from referee.simulator.race import SimulatedRace
        from web.app import create_app

        law, kit = game("racepack"), kits.manifest("racepack")
        self._slow = _SlowLaw(law)
        source = SimulatedRace(law, kit, kits.pdf("racepack"), seed=1, turns=4)
        self._frames = list(islice(source.frames(), 40))
        self._referee = Referee(cast("Game", self._slow), kit, MemoryStore({"game": "racepack"}))
        self._referee.start_by_itself(4, source.start)
        self.live = _Stamped(self._referee)
        self.app = create_app(self.live)
        self._stop, self._shaking = threading.Event(), threading.Event()
        self._looked = 0
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._camera, self._shaker)]

    def __enter__(self) -> _Race:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *stopped: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def shake(self, on: bool) -> None:
        """Let the state change ten times a second, or not."""
        (self._shaking.set if on else self._shaking.clear)()

    def ponder(self, on: bool) -> None:
        """Let the judge think hard at every settled table, or not."""
        self._slow.ponders = on

    def thinking_ms(self) -> tuple[float, float]:
        """How long it thought the first time, and then at the median."""
        first, *remembered = self._slow.times_ms or [float("nan")]
        return round(first, 1), round(float(np.median(remembered or [float("nan")])), 1)

    def rate(self, seconds: float) -> float:
        """Pictures looked at a second."""
        first, began = self._looked, time.perf_counter()
        time.sleep(seconds)
        return (self._looked - first) / (time.perf_counter() - began)

    def _camera(self) -> None:
        from dataclasses import replace

        due, number = time.perf_counter(), 0
        while not self._stop.is_set():
            frame = self._frames[number % len(self._frames)]
            self._referee.look(replace(frame, time_ns=number * 66_000_000, index=number))
            number += 1
            self._looked += 1
            due += 1.0 / CAMERA_RATE
            time.sleep(max(0.0, due - time.perf_counter()))

    def _shaker(self) -> None:
        while not self._stop.wait(1.0 / CHANGES_A_SECOND):
            if self._shaking.is_set():
                self.live.change()


class _SlowLaw:
    """A game whose table takes long to judge: some of the hardest turns there are, at every look."""

    def __init__(self, law: Game) -> None:
        from referee.cli.hard_turns import hard_turns
        from referee.games.registry import game

        self._law = law
        self.ponders = False
        self.times_ms: list[float] = []
        self._hard_law = game(HARD_GAME)
        self._hard = hard_turns(self._hard_law, Random(1), HARD_COUNT)[HARD_TURNS]

    def read(self, *arguments: Any) -> Any:
        if self.ponders:
            began = time.perf_counter()
            for turn in self._hard:
                self._think(turn)
            self.times_ms.append((time.perf_counter() - began) * 1e3)
        return self._law.read(*arguments)

    def _think(self, turn: PlayedTurn) -> None:
        from referee.judge.verdict import judge

        law = self._hard_law
        seen = [law.observe(law.visible(turn.before)), *(law.observe(stop) for stop in turn.stops)]
        judge(law, turn.before, seen, turn.declared, closed=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._law, name)


class _Stamped:
    """The race as the page sees it, with the time of the newest change inside it."""

    def __init__(self, referee: Any) -> None:
        self._referee = referee
        self._changed_ns = 0

    def change(self) -> None:
        """Something happens beside the race, now."""
        self._changed_ns = time.monotonic_ns()
        self._referee.announce()

    def snapshot(self) -> dict[str, Any]:
        return {"stamp": self._changed_ns, **self._referee.snapshot()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._referee, name)


class _Crowd:
    """The viewers' process."""

    def __init__(self, url: str, viewers: int, stalled: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "referee.cli.bench_crowd", url, str(viewers), str(stalled)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def leave(self) -> dict[str, Any]:
        """Send everybody home; what they heard."""
        said, _ = self._process.communicate("leave\n", timeout=60)
        heard: dict[str, Any] = json.loads(said)
        return heard


def _resources() -> dict[str, int]:
    """Threads and open files of this process; memory in MB where the system tells."""
    files = Path("/proc/self/fd")
    memory = 0
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        memory = int(line.split()[1]) // 1024
    return {
        "threads": threading.active_count(),
        "open_files": len(os.listdir(files)) if files.exists() else 0,
        "memory_mb": memory,
    }


def _released(before: dict[str, int], within_s: float = 20.0) -> float:
    """Seconds until the server has let go of everybody: no more threads and open files than before they came."""
    began = time.perf_counter()
    while time.perf_counter() - began < within_s:
        now = _resources()
        if all(now[kind] <= before[kind] for kind in ("threads", "open_files")):
            break
        time.sleep(0.1)
    return round(time.perf_counter() - began, 1)


def _reconnect(url: str, times: int) -> int:
    """Open a stream, read its first event, drop it, so many times; how often that failed."""
    failed = 0
    for _ in range(times):
        try:
            with connect(url) as line:
                line.sendall(request("/events", url))
                failed += b"event: hello" not in until(line, b"event: hello")
        except OSError:
            failed += 1
    return failed
