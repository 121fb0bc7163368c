"""A season without anybody at the page: the next race begins when the table shows its start, and not before."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from markers import kits
from referee.assemble import Referee
from referee.commands import Next
from referee.errors import IllegalAction
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import scene_of
from referee.vision.scene import Frame, Scene

if TYPE_CHECKING:
    from collections.abc import Callable

LAW = game("royal-racers")


class ToldEye:
    """An eye that sees the position it is told."""

    plane = looked_at = None
    manifest = kits.manifest(LAW.name)

    def __init__(self) -> None:
        self.position = ""

    def camera_for(self, width_px: int, height_px: int) -> None:
        """Every size will do."""

    def look(self, frame: Frame, *how: bool) -> Scene:
        """The table as laid."""
        return scene_of(LAW.layout(self.position, kits.manifest(LAW.name)), frame.time_ns)


@pytest.fixture
def ended() -> tuple[Referee, Callable[[str], None], str]:
    """A referee of a campaign whose first race is over, the way to show him a table, and a start of the second race."""
    chance = Random(3)
    over = LAW.start(2, chance, {"flags": "1", "races": "2"})
    while LAW.over(over) is None:
        over = LAW.play(over, chance, None).after
    following = LAW.next_race(over, chance)
    assert following is not None
    referee, eye, shown = Referee(LAW, kits.manifest(LAW.name), MemoryStore({"game": LAW.name})), ToldEye(), [0]
    referee._eye = eye  # type: ignore[assignment]

    def show(position: str) -> None:
        eye.position = position
        shown[0] += 1
        referee.look(Frame(np.zeros((36, 64, 3), np.uint8), shown[0] * 10**9, "told", shown[0]), still=True)

    referee.start_by_itself(2, over)
    show(over)
    return referee, show, following


def test_it_begins_by_itself_when_the_table_shows_it(ended: tuple[Referee, Callable[[str], None], str]) -> None:
    """The table of the race that is over starts nothing; the new one does, once, and its picture is the first stop."""
    referee, show, following = ended
    referee.next_by_itself()
    over = referee.match.state.position
    show(over)
    assert referee.snapshot()["phase"] == "over"
    assert referee.snapshot()["season"]["problem"]
    show(following)
    show(following)
    state = referee.snapshot()
    assert (state["phase"], state["season"]["race"], state["season"]["problem"]) == ("race", 2, "")
    starts = [entry for entry in referee.match.entries if entry.kind == "start"]
    assert [entry.origin for entry in starts] == ["camera", "camera"]
    assert len(referee.match.state.stops) == 1
    assert LAW.visible(referee.match.state.position) == LAW.visible(following)


def test_people_are_asked_where_somebody_is_at_the_page(ended: tuple[Referee, Callable[[str], None], str]) -> None:
    """The table alone starts nothing then; the command does, and twice is once too often."""
    referee, show, following = ended
    show(following)
    assert referee.snapshot()["phase"] == "over"
    assert referee.command(Next()) == "Race 2 of the campaign starts."
    assert referee.snapshot()["phase"] == "race"
    with pytest.raises(IllegalAction, match="not over yet"):
        referee.command(Next())
