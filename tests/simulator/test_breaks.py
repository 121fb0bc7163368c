"""Breaks on the simulated table."""

from __future__ import annotations

import numpy as np

from referee.commands import Close
from referee.simulator.breaks import REST_FRAMES, Reading, with_breaks
from referee.simulator.race import FRAME_NS, Event, Said, SimulatedFrame
from referee.vision.scene import Frame
from tests.browser.laid_table import LaidTable, faulty


def picture(number: int) -> SimulatedFrame:
    """The n-th picture of an empty table."""
    return SimulatedFrame(Frame(np.zeros((2, 2, 3), np.uint8), number * FRAME_NS, "table", number), (), False)


def test_nobody_plays_in_a_break() -> None:
    """While there is a break the same picture is shown, and some times after it; then all goes on, no picture before
    another one's time."""
    events: list[Event] = [picture(0), Said("speed:1=3"), picture(1), picture(2)]
    answers = iter([False, True, True, True, False])
    waits: list[int] = []
    shown = list(with_breaks(events, lambda: next(answers, False), lambda: waits.append(1)))
    frames = [event.frame for event in shown if isinstance(event, SimulatedFrame)]
    assert [type(event) for event in shown[:3]] == [SimulatedFrame, Said, SimulatedFrame]
    assert len(frames) == 3 + len(waits)
    assert len(waits) == 2 + 1 + REST_FRAMES - 1
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert [frame.time_ns for frame in frames] == [frame.index * FRAME_NS for frame in frames]


def test_a_fault_is_read_before_anybody_plays_on() -> None:
    """So many pictures are shown once more when a fault or a question is told, also when the next one follows at once;
    none for what was read already, nor when all is legal."""
    told, agreed = {"now": 0}, list[int]()
    reading = Reading(lambda: told["now"], agreed.append, pictures=4)
    assert [reading() for _ in range(3)] == [False] * 3
    told["now"] = 7
    assert [reading() for _ in range(3)] == [True, True, True]
    assert agreed == []
    assert [reading() for _ in range(3)] == [False, False, False]
    assert agreed == [7], "what was read stands"
    told["now"] = 9
    assert reading()
    told["now"] = 0
    assert not reading()


def test_a_fault_that_the_players_have_read_stands() -> None:
    """Nobody else is there to answer it: what they have read no longer waits, and is let stand once."""
    table = LaidTable()
    table.play(faulty(table.law, table.position, "racepack/speed-change", "racepack/forward"))
    table.referee.command(Close())
    told = table.referee.to_read
    assert [one.id for one, _ in table.referee.match.moment().waiting] == [told]
    said = "The simulated players wait ten seconds, let it stand and play on; a break holds them."
    table.referee.attend("table", simulated=True)
    table.referee.announce()
    assert said in table.referee.snapshot()["warnings"]
    for _ in range(2):
        table.referee.let_stand(told)
    assert table.referee.match.moment().waiting == ()
    table.referee.announce()
    assert said not in table.referee.snapshot()["warnings"]
    assert [one.data["stands"] for one in table.referee.match.entries if "stands" in one.data] == [told]
