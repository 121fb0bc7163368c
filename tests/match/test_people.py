"""People have the last word: pieces put elsewhere by hand, late answers, breaks, the move timer; what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from referee.errors import IllegalAction, NotationError
from referee.games.base import PlayedTurn
from referee.judge.verdict import judge
from referee.match import Match
from referee.match.turn_clock import MoveTimer, turn_lasted_ns
from referee.record.story import tell
from referee.snapshot import Surroundings, reading_diagram, snapshot

if TYPE_CHECKING:
    from .conftest import Table

Played = Callable[[str | None], PlayedTurn]
SECOND_NS = 1_000_000_000
AROUND = Surroundings(1, "", True, "", 0.0, (), "")


def played_silently(table: Table) -> tuple[PlayedTurn, str]:
    """Lays a turn about which something has to be asked and nobody says anything; with it the first answer."""
    game, dice, position = table.game, Random(4), table.match.state.position
    for _ in range(100):
        turn: PlayedTurn = game.play(position, dice, None)
        seen = [game.observe(game.visible(turn.before)), game.observe(turn.stops[-1])]
        asked = judge(game, turn.before, seen, (), closed=True).questions
        if asked and len(asked[0].answers) > 1:
            table.match.correct(table.time_ns, turn.before)
            table.show(turn.before)
            table.show(turn.stops[-1])
            return turn, asked[0].answers[0][1]
        position = turn.after
    raise AssertionError("no turn left a question open")


def test_a_piece_is_put_elsewhere_by_hand(table: Table) -> None:
    """The car stands where it was put, the driver to move stays the same, and the entry says who did it and why."""
    driver = table.game.driver(table.match.state.position)
    entry = table.match.place("S", "e9", table.time_ns, who="Ann", why="it was bumped")
    assert "S:e9" in table.match.state.position
    assert table.game.driver(table.match.state.position) == driver
    assert (entry.kind, entry.data["who"], entry.data["why"]) == ("correct", "Ann", "it was bumped")
    assert snapshot(table.match.moment(), AROUND)["entries"][0]["sentence"].endswith("it was bumped (Ann)")


def test_a_car_dragged_back_has_not_moved(table: Table, played: Played) -> None:
    """A car seen elsewhere and dragged back to where its turn began leaves the turn to its driver."""
    turn, before = played(None), table.match.state.position
    table.show(turn.stops[0])
    car = turn.turn.partition(":")[0]
    space = next(
        item.partition(":")[2] for item in before.split("cars=")[1].split()[0].split(",") if item.startswith(car)
    )
    table.match.place(car, space, table.time_ns)
    assert table.match.state.position == before


def test_a_piece_set_after_an_undo_leaves_the_turn_to_its_driver(table: Table, played: Played) -> None:
    """The table was not put back yet: what is set by hand is set on the board that the page draws."""
    before = table.match.state.position
    for stop in played(None).stops:
        table.show(stop)
    table.match.undo(table.time_ns)
    assert table.match.moment().put_back
    other = next(
        one.piece
        for one in table.game.handled(before)
        if one.at and one.piece in "ACMS" and one.piece != table.game.driver(before)
    )
    table.match.place(other, "e9", table.time_ns)
    assert table.match.state.position == table.game.with_piece(before, other, "e9")


def test_a_token_given_in_mid_turn_leaves_the_turn_open(table: Table, played: Played) -> None:
    """The driver has moved once; a token that was forgotten is taken by hand: the turn goes on, with the same verdict
    so far, and undo brings the token back."""
    turn, game = played(None), table.game
    table.show(turn.stops[0])
    before = table.match.verdict()
    stops = table.match.state.stops
    entry = table.match.place("M", "take:2", table.time_ns, who="Ann", why="spent last turn")
    assert entry.cause == "token 2 was taken from black by hand"
    assert table.match.state.stops == stops
    assert "M:a345" in table.match.state.position
    assert game.driver(table.match.state.position) == game.driver(entry.before)
    after = table.match.verdict()
    assert before is not None
    assert after is not None
    assert (after[1].status, after[1].player, after[1].turn) == (before[1].status, before[1].player, before[1].turn)
    table.match.undo(table.time_ns)
    assert "M:a2345" in table.match.state.position
    assert table.match.state.stops == stops


def test_people_are_told_when_the_camera_sees_it_otherwise(table: Table) -> None:
    """A car set where it does not stand: the entry says so; set back to where it stands it does not."""
    before = table.match.state.position
    table.show(before)
    space = next(
        one.partition(":")[2] for one in before.split("cars=")[1].split()[0].split(",") if one.startswith("S:")
    )
    assert table.match.place("S", "e9", table.time_ns).cause.endswith(
        "by hand; the camera still sees the table otherwise"
    )
    assert table.match.place("S", space, table.time_ns).cause == f"red was put on {space} by hand"


def test_a_hazard_is_turned_over_by_hand(table: Table) -> None:
    """Who turned it and why is in the record; the drawing's pieces are offered with what can be done to them."""
    shown = snapshot(table.match.moment(), AROUND)["hands"]
    hazard = next(one for one in shown if one["piece"].startswith("hazard:"))
    assert ["flip", ""] in hazard["deeds"]
    entry = table.match.place(hazard["piece"], "flip", table.time_ns, who="Ann")
    assert (entry.kind, entry.data["who"]) == ("correct", "Ann")
    assert entry.cause.startswith(f"{hazard['name']} was turned over by hand")
    assert entry.before != entry.after


def test_a_piece_cannot_be_put_where_nothing_can_stand(table: Table) -> None:
    """The refusal is a sentence, and nothing is written."""
    entries = len(table.match.entries)
    with pytest.raises(NotationError, match="cannot stand"):
        table.match.place("S", "z26", table.time_ns)
    assert len(table.match.entries) == entries


def test_each_likely_answer_is_drawn_and_says_nothing_of_right_and_wrong(table: Table) -> None:
    """A doubt comes with two or three readings, each with its answer's declaration and a drawing of its own."""
    played_silently(table)
    shown = snapshot(table.match.moment(), AROUND)["verdict"]
    assert 2 <= len(shown["readings"]) <= 3
    answers = [answer[1] for answer in shown["questions"][0]["answers"]]

    def drawn(number: int) -> str:
        return reading_diagram(table.match.moment(), shown["entry"], number)

    for number, reading in enumerate(shown["readings"]):
        assert reading["declaration"] in answers
        assert "legal" not in reading["words"].lower()
        assert drawn(reading["board"]) == drawn(number), "where the drawings are the same they are known to be"
        assert reading_diagram(table.match.moment(), shown["entry"], number).startswith("<svg")
    with pytest.raises(KeyError):
        reading_diagram(table.match.moment(), shown["entry"], 9)


def test_a_late_answer_belongs_to_the_turn_it_was_asked_about(table: Table) -> None:
    """The turn was closed with a question; its answer settles that turn, and is not held against the next driver."""
    turn, said = played_silently(table)
    table.match.close(table.time_ns)
    asked = table.match.state.turns[-1].data["questions"]
    table.match.declare(said, table.time_ns)
    assert [entry.data["text"] for entry in table.match.state.closers[-1].said] == [said]
    assert table.match.state.turns[-1].data["questions"] != asked
    assert table.match.state.declared == ()
    assert table.game.visible(table.match.state.position) == table.game.visible(turn.after)


def test_in_a_break_nothing_is_judged(table: Table, played: Played) -> None:
    """What moves during a break is nobody's turn; the second end of a break is refused."""
    table.match.pause(True, table.time_ns)
    assert table.show(played(None).stops[0]) == ()
    assert snapshot(table.match.moment(), AROUND)["paused"] is True
    table.match.pause(False, table.time_ns)
    with pytest.raises(IllegalAction):
        table.match.pause(False, table.time_ns)


def test_a_break_does_not_count_for_the_timer(table: Table) -> None:
    """Ten seconds, of which six were a break, are four."""
    start = table.time_ns
    table.match.pause(True, start + 1_000_000_000)
    table.match.pause(False, start + 7_000_000_000)
    lasted = turn_lasted_ns(table.match.entries, table.match.state, start + 10_000_000_000)
    assert lasted == 4_000_000_000


def test_the_move_timer_says_once_that_the_time_is_up(table: Table) -> None:
    """Before its end nothing is said, at its end once, and not again when the table takes it back."""
    match = table.match
    match.correct(table.time_ns, f"{match.state.position} timer=30")
    timer = MoveTimer(match)
    said = []
    for second in (29, 30, 31):
        timer.look(table.time_ns + second * 1_000_000_000)
        said.append(match.state.declared)
    assert said == [(), ("time=up",), ("time=up",)]
    match.undeclare(table.time_ns)
    timer.look(table.time_ns + 32_000_000_000)
    assert match.state.declared == ()


@pytest.mark.parametrize("set_by_s", [-3600, 0, 3600])
def test_a_restart_with_the_clock_set_in_between_costs_nobody_time(table: Table, set_by_s: int) -> None:
    """Switched off 20 s into a turn of 30, the clock set by an hour, back after 5 min: 10 s are left."""
    match = table.match
    match.correct(table.time_ns, f"{match.state.position} timer=30")
    match.note("the last thing before the lights went out", table.time_ns + 20 * SECOND_NS)
    back_ns = table.time_ns + (20 + 300 + set_by_s) * SECOND_NS
    again = Match(match.game, match.manifest, match.store)
    again.go_on(back_ns)
    assert turn_lasted_ns(again.entries, again.state, back_ns + 9 * SECOND_NS) == 29 * SECOND_NS
    timer = MoveTimer(again)
    said = []
    for second in (9, 10):
        timer.look(back_ns + second * SECOND_NS)
        said.append(again.state.declared)
    assert said == [(), ("time=up",)]


@pytest.mark.parametrize("set_by_s", [-3600, 3600])
def test_a_break_lasts_over_a_restart(table: Table, set_by_s: int) -> None:
    """Five seconds of play, then a break in which the referee is restarted and the clock set: five seconds."""
    start = table.time_ns
    table.match.pause(True, start + 5 * SECOND_NS)
    back_ns = start + (60 + set_by_s) * SECOND_NS
    table.match.go_on(back_ns)
    table.match.pause(False, back_ns + 10 * SECOND_NS)
    assert turn_lasted_ns(table.match.entries, table.match.state, back_ns + 10 * SECOND_NS) == 5 * SECOND_NS


def test_a_race_is_ended_before_its_end_and_goes_on_after_an_undo(table: Table, played: Played) -> None:
    """The places are those of the standings; the turn under way counts no more, nothing is judged or said any more,
    and Undo lets the race go on."""
    match, first = table.match, played(None)
    table.play(first)
    standing, position = match.moment().now, match.state.position
    table.show(played(None).stops[0])
    entry = match.end(table.time_ns, "Ann", "the cake is ready")
    assert (entry.kind, entry.data["who"], match.phase, match.state.position) == ("end", "Ann", "over", position)
    told = snapshot(match.moment(), AROUND)
    assert told["outcome"] == entry.cause == "the race was ended before its end: the places are those of the standings"
    assert standing is not None
    assert {(row["car"], row["place"]) for row in told["podium"]["rows"]} == {
        (row["car"], row["place"]) for row in standing.standings
    }
    assert tell(match.game, {}, match.entries).outcome == entry.cause
    assert told["verdict"] is None or not told["verdict"]["provisional"]
    table.show(first.before)
    assert match.entries[-1] == entry
    for refused in (match.end, match.close):
        with pytest.raises(IllegalAction):
            refused(table.time_ns)
    assert told["undoing"] == {"what": "end", "player": ""}
    match.undo(table.time_ns)
    assert (match.phase, match.state.position) == ("race", position)
    table.play(played(None))
    assert len(match.state.turns) == 2
