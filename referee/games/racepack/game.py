"""Racepack as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Dice, Line
from referee.games.facade import GameInText, Parts
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.racepack import between, standing
from referee.games.racepack.agreeing import OPTIONS, PLAYERS, laps, piecepacks, variants
from referee.games.racepack.asking import pad, questions
from referee.games.racepack.bench import hard_turns
from referee.games.racepack.by_hand import handled, with_piece
from referee.games.racepack.check import piecepacks_of, start_from, status, unplayable
from referee.games.racepack.declarations import need_variant, normal_declaration, parse_declarations
from referee.games.racepack.diagram import diagram
from referee.games.racepack.explain import explain
from referee.games.racepack.faults import FAULTS, faulty_turn
from referee.games.racepack.in_words import nearest_turns, turn_in_words
from referee.games.racepack.missed import missed_turns
from referee.games.racepack.movable import has_no_move
from referee.games.racepack.notation import observation_text
from referee.games.racepack.observation import Observation
from referee.games.racepack.play import legal_turn, over, start
from referee.games.racepack.position import DRIVERS, Position, parse_position, position_text
from referee.games.racepack.rules import RULES
from referee.games.racepack.spaces import need_spaces, observed
from referee.games.racepack.table import layout, read
from referee.games.racepack.table.words import CAR_PIECES
from referee.games.racepack.words import WORDS


def _driver(position: Position) -> str:
    return DRIVERS[position.queue[0]] if position.queue else ""


def _out_of_sight(position: Position, seen: Observation) -> dict[str, str]:
    return {DRIVERS[car]: CAR_PIECES[car] for car in seen.unseen_cars}


PARTS = Parts(
    rules=RULES,
    parse_position=parse_position,
    position_text=position_text,
    parse_observation=observed,
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
    has_no_move=has_no_move,
    over=over,
)


class Racepack(GameInText[Position, Observation]):
    """The game of cars, corners and tokens, with its variants."""

    name = "racepack"
    title = "Racepack"
    players_allowed = PLAYERS
    options = OPTIONS
    parts = PARTS
    words = WORDS

    def sets(self, players: int, agreed: Agreed = NOTHING_AGREED) -> int:
        """How many piecepacks the race takes."""
        return piecepacks(agreed, players)

    def sets_of(self, position: str) -> int:
        """How many piecepacks a position or an observation takes."""
        return piecepacks_of(position)

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """The grid on the recommended track. Raises NotationError for another number of players."""
        return position_text(start(players, seed_dice, laps=laps(agreed), variants=variants(agreed, players)))

    def start_from(self, observation: Observation, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows; the lap die says how many laps. Raises NotationError."""
        return position_text(start_from(observation, players, variants(agreed, players)))

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first.

        Raises NotationError for a look with spaces that this track does not have.
        """
        before = parse_position(position)
        for stop in stops:
            # one with its own track was held against that when it was read
            if stop.circuit is None:
                need_spaces(stop, before.circuit)
        if over(before) or not before.queue:
            return (Line("", (), (), closed, position),)
        return explain(before, stops, parse_declarations(declared, before.teams), closed)

    def missed_turns(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Legal lines of several turns that give what was seen."""
        before = parse_position(position)
        return missed_turns(before, stops, parse_declarations(declared, before.teams), closed)

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        before = parse_position(position)
        normal = normal_declaration(text, before.teams)
        need_variant(normal, before.variants)
        return normal
