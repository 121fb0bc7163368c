"""The match is put together from parts: each can be had without the others that it does not name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable

import referee.match
from referee.games.base import PlayedTurn
from referee.match.ledger import Ledger
from referee.match.turns import SAID_DONE, TurnKeeper
from tests.match.conftest import Table


def test_no_part_of_the_match_inherits_from_another() -> None:
    """Ledger, turn keeper, the camera's and the people's side are handed to each other, none is a kind of another."""
    modules = [
        importlib.import_module(f"referee.match.{one.name}") for one in pkgutil.iter_modules(referee.match.__path__)
    ]
    parts = {one for module in modules for _, one in inspect.getmembers(module, inspect.isclass)}
    parts = {one for one in parts if one.__module__.startswith("referee.match.")}
    assert len(parts) > 7
    assert [one.__name__ for one in parts if one.__bases__ != (object,)] == []


def test_a_turn_keeper_takes_over_from_a_record_alone(table: Table, played: Callable[[str | None], PlayedTurn]) -> None:
    """No camera and no people are needed to close the turn that a record left open: the verdict is the same."""
    table.show(played(None).stops[0])
    ledger = Ledger(table.game, table.manifest, table.match.store)
    entry = TurnKeeper(ledger, lambda since_ns: None).close(table.time_ns, "person", SAID_DONE, None)
    ended = table.match.close(table.time_ns)
    assert (entry.data, entry.after) == (ended.data, ended.after)


def test_what_fails_leaves_neither_entries_nor_sight_behind(table: Table) -> None:
    """As one: when what is done fails, the camera's newest look is forgotten with the entries it led to."""
    ledger = Ledger(table.game, table.manifest, table.match.store)
    before = (ledger.sight, ledger.state, list(ledger.entries), ledger.moment())
    try:
        with ledger.as_one():
            ledger.sight = type(ledger.sight)(problems=("something",))
            ledger.append("note", "camera", 1, "something", {})
            raise KeyError
    except KeyError:
        pass
    assert (ledger.sight, ledger.state, list(ledger.entries), ledger.moment()) == before
