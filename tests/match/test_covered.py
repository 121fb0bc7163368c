"""A question about something covered has answers: look again, or it stands where it stood."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from random import Random

import pytest

from referee.errors import IllegalAction
from referee.games.base import Status, Verdict
from referee.games.home_racers.position import parse_observation
from referee.games.looking import AS_IT_STOOD, LOOK_AGAIN, OF_THE_VIEW
from referee.record.rejudge import rejudge
from referee.simulator.plain_view import settled

from .conftest import Table
from .test_out_of_sight import car_of, racing


def hidden_at_the_end(table: Table) -> str:
    """A turn whose car goes out of sight after two of three movements, and is said to be done: where it stood then."""
    for turn in racing(table):
        if len(turn.stops) == 3 and not turn.declared and not turn.rolls:
            break
        table.play(turn)
    table.show(turn.stops[0])
    table.show(turn.stops[1])
    table.show(turn.stops[2], without=car_of(turn))
    table.match.close(table.time_ns)
    assert newest(table).status is Status.UNDECIDED
    return turn.stops[2]


def newest(table: Table) -> Verdict:
    """The last word."""
    found = table.match.verdict()
    assert found is not None
    return found[1]


def asked(table: Table) -> list[str]:
    """The answers offered."""
    return [said for one in newest(table).questions for _, said in one.answers]


def test_looked_at_again_the_turn_is_judged_with_what_is_in_view(table: Table) -> None:
    """The car is uncovered in a break, so nothing is judged; asked to look again, the referee finds the turn legal."""
    end = hidden_at_the_end(table)
    assert set(OF_THE_VIEW) <= set(asked(table))
    table.match.pause(True, table.time_ns)
    table.show(end)
    assert newest(table).status is Status.UNDECIDED
    table.match.declare(LOOK_AGAIN, table.time_ns)
    assert newest(table).status is Status.LEGAL
    assert all(one.differences == () for one in rejudge(table.game, table.match.entries))


def test_it_stands_where_it_stood_judges_what_was_seen_last(table: Table) -> None:
    """Two movements were seen, and people say that there was no third: that is one too few."""
    hidden_at_the_end(table)
    table.match.declare(AS_IT_STOOD, table.time_ns)
    assert [fault.rule for fault in newest(table).violations] == ["racepack/three-movements"]


def test_nothing_is_looked_at_again_unasked(table: Table) -> None:
    """The answers mean nothing without the question."""
    with pytest.raises(IllegalAction):
        table.match.declare(LOOK_AGAIN, table.time_ns)


def test_a_floor_that_is_seen_whole_again_answers_by_itself() -> None:
    """Home Racers: a hand lies where a tile of the path lay as the car is moved, and goes: nobody need press anything.

    Once is enough: a look that shows no more leads to nothing.
    """
    table, dice = Table("home-racers"), Random(0)
    start = table.game.start(3, dice)
    table.show(start)
    table.match.start(3, table.time_ns, start)
    turn = table.game.play(start, Random(1), None)
    for text in turn.declared:
        table.match.declare(text, table.time_ns)
    for stop in turn.stops[:-1]:
        table.show(stop)
    end = parse_observation(turn.stops[-1])
    stands = [car.pose.at for _, car in end.cars]
    x_mm, y_mm = next(
        tile.at
        for tile in parse_observation(turn.stops[-2]).tiles
        if min(dist(tile.at, place) for place in stands) > 40.0
    )
    hand = tuple((x_mm + dx_mm, y_mm + dy_mm) for dx_mm, dy_mm in ((-40, -40), (40, -40), (40, 40), (-40, 40)))
    bare = settled(table.game.layout(turn.stops[-1], table.manifest), table.time_ns + 1)
    table.match.feed(replace(bare, scene=replace(bare.scene, covered=(hand,))), lambda: b"a hand")
    assert newest(table).status is Status.UNDECIDED
    table.show(turn.stops[-1])
    assert newest(table).status is Status.LEGAL
    assert table.show(turn.stops[-1]) == ()
    assert all(one.differences == () for one in rejudge(table.game, table.match.entries))


def test_how_a_turn_ended_is_asked_where_two_cars_are_seen_on_one_space() -> None:
    """Black has made his three movements, or two and one more, onto green's space: neither is made out any more."""
    table = Table()
    start = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:b1,C:b7,M:b4,S:out:a7 hazards=f10-,l6-,r1- lap=3 "
        "die=5:-4:12:135 players=4 under=b7- race=3 round=4 turn=M,A order=C,S,M,A laps=S:1,M:1,C:1,A:1 "
        "tokens=S:345,M:a2345,C:a345,A:2345 turned=C"
    )
    table.show(start)
    table.match.start(4, table.time_ns, start)
    table.match.declare("token:2=2", table.time_ns)
    thrown = "die=3:0:8:270"
    for stop in (
        start.replace("M:b4", "M:a5"),
        start.replace("M:b4", "M:a7"),
        start.replace("M:b4", "M:a7").replace("die=5:-4:12:135", thrown),
        start.replace("M:b4", "M:b7").replace("die=5:-4:12:135", thrown),
    ):
        table.show(stop)
    table.match.close(table.time_ns)
    assert newest(table).status is Status.UNDECIDED
    assert set(OF_THE_VIEW) <= set(asked(table))
    table.match.declare(AS_IT_STOOD, table.time_ns)
    assert newest(table).status is Status.LEGAL
    assert all(one.differences == () for one in rejudge(table.game, table.match.entries))
