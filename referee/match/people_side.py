"""The people's side of the match: the button, undo, overruling, how strict the referee is, breaks and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.errors import IllegalAction, NotationError
from referee.games.base import Status
from referee.judge.verdict import nothing_left
from referee.match.ledger import Ledger, said_by
from referee.match.turns import SAID_DONE, TurnKeeper
from referee.record.entry import Entry
from referee.record.fold import MODES, disputed, is_provisional, says_no_more
from referee.record.words import sentence_in
from referee.words.catalogue import Catalogue, told
from referee.words.fact import fact

PATIENCE_NS = 5_000_000_000
"""So long a turn that is said to be done waits for the table to lie still, however often it is said."""

LONGEST_NAME = 24
"""Letters: so that a name fits beside its shape on a phone."""


def fitting_name(words: Catalogue, driver: str, name: str, names: Mapping[str, str]) -> str:
    """What a driver is to be called beside `names`, without needless blanks; "" for the colour.

    Raises NotationError when there is no such driver, somebody else is called so, or it is no name.
    """
    name = " ".join(name.split())
    if not words.knows(fact(f"who-{driver}")):
        raise NotationError(told("no-such-driver", text=driver[:LONGEST_NAME]))
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise NotationError(told("no-such-name", n=LONGEST_NAME))
    if name and name.casefold() in {called.casefold() for one, called in names.items() if one != driver}:
        raise NotationError(told("name-is-taken", called=name))
    return name


class PeopleSide:
    """What people decide. None of it erases: undo and overruling are entries too."""

    def __init__(self, ledger: Ledger, turns: TurnKeeper) -> None:
        self._ledger, self._turns, self._game = ledger, turns, ledger.game

    def close(self, time_ns: int, at_rest: bool = True) -> Entry:
        """The button: the turn is done.

        While the table is not `at_rest` (a hand is over it, or has just left; the light is off) the last movement may
        not have been seen yet: then the turn is closed as soon as it was, or when the button is pressed again after
        `PATIENCE_NS`. Raises IllegalAction when nothing has moved and the driver could move, or the next driver has
        begun: the button was pressed once too often or too late, which is no fault of the next driver.
        """
        self._ledger.need_race()
        asked = self._ledger.state.close_asked
        if not at_rest and not self._ledger.state.paused and (asked is None or time_ns - asked.time_ns < PATIENCE_NS):
            return asked or self._ledger.append("close", "person", time_ns, SAID_DONE, {})
        if self._turns.nothing_moved():
            player = self._game.what_now(self._ledger.state.position).player
            raise IllegalAction(told("nothing-moved", who=player))
        if self._turns.next_is_under_way():
            raise IllegalAction(told("next-driver-is-under-way"))
        entry = self._turns.close(time_ns, "person", SAID_DONE, after_picture=self._ledger.sight.picture)
        if not at_rest:
            self._ledger.sight = replace(self._ledger.sight, unseen_at_close=entry.id)
        return entry

    def undo(self, time_ns: int, who: str = "", why: str = "") -> Entry:
        """Take back what was settled last (`RaceState.undoing`) by adding an entry that says so.

        That is a word over a verdict, a turn that was closed, or a correction. A turn that was said to be done and is
        not judged yet goes on. Before the first turn of a later race its start is taken back, and the race before
        stands again.
        """
        newest = self._ledger.state.undoing
        if newest is None:
            raise IllegalAction(told("there-is-no-turn-take"))
        taken = newest.entry
        cause = {
            "close": told("turn-goes-on"),
            "turn": told("turn-was-taken-back", who=newest.player, id=taken),
            "start": told("start-was-taken-back"),
            "end": told("race-goes-on"),
            "overrule": told("entry-was-taken-back", how="overrule", id=taken),
            "correct": told("entry-was-taken-back", how="correct", id=taken),
        }[newest.what]
        return self._ledger.append("undo", "person", time_ns, cause, {"entry": taken, **said_by(who, why)})

    def end(self, time_ns: int, who: str = "", why: str = "") -> Entry:
        """End the race before its end; a turn under way counts no more. Raises IllegalAction when no race is on."""
        self._ledger.need_race()
        if self._ledger.moment().phase == "over":
            raise IllegalAction(told("race-is-over"))
        return self._ledger.append("end", "person", time_ns, told("race-was-ended"), said_by(who, why))

    def overrule(self, entry_id: int, status: str, why: str, time_ns: int, who: str = "") -> Entry:
        """A person's word over a verdict: noted beside it, nothing is erased.

        Raises IllegalAction where the turn has ended meanwhile with something else.
        """
        if status not in Status.__members__:
            raise NotationError(told("no-such-status", text=status))
        entry_id = self._meant(entry_id)
        data = {"entry": entry_id, "status": status, "why": why, **said_by(who, "")}
        return self._ledger.append("overrule", "person", time_ns, told("verdict-was-overruled", id=entry_id), data)

    def stand(self, entry_id: int, why: str, time_ns: int, who: str = "") -> Entry:
        """Let an illegal move stand: the verdict keeps its mark, and an entry says so.

        If nothing is left to do in its turn that is closed; else it goes on, and what was let stand is not asked again.
        Raises IllegalAction where people have had their word over it already.
        """
        entry_id = self._meant(entry_id)
        if self._ledger.state.answered(entry_id):
            raise IllegalAction(told("stands-already"))
        newest = self._ledger.moment().verdict
        open_turn = newest is not None and newest[0].id == entry_id and newest[0].data.get("provisional")
        if newest is not None and open_turn and nothing_left(newest[1].lines):
            picture = self._ledger.sight.picture
            entry_id = self._turns.close(time_ns, "person", told("table-lets-it-stand"), picture).id
        data = {"stands": entry_id, "why": why, **said_by(who, "")}
        return self._ledger.append("note", "person", time_ns, told("verdict-stands-by-agreement", id=entry_id), data)

    def _meant(self, number: int) -> int:
        """The newest verdict that says no more than this one about its turn: it may have come while people spoke.

        Raises NotationError where there is no verdict of this number, IllegalAction where its turn has ended with one
        that says more.
        """
        target = next((one for one in self._ledger.entries if one.id == number and one.kind == "verdict"), None)
        if target is None:
            raise NotationError(f"entry {number} is no verdict")
        later = (one for one in self._ledger.entries if one.id > target.id and one.id not in self._ledger.state.undone)
        for entry in later if is_provisional(target) else ():
            if entry.kind in ("start", "correct"):
                break
            if entry.kind == "verdict":
                same = says_no_more(disputed(entry), disputed(target))
                number = entry.id if same else number
                if is_provisional(entry):
                    continue
                if not same:
                    raise IllegalAction(told("another-turn-began", how="after", said=sentence_in(entry.data)))
                break
        return number

    def set_mode(self, mode: str, time_ns: int, who: str = "") -> Entry:
        """How strict the referee is from now on: one of `MODES`. Raises NotationError for anything else."""
        if mode not in MODES:
            raise NotationError(told("no-such-mode", list=MODES, text2=mode))
        return self._ledger.append("note", "person", time_ns, told(f"mode-{mode}"), {"mode": mode, "who": who})

    def name(self, driver: str, name: str, time_ns: int) -> Entry:
        """What a driver, known by the colour, is called from now on; "" for the colour again.

        Raises NotationError when there is no such driver, somebody else is called so, or it is no name.
        """
        name = fitting_name(self._game.words, driver, name, self._ledger.state.names)
        how = {} if name else {"how": "colour"}
        cause = told("driver-is-called", driver=driver, called=name, **how)
        return self._ledger.append("note", "person", time_ns, cause, {"names": {driver: name}})

    def pause(self, on: bool, time_ns: int, origin: str = "person") -> Entry:
        """A break begins or ends: while it lasts nothing is judged and no timer runs.

        Raises IllegalAction when there is nothing to begin or to end.
        """
        self._ledger.need_race()
        if self._ledger.state.paused == on:
            raise IllegalAction(told("there-is-break-already") if on else told("there-is-no-break"))
        return self._ledger.append(
            "note", origin, time_ns, told("break") if on else told("break-is-over"), {"pause": on}
        )

    def go_on(self, time_ns: int) -> Entry:
        """The referee is back after he was switched off in mid-race: no timer counts the time in between."""
        cause = told("referee-is-back-race-goes")
        return self._ledger.append("note", "camera", time_ns, cause, {"resumed": True})

    def note(self, text: str, time_ns: int, origin: str = "camera") -> Entry:
        """Write down that something happened which is no play: a bump, a lost camera, a resume."""
        return self._ledger.append("note", origin, time_ns, text, {})
