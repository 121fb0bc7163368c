"""A car that is not seen: it is told, and what it did unseen is nobody's fault afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.games.problem import pieces_at_fault
from referee.games.registry import GAMES
from referee.match.people_side import PATIENCE_NS

from .conftest import Table

NOT_SEEN = "is not seen: stand it upright"


def racing(table: Table) -> Iterator[PlayedTurn]:
    """Turns of the race before the table, played without a fault."""
    dice, position = Random(7), table.match.state.position
    while True:
        turn = table.game.play(position, dice, None)
        yield turn
        position = turn.after


def car_of(turn: PlayedTurn) -> str:
    """The pawn of the driver of a Racepack turn."""
    return f"pawn:{turn.turn.partition(':')[0]}"


def latest(table: Table) -> tuple[str, str]:
    """Status and turn of the newest verdict."""
    newest = table.match.verdict()
    assert newest is not None
    return newest[1].status.value, newest[1].turn


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_piece_that_is_not_seen_is_named(name: str) -> None:
    """While a car or pawn of the race is not made out, people are told which; when it is seen again, no longer."""
    table = Table(name)
    start = table.game.start(4, Random(1))
    for _ in range(20):
        start = table.game.play(start, Random(2), None).after
    table.show(start)
    table.match.start(4, table.time_ns, start)
    laid = [piece.piece for piece in table.game.layout(start, table.manifest)]
    car = next(piece for piece in laid if piece.startswith(("pawn:", "car:")))
    table.show(start, without=car)
    told = [problem for problem in table.match.problems if NOT_SEEN in problem]
    assert len(told) == 1
    assert pieces_at_fault(told) == {car}
    table.show(start)
    assert table.match.problems == ()


def test_a_last_movement_that_nobody_saw_is_seen_later(table: Table) -> None:
    """The car is covered while it makes its last movement and the turn is said to be done; uncovered it stands there:
    the turn is opened again and legal, and nothing is held against anyone."""
    turns = racing(table)
    first, second = next(turns), next(turns)
    for stop in first.stops[:-1]:
        table.show(stop)
    table.show(first.stops[-1], without=car_of(first))
    table.match.close(table.time_ns)
    for stop in second.stops[:-1]:
        table.show(stop, without=car_of(first))
        assert latest(table)[0] != "ILLEGAL"
    table.show(second.stops[-1])
    status, turn = latest(table)
    assert status != "ILLEGAL"
    assert turn.startswith(first.turn.partition(":")[0])
    table.match.close(table.time_ns)
    assert latest(table)[0] != "ILLEGAL"
    assert table.game.driver(table.match.state.position) == table.game.driver(second.after)


def test_of_two_turns_seen_at_one_look_the_second_may_go_on(table: Table) -> None:
    """The first driver's last movement and the second's first one are seen together: the second driver's next ones
    belong to that turn."""
    turns = racing(table)
    first, second = next(turns), next(turns)
    assert len(second.stops) > 2
    for stop in first.stops[:-1]:
        table.show(stop)
    for stop in second.stops:
        table.show(stop)
        assert latest(table)[0] != "ILLEGAL"
    assert table.match.state.position == second.after
    assert [entry.data["turn"] for entry in table.match.state.turns] == [first.turn, second.turn]


def test_of_two_turns_seen_at_one_look_the_second_drivers_fault_is_his_own(table: Table) -> None:
    """He is named, and the first driver's turn is legal: nothing is left in doubt."""
    turns = racing(table)
    first, second = next(turns), next(turns)
    for stop in (*first.stops[:-1], *second.stops[:-1]):
        table.show(stop)
    table.match.close(table.time_ns)
    closed = [entry.data for entry in table.match.state.turns]
    assert [(one["status"], [broken["rule"] for broken in one["violations"]]) for one in closed] == [
        ("LEGAL", []), ("ILLEGAL", ["racepack/three-movements"]),
    ]  # fmt: skip
    assert not table.match.state.in_doubt


def test_the_button_comes_too_late_for_the_first_of_two_turns(table: Table) -> None:
    """Two turns were seen at one look and the second driver is under way: "done" is refused, for it would end his turn
    too early, and make it a fault."""
    turns = racing(table)
    first, second = next(turns), next(turns)
    for stop in first.stops[:-1]:
        table.show(stop)
    table.match.close(table.time_ns, at_rest=False)
    table.show(second.stops[0])
    assert table.match.state.close_asked is None
    with pytest.raises(IllegalAction, match="has begun"):
        table.match.close(table.time_ns)
    assert latest(table)[0] != "ILLEGAL"


def test_a_turn_closed_before_all_of_it_was_seen_is_opened_again(table: Table) -> None:
    """Somebody insisted on the button while hands were over the table: what is seen afterwards still counts."""
    turns = racing(table)
    first = next(turns)
    for stop in first.stops[:-1]:
        table.show(stop)
    table.match.close(table.time_ns, at_rest=False)
    table.match.close(table.time_ns + PATIENCE_NS, at_rest=False)
    table.show(first.stops[-1])
    assert latest(table) == ("LEGAL", first.turn)
