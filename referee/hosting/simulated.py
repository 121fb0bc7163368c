"""The simulated table as a source: it waits for the race to start, and its players speak for themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from threading import Event

from markers import kits
from markers.design import USUAL, Wish
from referee.games.base import Game, PlayedTurn
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.racepack.drawn_track import start_on
from referee.simulator.breaks import Playing, later
from referee.simulator.race import (
    NextLaid,
    RaceOver,
    Said,
    SimulatedFrame,
    SimulatedRace,
    TurnPlayed,
    frames_a_stop,
    picture_size,
)
from referee.vision.scene import Frame

TURNS = 400
REST_FRAMES = 6
"""The board is shown once, as long as this, before the table waits."""


class SimulatedTable:
    """Pictures of a laid table until `go`, then those of a race; after a race of a season the same again.

    Parameters
    ----------
    law, players, seed : what is played, by how many, with which chance.
    on_said : told what a player says.
    on_turn : told when a player has ended his turn.
    on_next : told with its start position when the table is laid for a season's next race.
    agreed : what the table agreed on.
    pace_s : seconds from picture to picture; 0 for as fast as it goes.
    standing : the position to go on from, "" for a race from its start.
    resting : whether there is a break now: while there is, nobody plays and the table is shown as it lies.
    wish : how the pieces are printed; the race is on its track, if it has one.
    stands : where the race stands now, "" before its start: from there it goes on after an error.
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
        on_next: Callable[[str], None],
        pace_s: float = 0.1,
        turns: int = TURNS,
        agreed: Agreed = NOTHING_AGREED,
        standing: str = "",
        resting: Callable[[], bool] = lambda: False,
        stands: Callable[[], str] = lambda: "",
        wish: Wish = USUAL,
    ) -> None:
        self.name = "simulated table"
        wish = replace(wish, packs=law.sets_of(standing) if standing else law.sets(players, agreed))
        first = start_on(wish.track, players, Random(seed), agreed) if wish.track and not standing else ""
        self.start = standing or first or law.start(players, Random(seed), agreed)

        def race_from(position: str) -> SimulatedRace:
            return SimulatedRace(
                law,
                kits.manifest(law.name, wish=wish),
                kits.pdf(law.name, wish=wish),
                seed=seed,
                turns=turns,
                players=players,
                size=picture_size(law.name),
                frames_a_stop=frames_a_stop(law.name),
                start=position,
            )

        self._playing = Playing(race_from(self.start), lambda: race_from(stands() or self.start), resting)
        self._waited = 0
        self._on_said, self._on_turn, self._on_next, self._pace_s = on_said, on_turn, on_next, pace_s
        self._go, self._next, self._stop = Event(), Event(), Event()

    def go(self) -> None:
        """Let the race begin."""
        self._go.set()

    def lay_out(self) -> None:
        """Let the table be laid out for the season's next race; asked for early, it is done when this race is over."""
        self._next.set()

    def frames(self) -> Iterator[Frame]:
        """The pictures, with times and numbers that never go back; asked for again after an error, it plays on."""
        shown = 0
        newest: SimulatedFrame | None = None
        for event in self._playing.events():
            if self._stop.is_set():
                return
            wait_for: Event | None = None
            match event:
                case SimulatedFrame():
                    newest = event
                    shown += 1
                    wait_for = self._go if shown == REST_FRAMES else None
                    yield later(event, self._waited).frame
                    self._stop.wait(self._pace_s)
                case Said(text):
                    self._on_said(text)
                case TurnPlayed(turn):
                    self._on_turn(turn)
                case RaceOver():
                    wait_for = self._next
                case NextLaid(position):
                    self._next.clear()
                    self._on_next(position)
            while wait_for is not None and newest is not None and not wait_for.is_set() and not self._stop.is_set():
                self._waited += 1
                yield later(newest, self._waited).frame
                self._stop.wait(self._pace_s)

    def close(self) -> None:
        """End it: no picture follows."""
        self._stop.set()
        self._playing.close()
