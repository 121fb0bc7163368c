"""How a race begins: the first one, and the next of a championship or campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import IllegalAction, NotationError
from referee.games.believed import unsaid
from referee.games.deeds import Handled
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.season import Season
from referee.match.ledger import Ledger, encoded, lines_of
from referee.record.entry import Entry
from referee.record.header import manifest_sum
from referee.record.races import races
from referee.record.view import view_of
from referee.vision.scene import SettledScene
from referee.words.catalogue import told


@dataclass(frozen=True)
class Ahead:
    """The next race as the table shows it: its start position and what was `seen` of it, or what is still wrong."""

    position: str = ""
    seen: str = ""
    problem: str = ""


Said = Sequence[tuple[str, str]]
"""What people say of what no camera sees: pieces, and what is done to each (`referee.games.deeds`)."""


@dataclass(frozen=True)
class Joining:
    """A race that is under way as the table shows it: of how many players, and what no camera sees of it.

    `problem` is why the table shows none.
    """

    players: int = 0
    unseen: tuple[Handled, ...] = ()
    problem: str = ""


class Starts:
    """The starts of the races that follow each other in one record."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._game = ledger, ledger.game
        self._missing: tuple[tuple[SettledScene | None, tuple[int, ...], Agreed], str] | None = None
        self._joining: tuple[tuple[SettledScene | None, tuple[int, ...], Agreed], Joining] | None = None
        self._ahead: tuple[str, SettledScene | None, Ahead] | None = None

    def start(
        self,
        players: int,
        time_ns: int,
        position: str = "",
        origin: str = "person",
        agreed: Agreed = NOTHING_AGREED,
        said: Said | None = None,
    ) -> Entry:
        """Begin the race from `position`, or from what the newest survey shows and what the table agreed on.

        With what people have `said` of what no camera sees, however little, it is a race that is under way already.

        Raises NotationError with what is wrong when the table is no start position, or nothing can go on from a given
        one; what else is wrong with that is noted once.
        """
        if self._ledger.state.position:
            raise IllegalAction(told("race-is-already-under-way"))
        position = self._checked(position or self._surveyed(players, agreed, said))
        data = {"players": players, **self._ledger.baseline(position)} | ({"agreed": dict(agreed)} if agreed else {})
        data |= {**lines_of(position), **({"unsaid": sorted(unsaid(position))} if said is not None else {})}
        cause = told("race-starts") if said is None else told("race-is-joined")
        start = self._begun(origin, time_ns, cause, data, str(position))
        wrong = self._game.check_position(position)
        if wrong:  # a fault that the table let stand in an earlier part of the race: told once, and play goes on
            cause = told("race-goes-on-although", points=wrong)
            self._ledger.append("note", "camera", time_ns, cause, {"wrong": list(wrong)})
        return start

    def _surveyed(self, players: int, agreed: Agreed, said: Said | None = None) -> str:
        seen = self._ledger.sight.observation
        if seen is None:
            missing = told("no-board-yet")
            raise NotationError(missing)
        if said is None:
            return self._game.start_from(seen, players, agreed)
        return self._game.under_way(seen, players, agreed, said)

    def _checked(self, position: str) -> str:
        hopeless = self._game.unplayable(position)
        if hopeless:
            raise NotationError(told("no-start-position", points=hopeless))
        return position

    def missing(self, players: Sequence[int], agreed: Agreed = NOTHING_AGREED) -> str:
        """Why the table shows no start of a race for any such number of players; "" where one can be started."""
        if self._ledger.moment().phase != "survey":
            return ""
        asked = self._ledger.sight.settled, tuple(players), agreed
        if self._missing is None or self._missing[0] != asked:
            self._missing = asked, self._what_is_missing(players, agreed)
        return self._missing[1]

    def joining(self, players: Sequence[int], agreed: Agreed = NOTHING_AGREED) -> Joining | None:
        """A race that is under way already, as the table shows it; None after the start and where none can be joined.

        Of several numbers of players that which goes with the table is taken.
        """
        if self._ledger.moment().phase != "survey" or not self._game.can_be_joined:
            return None
        asked = self._ledger.sight.settled, tuple(players), agreed
        if self._joining is None or self._joining[0] != asked:
            self._joining = asked, self._joined(players, agreed)
        return self._joining[1]

    def _joined(self, players: Sequence[int], agreed: Agreed) -> Joining:
        why = ""
        for count in players:
            try:
                return Joining(count, self._game.unseen(self._checked(self._surveyed(count, agreed, ()))))
            except NotationError as problem:
                why = str(problem)
        return Joining(problem=why)

    def _what_is_missing(self, players: Sequence[int], agreed: Agreed) -> str:
        why = ""
        for count in players:
            try:
                self._checked(self._surveyed(count, agreed))
            except NotationError as problem:
                why = str(problem)
            else:
                return ""
        return why

    def ahead(self) -> Ahead:
        """What the table shows of the season's next race; nothing while a race is on or when none is to follow."""
        season = self._game.season(self._ledger.state.position) if self._ledger.moment().phase == "over" else None
        if season is None or not season.goes_on:
            return Ahead()
        known, position, settled = self._ahead, self._ledger.state.position, self._ledger.sight.settled
        if known is None or known[0] != position or known[1] is not settled:
            self._ahead = known = (position, settled, self._look_ahead())
        return known[2]

    def _look_ahead(self) -> Ahead:
        """The table read afresh, as before a first race: nothing of the race that is over is expected on it."""
        settled, reading = self._ledger.sight.settled, self._ledger.read(None)
        if settled is None or reading is None:
            return Ahead(problem=told("lay-all-pieces-out"))
        problems = (*settled.scene.problems, *reading.problems)
        if reading.observation is None or problems:
            return Ahead(problem=told("said", sentences=problems) if problems else told("no-board-made-out"))
        try:
            position = self._game.next_from(self._ledger.state.position, reading.observation)
        except NotationError as problem:
            return Ahead(problem=str(problem))
        return Ahead(position, self._game.observation_notation(reading.observation))

    def next_race(self, time_ns: int, position: str = "", origin: str = "person") -> Entry:
        """Begin the season's next race from `position`, or from what the table shows.

        Raises IllegalAction when no race is to follow this one, NotationError when the table shows no start of it.
        """
        season = self._game.season(self._ledger.state.position) if self._ledger.state.position else None
        if season is None:
            raise IllegalAction(told("single-race", title=self._game.title))
        if not season.goes_on:
            over = self._game.over(self._ledger.state.position) is not None
            raise IllegalAction(
                told("season-is-decided", season=season.name) if over else told("this-race-is-not-over")
            )
        ahead = Ahead(position, self._game.visible(position)) if position else self.ahead()
        if not ahead.position:
            raise NotationError(told("no-next-start", problem=ahead.problem))
        return self._begin(season, ahead, time_ns, origin)

    def _begin(self, season: Season, ahead: Ahead, time_ns: int, origin: str) -> Entry:
        wrong = self._game.check_position(ahead.position)
        if wrong:
            raise NotationError(told("no-start-position", points=wrong))
        data = {"players": self._players(), "race": season.race + 1, "baseline": ahead.seen}
        cause = told("season-race-starts", n=season.race + 1, season=season.name)
        return self._begun(origin, time_ns, cause, data, ahead.position)

    def _begun(self, origin: str, time_ns: int, cause: str, data: Mapping[str, Any], position: str) -> Entry:
        """Note a start; the table, read as of this race now, is how its first turn begins."""
        ledger, sight = self._ledger, self._ledger.sight
        reading, picture = ledger.read(position), sight.picture
        if picture is not None and sight.settled is not None and reading is not None:
            picture = replace(picture, view=view_of(sight.settled.scene, reading, ledger.manifest))
        pictures, views = encoded(after=picture)
        version = ledger.manifest.version
        if (
            ledger.store.header.get("kit_version", version) != version
        ):  # found out by the eye after the record was begun
            data = {**data, "kit_version": version, "manifest_sha256": manifest_sum(ledger.manifest)}
        start = ledger.append("start", origin, time_ns, cause, {**data, **views}, after=position, pictures=pictures)
        ledger.sight = replace(sight, doubt="", picture=picture, reading=reading)
        ledger.begin_turn(picture)
        return start

    def _players(self) -> int:
        starts = [entry.data.get("players") for entry in races(self._ledger.entries)[-1] if entry.kind == "start"]
        return starts[-1] if starts and isinstance(starts[-1], int) else 0
