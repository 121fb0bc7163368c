"""nestorgames GP as a `Game`: every question the judge, the match and the page ask, answered in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markers.kit import Manifest, PlacedPiece
from referee.errors import IllegalAction, NotationError
from referee.games.base import Dice, Line, PlayedTurn, Question, Reading, Rule, SceneLike, WhatNow
from referee.games.nestorgames_gp import between, standing
from referee.games.nestorgames_gp.actions import turn_in_words
from referee.games.nestorgames_gp.check import position_problems, start_from
from referee.games.nestorgames_gp.declarations import normal_declaration, parse_declarations
from referee.games.nestorgames_gp.diagram import diagram
from referee.games.nestorgames_gp.explain import explain, score_faults
from referee.games.nestorgames_gp.faults import FAULTS, faulty_turn
from referee.games.nestorgames_gp.missed import missed_turns
from referee.games.nestorgames_gp.notation import observation_text, parse_observation, parse_position, position_text
from referee.games.nestorgames_gp.observation import CARS, NAMES, Observation
from referee.games.nestorgames_gp.play import over, start
from referee.games.nestorgames_gp.position import Switches
from referee.games.nestorgames_gp.qualifying import on_the_grid
from referee.games.nestorgames_gp.rules import RULES
from referee.games.nestorgames_gp.staging import legal_turn
from referee.games.nestorgames_gp.table import layout, read

RECOMMENDED_BOARD = "harbour"


class NestorgamesGP:
    """The game for two to eight cars, on any board that is written as data."""

    name = "nestorgames-gp"
    title = "nestorgames GP"

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return RULES

    def start(self, players: int, seed_dice: Dice) -> str:
        """The grid on the recommended board, with the tray. Raises NotationError for a wrong number of players."""
        if not 2 <= players <= len(CARS):
            raise NotationError(f"nestorgames GP is for 2 to {len(CARS)} players, not {players}.")
        seats = CARS[:players]
        waiting = start(RECOMMENDED_BOARD, seats, Switches(items="tray"), seed_dice)
        item = ("rocket", "bomb", "wrench", "turbo", "oil")[seed_dice.randrange(5)]
        return position_text(on_the_grid(waiting, seats[seed_dice.randrange(players)], item))

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
        before, said = parse_position(position), parse_declarations(declared)
        if not before.turn:
            return (Line("", score_faults(before, said), (), closed, position),)
        return explain(before, stops, said, closed)

    def missed_turns(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Legal lines of several turns, up to a round, that lead to what is seen."""
        before = parse_position(position)
        return missed_turns(before, stops, parse_declarations(declared)) if before.turn else ()

    def questions(self, position: str, lines: Sequence[Line]) -> tuple[Question, ...]:
        """What to ask so that these lines become one."""
        return standing.questions(parse_position(position), lines)

    def alternatives(self, position: str, observation: Observation) -> tuple[str, ...]:
        """The nearest legal turns to what was seen."""
        return standing.nearest_turns(parse_position(position), observation)

    def driver(self, position: str) -> str:
        """Who is to move, as called at the table."""
        turn = parse_position(position).turn
        return NAMES[turn] if turn else ""

    def in_words(self, turn: str, complete: bool) -> str:
        """A turn's notation as a part of a sentence."""
        return turn_in_words(turn, complete) if turn else "the race is over"

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
        return standing.pad(parse_position(position))

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text)

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
        """One random turn, with a planted fault if asked for and possible. Raises IllegalAction after the race."""
        before = parse_position(position)
        if not before.turn:
            raise IllegalAction("the race is over: there is no turn to play.")
        if fault is None:
            return legal_turn(before, dice)
        return faulty_turn(before, dice, fault) or legal_turn(before, dice)

    def faults(self) -> tuple[str, ...]:
        """The rule ids that `play` can plant."""
        return FAULTS

    def over(self, position: str) -> str | None:
        """The outcome, or None while the race goes on."""
        return over(parse_position(position))
