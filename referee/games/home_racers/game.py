"""Home Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.games.base import Dice, Line, Status
from referee.games.facade import Parts
from referee.games.hard import HardTurns
from referee.games.home_racers import between, book, hands, standing
from referee.games.home_racers.agreeing import OPTIONS, PLAYERS, terms
from referee.games.home_racers.bench import hard_turns
from referee.games.home_racers.by_hand import handled, with_piece
from referee.games.home_racers.check import start_from, status, unplayable
from referee.games.home_racers.declarations import normal_declaration
from referee.games.home_racers.diagram import diagram
from referee.games.home_racers.in_words import nearest_turns, turn_in_words
from referee.games.home_racers.notation import observation_text, parse_observation
from referee.games.home_racers.observation import DRIVERS, Observation
from referee.games.home_racers.pad import pad
from referee.games.home_racers.play import over, start
from referee.games.home_racers.position import Position, parse_position, position_text
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.rules.race import LAPS
from referee.games.home_racers.succession import with_car
from referee.games.home_racers.table import layout, read
from referee.games.home_racers.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, check_players
from referee.mind.reasoned import Reasoned
from referee.mind.search import World
from referee.mind.verdict import Ruling

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it
HANDS: Any = hands


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
    turn_in_words=turn_in_words,
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
    over=over,
)


class HomeRacers(Reasoned[Position, Observation]):
    """The core rules, for one to four cars."""

    name = "home-racers"
    title = "Home Racers"
    players_allowed = PLAYERS
    options = OPTIONS
    parts = PARTS
    book = BOOK
    words = WORDS
    hands = HANDS
    only_said = frozenset((LAPS.id,))

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """The cars behind the line of the recommended course. Raises NotationError."""
        check_players(self.title, PLAYERS, players)
        on = terms(agreed)
        return position_text(replace(start(players, seed_dice, on["across_mm"]), **on))

    def hard_turns(self, dice: Dice) -> HardTurns:
        """Turns that are hard to explain, by name, for the benchmark."""
        return hard_turns(self, dice)

    def start_from(self, observation: Observation, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return position_text(start_from(observation, players, agreed))

    def _line(self, position: str, ruling: Ruling[Any], world: World[Any]) -> Line:
        """A car may go on in any gear that is as well borne out, so that no later turn is faulted for a guess."""
        line, worlds = super()._line(position, ruling, world), ruling.found.worlds
        alike = (one.state for one in worlds if ruling.status is Status.UNDECIDED or one.cost[:2] == world.cost[:2])
        return replace(line, after=book.text(world.state, alike))

    def nearest(self, position: str, observation: Observation) -> tuple[tuple[str, str], ...]:
        """The legal turns that end nearest to where the car is seen: there are thousands of paths and throws."""
        before = parse_position(position)
        found = nearest_turns(before, observation) if _driver(before) else ()
        return tuple(
            (words, "" if end is None else position_text(with_car(before, before.to_move, end))) for words, end in found
        )

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text, parse_position(position).racers)
