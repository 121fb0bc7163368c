"""Command cards: seen by the eye as cards and nothing else, obeyed once a showing, ignored when it is not clear."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from markers import kits
from markers.command_cards import CARD_OF, DESIGN, WORDS, faces
from markers.dictionary import bits, with_border
from markers.ids import COMMAND_CARDS
from referee.assemble import Referee
from referee.commands import Start
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.shown_cards import ShownCards
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Scene, SceneQuality

NUMBER = {name: number for number, name in CARD_OF.items()}
QUALITY = SceneQuality(1.0, True)


def with_card(frame: Frame, name: str, left: int = 20) -> Frame:
    """The same picture with a card held into its lower left corner."""
    image = frame.image.copy()
    cells = np.kron(with_border(bits(NUMBER[name])), np.ones((14, 14), np.uint8)) * 255
    height = image.shape[0]
    image[height - 130 : height - 10, left : left + 210] = 235
    image[height - 112 : height - 28, left + 18 : left + 102] = cv2.cvtColor(cells.astype(np.uint8), cv2.COLOR_GRAY2BGR)
    return replace(frame, image=image)


def scene(time_ms: int, *cards: str) -> Scene:
    """A scene that shows nothing but cards."""
    return Scene(time_ms * 1_000_000, (), (), (), (), QUALITY, cards=cards)


def test_every_card_is_printed_with_a_number_of_its_own() -> None:
    """Three cards from the reserved block, on a sheet of their own, unlike each other in at least seven cells."""
    assert [face.piece for face in faces()] == [f"card:{name}" for name in WORDS]
    assert set(CARD_OF) <= set(COMMAND_CARDS.ids)
    patterns = [np.array(bits(number)) for number in CARD_OF]
    for one, other in combinations(patterns, 2):
        assert min(int((one != np.rot90(other, turn)).sum()) for turn in range(4)) >= 7
    assert kits.pdf(DESIGN.name).startswith(b"%PDF")


@pytest.mark.parametrize("name", list(WORDS))
@pytest.mark.few(1)
def test_a_card_in_the_picture_is_seen_as_a_card_only(table: Any, name: str) -> None:
    """It is named after a look or two, is no piece on the table, and is gone when it is taken out."""
    eye = Eye(table.manifest, table.lens)
    pieces = {s.piece for s in eye.look(table.frame()).sightings}
    looks = [eye.look(with_card(table.frame(), name)) for _ in range(3)]
    assert looks[-1].cards == (name,)
    assert {s.piece for s in looks[-1].sightings} <= pieces
    assert [eye.look(table.frame()).cards for _ in range(2)][-1] == ()


def test_a_card_is_obeyed_once_a_showing() -> None:
    """After some pictures and a while, once; a flicker is the same showing, coming back later is another."""
    shown = ShownCards()
    times = [*range(0, 1000, 100), *range(1800, 2400, 100), *range(6000, 7000, 100)]
    obeyed = [time for time in times if shown.look(scene(time, "undo"))]
    assert obeyed == [400, 6400]


def test_two_cards_or_a_glimpse_are_no_command() -> None:
    """Two different cards at once, or one for two pictures, lead to nothing."""
    shown = ShownCards()
    assert not any(shown.look(scene(time, "done", "undo")) for time in range(0, 2000, 100))
    assert not any(shown.look(scene(time, "pause")) for time in (5000, 5100))


def test_the_break_card_begins_a_break_and_the_record_says_so(table: Any) -> None:
    """The referee obeys the camera's card like a press of the button, and notes that it was shown."""
    law = game("racepack")
    referee = Referee(law, table.manifest, MemoryStore({"game": "racepack"}), camera=table.lens)
    referee.command(Start(players=4, position=law.start(4, Random(1))))
    referee.look(table.frame())
    for _ in range(7):
        referee.look(with_card(table.frame(), "pause"))
    assert referee.match.state.paused
    assert sum("was shown" in entry.cause for entry in referee.match.entries) == 1
