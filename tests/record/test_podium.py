"""The podium counts what stands: turns and faults by driver, as people have decided them."""

from __future__ import annotations

from random import Random

from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.fold import fold
from referee.record.podium import podium

from .races import race


def test_the_podium_counts_turns_and_faults_of_each_driver() -> None:
    """The rows' turns and faults add up to the race's, and come in the order of the places."""
    store = race("racepack", turns=30, faults=0.4)
    state = fold(store.entries())
    told = podium(game("racepack"), state, game("racepack").what_now(state.position).standings, began_ns=0)
    assert sum(row["turns"] for row in told["rows"]) == told["turns"] == 30
    assert sum(row["faults"] for row in told["rows"]) == told["faults"] > 0
    assert [row["place"] for row in told["rows"]] == sorted(row["place"] for row in told["rows"])
    assert told["lasted_ms"] == 30_000


def test_an_overruled_fault_is_none_on_the_podium() -> None:
    """What people decided counts: the fault is gone, the overruling is told, and a turn taken back counts nowhere."""
    store = race("racepack", turns=30, faults=0.4)
    before = fold(store.entries())
    standings = game("racepack").what_now(before.position).standings
    fault = next(turn for turn in before.turns if before.status(turn) == "ILLEGAL")
    decided = {"entry": fault.id, "status": "LEGAL", "why": "agreed"}
    store.append(Entry(0, "person", "overrule", "overruled", "", before.position, decided), {})
    store.append(Entry(0, "person", "undo", "undone", "", "", {"entry": before.turns[-1].id}), {})
    was, now = (podium(game("racepack"), state, standings, 0) for state in (before, fold(store.entries())))
    lost = before.status(before.turns[-1]) == "ILLEGAL"
    assert (now["faults"], now["overruled"], now["turns"]) == (was["faults"] - 1 - lost, 1, was["turns"] - 1)


def test_those_who_share_a_place_come_one_after_the_other() -> None:
    """Places are compared as numbers; a driver without one comes last."""
    row = dict(game("royal-racers").what_now(game("royal-racers").start(2, Random(1))).standings[0])
    rows = [{**row, "place": place} for place in ("10", "", "2", "2")]
    told = podium(game("royal-racers"), fold(()), rows, 0)
    assert [one["place"] for one in told["rows"]] == ["2", "2", "10", ""]
    assert told["lasted_ms"] == 0
