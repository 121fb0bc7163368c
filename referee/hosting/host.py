"""The guided set-up and the race behind one page: it is a `LiveRace` whatever is going on.

One thread takes pictures from the chosen source and hands each to whoever looks now: the picture check, the
calibration, or the referee of the race. People's choices come in as commands; nothing is lost by a reload, since all
of it is kept here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.commands import Again, Command, Guide, Name, Next, Start
from referee.hosting.choices import SIMULATED
from referee.hosting.guide import guide_view, waiting_page
from referee.hosting.preparation import Preparation
from referee.record.incident_picture import Shown
from referee.record.kept import Kept
from referee.record.story import Story


class Host(Preparation):
    """Set-up first, then the race.

    Parameters
    ----------
    records : where races are kept.
    opener : opens sources; see `referee.devices.sources.open_source`.
    cameras : which cameras there are, with a picture of each.
    lenses : where calibrations are kept.
    settings : the user's.
    pace_s, seed, turns, faults : of the simulated table.
    prints : people's own prints by game, where they differ from the usual ones.
    """

    def snapshot(self) -> Mapping[str, Any]:
        """The race's state, or the set-up's in the same shape; see `web.live.LiveRace`."""
        with self._changed:
            referee, guide = self.referee, self._guide()
            if referee is None:
                return waiting_page(self._sequence, guide, self._source_view())
        shown = dict(referee.snapshot())
        if shown["podium"] is not None:
            shown["podium"] = {**shown["podium"], "again": True}
        shown["leaves"] = shown["phase"] in ("race", "over")
        if self.choices.source == SIMULATED:  # its players start where they were set down
            shown["setup"] = {**shown["setup"], "joining": None}
        return {**shown, "seq": shown["seq"] + self._base, "guide": guide if shown["phase"] == "survey" else None}

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer can be shown, or the time is up; returns the newest number."""
        with self._changed:
            referee, base = self.referee, self._base
            if referee is None:
                self._changed.wait_for(lambda: self._sequence > after_seq or self.referee is not None, timeout_s)
                return self._sequence if self.referee is None else self._base
        return referee.wait(after_seq - base, timeout_s) + base

    def picture(self) -> tuple[bytes, int]:
        """The newest picture as JPEG and its number."""
        referee = self.referee
        return self._looking.picture(self.settings.evidence_width_px) if referee is None else referee.picture()

    def beneath(self) -> tuple[bytes, int]:
        """The newest picture laid flat as the board is drawn; (b"", 0) before the race."""
        return (b"", 0) if self.referee is None else self.referee.beneath()

    def thumbnail(self, number: int) -> bytes:
        """A small picture from the n-th camera listed. Raises KeyError when there is none."""
        return self._cameras.thumbnail(number)

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises KeyError when there is none."""
        return self._racing().evidence(entry_id, name)

    def fingerprint(self, entry_id: int) -> str:
        """What names an entry and all before it, "" where there is none."""
        return "" if self.referee is None else self.referee.fingerprint(entry_id)

    def incident(self, entry_id: int) -> Shown:
        """The place of a verdict, to be shown. Raises KeyError where the record cannot."""
        return self._racing().incident(entry_id)

    def notation(self) -> str:
        """The position in notation, "" before the race and where it names what lies hidden."""
        return "" if self.referee is None else self.referee.notation()

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing of one reading of the newest verdict. Raises KeyError when there is none."""
        if self.referee is None:
            raise KeyError(number)
        return self.referee.reading(entry_id, number)

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """The seconds before a verdict. Raises KeyError when there are none."""
        return self._racing().clip(entry_id)

    def story(self) -> Story:
        """The race so far. Raises KeyError before its start."""
        return self._racing().story()

    def kept(self) -> Kept | None:
        """The race that was begun, with its record; None while there is no such race."""
        return None if self.referee is None else self.referee.kept()

    def command(self, asked: Command) -> str:
        """Do what a person asked. Raises RefereeError with a sentence when it cannot be done."""
        match asked:
            case Guide(what, value):
                return self._guided(what, value)
            case Start() | Again() | Next():
                with self._one_by_one:
                    if isinstance(asked, Start):
                        return self._start(asked)
                    return self._again() if isinstance(asked, Again) else self._next()
            case Name(driver, called):  # the next race on this page has the same drivers
                said = self._racing("no-race-set-up").command(asked)
                self._choose(names={**self.choices.names, driver: called})
                return said
        return self._racing("no-race-set-up").command(asked)

    @property
    def record_path(self) -> str:
        """Where the newest race is kept, "" before there was one; a record in which nothing was begun is gone."""
        return self._path

    def stop(self) -> None:
        """Let go of the source and the record."""
        self._let_go()
        self._drop_race()

    # -- views ----------------------------------------------------------------------------------------------------

    def _source_view(self) -> dict[str, Any]:
        chosen = self._source is not None
        rate = self._looking.frames_per_second()
        note = self._status.text if chosen else ""
        return {"name": self._source_name(), "ok": chosen and self._status.ok, "note": note, "frames_per_second": rate}

    def _guide(self) -> dict[str, Any]:
        return guide_view(self.choices, self._cameras.listed(), self._looking.state(), self._unfinished, self.problem)
