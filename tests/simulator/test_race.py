"""A simulated race is a source of pictures with its truth beside it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from markers.kit import Manifest
from referee.games.base import PlayedTurn
from referee.simulator.gestures import gestures_for
from referee.simulator.look import _noise
from referee.simulator.race import (
    FRAME_NS,
    Event,
    NextLaid,
    RaceOver,
    Said,
    SimulatedFrame,
    SimulatedRace,
    TurnPlayed,
    words_by_stop,
)
from referee.simulator.surface import surface
from referee.simulator.tabletop import Step
from referee.vision.source import FrameSource


@pytest.fixture(scope="module")
def race(manifest: Manifest, sheets: bytes, game: Any) -> SimulatedRace:
    """A short race in small pictures."""
    return SimulatedRace(game, manifest, sheets, seed=4, turns=9, size=(640, 360), frames_a_stop=3)


@pytest.fixture(scope="module")
def events(race: SimulatedRace) -> list[Event]:
    """All that happens in it."""
    return list(race.events())


def pictures(events: list[Event]) -> list[SimulatedFrame]:
    """The pictures alone."""
    return [event for event in events if isinstance(event, SimulatedFrame)]


def test_a_race_is_a_source(race: SimulatedRace, events: list[Event]) -> None:
    """The pictures come with running numbers and times ten a second, and end with the race."""
    source: FrameSource = race
    assert not source.live
    assert not source.stills
    frames = [shown.frame for shown in pictures(events)]
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert all(frame.time_ns == frame.index * FRAME_NS for frame in frames)
    assert frames[0].image.shape == (360, 640, 3)


def test_it_begins_with_a_survey(events: list[Event]) -> None:
    """First the table rests for eight pictures, without a hand."""
    assert not any(shown.hands for shown in pictures(events)[:8])
    assert all(isinstance(event, SimulatedFrame) for event in events[:8])


def test_after_a_race_of_a_season_the_table_is_laid_out_for_the_next(
    manifest: Manifest, sheets: bytes, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a race, hands that put the pieces back, a table at rest, and then the next race's turns."""
    start = game.start(1, None)
    monkeypatch.setattr(type(game), "next_race", lambda self, position, dice: start)
    race = SimulatedRace(game, manifest, sheets, seed=4, turns=3, size=(320, 180), frames_a_stop=1)
    happened = list(race.events())
    over, laid = happened.index(RaceOver()), happened.index(NextLaid(start))
    assert sum(isinstance(event, TurnPlayed) for event in happened[:over]) == 2
    assert sum(isinstance(event, TurnPlayed) for event in happened[laid:]) == 1
    between = pictures(happened[over:laid])
    assert any(shown.hands for shown in between)
    assert not any(shown.hands for shown in between[-8:])
    cars = [{piece.piece: piece for piece in shown.pieces}["pawn:S"] for shown in (between[-1], pictures(happened)[0])]
    assert (cars[0].x_mm, cars[0].y_mm) == pytest.approx((cars[1].x_mm, cars[1].y_mm), abs=5)


def test_every_stop_rests(events: list[Event]) -> None:
    """Between hands the table rests at least three pictures, and then all pieces stand still."""
    runs, run = [], 0
    shown = pictures(events)
    for before, now in pairwise(shown):
        if not now.hands and not before.hands:
            assert now.pieces == before.pieces
        run = 0 if now.hands else run + 1
        if now.hands and not before.hands:
            runs.append(run)
    assert sum(hands.hands for hands in shown) >= 8
    assert run >= 3


def test_words_come_before_their_stop_settles(events: list[Event]) -> None:
    """What is said of a movement is said while a hand is there or before the table has rested."""
    said = [number for number, event in enumerate(events) if isinstance(event, Said)]
    assert [event.text for event in events if isinstance(event, Said)] == ["speed:1=1", "roll=5", "token:2=4"]
    for number in said:
        after = [event for event in events[number:] if isinstance(event, SimulatedFrame)]
        assert sum(not shown.hands for shown in after[:30]) >= 3


def test_turns_end_with_the_truth(events: list[Event]) -> None:
    """Each turn is handed out after its last picture, and the script ends the race."""
    turns = [event.turn for event in events if isinstance(event, TurnPlayed)]
    assert [turn.turn for turn in turns] == ["1", "2"]
    assert isinstance(events[-1], TurnPlayed)


def test_a_roll_changes_the_die(events: list[Event]) -> None:
    """The die of the tray shows the rolled face at the end, at another place than before."""
    shown = pictures(events)
    first, last = ({p.piece: p for p in one.pieces}["die:M"] for one in (shown[0], shown[-1]))
    assert (first.side, last.side) == ("2", "5")
    assert (first.x_mm, first.y_mm) != (last.x_mm, last.y_mm)


def test_the_same_seed_gives_the_same_pictures(
    race: SimulatedRace, manifest: Manifest, sheets: bytes, game: Any, events: list[Event]
) -> None:
    """Another race of the same seed is the same, picture for picture, and so is a second look at one race."""
    surface.cache_clear()
    _noise.cache_clear()
    other = SimulatedRace(game, manifest, sheets, seed=4, turns=9, size=(640, 360), frames_a_stop=3)
    for shown, frame in zip(pictures(events)[::7], list(other.frames())[::7], strict=True):
        assert np.array_equal(shown.frame.image, frame.image)


def test_closing_ends_it(manifest: Manifest, sheets: bytes, game: Any) -> None:
    """After close no further picture comes, also when the race is paced."""
    race = SimulatedRace(game, manifest, sheets, seed=4, turns=9, size=(640, 360), paced=True)
    frames = race.frames()
    next(frames)
    race.close()
    assert list(frames) == []


def test_words_find_their_stop() -> None:
    """A word about movement k is said at the k-th stop, a word about a roll where the die is rolled."""
    played = PlayedTurn(
        "red", "", "", "", ("s1", "s2", "s3"), ("roll=2", "speed:2=3", "speed:9=1", "done"), "legal", ((1, "2"),)
    )
    assert words_by_stop(played) == [[], ["roll=2", "speed:2=3", "done"], ["speed:9=1"]]


def test_no_step_needs_no_hand() -> None:
    """Nothing to do, nothing to show; a step that names no piece is a mistake."""
    rng = np.random.default_rng(1)
    assert gestures_for((), (), 0, rng) == []
    with pytest.raises(ValueError, match="must name the piece"):
        gestures_for((), (Step(None, None),), 0, rng)
