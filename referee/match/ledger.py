"""What the match stands on: the entries so far, the state they make, and the one way to add another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from markers.kit import Manifest
from referee.errors import IllegalAction
from referee.games.base import Line, Reading
from referee.games.believed import all_of
from referee.games.looking import Looks
from referee.match.moment import Moment
from referee.mind.reasoned import Game
from referee.record.entry import Entry, NewEntry, Store
from referee.record.entry_json import as_stored
from referee.record.facts_json import said_so
from referee.record.fold import RaceState, fold, step
from referee.record.verdict_json import line_to_dict
from referee.record.word import looks_of
from referee.vision.scene import SettledScene
from referee.words.catalogue import HOUSE, told
from referee.words.fact import Fact


@dataclass(frozen=True)
class Picture:
    """A settled picture as JPEG, encoded only when it becomes evidence, and how it shows the board (`View` as JSON)."""

    jpeg: Callable[[], bytes]
    view: Mapping[str, Any] | None = None

    @property
    def lying(self) -> dict[str, Any]:
        """What a stop says of where the pieces really lay."""
        return {} if self.view is None else {"pieces": self.view["pieces"]}


@dataclass(frozen=True)
class Sight:
    """What the camera has shown and no entry holds.

    Attributes
    ----------
    settled : the newest settled scene, with `picture` of it; None before the first.
    reading : what it shows.
    problems : what is wrong with the table or the picture, in sentences.
    doubt : the newest look in notation, where it saw less than the one before; else "".
    unseen_ns : how long nobody has looked since the newest stop; None where that is unknown.
    unseen_at_close : the entry that closed a turn while its driver's piece was out of sight, 0 for none.
    beginnings : how the newest turns began, each with the entry that closed the turn before, 0 for none: a turn may be
        opened again.
    """

    settled: SettledScene | None = None
    picture: Picture | None = None
    reading: Reading | None = None
    problems: tuple[str, ...] = ()
    doubt: str = ""
    unseen_ns: int | None = None
    unseen_at_close: int = 0
    beginnings: tuple[tuple[int, Picture | None], ...] = ()

    @property
    def observation(self) -> Any:
        """What lies on the table, None while no board can be made out."""
        return None if self.reading is None else self.reading.observation


MOST_BEGINNINGS = 3
"""Each keeps a whole picture."""


class Ledger:
    """The record of one race as the match sees it, which only ever grows, and beside it what the camera shows.

    Attributes
    ----------
    sight : see `Sight`; like the entries it is kept or lost with `as_one`.
    state : position, stops and declarations as the entries so far make them.
    """

    def __init__(self, game: Game, manifest: Manifest, store: Store) -> None:
        self.game, self.manifest, self.store = game, manifest, store
        self.sight = Sight()
        self._entries: list[Entry] = list(store.entries())
        self.state: RaceState = fold(self._entries)
        self._unsaved: list[NewEntry] | None = None
        self._moment = Moment(game, self.state, tuple(self._entries))

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry of the record, oldest first."""
        return self._entries

    def moment(self) -> Moment:
        """The race as it stands, to be shown; the same one until another entry is made."""
        if len(self._moment.entries) != len(self._entries):
            self._moment = Moment(self.game, self.state, tuple(self._entries))
        return self._moment

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """What is done in here is kept whole or not at all: its entries are stored together when all is done.

        When anything fails, the disk too, the match is as it was before, and the same can be tried again.
        """
        before, outer, known = (self.state, self.sight, self._moment), self._unsaved, len(self._entries)
        self._unsaved = []
        try:
            yield
            if outer is not None:
                outer.extend(self._unsaved)
            elif len(self._unsaved) == 1:
                self.store.append(*self._unsaved[0])
            elif self._unsaved:
                self.store.append_all(self._unsaved)
        except BaseException:
            self.state, self.sight, self._moment = before
            del self._entries[known:]
            raise
        finally:
            self._unsaved = outer

    def append(
        self,
        kind: str,
        origin: str,
        time_ns: int,
        cause: str | Fact,
        data: Mapping[str, Any],
        after: str = "",
        pictures: Mapping[str, bytes] | None = None,
    ) -> Entry:
        """Add an entry. Raises RecordError when it cannot be stored: then it is not there."""
        if self._unsaved is None:
            with self.as_one():
                return self.append(kind, origin, time_ns, cause, data, after, pictures)
        before, pictures = self.state.position, pictures or {}
        cause = HOUSE.tell(cause) if isinstance(cause, Fact) else cause
        data = {**data, **said_so(cause)}
        entry = Entry(time_ns, origin, kind, cause, before, after or before, data, tuple(pictures))
        stored = as_stored(entry, self._entries[-1].id + 1 if self._entries else 1, tuple(pictures))
        self._unsaved.append((entry, pictures))
        self._entries.append(stored)
        self.state = step(self.state, stored)
        return stored

    def undo(self, taken: Entry, origin: str, time_ns: int, cause: str | Fact) -> Entry:
        """Take an entry back, by adding one that says so."""
        return self.append("undo", origin, time_ns, cause, {"entry": taken.id})

    @property
    def turn_picture(self) -> Picture | None:
        """How the open turn began; None where no picture is kept."""
        closed = self._closer()
        return next((picture for closer, picture in reversed(self.sight.beginnings) if closer <= closed), None)

    def begin_turn(self, picture: Picture | None) -> None:
        """The open turn begins with this picture; None if with the next one."""
        closed = self._closer()
        kept = [one for one in self.sight.beginnings if one[0] < closed]
        self.sight = replace(self.sight, beginnings=(*kept, (closed, picture))[-MOST_BEGINNINGS:])

    def _closer(self) -> int:
        return self.state.closed.entry.id if self.state.closed else 0

    def looks(self) -> Looks:
        """The looks of the turn under way, the first one before anything was done in it."""
        known = looks_of(self.game, self.state)
        return Looks(known, (*known.unseen_ns, self.sight.unseen_ns))

    def baseline(self, position: str) -> dict[str, Any]:
        """What the table shows as the next turn begins: the first stop of that turn.

        The newest look may have been read before anybody said what stands there, or against another position.
        """
        reading = self.read(position)
        if reading is not None and reading.observation is not None:
            return {"baseline": self.game.observation_notation(reading.observation)}
        return {"baseline": self.game.visible(position)}

    def read(self, position: str | None) -> Reading | None:
        """The newest settled scene, read as of this position (None: as before a race); None before the first."""
        settled = self.sight.settled
        return None if settled is None else self.game.read(settled.scene, self.manifest, position)

    def need_race(self) -> None:
        """Raise IllegalAction before the start, and once people have ended the race."""
        if self.moment().phase == "survey":
            raise IllegalAction(told("race-has-not-started-yet"))
        if self.state.ended:
            raise IllegalAction(told("race-was-ended"))


def encoded(**pictures: Picture | None) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The pictures that there are as JPEG by name, and what an entry says of how they show the board."""
    there = {name: picture for name, picture in pictures.items() if picture is not None}
    views = {name: picture.view for name, picture in there.items() if picture.view is not None}
    return {name: picture.jpeg() for name, picture in there.items()}, {"views": views} if views else {}


def lines_of(position: str) -> dict[str, Any]:
    """What an entry says of a position beside which something else may be so."""
    worlds = [Line("", (), (), True, one.position, owed=one.owed) for one in all_of(position)]
    return {"lines": [line_to_dict(one) for one in worlds]} if len(worlds) > 1 else {}


def said_by(who: str, why: str) -> dict[str, str]:
    """Who decided and why, as far as they were given."""
    return {name: text for name, text in (("who", who), ("why", why)) if text}
