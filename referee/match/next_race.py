"""From one race of a championship or campaign to the next: what the table shows of it, and its start."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import IllegalAction, NotationError
from referee.games.season import Season
from referee.match.answers import Answers
from referee.match.ledger import encoded
from referee.record.entry import Entry
from referee.record.races import races
from referee.vision.scene import SettledScene


@dataclass(frozen=True)
class Ahead:
    """The next race as the table shows it: its start position and what was `seen` of it, or what is still wrong."""

    position: str = ""
    seen: str = ""
    problem: str = ""


NOT_LOOKED_YET = "lay all pieces out anew; the table has not been looked at since this race ended."


class NextRace(Answers):
    """Races that follow each other in one record."""

    def ahead(self) -> Ahead:
        """What the table shows of the season's next race; nothing while a race is on or when none is to follow."""
        season = self.game.season(self._state.position) if self.phase == "over" else None
        if season is None or not season.goes_on:
            return Ahead()
        known = self._ahead
        if known is None or known[0] != self._state.position or known[1] is not self._looked_at:
            self._ahead = known = (self._state.position, self._looked_at, self._look_ahead())
        return known[2]

    _ahead: tuple[str, SettledScene | None, Ahead] | None = None

    def _look_ahead(self) -> Ahead:
        """The table read afresh, as before a first race: nothing of the race that is over is expected on it."""
        if self._looked_at is None:
            return Ahead(problem=NOT_LOOKED_YET)
        reading = self.game.read(self._looked_at.scene, self.manifest, None)
        problems = (*self._looked_at.scene.problems, *reading.problems)
        if reading.observation is None or problems:
            return Ahead(problem=" ".join(problems) or "no board can be made out")
        try:
            position = self.game.next_from(self._state.position, reading.observation)
        except NotationError as problem:
            return Ahead(problem=str(problem))
        return Ahead(position, self.game.observation_notation(reading.observation))

    def next_race(self, time_ns: int, position: str = "", origin: str = "person") -> Entry:
        """Begin the season's next race from `position`, or from what the table shows.

        Raises IllegalAction when no race is to follow this one, NotationError when the table shows no start of it.
        """
        season = self.game.season(self._state.position) if self._state.position else None
        if season is None:
            raise IllegalAction(f"this is a single race of {self.game.title}; start a new one instead")
        if not season.goes_on:
            over = self.phase == "over"
            raise IllegalAction(f"the {season.name} is decided" if over else "this race is not over yet")
        ahead = Ahead(position, self.game.visible(position)) if position else self.ahead()
        if not ahead.position:
            raise NotationError(f"this is no start of the next race: {ahead.problem}")
        return self._begin(season, ahead, time_ns, origin)

    def _begin(self, season: Season, ahead: Ahead, time_ns: int, origin: str) -> Entry:
        wrong = self.game.check_position(ahead.position)
        if wrong:
            raise NotationError(f"this is not a position to start from: {'; '.join(wrong)}")
        data = {"players": self._players(), "race": season.race + 1, "baseline": ahead.seen}
        cause = f"race {season.race + 1} of the {season.name} starts"
        pictures = encoded(after=self._last_picture)
        entry = self._append("start", origin, time_ns, cause, data, after=ahead.position, pictures=pictures)
        self._doubt, self._turn_picture = "", self._last_picture
        if self._looked_at is not None:
            self.reading = self.game.read(self._looked_at.scene, self.manifest, ahead.position)
        return entry

    def _players(self) -> int:
        starts = [entry.data.get("players") for entry in races(self._entries)[-1] if entry.kind == "start"]
        return starts[-1] if starts and isinstance(starts[-1], int) else 0
