"""The simulated table as a source: it waits for the race to start, and its players speak for themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from threading import Event

from markers import kits
from markers.design import Wish
from referee.games.base import Game, PlayedTurn
from referee.games.options import NOTHING_AGREED, Agreed
from referee.simulator.race import FRAME_NS, Said, SimulatedFrame, SimulatedRace
from referee.vision.scene import Frame

TURNS = 400
REST_FRAMES = 6
"""The board is shown once, as long as this, before the table waits."""


class SimulatedTable:
    """Pictures of a laid table until `go`, then those of a race.

    Parameters
    ----------
    law, players, seed : what is played, by how many, with which chance.
    on_said : told what a player says.
    on_turn : told when a player has ended his turn.
    agreed : what the table agreed on.
    pace_s : seconds from picture to picture; 0 for as fast as it goes.
    standing : the position to go on from, "" for a race from its start.
    """

    live = True
    stills = False

    def __init__(
        self,
        law: Game,
        players: int,
        seed: int,
        on_said: Callable[[str], None],
        on_turn: Callable[[PlayedTurn], None],
        pace_s: float = 0.1,
        turns: int = TURNS,
        agreed: Agreed = NOTHING_AGREED,
        standing: str = "",
    ) -> None:
        self.name = "simulated table"
        wish = Wish(packs=law.sets_of(standing) if standing else law.sets(players, agreed))
        self._race = SimulatedRace(
            law,
            kits.manifest(law.name, wish=wish),
            kits.pdf(law.name, wish=wish),
            seed=seed,
            turns=turns,
            players=players,
            start=standing or law.start(players, Random(seed), agreed),
        )
        self.start = self._race.start
        self._on_said, self._on_turn, self._pace_s = on_said, on_turn, pace_s
        self._go, self._stop = Event(), Event()

    def go(self) -> None:
        """Let the race begin."""
        self._go.set()

    def frames(self) -> Iterator[Frame]:
        """The pictures, with times and numbers that never go back while the table waits."""
        waited = 0
        shown = 0
        for event in self._race.events():
            if self._stop.is_set():
                return
            if isinstance(event, Said):
                self._on_said(event.text)
            elif isinstance(event, SimulatedFrame):
                shown += 1
                frame = _later(event.frame, waited)
                yield frame
                while shown == REST_FRAMES and not self._go.is_set() and not self._stop.is_set():
                    waited += 1
                    self._stop.wait(self._pace_s)
                    yield _later(event.frame, waited)
                self._stop.wait(self._pace_s)
            else:
                self._on_turn(event.turn)

    def close(self) -> None:
        """End it: no picture follows."""
        self._stop.set()
        self._race.close()


def _later(frame: Frame, frames: int) -> Frame:
    return replace(frame, time_ns=frame.time_ns + frames * FRAME_NS, index=frame.index + frames)
