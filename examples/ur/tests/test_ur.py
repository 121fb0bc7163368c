"""The Royal Game of Ur passes the contract."""

from __future__ import annotations

from race_ur import game
from race_ur.kit import DESIGN
from referee.contract import Case, TableContract


class TestUr(TableContract):
    """All promises of a game."""

    case = Case(game, kit=DESIGN)
