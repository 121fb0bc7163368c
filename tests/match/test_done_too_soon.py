"""The button is pressed while the hand is still there: the turn is judged on what lies on the table once it is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from referee.assemble import Referee
from referee.commands import Close, Start
from referee.devices.status import SourceStatus
from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.match.people_side import PATIENCE_NS
from referee.record.memory import MemoryStore
from referee.vision.scene import Frame, Scene

from .conftest import Table

FRAME_NS = 100_000_000


def test_a_turn_said_to_be_done_is_judged_when_it_was_seen(
    table: Table, played: Callable[[str | None], PlayedTurn]
) -> None:
    """The last movement settles after the button: it belongs to the turn, and the next driver is free of it."""
    turn = played(None)
    assert len(turn.stops) > 1
    for stop in turn.stops[:-1]:
        table.show(stop)
    asked = table.match.close(table.time_ns, at_rest=False)
    assert asked.kind == "close"
    assert table.match.close(table.time_ns + 1, at_rest=False) is asked
    table.show(turn.stops[-1])
    newest = table.match.verdict()
    assert newest is not None
    assert (newest[0].data["provisional"], newest[1].status.value) == (False, "LEGAL")
    assert table.match.state.position == turn.after
    assert table.match.state.close_asked is None


def test_who_keeps_pressing_is_heard(table: Table, played: Callable[[str | None], PlayedTurn]) -> None:
    """A table that never lies still holds nobody up for ever: after five seconds the button closes the turn."""
    turn = played(None)
    table.show(turn.stops[0])
    table.match.close(table.time_ns, at_rest=False)
    assert table.match.close(table.time_ns + PATIENCE_NS - 1, at_rest=False).kind == "close"
    assert table.match.close(table.time_ns + PATIENCE_NS, at_rest=False).kind == "verdict"


def test_a_button_meant_for_the_turn_before_is_held_against_nobody(
    table: Table, played: Callable[[str | None], PlayedTurn]
) -> None:
    """Pressed under the next driver's hand, before anything of his was seen, it does not end his turn half way."""
    turn = played(None)
    assert len(turn.stops) > 1
    table.match.close(table.time_ns, at_rest=False)
    assert table.show(turn.stops[0])[-1].cause.startswith("it was said before anything had moved")
    for stop in turn.stops[1:]:
        table.show(stop)
    newest = table.match.verdict()
    assert newest is not None
    assert (newest[0].data["provisional"], newest[1].status.value) == (False, "LEGAL")


def test_a_button_pressed_too_often_closes_nobodys_turn(table: Table) -> None:
    """When the hand is away and nothing has moved, the driver's turn goes on, and the record says so."""
    table.match.close(table.time_ns, at_rest=False)
    (taken_back,) = table.show(table.match.state.position)
    assert (taken_back.kind, taken_back.cause) == ("undo", "nothing has moved: the turn goes on")
    assert table.match.state.close_asked is None
    with pytest.raises(IllegalAction):
        table.match.close(table.time_ns)


@pytest.mark.parametrize(("car", "turns"), [("off", 1), ("m2", 0)])
def test_a_turn_passed_under_a_hand_counts_when_the_recording_ends(car: str, turns: int) -> None:
    """A driver who is out of the race has had his turn; one who could drive has not begun it."""
    table = Table("racepack")
    start = (
        f"racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:o6,C:p6,M:off,S:{car} hazards=none lap=3 die=n:0:0:0"
    )
    start += " players=4 race=3 round=9 turn=S order=C,A,M,S laps=S:1,M:2,C:2,A:2"
    table.show(start)
    table.match.start(4, table.time_ns, start)
    table.match.close(table.time_ns, at_rest=False)
    table.match.finish(table.time_ns)
    assert [entry.data["status"] for entry in table.match.state.turns] == ["LEGAL"] * turns


def test_undo_takes_the_button_back(table: Table, played: Callable[[str | None], PlayedTurn]) -> None:
    """While the turn waits for its verdict, undo lets it go on and touches no earlier turn."""
    first = played(None)
    table.play(first)
    table.match.close(table.time_ns, at_rest=False)
    stood = table.match.state.position
    table.match.undo(table.time_ns)
    assert (table.match.state.close_asked, table.match.state.position) == (None, stood)


class Watched:
    """A referee whose eye sees what the test lays, with or without a hand."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.referee = Referee(table.game, table.manifest, MemoryStore({"game": "racepack"}))
        self.shown: Scene | None = None
        self.referee._eye.look = lambda frame, still=False: self._scene(frame)  # type: ignore[method-assign]
        self.taken = 0

    def _scene(self, frame: Frame) -> Scene:
        assert self.shown is not None
        return replace(self.shown, time_ns=frame.time_ns)

    def see(self, text: str, pictures: int = 4, hand: bool = False) -> None:
        """So many pictures of a table."""
        scene = self.table.scene(text)
        self.shown = replace(scene, quality=replace(scene.quality, hand=hand))
        for _ in range(pictures):
            self.taken += 1
            self.referee.look(Frame(np.zeros((72, 128, 3), np.uint8), self.taken * FRAME_NS, "test", self.taken))

    def done(self) -> str:
        """What the button answers."""
        return self.referee.command(Close())


@pytest.fixture
def watched(table: Table) -> Watched:
    """A race under way before the camera."""
    watched = Watched(table)
    start = table.game.start(4, Random(1))
    watched.see(start)
    watched.referee.command(Start(players=4, position=start))
    return watched


def waiting(watched: Watched) -> bool:
    """Whether the turn is said to be done and not judged."""
    return bool(watched.referee.snapshot()["closing"])


def test_the_button_waits_for_the_hand(watched: Watched, played: Callable[[str | None], PlayedTurn]) -> None:
    """With a hand over the table, and until four pictures without it agree, the turn waits; then it is judged."""
    turn = played(None)
    for stop in turn.stops[:-1]:
        watched.see(stop)
    watched.see(turn.stops[-1], 2, hand=True)
    assert "as soon as no hand" in watched.done()
    watched.see(turn.stops[-1], 3)
    assert waiting(watched)
    watched.see(turn.stops[-1], 1)
    assert not waiting(watched)
    assert watched.referee.match.state.position == turn.after


def test_the_button_closes_a_turn_that_was_seen(watched: Watched, played: Callable[[str | None], PlayedTurn]) -> None:
    """With the table at rest there is nothing to wait for."""
    turn = played(None)
    watched.see(turn.stops[0])
    watched.done()
    assert not waiting(watched)


def test_after_a_lost_camera_the_table_is_seen_anew_first(
    watched: Watched, played: Callable[[str | None], PlayedTurn]
) -> None:
    """What was moved while the camera was away is seen before the turn is judged, also when nothing was moved."""
    turn = played(None)
    watched.see(turn.stops[0])
    watched.referee.hear_source(SourceStatus("lost", "the camera is lost"))
    watched.done()
    assert waiting(watched)
    watched.referee.hear_source(SourceStatus())
    watched.see(turn.stops[0], 3)
    assert waiting(watched)
    watched.see(turn.stops[0], 1)
    assert not waiting(watched)


def test_a_recording_that_ends_under_a_hand_accuses_nobody(
    watched: Watched, played: Callable[[str | None], PlayedTurn]
) -> None:
    """What was seen of the turn would be too little; a hand is over the table as the film ends: it stays open."""
    turn = played(None)
    watched.see(turn.stops[0])
    watched.see(turn.stops[0], 2, hand=True)
    watched.referee.finish()
    newest = watched.referee.match.verdict()
    assert newest is not None
    assert (newest[0].data["provisional"], newest[1].status.value) == (True, "LEGAL")
