"""Racepack as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markers.kit import Manifest
from referee.games.base import Line, Parts, Question
from referee.games.believed import Otherwise, all_of, believed
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.racepack import actions, at_turn, book, by_hand, check, diagram, in_words, position, table
from referee.games.racepack.book import used_up
from referee.games.racepack.hands import HANDS
from referee.games.racepack.observation import Observation
from referee.games.racepack.position import DRIVERS, Position, parse_position
from referee.games.racepack.rules import ORDER, TIMER, TRACK, instead
from referee.games.racepack.table.places import CAR_PIECES, square_mm, start_line
from referee.games.racepack.variants import CARS
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point
from referee.mind.reasoned import Game
from referee.mind.search import World
from referee.mind.verdict import Ruling
from referee.words.fact import NO, Fact

ABOUT = {
    "no-bumping.over": "pawn:{who2}",
    **dict.fromkeys(("lane-change", "forward.backwards", "forward.round"), "{own}@{square2}"),
    **dict.fromkeys(("forward.far", "speed-change", "start-speed", "corner-speed"), "{own}@{spots}"),
    **dict.fromkeys(("forward.on", "re-entry.elsewhere", "starting-grid.lane"), "{own}@{square}"),
    "inside-corner-edge": "@{square}/{square2}",
    "hazard-flip": "coin:*@{square}",
    "hazard-place": "coin:*@{square}",
    "hazard-place.moved": "coin:*@{square2}",
    "spare-hazards": "coin:*@{square}",
    "lap-die": "die:S",
}
"""What lies wrongly when a rule is broken, see `Game.about`."""


def _place(position: Position, name: str, kit: Manifest) -> Point | None:
    """The middle of a square, or of the line."""
    return start_line(position.circuit).middle if name == "line" else square_mm(position.circuit, name)


BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it


class Racepack(Game):
    """The game of cars, corners and tokens, with its variants."""

    name = "racepack"
    title = "Racepack"
    players_allowed = check.PLAYERS
    options = check.OPTIONS
    book = BOOK
    words = WORDS
    hands = HANDS
    only_said = frozenset((TRACK.id, ORDER.id))
    confirmed = frozenset((TIMER.id,))
    parts = Parts.of(
        *(actions, at_turn, by_hand, check, diagram, in_words, position, table),
        about=ABOUT,
        instead=instead,
        own=CAR_PIECES,
        place=_place,
        start=check.agreed_start,
        start_from=lambda seen, players, agreed: check.start_from(seen, players, check.variants(agreed, players)),
        drivers=DRIVERS,
        missing=lambda position, seen: seen.unseen_cars,
        timer=lambda position: (position.variants.timer_s, "time=up" if position.variants.timer_s else ""),
    )

    def sets(self, players: int, agreed: Agreed = NOTHING_AGREED) -> int:
        """How many piecepacks the race takes."""
        return check.piecepacks(agreed, players)

    def sets_of(self, position: str) -> int:
        """How many piecepacks a position or an observation takes."""
        return check.piecepacks_of(position)

    def whose(self, position: str) -> str:
        """The teams of two cars."""
        teams = parse_position(position).teams.sets
        pairs = (WORDS.told("pair", who=one, who2=two[0]) for one, *two in teams if two)
        return WORDS.told("teams", teams=tuple(pairs)) if len(teams[0]) > 1 else ""

    def with_piece(self, position: str, piece: str, space: str) -> str:
        """As of every game; a car that is set elsewhere may have made a pit stop before."""
        put = super().with_piece(position, piece, space)
        stopped = by_hand.unknown(parse_position(position), parse_position(put), piece) if piece in CARS else ()
        return believed((*all_of(put), *(Otherwise(self.book.text(one)) for one in stopped)))

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first.

        Raises NotationError for a look with spaces that this track does not have.
        """
        before = self._position(position)
        for stop in stops:
            # one with its own track was held against that when it was read
            if stop.circuit is None:
                check.need_spaces(stop, before.circuit)
        return super().explain(position, stops, declared, closed)

    def next_turn_began(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether a look can only be the next driver's doing, so that the turn shown by the stops is over."""
        if not by_hand.next_turn_began(parse_position(position), stops, observation):
            return False
        now = self._ruling(position, stops, (), closed=False)
        due = bool(now and now.found.worlds and now.found.worlds[0].state.due)
        # the roll that was due may have been made before the next driver moved
        return not (due and by_hand.thrown_anew(stops[-1], observation))

    def _question(self, position: str, driver: str, granted: Sequence[Fact]) -> Question | None:
        """As of every game; tokens against may be anybody's, one's own has to fit, time may run out at any moment."""
        first = granted[0]
        if first.kind == "defence":
            return at_turn.token_question(self.book.worlds(position)[0], str(first.get("by")))
        if first.kind == "time":
            return at_turn.time_question(str(first.get("by")), int(first.get("at")))
        asked = super()._question(position, driver, granted)
        if asked is None or first.kind != "token":
            return asked
        fitting = {NO, *(str(one.get("value")) for one in granted)}
        return Question(asked.text, tuple(one for one in asked.answers if one[1].rpartition("=")[2] in fitting))

    def _answer(self, driver: str, about: Fact, value: str, called: Fact | None) -> tuple[str, str]:
        text, said = super()._answer(driver, about, value, called)
        # that there was none is said of the whole turn
        return (text, f"{about.kind}={NO}") if value == NO else (text, said)

    def _had(self, world: World[Any]) -> int:
        under_way = not world.turns[-1].over and used_up(world.state) is None
        return max(1, len(world.turns) - under_way)

    def _line(self, position: str, ruling: Ruling[Any], world: World[Any]) -> Line:
        line = super()._line(position, ruling, world)
        following = used_up(world.state)
        if following is not None:
            return replace(line, complete=True, after=self.book.text(following))
        # of several turns seen at one look the last may go on
        return line if world.turns[-1].over else replace(line, complete=False, due=at_turn.due_in_words(world.state))

    def nearest(self, position: str, observation: Observation) -> tuple[tuple[str, str, str], ...]:
        """The legal turns without tokens that end nearest to where the car is seen."""
        before = parse_position(position)
        found = at_turn.nearest_turns(before, observation) if self.parts.driver(before) else ()
        return tuple((words, "", "" if after is None else self.book.text(after)) for words, after in found)
