"""A record that cannot be written, at every place where one is: what was seen and said is kept whole, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

from referee.errors import RecordError
from referee.games.base import PlayedTurn
from referee.games.registry import GAMES
from referee.match import Match
from referee.record.entry import Entry, NewEntry
from referee.record.memory import MemoryStore
from tests.match.conftest import Table

TURNS = 2


class FailingStore(MemoryStore):
    """A store whose n-th write fails; counted over all attempts."""

    def __init__(self, fails_at: int = 0) -> None:
        super().__init__({"game": "any"})
        self.writes, self._fails_at = 0, fails_at

    def append_all(self, new: Sequence[NewEntry]) -> tuple[Entry, ...]:
        """Write, unless it is the one."""
        self.writes += 1
        if self.writes == self._fails_at:
            raise RecordError("the disk is full")
        return super().append_all(new)


@cache
def turn_from(name: str, position: str, faulty: bool) -> PlayedTurn:
    """What is played from a position, the same in every race."""
    law, chance = GAMES[name], Random(position)
    if not faulty:
        return law.play(position, chance, None)
    tried = (law.play(position, chance, fault) for fault in law.faults())
    return next(turn for turn in tried if turn.truth != "legal")


def played(name: str, fails_at: int = 0) -> FailingStore:
    """A race in which everything is tried again once when it fails, as the referee does."""
    table, store = Table(name), FailingStore(fails_at)
    table.match = match = Match(table.game, table.manifest, store)

    def insist(action: Callable[[], object]) -> None:
        for _ in range(2):
            before = (match.entries, match.state, match.reading, match.problems)
            try:
                with match.as_one():
                    action()
            except RecordError:
                assert (match.entries, match.state, match.reading, match.problems) == before
                assert match.entries == store.entries()
            else:
                return
        raise AssertionError("it failed twice")

    def show(text: str) -> None:
        table.time_ns += 1_000_000_000
        at_ns = table.time_ns
        insist(lambda: table.feed(text, at_ns))

    start = table.game.start(3, Random(5))
    show(start)
    insist(lambda: match.start(3, table.time_ns, start))
    for number in range(TURNS):
        turn = turn_from(name, match.state.position, bool(number % 2))
        for text in turn.declared:
            insist(lambda said=text: match.declare(said, table.time_ns))  # type: ignore[misc]
        for stop in turn.stops:
            show(stop)
        if match.state.position != turn.after and len(match.state.stops) > 1:
            insist(lambda: match.close(table.time_ns))
        show(match.state.position)
    if match.state.closers:
        insist(lambda: match.undo(table.time_ns))
    insist(lambda: match.finish(table.time_ns))
    assert match.entries == store.entries()
    return store


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.few(1)
def test_whichever_write_fails_the_race_ends_as_if_none_had(name: str) -> None:
    """Every write of a race with faults and undos fails once: after the next attempt the record is the same."""
    whole = played(name)
    assert whole.writes > TURNS
    for number in range(1, whole.writes + 1):
        assert played(name, number).entries() == whole.entries(), number


def test_what_fails_in_the_middle_leaves_nothing_behind(table: Table) -> None:
    """An error after some entries of one thing were made takes those back, in the match and in the record."""
    match = table.match
    entries, state = match.entries, match.state

    def half() -> None:
        match.note("first", table.time_ns)
        with match.as_one():
            match.note("second", table.time_ns)
        raise ValueError("half of it")

    with pytest.raises(ValueError, match="half of it"), match.as_one():
        half()
    assert (match.entries, match.state, match.store.entries()) == (entries, state, entries)
    with match.as_one():
        match.note("kept", table.time_ns)
        with pytest.raises(ValueError, match="half of it"), match.as_one():
            half()
    assert [entry.cause for entry in match.store.entries()[len(entries) :]] == ["kept"]
