"""A record on the page: every moment can be shown, nothing can be changed."""

from __future__ import annotations

import pytest

from referee import commands
from referee.errors import IllegalAction, NotationError, RecordError
from referee.games.registry import game
from referee.hosting.replay import Replay
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from tests.record.races import race
from web.shape import shape_faults


@pytest.fixture(scope="module")
def replay() -> Replay:
    """Twelve turns of Racepack."""
    return Replay(game("racepack"), race("racepack", turns=12), "race.sqlite")


def test_every_moment_has_the_shape_of_the_page(replay: Replay) -> None:
    """From the start to the last turn each moment is drawn, and the record grows with it."""
    shown = replay.snapshot()["replay"]
    lengths = []
    for at in range(len(shown["marks"])):
        replay.command(commands.Replay(at))
        state = replay.snapshot()
        assert shape_faults(state) == ()
        assert state["replay"]["at"] == at
        lengths.append(len(state["entries"]))
    assert lengths == sorted(lengths)
    assert shown["marks"][0] == "start"


def test_a_record_without_views_shows_no_place(replay: Replay) -> None:
    """Its verdicts have their whole pictures, as they had when they were written."""
    shown = replay.snapshot()["entries"]
    assert not any(one["place"] for one in shown)
    with pytest.raises(KeyError):
        replay.incident(shown[0]["id"])


def test_going_elsewhere_is_told_to_all_viewers(replay: Replay) -> None:
    """A viewer who waits is woken."""
    before = replay.wait(-1, 0.0)
    replay.command(commands.Replay(1))
    assert replay.wait(before, 0.0) > before


def test_a_replay_cannot_be_changed(replay: Replay) -> None:
    """No command but going elsewhere, and only to moments that there are."""
    with pytest.raises(IllegalAction, match="this is a replay"):
        replay.command(commands.Undo())
    for at in (-1, 10_000):
        with pytest.raises(NotationError, match="moments 0 to"):
            replay.command(commands.Replay(at))


def test_a_fault_that_was_overruled_later_is_none_in_any_moment() -> None:
    """List and verdict say what counts of it, and what the referee had said."""
    store = MemoryStore({"game": "racepack"})
    for entry in race("racepack", turns=12, faults=0.6).entries():
        store.append(entry, dict.fromkeys(entry.pictures, b""))
    fault, other = [one for one in store.entries() if one.data.get("status") == "ILLEGAL"][:2]
    store.append(
        Entry(10**12, "person", "overrule", "", "", "", data={"entry": fault.id, "status": "LEGAL", "why": ""}), {}
    )
    store.append(Entry(10**12, "person", "note", "", "", "", data={"stands": other.id, "why": ""}), {})
    replay = Replay(game("racepack"), store, "race.sqlite")
    seen = 0
    for at in range(len(replay.snapshot()["replay"]["marks"])):
        state = replay.moment(at)
        listed = {one["id"]: (one["status"], one["holds"], one["stands"]) for one in state["entries"]}
        assert listed.get(fault.id) in (None, ("ILLEGAL", "LEGAL", False))
        assert listed.get(other.id) in (None, ("ILLEGAL", "ILLEGAL", True))
        if state["verdict"] and state["verdict"]["entry"] == fault.id:
            seen += 1
            assert state["verdict"]["overruled"]["status"] == "LEGAL"
    assert seen


def test_a_record_without_a_race_is_refused() -> None:
    """Nothing was begun, so there is nothing to show."""
    with pytest.raises(RecordError, match="No race was begun"):
        Replay(game("racepack"), MemoryStore({"game": "racepack"}), "empty.sqlite")
