"""Home Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.base import Dice, Line
from referee.games.facade import GameInText, Parts
from referee.games.home_racers import between, standing
from referee.games.home_racers.agreeing import OPTIONS, PLAYERS, terms
from referee.games.home_racers.asking import questions
from referee.games.home_racers.bench import hard_turns
from referee.games.home_racers.by_hand import handled, with_piece
from referee.games.home_racers.check import start_from, status, unplayable
from referee.games.home_racers.declarations import normal_declaration, parse_declarations
from referee.games.home_racers.diagram import diagram
from referee.games.home_racers.explain import explain
from referee.games.home_racers.faults import FAULTS, faulty_turn
from referee.games.home_racers.in_words import nearest_turns, turn_in_words
from referee.games.home_racers.missed import missed_turns
from referee.games.home_racers.notation import observation_text, parse_observation
from referee.games.home_racers.observation import DRIVERS, Observation
from referee.games.home_racers.pad import pad
from referee.games.home_racers.play import over, start
from referee.games.home_racers.position import Position, parse_position, position_text
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.staging import legal_turn
from referee.games.home_racers.table import layout, read
from referee.games.home_racers.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, check_players


def _driver(position: Position) -> str:
    return DRIVERS[position.queue[0]] if position.queue else ""


def _out_of_sight(position: Position, seen: Observation) -> dict[str, str]:
    return {DRIVERS[car]: f"car:{car}" for car in seen.missing if car not in position.finished}


PARTS = Parts(
    rules=RULES,
    parse_position=parse_position,
    position_text=position_text,
    parse_observation=parse_observation,
    observation_text=observation_text,
    status=status,
    unplayable=unplayable,
    driver=_driver,
    out_of_sight=_out_of_sight,
    questions=questions,
    nearest_turns=nearest_turns,
    turn_in_words=turn_in_words,
    next_turn_began=between.next_turn_began,
    went_on=between.went_on,
    changed=between.changed,
    accept=between.accept,
    handled=handled,
    with_piece=with_piece,
    moved=between.moved,
    what_now=standing.what_now,
    pad=pad,
    layout=layout,
    read=read,
    diagram=diagram,
    legal_turn=legal_turn,
    faulty_turn=faulty_turn,
    faults=FAULTS,
    hard_turns=hard_turns,
    over=over,
)


class HomeRacers(GameInText[Position, Observation]):
    """The core rules, for one to four cars."""

    name = "home-racers"
    title = "Home Racers"
    players_allowed = PLAYERS
    options = OPTIONS
    parts = PARTS
    words = WORDS

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """The cars behind the line of the recommended course. Raises NotationError."""
        check_players(self.title, PLAYERS, players)
        on = terms(agreed)
        return position_text(replace(start(players, seed_dice, on["across_mm"]), **on))

    def start_from(self, observation: Observation, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return position_text(start_from(observation, players, agreed))

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first."""
        before = parse_position(position)
        if over(before) or not before.queue:
            return (Line("", (), (), closed, position),)
        return explain(before, stops, parse_declarations(declared, before.racers), closed)

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

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text, parse_position(position).racers)
