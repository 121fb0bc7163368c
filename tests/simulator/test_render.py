"""The picture tells the truth that the camera claims."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers.kit import Manifest, PlacedPiece
from referee.errors import KitError, SetupError
from referee.games.racepack.table.laying import layout
from referee.simulator.camera import camera_over
from referee.simulator.hands import Hand, covers
from referee.simulator.look import LOOKS, look
from referee.simulator.render import Renderer

BOARD = "racepack track=a1:NNEEESSWWW line=0 cars=A:b1,C:h4,M:b5,S:a3 hazards=a4-,h5+ lap=3 die=2:10:5:30"
LENS = (-0.08, 0.02, 5e-4, -5e-4)
Corners = dict[int, NDArray[np.float64]]


@pytest.fixture(scope="module")
def pieces(manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """A small board with everything on it."""
    return layout(BOARD, manifest)


@pytest.fixture(scope="module")
def renderer(manifest: Manifest, sheets: bytes) -> Renderer:
    """A camera at 1080p, tilted and turned, with a bent lens."""
    camera = camera_over((-140.0, -170.0), (270.0, 170.0), (1920, 1080), 55.0, (6.0, 2.0, 3.0), LENS)
    return Renderer(manifest, sheets, camera, look("living-room"))


def detect(picture: NDArray[np.uint8]) -> Corners:
    """Markers as plain OpenCV finds them, with corners refined."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    numbers = [] if ids is None else np.ravel(ids).tolist()
    return {int(n): np.asarray(found, np.float64).reshape(4, 2) for n, found in zip(numbers, corners, strict=True)}


def truth(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> Corners:
    """Where each marker's corners really are."""
    return {number: corners for placed in pieces for number, corners in renderer.corners_px(placed).items()}


def test_markers_are_where_the_camera_says(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> None:
    """Markers found in a rendered 1080p picture agree with the camera's truth: corners, and centres without bias."""
    picture = renderer.render(pieces, (), np.random.default_rng(1))
    found, real = detect(picture), truth(renderer, pieces)
    common = sorted(set(found) & set(real))
    assert len(common) > 0.85 * len(real)
    apart = np.array([found[n] - real[n] for n in common])
    assert np.median(np.linalg.norm(apart, axis=2)) < 0.5
    assert np.median(np.linalg.norm(apart.mean(axis=1), axis=1)) < 0.12
    assert np.abs(apart.mean(axis=(0, 1))).max() < 0.05


def test_a_pawn_shows_parallax(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> None:
    """A cap stands away from its foot in the picture, outwards from below the camera, by height over distance."""
    pawn = next(placed for placed in pieces if placed.piece == "pawn:C")
    found = detect(renderer.render(pieces, (), np.random.default_rng(2)))
    cap = next(found[n].mean(axis=0) for n in renderer.corners_px(pawn) if n in found)
    flat = renderer.camera.table_of([cap])[0]
    foot = np.array([pawn.x_mm, pawn.y_mm])
    away = foot - renderer.camera.position_mm[:2]
    expected = away * pawn.z_mm / (renderer.camera.z_mm - pawn.z_mm)
    assert np.linalg.norm(expected) > 3.0
    assert np.linalg.norm(flat - foot - expected) < 0.5


def test_same_chance_same_picture(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> None:
    """The same seed gives the same picture to the last bit, another seed other noise."""
    first, again, other = (renderer.render(pieces, (), np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_what_was_drawn_before_does_not_matter(
    manifest: Manifest, sheets: bytes, renderer: Renderer, pieces: tuple[PlacedPiece, ...]
) -> None:
    """Keeping patches and layers for speed changes no picture."""
    moved = tuple(replace(p, x_mm=p.x_mm + 6.0) if p.piece == "pawn:S" else p for p in pieces)
    renderer.render(pieces, (), np.random.default_rng(1))
    warm = renderer.render(moved, (), np.random.default_rng(3))
    fresh = Renderer(manifest, sheets, renderer.camera, renderer.look)
    assert np.array_equal(warm, fresh.render(moved, (), np.random.default_rng(3)))


def test_a_hand_covers_what_is_under_it(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> None:
    """Under a hand no marker is found, and away from it none is lost."""
    hand = Hand(20.0, 75.0, -90.0)
    bare = detect(renderer.render(pieces, (), np.random.default_rng(4)))
    found = detect(renderer.render(pieces, (hand,), np.random.default_rng(4)))
    under = covers(renderer.view, hand, (1080, 1920))
    real = truth(renderer, pieces)
    share = {
        n: float(np.mean([under[tuple(np.round(p[::-1]).astype(int))] for p in real[n]])) for n in bare if n in real
    }
    hidden = {n for n, covered in share.items() if covered == 1.0}
    clear = {n for n, covered in share.items() if covered == 0.0}
    assert len(hidden) >= 3
    assert not hidden & set(found)
    assert len(clear & set(found)) > 0.9 * len(clear)


def test_a_tall_piece_hides_what_is_behind_it(renderer: Renderer, pieces: tuple[PlacedPiece, ...]) -> None:
    """Where a pawn stands, its space's own marker is not found."""
    without = tuple(placed for placed in pieces if not placed.piece.startswith("pawn:"))
    chance = np.random.default_rng(7)
    lost = set(detect(renderer.render(without, (), chance))) - set(detect(renderer.render(pieces, (), chance)))
    assert len(lost) >= 3


@pytest.mark.parametrize("name", sorted(LOOKS))
@pytest.mark.few(2)
def test_every_look_can_be_read(manifest: Manifest, sheets: bytes, pieces: tuple[PlacedPiece, ...], name: str) -> None:
    """In each of the places to play at, most markers of a 720p picture are found by plain OpenCV."""
    camera = camera_over((-140.0, -170.0), (270.0, 170.0), (1280, 720), 55.0, (4.0, 0.0, 0.0), LENS)
    renderer = Renderer(manifest, sheets, camera, look(name))
    picture = renderer.render(pieces, (), np.random.default_rng(8))
    assert picture.shape == (720, 1280, 3)
    real = truth(renderer, pieces)
    assert len(set(detect(picture)) & set(real)) > 0.75 * len(real)


def test_a_piece_of_another_kit_is_refused(renderer: Renderer) -> None:
    """A piece that was never printed cannot be drawn, and the message names it."""
    stranger = PlacedPiece("card:queen", "face", 0.0, 0.0, 0.0, 0.0)
    with pytest.raises(KitError, match="card:queen"):
        renderer.render((stranger,), (), np.random.default_rng(1))


def test_sheets_that_are_no_pdf_are_refused(manifest: Manifest, renderer: Renderer) -> None:
    """Damaged sheets end in one clear sentence."""
    with pytest.raises(KitError, match="cannot be read"):
        Renderer(manifest, b"not a pdf", renderer.camera, renderer.look)


def test_an_unknown_look_is_refused() -> None:
    """A look that does not exist is answered with those that do."""
    with pytest.raises(SetupError, match="living-room"):
        look("moonlight")
