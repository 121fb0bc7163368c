"""The law of a Racepack turn for the mind: what hands and dice may do next, and what they do wrong."""

from referee.games.racepack.book.doing import actions, heard
from referee.games.racepack.book.slips import misstated, slips
from referee.games.racepack.book.state import (
    asks,
    begin,
    clash,
    driver,
    look_text,
    parse_look,
    round_length,
    settle,
    show,
    shows,
    text,
    turn_text,
    worlds,
)
from referee.games.racepack.book.ways import reach
from referee.games.racepack.rules import RULES
from referee.games.racepack.words import WORDS

name, title, rules, words = "racepack", "Racepack", RULES, WORDS

__all__ = [
    "actions",
    "asks",
    "begin",
    "clash",
    "driver",
    "heard",
    "look_text",
    "misstated",
    "name",
    "parse_look",
    "reach",
    "round_length",
    "rules",
    "settle",
    "show",
    "shows",
    "slips",
    "text",
    "title",
    "turn_text",
    "words",
    "worlds",
]
