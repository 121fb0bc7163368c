"""A race at any moment, played back with keys, and judged again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.cli.keys import split_keys
from referee.cli.replay import follow
from referee.errors import RecordError
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.player import LONGEST_WAIT_S, Player
from referee.record.rejudge import rejudge
from referee.record.timeline import diagram_at, moment_at, moments, turn_rows
from tests.record.races import race

PLAYER = Player([0, 10**9, 5 * 10**9, 500 * 10**9], [False, True, False, True])


def test_every_moment_shows_what_stood_then() -> None:
    """The position after each entry, the verdict then, and a diagram; scrubbing and playing through agree."""
    entries = race("racepack", 6).entries()
    played = list(moments(entries))
    assert [moment_at(entries, entry.id) for entry in entries] == played
    assert played[-1].shown == entries[-1].after
    assert [moment.status for moment in played if moment.entry.kind == "verdict"] == [
        entry.data["status"] for entry in entries if entry.kind == "verdict"
    ]
    assert diagram_at(game("racepack"), played[0]).startswith("<svg")
    with pytest.raises(RecordError, match="no entry 999"):
        moment_at(entries, 999)


def test_an_open_turn_shows_how_far_it_has_come_and_a_correction_has_no_verdict() -> None:
    """A provisional verdict's table is drawn though the position has not moved on; a correction starts afresh."""
    entries = race("racepack", 2).entries()
    last = entries[-1]
    opened = replace(last, data={**last.data, "provisional": True}, after=last.before)
    moment = moment_at((*entries[:-1], opened), last.id)
    assert (moment.state.position, moment.shown) == (last.before, last.data["after"])
    correct = Entry(0, "person", "correct", "by hand", last.after, entries[0].after, id=last.id + 1)
    assert moment_at((*entries, correct), correct.id).newest_verdict is None
    stop = Entry(0, "camera", "stop", "", correct.after, correct.after, {"observation": "x"}, id=last.id + 2)
    assert moment_at((*entries, correct, stop), stop.id).newest_verdict is None


def test_keys_move_through_the_turns() -> None:
    """Steps, faults, ends, speed and pause, and never beyond the first or last turn."""
    assert [PLAYER.press("right").index, PLAYER.press("f").index, PLAYER.press("end").index] == [0, 1, 3]
    at_fault = replace(PLAYER, index=1)
    assert [at_fault.press("f").index, at_fault.press("b").index, at_fault.press("home").index] == [3, 1, 0]
    assert replace(PLAYER, index=3).press("right").index == 3
    assert replace(PLAYER, index=0).press("left").index == 0
    assert not at_fault.press("right").playing
    assert not PLAYER.press(" ").playing
    assert PLAYER.press("q").stopped
    assert PLAYER.press("x") == PLAYER
    assert Player([], []).press("end").index == -1


def test_a_replay_waits_as_long_as_the_race_did() -> None:
    """Gaps divided by the speed, none before the first turn, no endless wait, no wait when paused or at the end."""
    assert PLAYER.wait_s() == 0.0
    assert replace(PLAYER, index=1).press("+").wait_s() == 2.0
    assert replace(PLAYER, index=2).wait_s() == LONGEST_WAIT_S
    assert replace(PLAYER, index=3).wait_s() is None
    assert PLAYER.press(" ").wait_s() is None


def test_keys_typed_together_are_told_apart() -> None:
    """A burst of keys with cursor keys in it."""
    assert split_keys("f\x1b[C\x1bOD+\x1b[4~\x1b") == ["f", "right", "left", "+", "end", "q"]


@pytest.mark.parametrize("name", ["racepack", "royal-racers", "nestorgames-gp", "home-racers"])
def test_a_record_judged_again_says_the_same(name: str) -> None:
    """Every verdict of a seeded race, faults included, comes out as it was given."""
    entries = race(name, 12, faults=0.4).entries()
    results = list(rejudge(game(name), entries))
    assert len(results) == len(turn_rows(entries)) > 8
    assert [one.differences for one in results if one.differences] == []


def test_what_would_be_said_otherwise_is_named() -> None:
    """A changed status, other words, and a verdict or position that cannot be read: each told, the rest unharmed."""
    entries = list(race("racepack", 6, faults=0.0).entries())
    at = [index for index, entry in enumerate(entries) if entry.kind == "verdict"]
    rule = {"rule": "racepack/corner-speed", "message": "m"}
    changes: tuple[dict[str, Any], ...] = (
        {"status": "ILLEGAL", "violations": [rule]},
        {"sentence": "Well driven."},
        {"status": "PERHAPS"},
    )
    for index, change in zip(at, changes, strict=False):
        entries[index] = replace(entries[index], data={**entries[index].data, **change})
    results = list(rejudge(game("racepack"), entries))
    assert [one.differences for one in results[:3]] == [("status", "rules"), ("wording",), ("unreadable",)]
    assert [one.decisive for one in results[:3]] == [True, False, True]
    assert all(one.differences == () for one in results[3:])
    assert results[0].to_dict()["was"]["rules"] == ["racepack/corner-speed"]
    entries[0] = replace(entries[0], after="a chess board")
    (first, *_) = rejudge(game("racepack"), entries)
    assert first.now is None
    assert first.problem


class Script:
    """Keys as somebody would press them; when they run out the time is up."""

    def __init__(self, *keys: str) -> None:
        self._keys = list(keys)

    def next(self, timeout_s: float | None) -> str | None:
        """The next key."""
        assert self._keys or timeout_s is not None, "the replay would wait for ever"
        return self._keys.pop(0) if self._keys else None


def test_a_replay_in_the_terminal_follows_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """It shows each turn it comes to, jumps to the fault, says when there is none further, plays on and ends."""
    rows = [
        {
            "number": n,
            "time": "t",
            "player": "red",
            "turn": "x",
            "status": "LEGAL",
            "rules": [],
            "sentence": f"word {n}",
        }
        for n in range(1, 5)
    ]
    rows = [{**row, "undone": False, "overruled": None} for row in rows]
    start = replace(PLAYER, index=0, playing=False)
    assert follow(rows, start, Script("f", "b", "right", "q")).stopped
    shown, said = capsys.readouterr()
    assert [word for word in shown.split() if word.isdigit()] == ["1", "2", "3"]
    assert "no more faults" in said
    assert follow(rows, replace(start, playing=True), Script()).index == 3
    assert "word 4" in capsys.readouterr().out
