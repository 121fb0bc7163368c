"""A driver who goes on after the end of his turn: one movement more is his turn's, another turn is out of turn."""

from __future__ import annotations

from .conftest import Table


def laid(table: Table, *squares: str) -> None:
    """Blue, who begins, stands on one space after the other."""
    start = table.game.visible(table.match.state.position)
    for square in squares:
        table.show(start.replace("A:k2", f"A:{square}"))


def test_a_whole_turn_after_ones_own_is_out_of_turn_and_named_once(table: Table) -> None:
    """Three movements were legal; two more are no fourth and fifth of that turn: the driver moved again."""
    laid(table, "j2", "i2", "h2", "g2", "f2")
    table.match.close(table.time_ns)
    closed = [word for word in table.match.entries if word.kind == "verdict" and not word.data["provisional"]]
    first, second = (one.data for one in closed[-2:])
    assert (first["status"], second["status"]) == ("LEGAL", "ILLEGAL")
    assert [fault["rule"] for fault in second["violations"]] == ["racepack/turn-order"]
    assert "Blue moved again; it is black's turn." in second["sentence"]
    assert table.game.driver(table.match.state.position) == "black"


def test_one_movement_more_is_a_fault_of_that_turn(table: Table) -> None:
    """A fourth movement stays in the turn of which it is one too many."""
    laid(table, "j2", "i2", "h2", "g2")
    table.match.close(table.time_ns)
    newest = table.match.verdict()
    assert newest is not None
    assert [fault.rule for fault in newest[1].violations] == ["racepack/three-movements"]


def test_a_die_that_is_thrown_too_late_begins_no_next_turn() -> None:
    """Black comes to a corner at speed 2, drives on and only then rolls; his turn, taken for over, is opened again.

    Corners: "roll the die" before the next movement. What was taken for three movements were two.
    """
    table = Table()
    track = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:m6,C:n5,M:{},S:off hazards=b5+,g9+,j9+,k9+"
    begun = track.format("q3") + (
        " lap=3 die=a:16:16:300 players=4 race=3 round=9 turn=M,C,A,S order=M,C,A,S laps=S:1,M:1,C:1,A:1"
        " tokens=S:345,M:345,C:345,A:35"
    )
    table.show(begun)
    table.match.start(4, table.time_ns, begun)
    table.show(track.format("q1") + " lap=3 die=a:16:16:300")
    table.match.declare("token:2=4", table.time_ns)
    table.show(track.format("m1") + " lap=3 die=a:16:16:300")
    table.match.declare("token=no", table.time_ns)
    table.show(track.format("m1") + " lap=3 die=2:-12:-12:135")
    table.show(track.format("h1") + " lap=2 die=2:-12:-12:135")
    table.match.close(table.time_ns)
    newest = table.match.verdict()
    assert newest is not None
    assert (newest[1].player, [fault.rule for fault in newest[1].violations]) == ("black", ["racepack/penalty-roll"])
    assert table.game.driver(table.match.state.position) == "green"
