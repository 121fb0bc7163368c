"""What no turns lead to is told before it is searched for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.games.racepack import book

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


@pytest.mark.parametrize("timer", ["30", ""], ids=["with a move timer", "without"])
def test_another_turn_takes_others_who_may_have_stood_still(
    timer: str, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """Red's next turn comes after everybody else's: who stands where he stood had one only if time ran out."""
    before = position(turn="S", timer=timer)
    (state,) = book.worlds(before)
    assert book.may_be_later(state.position, book.parse_look(look(before, cars="S:a6"))) is bool(timer)


def test_cars_found_again_are_no_longer_out_of_sight(position: Callable[..., str], look: Callable[..., str]) -> None:
    """Of two cars out of sight one is seen again: the other one stays so, and the state may be asked for a bound."""
    before = position()
    (state,) = book.worlds(before)
    lost = replace(state, ghosts=frozenset("MC"))
    seen = book.parse_look(look(before, cars="M:q4").replace("C:r4,", ""))
    found = book.settle(lost, seen)
    assert found.ghosts == {"C"}
    assert book.reach(found, seen, WHOLE_ROUND)
