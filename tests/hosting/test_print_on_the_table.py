"""Nobody says which print lies on the table: the page tells it, the record keeps it, a wrong choice is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from markers import kits
from markers.kit import Manifest
from markers.order import Order
from referee.assemble import Referee
from referee.games.registry import game
from referee.hosting.look_on import LookOn
from referee.record.header import manifest_sum, record_header
from referee.record.memory import MemoryStore
from referee.vision.scene import Frame
from referee.words.catalogue import kind_of
from tests.hosting.conftest import Grey, guide, make_host, until
from tests.vision.test_prints import picture

NAME = "royal-racers"
LARGE, SMALL = kits.manifest(NAME), Order(game=NAME).manifest()


def begun(kit: Manifest, chosen: bool) -> Referee:
    """A race begun with this kit on a table with small markers."""
    store = MemoryStore(record_header(NAME, kit, "test"))
    referee = Referee(game(NAME), kit, store, chosen=kit.version if chosen else "")
    referee.start_by_itself(4)
    referee.look(Frame(picture(NAME, True), 0, "test", 0), still=True)
    return referee


def test_the_record_says_which_print_was_seen_where_its_header_could_not() -> None:
    """With the race's start; where the header names it already nothing more is said."""
    start = next(entry for entry in begun(LARGE, False).match.entries if entry.kind == "start")
    assert (start.data["kit_version"], start.data["manifest_sha256"]) == (SMALL.version, manifest_sum(SMALL))
    start = next(entry for entry in begun(SMALL, False).match.entries if entry.kind == "start")
    assert "kit_version" not in start.data


def test_a_table_with_another_print_than_the_chosen_kit_is_told_and_read() -> None:
    """One sentence; none when the kit was not chosen, or when it is the one that lies there."""
    kinds = [
        [kind_of(warning) for warning in begun(kit, chosen).snapshot()["warnings"]].count("other-print")
        for kit, chosen in ((LARGE, True), (LARGE, False), (SMALL, True))
    ]
    assert kinds == [1, 0, 0]


def test_the_picture_check_says_which_print_it_sees() -> None:
    """And the race that follows has it in its header."""
    looking = LookOn(lambda: None)
    looking.see(LARGE, None)
    looking.attend("picture")
    assert looking.print_of(LARGE) == LARGE
    looking.look(Frame(picture(NAME, True), 0, "test", 0))
    markers = next(check for check in looking.state().checks if check.name == "markers")
    assert (markers.state, markers.why) == ("ok", "small")
    assert looking.print_of(LARGE) == SMALL


def test_a_print_named_when_the_program_was_started_is_held_against_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the guided path as on the command line, also when the picture check has found the other print before."""
    seen = Frame(picture(NAME, True), 0, "test", 0)
    monkeypatch.setattr(Grey, "frames", lambda self: iter([seen, replace(seen, index=1, time_ns=100_000_000)]))
    host = make_host(tmp_path, prints={NAME: LARGE})
    try:
        guide(host, "game", NAME)
        guide(host, "source", "0")
        guide(host, "go", "picture")
        until(host, lambda state: any(check["why"] == "small" for check in state["guide"]["checks"]))
        guide(host, "go", "table")
        told = until(host, lambda state: "setup" in state and state["guide"]["step"] == "table")["warnings"]
    finally:
        host.stop()
    assert [kind_of(warning) for warning in told].count("other-print") == 1
