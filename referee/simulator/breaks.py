"""The simulated table as it is watched: with breaks, in which nobody plays, and going on when a race broke off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.simulator.race import FRAME_NS, Event, SimulatedFrame, SimulatedRace

REST_FRAMES = 8
"""Shown once more after a break: what was laid down just before it is still to be seen at rest."""


READ_FRAMES = 100
"""Ten seconds, in pictures: a fault or a question is read before anybody plays on."""


class Reading:
    """Whether the players wait because people read what the referee said.

    Parameters
    ----------
    told : the number of the newest fault or question, 0 when the newest verdict is neither.
    agreed : is told that number when it has been read: nobody else is there to say that a fault shall stand.
    pictures : so many are shown before they play on.
    """

    def __init__(
        self, told: Callable[[], int], agreed: Callable[[int], object] = lambda told: None, pictures: int = READ_FRAMES
    ) -> None:
        self._told, self._agreed, self._pictures = told, agreed, pictures
        self._read, self._left = 0, 0

    def __call__(self) -> bool:
        """Asked once a picture."""
        told = self._told()
        if told != self._read:
            self._read, self._left = told, self._pictures if told else 0
        if self._left == 1:
            self._agreed(told)
        self._left = max(0, self._left - 1)
        return self._left > 0


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


class Playing:
    """A simulated race as it is watched.

    Parameters
    ----------
    race : what is played.
    again : lays the table as the race stands now, for when the playing died of an error.
    resting, wait : see `with_breaks`.
    """

    def __init__(
        self,
        race: SimulatedRace,
        again: Callable[[], SimulatedRace],
        resting: Callable[[], bool],
        wait: Callable[[], object] = lambda: None,
    ) -> None:
        self._race, self._again, self._resting, self._wait = race, again, resting, wait
        self._begun = False
        self._shown = 0

    def events(self) -> Iterator[Event]:
        """What happens; asked for again, it goes on from where the race stands, and time runs on."""
        if self._begun:
            self._race = self._again()
        self._begun, before = True, self._shown
        for event in with_breaks(self._race.events(), self._resting, self._wait):
            if isinstance(event, SimulatedFrame):
                event = later(event, before)
                self._shown = event.frame.index + 1
            yield event

    def close(self) -> None:
        """End it: no picture follows."""
        self._race.close()
