"""The move timer: what is said about it decides, and a turn nobody timed is asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.errors import NotationError
from referee.games.base import Status, Verdict
from referee.games.racepack.game import Racepack
from tests.games.racepack.asked_again import judge

Text = Callable[..., str]
TIMED = {"timer": "30"}


@pytest.fixture
def verdict(game: Racepack, position: Text, look: Text) -> Callable[..., Verdict]:
    """Red's turn from g2 through these places, with what was said, in a race with a timer."""

    def of(places: str, *said: str, closed: bool = True) -> Verdict:
        before = position(**TIMED)
        stops = [look(before, cars=f"S:{place}") for place in places.split()] or [look(before)]
        return judge(game, before, [game.observe(stop) for stop in stops], ("token=no", *said), closed=closed)

    return of


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ("f2 e2 d2", "time:1=up"),
        ("f2 e2 d2", "time:2=up"),
        ("f2", "time:0=up"),
    ],
)
def test_a_movement_after_the_time_breaks_the_timer_rule(
    places: str, said: str, verdict: Callable[..., Verdict]
) -> None:
    """Whatever is moved after the time has run out is a fault, named as such."""
    found = verdict(places, said)
    assert found.status is Status.ILLEGAL
    assert [fault.rule for fault in found.violations] == ["racepack/timer"]
    assert "Variant With Timer" in found.sentence


@pytest.mark.parametrize(
    ("places", "said"),
    [("", "time=up"), ("", "time:2=up"), ("f2 e2", "time:2=up"), ("f2 e2 d2", "time:3=up"), ("f2", "time=up"),
     ("f2 e2 d2", "time=no"), ("f2 e2 d2", "done")],
)  # fmt: skip
def test_who_stops_in_time_keeps_the_timer_rule(places: str, said: str, verdict: Callable[..., Verdict]) -> None:
    """A car caught before or halfway through its turn may stay where it is or go back; only what is left is lost."""
    assert verdict(places, said).status is Status.LEGAL


@pytest.mark.parametrize(
    ("places", "said", "answers"),
    [
        ("", "done", {"time=up": Status.LEGAL, "time=no": Status.ILLEGAL}),
        ("f2", "done", {"time:1=up": Status.LEGAL, "time:0=up": Status.ILLEGAL, "time=no": Status.ILLEGAL}),
    ],
)
def test_what_nobody_timed_is_asked(
    places: str, said: str, answers: dict[str, Status], verdict: Callable[..., Verdict]
) -> None:
    """An unmoved car and a short turn are questions; every answer settles them."""
    asked = verdict(places, said)
    assert asked.status is Status.UNDECIDED
    offered = [text for question in asked.questions for _, text in question.answers]
    assert set(answers) <= set(offered)
    for answer, status in answers.items():
        settled = verdict(places, said, answer)
        assert settled.status is status, f"{answer}: {settled.sentence}"


def test_a_time_whose_moment_is_unknown_accuses_nobody(verdict: Callable[..., Verdict]) -> None:
    """That it ran out says nothing of when: all movements may have been in time, until somebody says otherwise."""
    assert verdict("f2 e2 d2", "time=up").status is not Status.ILLEGAL
    assert verdict("f2 e2 d2", "time:3=up").status is Status.LEGAL
    assert verdict("f2 e2 d2", "time:1=up").status is Status.ILLEGAL


def test_a_turn_whose_time_ran_out_waits_for_the_next_driver(verdict: Callable[..., Verdict]) -> None:
    """The announcement may come before the picture of the last movement, so the turn is not closed by it alone."""
    for places in ("", "f2"):
        assert verdict(places, "time=up", closed=False).provisional


def test_without_a_timer_nothing_is_forgiven(game: Racepack, position: Text, look: Text) -> None:
    """In the base game a short turn is short, and words about a timer are refused."""
    before = position()
    found = judge(game, before, [game.observe(look(before, cars="S:f2"))], ("token=no",), closed=True)
    assert [fault.rule for fault in found.violations] == ["racepack/three-movements"]
    with pytest.raises(NotationError, match="no move timer"):
        game.check_declaration(before, "time=up")
    assert game.check_declaration(position(**TIMED), " time:2=up ") == "time:2=up"


def test_whoever_shows_the_timer_knows_how_long_and_what_to_say(game: Racepack, position: Text) -> None:
    """The law reads no clock: it names the seconds and the word for their end, and takes that word."""
    now = game.what_now(position(**TIMED))
    assert (now.seconds, game.check_declaration(position(**TIMED), now.time_up)) == (30, "time=up")
    assert (game.what_now(position()).seconds, game.what_now(position()).time_up) == (0, "")


@pytest.mark.parametrize(
    ("said", "status", "rules"),
    [
        (("time=up",), Status.LEGAL, []),
        ((), Status.UNDECIDED, []),
        (("time=no",), Status.ILLEGAL, ["racepack/turn-order"]),
    ],
)
def test_the_next_driver_goes_on_when_the_time_has_run_out(
    said: tuple[str, ...], status: Status, rules: list[str], game: Racepack, position: Text, look: Text
) -> None:
    """Red never moved and black did: in order once red's time is known to have run out, else a question first."""
    before = position(cars="M:g1", **TIMED)
    stops = [game.observe(look(before, cars=f"M:{square}")) for square in ("g1", "f1", "e1", "d1")]
    found = judge(game, before, stops, said, closed=True)
    assert (found.status, [fault.rule for fault in found.violations]) == (status, rules), found.sentence
