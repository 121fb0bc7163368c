"""Royal Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from typing import Any

from referee.games.base import Dice
from referee.games.facade import Parts
from referee.games.hard import HardTurns
from referee.games.options import NOTHING_AGREED, Agreed, check_players
from referee.games.royal_racers import between, book, play, standing
from referee.games.royal_racers.agreeing import OPTIONS, PLAYERS, terms
from referee.games.royal_racers.asking import pad
from referee.games.royal_racers.bench import hard_turns
from referee.games.royal_racers.board import COLOURS
from referee.games.royal_racers.by_hand import handled, with_piece
from referee.games.royal_racers.check import next_from, start_from, status, unplayable
from referee.games.royal_racers.declarations import normal_declaration
from referee.games.royal_racers.diagram import diagram
from referee.games.royal_racers.in_words import advice, turn_in_words
from referee.games.royal_racers.notation import observation_text, parse_observation
from referee.games.royal_racers.observation import Observation
from referee.games.royal_racers.play import next_race, over, start
from referee.games.royal_racers.position import Position, parse_position, position_text
from referee.games.royal_racers.rules import RULES
from referee.games.royal_racers.rules.race import CAMPAIGN, FLAG_ORDER
from referee.games.royal_racers.season import season
from referee.games.royal_racers.table import layout, read
from referee.games.royal_racers.words import WORDS
from referee.games.season import Season
from referee.mind.reasoned import Reasoned

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it
HANDS: Any = play


def _driver(position: Position) -> str:
    return COLOURS[position.queue[0]] if position.queue else ""


def _out_of_sight(position: Position, seen: Observation) -> dict[str, str]:
    return {COLOURS[suit]: f"pawn:{suit}" for suit in seen.missing}


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


class RoyalRacers(Reasoned[Position, Observation]):
    """The race for the crown: two to four players, any number of flags, with its variants."""

    name = "royal-racers"
    title = "Royal Racers"
    players_allowed = PLAYERS
    options = OPTIONS
    parts = PARTS
    book = BOOK
    hands = HANDS
    only_said = frozenset((FLAG_ORDER.id, CAMPAIGN.id))
    words = WORDS

    @property
    def open_notation(self) -> bool:
        """Not everybody may read it: it names the cards that lie face down."""
        return False

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """A shuffled board before the first flag is placed. Raises NotationError."""
        check_players(self.title, PLAYERS, players)
        on = terms(agreed)
        return position_text(start(players, seed_dice, on.ranks, on.variants, on.races))

    def start_from(self, observation: Observation, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return position_text(start_from(observation, players, agreed))

    def hard_turns(self, dice: Dice) -> HardTurns:
        """Turns that are hard to explain, by name, for the benchmark."""
        return hard_turns(self, dice)

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """The next race of a campaign on a newly shuffled board."""
        before = parse_position(position)
        going_on = before.winner and before.race < before.races
        return position_text(next_race(before, seed_dice)) if going_on else None

    def next_from(self, position: str, observation: Observation) -> str:
        """The next race of a campaign as a survey shows it. Raises NotationError with what is wrong."""
        return position_text(next_from(observation, parse_position(position)))

    def season(self, position: str) -> Season | None:
        """The campaign as it stands, None for a single race."""
        return season(parse_position(position))

    def advice(self, turn: str) -> str:
        """A legal turn as advice, which gives no card away."""
        return advice(turn)

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return normal_declaration(text, parse_position(position).seats)
