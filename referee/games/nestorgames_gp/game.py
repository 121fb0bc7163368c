"""nestorgames GP as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.games.base import Dice, Line, violation
from referee.games.facade import Parts
from referee.games.fact import parse_word
from referee.games.hard import HardTurns
from referee.games.nestorgames_gp import between, book, hands, standing
from referee.games.nestorgames_gp.agreeing import OPTIONS, PLAYERS, terms
from referee.games.nestorgames_gp.bench import hard_turns
from referee.games.nestorgames_gp.by_hand import handled, with_piece
from referee.games.nestorgames_gp.check import next_from, start_from, status, unplayable
from referee.games.nestorgames_gp.declarations import normal_declaration
from referee.games.nestorgames_gp.diagram import diagram
from referee.games.nestorgames_gp.in_words import turn_in_words
from referee.games.nestorgames_gp.laying import layout
from referee.games.nestorgames_gp.notation import observation_text, parse_observation, parse_position, position_text
from referee.games.nestorgames_gp.observation import CARS, NAMES, Observation
from referee.games.nestorgames_gp.play import next_race, on_a_grid_by_dice, over, season, start
from referee.games.nestorgames_gp.position import Position
from referee.games.nestorgames_gp.reading import read
from referee.games.nestorgames_gp.rules import CHAMPIONSHIP, FASTEST_TURN, QUALIFYING, RULES, TEAMS
from referee.games.nestorgames_gp.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, check_players
from referee.games.season import Season
from referee.mind.reasoned import Reasoned

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it
HANDS: Any = hands


def _driver(position: Position) -> str:
    return NAMES[position.turn] if position.turn else ""


def _parse_observation(text: str) -> Observation:
    return parse_observation(text)


def _out_of_sight(position: Position, seen: Observation) -> dict[str, str]:
    return {NAMES[car]: f"car:{car}" for car in seen.missing if car not in position.finished}


PARTS = Parts(
    rules=RULES,
    parse_position=parse_position,
    position_text=position_text,
    parse_observation=_parse_observation,
    observation_text=observation_text,
    status=status,
    unplayable=unplayable,
    driver=_driver,
    out_of_sight=_out_of_sight,
    turn_in_words=turn_in_words,
    went_on=between.went_on,
    changed=between.changed,
    accept=between.accept,
    handled=handled,
    with_piece=with_piece,
    moved=between.moved,
    what_now=standing.what_now,
    pad=standing.pad,
    layout=layout,
    read=read,
    diagram=diagram,
    over=over,
)


class NestorgamesGP(Reasoned[Position, Observation]):
    """The game for two to eight cars, on any board that is written as data."""

    name = "nestorgames-gp"
    title = "nestorgames GP"
    players_allowed = PLAYERS
    options = OPTIONS
    parts = PARTS
    book = BOOK
    words = WORDS
    hands = HANDS
    says_alone = True  # else a round of turns that nobody saw, dice taken up again, may be what the table shows
    only_said = frozenset(rule.id for rule in (QUALIFYING, FASTEST_TURN, CHAMPIONSHIP, TEAMS))

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """The grid on the recommended board, qualified for by dice. Raises NotationError."""
        check_players(self.title, PLAYERS, players)
        seats = CARS[:players]
        on = terms(agreed, seats)
        waiting = start(on.board, seats, on.switches, seed_dice, on.teams)
        waiting = replace(waiting, championship=on.championship)
        return position_text(waiting if on.qualifying else on_a_grid_by_dice(waiting, seed_dice))

    def hard_turns(self, dice: Dice) -> HardTurns:
        """Turns that are hard to explain, by name, for the benchmark."""
        return hard_turns(self, dice)

    def start_from(self, observation: Observation, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return position_text(start_from(observation, players, agreed))

    def stop(self, state: Any) -> str:
        """What the table shows in a state; cars that have finished stand beside it."""
        return self.visible(book.text(state))

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """The next race of a championship, about to be qualified for."""
        following = next_race(parse_position(position), seed_dice)
        return None if following is None else position_text(following)

    def next_from(self, position: str, observation: Observation) -> str:
        """The next race of a championship as a survey shows it. Raises NotationError with what is wrong."""
        return position_text(next_from(observation, parse_position(position)))

    def season(self, position: str) -> Season | None:
        """The championship as it stands, None for a single race."""
        return season(parse_position(position))

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first; after the race, what was called and is not so."""
        before = parse_position(position)
        if before.turn:
            return super().explain(position, stops, declared, closed)
        words = [parse_word(self.check_declaration(position, text), CARS) for text in declared]
        called = book.called_after(before, words)
        return (Line("", tuple(violation(WORDS, one) for one in called), (), closed, position),)

    def nearest(self, position: str, observation: Observation) -> tuple[tuple[str, str], ...]:
        """The legal turns that end nearest to where the car is seen."""
        before = parse_position(position)
        found = standing.nearest_turns(before, observation)
        return tuple((words, space and position_text(with_piece(before, before.turn, space))) for words, space in found)

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text)
