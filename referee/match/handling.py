"""Pieces set by hand on the drawn board: put elsewhere, turned over, turned; dice, tokens, laps and the like set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.errors import NotationError
from referee.games import deeds
from referee.games.base import Status
from referee.games.believed import Believed
from referee.games.deeds import Handled
from referee.games.words_said import Spoken
from referee.judge.verdict import judge
from referee.match.ledger import Ledger, lines_of, said_by
from referee.match.turns import TurnKeeper
from referee.record.entry import Entry
from referee.record.put_back import to_put_back
from referee.words.catalogue import told


class Handling:
    """What people do to the drawn board, and the position they set."""

    def __init__(self, ledger: Ledger, turns: TurnKeeper) -> None:
        self._ledger, self._turns, self._game = ledger, turns, ledger.game

    def correct(self, time_ns: int, position: str = "", who: str = "", why: str = "") -> Entry:
        """Set the position right: to `position`, or to what stands on the table when none is given."""
        self._ledger.need_race()
        taken = not position
        if taken:
            if self._ledger.sight.observation is None:
                raise NotationError(told("table-cannot-be-taken"))
            position = self._game.accept(self._ledger.state.position, self._ledger.sight.observation)
            cause = self._ending(told("table-was-taken-as-it"), position)
        else:
            cause = told("position-was-corrected")
            before = self._game.check_position(self._ledger.state.position)
            wrong = [words for words in self._game.check_position(position) if words not in before]
            if wrong:
                raise NotationError(told("this-position-cannot-be", points=wrong))
        # Taking the table as it stands makes nothing surer that cannot be seen of it.
        state = self._ledger.state
        in_doubt = state.in_doubt or isinstance(state.position, Believed)
        # while a race is paused no look is noted
        moved = len(state.stops) > 1 or self._game.changed(self._observed(state.position), self._observed(position))
        unsure = {"guessed": True} if moved else {"unsure": True} if in_doubt else {}
        return self._corrected(time_ns, cause, position, {**(unsure if taken else {}), **said_by(who, why)})

    def place(self, piece: str, space: str, time_ns: int, who: str = "", why: str = "") -> Entry:
        """Set one piece by hand: put it on a space, or do what `Game.handled` offers.

        A turn under way goes on: what was only counted or given is so since its beginning, a piece that nobody has
        moved in it lay there all the while, and one that was moved has come there. Where that is no legal way the board
        is taken as it stands, for people have the last word. Raises NotationError when the piece cannot be there or
        that cannot be done with it.
        """
        self._ledger.need_race()
        drawn = self._drawn()
        position = self._game.with_piece(drawn, piece, space)
        before = self._ledger.state.position
        data = {"piece": piece, "space": space, **said_by(who, why)}
        hands = next((one for one in self._game.handled(drawn) if one.piece == piece), None)
        name, about = (piece, "") if hands is None else (hands.words, hands.offered.get(space, ""))
        cause = in_words(name, space, about)
        if deeds.deed_of(space) is not None and self._game.visible(position) == self._game.visible(drawn):
            stops = self._ledger.state.stops
            return self._corrected(time_ns, cause, self._game.with_piece(before, piece, space), data, stops)
        if self._camera_disagrees(position):
            cause = told("camera-sees-otherwise", text=cause)
        if drawn == before:  # no turn is under way, or its looks are void
            return self._corrected(time_ns, cause, position, data)
        start = before if self._was_moved(piece, hands, drawn) else self._game.with_piece(before, piece, space)
        stops = (self._game.visible(start), self._game.visible(position))
        if not self._accuses(start, stops):
            return self._corrected(time_ns, cause, start, data, stops)
        return self._corrected(time_ns, self._ending(cause, position), position, {**data, "guessed": True})

    def _ending(self, cause: str, position: str) -> str:
        """What was done, and that the turn under way is over with it where another driver is next."""
        state = self._ledger.state
        driver, following = (self._game.what_now(one).player for one in (state.position, position))
        over = following != driver and len(state.stops) > 1
        return told("ends-turn", text=cause) if over else cause

    def _was_moved(self, piece: str, hands: Handled | None, drawn: str) -> bool:
        """Whether a piece lies elsewhere than when the turn under way began."""
        before = self._ledger.state.position
        try:
            laid = self._game.with_piece(before, piece, hands.at) if hands is not None and hands.at else before
        except NotationError:  # it was not there
            return True
        return self._game.changed(self._observed(before), self._observed(laid))

    def _accuses(self, start: str, stops: Sequence[str]) -> bool:
        """Whether a turn that was seen so breaks a rule, though as it was seen before it broke none."""
        so_far = self._ledger.state.provisional
        if so_far is not None and so_far.data["status"] == Status.ILLEGAL.value:
            return False
        said = [Spoken(text, 1) for text in self._ledger.state.declared]
        seen = [self._game.observe(text) for text in stops]
        return judge(self._game, start, seen, said, closed=False).status is Status.ILLEGAL

    def _corrected(
        self, time_ns: int, cause: str, position: str, data: Mapping[str, Any], stops: Sequence[str] | None = None
    ) -> Entry:
        """Set what the turn under way starts from; one with `stops` goes on as if it had been seen so."""
        state = self._ledger.state
        first = {"baseline": stops[0]} if stops else {}
        seen = self._ledger.baseline(position)
        data = {**seen, **({"seen": seen["baseline"]} if stops else {}), **first, **data, **lines_of(position)}
        entry = self._ledger.append("correct", "person", time_ns, cause, data, after=str(position))
        if stops is not None:
            self._turns.take_up_again(state.said, stops[1:], time_ns)
        return entry

    def _camera_disagrees(self, position: str) -> bool:
        """Whether the newest reading shows something else: people are to lay the table so, or it is seen as a move."""
        seen = self._ledger.sight.observation
        return seen is not None and self._game.changed(seen, self._observed(position))

    def _drawn(self) -> str:
        """The position that the page shows: that of the open turn as it stands on the table, unless it was undone."""
        state = self._ledger.state
        if len(state.stops) < 2 or to_put_back(self._game, state):
            return state.position
        return self._game.accept(state.position, self._game.observe(state.stops[-1]))

    def _observed(self, position: str) -> Any:
        return self._game.observe(self._game.visible(position))


def in_words(name: str, space: str, about: str) -> str:
    """What was done to a piece, as the record says it.

    >>> in_words("red", "give:a", "ace")
    'red was given ace by hand'
    """
    put = "put" if any(letter.isalpha() for letter in space) else "put-elsewhere"
    kind, value = deeds.deed_of(space) or (put, space)
    return told("by-hand", how=kind, piece=name, value=about or value)
