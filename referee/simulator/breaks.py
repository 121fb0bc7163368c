"""Breaks on the simulated table: while there is one nobody plays, and the table is shown as it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.simulator.race import FRAME_NS, Event, SimulatedFrame

REST_FRAMES = 8
"""Shown once more after a break: what was laid down just before it is still to be seen at rest."""


def with_breaks(
    events: Iterable[Event], resting: Callable[[], bool], wait: Callable[[], object] = lambda: None
) -> Iterator[Event]:
    """The events of a race; while `resting` says so, its newest picture again and again in the stead of the next one.

    Times and numbers of the pictures never go back. `wait` is called after each picture that is shown again.
    """
    late = 0
    for event in events:
        if not isinstance(event, SimulatedFrame):
            yield event
            continue
        yield later(event, late)
        to_show = REST_FRAMES if resting() else 0
        while to_show:
            late += 1
            yield later(event, late)
            wait()
            to_show = REST_FRAMES if resting() else to_show - 1


def later(event: SimulatedFrame, frames: int) -> SimulatedFrame:
    """The same picture, as if it had been taken so many pictures later."""
    frame = event.frame
    return replace(event, frame=replace(frame, time_ns=frame.time_ns + frames * FRAME_NS, index=frame.index + frames))
