"""The examples of the rule book: its speed sequences, the turns of Figures 2 and 3, the blocked car of Figure 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from referee.games.base import Status, Verdict
from referee.games.racepack.game import Racepack
from tests.games.racepack.asked_again import judge

BEHIND = {"laps": "S:1,M:2,C:2,A:2", "lap": "2", "race": "3"}
"""Red is not the leader, so that crossing the line turns no lap die."""


@pytest.fixture
def verdict(game: Racepack, look: Callable[..., str]) -> Callable[..., Verdict]:
    """Judge red's turn: the places in order, the die as it lies at the end, and what was said."""

    def build(before: str, places: str, die: str = "n:0:0:0", said: Sequence[str] = ()) -> Verdict:
        *early, last = places.split()
        stops = [look(before, cars=f"S:{place}") for place in early] + [look(before, cars=f"S:{last}", die=die)]
        return judge(game, before, [game.observe(text) for text in stops], said, closed=True)

    return build


@pytest.mark.parametrize(
    ("places", "legal"),
    [("o2 m2 j2", True), ("m2 j2 f2", True), ("j2 f2 d2", True), ("l2 j2 g2", True), ("k2 g2 f2", False)],
    ids=["1-2-3", "3-3-4", "6-4-2", "4-2-3", "5-4-1"],
)
def test_speed_sequences(
    places: str, legal: bool, verdict: Callable[..., Verdict], position: Callable[..., str]
) -> None:
    """The book's five sequences of forward movements are judged as the book says."""
    found = verdict(position(cars="S:p2", **BEHIND), places, said=("token=no",))
    assert (found.status is Status.LEGAL) is legal
    assert [fault.rule for fault in found.violations] == ([] if legal else ["racepack/speed-change"])


def test_figure_2_turn_a(verdict: Callable[..., Verdict], position: Callable[..., str]) -> None:
    """Speeds 7, 5 and, with the 2 token, 2 into a corner with a roll: legal with the token, undecided unsaid."""
    before = position(cars="S:p2", **BEHIND)
    said = verdict(before, "i2 d2 b2", die="3:9:9:90", said=("token:3=2",))
    assert said.status is Status.LEGAL
    assert "tokens=S:a345," in said.after
    unsaid = verdict(before, "i2 d2 b2", die="3:9:9:90")
    assert unsaid.status is Status.UNDECIDED
    assert ("2", "token:3=2") in unsaid.questions[0].answers
    assert verdict(before, "i2 d2 b2", "3:9:9:90", ("token=no",)).violations[0].rule == "racepack/speed-change"


def test_figure_2_turn_b(verdict: Callable[..., Verdict], position: Callable[..., str]) -> None:
    """Out of a corner at 4, into the next at 2 with a roll, and by a lane change at 1 into the adjoining one."""
    before = position(cars="S:b2")
    assert verdict(before, "b6 b8 c7", "a:9:9:90", ("speed:3=1",)).status is Status.LEGAL
    unrolled = verdict(before, "b6 b8 c7", said=("speed:3=1",))
    assert [fault.rule for fault in unrolled.violations] == ["racepack/penalty-roll"]


def test_figure_3(verdict: Callable[..., Verdict], position: Callable[..., str]) -> None:
    """Back on the track at 1, the 4 token to speed up, and a lane change at 2 into the next corner with a roll."""
    before = position(cars="S:out:a1")
    assert verdict(before, "a2 a6 b7", "2:9:9:90", ("token:2=4", "speed:3=2")).status is Status.LEGAL
    twice = position(cars="S:out:a1", tokens="S:a235,M:a2345,C:a2345,A:a2345")
    spent = verdict(twice, "a2 a6 b7", "2:9:9:90", ("token:2=4", "speed:3=2"))
    assert [fault.rule for fault in spent.violations] == ["racepack/strategy-token"]


def test_figure_4(verdict: Callable[..., Verdict], position: Callable[..., str]) -> None:
    """A car shut in behind two others makes the two movements that are possible, and no fewer."""
    before = position(cars="M:d2,C:d1")
    assert verdict(before, "f2 e2").status is Status.LEGAL
    assert [fault.rule for fault in verdict(before, "f2").violations] == ["racepack/three-movements"]


@pytest.mark.parametrize(
    ("said", "place", "legal"),
    [
        (("roll=3", "defence:M=2", "reroll=2"), "out:a1", True),
        (("roll=3", "defence:M=2", "reroll=a"), "b2", True),
        (("roll=3", "defence:M=2", "reroll=2"), "b2", False),
        (("roll=n", "defence:M=a", "reroll=n"), "b2", True),
        (("roll=5",), "out:a1", True),
        (("roll=4",), "b2", True),
    ],
)
def test_penalty_die_examples(
    said: tuple[str, ...], place: str, legal: bool, verdict: Callable[..., Verdict], position: Callable[..., str]
) -> None:
    """After another's 2 token the re-roll spins out at 2 or more; without one only a 5 does."""
    before = position(cars="S:d2,M:j1,C:i1")
    places = "b2 out:a1" if place == "out:a1" else "b2 b4 b5"
    found = verdict(before, places, die="n:9:9:9", said=said)
    assert found.status is (Status.LEGAL if legal else Status.ILLEGAL)
    if "defence:M=a" in said:
        assert "M:2345," in found.after
