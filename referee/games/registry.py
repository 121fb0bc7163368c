"""The games this referee knows, by name."""

from __future__ import annotations

from collections.abc import Mapping

from referee.errors import NotationError
from referee.games.base import Game
from referee.games.home_racers.game import HomeRacers
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.racepack.game import Racepack
from referee.games.royal_racers.game import RoyalRacers

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
