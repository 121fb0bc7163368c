"""Another driver's car that nobody sees may stand anywhere: where it stood before bars nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.registry import game
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from tests.by_lot import lot, so_many

PLACES = {"racepack": "cars", "royal-racers": "pawns"}
TURNS, AGO = {"racepack": 24, "royal-racers": 90}, 4


def places(name: str, position: str) -> dict[str, str]:
    """Where each car or pawn stands, by its letter."""
    field = next(part for part in position.split() if part.startswith(f"{PLACES[name]}="))
    return dict(one.split(":", 1) for one in field.partition("=")[2].split(","))


def hidden(game: Game, text: str, car: str) -> Any:
    """What is seen when one car is out of sight."""
    seen = game.observe(game.visible(text))
    if hasattr(seen, "unseen_cars"):
        return replace(seen, cars=tuple(one for one in seen.cars if one[0] != car), unseen_cars=(car,))
    return replace(seen, pawns=tuple(one for one in seen.pawns if one[0] != car), missing=(car,))


def mistaken(name: str) -> Iterator[tuple[PlayedTurn, str, str]]:
    """Legal turns, each with a position that has another car where it stood some turns ago, and that car."""
    law, dice = game(name), Random(3)
    position, before = law.start(4, dice), list[dict[str, str]]()
    for _ in range(TURNS[name]):
        if law.over(position):
            position, before = law.start(4, dice), []
        turn = law.play(position, dice, None)
        now = places(name, turn.before)
        before.append(now)
        for car, place in before[-AGO:][0].items():
            believed = turn.before.replace(f"{car}:{now[car]}", f"{car}:{place}", 1)
            if place != now[car] and car != turn.turn[0] and not law.check_position(believed):
                yield turn, believed, car
        position = turn.after


@pytest.mark.parametrize("name", sorted(PLACES))
def test_a_car_out_of_sight_bars_nobodys_way(name: str) -> None:
    """The record has a car where it no longer is, and it is not seen: no legal turn of the others is called a fault;
    some of them are asked about, for had the car been there they were none."""
    law, found = game(name), list[Status]()
    for turn, believed, car in mistaken(name):
        stops = [hidden(law, text, car) for text in (believed, *turn.stops)]
        found.append(judge(law, believed, stops, turn.declared, closed=True).status)
    assert len(found) > 20
    assert Status.ILLEGAL not in found
    assert Status.UNDECIDED in found


@pytest.mark.by_lot
@pytest.mark.parametrize(("rule", "turns"), [("hazard-place", 8), ("lap-die", 8)])
def test_a_car_out_of_sight_excuses_no_hazard_and_no_lap_die_for_nothing(rule: str, turns: int) -> None:
    """A fault beside the cars, in full view, while another driver's car is not seen: a fault or a question where that
    car is, never legal without a word."""
    law, dice, found = game("racepack"), Random(lot(11)), list[Status]()
    position = law.start(4, dice)
    for _ in range(so_many(turns, 60)):
        turn = law.play(position, dice, f"racepack/{rule}")
        stops = [law.observe(text) for text in turn.stops]
        whole = judge(law, turn.before, stops, turn.declared, closed=True)
        for car in places("racepack", turn.before):
            if whole.status is Status.ILLEGAL and car != turn.turn.partition(":")[0]:
                seen = [*stops[:-1], hidden(law, turn.stops[-1], car)]
                verdict = judge(law, turn.before, seen, turn.declared, closed=True)
                assert verdict.status is not Status.LEGAL, (turn, car)
                assert verdict.questions or verdict.status is Status.ILLEGAL
                found.append(verdict.status)
        position = law.play(turn.before, dice, None).after
        if law.over(position):
            position = law.start(4, dice)
    assert Status.UNDECIDED in found


@pytest.mark.parametrize(("car", "status"), [("M", Status.UNDECIDED), ("C", Status.ILLEGAL), ("S", Status.ILLEGAL)])
def test_a_hazard_turned_early_is_asked_about_while_the_car_that_would_pass_it_next_is_out_of_sight(
    car: str, status: Status
) -> None:
    """Black alone is behind the hazard on a8, and next to drive: out of sight, he may have passed it and turned it.

    The other cars are beyond it, and none of them has a turn before black's: where they are makes it no less early.
    """
    law = game("racepack")
    before = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:b6,C:g10,M:a6,S:c9 hazards=a8-,l7-,m6- lap=3 "
        "die=2:-8:16:105 players=4 under=g10- race=3 round=4 turn=A,M order=C,S,A,M laps=S:1,M:1,C:1,A:1 "
        "tokens=S:2345,M:a2345,C:345,A:a2345"
    )
    moved = before.replace("A:b6", "A:a7")
    rolled = moved.replace("die=2:-8:16:105", "die=4:20:20:195")
    driven = rolled.replace("A:a7", "A:c7")
    spun = driven.replace("die=4:20:20:195", "die=5:8:12:315")
    turned = spun.replace("A:c7", "A:out:c7").replace("a8-", "a8+")
    stops = [law.observe(law.visible(text)) for text in (before, moved, rolled, driven, spun)]
    verdict = judge(law, before, [*stops, hidden(law, turned, car)], ("speed:1=2", "roll=5", "token=no"), closed=True)
    assert verdict.status is status
