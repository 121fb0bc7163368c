"""The games this referee knows, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.errors import NotationError
from referee.games.base import Game
from referee.games.home_racers.game import HomeRacers
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.racepack.game import Racepack
from referee.games.royal_racers import book as royal_racers
from referee.games.royal_racers.game import RoyalRacers
from referee.games.rulebook import RuleBook

GAMES: Mapping[str, Game] = {
    "racepack": Racepack(),
    "royal-racers": RoyalRacers(),
    "nestorgames-gp": NestorgamesGP(),
    "home-racers": HomeRacers(),
}


def game(name: str) -> Game:
    """The game of this name. Raises NotationError that lists the names."""
    if name not in GAMES:
        raise NotationError(f"there is no game called '{name}'; the games are {', '.join(sorted(GAMES))}.")
    return GAMES[name]


BOOKS: Mapping[str, RuleBook[Any, Any]] = {"royal-racers": cast("RuleBook[Any, Any]", royal_racers)}


def rule_book(name: str) -> RuleBook[Any, Any]:
    """The rule book of the game of this name. Raises NotationError when there is none."""
    law = game(name)
    if name not in BOOKS:
        raise NotationError(f"the legal turns of {law.title} cannot be listed yet; those of {', '.join(BOOKS)} can.")
    return BOOKS[name]
