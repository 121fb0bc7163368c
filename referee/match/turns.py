"""How a turn is judged while it is open, and how it closes.

A turn closes by itself when it is legal and its movements are used up; when the next driver's car moves; by the button;
at the end of a recording. A fault or an open question waits until one of the last three, so that the table can take the
move back or answer first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.games.base import Status, Verdict
from referee.games.looking import with_look
from referee.judge.verdict import excuses, judge, turns_in
from referee.match.ledger import Ledger, Picture, encoded
from referee.recent import CLIP, Clip
from referee.record.entry import Entry
from referee.record.facts_json import caused_by
from referee.record.verdict_json import verdict_from_json, verdict_to_json
from referee.record.word import excused
from referee.words.catalogue import told
from referee.words.fact import Fact, fact

USED_UP = fact("used-up")
"""Why a turn closes by itself."""

SAID_DONE = fact("said-done")
"""Why a turn closes by the button or a command card."""

NEXT_BEGAN = fact("next-began")
"""Why a turn closes when the next one is seen to have begun."""

HAD_BEGUN = fact("had-begun")
"""Why looks are given to the next turn."""

SAID_EARLY = fact("said-early")
"""Why words are given to the next turn."""


class TurnKeeper:
    """Judging and closing turns.

    Parameters
    ----------
    ledger : where the open turn stands and the verdicts go.
    seconds_before : gives the pictures since a time (ns), kept beside verdicts.
    """

    def __init__(self, ledger: Ledger, seconds_before: Callable[[int], Clip | None]) -> None:
        self._ledger, self._game, self._seconds_before = ledger, ledger.game, seconds_before

    def nothing_moved(self) -> bool:
        """Whether the open turn cannot be over: nothing has moved in it, though the driver could move."""
        return len(self._ledger.state.stops) < 2 and self.faulty_if_closed()

    def next_is_under_way(self) -> bool:
        """Whether a missed turn and the next driver's were seen together, and the latter cannot be over yet."""
        newest = next((one for one in reversed(self._ledger.entries) if one.kind == "stop"), None)
        if newest is not None and caused_by(newest, HAD_BEGUN):
            return True
        turns = self.turns_seen_at_once()
        if turns < 2:
            return False
        ended = self._if_closed()
        return ended.status is Status.ILLEGAL or turns_in(ended.turn) != turns or not ended.lines[0].complete

    def turns_seen_at_once(self) -> int:
        """How many drivers' turns the newest word on the open turn tells: more than one when turns were missed."""
        newest = self._ledger.state.provisional
        return 0 if newest is None else turns_in(str(newest.data.get("turn", "")))

    def has_begun(self) -> bool:
        """Whether the newest word on the open turn tells of an action in it."""
        newest = self._ledger.state.provisional
        return newest is not None and len(str(newest.data.get("turn", "")).split()) > 1

    def is_asked_about(self) -> bool:
        """Whether the newest word on the open turn is a question."""
        newest = self._ledger.state.provisional
        return newest is not None and newest.data.get("status") == Status.UNDECIDED.value

    def faulty_if_closed(self) -> bool:
        """Whether the open turn would break a rule if it ended with what was seen of it."""
        return self._if_closed().status is Status.ILLEGAL

    def _if_closed(self) -> Verdict:
        """The verdict if the open turn ended with what was seen of it."""
        state = self._ledger.state
        return judge(self._game, state.position, self._ledger.looks(), state.declared, closed=True)

    def judge_open_turn(self, time_ns: int, origin: str, picture: Picture | None) -> None:
        """Say what is new of the turn under way; one that is legal and used up is closed."""
        state = self._ledger.state
        seen = self._ledger.looks()
        if len(seen) < 2:
            return
        verdict = judge(self._game, state.position, seen, state.declared, closed=False)
        if not verdict.provisional and verdict.status is Status.LEGAL:
            # A car that cannot go on may still be about to break a rule: only a turn that would stand closes by itself.
            closed = self._if_closed()
            verdict = closed if closed.status is Status.LEGAL else replace(verdict, provisional=True)
        if turns_in(verdict.turn) > 1 and verdict.status is Status.LEGAL and self._next_has_begun():
            self.close(time_ns, origin, NEXT_BEGAN, picture)
            self.judge_open_turn(time_ns, origin, picture)
            return
        verdict = excused(self._game, self._ledger.state, verdict, closed=False)
        open_turn = verdict.provisional or verdict.status is not Status.LEGAL
        if open_turn and self._same_as_shown(verdict):
            return
        cause = fact("turn-so-far") if open_turn else USED_UP
        self._append_verdict(verdict, origin, time_ns, cause, open_turn, state.stops[-1], picture)

    def _same_as_shown(self, verdict: Verdict) -> bool:
        """Whether the newest verdict of this turn already says just this (then it is not said twice)."""
        for entry in reversed(self._ledger.entries):
            if entry.kind == "verdict":
                return verdict_from_json(entry.data) == replace(verdict, provisional=True)
            if entry.kind != "declare":
                return False
        return False

    def _next_has_begun(self) -> bool:
        """Whether the open turn is over and legal, in one way only, and the next driver's is under way."""
        ended = self._if_closed()
        sure = {line.after for line in ended.lines if not line.assumes}
        return ended.status is Status.LEGAL and len(sure) == 1 and self.of_next()[1] > 0

    def of_next(self) -> tuple[tuple[str, ...], int]:
        """Of the open turn, were it over, the words that are the next driver's, and how many looks show his turn."""
        state = self._ledger.state
        return self._game.waiting(state.position, self._ledger.looks(), state.declared)

    def close(self, time_ns: int, origin: str, cause: str | Fact, after_picture: Picture | None) -> Entry:
        """End the turn under way with what was seen of it; what was seen of the next one by then begins that."""
        state = self._ledger.state
        seen = self._ledger.looks()
        verdict = judge(self._game, state.position, seen, state.declared, closed=True)
        words, looks = self.of_next()
        early = tuple(one for one in state.said if one.data["text"] in words)
        if early and (looks or cause == NEXT_BEGAN):
            return self._close_without(early, time_ns, origin, after_picture)
        last = state.stops[-1] if state.stops and not looks else self._game.visible(verdict.after)
        doubt = self._ledger.sight.doubt
        if doubt and (verdict.status is Status.ILLEGAL or self._out_of_sight(verdict.player)):
            # The newest look saw less than the one before: what is out of sight now may be what makes it legal, or
            # how the turn ended.
            with_doubt = with_look(seen, self._game.observe(doubt))
            kinder = judge(self._game, state.position, with_doubt, state.declared, closed=True)
            if excuses(kinder):
                self._ledger.append("stop", "camera", time_ns, told("something-went-out-sight"), {"observation": doubt})
                verdict, last = kinder, doubt
        verdict = excused(self._game, self._ledger.state, verdict, closed=True)
        entry = self._append_verdict(verdict, origin, time_ns, cause, False, last, after_picture)
        self._ledger.sight = replace(self._ledger.sight, doubt="")
        for index in range(len(state.stops) - looks, len(state.stops)):
            unseen_ns = state.unseen_ns[index] if index < len(state.unseen_ns) else None
            data = {"observation": state.stops[index]} | ({} if unseen_ns is None else {"unseen_ns": unseen_ns})
            self._ledger.append("stop", "camera", time_ns, HAD_BEGUN, data)
        return entry

    def _close_without(self, early: Sequence[Entry], time_ns: int, origin: str, picture: Picture | None) -> Entry:
        """Close the turn without these words and give them to the next, whose driver has spoken before he moved."""
        for one in early:
            self._ledger.undo(one, origin, time_ns, SAID_EARLY)
        entry = self.close(time_ns, origin, NEXT_BEGAN, picture)
        # else the next driver's turn is over as well
        if len(self._ledger.state.stops) > 1 or turns_in(str(entry.data.get("turn", ""))) < 2:
            for one in early:
                self._ledger.append(
                    "declare", one.origin, time_ns, SAID_EARLY, {"text": one.data["text"], "carried": True}
                )
        return entry

    def take_up_again(self, said: Sequence[Entry], stops: Sequence[str], time_ns: int) -> None:
        """Note again what was said and seen of the turn under way, after what it starts from was changed, and judge."""
        self.note_again(said, stops, time_ns)
        if stops:
            self.judge_open_turn(time_ns, "person", self._ledger.sight.picture)

    def note_again(self, said: Sequence[Entry], stops: Sequence[str], time_ns: int) -> None:
        """Note again what was said and seen, as a part of the turn that is open now."""
        cause = told("it-belongs-turn-under-way")
        for one in said:
            self._ledger.append("declare", one.origin, time_ns, cause, one.data)
        known = self._ledger.state.stops[1:]
        for observation in stops[len(known) :] if tuple(stops[: len(known)]) == known else stops:
            self._ledger.append("stop", "camera", time_ns, cause, {"observation": observation})

    def _out_of_sight(self, player: str) -> bool:
        """Whether a driver's piece is not made out now."""
        position, seen = self._ledger.state.position, self._ledger.sight.observation
        return seen is not None and player in self._game.out_of_sight(position, seen)

    def _append_verdict(
        self,
        verdict: Verdict,
        origin: str,
        time_ns: int,
        cause: str | Fact,
        open_turn: bool,
        last: str,
        picture: Picture | None,
    ) -> Entry:
        data = {**verdict_to_json(verdict), "provisional": open_turn, "baseline": last}
        # "Legal so far" needs no proof; anything else, and every turn's end, keeps its pictures.
        needed = not open_turn or verdict.status is not Status.LEGAL
        pictures, views = encoded(before=self._ledger.turn_picture, after=picture) if needed else ({}, {})
        data |= views
        closed = self._ledger.state.closed
        clip = self._seconds_before(closed.entry.time_ns if closed else 0) if needed else None
        if clip is not None:
            pictures[CLIP] = clip.jpegs
            data["clip_ms"] = list(clip.before_ms)
        unseen = not open_turn and self._out_of_sight(verdict.player)
        entry = self._ledger.append(
            "verdict", origin, time_ns, cause, data, after="" if open_turn else verdict.after, pictures=pictures
        )
        if not open_turn:
            self._ledger.sight = replace(self._ledger.sight, unseen_at_close=entry.id if unseen else 0)
            if verdict.status is Status.ILLEGAL and self._ledger.state.mode != "strict":
                data = {"stands": entry.id, "why": told("referee-does-not-insist")}
                self._ledger.append(
                    "note", "camera", time_ns, told("verdict-stands", id=entry.id, text=data["why"]), data
                )
            self._ledger.begin_turn(picture)
        return entry
