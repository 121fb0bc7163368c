"""Pieces set by hand on the drawn board: put elsewhere, turned over, turned; dice, tokens, laps and the like set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games import deeds
from referee.match.next_race import NextRace
from referee.record.entry import Entry


class Handling(NextRace):
    """What people do to the drawn board."""

    def place(self, piece: str, space: str, time_ns: int, who: str = "", why: str = "") -> Entry:
        """Set one piece by hand: put it on a space, or do what `Game.handled` offers.

        A turn under way goes on if nothing that can be seen has changed (a token given, a lap counted); else the board
        is taken as it stands. Raises NotationError when the piece cannot be there or that cannot be done with it.
        """
        self._need_race()
        drawn = self._drawn()
        position = self.game.with_piece(drawn, piece, space)
        before = self._state.position
        data = {"piece": piece, "space": space}
        cause = in_words(self._called(drawn, piece), space, self._about(drawn, piece, space))
        if deeds.deed_of(space) is not None and self.game.visible(position) == self.game.visible(drawn):
            return self._set_in_mid_turn(time_ns, cause, self.game.with_piece(before, piece, space), data, who, why)
        if not self.game.changed(self._observed(before), self._observed(position)):
            position = self.game.with_piece(before, piece, space)  # no driver has moved anything: it is the same turn
        if self._camera_disagrees(position):
            cause = f"{cause}; the camera still sees the table otherwise"
        return self._corrected(time_ns, cause, position, data, who, why)

    def _camera_disagrees(self, position: str) -> bool:
        """Whether the newest reading shows something else: people are to lay the table so, or it is seen as a move."""
        seen = None if self.reading is None else self.reading.observation
        return seen is not None and self.game.changed(seen, self._observed(position))

    def _called(self, position: str, piece: str) -> str:
        return next((one.words for one in self.game.handled(position) if one.piece == piece), piece)

    def _about(self, position: str, piece: str, deed: str) -> str:
        found = (dict(one.deeds) for one in self.game.handled(position) if one.piece == piece)
        return next((deeds_of_it.get(deed, "") for deeds_of_it in found), "")

    def _drawn(self) -> str:
        """The position that the page shows: that of the open turn as it stands on the table."""
        if len(self._state.stops) < 2:
            return self._state.position
        return self.game.accept(self._state.position, self.game.observe(self._state.stops[-1]))

    def _observed(self, position: str) -> Any:
        return self.game.observe(self.game.visible(position))

    def _corrected(self, time_ns: int, cause: str, position: str, data: Mapping[str, Any], who: str, why: str) -> Entry:
        data = {**self._baseline(position), **data, **said_by(who, why)}
        return self._append("correct", "person", time_ns, cause, data, after=position)

    def _set_in_mid_turn(
        self, time_ns: int, cause: str, position: str, data: Mapping[str, Any], who: str, why: str
    ) -> Entry:
        """Correct what the turn under way starts from, and take it up again where it was."""
        first, said = self._state.stops[:1], self._state.said
        stops: Sequence[str] = self._state.stops[1:]
        data = {**self._baseline(position), **({"baseline": first[0]} if first else {}), **data, **said_by(who, why)}
        entry = self._append("correct", "person", time_ns, cause, data, after=position)
        self._take_up_again(said, stops, time_ns)
        return entry


def in_words(name: str, space: str, about: str) -> str:
    """What was done to a piece, as the record says it.

    >>> in_words("red", "give:a", "ace")
    'red was given ace by hand'
    """
    kind, value = deeds.deed_of(space) or ("", "")
    done = {
        deeds.FLIP: f"{name} was turned over by hand",
        deeds.TURN: f"{name} was turned by hand",
        deeds.TOWARD: f"{name} was turned by hand",
        deeds.FACE: f"{name} was set to {about} by hand",
        deeds.GIVE: f"{name} was given {about} by hand",
        deeds.TAKE: f"{about} was taken from {name} by hand",
        deeds.OFF: f"{name} was taken off the board by hand",
        deeds.LAPS: f"the line crossings of {name} were set to {value} by hand",
        deeds.DISCS: f"the laps left of {name} were set to {value} by hand",
        deeds.DICE: f"the lost dice of {name} were set to {value} by hand",
        deeds.GEAR: f"{name} was put into gear {value} by hand",
        deeds.FLAGS: f"the flags touched of {name} were set to {value} by hand",
    }
    placed = f"{name} was put on {space} by hand"
    return done.get(kind, placed if any(letter.isalpha() for letter in space) else f"{name} was put elsewhere by hand")


def said_by(who: str, why: str) -> dict[str, str]:
    """Who decided and why, as far as they were given."""
    return {name: text for name, text in (("who", who), ("why", why)) if text}
