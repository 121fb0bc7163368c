"""The loop of one race: a settled scene or a person's word comes in, entries of the record come out.

The match knows no device: pictures, times and the store are handed to it. It never erases, and the state of the race is
always the fold over its entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markers.kit import Manifest
from referee.games.base import Reading, Verdict
from referee.match.answers import Answers
from referee.match.camera_side import CameraSide
from referee.match.handling import Handling
from referee.match.ledger import Ledger
from referee.match.people_side import PeopleSide
from referee.match.starts import Starts
from referee.match.turns import TurnKeeper
from referee.mind.reasoned import Game
from referee.recent import Clip
from referee.record.entry import Entry, Store
from referee.record.fold import RaceState


class Match:
    """The races at one table: its parts plugged together, and under one name what can be asked of them.

    Parameters
    ----------
    seconds_before : gives the pictures since a time (ns), kept beside verdicts; nobody keeps any unless it is given.
    """

    def __init__(
        self,
        game: Game,
        manifest: Manifest,
        store: Store,
        seconds_before: Callable[[int], Clip | None] = lambda since_ns: None,
    ) -> None:
        self.game, self.store = game, store
        self._ledger = ledger = Ledger(game, manifest, store)
        turns = TurnKeeper(ledger, seconds_before)
        camera, people = CameraSide(ledger, turns), PeopleSide(ledger, turns)
        answers, handling, starts = Answers(ledger, turns), Handling(ledger, turns), Starts(ledger)
        self.moment, self.as_one = ledger.moment, ledger.as_one
        self.feed, self.finish, self.begin_anew = camera.feed, camera.finish, camera.begin_anew
        self.start, self.missing, self.joining = starts.start, starts.missing, starts.joining
        self.ahead, self.next_race = starts.ahead, starts.next_race
        self.declare, self.undeclare = answers.declare, answers.undeclare
        self.place, self.correct = handling.place, handling.correct
        self.close, self.undo, self.overrule, self.stand = people.close, people.undo, people.overrule, people.stand
        self.set_mode, self.pause, self.go_on, self.note = people.set_mode, people.pause, people.go_on, people.note
        self.name, self.end = people.name, people.end

    @property
    def manifest(self) -> Manifest:
        """The print on the table, as far as it is known."""
        return self._ledger.manifest

    def lies(self, manifest: Manifest) -> None:
        """This print of the kit lies on the table, as the eye has found out."""
        self._ledger.manifest = manifest

    @property
    def state(self) -> RaceState:
        """Position, stops and declarations as the entries so far make them."""
        return self._ledger.state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry of the record, oldest first."""
        return self.moment().entries

    @property
    def phase(self) -> str:
        """``survey`` before the start, ``race``, or ``over``."""
        return self.moment().phase

    @property
    def reading(self) -> Reading | None:
        """What the newest settled scene shows, None before the first."""
        return self._ledger.sight.reading

    @property
    def view(self) -> Mapping[str, Any] | None:
        """How the camera shows the board, as the newest settled picture has it; None where that is not known."""
        newest = self._ledger.sight.picture
        return None if newest is None else newest.view

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the table or the picture, in sentences."""
        return self._ledger.sight.problems

    def verdict(self) -> tuple[Entry, Verdict] | None:
        """The newest verdict entry that still stands, with its verdict."""
        return self.moment().verdict
