"""What no turns lead to is told before it is searched for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.racepack import book
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_place
from referee.games.racepack.state import OUT
from referee.judge import judge
from tests.games.racepack.conftest import TRACK

WHOLE_ROUND = 4


@pytest.mark.parametrize(
    "seen",
    [{"lap": "2"}, {"hazards": "d10+"}, {"hazards": "d10-,e9-"}, {"hazards": "none"}],
    ids=["lap die", "hazard turned", "hazard laid", "hazard gone"],
)
def test_a_table_that_no_round_leaves_so_is_out_of_reach(
    seen: dict[str, str], position: Callable[..., str], look: Callable[..., str]
) -> None:
    """The lap die is turned when the line is crossed, a hazard when the last car has passed it, and none is moved."""
    before = position(hazards="d10-")
    (state,) = book.worlds(before)
    assert not book.reach(state, book.parse_look(look(before, cars="S:f2", **seen)), WHOLE_ROUND)
    assert book.reach(state, book.parse_look(look(before, cars="S:f2")), 1)


@pytest.mark.parametrize(
    ("car", "left", "right"),
    [("g2", "c2", "d2"), ("c2", "b3", "b2"), ("e2", "b2", "c2"), ("d2", "out:k9", "out:a1")],
    ids=["too fast", "across an inside edge", "into a corner too fast", "beside another corner"],
)
def test_what_the_last_movement_cannot_be_is_out_of_reach(
    car: str, left: str, right: str, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """After a movement of speed 2, and with no token left, a car comes no further than at speed 3, by the rules."""
    before = position(cars=f"S:{car}")
    (state,) = book.worlds(before)
    last = replace(state, used=2, speeds=1 << 2, hand="")
    assert not book.reach(last, book.parse_look(look(before, cars=f"S:{left}")), 1)
    assert book.reach(last, book.parse_look(look(before, cars=f"S:{right}")), 1)


@pytest.mark.parametrize(
    ("stands", "more", "left", "right"),
    [
        ("d2", {"used": 3, "stopped": True}, "c2", "d2"),
        ("f2", {"used": 1, "stopped": True}, "e2", "f2"),
        ("out:a1", {"used": 1, "stopped": True}, "a2", "out:a1"),
        ("b2", {"used": 1, "due": OUT}, "b3", "out:a1"),
        ("d2", {"used": 3, "stopped": True}, "off", "d2"),
        ("h2", {"used": 3, "stopped": True, "crossings": 4}, "g2", "off"),
    ],
    ids=["three movements", "a hazard", "spun out", "a 5 was rolled", "not finished", "finished"],
)
def test_whose_turn_is_over_comes_no_further(
    stands: str, more: dict[str, Any], left: str, right: str, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """Three movements made, a hazard hit, or spun out: red drives no further in this turn, and only who has crossed
    the line for the last time is taken off the track."""
    before = position()
    (state,) = book.worlds(before)
    over = replace(state, place=parse_place(stands), **more)
    assert not book.reach(over, book.parse_look(look(before, cars=f"S:{left}")), 1)
    assert book.reach(over, book.parse_look(look(before, cars=f"S:{right}")), 1)


def test_one_slip_moves_one_car_out_of_turn(position: Callable[..., str], look: Callable[..., str]) -> None:
    """While it is red's turn, black drives out of turn by one slip, black and green by no fewer than two."""
    before = position()
    (state,) = book.worlds(before)
    assert book.near(state, book.parse_look(look(before, cars="M:q4")), 1, 1)
    assert not book.near(state, book.parse_look(look(before, cars="M:q4,C:r5")), 1, 1)


@pytest.mark.parametrize("timer", ["30", ""], ids=["with a move timer", "without"])
def test_another_turn_takes_others_who_may_have_stood_still(
    timer: str, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """Red's next turn comes after everybody else's: who stands where he stood had one only if time ran out."""
    before = position(turn="S", timer=timer)
    (state,) = book.worlds(before)
    assert book.may_be_later(state.position, book.parse_look(look(before, cars="S:a6"))) is bool(timer)


@pytest.mark.parametrize("others", ["M:d2", ""], ids=["seen elsewhere", "not seen"])
def test_a_second_turn_is_asked_about_where_no_other_car_was_seen_to_stand_still(
    others: str, position: Callable[..., str], game: Racepack
) -> None:
    """Red came further than one turn leads, and what the others did meanwhile lies under a hand: nobody is accused."""
    before = position(cars="S:g2,M:h2,C:h1,A:i2", turn="S,M,C,A", hazards="none")
    hidden = "C,A" if others else "M,C,A"
    cars = ",".join(filter(None, ("S:b8", others)))
    look = f"{TRACK} cars={cars} missing={hidden} hazards=none lap=3 die=n:0:0:0 unseen=c1,c2,d1,e1,e2,f1,f2"
    found = judge(game, before, [game.observe(look)], (), closed=True)
    assert found.status is Status.UNDECIDED
    assert "two turns" in found.questions[0].text


@pytest.mark.parametrize(
    ("stood", "seen", "status"),
    [
        ("M:b2,C:c1,A:b1", "C:c1", Status.UNDECIDED),
        ("M:b2,C:c1,A:d1", "C:c1,A:d1", Status.ILLEGAL),
        ("M:b2,C:e1,A:b1", "C:e1", Status.ILLEGAL),
    ],
    ids=["both ways were blocked", "one way was free", "both ways were free"],
)
def test_who_stands_in_sight_may_have_had_his_turn_if_he_was_held_up(
    stood: str, seen: str, status: Status, position: Callable[..., str], game: Racepack
) -> None:
    """Red came further than one turn leads; green stands where it stood, and who stood before it lies under a hand."""
    before = position(cars=f"S:g2,{stood}", turn="S,C,M,A", hazards="none")
    hidden = ",".join(car for car in "MA" if car not in seen)
    look = f"{TRACK} cars=S:b8,{seen} missing={hidden} hazards=none lap=3 die=n:0:0:0 unseen=a1,a2,b1,b2,b3,b4"
    assert judge(game, before, [game.observe(look)], (), closed=True).status is status


ON_THE_WAY = ("S:f2,M:e1", "S:d2,M:e1")
"""Red is seen on its way into the corner, which it enters at speed 2; black may follow."""
HIDDEN = "missing=M unseen=a1,b1,c1,d1,e1"


def _seen(cars: str, die: str = "5:60:20:90", more: str = "") -> str:
    return f"{TRACK} cars={cars},C:n1,A:n2 hazards=none lap=3 die={die} {more}".rstrip()


@pytest.mark.parametrize("held", ["a", ""], ids=["others hold tokens", "nobody else holds one"])
@pytest.mark.parametrize(
    "later",
    [
        [_seen("M:out:a1,S:b2")],
        [_seen("S:b2", more=HIDDEN)],
        [_seen("S:b2", more=HIDDEN), _seen("M:out:a1,S:b2")],
    ],
    ids=["spun out", "hidden", "hidden, then spun out"],
)
def test_a_5_may_have_been_rolled_for_another_car_that_is_hidden_or_elsewhere(
    later: list[str], held: str, position: Callable[..., str], game: Racepack
) -> None:
    """Red's roll was missed, and the 5 was black's: whether anybody saw black spin out or not, nobody is accused."""
    tokens = f"S:a,M:{held},C:{held},A:{held}"
    before = position(cars="S:g2,M:e1,C:n1,A:n2", hazards="none", tokens=tokens)
    stops = [*(_seen(cars, "n:0:0:0") for cars in ON_THE_WAY), *later]
    found = judge(game, before, [game.observe(one) for one in stops], (), closed=True)
    assert found.status is Status.UNDECIDED


def test_a_5_rolled_before_the_next_car_moves_spins_the_car_out(position: Callable[..., str], game: Racepack) -> None:
    """Everybody else is seen to stand where he stood: the 5 was red's, and red stays on the road."""
    before = position(cars="S:g2,M:e1,C:n1,A:n2", hazards="none", tokens="S:a,M:a,C:a,A:a")
    stops = [*(_seen(cars, "n:0:0:0") for cars in ON_THE_WAY), _seen("S:b2,M:e1")]
    found = judge(game, before, [game.observe(one) for one in stops], (), closed=True)
    assert (found.status, found.violations[0].rule) == (Status.ILLEGAL, "racepack/spin-out")


def test_a_car_whose_roll_was_seen_while_it_was_hidden_may_have_spun_out(
    position: Callable[..., str], game: Racepack
) -> None:
    """A hand lies over red in the corner as the die falls on 5; then red stands outside: it was asked for its roll."""
    before = position(cars="S:g2,M:e1,C:n1,A:n2", hazards="none")
    stops = [_seen("M:e1", more="missing=S unseen=a1,b1,b2,c1,c2"), _seen("M:e1,S:out:a1")]
    found = judge(game, before, [game.observe(one) for one in stops], (), closed=True)
    assert (found.status, found.questions[0].text) == (Status.UNDECIDED, "What did red's penalty roll show?")


def test_who_was_in_the_way_may_have_lost_a_row_on_a_corner(
    position: Callable[..., str], look: Callable[..., str]
) -> None:
    """Red was blocked on both sides; then green, which still faced the way in, changed lanes on the corner."""
    before = position(cars="S:c1,M:q3,C:b2,A:b1", turn="S,C,M,A", hazards="none")
    (state,) = book.worlds(before)
    assert book.reach(state, book.parse_look(look(before, cars="C:a1")), 2)


def test_cars_found_again_are_no_longer_out_of_sight(position: Callable[..., str], look: Callable[..., str]) -> None:
    """Of two cars out of sight one is seen again: the other one stays so, and the state may be asked for a bound."""
    before = position()
    (state,) = book.worlds(before)
    lost = replace(state, ghosts=frozenset("MC"))
    seen = book.parse_look(look(before, cars="M:q4").replace("C:r4,", ""))
    found = book.settle(lost, seen)
    assert found.ghosts == {"C"}
    assert book.reach(found, seen, WHOLE_ROUND)
