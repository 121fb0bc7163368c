"""How a turn is judged while it is open, and how it closes.

A turn closes by itself when it is legal and its movements are used up; when the next driver's car moves; by the button;
at the end of a recording. A fault or an open question waits until one of the last three, so that the table can take the
move back or answer first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.games.base import Status, Verdict
from referee.judge.missed import turns_in
from referee.judge.running import two_turns_running
from referee.judge.verdict import judge
from referee.judge.words import last_acted
from referee.match.ledger import Ledger, Picture, encoded
from referee.recent import CLIP, Clip
from referee.record.entry import Entry
from referee.record.verdict_json import verdict_from_json, verdict_to_json
from referee.record.word import excused, open_turn

USED_UP = "the turn's movements are used up"
"""Why a turn closes by itself."""

SAID_DONE = "the turn was said to be done"
"""Why a turn closes by the button or a command card."""

NEXT_BEGAN = "the next driver's car moved"
"""Why a turn closes when the next one is seen to have begun."""

SAID_EARLY = "it was said just before the next turn, and fits that one better"
"""Why words are given to the next turn."""

RAN_ON = "the same driver began the next turn"
"""Why a turn closes when its driver is the last of one round and the first of the next."""


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
        turns = self.turns_seen_at_once()
        if turns < 2:
            return False
        ended = self._if_closed()
        return ended.status is Status.ILLEGAL or turns_in(ended.turn) != turns

    def turns_seen_at_once(self) -> int:
        """How many drivers' turns the newest word on the open turn tells: more than one when turns were missed."""
        newest = self._ledger.state.provisional
        return 0 if newest is None else turns_in(str(newest.data.get("turn", "")))

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
        if self._split(verdict, time_ns, picture, closed=False):
            self.judge_open_turn(time_ns, origin, picture)
            return
        verdict = self._of_a_turn_already_over(verdict, time_ns)
        if not verdict.provisional and verdict.status is Status.LEGAL:
            # A car that cannot go on may still be about to break a rule: only a turn that would stand closes by itself.
            closed = self._if_closed()
            verdict = closed if closed.status is Status.LEGAL else replace(verdict, provisional=True)
        verdict = excused(self._game, self._ledger.state, verdict, closed=False)
        open_turn = verdict.provisional or verdict.status is not Status.LEGAL
        if open_turn and self._same_as_shown(verdict):
            return
        cause = "the turn so far" if open_turn else USED_UP
        self._append_verdict(verdict, origin, time_ns, cause, open_turn, state.stops[-1], picture)

    def _same_as_shown(self, verdict: Verdict) -> bool:
        """Whether the newest verdict of this turn already says just this (then it is not said twice)."""
        for entry in reversed(self._ledger.entries):
            if entry.kind == "verdict":
                return verdict_from_json(entry.data) == replace(verdict, provisional=True)
            if entry.kind != "declare":
                return False
        return False

    def close(self, time_ns: int, origin: str, cause: str, after_picture: Picture | None) -> Entry:
        """End the turn under way with what was seen of it, or with what its driver had done before his next one."""
        state = self._ledger.state
        seen = self._ledger.looks()
        verdict = judge(self._game, state.position, seen, state.declared, closed=True)
        if self._split(verdict, time_ns, after_picture, closed=True):
            return self.close(time_ns, origin, cause, after_picture)
        early = self._said_early(verdict, closed=True)[0] if cause == NEXT_BEGAN else ()
        if early:
            return self._close_without(early, time_ns, origin, after_picture)
        last = state.stops[-1] if state.stops else self._game.visible(state.position)
        doubt = self._ledger.sight.doubt
        if verdict.status is Status.ILLEGAL and doubt:
            # The newest look saw less than the one before: what is out of sight now may be what makes it legal.
            with_doubt = [*seen, self._game.observe(doubt)]
            kinder = judge(self._game, state.position, with_doubt, state.declared, closed=True)
            if kinder.status is not Status.ILLEGAL:
                self._ledger.append("stop", "camera", time_ns, "something went out of sight", {"observation": doubt})
                verdict, last = kinder, doubt
        verdict = excused(self._game, self._ledger.state, verdict, closed=True)
        seen_now = self._ledger.sight.observation
        unseen = seen_now is not None and verdict.player in self._game.out_of_sight(state.position, seen_now)
        entry = self._append_verdict(verdict, origin, time_ns, cause, False, last, after_picture)
        self._ledger.sight = replace(self._ledger.sight, doubt="", unseen_at_close=entry.id if unseen else 0)
        return entry

    def _split(self, verdict: Verdict, time_ns: int, picture: Picture | None, closed: bool) -> bool:
        """Close the turn at an earlier stop when its driver has begun the next one himself; whether that was so.

        A faulty turn is split for any two that may be legal, a doubtful one only for two that surely are.
        """
        state, seen = self._ledger.state, self._ledger.looks()
        if verdict.status is Status.LEGAL or len(seen) <= 2 or self._game.weighs_words:
            return False
        said = list(zip(state.said_at, state.said, strict=True))
        texts = [(at, str(entry.data["text"])) for at, entry in said]
        sure = verdict.status is Status.UNDECIDED
        last = two_turns_running(self._game, state.position, seen, texts, closed, sure)
        if last is None:
            return False
        later = [entry for at, entry in said if at > last]
        cause = "it belongs to the same driver's next turn"
        for entry in later:
            self._ledger.undo(entry, "camera", time_ns, cause)
        data = {"observation": state.stops[last], "keep": last}
        self._ledger.append("stop", "camera", time_ns, "here the turn ended", data)
        verdict = judge(self._game, state.position, seen[: last + 1], self._ledger.state.declared, closed=True)
        self._append_verdict(verdict, "camera", time_ns, RAN_ON, False, state.stops[last], picture)
        for entry in later:
            self._ledger.append("declare", "camera", time_ns, cause, {"text": entry.data["text"]})
        for text in state.stops[last + 1 :]:
            self._ledger.append("stop", "camera", time_ns, cause, {"observation": text})
        return True

    def _said_early(self, verdict: Verdict, closed: bool) -> tuple[Sequence[Entry], Verdict]:
        """The last words of the turn, when its driver did nothing after them and it makes more sense without them.

        And the verdict without them.
        """
        state = self._ledger.state
        if self._game.weighs_words:
            early = self._game.waiting(state.position, self._ledger.looks(), state.declared, closed)
            return tuple(one for one in state.said if one.data["text"] in early), verdict
        if verdict.status is Status.LEGAL or not state.said:
            return (), verdict
        turn = open_turn(self._game, state)
        acted = last_acted(self._game, turn)
        for first in range(len(state.said) - 1, -1, -1):
            if turn.words[first].sure or turn.words[first].at <= acted:
                break
            without = judge(self._game, state.position, turn.stops, state.declared[:first], closed)
            if without.status is Status.LEGAL or (without.status, verdict.status) == (Status.UNDECIDED, Status.ILLEGAL):
                return state.said[first:], without
        return (), verdict

    def _of_a_turn_already_over(self, verdict: Verdict, time_ns: int) -> Verdict:
        """Take words back that the next driver said, when his turn has been seen together with this one."""
        early, without = self._said_early(verdict, closed=False) if verdict.status is Status.ILLEGAL else ((), verdict)
        if not early or without.status is not Status.LEGAL or turns_in(without.turn) < 2:
            return verdict
        for one in early:
            self._ledger.undo(one, "camera", time_ns, SAID_EARLY)
        return without

    def _close_without(self, early: Sequence[Entry], time_ns: int, origin: str, picture: Picture | None) -> Entry:
        """Close the turn without these words and give them to the next, whose driver has spoken before he moved."""
        for one in early:
            self._ledger.undo(one, origin, time_ns, SAID_EARLY)
        entry = self.close(time_ns, origin, NEXT_BEGAN, picture)
        if turns_in(str(entry.data.get("turn", ""))) < 2:  # else the next driver's turn is over as well
            for one in early:
                self._ledger.append(
                    "declare", one.origin, time_ns, SAID_EARLY, {"text": one.data["text"], "carried": True}
                )
        return entry

    def take_up_again(self, said: Sequence[Entry], stops: Sequence[str], time_ns: int) -> None:
        """Note again what was said and seen of the turn under way, after what it starts from was changed."""
        cause = "it belongs to the turn under way"
        for one in said:
            self._ledger.append("declare", one.origin, time_ns, cause, one.data)
        for observation in stops:
            self._ledger.append("stop", "camera", time_ns, cause, {"observation": observation})
        if stops:
            self.judge_open_turn(time_ns, "person", self._ledger.sight.picture)

    def _append_verdict(
        self,
        verdict: Verdict,
        origin: str,
        time_ns: int,
        cause: str,
        open_turn: bool,
        last: str,
        picture: Picture | None,
    ) -> Entry:
        data = {**verdict_to_json(verdict), "provisional": open_turn, "baseline": last}
        # "Legal so far" needs no proof; anything else, and every turn's end, keeps its pictures.
        needed = not open_turn or verdict.status is not Status.LEGAL
        sight = self._ledger.sight
        pictures = encoded(before=sight.turn_picture, after=picture) if needed else {}
        clip = self._seconds_before(sight.turn_began_ns) if needed else None
        if clip is not None:
            pictures[CLIP] = clip.jpegs
            data["clip_ms"] = list(clip.before_ms)
        entry = self._ledger.append(
            "verdict", origin, time_ns, cause, data, after="" if open_turn else verdict.after, pictures=pictures
        )
        if not open_turn:
            if verdict.status is Status.ILLEGAL and self._ledger.state.mode != "strict":
                data = {"stands": entry.id, "why": "the referee does not insist"}
                self._ledger.append("note", "camera", time_ns, f"verdict {entry.id} stands: {data['why']}", data)
            self._ledger.sight = replace(self._ledger.sight, turn_picture=picture, turn_began_ns=time_ns)
        return entry
