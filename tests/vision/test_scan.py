"""What becomes readable without a change that is searched is found by a slow look over the whole picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from markers.dictionary import family
from referee.vision import doubts
from referee.vision.doubts import ACROSS, DOWN, RollingScan
from referee.vision.eye import Eye
from referee.vision.finder import Finder, Found
from referee.vision.numbers import A_SECOND, FEWEST, IN_TURN
from referee.vision.scene import Frame, Image, MarkerDetection, Scene

PLACE = (560, 60)
"""Left and top of a marker on the bare table, px."""
SIDE = 30


def faint(image: Image, number: int, half: int) -> Image:
    """A picture in which a marker lies in a glare: so many grey levels darker and lighter than the glare."""
    cells = family().generateImageMarker(number, 6)
    white = np.pad(cells, 1, constant_values=255) > 0
    grey = np.kron(np.where(white, 200 + half, 200 - half), np.ones((SIDE // 6, SIDE // 6)))
    left, top = PLACE
    laid = image.copy()
    laid[top : top + grey.shape[0], left : left + grey.shape[1]] = grey[..., None].astype(np.uint8)
    return laid


def number_of(table: Any, piece: str) -> int:
    """The first marker of a piece."""
    return int(next(m.marker_id for item in table.manifest.items if item.piece == piece for m in item.markers))


def looks(eye: Eye, images: list[Image], count: int) -> Scene:
    """Show pictures in turn; the last scene."""
    for number in range(count):
        scene = eye.look(Frame(images[number % len(images)], number, "test", number))
    return scene


def test_a_fading_glare_uncovers_a_piece(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A car too faint to be found becomes a little clearer, less than counts as a change: it is seen after a round."""
    monkeypatch.setattr(doubts, "A_SECOND", 2)
    pieces = tuple(piece for piece in table.pieces if piece.piece != "pawn:S")
    plain = [table.image(pieces) for _ in range(2)]
    number = number_of(table, "pawn:S")
    eye = Eye(table.manifest, table.lens)
    scene = looks(eye, [faint(image, number, 7) for image in plain], 16)
    assert "pawn:S" not in {s.piece for s in scene.sightings}
    clearer = [faint(image, number, 19) for image in plain]
    assert "pawn:S" not in {s.piece for s in looks(eye, clearer, 4).sightings}
    assert "pawn:S" in {s.piece for s in looks(eye, clearer, ACROSS * DOWN + FEWEST + 4).sightings}


def test_every_place_of_the_picture_has_its_turn() -> None:
    """In one round at rest each pixel is searched; while something moves it takes four times as long."""
    rolling = RollingScan(Finder([1, 2]))
    for calm, times in ((True, 1), (False, IN_TURN)):
        searched = np.zeros((270, 480), dtype=bool)
        for _ in range(ACROSS * DOWN * (A_SECOND // 2) * times):
            box = rolling.next_box(searched.shape, 10.0, calm)
            if box is not None:
                left, top, right, bottom = box
                searched[top:bottom, left:right] = True
        assert searched.all()


def test_a_find_counts_only_when_every_further_picture_reads_it(table: Any) -> None:
    """Three more pictures confirm a find; one that does not show it is the end of it."""
    image = np.ascontiguousarray(table.image()[:, :, 1])
    finder = Finder([number_of(table, "pawn:M"), number_of(table, "pawn:C")])
    seen = finder.find(image)
    assert len(seen.detections) == 2
    rolling = RollingScan(finder)
    rolling.found(seen)
    for _ in range(FEWEST - 1):
        assert not rolling.confirmed(image).detections
    confirmed = rolling.confirmed(image).detections
    assert {m.marker_id for m in confirmed} == {m.marker_id for m in seen.detections}
    made_up = MarkerDetection(seen.detections[0].marker_id, seen.detections[0].corners_px + 200.0, 0.9)
    rolling.found(Found((made_up,)))
    assert not any(rolling.confirmed(image).detections for _ in range(FEWEST + 1))
