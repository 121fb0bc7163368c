"""The games this referee knows, by name: those of this tree, and those that other installed packages bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee import installed
from referee.errors import NotationError, SetupError
from referee.games.base import TrackDrawing
from referee.games.home_racers.game import HomeRacers
from referee.games.nestorgames_gp import drawn_track as drawn_board
from referee.games.nestorgames_gp.board_file import checked_board
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.racepack import drawn_track
from referee.games.racepack.game import Racepack
from referee.games.royal_racers.game import RoyalRacers
from referee.games.rulebook import RuleBook
from referee.mind.from_book import FromBook
from referee.mind.reasoned import Game
from referee.words.catalogue import told

GAMES: Mapping[str, Game] = {
    "racepack": Racepack(),
    "royal-racers": RoyalRacers(),
    "nestorgames-gp": NestorgamesGP(),
    "home-racers": HomeRacers(),
}


TRACK_DRAWINGS: Mapping[str, TrackDrawing] = {"racepack": drawn_track, "nestorgames-gp": drawn_board}
"""The games whose track or board people may draw."""

BOARD_FILES: Mapping[str, Callable[[str], str]] = {"nestorgames-gp": checked_board}
"""Of games on boards that people may write: from a file to the board as a position has it. Raises NotationError."""


def game(name: str) -> Game:
    """The game of this name.

    Raises NotationError that lists the names, or SetupError when a package brings one that cannot be used.
    """
    if name in GAMES:
        return GAMES[name]
    brought = _brought(name)
    if isinstance(brought, Game):
        return brought
    if not _lacking(brought):
        made = _MADE.get(name)
        if made is None or made.book is not brought:
            made = _MADE[name] = FromBook(brought)
        return made
    raise _not_whole(name, brought)


_MADE: dict[str, FromBook] = {}
"""The games made from rule books, each once: what is asked again and again is kept by game."""


def found(name: str) -> Game | None:
    """The game of this name; None when there is none or its package cannot be used.

    For lists: one broken package keeps nobody from the other games, and `game` says what is wrong with it.
    """
    try:
        return game(name)
    except (NotationError, SetupError):
        return None


def listed() -> tuple[Game, ...]:
    """Every game that can be played here, in the order of `names`."""
    return tuple(law for law in map(found, names()) if law is not None)


def names() -> tuple[str, ...]:
    """The games of this tree, then those of other packages; a package cannot take the name of one of ours."""
    return (*GAMES, *(name for name in installed.names(installed.GAMES) if name not in GAMES))


def _brought(name: str) -> Any:
    """What another package gives under a name."""
    if name not in installed.names(installed.GAMES):
        raise NotationError(told("there-is-no-game-called", text=name, list=sorted(names())))
    return installed.load(installed.GAMES, name)


def _lacking(brought: object) -> list[str]:
    """The members that something lacks to be a rule book."""
    return [member for member in vars(RuleBook) if not member.startswith("_") and not hasattr(brought, member)]


def _not_whole(name: str, brought: object) -> SetupError:
    return SetupError(told("game-is-not-whole-it", text=name, list=_lacking(brought)))
