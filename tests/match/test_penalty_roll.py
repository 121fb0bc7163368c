"""The penalty die and the next driver: what falls between two looks may have been in time."""

from __future__ import annotations

import pytest

from .conftest import Table

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
OLD, NEW = "n:0:0:0", "3:28:24:75"


def shown(red: str, black: str, die: str, more: str = "") -> str:
    """A table with two cars that matter."""
    return f"{TRACK} cars=S:{red},M:{black},C:r4,A:q5 hazards=none lap=3 die={die}{more}"


def verdicts(*looks: tuple[str, str, str]) -> list[tuple[str, str]]:
    """Who got which word when these looks came after red's first two movements and the table was then closed."""
    table = Table()
    begun = shown("g2", "h1", OLD, " turn=S,M,C,A")
    table.show(begun)
    table.match.start(4, table.time_ns, begun)
    for red, black, die in (("e2", "h1", OLD), ("d2", "h1", OLD), *looks):
        table.show(shown(red, black, die))
    told = [entry.data for entry in table.match.entries if entry.kind == "verdict"]
    return [(str(one["player"]), str(one["status"])) for one in told]


def test_a_roll_that_is_first_seen_with_the_next_drivers_move_is_asked_about() -> None:
    """Red enters corner 1 and rolls; before the table lies still black has moved: nobody is accused."""
    found = verdicts(("b2", "h1", OLD), ("b2", "g1", NEW), ("b2", "f1", NEW), ("b2", "e1", NEW))
    assert "ILLEGAL" not in [status for _, status in found]


@pytest.mark.parametrize("die", [OLD, "n:4:0:0"])
def test_a_roll_that_never_came_before_the_next_drivers_move_is_a_fault(die: str) -> None:
    """The die lies as it lay when black has moved."""
    found = verdicts(("b2", "h1", OLD), ("b2", "g1", die), ("b2", "g1", NEW))
    assert ("red", "ILLEGAL") in found


def test_a_roll_in_time_is_legal() -> None:
    """The die falls while red stands on the corner's first space, then black moves."""
    found = verdicts(("b2", "h1", OLD), ("b2", "h1", NEW), ("b2", "g1", NEW))
    assert ("red", "LEGAL") in found
    assert "ILLEGAL" not in [status for _, status in found]
