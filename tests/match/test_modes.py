"""How strict the referee is, and what is shown after an undo."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from markers import kits
from referee.errors import NotationError
from referee.games.base import PlayedTurn
from referee.games.registry import game
from referee.match import Match
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.snapshot import Surroundings, snapshot
from web.shape import SNAPSHOT, shape_faults

if TYPE_CHECKING:
    from .conftest import Table

Played = Callable[[str | None], PlayedTurn]
AROUND = Surroundings(1, "", True, "", 0.0, (), "")


def broken(table: Table, played: Played) -> PlayedTurn:
    """A turn in which a car lands on another."""
    turn = played("racepack/forward")
    assert turn.truth != "legal"
    table.play(turn)
    table.match.close(table.time_ns)
    return turn


def test_a_referee_who_advises_lets_an_illegal_turn_stand(table: Table, played: Played) -> None:
    """The verdict keeps its word, an entry marks that it stands, and nobody has to settle it."""
    table.match.set_mode("advise", table.time_ns, "Ann")
    broken(table, played)
    verdict, note = table.match.entries[-2:]
    assert verdict.data["status"] == "ILLEGAL"
    assert note.data["stands"] == verdict.id
    assert snapshot(table.match.moment(), AROUND)["verdict"]["stands"] is True


def test_a_strict_referee_waits(table: Table, played: Played) -> None:
    """By default nothing marks an illegal turn as agreed."""
    broken(table, played)
    assert not any("stands" in entry.data for entry in table.match.entries)


def test_a_fault_waits_until_it_is_answered(table: Table, played: Played) -> None:
    """Neither "turn done" nor the next driver's turn is an answer; letting it stand, overruling or a correction is."""
    first, second = (broken_and_played_over(table, played) for _ in range(2))
    assert [one["entry"] for one in waiting(table)] == [second, first]
    table.match.stand(first, "", table.time_ns)
    assert [one["entry"] for one in waiting(table)] == [second]
    table.match.overrule(second, "LEGAL", "agreed", table.time_ns)
    assert waiting(table) == []
    broken_and_played_over(table, played)
    assert len(waiting(table)) == 1
    table.match.correct(table.time_ns, table.match.state.position)
    assert waiting(table) == []
    table.match.undo(table.time_ns)
    assert len(waiting(table)) == 1, "what answered it is no more"


def test_only_a_strict_referee_waits_for_an_answer(table: Table, played: Played) -> None:
    """Who switches to advice in mid-race is not asked about what came before."""
    broken_and_played_over(table, played)
    table.match.set_mode("advise", table.time_ns)
    assert waiting(table) == []


def waiting(table: Table) -> list[dict[str, Any]]:
    """The faults that the page keeps on top beside the newest verdict."""
    shown = snapshot(table.match.moment(), AROUND)
    verdicts = [one for one in (shown["verdict"], *shown["waiting"]) if one is not None]
    assert sum(one["large"] for one in verdicts) == bool(verdicts), "one is shown in large"
    asked = shown["verdict"] is not None and shown["verdict"]["status"] != "LEGAL"
    assert not shown["waiting"] or shown["waiting"][0]["large"] != asked
    assert shape_faults(shown["waiting"], SNAPSHOT["waiting"]) == ()
    found: list[dict[str, Any]] = shown["waiting"]
    return found


def broken_and_played_over(table: Table, played: Played) -> int:
    """The entry of a fault after which the next driver has had a legal turn."""
    broken(table, played)
    fault = table.match.state.turns[-1]
    table.play(played(None))
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    return fault.id


def test_a_referee_who_only_records_says_nothing(table: Table, played: Played) -> None:
    """No verdict is shown, not even in the list; the record has it all the same."""
    table.match.set_mode("record", table.time_ns)
    broken(table, played)
    shown = snapshot(table.match.moment(), AROUND)
    assert shown["verdict"] is None
    assert not any(entry["status"] or entry["rules"] for entry in shown["entries"])
    assert [entry.data["status"] for entry in table.match.state.turns] == ["ILLEGAL"]


def test_the_mode_is_part_of_the_record(table: Table) -> None:
    """It survives a resumption and a new start, and nonsense is refused."""
    table.match.set_mode("advise", table.time_ns)
    assert fold(table.match.entries).mode == "advise"
    with pytest.raises(NotationError, match="strict, advise, record"):
        table.match.set_mode("lenient", table.time_ns)


def test_after_an_undo_no_stale_verdict_is_shown(table: Table, played: Played) -> None:
    """What was said about the turn that is no more is not shown beside the board any longer."""
    table.play(played(None))
    assert table.match.verdict() is not None
    table.match.undo(table.time_ns)
    assert table.match.verdict() is None
    assert snapshot(table.match.moment(), AROUND)["verdict"] is None


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("nestorgames-gp", "roll=4+4", "Rolled – 4 and 4"),
        ("nestorgames-gp", "roll=2+6+1", "Rolled – 2, 6 and 1"),
        ("home-racers", "roll=2", "Rolled – 2"),
    ],
)
def test_declared_dice_are_shown_in_words(name: str, text: str, words: str) -> None:
    """Whole rolls are on no pad: the turn and the record tell their dice all the same, never the notation."""
    law = game(name)
    match = Match(law, kits.manifest(name), MemoryStore({"game": name}))
    match.start(4, 1, law.start(4, Random(1)))
    match.declare(text, 2)
    shown = snapshot(match.moment(), AROUND)
    assert shown["said"] == [words]
    assert shown["entries"][0]["sentence"].endswith(f": {words}")
