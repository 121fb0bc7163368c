"""A turn in which nothing need move is over when it is said to be done, though a hand was over the table then."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.games.base import PlayedTurn
from referee.games.registry import game

from .conftest import Table


def stood_still(seed: int) -> Iterator[PlayedTurn]:
    """The turns of a race until somebody has stood still in gear 0."""
    law, dice = game("home-racers"), Random(seed)
    position, turn = law.start(4, dice), None
    while turn is None or "move=0" not in turn.turn:
        turn = law.play(position, dice, None)
        yield turn
        position = turn.after


@pytest.mark.parametrize(
    ("seed", "fault"),
    [
        (11, "home-racers/gear-change"),
        (11, "home-racers/connection"),
        (2, "home-racers/player-order"),
    ],
)
def test_the_next_drivers_fault_is_no_part_of_a_turn_that_was_told_and_done(seed: int, fault: str) -> None:
    """Who said "gear 0" and "turn done" under a hand has stood still; the next driver's fault has its own verdict."""
    table, turns = Table("home-racers"), list(stood_still(seed))
    table.show(turns[0].before)
    table.match.start(4, table.time_ns, turns[0].before)
    for turn in turns:
        table.play(turn)
    assert turns[-1].declared == ("gear=0",)
    table.match.close(table.time_ns, at_rest=False)
    wrong = table.game.play(turns[-1].after, Random(seed), fault)
    assert wrong.truth == fault
    for stop in wrong.stops:
        table.show(stop)
    table.match.close(table.time_ns)
    told = [(one.data["player"], one.data["status"]) for one in table.match.state.turns[-2:]]
    assert told == [(turns[-1].player, "LEGAL"), (wrong.player, "ILLEGAL")]


def test_the_next_drivers_fault_is_no_part_of_a_turn_of_who_could_not_move() -> None:
    """Green has finished, cannot move and has passed under a hand; blue turns a hazard too early."""
    table = Table("racepack")
    start = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:off,C:off,M:q4,S:k8 hazards=a4-,b7-,g9-,l5- lap=4"
        " die=3:0:20:105 players=4 race=3 round=7 turn=C,A order=M,S,C,A laps=S:1,M:1,C:1,A:1"
    )
    table.show(start)
    table.match.start(4, table.time_ns, start)
    table.match.close(table.time_ns, at_rest=False)
    table.show(table.game.visible(start).replace("l5-", "l5+"))
    table.match.close(table.time_ns)
    told = [(one.data["player"], one.data["status"]) for one in table.match.state.turns]
    assert told == [("green", "LEGAL"), ("blue", "ILLEGAL")]
