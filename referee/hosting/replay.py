"""A finished record on the page: the race as it stood at any turn, with a slider instead of a camera."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from markers import kits
from referee import commands
from referee.commands import Command
from referee.errors import IllegalAction, NotationError, RecordError
from referee.match import Match
from referee.mind.reasoned import Game
from referee.published import flat_jpeg
from referee.recent import CLIP, split
from referee.record.entry import Entry, NewEntry, Store
from referee.record.fold import fold
from referee.record.incident_picture import Incidents, Shown
from referee.record.kept import Kept
from referee.record.story import Story, told_so_far
from referee.record.timeline import closes_a_turn
from referee.snapshot import Surroundings, reading_diagram, snapshot
from referee.words.catalogue import told

SHOWN_KINDS = ("start", "correct", "overrule", "undo")
"""Entries at which a replay stops, beside the verdicts that closed a turn."""


class Replay:
    """A `LiveRace` over a record that nobody can change."""

    def __init__(self, game: Game, store: Store, path: str) -> None:
        self._game, self._store, self._path = game, store, path
        self._manifest = kits.manifest(game.name)
        self._incidents = Incidents(game, self._manifest, store.picture)
        self._entries = tuple(store.entries())
        self._now = fold(self._entries)
        self._stops = [i for i, entry in enumerate(self._entries) if closes_a_turn(entry) or entry.kind in SHOWN_KINDS]
        if not self._stops:
            raise RecordError(told("record-without-race", text=str(path)))
        self._changed = threading.Condition()
        self._sequence = 1
        self._at = 0

    # -- what the page asks ---------------------------------------------------------------------------------------

    def snapshot(self) -> Mapping[str, Any]:
        """The race just after the entry the replay stands at."""
        with self._changed:
            at, sequence = self._at, self._sequence
        return self.moment(at, sequence)

    def moment(self, at: int, sequence: int = 1) -> Mapping[str, Any]:
        """The same for any entry at which a replay stops. Raises IndexError when there is none with this number."""
        around = Surroundings(
            sequence, told("replay-of", text=str(self._path)), True, "", 0.0, tuple(self._store.damage), self._path,
            head=self._store.head(),
        )  # fmt: skip
        then = self._match(at).moment()
        # what counts of a verdict, also where it was said later
        counted = replace(then.state, overruled=self._now.overruled, stands=self._now.stands)
        shown = snapshot(replace(then, state=counted), around)
        # each verdict is looked at as it came: nobody answers here
        newest = shown["verdict"] and {**shown["verdict"], "large": True}
        return {**shown, "verdict": newest, "waiting": [], "pad": [], "replay": self._view(at)}

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until the replay stands elsewhere, or the time is up; returns the newest number."""
        with self._changed:
            self._changed.wait_for(lambda: self._sequence > after_seq, timeout_s)
            return self._sequence

    def picture(self) -> tuple[bytes, int]:
        """The newest picture kept before the moment shown, and a number of its own."""
        with self._changed:
            newest = self._stops[self._at]
        for entry in reversed(self._entries[: newest + 1]):
            if "after" in entry.pictures:
                return self._store.picture(entry.id, "after"), entry.id
        return b"", 0

    def beneath(self) -> tuple[bytes, int]:
        """The newest picture kept before the moment shown, laid flat as the board is drawn, and a number of its own."""
        jpeg, number = self.picture()
        entry = next((one for one in self._entries if one.id == number), None)
        view = {} if entry is None else entry.data.get("views", {}).get("after")
        if not view:
            return b"", 0
        image = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        return flat_jpeg(image, view, str(self.snapshot()["diagram"])), number

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises KeyError when there is none."""
        try:
            return self._store.picture(entry_id, name)
        except RecordError as problem:
            raise KeyError(str(problem)) from None

    def incident(self, entry_id: int) -> Shown:
        """The place of a verdict, to be shown. Raises KeyError where the record cannot."""
        return self._incidents.of(self._entries, entry_id, self._now)

    def clip(self, entry_id: int) -> Sequence[bytes]:
        """The seconds before a verdict. Raises KeyError when there are none."""
        return split(self.evidence(entry_id, CLIP))

    def notation(self) -> str:
        """Nothing can be corrected, so no notation is given."""
        return ""

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing of one reading of the verdict shown. Raises KeyError when there is none."""
        return reading_diagram(self._match(self._at).moment(), entry_id, number)

    def story(self) -> Story:
        """The race up to the moment shown. Raises KeyError before its start."""
        return told_so_far(self._game, self._store.header, self._entries[: self._stops[self._at] + 1])

    def kept(self) -> Kept:
        """The race, as far as it was driven."""
        over = self._match(len(self._stops) - 1).phase == "over"
        return Kept(self._game, self._manifest, self._store, self._entries, self._path, over)

    def fingerprint(self, entry_id: int) -> str:
        """What names an entry and all before it, "" where there is none."""
        return self._store.head(entry_id)

    def thumbnail(self, number: int) -> bytes:
        """A replay lists no cameras: always raises KeyError."""
        raise KeyError(number)

    def command(self, asked: Command) -> str:
        """Go to another moment. Raises IllegalAction for anything else: a record is not changed by looking at it."""
        if not isinstance(asked, commands.Replay):
            raise IllegalAction(told("this-is-replay-nothing-in"))
        if not 0 <= asked.at < len(self._stops):
            raise NotationError(told("replay-has-moments", x=len(self._stops) - 1))
        with self._changed:
            self._at = asked.at
            self._sequence += 1
            self._changed.notify_all()
        return ""

    # -- inside ---------------------------------------------------------------------------------------------------

    def _match(self, at: int) -> Match:
        """The race as it was then."""
        return Match(self._game, self._manifest, _Beginning(self._store, self._entries[: self._stops[at] + 1]))

    def _view(self, at: int) -> dict[str, Any]:
        shown = [self._entries[index] for index in self._stops]
        return {
            "at": at,
            "times_ms": [(entry.time_ns - shown[0].time_ns) // 1_000_000 for entry in shown],
            "marks": [_mark(entry) for entry in shown],
        }


def _mark(entry: Entry) -> str:
    """``LEGAL``, ``ILLEGAL``, ``UNDECIDED``, or the kind of an entry that is no verdict."""
    return str(entry.data.get("status", "")) if entry.kind == "verdict" else entry.kind


class _Beginning:
    """The first entries of a store, as a store; nothing is added to it."""

    def __init__(self, store: Store, entries: tuple[Entry, ...]) -> None:
        self._store, self._entries = store, entries

    @property
    def header(self) -> Mapping[str, Any]:
        return self._store.header

    @property
    def damage(self) -> tuple[str, ...]:
        return self._store.damage

    @property
    def left_log(self) -> Any:
        return getattr(self._store, "left_log", None)

    def head(self, number: int = 0) -> str:
        """None: a beginning must not look like a record that was cut off."""
        return ""

    def append(self, entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        return self.append_all([(entry, pictures)])[0]

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        raise RecordError(told("replay-adds-nothing-its-record"))

    def entries(self) -> tuple[Entry, ...]:
        return self._entries

    def picture(self, entry_id: int, name: str) -> bytes:
        return self._store.picture(entry_id, name)

    def close(self) -> None:
        """The store belongs to the replay."""
