"""The move timer as it bears on one line: which movements came too late, and which missing ones are forgiven.

The law reads no clock. That the time ran out is said, as every other word at the table is: `time=up`, or `time:2=up`
when it ran out after two movements.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.fact import Fact
from referee.games.racepack.position import DRIVERS
from referee.games.racepack.rules.timer import timer
from referee.games.racepack.turnstate import Sheet, TurnState


@dataclass(frozen=True)
class Timing:
    """What the timer does to a line: rules broken, facts taken for granted, whether missing movements are forgiven."""

    faults: tuple[Fact, ...] = ()
    assumes: tuple[str, ...] = ()
    forgiven: bool = False


def weigh_time(sheet: Sheet, state: TurnState, closed: bool, short: bool) -> Timing:
    """Hold a line against the timer; `short` says that it has fewer movements than the rules demand.

    The rule book does not say whether a car caught halfway goes back: it may be put back, or stay where it had got to.
    """
    said, used = sheet.said, state.used
    driver = DRIVERS[sheet.car]
    if not sheet.position.variants.timer_s or said.time_left:
        return Timing()
    if said.time_after is not None:
        fault = timer(sheet.car, said.time_after, used)
        return Timing(faults=(fault,) if fault else (), forgiven=True)
    if said.time_up:
        late = used > 0 and not short
        assumes = (f"{driver}'s last movement was finished before the time ran out",) if late else ()
        return Timing(assumes=assumes, forgiven=True)
    if closed and short:
        return Timing(assumes=(f"{driver}'s time ran out",), forgiven=True)
    return Timing()
