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
