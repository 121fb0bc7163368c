"""The time stood elsewhere when the referee came back: the system's was set, or the source's own began anew."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from markers import kits
from referee.assemble import Referee
from referee.commands import Declare
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.vision.scene import Frame

SECOND_NS = 1_000_000_000
BEGUN_NS = 1_790_000_000 * SECOND_NS


@pytest.mark.parametrize("back_after_s", [-3500, 60, 3700])
def test_a_race_goes_on_where_it_stood(back_after_s: int) -> None:
    """The turn has lasted as long as before, the record says that the referee was away, and its order is kept."""
    law, kit, store = game("racepack"), kits.manifest("racepack"), MemoryStore({"game": "racepack"})
    first = Referee(law, kit, store, now_ns=lambda: BEGUN_NS)
    first.match.start(2, BEGUN_NS, law.start(2, Random(1)))
    first.match.note("a bump", BEGUN_NS + 20 * SECOND_NS)
    now_ns = BEGUN_NS + back_after_s * SECOND_NS
    again = Referee(law, kit, store, now_ns=lambda: now_ns)
    for number in range(2):
        again.look(Frame(np.full((360, 640, 3), 90, np.uint8), now_ns + number, "a camera", number))
    again.announce()
    state = again.snapshot()
    assert state["now"]["lasted_ms"] == 20_000
    assert [entry["kind"] for entry in state["entries"]] == ["note", "note", "start"]
    assert state["entries"][0]["sentence"] == "the referee is back; the race goes on"
    again.command(Declare("roll=3"))
    assert [entry.id for entry in store.entries()] == [1, 2, 3, 4]
    times_ns = [entry.time_ns for entry in store.entries()]
    assert times_ns == sorted(times_ns)


def test_a_source_whose_time_begins_anew_is_recorded_later_than_what_was_before() -> None:
    """A simulated table or a film from its beginning starts at 0 s: a race gone on with after 48 s goes on from there.

    That the referee is back, a word and what comes a second later keep their order and their distance.
    """
    law, kit, store = game("racepack"), kits.manifest("racepack"), MemoryStore({"game": "racepack"})
    first = Referee(law, kit, store)
    first.match.start(2, 0, law.start(2, Random(1)))
    first.match.note("a bump", 48 * SECOND_NS)
    again = Referee(law, kit, store)
    for number in range(2):
        again.look(Frame(np.full((360, 640, 3), 90, np.uint8), number * SECOND_NS, "a simulated table", number))
        again.command(Declare(f"roll={number + 3}"))
    assert [entry.time_ns // SECOND_NS for entry in store.entries()] == [0, 48, 48, 48, 49]
    assert again.snapshot()["now"]["lasted_ms"] == 49_000
