"""What the match stands on: the entries so far, the state they make, and the one way to add another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from markers.kit import Manifest
from referee.errors import IllegalAction
from referee.games.base import Game, Reading, Verdict
from referee.match.moment import Moment
from referee.recent import Clip
from referee.record.entry import Entry, NewEntry, Store
from referee.record.entry_json import as_stored
from referee.record.fold import RaceState, fold, step
from referee.record.word import looks_of
from referee.vision.scene import SettledScene

Picture = Callable[[], bytes]
"""A settled picture as JPEG, encoded only when it becomes evidence."""


class Ledger:
    """The record of one race as the match sees it; it only ever grows.

    Attributes
    ----------
    reading : what the newest settled scene shows, None before the first.
    problems : what is wrong with the table or the picture, in sentences.
    seconds_before : gives the pictures since a time (ns), kept beside verdicts; nobody keeps any unless it is set.
    """

    def __init__(self, game: Game, manifest: Manifest, store: Store) -> None:
        self.game = game
        self.manifest = manifest
        self.store = store
        self.reading: Reading | None = None
        self.problems: tuple[str, ...] = ()
        self._entries: list[Entry] = list(store.entries())
        self._unsaved: list[NewEntry] | None = None
        self._state = fold(self._entries)
        self._moment = Moment(game, self._state, tuple(self._entries))
        self.seconds_before: Callable[[int], Clip | None] = lambda since_ns: None
        self._turn_began_ns = 0
        self._looked_at: SettledScene | None = None
        self._doubt = ""
        self._unseen_at_close = 0
        self._turn_picture: Picture | None = None
        self._last_picture: Picture | None = None

    @property
    def state(self) -> RaceState:
        """Position, stops and declarations as the entries so far make them."""
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry of the record, oldest first."""
        return self.moment().entries

    def moment(self) -> Moment:
        """The race as it stands, to be shown; the same one until another entry is made."""
        if len(self._moment.entries) != len(self._entries):
            self._moment = Moment(self.game, self._state, tuple(self._entries))
        return self._moment

    @property
    def phase(self) -> str:
        """``survey`` before the start, ``race``, or ``over``."""
        return self.moment().phase

    def verdict(self) -> tuple[Entry, Verdict] | None:
        """The newest verdict entry that still stands, with its verdict."""
        return self.moment().verdict

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """What is done in here is kept whole or not at all: its entries are stored together when all is done.

        When anything fails, the disk too, the match is as it was before, and the same can be tried again.
        """
        before, known = dict(vars(self)), len(self._entries)
        outer = self._unsaved
        self._unsaved = []
        try:
            yield
            if outer is not None:
                outer.extend(self._unsaved)
            elif len(self._unsaved) == 1:
                self.store.append(*self._unsaved[0])
            elif self._unsaved:
                self.store.append_all(self._unsaved)
            self._unsaved = outer
        except BaseException:
            vars(self).update(before)
            for name in vars(self).keys() - before.keys():
                delattr(self, name)
            del self._entries[known:]
            raise

    def _observations(self) -> list[Any]:
        return looks_of(self.game, self._state)

    def _baseline(self, position: str) -> dict[str, Any]:
        """What the table shows as the next turn begins: the first stop of that turn.

        The newest look may have been read before anybody said what stands there, or against another position.
        """
        reading = self.reading
        if self._looked_at is not None:
            reading = self.game.read(self._looked_at.scene, self.manifest, position)
        if reading is not None and reading.observation is not None:
            return {"baseline": self.game.observation_notation(reading.observation)}
        return {"baseline": self.game.visible(position)}

    def _append(
        self,
        kind: str,
        origin: str,
        time_ns: int,
        cause: str,
        data: Mapping[str, Any],
        after: str = "",
        pictures: Mapping[str, bytes] | None = None,
    ) -> Entry:
        if self._unsaved is None:
            with self.as_one():
                return self._append(kind, origin, time_ns, cause, data, after, pictures)
        before, pictures = self._state.position, pictures or {}
        entry = Entry(time_ns, origin, kind, cause, before, after or before, data, tuple(pictures))
        stored = as_stored(entry, self._entries[-1].id + 1 if self._entries else 1, tuple(pictures))
        self._unsaved.append((entry, pictures))
        self._entries.append(stored)
        self._state = step(self._state, stored)
        return stored

    def _need_race(self) -> None:
        if self.phase == "survey":
            raise IllegalAction("the race has not started yet")


def encoded(**pictures: Picture | None) -> dict[str, bytes]:
    """The pictures that there are, as JPEG by name."""
    return {name: picture() for name, picture in pictures.items() if picture is not None}
