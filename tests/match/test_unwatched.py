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


@pytest.mark.parametrize("unseen_ns", [SECOND_NS, 60 * SECOND_NS])
def test_a_throw_may_lie_there_unread(unseen_ns: int) -> None:
    """Yellow's first die is seen, then red's two: yellow's second may have been a repeat that nobody could read."""
    table = Table("nestorgames-gp")
    rest = " edition=tray switches=items:tray seats=GYRB turn=Y started=G"
    start = AT.format(blue="p4", dice="") + rest
    table.show(start)
    table.match.start(4, table.time_ns, start)
    for dice in ("Y1:5@-34/-16/284", "R1:5@-34/-16/284", "R1:5@-34/-16/284,R2:6@-1/-20/28"):
        table.time_ns += 60 * SECOND_NS
        text = AT.format(blue="p4", dice=f" dice={dice}") + rest
        pieces = table.game.layout(text, table.manifest)
        table.match.feed(settled(pieces, table.time_ns, table.time_ns - unseen_ns), lambda: b"")
    found = table.match.moment().verdict
    assert found is not None
    assert found[1].status is Status.UNDECIDED


FLOOR = (
    "home-racers line=0:150:0:-150 cars={cars} {tiles}across=80 gap=5 skew=4 racers={racers} race=1 places=1 round=1"
    " turn={racers} order={racers} gears={nought} laps={nought} course=0:0/460:0/700:240/-460:0"
)


def floor(tiles: str = "", **cars: str) -> str:
    """A floor with these cars, of which the first drives first, and a path of tiles; nobody has driven yet."""
    return FLOOR.format(
        cars=",".join(f"{car}:{cars[car]}" for car in sorted(cars)),
        tiles=f"tiles={tiles} " if tiles else "",
        racers=",".join(cars),
        nought=",".join(f"{car}:0" for car in sorted(cars)),
    )


def word_on(unseen_ns: int | None, start: str, *looks: tuple[str, str]) -> str:
    """The word on a turn of which these looks were taken, each without some pieces and so long after the last."""
    table = Table("home-racers")
    table.show(start)
    table.match.start(start.partition("racers=")[2].partition(" ")[0].count(",") + 1, table.time_ns, start)
    for text, hidden in looks:
        table.time_ns += 60 * SECOND_NS
        rested = None if unseen_ns is None else table.time_ns - unseen_ns
        pieces = table.game.layout(text, table.manifest)
        seen = [one for one in pieces if one.piece.partition(":")[0] not in hidden.split()]
        table.match.feed(settled(seen, table.time_ns, rested), lambda: b"")
    table.match.close(table.time_ns)
    return str(table.match.state.turns[-1].data["status"])


@pytest.mark.parametrize(
    ("unseen_ns", "status"),
    [(None, Status.UNDECIDED), (SECOND_NS, Status.ILLEGAL), (60 * SECOND_NS, Status.UNDECIDED)],
)
def test_a_car_in_view_is_not_driven_twice_in_no_time(unseen_ns: int | None, status: Status) -> None:
    """Blue drives onto a tile that lies aside, and no dice are seen: that a round went by since excuses nobody."""
    others = {"R": "-134:-52:0", "G": "-47:61:0"}
    laid = floor("31:-32:0,111:-56:0", B="-49:-52:0", **others)
    driven = floor(B="31:-32:0", **others)
    assert word_on(unseen_ns, floor(B="-49:-52:0", **others), (laid, ""), (driven, "")) == status.value


@pytest.mark.parametrize(("hidden", "status"), [("", Status.ILLEGAL), ("car road", Status.UNDECIDED)])
def test_a_car_out_of_sight_may_have_been_driven(hidden: str, status: Status) -> None:
    """Red, alone on the floor, is seen further on than one turn leads: it may have driven where nobody saw it."""
    here, there = floor(R="50:0:0"), floor(R="450:0:0")
    assert word_on(SECOND_NS // 2, here, (here, hidden), (there, "")) == status.value
