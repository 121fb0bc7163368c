"""What players say about a turn: declared while it is open, or answered when it is closed already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import Status, Verdict
from referee.games.looking import LOOK_AGAIN, OF_THE_VIEW
from referee.games.words_said import ABOUT_THEM, AFTER, BEFORE, HERE
from referee.match.ledger import Ledger
from referee.match.turns import TurnKeeper
from referee.record.entry import Entry
from referee.record.word import astray
from referee.words.catalogue import told
from referee.words.fact import Fact, fact

LATE = fact("answered-late")
SAID = fact("said-at-table")


class Answers:
    """Declarations and answers."""

    def __init__(self, ledger: Ledger, turns: TurnKeeper) -> None:
        self._ledger, self._turns, self._game = ledger, turns, ledger.game

    def declare(
        self, text: str, time_ns: int, origin: str = "person", cause: Fact = SAID, *, answered: int = 0
    ) -> Entry:
        """Note what a player said about the turn under way, and judge again. Raises NotationError for nonsense.

        What the last closed turn asks, and nobody has answered, is taken as an answer, if it fits there; what is
        `answered`, the entry of a verdict, people have read and mean.
        """
        self._ledger.need_race()
        if text in ABOUT_THEM:
            return self._whose(text, time_ns)
        if text in OF_THE_VIEW:
            return self._seen_again(text, time_ns)
        asked = self._asked_about()
        if asked is not None and offers(asked[1], text):
            return self._answer_late(asked[0], text, time_ns, bool(answered))
        newest = self._ledger.moment().verdict
        so_far = newest is not None and newest[0].data.get("provisional") and offers(newest[1], text)
        data = self._said(text, bool(answered and so_far))
        entry = self._ledger.append("declare", origin, time_ns, cause, data)
        if len(self._ledger.state.stops) > 1:
            self._turns.judge_open_turn(time_ns, origin, self._ledger.sight.picture)
        return entry

    def undeclare(self, time_ns: int) -> Entry:
        """Take the last declaration of the turn under way back."""
        self._ledger.need_race()
        said = [e for e in self._ledger.entries if e.kind == "declare" and e.id not in self._ledger.state.undone]
        if not self._ledger.state.declared or not said:
            raise IllegalAction(told("nothing-was-declared-in-this"))
        undo = self._ledger.undo(said[-1], "person", time_ns, told("declaration-was-taken-back"))
        self._turns.judge_open_turn(time_ns, "person", self._ledger.sight.picture)
        return undo

    def _asked_about(self) -> tuple[Entry, Verdict] | None:
        """The last turn, if it was closed with a question nobody has answered."""
        newest = self._ledger.moment().verdict
        state = self._ledger.state
        if newest is None or newest[1].status is not Status.UNDECIDED or newest[0].data.get("provisional"):
            return None
        return newest if newest[0].id == state.settled and not state.answered(state.settled) else None

    def _answer_late(self, asked: Entry, text: str, time_ns: int, answer: bool) -> Entry:
        """The answer, noted in the turn that it is about."""
        with self._opened_again(asked, time_ns):
            data = self._said(text, answer) if answer else {**self._said(text), "late": True}
            return self._ledger.append("declare", "person", time_ns, SAID, data)

    def _said(self, text: str, answer: bool = False) -> dict[str, Any]:
        normal = self._game.check_declaration(self._ledger.state.position, text)
        return {"text": normal, "answer": True} if answer else {"text": normal}

    @contextmanager
    def _opened_again(self, verdict: Entry, time_ns: int) -> Iterator[None]:
        """Open a closed turn, and close it once something is noted in it; what was seen and said since follows it."""
        stops, said = self._ledger.state.stops[1:], self._ledger.state.said
        self._ledger.undo(verdict, "person", time_ns, LATE)
        yield
        self._turns.close(time_ns, "person", LATE, after_picture=self._ledger.sight.picture)
        self._turns.take_up_again(said, stops, time_ns)

    def _whose(self, answer: str, time_ns: int) -> Entry:
        """Somebody says which turn the words were about that the newest verdict hangs on; that is judged so again.

        Raises IllegalAction when nobody has asked.
        """
        newest = self._ledger.moment().verdict
        if newest is None or not offers(newest[1], answer):
            raise IllegalAction(told("nobody-has-asked-whose-turn"))
        closed = not newest[0].data.get("provisional")
        then, later = self._ledger.state.said, self._ledger.state.stops[1:]
        if closed:
            self._ledger.undo(newest[0], "person", time_ns, LATE)
        words = astray(self._game, self._ledger.state, closed)
        if answer == BEFORE and self._ledger.state.turns:
            entry = self._for_the_turn_before(words, closed, time_ns)
        else:
            entry = self._sorted_out(words, answer, closed, time_ns)
        if closed:
            self._turns.take_up_again(then, later, time_ns)
        return entry

    def _sorted_out(self, words: Sequence[Entry], answer: str, closed: bool, time_ns: int) -> Entry:
        """The words stay here for sure, are for the turn after, or for none."""
        entry = self._taken_away(words, time_ns)
        if answer == HERE:
            entry = self._said_again(words, time_ns)
        if closed or (answer == AFTER and not self._turns.faulty_if_closed()):
            self._turns.close(time_ns, "person", LATE, after_picture=self._ledger.sight.picture)
        elif len(self._ledger.state.stops) > 1:
            self._turns.judge_open_turn(time_ns, "person", self._ledger.sight.picture)
        return self._said_again(words, time_ns) if answer == AFTER else entry

    def _for_the_turn_before(self, words: Sequence[Entry], closed: bool, time_ns: int) -> Entry:
        """Open the turn before again, say the words in it, and go through both turns once more."""
        self._taken_away(words, time_ns)
        said, stops = self._ledger.state.said, self._ledger.state.stops[1:]
        self._ledger.undo(self._ledger.state.turns[-1], "person", time_ns, LATE)
        entry = self._said_again(words, time_ns)
        self._turns.close(time_ns, "person", LATE, after_picture=self._ledger.sight.picture)
        turns = len(self._ledger.state.closers)
        self._turns.take_up_again(said, stops, time_ns)
        if closed and len(self._ledger.state.closers) == turns:
            self._turns.close(time_ns, "person", LATE, after_picture=self._ledger.sight.picture)
        return entry

    def _taken_away(self, words: Sequence[Entry], time_ns: int) -> Entry:
        for one in words:
            self._ledger.undo(one, "person", time_ns, LATE)
        return self._ledger.entries[-1]

    def _said_again(self, words: Sequence[Entry], time_ns: int) -> Entry:
        for one in words:
            self._ledger.append("declare", one.origin, time_ns, LATE, {"text": one.data["text"], "sure": True})
        return self._ledger.entries[-1]

    def _seen_again(self, answer: str, time_ns: int) -> Entry:
        """What was covered is in view now, or stands where it was when it was last seen: the turn is judged so again.

        Raises IllegalAction when nobody has asked, or the table cannot be read now.
        """
        newest = self._ledger.moment().verdict
        if newest is None or not offers(newest[1], answer):
            raise IllegalAction(told("nobody-has-asked-about-anything"))
        closed = not newest[0].data.get("provisional")
        look = self._look_for(answer, self._ledger.state.closers[-1].stops if closed else self._ledger.state.stops)
        if closed:
            with self._opened_again(newest[0], time_ns):
                return self._ledger.append("stop", "person", time_ns, LATE, look)
        entry = self._ledger.append("stop", "person", time_ns, LATE, look)
        self._turns.judge_open_turn(time_ns, "person", self._ledger.sight.picture)
        return entry

    def _look_for(self, answer: str, stops: Sequence[str]) -> dict[str, Any]:
        """The stop that answers: the newest look, or the last one that saw every driver's piece."""
        if answer == LOOK_AGAIN:
            reading = self._ledger.sight.reading
            if reading is None or reading.observation is None:
                raise IllegalAction(told("table-cannot-be-read-now"))
            return {"observation": reading.notation}
        position = self._ledger.state.position
        for index in range(len(stops) - 1, 0, -1):
            if not self._game.out_of_sight(position, self._game.observe(stops[index])):
                break
        else:
            index = 0
        return {"observation": stops[index], "keep": index}


def offers(verdict: Verdict, answer: str) -> bool:
    """Whether a verdict asks something that may be answered so."""
    return any(answer == said for one in verdict.questions for _, said in one.answers)
