"""The law of a Racepack turn for the mind: what hands and dice may do next, and what they do wrong."""

from referee.games.racepack.book.doing import actions, heard
from referee.games.racepack.book.looks import clash, settle, show, shows
from referee.games.racepack.book.reach import reach
from referee.games.racepack.book.slips import misstated, slips
from referee.games.racepack.book.state import (
    asks,
    begin,
    driver,
    look_text,
    name,
    parse_look,
    round_length,
    rules,
    text,
    title,
    turn_text,
    words,
    worlds,
)

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
