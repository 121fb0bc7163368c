"""The pit lane: speed 3 at most, and the stops that the finish needs.

row 4   . a b | c d e f g h # i j | k l m    inside lane; the line lies between i and h
row 3   . a b | c d e f g h # i j | k l m
row 2           c d e f g h # i j            the second row of the main straight
row 1           c d e f g h # i j            the pit lane
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.errors import NotationError
from referee.games.base import Status, Verdict
from referee.games.believed import Believed, Otherwise, all_of, believed
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_position
from referee.record.entry import Entry
from referee.record.fold import RaceState, step
from referee.record.verdict_json import verdict_to_json
from tests.games.racepack.asked_again import judge

TRACK = "racepack track=g3:WWWNNNEEEEEEESSSWWWW line=0 wide=i1:WWW"
PIT = "players=4 main=pit stop=1 race=3 turn=S,M,C,A"
OTHERS = "M:o9,C:n9,A:m9"
LAST_LAP = "laps=S:3,M:3,C:3,A:3"


def _look(square: str) -> str:
    return f"{TRACK} cars=S:{square},{OTHERS} die=n:0:0:0"


@pytest.fixture
def verdict(game: Racepack) -> Callable[..., Verdict]:
    """Red's turn from a square through these places, with what was said; hidden fields may be added."""

    def of(start: str, places: str, *said: str, hidden: str = "", lap: int = 3, closed: bool = True) -> Verdict:
        stops = [game.observe(_look(place)) for place in places.split()]
        return judge(game, f"{_look(start)} lap={lap} {PIT} {hidden}", stops, said, closed=closed)

    return of


@pytest.mark.parametrize(
    ("start", "places", "said"),
    [("j1", "f1 d1 c1", ()), ("h2", "g1 e1 d1", ("speed:1=4",))],
    ids=["four spaces along it", "a lane change into it at speed 4"],
)
def test_too_fast_in_the_pit_lane(
    start: str, places: str, said: tuple[str, ...], verdict: Callable[..., Verdict]
) -> None:
    """More than speed 3 along the pit lane or into it is a fault."""
    found = verdict(start, places, "token=no", *said)
    assert [fault.rule for fault in found.violations] == ["racepack/pit-lane-speed"], found.sentence
    assert "Other Variants" in found.sentence


@pytest.mark.parametrize(
    ("start", "places", "said"),
    [("j1", "g1 e1 d1", ()), ("h2", "g1 f1 e1", ()), ("f1", "e2 d2 c2", ("speed:1=3",)), ("j2", "f2 d2 c2", ())],
    ids=["three spaces along it", "a lane change of which nobody said the speed", "out of it", "beside it"],
)
def test_slow_enough_in_the_pit_lane(
    start: str, places: str, said: tuple[str, ...], verdict: Callable[..., Verdict]
) -> None:
    """Speed 3 along it, a speed that nobody said, the way out and the lane beside are all in order."""
    found = verdict(start, places, "token=no", *said)
    assert found.status is Status.LEGAL, found.sentence


def test_braking_into_the_pit_lane_needs_a_token_that_is_asked_for(verdict: Callable[..., Verdict]) -> None:
    """After speed 6 a lane change into the pits needs a token; nobody said so, so the referee asks."""
    turn = ("j2", "d2 c1 c2")
    assert verdict(*turn).status is Status.UNDECIDED
    assert verdict(*turn, "token:2=3").status is Status.LEGAL
    assert [fault.rule for fault in verdict(*turn, "token=no").violations] == ["racepack/pit-lane-speed"]


def test_the_finish_needs_a_pit_stop(verdict: Callable[..., Verdict]) -> None:
    """Taken off after the last crossing without a stop is a fault; with one it is the finish; driving on is fine."""
    finish = ("k3", "j3 i3 h3 off", "token=no")
    broken = verdict(*finish, hidden=LAST_LAP, lap=1)
    assert [fault.rule for fault in broken.violations] == ["racepack/pit-stop"], broken.sentence
    kept = verdict(*finish, hidden=f"{LAST_LAP} pitted=S", lap=1)
    assert kept.status is Status.LEGAL, kept.sentence
    assert parse_position(kept.after).finished == ("S",)
    on = verdict("k3", "j3 i3 h3", "token=no", hidden=LAST_LAP, lap=1)
    assert on.status is Status.LEGAL
    assert parse_position(on.after).finished == ()


def test_a_stop_that_nobody_saw_is_asked_for(verdict: Callable[..., Verdict]) -> None:
    """Red may have driven through the pits while nobody looked: a question until the driver says."""
    finish = ("k3", "j3 i3 h3 off", "token=no")
    doubtful = f"{LAST_LAP} perhaps=S"
    asked = verdict(*finish, hidden=doubtful, lap=1)
    assert asked.status is Status.UNDECIDED
    assert [text for question in asked.questions for _, text in question.answers] == ["stop=yes", "stop=no"]
    assert verdict(*finish, "stop=yes", hidden=doubtful, lap=1).status is Status.LEGAL
    refused = verdict(*finish, "stop=no", hidden=doubtful, lap=1)
    assert [fault.rule for fault in refused.violations] == ["racepack/pit-stop"]


def test_a_look_that_hides_the_way_leaves_the_stop_in_doubt(verdict: Callable[..., Verdict]) -> None:
    """From its end alone the turn may have gone through the pits; seen stop by stop it did or did not."""
    turns = {places: verdict("i2", places, "token=no") for places in ("d2", "h2 e2 d2", "h1 e1 d2")}
    stops = {places: {parse_position(line.after).pitted for line in turn.lines} for places, turn in turns.items()}
    assert stops == {"d2": {(), ("S",)}, "h2 e2 d2": {()}, "h1 e1 d2": {("S",)}}


def test_a_stop_in_doubt_stays_so_until_it_matters(game: Racepack, verdict: Callable[..., Verdict]) -> None:
    """The record keeps both worlds while others have their turns and people set a piece; a finish parts them."""
    hidden = verdict("i2", "d2", "token=no", hidden="laps=S:2,M:3,C:3,A:3", lap=1)
    state = step(RaceState(), Entry(0, "camera", "verdict", "", "", hidden.after, through_text(hidden)))
    assert stops_of(state.position) == {(), ("S",)}
    moved = [game.observe(f"{TRACK} cars=S:d2,M:{at},C:n9,A:m9 die=n:0:0:0") for at in ("o8", "o7", "o6")]
    black = judge(game, state.position, moved, ("token=no",), closed=True)
    state = step(state, Entry(0, "camera", "verdict", "", state.position, black.after, through_text(black)))
    assert black.status is Status.LEGAL, black.sentence
    assert stops_of(state.position) == stops_of(game.with_piece(state.position, "C", "take:a")) == {(), ("S",)}
    near = (one.position.replace("S:d2", "S:k3").replace("turn=C,A", "turn=S,M,C,A") for one in all_of(state.position))
    last = believed(map(Otherwise, near))
    finish = [game.observe(_look(place).replace("M:o9", "M:o6")) for place in ("j3", "i3", "h3", "off")]
    parted = {said: judge(game, last, finish, ("token=no", *said), closed=True) for said in ((), ("stop=no",))}
    assert [word.status for word in parted.values()] == [Status.LEGAL, Status.ILLEGAL]
    assert {parse_position(line.after).pitted for line in parted[()].lines} == {("S",)}


def stops_of(position: str) -> set[tuple[str, ...]]:
    """The pit stops in every world of a position."""
    return {parse_position(one.position).pitted for one in all_of(position)}


def through_text(verdict: Verdict) -> dict[str, Any]:
    """A verdict as it comes back from the record."""
    read: dict[str, Any] = json.loads(json.dumps(verdict_to_json(verdict)))
    return read


def test_a_stop_in_turns_too_many_to_follow_is_asked_for(game: Racepack) -> None:
    """The table was taken as it stands after them: a finish that needs a stop is asked about. So a car that people set
    elsewhere may have stopped before."""
    before = f"{_look('j3')} lap=1 {PIT} {LAST_LAP}"
    finish = [game.observe(_look(place)) for place in ("i3", "h3", "g3", "off")]
    missed = Believed(before, since=before.replace("S:j3", "S:b6"))
    asked = judge(game, missed, finish, ("token=no",), closed=True)
    assert judge(game, before, finish, ("token=no",), closed=True).status is Status.ILLEGAL
    assert [text for question in asked.questions for _, text in question.answers] == ["stop=yes", "stop=no"]
    assert stops_of(game.with_piece(before, "S", "i3")) == {(), ("S",)}


def test_a_stop_renews_the_tokens(verdict: Callable[..., Verdict]) -> None:
    """The first movement that ends in the pits is the stop, once a visit; a token from an unseen stop is asked for."""
    empty = "tokens=S:,M:a2345,C:a2345,A:a2345"
    stopped = parse_position(verdict("h2", "g1 f1 e1", "token=no", hidden=empty).after)
    assert stopped.hand("S") == "a2345"
    assert stopped.pitted == ("S",)
    spent = verdict("f3", "e3 a3", "token:2=4", hidden=f"{empty} perhaps=S", closed=False)
    assert spent.status is not Status.LEGAL
    staying = parse_position(verdict("e1", "d1 c1 c2", "token=no", hidden=f"{empty} pitted=S").after)
    assert (staying.hand("S"), staying.pitted) == ("", ("S",))
    turn = ("o3", "n3 j3 h3", "token:2=4")
    assert verdict(*turn, hidden=f"{empty} perhaps=S").status is Status.UNDECIDED
    assert verdict(*turn, "stop=yes", hidden=f"{empty} perhaps=S").status is Status.LEGAL
    assert verdict(*turn, hidden=empty).status is Status.ILLEGAL


def test_words_about_stops_need_the_variant(game: Racepack) -> None:
    """A race without pit stops has no such words."""
    assert game.check_declaration(f"{_look('k3')} lap=3 {PIT}", "stop=yes") == "stop=yes"
    with pytest.raises(NotationError, match="no pit stops"):
        game.check_declaration(f"{_look('k3')} lap=3 {PIT}".replace(" stop=1", ""), "stop=yes")


def test_planted_and_played(game: Racepack) -> None:
    """Random drivers stop at the pits and finish; planted faults of the pits are named."""
    dice, truths = Random(3), set[str]()
    before = f"{_look('k3')} lap=1 {PIT} {LAST_LAP}"
    for fault in ("racepack/pit-stop", "racepack/pit-lane-speed"):
        for start in ("k3", "j2", "j1", "i1"):
            begun = before.replace("S:k3", f"S:{start}")
            turn = game.play(begun, dice, fault)
            seen = [game.observe(text) for text in turn.stops]
            found = judge(game, turn.before, seen, turn.declared, closed=True)
            assert [one.rule for one in found.violations] == [turn.truth] * (turn.truth != "legal"), found.sentence
            truths.add(turn.truth)
    assert truths >= {"racepack/pit-stop", "racepack/pit-lane-speed"}
    position, stopped, turns = game.start(2, Random(4), {"main": "pit", "stop": "1"}), False, 0
    while not stopped and turns < 150:
        position, turns = game.play(position, dice, None).after, turns + 1
        stopped = bool(parse_position(position).pitted)
    assert stopped
