"""One likelihood ratio says whether a print is here: in real light it is, in texture and other families' prints not."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from markers.dictionary import bits, with_border
from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE, NO_QUADS, WAYS, Finder, quads, small_quads
from referee.vision.likelihood import LIKE, NEEDED, evidence, left_over
from referee.vision.reading import Patterns
from referee.vision.sampling import cell_values
from referee.vision.scene import Image

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
NUMBERS = (3, 17, 42, 77, 109, 125)


def laid(cells: np.ndarray, side_px: int, blur_px: float, noise: float) -> tuple[Image, np.ndarray]:
    """A square of cells, black border and all, on white paper as a camera sees it, with its corners."""
    fine = np.full((80 * 8, 80 * 8), 215.0)
    low = 40 * 8 - side_px * 4
    fine[low : low + side_px * 8, low : low + side_px * 8] = cv2.resize(
        cells * 170.0 + 40.0, (side_px * 8, side_px * 8), interpolation=cv2.INTER_NEAREST
    )
    seen = cv2.GaussianBlur(cv2.resize(fine, (80, 80), interpolation=cv2.INTER_AREA), (0, 0), blur_px)
    seen = seen + np.random.default_rng(side_px).normal(0.0, noise, seen.shape)
    edge = 40.0 - side_px / 2.0 - 0.5
    corners = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]]) + edge
    return np.asarray(seen.clip(0, 255), np.uint8), corners


def finer(number: int) -> np.ndarray:
    """A pattern of twice as many cells, whose means by fours follow a marker's."""
    cells = np.kron(with_border(bits(number)).astype(np.float64), np.ones((2, 2)))
    cells[2:-2:2, 2:-2:2] = 1.0 - cells[2:-2:2, 2:-2:2]
    return cells


def read(image: Image, corners: Floats, patterns: Patterns) -> tuple[np.ndarray, Floats]:
    """The most alike numbers at these corners, if they are worth a look, and the ratio for each."""
    code, like, second = patterns.two_best(cell_values(image, corners))
    numbers, turns = patterns.said(code)
    keep = like >= LIKE
    own = corners[np.arange(len(corners))[:, None], (np.arange(4) - turns[:, None]) % 4][keep]
    return numbers[keep], evidence(image, own, numbers[keep], like[keep], second[keep])


def textured(rng: np.random.Generator) -> tuple[Image, Image]:
    """Blots of many sizes, their edges sharp in one half, and on them squares of more cells than ours: without a black
    frame, and with one.
    """
    picture = np.full((480, 640), 130.0)
    for grain_px in (1.5, 3.0, 6.0, 12.0):
        blots = cv2.GaussianBlur(rng.normal(0.0, 1.0, picture.shape), (0, 0), grain_px)
        picture += blots * 25.0 / blots.std()
    picture[:, 320:] = np.where(picture[:, 320:] > 130.0, 200.0, 50.0)
    both = (picture, picture.copy())
    for row, column in np.ndindex(5, 8):
        cells, side = int(rng.choice([5, 6, 7, 8])), int(rng.integers(12, 50))
        pattern = rng.integers(0, 2, (cells, cells)).astype(np.float64)
        top, left = row * 90 + 20, column * 78 + 10
        for frame, one in enumerate(both):
            inside = np.pad(np.pad(pattern, frame), 1, constant_values=1.0)
            small = cv2.resize(inside * 150.0 + 40.0, (side, side), interpolation=cv2.INTER_AREA)
            one[top : top + side, left : left + side] = small
    blur_px, noise = float(rng.uniform(0.5, 1.4)), rng.normal(0.0, 3.0, picture.shape)
    bare, framed = ((cv2.GaussianBlur(one, (0, 0), blur_px) + noise).clip(0, 255).astype(np.uint8) for one in both)
    return bare, framed


@cache
def of_textures() -> tuple[tuple[int, list[float]], tuple[int, list[float]]]:
    """How many squares of fifty textures were decided on, and their ratios: without frames, and with them."""
    rng, patterns = np.random.default_rng(5), Patterns(range(137))
    decisions: list[int] = [0, 0]
    ratios: tuple[list[float], list[float]] = ([], [])
    for _ in range(50):
        for framed, image in enumerate(textured(rng)):
            corners, quality = refine(image, np.concatenate([quads(image), small_quads(image, NO_QUADS)]), passes=3)
            decisions[framed] += int((quality >= EDGE_SHARE).sum())
            ratios[framed].extend(read(image, corners[quality >= EDGE_SHARE], patterns)[1].tolist())
    return (decisions[0], ratios[0]), (decisions[1], ratios[1])


@pytest.mark.parametrize(
    ("side_px", "blur_px", "noise"), [(10, 0.9, 3.0), (14, 1.2, 6.0), (24, 2.0, 10.0), (40, 0.7, 4.0)]
)
def test_our_own_markers_stay(side_px: int, blur_px: float, noise: float) -> None:
    """Small, soft and noisy markers of ours are read."""
    for number in NUMBERS:
        image, corners = laid(with_border(bits(number)).astype(np.float64), side_px, blur_px, noise)
        numbers, ratios = read(image, corners[None], Patterns(range(140)))
        assert numbers.tolist() == [number]
        assert ratios[0] > NEEDED


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("veil", "halo"), [(0.0, 1.5), (0.4, 3.0), (0.6, 3.0)])
def test_a_marker_under_a_veil_that_the_camera_sharpened_is_read(number: int, veil: float, halo: float) -> None:
    """Sheen lifts the black on one side more than on the other, and the sharpened edges leave a dark ring in it."""
    image, _ = laid(with_border(bits(number)).astype(np.float64), 25, 0.8, 2.0)
    sheen = veil * np.linspace(0.7, 1.3, 80)[None, :]
    lit = image * (1.0 - sheen) + 230.0 * sheen
    sharp = lit + halo * (lit - cv2.GaussianBlur(lit, (0, 0), 1.2))
    seen = np.asarray(sharp.clip(16, 235), dtype=np.uint8)
    assert [marker.marker_id for marker in Finder(range(140)).find(seen).detections] == [number]


def test_a_square_whose_black_is_lifted_above_the_middle_on_one_side_is_proposed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A lamp shines back from the lower part of a border: grey 165 where the middle between black and white is 140."""
    image = np.full((80, 80), 240, dtype=np.uint8)
    image[28:52, 28:52], image[46:52, 28:52] = 40, 165
    seen = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), dtype=np.uint8)
    true = np.array([[27.5, 27.5], [51.5, 27.5], [51.5, 51.5], [27.5, 51.5]])

    def proposed() -> bool:
        return bool((np.abs(np.sort(quads(seen), axis=1) - np.sort(true, axis=0)).max(axis=(1, 2)) < 1.5).any())

    assert proposed()
    monkeypatch.setattr("referee.vision.finder.WAYS", WAYS[[0, 1, 2, 1]])
    assert not proposed()


def test_finer_patterns_leave_more_than_ours() -> None:
    """What has the means of our cells but is not plain within them fits several times worse."""
    for number in NUMBERS:
        left = []
        for cells in (with_border(bits(number)).astype(np.float64), finer(number)):
            image, corners = laid(cells, 26, 0.9, 3.0)
            left.append(float(left_over(image, corners[None], np.array([number]), np.zeros(1))[0]))
        assert left[1] > 5.0 * left[0]
        assert Finder(range(140)).find(image).detections == ()


@pytest.mark.parametrize(("framed", "often"), [(False, 1), (True, 6)])
@pytest.mark.long
def test_texture_is_taken_for_a_print_as_rarely_as_stated(framed: bool, often: int) -> None:
    """The ratio's tail falls e-fold with each step, so a limit lower by the logarithm of 1,000 lets 1 in 1,000 by.

    Of squares that are drawn to be mistaken for ours, framed as they are, up to six times as many.
    """
    decisions, ratios = of_textures()[framed]
    assert decisions > 2000
    assert max(ratios) < NEEDED
    assert sum(ratio > NEEDED - np.log(1000.0) for ratio in ratios) <= often * decisions / 1000


@pytest.mark.parametrize(
    ("family", "number", "ours", "side_px", "blur_px"),
    [("6X6_250", 108, 71, 24, 0.9), ("ARUCO_MIP_36h12", 200, 74, 22, 1.2), ("6X6_250", 244, 125, 13, 0.7)],
)
def test_a_marker_of_another_family_that_is_nearly_one_of_ours_is_not_read(
    family: str, number: int, ours: int, side_px: int, blur_px: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has, cell by cell, nearly the means of one of ours: without the closer look it would be named."""
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    cells = np.asarray(cv2.aruco.generateImageMarker(codes, number, codes.markerSize + 2), np.float64) / 255.0
    image = laid(cells, side_px, blur_px, 2.0)[0]
    finder = Finder(range(140))
    assert finder.find(image).detections == ()
    monkeypatch.setattr("referee.vision.finder.margins", lambda ratios, *sides: np.ones(len(ratios)))
    assert ours in [marker.marker_id for marker in finder.find(image).detections]
