"""What covers the table, or is not read, may turn a fault into a question, and only where it matters."""

from __future__ import annotations

import pytest
from covered_turns import Covering, told

from referee.games.base import Game, Status
from referee.games.registry import GAMES
from tests.by_lot import lot, so_many

pytestmark = [pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES)), pytest.mark.by_lot]

TURNS, TABLES = so_many(12, 120), so_many(3, 80)
"""A sample for every run; `tools/covered_turns.py` looks through thousands."""
SEED = {"racepack": 2, "royal-racers": 3, "nestorgames-gp": 7, "home-racers": 1}
"""So few turns hold, from these on, faults that are seen and patches of every kind."""


def test_a_covered_patch_makes_no_fault_legal_and_nobody_guilty(game: Game) -> None:
    """A patch over faulty turns leads to the fault or a question, over legal ones never to a fault, and far from
    everything that belongs to the turn to the verdict that was said without it."""
    found = list(Covering(game, lot(SEED[game.name])).findings(TURNS))
    assert [told(game, one) for one in found if one.wrong] == []
    plain = [one.verdict.status for one in found if one.kind == "plain"]
    assert plain.count(Status.ILLEGAL) >= TURNS / 10
    assert sum(one.kind == "far" for one in found) > TURNS / 40
    assert any(one.verdict.status is Status.UNDECIDED for one in found if one.kind == "somewhere")


def test_what_is_not_read_begins_no_turn(game: Game) -> None:
    """Nothing moves on a table at rest, of which each look reads other pieces: no turn begins, nobody is accused."""
    assert [wrong for wrong in Covering(game, lot(2)).resting(TABLES) if wrong] == []
