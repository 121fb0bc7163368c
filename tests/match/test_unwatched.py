"""How long nobody had looked before a look: what may have come and gone, and what had no time to."""

from __future__ import annotations

import pytest

from referee.games.base import Status
from referee.record.rejudge import rejudge
from referee.simulator.plain_view import settled
from tests.match.conftest import Table

SECOND_NS = 1_000_000_000
AT = "nestorgames-gp board=harbour cars=G:s17,Y:p2,R:p3,B:{blue} box=G:3/0,Y:3/0,R:3/0,B:3/0 tray=s33:bomb{dice}"
WAY = (
    ("p4", ""),
    ("p4", "B1:5@-34/-16/284"),
    ("p4", "B1:5@-34/-16/284,B2:6@-1/-20/28"),
    ("s6", "B1:5@-34/-16/284,B2:6@-1/-20/28"),
)


@pytest.mark.parametrize(
    ("unseen_ns", "status"),
    [(None, Status.UNDECIDED), (SECOND_NS, Status.ILLEGAL), (60 * SECOND_NS, Status.UNDECIDED)],
)
def test_two_turns_that_left_nothing_take_their_time(unseen_ns: int | None, status: Status) -> None:
    """Blue throws and moves though it is yellow's turn: two repeats rolled within a second excuse nobody.

    Judged again from the record it is the same.
    """
    table = Table("nestorgames-gp")
    rest = " edition=tray switches=items:tray seats=GYRB turn=Y started=G"
    start = AT.format(blue="p4", dice="") + rest
    for blue, dice in WAY:
        table.time_ns += 60 * SECOND_NS
        text = AT.format(blue=blue, dice=f" dice={dice}" if dice else "") + rest
        rested = None if unseen_ns is None else table.time_ns - unseen_ns
        scene = settled(table.game.layout(text, table.manifest), table.time_ns, rested)
        table.match.feed(scene, lambda: b"")
        if not table.match.state.position:
            table.match.start(4, table.time_ns, start)
    table.match.close(table.time_ns)
    assert table.match.state.turns[-1].data["status"] == status.value
    assert not any(one.differences for one in rejudge(table.game, table.match.entries))
