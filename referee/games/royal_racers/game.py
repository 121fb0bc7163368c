"""Royal Racers as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from typing import Any

from referee.games.base import OWN, Parts
from referee.games.royal_racers import actions, book, by_hand, diagram, in_words, position, start, table
from referee.games.royal_racers.board import COLOURS, parse_square
from referee.games.royal_racers.hands import HANDS
from referee.games.royal_racers.rules import CAMPAIGN, FLAG_ORDER, instead
from referee.games.royal_racers.table import grid_of
from referee.games.royal_racers.words import WORDS
from referee.mind.reasoned import Game

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


class RoyalRacers(Game):
    """The race for the crown: two to four players, any number of flags, with its variants."""

    name = "royal-racers"
    title = "Royal Racers"
    players_allowed = start.PLAYERS
    options = start.OPTIONS
    book = BOOK
    hands = HANDS
    only_said = frozenset((FLAG_ORDER.id, CAMPAIGN.id))
    words = WORDS
    parts = Parts.of(
        *(actions, by_hand, diagram, in_words, position, start, table),
        about=ABOUT,
        instead=instead,
        own={letter: f"pawn:{letter}" for letter in COLOURS},
        place=lambda position, name, kit: grid_of(kit).middle(parse_square(name)),
        start=start.agreed_start,
        drivers=COLOURS,
        normal_declaration=lambda text, position: in_words.normal_declaration(text, position.seats),
        missing=lambda position, seen: seen.missing,
    )

    @property
    def open_notation(self) -> bool:
        """Not everybody may read it: it names the cards that lie face down."""
        return False

    def advice(self, turn: str) -> str:
        """A legal turn as advice, which gives no card away."""
        return in_words.advice(turn)
