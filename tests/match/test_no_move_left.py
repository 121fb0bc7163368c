"""A driver who cannot move has no turn to show: what the next driver does is not held against him."""

from __future__ import annotations

from random import Random

from .conftest import Table

OFF = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:off,C:b2,M:b1,S:h1 hazards=c9-,k10-,r2-,r5- lap=3 "
    "players=2 race=3 round=2 turn=A,S order=C,M,A,S laps=S:1,M:1,C:1,A:1 tokens=S:a2345,M:a2345,C:a2345,A:a2345"
)
FAULT = "racepack/lane-change"


def test_the_next_drivers_fault_is_his_own() -> None:
    """Blue was taken off the track; red plays on and changes lanes wrongly: blue passed, and red is named."""
    table = Table()
    table.show(OFF)
    table.match.start(2, table.time_ns, OFF)
    turn = table.game.play(OFF.replace("turn=A,S", "turn=S"), Random(2), FAULT)
    assert turn.truth == FAULT
    table.play(turn)
    table.match.close(table.time_ns)
    told = [entry.data for entry in table.match.entries if entry.kind == "verdict"]
    verdicts = [one for one in told if not one["provisional"]]
    assert [(one["player"], one["status"]) for one in verdicts] == [("blue", "LEGAL"), ("red", "ILLEGAL")]
    assert [one["rule"] for one in verdicts[1]["violations"]] == [FAULT]


PASSED = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:off,C:off,M:o5,S:out:k9 hazards=a6-,d7-,f9-,k5- lap=1 "
    "die=4:-20:-4:270 players=4 race=3 round=6 turn=A order=M,S,C,A laps=S:1,M:1,C:1,A:0 grid=A "
    "tokens=S:a345,M:2345,C:a345,A:a2345"
)


def test_who_breaks_a_rule_in_his_own_turn_is_not_said_to_be_out_of_turn() -> None:
    """Blue cannot move and passed; whether his turn was over is open, but black and red broke other rules than that."""
    table = Table()
    table.show(PASSED)
    table.match.start(4, table.time_ns, PASSED)
    table.match.close(table.time_ns)
    seen = table.game.visible(PASSED)
    for before, stops in (("M:o5", ("M:r5", "M:r4", "M:q3")), ("S:out:k9", ("S:k10", "S:k8", "S:k6"))):
        for stop in stops:
            seen, before = seen.replace(before, stop), stop
            table.show(seen)
        table.match.declare("token=no", table.time_ns)
        table.match.close(table.time_ns)
    told = [
        (one.data["player"], [fault["rule"] for fault in one.data["violations"]]) for one in table.match.state.turns
    ]
    assert told == [("blue", []), ("black", ["racepack/corner-speed"]), ("red", ["racepack/penalty-roll"])]
