"""The camera's side of the match: a settled scene comes in, stops and verdicts come out."""

from __future__ import annotations

from typing import Any

from referee.games.base import Game, Reading, Status
from referee.games.problem import Problem
from referee.judge.verdict import judge, turns_in
from referee.match.ledger import Picture
from referee.match.turns import NEXT_BEGAN, SAID_DONE, USED_UP, Turns
from referee.record.entry import Entry
from referee.record.fold import Closed
from referee.record.word import looked_so
from referee.vision.scene import SettledScene

SEEN_WHOLE = "the table lies as it did when the turn began"
"""Why a look takes the place of the one with which a turn began: it shows more of the same."""


class CameraSide(Turns):
    """What the table shows, turned into entries."""

    def feed(self, settled: SettledScene, picture: Picture) -> tuple[Entry, ...]:
        """Take a settled scene in; returns the entries it led to (none when nothing changed).

        `picture` gives the scene as JPEG, kept as evidence beside verdicts. Raises RecordError when an entry could not
        be stored: nothing of it is then shown.
        """
        self._looked_at = settled
        reading = self.game.read(settled.scene, self.manifest, self._state.position or None)
        self.reading = reading
        self.problems = (*settled.scene.problems, *reading.problems, *self._out_of_sight(reading))
        before_this = self._last_picture
        self._last_picture = picture
        self._turn_picture = self._turn_picture or picture
        if self.phase != "race" or reading.observation is None or self._state.paused:
            return ()
        first = len(self._entries)
        self._see(reading.observation, settled.last_time_ns, picture, before_this)
        self._close_as_asked(settled.last_time_ns, picture)
        return tuple(self._entries[first:])

    def _close_as_asked(self, time_ns: int, picture: Picture) -> None:
        """The table lies still: close the turn that was said to be done before the camera had seen all of it."""
        asked = self._state.close_asked
        if asked is None:
            return
        if self._nothing_moved() or self._turns_seen_at_once() > 1:
            moved = len(self._state.stops) > 1
            cause = "the next driver has begun already" if moved else "nothing has moved: the turn goes on"
            self._append("undo", "camera", time_ns, cause, {"entry": asked.id})
        elif self._said_before_it_began(asked) and self._faulty_if_closed():
            cause = "it was said before anything had moved, perhaps for the turn before: the turn goes on"
            self._append("undo", "camera", time_ns, cause, {"entry": asked.id})
        else:
            self._close(time_ns, "person", SAID_DONE, after_picture=picture)

    def _said_before_it_began(self, asked: Entry) -> bool:
        """Whether nothing of the open turn had been seen when it was said to be done."""
        begun = self._state.closers[-1].entry.id if self._state.closers else self._state.started
        between = [entry for entry in self._entries if begun < entry.id < asked.id]
        return not any(entry.kind == "stop" and entry.cause != SEEN_WHOLE for entry in between)

    def _see(self, observation: Any, time_ns: int, picture: Picture, before_this: Picture | None) -> None:
        game, state = self.game, self._state
        # Through text and back, so that a replay of the record judges exactly what was judged here.
        text = game.observation_notation(observation)
        observation = game.observe(text)
        seen = self._observations()
        missed = self._missed_movement(observation)
        if not missed and seen and not self._changed(seen, observation):
            self._doubt = "" if text in state.stops[-1:] else text
            self._make_up(time_ns, picture)
            return
        if not missed and self._lies_as_it_began(seen, observation):
            self._append("stop", "camera", time_ns, SEEN_WHOLE, {"observation": text, "keep": 0})
            self._doubt = ""
            return
        if self._left_unjudged():
            # its own look is past: the stop is judged as the record has it, before anything that came later
            self._judge_open_turn(self._entries[-1].time_ns, "camera", None)
            seen, state = self._observations(), self._state
        back = not missed and self._taken_back_late(observation)
        if missed or back or self._moved_on(observation):
            seen = self._observations()
            state = self._state
        if not (missed or back) and self._next_turn_began(seen, observation):
            self._close(time_ns, "camera", NEXT_BEGAN, after_picture=before_this)
            self._turn_picture = before_this or picture
            seen = self._observations()
        keep = None if game.goes_back(self._state.position, seen, observation) else _taken_back(game, seen, observation)
        data: dict[str, Any] = {"observation": text}
        cause = "the table changed"
        if keep is not None:
            data["keep"] = keep
            cause = "a move was taken back"
        self._append("stop", "camera", time_ns, cause, data)
        self._doubt = ""
        self._judge_open_turn(time_ns, "camera", picture)

    def _changed(self, seen: list[Any], observation: Any) -> bool:
        """Whether the table shows something new: to the last look, or to an earlier one where that one was covered.

        What was covered at the last look, and lies otherwise than it did before that, was moved meanwhile.
        """
        game, last = self.game, seen[-1]
        if game.changed(last, observation):
            return True
        start = game.observe(game.visible(self._state.position))
        return any(game.changed(one, observation) and not game.changed(one, last) for one in (start, *seen[:-1]))

    def _lies_as_it_began(self, seen: list[Any], observation: Any) -> bool:
        """Whether the open turn has not begun and the table shows just its position, though the last look did not.

        A part that was not read then and is read now has not moved.
        """
        start = self.game.observe(self.game.visible(self._state.position))
        return len(seen) == 1 and not self.game.changed(start, observation)

    def _make_up(self, time_ns: int, picture: Picture) -> None:
        """Say what could not be saved when the table changed: the disk was full, or the program ended just then."""
        if self._left_unjudged():
            self._judge_open_turn(time_ns, "camera", picture)

    def _left_unjudged(self) -> bool:
        """Whether the newest stop has no verdict yet; a note, such as that the referee is back, is no verdict."""
        return next((entry.kind for entry in reversed(self._entries) if entry.kind != "note"), "") == "stop"

    def _next_turn_began(self, seen: list[Any], observation: Any) -> bool:
        """Whether the open turn is over because the next driver has begun.

        A driver who cannot move has nothing to show first. When two turns were seen at one look, the second driver has
        begun already: he may go on with his own turn.
        """
        game, state = self.game, self._state
        if len(seen) < 2 and not game.has_no_move(state.position):
            return False
        if not game.next_turn_began(state.position, seen, observation):
            return False
        so_far = self._turns_seen_at_once()
        if so_far < 2:
            return True
        goes_on = judge(game, state.position, [*seen, observation], state.declared, closed=False)
        return goes_on.status is Status.ILLEGAL or turns_in(goes_on.turn) != so_far

    def _taken_back_late(self, observation: Any) -> bool:
        """Reopen a turn that its driver takes back after it was closed, by itself or by his word.

        A fault that was called stands, also when what was done is put back.
        """
        closed = self._state.closers[-1] if self._state.closers else None
        if closed is None or len(self._state.stops) > 1 or closed.entry.cause not in (USED_UP, SAID_DONE):
            return False
        if self._state.status(closed.entry) == Status.ILLEGAL.value or not looked_so(self.game, closed, observation):
            return False
        if self.game.goes_back(self._state.position, self._observations(), observation):
            return False  # as when the next driver's dice fall as the last ones lay
        self._reopen(closed, "a turn that was over was taken back: it is open again")
        return True

    def _moved_on(self, observation: Any) -> bool:
        """Reopen a turn that closed by itself when the same driver goes on: then it was not over.

        Without this a fourth movement would be held against the next driver, who has done nothing. So it is with a turn
        that was said to be done before anything had moved in it: somebody meant the turn before.
        """
        closed = self._state.closers[-1] if self._state.closers else None
        if closed is None:
            return False
        if closed.entry.cause == SAID_DONE and len(closed.stops) < 2:
            return self._passed_by_mistake(closed, observation)
        return closed.entry.cause == USED_UP and len(self._state.stops) < 2 and self._reopened(closed, observation)

    def _passed_by_mistake(self, closed: Closed, observation: Any) -> bool:
        """Reopen a turn in which nothing had moved, and go on in it, when its driver moves and the next has not."""
        state, seen = self._state, self._observations()
        if self.game.went_on(state.position, seen[:1], observation) or not self._reopened(closed, observation):
            return False
        self._take_up_again(state.said, state.stops[1:], self._entries[-1].time_ns)
        return True

    def _missed_movement(self, observation: Any) -> bool:
        """Reopen a turn at whose end its driver's car was out of sight, when the car is seen again and elsewhere.

        It was moved before its driver said so, or before the next one moved: nobody saw it, so nobody is to blame.
        """
        closed = self._state.closers[-1] if self._state.closers else None
        if closed is None or closed.entry.id != self._unseen_at_close:
            return False
        if closed.entry.data.get("player") in self.game.out_of_sight(closed.entry.before, observation):
            return False
        self._unseen_at_close = 0
        return self._reopened(closed, observation)

    def _reopened(self, closed: Closed, observation: Any) -> bool:
        """Open a turn again if its driver's car stands elsewhere than it was last seen in it; whether that was so."""
        player, before = closed.entry.data.get("player"), closed.entry.before
        position, seen = self._state.position, self._observations()
        if player == self.game.driver(position) and self.game.went_on(position, seen[-1:], observation):
            return False  # last of one round and first of the next: it is this driver's turn again
        stops = [self.game.observe(text) for text in closed.stops]
        stops = [stop for stop in stops if player not in self.game.out_of_sight(before, stop)]
        if not self.game.went_on(before, stops, observation):
            return False
        self._reopen(closed, "the same car moved on: its turn is open again")
        return True

    def _reopen(self, closed: Closed, cause: str) -> None:
        self._append("undo", "camera", self._entries[-1].time_ns, cause, {"entry": closed.entry.id})

    def _out_of_sight(self, reading: Reading) -> tuple[str, ...]:
        """The cars that should be there and are not found, in sentences: until they are, nothing of them is judged."""
        if self.phase != "race" or reading.observation is None:
            return ()
        found = {one.piece for one in reading.pieces}
        unseen = self.game.out_of_sight(self._state.position, reading.observation)
        return tuple(
            Problem(f"{driver}'s piece is not seen: stand it upright, clear of glare and of other things", piece)
            for driver, piece in unseen.items()
            if piece not in found
        )

    def finish(self, time_ns: int, at_rest: bool = True) -> tuple[Entry, ...]:
        """Close the turn under way because the recording ended; a turn that has not begun stays unbegun.

        When it ended while the table was not `at_rest` the turn may have gone on unseen: then no fault is called.
        """
        first = len(self._entries)
        if self.phase == "race" and len(self._state.stops) > 1 and (at_rest or not self._faulty_if_closed()):
            self._close(time_ns, "camera", "the recording ended", after_picture=self._last_picture)
        return tuple(self._entries[first:])


def _taken_back(game: Game, seen: list[Any], observation: Any) -> int | None:
    """How many stops remain when the table went back to an earlier one, or None when it shows something new."""
    for index, earlier in enumerate(seen[:-1]):
        if not game.changed(earlier, observation):
            return index
    return None
