"""What players say about a turn: declared while it is open, or answered when it is closed already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import Status, Verdict
from referee.games.looking import LOOK_AGAIN, OF_THE_VIEW
from referee.games.words_said import ABOUT_THEM, AFTER, BEFORE, HERE
from referee.match.camera_side import CameraSide
from referee.record.entry import Entry
from referee.record.word import astray

LATE = "a question about it was answered"


class Answers(CameraSide):
    """Declarations and answers."""

    def declare(self, text: str, time_ns: int, origin: str = "person", cause: str = "said at the table") -> Entry:
        """Note what a player said about the turn under way, and judge again. Raises NotationError for nonsense.

        An answer to the question that the last closed turn left open belongs to that turn.
        """
        self._need_race()
        if text in ABOUT_THEM:
            return self._whose(text, time_ns)
        if text in OF_THE_VIEW:
            return self._seen_again(text, time_ns)
        asked = self._asked_about()
        if asked is not None and _offers(asked[1], text):
            return self._answer_late(asked[0], text, time_ns)
        normal = self.game.check_declaration(self._state.position, text)
        entry = self._append("declare", origin, time_ns, cause, {"text": normal})
        if len(self._state.stops) > 1:
            self._judge_open_turn(time_ns, origin, self._last_picture)
        return entry

    def undeclare(self, time_ns: int) -> Entry:
        """Take the last declaration of the turn under way back."""
        self._need_race()
        said = [e for e in self._entries if e.kind == "declare" and e.id not in self._state.undone]
        if not self._state.declared or not said:
            raise IllegalAction("nothing was declared in this turn")
        undo = self._append("undo", "person", time_ns, "a declaration was taken back", {"entry": said[-1].id})
        self._judge_open_turn(time_ns, "person", self._last_picture)
        return undo

    def _asked_about(self) -> tuple[Entry, Verdict] | None:
        """The last turn, if it was closed with a question nobody has answered."""
        newest = self.verdict()
        if newest is None or newest[1].status is not Status.UNDECIDED or newest[0].data.get("provisional"):
            return None
        closers = self._state.closers
        return newest if closers and closers[-1].entry.id == newest[0].id else None

    def _answer_late(self, asked: Entry, text: str, time_ns: int) -> Entry:
        """Open the turn again, note the answer, close it again; what was seen and said since then follows it."""
        stops, said = self._state.stops[1:], self._state.said
        self._append("undo", "person", time_ns, LATE, {"entry": asked.id})
        normal = self.game.check_declaration(self._state.position, text)
        entry = self._append("declare", "person", time_ns, "said at the table", {"text": normal})
        self._close(time_ns, "person", LATE, after_picture=self._last_picture)
        self._take_up_again(said, stops, time_ns)
        return entry

    def _whose(self, answer: str, time_ns: int) -> Entry:
        """Somebody says which turn the words were about that the newest verdict hangs on; that is judged so again.

        Raises IllegalAction when nobody has asked.
        """
        newest = self.verdict()
        if newest is None or not _offers(newest[1], answer):
            raise IllegalAction("nobody has asked whose turn was meant")
        closed = not newest[0].data.get("provisional")
        then, later = self._state.said, self._state.stops[1:]
        if closed:
            self._append("undo", "person", time_ns, LATE, {"entry": newest[0].id})
        words = astray(self.game, self._state, closed)
        if answer == BEFORE and self._state.turns:
            entry = self._for_the_turn_before(words, closed, time_ns)
        else:
            entry = self._sorted_out(words, answer, closed, time_ns)
        if closed:
            self._take_up_again(then, later, time_ns)
        return entry

    def _sorted_out(self, words: Sequence[Entry], answer: str, closed: bool, time_ns: int) -> Entry:
        """The words stay here for sure, are for the turn after, or for none."""
        entry = self._taken_away(words, time_ns)
        if answer == HERE:
            entry = self._said_again(words, time_ns)
        if closed or (answer == AFTER and not self._faulty_if_closed()):
            self._close(time_ns, "person", LATE, after_picture=self._last_picture)
        elif len(self._state.stops) > 1:
            self._judge_open_turn(time_ns, "person", self._last_picture)
        return self._said_again(words, time_ns) if answer == AFTER else entry

    def _for_the_turn_before(self, words: Sequence[Entry], closed: bool, time_ns: int) -> Entry:
        """Open the turn before again, say the words in it, and go through both turns once more."""
        self._taken_away(words, time_ns)
        said, stops = self._state.said, self._state.stops[1:]
        self._append("undo", "person", time_ns, LATE, {"entry": self._state.turns[-1].id})
        entry = self._said_again(words, time_ns)
        self._close(time_ns, "person", LATE, after_picture=self._last_picture)
        turns = len(self._state.closers)
        self._take_up_again(said, stops, time_ns)
        if closed and len(self._state.closers) == turns:
            self._close(time_ns, "person", LATE, after_picture=self._last_picture)
        return entry

    def _taken_away(self, words: Sequence[Entry], time_ns: int) -> Entry:
        for one in words:
            self._append("undo", "person", time_ns, LATE, {"entry": one.id})
        return self._entries[-1]

    def _said_again(self, words: Sequence[Entry], time_ns: int) -> Entry:
        for one in words:
            self._append("declare", one.origin, time_ns, LATE, {"text": one.data["text"], "sure": True})
        return self._entries[-1]

    def _seen_again(self, answer: str, time_ns: int) -> Entry:
        """What was covered is in view now, or stands where it was when it was last seen: the turn is judged so again.

        Raises IllegalAction when nobody has asked, or the table cannot be read now.
        """
        newest = self.verdict()
        if newest is None or not _offers(newest[1], answer):
            raise IllegalAction("nobody has asked about anything that is covered")
        closed = not newest[0].data.get("provisional")
        look = self._look_for(answer, self._state.closers[-1].stops if closed else self._state.stops)
        said, later = self._state.said, self._state.stops[1:]
        if closed:
            self._append("undo", "person", time_ns, LATE, {"entry": newest[0].id})
        entry = self._append("stop", "person", time_ns, LATE, look)
        if not closed:
            self._judge_open_turn(time_ns, "person", self._last_picture)
            return entry
        self._close(time_ns, "person", LATE, after_picture=self._last_picture)
        self._take_up_again(said, later, time_ns)
        return entry

    def _look_for(self, answer: str, stops: Sequence[str]) -> dict[str, Any]:
        """The stop that answers: the newest look, or the last one that saw every driver's piece."""
        if answer == LOOK_AGAIN:
            if self.reading is None or self.reading.observation is None:
                raise IllegalAction("the table cannot be read now: clear the view of it")
            return {"observation": self.reading.notation}
        position = self._state.position
        for index in range(len(stops) - 1, 0, -1):
            if not self.game.out_of_sight(position, self.game.observe(stops[index])):
                break
        else:
            index = 0
        return {"observation": stops[index], "keep": index}


def _offers(verdict: Verdict, answer: str) -> bool:
    """Whether a verdict asks something that may be answered so."""
    return any(answer == said for one in verdict.questions for _, said in one.answers)
