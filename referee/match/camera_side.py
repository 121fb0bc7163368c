"""The camera's side of the match: a settled scene comes in, stops and verdicts come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.games.base import Reading, Status, Verdict
from referee.games.looking import LOOK_AGAIN, with_look
from referee.games.problem import Problem
from referee.judge.verdict import excuses, judge, turns_in
from referee.match.answers import LATE, offers
from referee.match.ledger import Ledger, Picture, Sight
from referee.match.turns import NEXT_BEGAN, SAID_DONE, USED_UP, TurnKeeper
from referee.record.entry import Entry
from referee.record.facts_json import caused_by
from referee.record.fold import Closed
from referee.record.view import view_of
from referee.record.word import looked_so
from referee.vision.scene import SettledScene
from referee.words.catalogue import told
from referee.words.fact import Fact, fact

SEEN_WHOLE = fact("seen-whole")
"""Why a look takes the place of the one with which a turn began: it shows more of the same."""


MOVED_ON = fact("moved-on")
"""Why a turn that was over is open again."""

DROVE_AGAIN = fact("drove-again")
"""Why a turn that was open again is over."""

PLAYED_ANEW = fact("played-anew")
"""Why what was seen and said of a turn is void: simulated players cannot go on in the middle of one."""


class CameraSide:
    """What the table shows, turned into entries."""

    def __init__(self, ledger: Ledger, turns: TurnKeeper) -> None:
        self._ledger, self._turns, self._game = ledger, turns, ledger.game

    def feed(self, settled: SettledScene, jpeg: Callable[[], bytes]) -> tuple[Entry, ...]:
        """Take a settled scene in; returns the entries it led to (none when nothing changed).

        `jpeg` gives the scene as JPEG, kept as evidence beside verdicts. Raises RecordError when an entry could not
        be stored: nothing of it is then shown.
        """
        ledger, before = self._ledger, self._ledger.sight
        reading = self._game.read(settled.scene, ledger.manifest, ledger.state.position or None)
        picture = Picture(jpeg, view_of(settled.scene, reading, ledger.manifest))
        ledger.sight = replace(
            before,
            settled=settled,
            picture=picture,
            reading=reading,
            problems=(*settled.scene.problems, *reading.problems, *self._out_of_sight(reading)),
            unseen_ns=self._unseen_ns(settled, reading),
        )
        if ledger.turn_picture is None:
            ledger.begin_turn(picture)
        if ledger.moment().phase != "race" or reading.observation is None or ledger.state.paused:
            return ()
        first = len(ledger.entries)
        self._see(reading.observation, settled.last_time_ns, picture, before)
        self._close_as_asked(settled.last_time_ns, picture)
        return tuple(ledger.entries[first:])

    def _unseen_ns(self, settled: SettledScene, reading: Reading) -> int | None:
        """How long nobody has looked since the newest stop; hands over the table and covered cameras see nothing.

        Nobody knows where a driver's piece was out of sight: it may have gone on while the rest lay in view.
        """
        if self._ledger.moment().phase != "race":
            return 0  # the race begins from what is seen now
        before, rested = self._ledger.sight, settled.rested_ns
        known, seen, position = before.unseen_ns, before.observation, self._ledger.state.position
        if known is None or rested is None or reading.observation is None or self._ledger.state.paused:
            return None
        if seen is None or self._game.out_of_sight(position, seen):
            return None
        return known + max(0, settled.first_time_ns - rested)

    def _close_as_asked(self, time_ns: int, picture: Picture) -> None:
        """The table lies still: close the turn that was said to be done before the camera had seen all of it."""
        asked = self._ledger.state.close_asked
        if asked is None:
            return
        if self._turns.nothing_moved() or self._turns.turns_seen_at_once() > 1:
            moved = len(self._ledger.state.stops) > 1
            cause = told("next-driver-has-begun-already") if moved else told("nothing-has-moved-turn-goes")
            self._ledger.undo(asked, "camera", time_ns, cause)
        elif self._said_before_it_began(asked) and self._turns.faulty_if_closed():
            cause = told("said-before-it-began")
            self._ledger.undo(asked, "camera", time_ns, cause)
        else:
            self._turns.close(time_ns, "person", SAID_DONE, after_picture=picture)

    def _said_before_it_began(self, asked: Entry) -> bool:
        """Whether nothing of the open turn had been seen when it was said to be done."""
        between = [entry for entry in self._ledger.entries if self._ledger.state.settled < entry.id < asked.id]
        return not any(entry.kind == "stop" and not caused_by(entry, SEEN_WHOLE) for entry in between)

    def _see(self, observation: Any, time_ns: int, picture: Picture, before: Sight) -> None:
        game, before_this = self._game, before.picture
        # Through text and back, so that a replay of the record judges exactly what was judged here.
        text = game.observation_notation(observation)
        observation = game.observe(text)
        seen = self._ledger.looks()
        missed = self._missed_movement(observation)
        if not missed and seen and not self._changed(seen, observation):
            if self._uncovers_what_is_asked(before):
                self._ledger.append("stop", "camera", time_ns, told("table-changed"), {"observation": text})
            self._doubts("" if text in self._ledger.state.stops[-1:] else text)
            self._make_up(time_ns, picture)
            return
        if not missed and self._lies_as_it_began(seen, observation):
            self._ledger.append("stop", "camera", time_ns, SEEN_WHOLE, {"observation": text, "keep": 0})
            self._doubts("")
            return
        if self._left_unjudged():
            # its own look is past: the stop is judged as the record has it, before anything that came later
            self._turns.judge_open_turn(self._ledger.entries[-1].time_ns, "camera", None)
            seen = self._ledger.looks()
        back = not missed and self._taken_back_late(observation)
        done = not (missed or back) and self._done_before(seen, observation)
        if missed or back or (not done and self._moved_on(observation)):
            seen = self._ledger.looks()
        if not (missed or back or done) and self._drives_again(observation, time_ns, before_this):
            seen = self._ledger.looks()
        keep = game.put_back(seen, observation)
        if keep is not None and not back and game.goes_back(self._ledger.state.position, seen, observation):
            keep = None
        while done or (keep is None and not (missed or back) and self._next_turn_began(seen, observation)):
            origin, why = ("person", SAID_DONE) if done else ("camera", NEXT_BEGAN)
            self._turns.close(time_ns, origin, why, after_picture=before_this)
            keep, done = None, False
            self._ledger.begin_turn(before_this or picture)
            self._turns.judge_open_turn(time_ns, "camera", before_this)
            seen = self._ledger.looks()
            if len(seen) < 2:
                break
        self._begin_where_less_was_seen(before, time_ns)
        cause = told("table-changed") if keep is None else told("move-was-taken-back")
        unseen = self._ledger.sight.unseen_ns if keep is None else None
        data = {"observation": text} | picture.lying | ({} if keep is None else {"keep": keep})
        data |= {} if unseen is None else {"unseen_ns": unseen}
        self._ledger.append("stop", "camera", time_ns, cause, data)
        self._ledger.sight = replace(self._ledger.sight, unseen_ns=0)
        self._doubts("")
        self._turns.judge_open_turn(time_ns, "camera", picture)

    def _begin_where_less_was_seen(self, before: Sight, time_ns: int) -> None:
        """Let the turn that begins now begin with the look before, if something was over the table then.

        What was covered and is seen otherwise now may have been changed before this turn.
        """
        game, stops = self._game, self._ledger.state.stops
        if len(stops) != 1 or before.settled is None or before.observation is None or not before.settled.scene.covered:
            return
        text = game.observation_notation(before.observation)
        if text != stops[0] and not game.changed(game.observe(stops[0]), game.observe(text)):
            known, now = before.unseen_ns, self._ledger.sight.unseen_ns
            data = {"observation": text, "keep": 0} | ({} if known is None else {"unseen_ns": known})
            self._ledger.append("stop", "camera", time_ns, told("something-went-out-sight"), data)
            since = None if known is None or now is None else now - known
            self._ledger.sight = replace(self._ledger.sight, unseen_ns=since)

    def _uncovers_what_is_asked(self, before: Sight) -> bool:
        """Whether the word on what was seen of the open turn asks to look again, and nothing is covered any more."""
        newest, covered = self._ledger.moment().verdict, before.settled is not None and before.settled.scene.covered
        asked = newest is not None and newest[0].data.get("provisional") and offers(newest[1], LOOK_AGAIN)
        now = self._ledger.sight.settled
        return bool(asked and covered and now and not now.scene.covered and len(self._ledger.state.stops) > 1)

    def _doubts(self, look: str) -> None:
        self._ledger.sight = replace(self._ledger.sight, doubt=look)

    def _changed(self, seen: Sequence[Any], observation: Any) -> bool:
        """Whether the table shows something new: to the last look, or to an earlier one where that one was covered.

        What was covered at the last look, and lies otherwise than it did before that, was moved meanwhile.
        """
        game, last = self._game, seen[-1]
        if game.changed(last, observation):
            return True
        position = self._ledger.state.position
        start, player = game.observe(game.visible(position)), game.driver(position)
        if any(game.changed(one, observation) and not game.changed(one, last) for one in (start, *seen[:-1])):
            return True
        return player in game.out_of_sight(position, last) and self._drove_on(player, position, seen, observation)

    def _lies_as_it_began(self, seen: Sequence[Any], observation: Any) -> bool:
        """Whether the open turn has not begun and the table shows just its position, though the last look did not.

        A part that was not read then and is read now has not moved.
        """
        start = self._game.observe(self._game.visible(self._ledger.state.position))
        return len(seen) == 1 and not self._game.changed(start, observation)

    def _make_up(self, time_ns: int, picture: Picture) -> None:
        """Say what could not be saved when the table changed: the disk was full, or the program ended just then."""
        if self._left_unjudged():
            self._turns.judge_open_turn(time_ns, "camera", picture)

    def _left_unjudged(self) -> bool:
        """Whether the newest stop has no verdict yet; a note, such as that the referee is back, is no verdict."""
        return next((entry.kind for entry in reversed(self._ledger.entries) if entry.kind != "note"), "") == "stop"

    def _next_turn_began(self, seen: Sequence[Any], observation: Any) -> bool:
        """Whether the open turn is over because the next driver has begun.

        A driver who cannot move has nothing to show first. When two turns were seen at one look, the second driver has
        begun already: he may go on with his own turn.
        """
        game, state = self._game, self._ledger.state
        if len(seen) < 2 and not game.has_no_move(state.position):
            return False
        if not game.next_turn_began(state.position, seen, observation):
            return False
        so_far = self._turns.turns_seen_at_once()
        if so_far < 2:
            return True
        goes_on = judge(game, state.position, with_look(seen, observation), state.declared, closed=False)
        return goes_on.status is Status.ILLEGAL or turns_in(goes_on.turn) != so_far

    def _done_before(self, seen: Sequence[Any], observation: Any) -> bool:
        """Whether a turn that was said to be done under a hand was over before this look, which is of the next one.

        A word counts from when it was said: the look is of the turn only if that is the better story of both. Nothing
        need have moved in a turn that words tell whole, nor in that of a driver who cannot move.
        """
        game, state = self._game, self._ledger.state
        if state.close_asked is None:
            return False
        ended = judge(game, state.position, seen, state.declared, closed=True)
        whole = state.declared or game.has_no_move(state.position)
        if len(seen) < 2 and not (whole and ended.status is Status.LEGAL):
            return False
        longer = judge(game, state.position, with_look(seen, observation), state.declared, closed=True)
        if longer.status is Status.LEGAL:
            return False
        if longer.status is not Status.ILLEGAL and not excuses(longer):
            return True
        following = judge(game, ended.after, (seen[-1], observation), (), closed=False)
        return _cost(ended, following) <= _cost(longer)

    def _taken_back_late(self, observation: Any) -> bool:
        """Reopen a turn that its driver takes back after it was closed, by itself or by his word.

        A fault that was called stands, also when what was done is put back.
        """
        closed = self._ledger.state.closed
        if closed is None or len(self._ledger.state.stops) > 1 or not caused_by(closed.entry, USED_UP, SAID_DONE):
            return False
        state = self._ledger.state
        if state.status(closed.entry) == Status.ILLEGAL.value or not looked_so(self._game, closed, observation):
            return False
        if self._game.goes_back(state.position, self._ledger.looks(), observation):
            return False  # as when the next driver's dice fall as the last ones lay
        self._reopen(closed, told("closed-turn-was-taken-back"))
        return True

    def _moved_on(self, observation: Any) -> bool:
        """Reopen a turn that closed by itself when the same driver goes on: then it was not over.

        Without this a fourth movement would be held against the next driver, who has done nothing. So it is with a turn
        that was said to be done before anything had moved in it: somebody meant the turn before. What was seen since
        then and is no action of the next turn, such as a die thrown too late, is this driver's as well.
        """
        closed = self._ledger.state.closed
        if closed is None:
            return False
        if caused_by(closed.entry, SAID_DONE, LATE) and len(closed.stops) < 2:
            return self._opened_again(closed, observation)
        if not caused_by(closed.entry, USED_UP):
            return False
        if len(self._ledger.state.stops) < 2:
            return self._reopened(closed, observation)
        return not self._turns.has_begun() and self._opened_again(closed, observation)

    def _opened_again(self, closed: Closed, observation: Any) -> bool:
        """Reopen a turn, with what was seen and said since, when its driver moves and the next has not."""
        state, seen = self._ledger.state, self._ledger.looks()
        if self._game.went_on(state.position, seen[:1], observation) or not self._reopened(closed, observation):
            return False
        self._turns.note_again(state.said, state.stops[1:], self._ledger.entries[-1].time_ns)
        return True

    def _missed_movement(self, observation: Any) -> bool:
        """Reopen a turn at whose end its driver's car was out of sight, when the car is seen again and elsewhere.

        It was moved before its driver said so, or before the next one moved: nobody saw it, so nobody is to blame.
        """
        closed = self._ledger.state.closed
        if closed is None or closed.entry.id != self._ledger.sight.unseen_at_close:
            return False
        if closed.entry.data.get("player") in self._game.out_of_sight(closed.entry.before, observation):
            return False
        self._ledger.sight = replace(self._ledger.sight, unseen_at_close=0)
        return self._reopened(closed, observation)

    def _reopened(self, closed: Closed, observation: Any) -> bool:
        """Open a turn again if its driver's car stands elsewhere than it was last seen in it; whether that was so."""
        player, before = closed.entry.data.get("player"), closed.entry.before
        position, seen = self._ledger.state.position, self._ledger.looks()
        if player == self._game.driver(position) and self._game.went_on(position, seen[-1:], observation):
            return False  # last of one round and first of the next: it is this driver's turn again
        if not self._drove_on(player, before, [self._game.observe(text) for text in closed.stops], observation):
            return False
        self._reopen(closed, MOVED_ON)
        return True

    def _drove_on(self, player: Any, before: str, looks: Sequence[Any], observation: Any) -> bool:
        """Whether a driver's piece stands elsewhere than it was last seen, in these looks or as his turn began."""
        known = (self._game.observe(self._game.visible(before)), *looks)
        seen = [one for one in known if player not in self._game.out_of_sight(before, one)]
        return self._game.went_on(before, seen, observation)

    def _drives_again(self, observation: Any, time_ns: int, picture: Picture | None) -> bool:
        """Close a turn that was opened again where it had ended, when its driver makes a second movement more.

        One more may have been meant for this turn; with the second it is another turn, and out of turn.
        """
        state, looks = self._ledger.state, self._ledger.looks()
        opened = [one for one in self._ledger.entries if one.kind == "undo" and caused_by(one, MOVED_ON)]
        ended = sum(one < int(opened[-1].data["entry"]) for one in state.stop_ids) if opened else 0
        moved = ((looks[:ended], looks[-1]), (looks[-1:], observation)) if ended > 1 else ()
        if not moved or not all(self._game.went_on(state.position, seen, then) for seen, then in moved):
            return False
        if self._game.put_back(looks, observation) is not None:
            return False
        later, words = state.stops[ended:], [one for one in state.said if one.id > state.stop_ids[ended - 1]]
        for word in words:
            self._ledger.undo(word, "camera", time_ns, DROVE_AGAIN)
        data = {"observation": state.stops[ended - 1], "keep": ended - 1}
        self._ledger.append("stop", "camera", time_ns, DROVE_AGAIN, data)
        self._turns.close(time_ns, "camera", DROVE_AGAIN, after_picture=picture)
        for text in later:
            self._ledger.append("stop", "camera", time_ns, DROVE_AGAIN, {"observation": text})
        return True

    def _reopen(self, closed: Closed, cause: str | Fact) -> None:
        self._ledger.undo(closed.entry, "camera", self._ledger.entries[-1].time_ns, cause)

    def begin_anew(self, time_ns: int) -> None:
        """The open turn is played once more from its beginning: what was seen of it and said in it is void."""
        ledger, state = self._ledger, self._ledger.state
        if len(state.stops) < 2:
            return
        for word in state.said:
            ledger.undo(word, "camera", time_ns, PLAYED_ANEW)
        began = {"observation": self._game.visible(state.position), "keep": 0}
        ledger.append("stop", "camera", time_ns, PLAYED_ANEW, began)

    def _out_of_sight(self, reading: Reading) -> tuple[str, ...]:
        """The cars that should be there and are not found, in sentences: until they are, nothing of them is judged."""
        if self._ledger.moment().phase != "race" or reading.observation is None:
            return ()
        found = {one.piece for one in reading.pieces}
        unseen = self._game.out_of_sight(self._ledger.state.position, reading.observation)
        return tuple(
            Problem(told("piece-is-not-seen-stand", who=driver), piece)
            for driver, piece in unseen.items()
            if piece not in found
        )

    def finish(self, time_ns: int, at_rest: bool = True) -> tuple[Entry, ...]:
        """Close the turn under way because the recording ended; one that has not begun, nor was passed, stays unbegun.

        When it ended while the table was not `at_rest` the turn may have gone on unseen: then no fault is called.
        """
        ledger, first = self._ledger, len(self._ledger.entries)
        done = ledger.state.close_asked is not None and not self._turns.nothing_moved()
        under_way = ledger.moment().phase == "race" and (len(ledger.state.stops) > 1 or done)
        # what is a question while its driver may go on is no fault because the recording does not
        told_surely = at_rest and not self._turns.is_asked_about()
        if under_way and (told_surely or not self._turns.faulty_if_closed()):
            self._turns.close(time_ns, "camera", told("recording-ended"), after_picture=ledger.sight.picture)
        return tuple(ledger.entries[first:])


def _cost(*told: Verdict) -> tuple[int, int]:
    """How many rules the best stories of some turns break, and how many things they take for granted."""
    best = [verdict.lines[0] for verdict in told]
    return sum(len(line.violations) for line in best), sum(len(line.assumes) for line in best)
