"""The simulated table as a source: it waits for the race to start, and its players speak for themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from threading import Event

from markers import kits
from markers.design import USUAL, Wish
from referee.games.base import PlayedTurn
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import TRACK_DRAWINGS
from referee.hosting.accuracy import is_car, marks
from referee.mind.reasoned import Game
from referee.simulator import USUAL_FAULTS
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
from referee.words.catalogue import told

TURNS = 400
ROOM_MM = 45.0
"""So much room a car has around the mark that it is put on for the self-test."""
REST_FRAMES = 6
"""The board is shown once, as long as this, before the table waits."""


def start_of(law: Game, track: str, players: int, dice: Random, agreed: Agreed) -> str:
    """The start of a race on a drawn `track`, "" for the usual one. Raises NotationError where there is none."""
    if track:
        return TRACK_DRAWINGS[law.name].start_on(track, players, dice, agreed)
    return law.start(players, dice, agreed)


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
    faults : how many of the turns are meant to break a rule, 0 to 1.
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
        faults: float = USUAL_FAULTS,
    ) -> None:
        self.name, self.laid_for = told("simulated-table"), (players, agreed)
        wish = replace(wish, packs=law.sets_of(standing) if standing else law.sets(players, agreed))
        if standing:
            self.start = standing
        else:
            self.start = start_of(law, wish.track, players, Random(seed), agreed)

        def race_from(position: str) -> SimulatedRace:
            return SimulatedRace(
                law,
                kits.manifest(law.name, wish=wish),
                kits.pdf(law.name, wish=wish),
                seed=seed,
                turns=turns,
                players=players,
                fault_share=faults,
                size=picture_size(law.name),
                frames_a_stop=frames_a_stop(law.name),
                start=position,
            )

        self._race, self._on_a_mark = race_from(self.start), False
        self._playing = Playing(self._race, lambda: race_from(stands() or self.start), resting)
        self._waited = 0
        self._on_said, self._on_turn, self._on_next, self._pace_s = on_said, on_turn, on_next, pace_s
        self._go, self._next, self._stop = Event(), Event(), Event()

    def go(self) -> None:
        """Let the race begin."""
        self._go.set()

    def put_on_a_mark(self, on: bool) -> None:
        """Let a player put the first car exactly on a printed mark, for the self-test, or put it back."""
        self._on_a_mark = on

    def _with_a_car_on_a_mark(self, shown: SimulatedFrame) -> SimulatedFrame:
        """The table at rest with the first car in the middle of the nearest mark beside which nothing stands."""
        fixed = {item.piece for item in self._race.manifest.items if item.fixed}
        loose = [one for one in shown.pieces if one.piece not in fixed]
        car = next((one for one in loose if is_car(one.piece)), None)
        places = [
            at
            for at in marks(self._race.manifest, shown.pieces)
            if all(one is car or math.dist(at, (one.x_mm, one.y_mm)) > ROOM_MM for one in loose)
        ]
        if car is None or not places:
            return shown
        x_mm, y_mm = min(places, key=lambda at: math.dist(at, (car.x_mm, car.y_mm)))
        moved = replace(car, x_mm=x_mm, y_mm=y_mm)
        return self._race.still(shown, [moved if one is car else one for one in shown.pieces])

    def lay_out(self) -> None:
        """Let the table be laid out for the season's next race; asked for early, it is done when this race is over."""
        self._next.set()

    def frames(self) -> Iterator[Frame]:
        """The pictures, with times and numbers that never go back; asked for again after an error, it plays on."""
        shown = 0
        newest: SimulatedFrame | None = None
        marked: SimulatedFrame | None = None
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
                if self._on_a_mark and marked is None:
                    marked = self._with_a_car_on_a_mark(newest)
                yield later(marked if self._on_a_mark and marked is not None else newest, self._waited).frame
                self._stop.wait(self._pace_s)

    def close(self) -> None:
        """End it: no picture follows."""
        self._stop.set()
        self._playing.close()
