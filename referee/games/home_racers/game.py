"""Home Racers as a `Game`: every question the judge, the match and the page ask, answered in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.base import Dice, Line, PlayedTurn, Question, Reading, Rule, SceneLike, WhatNow
from referee.games.home_racers import between, standing
from referee.games.home_racers.asking import pad, questions
from referee.games.home_racers.check import position_problems, start_from
from referee.games.home_racers.declarations import normal_declaration, parse_declarations
from referee.games.home_racers.diagram import diagram
from referee.games.home_racers.explain import explain
from referee.games.home_racers.faults import FAULTS, faulty_turn
from referee.games.home_racers.missed import missed_turns
from referee.games.home_racers.notation import observation_text, parse_observation
from referee.games.home_racers.observation import DRIVERS, Observation
from referee.games.home_racers.play import over, start
from referee.games.home_racers.position import parse_position, position_text
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.staging import legal_turn
from referee.games.home_racers.table import layout, read
from referee.games.home_racers.words import nearest_turns, turn_in_words


class HomeRacers:
    """The core rules, for one to four cars."""

    name = "home-racers"
    title = "Home Racers"

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return RULES

    def start(self, players: int, seed_dice: Dice) -> str:
        """The cars behind the line of the recommended course. Raises NotationError for another number of players."""
        if players not in (1, 2, 3, 4):
            raise NotationError(f"Home Racers is for 1 to 4 players, not {players}.")
        return position_text(start(players, seed_dice))

    def start_from(self, observation: Observation, players: int) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return position_text(start_from(observation, players))

    def check_position(self, position: str) -> tuple[str, ...]:
        """What is wrong with a position, in sentences."""
        return position_problems(parse_position(position))

    def visible(self, position: str) -> str:
        """What a camera can see of a position (or of an observation)."""
        return observation_text(self.observe(position))

    def observe(self, text: str) -> Observation:
        """The observation object of visible notation or a position."""
        return parse_observation(text)

    def observation_notation(self, observation: Observation) -> str:
        """The text of an observation."""
        return observation_text(observation)

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first."""
        before = parse_position(position)
        if over(before) or not before.queue:
            return (Line("", (), (), closed, position),)
        return explain(before, stops, parse_declarations(declared, before.racers), closed)

    def questions(self, position: str, lines: Sequence[Line]) -> tuple[Question, ...]:
        """What to ask so that these lines become one."""
        return questions(parse_position(position), lines)

    def alternatives(self, position: str, observation: Observation) -> tuple[str, ...]:
        """The nearest legal turns to what was seen."""
        before = parse_position(position)
        return nearest_turns(before, observation) if before.queue else ()

    def driver(self, position: str) -> str:
        """Who is to move, as called at the table."""
        queue = parse_position(position).queue
        return DRIVERS[queue[0]] if queue else ""

    def in_words(self, turn: str, complete: bool) -> str:
        """A turn's notation as a part of a sentence."""
        return turn_in_words(turn, complete) if turn else "the race is over"

    def only_mover(self, position: str, observation: Observation) -> Observation:
        """What would have been seen had only the driver to move touched the floor."""
        before = parse_position(position)
        return between.only_mover(before, observation) if before.queue else observation

    def missed_turns(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Legal lines of several turns that give what was seen, also over the end of a round."""
        before = parse_position(position)
        if over(before) or not before.queue:
            return ()
        return missed_turns(before, stops, parse_declarations(declared, before.racers), closed)

    def next_turn_began(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether the next driver has begun."""
        return between.next_turn_began(parse_position(position), stops, observation)

    def changed(self, before: Observation, after: Observation) -> bool:
        """Whether two looks differ in something both saw."""
        return between.changed(before, after)

    def went_on(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether the car of the turn shown by `stops` has moved once more."""
        before = parse_position(position)
        return bool(before.queue) and between.went_on(before, stops, observation)

    def accept(self, position: str, observation: Observation) -> str:
        """The position that takes the floor as it stands."""
        return position_text(between.accept(parse_position(position), observation))

    def moved(self, before: str, after: str) -> Mapping[str, Any]:
        """Marks that show the move between two positions."""
        return between.moved(parse_position(before), parse_position(after))

    def what_now(self, position: str) -> WhatNow:
        """Whose turn it is and how the race stands."""
        return standing.what_now(parse_position(position))

    def declarations(self, position: str) -> tuple[Question, ...]:
        """What may be said now."""
        before = parse_position(position)
        return pad(before) if before.queue else ()

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text, parse_position(position).racers)

    def layout(self, position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """Where every piece lies for a position."""
        return layout(position, manifest)

    def read(self, scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
        """What a scene shows."""
        return read(scene, manifest, expected)

    def diagram(self, position: str, marks: Mapping[str, Any]) -> str:
        """The position as SVG."""
        return diagram(position, marks)

    def play(self, position: str, dice: Dice, fault: str | None) -> PlayedTurn:
        """One random turn, with a planted fault if asked for and possible."""
        before = parse_position(position)
        if fault is None:
            return legal_turn(before, dice)
        return faulty_turn(before, dice, fault) or legal_turn(before, dice)

    def faults(self) -> tuple[str, ...]:
        """The rule ids that `play` can plant."""
        return FAULTS

    def over(self, position: str) -> str | None:
        """The outcome, or None while the race goes on."""
        return over(parse_position(position))
