"""Pieces set by hand on the drawn board: put elsewhere, turned over, turned; dice, tokens, laps and the like set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import NotationError
from referee.games import deeds
from referee.games.base import Line
from referee.games.believed import Believed, all_of
from referee.match.ledger import Ledger, said_by
from referee.match.put_back import to_put_back
from referee.match.turns import TurnKeeper
from referee.record.entry import Entry
from referee.record.verdict_json import line_to_dict
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
            cause = told("table-was-taken-as-it")
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

        A turn under way goes on if nothing that can be seen has changed (a token given, a lap counted); else the board
        is taken as it stands. Raises NotationError when the piece cannot be there or that cannot be done with it.
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
            return self._corrected(time_ns, cause, self._game.with_piece(before, piece, space), data, goes_on=True)
        if not self._game.changed(self._observed(before), self._observed(position)):
            position = self._game.with_piece(before, piece, space)  # no driver has moved anything: it is the same turn
        if self._camera_disagrees(position):
            cause = told("camera-sees-otherwise", text=cause)
        return self._corrected(time_ns, cause, position, data)

    def _corrected(
        self, time_ns: int, cause: str, position: str, data: Mapping[str, Any], goes_on: bool = False
    ) -> Entry:
        """Set what the turn under way starts from; a turn that `goes_on` is taken up again where it was."""
        state = self._ledger.state
        first = {"baseline": state.stops[0]} if goes_on and state.stops else {}
        worlds = [Line("", (), (), True, one.position, owed=one.owed) for one in all_of(position)]
        lines = {"lines": [line_to_dict(one) for one in worlds]} if len(worlds) > 1 else {}
        data = {**self._ledger.baseline(position), **first, **data, **lines}
        entry = self._ledger.append("correct", "person", time_ns, cause, data, after=str(position))
        if goes_on:
            self._turns.take_up_again(state.said, state.stops[1:], time_ns)
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
