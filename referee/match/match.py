"""The loop of one race: a settled scene or a person's word comes in, entries of the record come out.

The match knows no device: pictures, times and the store are handed to it. It never erases: undo, correction and
overruling are entries too, and the state of the race is always the fold over them. This file holds the people's side;
the camera's is in `camera_side`, how a turn is judged and closed in `turns`.
"""

from __future__ import annotations

from referee.errors import IllegalAction, NotationError
from referee.games.base import Status
from referee.games.options import NOTHING_AGREED, Agreed
from referee.match.handling import Handling, said_by
from referee.match.ledger import encoded
from referee.match.turns import SAID_DONE
from referee.record.entry import Entry
from referee.record.fold import MODES

MODE_WORDS = {
    "strict": "from now on an illegal turn waits until people settle it",
    "advise": "from now on the referee only advises: an illegal turn stands, marked",
    "record": "from now on the referee keeps the record and says nothing",
}


PATIENCE_NS = 5_000_000_000
"""So long a turn that is said to be done waits for the table to lie still, however often it is said."""


class Match(Handling):
    """The races at one table: what the camera shows (see `CameraSide`), what people say (see `Answers`), set by hand
    (see `Handling`) and decide.
    """

    def start(
        self,
        players: int,
        time_ns: int,
        position: str = "",
        origin: str = "person",
        agreed: Agreed = NOTHING_AGREED,
    ) -> Entry:
        """Begin the race from `position`, or from what the newest survey shows and what the table agreed on.

        Raises NotationError with what is wrong when the table is no start position, or nothing can go on from a given
        one; what else is wrong with that is noted once.
        """
        if self._state.position:
            raise IllegalAction("the race is already under way; undo or correct instead of starting again")
        if not position:
            if self.reading is None or self.reading.observation is None:
                raise NotationError(
                    "no board has been read yet; look at the problems listed, mend the table and try again"
                )
            position = self.game.start_from(self.reading.observation, players, agreed)
        hopeless = self.game.unplayable(position)
        if hopeless:
            raise NotationError(f"this is not a position to start from: {'; '.join(hopeless)}")
        data = {"players": players, **self._baseline(position)}
        pictures = encoded(after=self._last_picture)
        start = self._append("start", origin, time_ns, "the race starts", data, after=position, pictures=pictures)
        wrong = self.game.check_position(position)
        if wrong:  # a fault that the table let stand in an earlier part of the race: told once, and play goes on
            cause = f"the race goes on, although something is wrong on the table: {'; '.join(wrong)}"
            self._append("note", "camera", time_ns, cause, {"wrong": list(wrong)})
        return start

    def close(self, time_ns: int, at_rest: bool = True) -> Entry:
        """The button: the turn is done.

        While the table is not `at_rest` (a hand is over it, or has just left; the light is off) the last movement may
        not have been seen yet: then the turn is closed as soon as it was, or when the button is pressed again after
        `PATIENCE_NS`. Raises IllegalAction when nothing has moved and the driver could move, or the next driver has
        begun: the button was pressed once too often or too late, which is no fault of the next driver.
        """
        self._need_race()
        asked = self._state.close_asked
        if not at_rest and not self._state.paused and (asked is None or time_ns - asked.time_ns < PATIENCE_NS):
            return asked or self._append("close", "person", time_ns, SAID_DONE, {})
        if self._nothing_moved():
            player = self.game.what_now(self._state.position).player
            raise IllegalAction(f"nothing has moved since the last turn was closed; it is {player}'s turn now")
        if self._next_is_under_way():
            raise IllegalAction("the next driver has begun already: that turn is not over yet")
        entry = self._close(time_ns, "person", SAID_DONE, after_picture=self._last_picture)
        if not at_rest:
            self._unseen_at_close = entry.id
        return entry

    def undo(self, time_ns: int, who: str = "", why: str = "") -> Entry:
        """Take back the last turn that was closed (or the last correction) by adding an entry that says so.

        A turn that was said to be done and is not judged yet goes on.

        Before the first turn of a later race its start is taken back, and the race before stands again.
        """
        state = self._state
        if state.close_asked is not None:
            taken = state.close_asked.id
            cause = "the turn goes on"
        elif state.closers:
            last = state.closers[-1].entry
            taken, player = last.id, str(last.data.get("player", ""))
            cause = f"{player}'s turn was taken back (entry {taken})" if player else f"entry {taken} was taken back"
        elif state.race_before is not None:
            taken = state.started
            cause = "the start of this race was taken back: the race before stands again"
        else:
            raise IllegalAction("there is no turn to take back")
        return self._append("undo", "person", time_ns, cause, {"entry": taken, **said_by(who, why)})

    def correct(self, time_ns: int, position: str = "", who: str = "", why: str = "") -> Entry:
        """Set the position right: to `position`, or to what stands on the table when none is given."""
        self._need_race()
        taken = not position
        if taken:
            if self.reading is None or self.reading.observation is None:
                raise NotationError("the table cannot be read now, so it cannot be taken as it stands")
            position = self.game.accept(self._state.position, self.reading.observation)
            cause = "the table was taken as it stands"
        else:
            cause = "the position was corrected by hand"
            before = self.game.check_position(self._state.position)
            wrong = [words for words in self.game.check_position(position) if words not in before]
            if wrong:
                raise NotationError(f"this position cannot be: {'; '.join(wrong)}")
        # Taking the table as it stands makes nothing surer that cannot be seen of it.
        unsure = {"guessed": True} if len(self._state.stops) > 1 else {"unsure": True} if self._state.in_doubt else {}
        return self._corrected(time_ns, cause, position, unsure if taken else {}, who, why)

    def overrule(self, entry_id: int, status: str, why: str, time_ns: int, who: str = "") -> Entry:
        """A person's word over a verdict: noted beside it, nothing is erased."""
        if status not in Status.__members__:
            raise NotationError(f"a verdict is LEGAL, ILLEGAL or UNDECIDED, not {status!r}")
        target = next((e for e in self._entries if e.id == entry_id and e.kind == "verdict"), None)
        if target is None:
            raise NotationError(f"entry {entry_id} is no verdict")
        data = {"entry": entry_id, "status": status, "why": why, **said_by(who, "")}
        return self._append("overrule", "person", time_ns, f"verdict {entry_id} was overruled", data)

    def stand(self, entry_id: int, why: str, time_ns: int, who: str = "") -> Entry:
        """Let an illegal move stand: its turn is closed, the verdict keeps its mark, and an entry says so."""
        newest = self.verdict()
        if newest is not None and newest[0].id == entry_id and newest[0].data.get("provisional"):
            entry_id = self._close(time_ns, "person", "the table lets it stand", self._last_picture).id
        elif not any(e.id == entry_id and e.kind == "verdict" for e in self._entries):
            raise NotationError(f"entry {entry_id} is no verdict")
        data = {"stands": entry_id, "why": why, **said_by(who, "")}
        return self._append("note", "person", time_ns, f"verdict {entry_id} stands by agreement", data)

    def set_mode(self, mode: str, time_ns: int, who: str = "") -> Entry:
        """How strict the referee is from now on: one of `MODES`. Raises NotationError for anything else."""
        if mode not in MODES:
            raise NotationError(f"the referee can be {', '.join(MODES)}, not {mode!r}")
        return self._append("note", "person", time_ns, MODE_WORDS[mode], {"mode": mode, "who": who})

    def pause(self, on: bool, time_ns: int, origin: str = "person") -> Entry:
        """A break begins or ends: while it lasts nothing is judged and no timer runs.

        Raises IllegalAction when there is nothing to begin or to end.
        """
        self._need_race()
        if self._state.paused == on:
            raise IllegalAction("there is a break already" if on else "there is no break")
        return self._append("note", origin, time_ns, "a break" if on else "the break is over", {"pause": on})

    def go_on(self, time_ns: int) -> Entry:
        """The referee is back after he was switched off in mid-race: no timer counts the time in between."""
        return self._append("note", "camera", time_ns, "the referee is back; the race goes on", {"resumed": True})

    def note(self, text: str, time_ns: int, origin: str = "camera") -> Entry:
        """Write down that something happened which is no play: a bump, a lost camera, a resume."""
        return self._append("note", origin, time_ns, text, {})
