"""What covers the table, or is not read, may turn a fault into a question, and only where it matters."""

from __future__ import annotations

import pytest
from covered_turns import Covering

from referee.games.base import Game
from referee.games.registry import GAMES

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

TABLES = 60
"""A sample for every run; `tools/covered_turns.py` looks through thousands."""


def test_what_is_not_read_begins_no_turn(game: Game) -> None:
    """Nothing moves on a table at rest, of which each look reads other pieces: no turn begins, nobody is accused."""
    assert [wrong for wrong in Covering(game, 2).resting(TABLES) if wrong] == []
