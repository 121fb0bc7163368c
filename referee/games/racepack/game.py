"""Racepack as a `Game`: every question the judge, the match and the page ask, answered in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markers.kit import Manifest, PlacedPiece
from referee.games.base import Dice, Line, PlayedTurn, Question, Reading, Rule, SceneLike, WhatNow
from referee.games.racepack import between, standing
from referee.games.racepack.asking import pad, questions
from referee.games.racepack.check import position_problems, start_from
from referee.games.racepack.declarations import normal_declaration, parse_declarations
from referee.games.racepack.diagram import diagram
from referee.games.racepack.explain import explain
from referee.games.racepack.faults import FAULTS, faulty_turn
from referee.games.racepack.notation import observation_text, parse_observation
from referee.games.racepack.observation import Observation
from referee.games.racepack.play import legal_turn, over, start
from referee.games.racepack.position import DRIVERS, parse_position, position_text
from referee.games.racepack.rules import RULES
from referee.games.racepack.table import layout, read
from referee.games.racepack.words import nearest_turns, turn_in_words


class Racepack:
    """The base game for two, three and four players."""

    name = "racepack"
    title = "Racepack"

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return RULES

    def start(self, players: int, seed_dice: Dice) -> str:
        """The grid on the recommended track. Raises NotationError for another number of players."""
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
        return explain(before, stops, parse_declarations(declared, before.teams), closed)

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
        """What would have been seen had only the driver to move touched his car."""
        return between.only_mover(parse_position(position), observation)

    def next_turn_began(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether the next driver has begun."""
        return between.next_turn_began(parse_position(position), stops, observation)

    def went_on(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether the car of the turn shown by `stops` has moved once more."""
        return between.went_on(parse_position(position), stops, observation)

    def changed(self, before: Observation, after: Observation) -> bool:
        """Whether two looks differ in something both saw."""
        return between.changed(before, after)

    def accept(self, position: str, observation: Observation) -> str:
        """The position that takes the table as it stands."""
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
        return normal_declaration(text, parse_position(position).teams)

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
