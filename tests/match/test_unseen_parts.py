"""What was covered at the last look: moved meanwhile, it is new; read as it was, it is not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from referee.games.base import PlayedTurn
from tests.match.conftest import Table


def test_a_car_that_was_covered_when_its_turn_began_is_seen_to_drive(
    table: Table, played: Callable[[str | None], PlayedTurn]
) -> None:
    """The first driver's turn ends while the next one's car is covered, and it has driven when it is seen again: that
    is its turn, although the look before did not show it at all."""
    first = played(None)
    for text in first.declared:
        table.match.declare(text, table.time_ns)
    for stop in first.stops[:-1]:
        table.show(stop)
    second = table.game.play(first.after, Random(7), None)
    covered = f"pawn:{second.turn.partition(':')[0]}"
    table.show(first.stops[-1], without=covered)
    assert table.match.state.position.split(" turn=")[1][0] == second.turn[0]
    assert not table.show(first.stops[-1])  # it stands where it stood
    table.show(first.stops[-1], without=covered)
    table.play(second)
    told = table.match.verdict()
    assert told is not None
    assert told[1].player == second.player
    assert told[1].turn.startswith(second.turn[0])
