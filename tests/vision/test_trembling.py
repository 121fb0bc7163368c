"""A camera that trembles all the time: told once, then the table comes to rest as under a firm camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import cv2
import numpy as np
import pytest

from markers.kit import PlacedPiece
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image, Scene, SettledScene
from referee.vision.settle import Settler
from tests.vision.conftest import Table, moved

SOON = 10
"""Pictures."""
DRAWN: dict[tuple[int, tuple[PlacedPiece, ...] | None], list[Image]] = {}


def swung(image: Image, x_px: float, y_px: float, turn_deg: float = 0.0, zoom: float = 0.0) -> Image:
    """The picture of a camera that has swung a little aside, turned about its lens' axis, or whose focus breathes."""
    size = (image.shape[1], image.shape[0])
    way = cv2.getRotationMatrix2D(((size[0] - 1) / 2.0, (size[1] - 1) / 2.0), turn_deg, 1.0 + zoom)
    shift = np.array([[0.0, 0.0, x_px], [0.0, 0.0, y_px]])
    return np.asarray(cv2.warpAffine(image, way + shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def pictures_of(table: Table, pieces: Sequence[PlacedPiece] | None) -> list[Image]:
    """Two pictures of a table, different in their noise; drawn once, for that takes longest."""
    key = (id(table), None if pieces is None else tuple(pieces))
    if key not in DRAWN:
        DRAWN[key] = [table.image(pieces) for _ in range(2)]
    return DRAWN[key]


class Watched:
    """A table that is looked at by a camera that trembles by a normal `tremble_px` to each side.

    Attributes
    ----------
    settled : the picture's number and what it showed, each time that the table came to rest.
    told : the numbers of the pictures in which a bump was told.
    """

    def __init__(self, table: Table, seed: int = 3) -> None:
        self.table, self.eye = table, Eye(table.manifest, table.lens)
        self.settler, self.rng = Settler(), np.random.default_rng(seed)
        self.taken = 0
        self.settled: list[tuple[int, SettledScene]] = []
        self.told: list[int] = []
        self.watch(4, 0.0)

    def watch(
        self,
        pictures: int,
        tremble_px: float,
        pieces: Sequence[PlacedPiece] | None = None,
        aside_px: tuple[float, float] = (0.0, 0.0),
        turn_deg: float = 0.0,
        zoom: float = 0.0,
    ) -> Scene:
        """So many pictures more, turned and zoomed by up to so much; the last one's scene."""
        images = cycle(pictures_of(self.table, pieces))
        for _ in range(pictures):
            x, y = self.rng.normal(aside_px, tremble_px)
            turned, zoomed = self.rng.uniform(-1.0, 1.0, 2) * (turn_deg, zoom)
            image = swung(next(images), x, y, turned, zoomed)
            scene = self.eye.look(Frame(image, self.taken, "test", self.taken))
            if (settled := self.settler.feed(scene)) is not None:
                self.settled.append((self.taken, settled))
            if any("bumped" in note for note in scene.quality.notes):
                self.told.append(self.taken)
            self.taken += 1
        return scene


@pytest.mark.parametrize("tremble_px", [0.5, 1.0])
@pytest.mark.few(1)
def test_a_table_comes_to_rest_under_a_camera_that_trembles(table: Any, tremble_px: float) -> None:
    """It stays at rest, a pawn that is set on is seen there, all within a millimetre, and few bumps are told."""
    watched = Watched(table)
    watched.watch(SOON, tremble_px)
    number, settled = watched.settled[-1]
    assert watched.told
    assert watched.settler.at_rest
    assert number >= watched.told[0]
    assert max(table.errors_mm(settled.scene, "")) < 1.0
    pieces, begun = moved(table.pieces, "pawn:C", -1.0, 38.0), watched.taken
    watched.watch(SOON, tremble_px, pieces)
    number, settled = watched.settled[-1]
    assert number >= begun
    assert watched.settler.at_rest
    assert max(table.errors_mm(settled.scene, "", pieces)) < 1.0
    watched.watch(SOON, tremble_px, pieces)
    assert watched.settled[-1][0] == number
    assert watched.settler.at_rest
    assert len(watched.told) <= 3


def test_a_camera_that_turns_and_breathes_is_steadied_too(table: Any) -> None:
    """By a degree and a hundredth: told once, at rest soon, and a pawn that is set on is seen well."""
    watched = Watched(table)
    watched.watch(6, 0.5, turn_deg=1.0, zoom=0.01)
    pieces, begun = moved(table.pieces, "pawn:C", -1.0, 38.0), watched.taken
    watched.watch(8, 0.5, pieces, turn_deg=1.0, zoom=0.01)
    number, settled = watched.settled[-1]
    assert number >= begun
    assert watched.settler.at_rest
    assert len(watched.told) == 1
    assert max(table.errors_mm(settled.scene, "", pieces)) < 0.5


@pytest.mark.parametrize("way", [(0.0, 0.006), (0.4, 0.0)])
def test_a_zoom_or_a_turn_that_stays_is_a_bump(table: Any, way: tuple[float, float]) -> None:
    """The camera's focus was turned, or the camera itself: told, and all pieces stay where they lay."""
    watched = Watched(table)
    for _ in range(5):
        image = swung(pictures_of(table, None)[0], 0.0, 0.0, *way)
        scene = watched.eye.look(Frame(image, watched.taken, "test", watched.taken))
        watched.told += [watched.taken] * scene.quality.bumped
    assert watched.told
    assert not scene.quality.bumped
    assert max(table.errors_mm(scene, "")) < 0.5


def test_marks_lie_right_on_the_picture_shown(table: Any) -> None:
    """Markers are where they are drawn, to a pixel, and in the picture that the eye gives out to be shown.

    A fresh eye tells that; one marker has a pawn over its corner, which either of them may put elsewhere than it lies.
    """
    aside_px = (2.0, -1.5)
    watched = Watched(table)
    watched.watch(1, 0.0, aside_px=aside_px)
    for _ in range(3):
        scene = watched.watch(1, 1.0, turn_deg=1.0, zoom=0.01)
    assert not scene.quality.bumped
    shown = watched.eye.looked_at
    assert shown is not None
    fresh = Eye(table.manifest, table.lens)
    fresh.look(shown, still=True)
    there = {marker.marker_id: marker.corners_px for marker in fresh.markers}
    told = {marker.marker_id: marker.corners_px for marker in watched.eye.markers}
    printed = {(item.piece, item.side) for item in table.manifest.items}
    every = (table.renderer.corners_px(p) for p in table.pieces if (p.piece, p.side) in printed)
    drawn = {number: corners + aside_px for piece in every for number, corners in piece.items()}
    both = there.keys() & told.keys()
    right = [number for number in both if float(np.abs(there[number] - drawn[number]).max()) < 1.0]
    assert len(both) > 50
    assert len(right) >= len(both) - 1
    assert max(float(np.abs(there[number] - told[number]).max()) for number in right) < 1.0
    assert sum(float(np.abs(told[number] - drawn[number]).max()) >= 1.0 for number in told) <= 1


def test_the_live_picture_of_a_trembling_camera_stands_still(table: Any) -> None:
    """Swung by three pixels and turned by half a degree it is shown as before, marks and all."""
    referee = Referee(game("racepack"), table.manifest, MemoryStore({"game": "racepack"}), camera=table.lens)
    image = pictures_of(table, None)[0]
    ways = [(0.0, 0.0, 0.0)] * 2 + [(9.0, -6.0, 0.0), (9.0, -6.0, 0.0), (11.0, -4.0, 0.5), (8.0, -6.5, -0.3)]
    shown = []
    for number, way in enumerate(ways):
        referee.look(Frame(swung(image, *way), number * 100_000_000, "test", number))
        jpeg = np.frombuffer(referee.picture()[0], np.uint8)
        picture = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE))
        shown.append(picture[40:-40, 40:-40].astype(np.float64))
    off = [float(np.abs(picture - shown[3]).mean()) for picture in shown]
    assert max(off[4:]) < 0.4 * off[0]


def test_a_pushed_tile_is_seen_under_a_camera_that_trembles(table: Any) -> None:
    """One tile alone has moved, by what it was moved: only what all share is taken for trembling."""
    watched = Watched(table)
    watched.watch(SOON, 0.5)
    pieces = moved(table.pieces, "tile:Aa", 9.0, 6.0)
    scene = watched.watch(SOON, 0.5, pieces)
    assert watched.told[-1] < 4 + SOON
    before, after = ({s.piece: (s.x_mm, s.y_mm) for s in one.sightings} for one in (watched.settled[1][1].scene, scene))
    far = {piece: math.dist(before[piece], after[piece]) for piece in before}
    assert far.pop("tile:Aa") == pytest.approx(math.hypot(9.0, 6.0), abs=1.0)
    assert max(far.values()) < 1.0


def test_a_bump_is_told_under_a_camera_that_trembles(table: Any) -> None:
    """A jump of many pixels is no trembling; the table comes to rest after it."""
    watched = Watched(table)
    watched.watch(SOON, 0.5)
    begun = watched.taken
    watched.watch(SOON, 0.5, aside_px=(14.0, -9.0))
    assert watched.told[-1] >= begun
    number, settled = watched.settled[-1]
    assert number >= begun
    assert watched.settler.at_rest
    assert max(table.errors_mm(settled.scene, "")) < 1.0


def test_a_camera_that_has_come_to_rest_elsewhere_is_told_once_more(table: Any) -> None:
    """What was taken for trembling, but stays, was a push: it is told as one, and the camera is a firm one again."""
    watched = Watched(table)
    watched.watch(SOON, 0.5)
    begun = watched.taken
    scene = watched.watch(42, 0.0, aside_px=(2.0, 1.5))
    assert any(number >= begun for number in watched.told)
    assert not any("bumped" in note for note in scene.quality.notes)
    assert max(table.errors_mm(scene, "")) < 1.0
