"""Royal Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from typing import Any

from referee.games.base import OWN, Parts
from referee.games.royal_racers import book, by_hand, in_words, start
from referee.games.royal_racers.actions import turn_facts
from referee.games.royal_racers.board import COLOURS, parse_square
from referee.games.royal_racers.diagram import diagram
from referee.games.royal_racers.hands import HANDS
from referee.games.royal_racers.position import Observation, Position, parse_position, position_text
from referee.games.royal_racers.rules import CAMPAIGN, FLAG_ORDER, instead
from referee.games.royal_racers.table import grid_of, layout, read
from referee.games.royal_racers.words import WORDS
from referee.mind.reasoned import Reasoned

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it

CARD, FLAG, OTHER_FLAG = "card:*@{square}", "tile:{who}{rank}", "tile:{who2}{rank}"
ABOUT = {
    "layout": CARD,
    "layout.start": OWN,
    "flag-placement": FLAG,
    **{f"flag-placement.{how}": OTHER_FLAG for how in ("other", "quadrant", "taken", "removed", "shifted")},
    "flag-placement.two": "tile:*@{square}",
    "flag-placement.pawn": OWN,
    **{f"morph.{how}": CARD for how in ("null", "rank", "second")},
    **dict.fromkeys(("flip-fixed", "flip-pawn", "flip-flag", "flip-memory", "flip-any"), CARD),
    "flip-memory.not-back": OWN,
    "campaign": "",
}
"""What lies wrongly when a rule is broken, see `Game.about`."""


class RoyalRacers(Reasoned[Position, Observation]):
    """The race for the crown: two to four players, any number of flags, with its variants."""

    name = "royal-racers"
    title = "Royal Racers"
    players_allowed = start.PLAYERS
    options = start.OPTIONS
    book = BOOK
    hands = HANDS
    only_said = frozenset((FLAG_ORDER.id, CAMPAIGN.id))
    words = WORDS
    parts = Parts(
        about=ABOUT,
        instead=instead,
        own={letter: f"pawn:{letter}" for letter in COLOURS},
        place=lambda position, name, kit: grid_of(kit).middle(parse_square(name)),
        parse_position=parse_position,
        position_text=position_text,
        start=start.agreed_start,
        start_from=start.start_from,
        status=start.status,
        unplayable=start.unplayable,
        driver=lambda position: COLOURS[position.to_move] if position.queue else "",
        turn_in_words=in_words.turn_in_words,
        normal_declaration=lambda text, position: in_words.normal_declaration(text, position.seats),
        went_on=by_hand.went_on,
        out_of_sight=lambda position, seen: {COLOURS[suit]: f"pawn:{suit}" for suit in seen.missing},
        changed=by_hand.changed,
        accept=by_hand.accept,
        may_be=by_hand.may_be,
        unknown=by_hand.unknown,
        handled=by_hand.handled,
        moved=by_hand.moved,
        now=in_words.now,
        standings=in_words.standings,
        pad=in_words.pad,
        layout=layout,
        read=read,
        diagram=diagram,
        over=in_words.over,
        next_race=start.next_race,
        next_from=start.next_from,
        season=in_words.season,
        turn_facts=turn_facts,
    )

    @property
    def open_notation(self) -> bool:
        """Not everybody may read it: it names the cards that lie face down."""
        return False

    def advice(self, turn: str) -> str:
        """A legal turn as advice, which gives no card away."""
        return in_words.advice(turn)
