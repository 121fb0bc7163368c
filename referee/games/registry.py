"""The games this referee knows, by name: those of this tree, and those that other installed packages bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import installed
from referee.errors import NotationError, SetupError
from referee.games.base import Game
from referee.games.home_racers.game import HomeRacers
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.racepack import book as racepack
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


_RACEPACK: Any = racepack  # a module is no protocol to the type checker; the contract suite checks it
_ROYAL_RACERS: Any = royal_racers
BOOKS: Mapping[str, RuleBook[Any, Any]] = {"racepack": _RACEPACK, "royal-racers": _ROYAL_RACERS}


def game(name: str) -> Game:
    """The game of this name.

    Raises NotationError that lists the names, or SetupError when a package brings one that cannot be used.
    """
    if name in GAMES:
        return GAMES[name]
    whole: Game = _whole(name, Game)
    return whole


def rule_book(name: str) -> RuleBook[Any, Any]:
    """The rule book of the game of this name. Raises NotationError when there is none, and as `game` does."""
    if name in BOOKS:
        return BOOKS[name]
    if name in GAMES:
        raise NotationError(f"the legal turns of {GAMES[name].title} cannot be listed yet.")
    book: RuleBook[Any, Any] = _whole(name, RuleBook)
    return book


def names() -> tuple[str, ...]:
    """The games of this tree, then those of other packages; a package cannot take the name of one of ours."""
    return (*GAMES, *(name for name in installed.names(installed.GAMES) if name not in GAMES))


def _whole(name: str, wanted: type) -> Any:
    """What another package gives under a name, if it has all members that are wanted."""
    if name not in installed.names(installed.GAMES):
        raise NotationError(f"there is no game called '{name}'; the games are {', '.join(sorted(names()))}.")
    found = installed.load(installed.GAMES, name)
    lacking = [member for member in vars(wanted) if not member.startswith("_") and not hasattr(found, member)]
    if lacking:
        raise SetupError(f"the game '{name}' is not whole: it lacks {', '.join(lacking)}.")
    return found
