"""Home Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.games.base import Line, Parts, Status
from referee.games.home_racers import actions, book, by_hand, diagram, in_words, position, start, table
from referee.games.home_racers.actions import parse_turn
from referee.games.home_racers.book import CLEARED_UNSEEN
from referee.games.home_racers.geometry import spot_mm
from referee.games.home_racers.hands import HANDS
from referee.games.home_racers.position import DRIVERS, Observation, parse_position, position_text
from referee.games.home_racers.rules import LAPS
from referee.games.home_racers.succession import with_car
from referee.games.home_racers.words import WORDS
from referee.mind.reasoned import Game
from referee.mind.search import Turn, World
from referee.mind.verdict import Ruling
from referee.words.fact import fact

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it


ABOUT = {
    "path-length": "road:*",
    "path-length.laid": "road:*@{spots}",
    "connection.apart": "road:*@{spots}",
    "connection.stray": "road:*@{spots}",
    "move-distance": "car:{who}",
    "move-distance.dice": "die:{who}*",
    "tiles-cleared": "road:*@{spots}",
    **dict.fromkeys(("turns", "lane-changes"), "road:*@{spots}"),
}
"""What lies wrongly when a rule is broken, see `Game.about`."""

INSTEAD = {
    "move-distance.moved": "{moves}",
    "path-length.laid": "road:*@{count2}",
    **dict.fromkeys(("connection.apart", "turns.many", "lane-changes.many"), "{spots2}"),
}
"""What would have been right, see `Game.instead`."""


class HomeRacers(Game):
    """The core rules, for one to four cars."""

    name = "home-racers"
    title = "Home Racers"
    players_allowed = start.PLAYERS
    options = start.OPTIONS
    book = BOOK
    words = WORDS
    hands = HANDS
    only_said = frozenset((LAPS.id,))
    parts = Parts.of(
        *(actions, by_hand, diagram, in_words, position, start, table),
        about=ABOUT,
        instead=lambda before, now, how, said: INSTEAD[how].format_map(said).split("+") if how in INSTEAD else (),
        own={letter: f"car:{letter}" for letter in DRIVERS},
        place=lambda position, name, kit: spot_mm(name),
        start=start.agreed_start,
        drivers=DRIVERS,
        normal_declaration=lambda text, position: in_words.normal_declaration(text, position.racers),
        missing=lambda position, seen: [car for car in seen.missing if car not in position.finished],
    )

    def _line(self, position: str, ruling: Ruling[Any], world: World[Any]) -> Line:
        """A car may go on in any gear that is as well borne out, so that no later turn is faulted for a guess.

        What a legal story leaves open and what a faulty one does are told apart.
        Where words waited for a turn to come, and here they tell of this one, the gear is as they say.
        """
        line, heard = super()._line(position, ruling, world), (world.cost[:2], world.waiting)
        asked = ruling.status is Status.UNDECIDED
        worlds = [one for one in ruling.found.worlds if bool(one.broken) == bool(world.broken)]
        alike = (one.state for one in worlds if asked or (one.cost[:2], one.waiting) == heard)
        return replace(line, after=book.text(world.state, alike))

    def told(self, turns: Sequence[Turn[Any]]) -> str:
        """Turns of which the notation does not tell all: that a path was gone when the next one lay there."""
        if not any(step.deed == CLEARED_UNSEEN for turn in turns for step in turn.steps):
            return ""
        told = []
        for turn in turns:
            written = parse_turn(book.turn_text(turn.driver, turn.steps))
            deeds = [in_words.deed(written), *(step.deed for step in turn.steps if step.deed == CLEARED_UNSEEN)]
            told.append(WORDS.tell(fact("turn", who=written.car), deeds=[WORDS.tell(one) for one in deeds]))
        return WORDS.tell(fact("story"), turns=told)

    def nearest(self, position: str, observation: Observation) -> tuple[tuple[str, str, str], ...]:
        """The legal turns that end nearest to where the car is seen: there are thousands of paths and throws."""
        before = parse_position(position)
        found = in_words.nearest_turns(before, observation) if before.queue else ()
        ends = ((words, end and position_text(with_car(before, before.to_move, end))) for words, end in found)
        return tuple((words, "", after or "") for words, after in ends)
