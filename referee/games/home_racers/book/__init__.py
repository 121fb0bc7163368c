"""Home Racers for the mind: what hands and dice may do next, and what they do wrong.

The floor proposes which path of tiles lies there or may have been laid (`ways`, `trail`); each gear, each number of
fives and sixes and each path that fits is a line of its own, and the mind decides between them.
"""

from referee.games.home_racers.book.driving import asks
from referee.games.home_racers.book.state import (
    Play,
    begin,
    clash,
    driver,
    look_text,
    name,
    near,
    options,
    parse_look,
    players_allowed,
    reach,
    round_length,
    rules,
    settle,
    show,
    shows,
    text,
    title,
    words,
    worlds,
)
from referee.games.home_racers.book.turns import actions, heard, misstated, slips, turn_text

__all__ = [
    "Play",
    "actions",
    "asks",
    "begin",
    "clash",
    "driver",
    "heard",
    "look_text",
    "misstated",
    "name",
    "near",
    "options",
    "parse_look",
    "players_allowed",
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
