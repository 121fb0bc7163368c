"""The compiled loops against their twins in numpy and OpenCV."""

from collections.abc import Callable
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from markers.dictionary import bits
from referee.simulator.hands import Hand
from referee.vision import change, likelihood, native, reading
from referee.vision.edges import refine
from referee.vision.eye import Eye
from referee.vision.finder import WAYS, Finder, dark_quads, quads
from referee.vision.reading import Patterns
from referee.vision.sampling import brightness_within
from referee.vision.scene import Scene

Answer = TypeVar("Answer")
Grey = NDArray[np.uint8]

pytestmark = pytest.mark.skipif(native.library is None, reason="no C compiler was at hand when this was installed")


def both(ask: Callable[[], Answer]) -> tuple[Answer, Answer]:
    """The compiled answer and the other one."""
    compiled = ask()
    library, native.library = native.library, None
    try:
        return compiled, ask()
    finally:
        native.library = library


def some_picture(seed: int, height: int, width: int) -> Grey:
    """Light and dark patches with noise."""
    rng = np.random.default_rng(seed)
    patches = np.kron(rng.integers(20, 230, (height // 8 + 1, width // 8 + 1)), np.ones((8, 8)))[:height, :width]
    return np.asarray((patches + rng.normal(0, 6, (height, width))).clip(0, 255), dtype=np.uint8)


def some_quads(seed: int, count: int, height: int, width: int) -> NDArray[np.float64]:
    """Lightly bent squares, some of them partly outside the picture."""
    rng = np.random.default_rng(seed)
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    side = rng.uniform(9.0, 60.0, (count, 1, 1))
    left_top = rng.uniform(-20.0, [width, height], (count, 1, 2))
    return np.asarray(unit * side + left_top + rng.normal(0.0, 0.04, (count, 4, 2)) * side)


@given(st.integers(0, 999), st.integers(121, 170), st.integers(121, 190), st.floats(0.6, 1.5))
@settings(max_examples=30, deadline=None)
def test_the_same_blocks_have_changed(seed: int, height: int, width: int, light: float) -> None:
    """Small pictures and changed blocks are equal, pixel for pixel, at any size and light."""
    before = some_picture(seed, height, width)
    after = np.asarray((some_picture(seed, height, width) * light).clip(0, 255), dtype=np.uint8)
    after[30:90, 20:100] = some_picture(seed + 1, 60, 80)
    (small, mask), (other_small, other_mask) = both(
        lambda: (
            change.shrunk(after),
            change._changed_since(change.shrunk(after), (change.shrunk(before), np.zeros_like(change.shrunk(after)))),
        )
    )
    assert np.array_equal(small, other_small)
    assert np.array_equal(mask, other_mask)
    assert mask.any()


@given(st.integers(0, 999), st.integers(4, 140), st.integers(5, 9))
@settings(max_examples=20, deadline=None)
def test_the_same_grey(seed: int, width: int, height: int) -> None:
    """A colour picture of any size, also a part of a larger one, is as light as OpenCV says, within a level of 255."""
    whole = np.random.default_rng(seed).integers(0, 256, (height, width + 5, 3), dtype=np.uint8)
    for part in (whole, whole[:, 2:-3], whole[1:]):
        (found, small), (true, other) = both(lambda: tuple(one.copy() for one in change.Greys().of(part)))  # noqa: B023
        assert int(np.abs(found.astype(np.int16) - true).max()) <= 1
        assert int(np.abs(small.astype(np.int16) - other).max(initial=0)) <= 1


@given(st.integers(0, 999))
@example(359)
@settings(max_examples=20, deadline=None)
def test_the_same_corners_and_brightness(seed: int) -> None:
    """Corners and brightness are the same but for rounding to 24 bits: places to 1e-5 px, of grey values that
    change by 250 from pixel to pixel.

    An edge sample that lies just at a limit may count for one of the two: then the share of samples differs.
    """
    picture, places = some_picture(seed, 150, 200), some_quads(seed, 12, 150, 200)
    (corners, quality), (other, other_quality) = both(lambda: refine(picture, places, passes=1))
    alike = np.abs(quality - other_quality) < 1e-9
    assert (~alike).sum() <= 1
    assert float(np.abs(corners - other)[alike].max()) < 0.01
    values, other_values = both(lambda: brightness_within(picture, places, likelihood.WITHIN.places))
    assert float(np.abs(values - other_values).max()) < 0.02


@given(st.integers(0, 999))
@settings(max_examples=10, deadline=None)
def test_quads_are_read_alike_in_one_call(seed: int) -> None:
    """Corners, cells and patterns in one call say what the steps in numpy say, also of quads that are not read."""
    patterns, rng = Patterns(range(60)), np.random.default_rng(seed)
    picture = np.full((300, 300), 190, dtype=np.uint8)
    numbers = rng.integers(0, 60, 4)
    unit = np.array([[0.0, 0.0], [35.0, 0.0], [35.0, 35.0], [0.0, 35.0]])
    places = []
    for number, (x, y) in zip(numbers.tolist(), ((30, 30), (180, 30), (30, 180), (180, 180)), strict=True):
        picture[y : y + 36, x : x + 36] = np.kron(np.pad(bits(number), 1), np.ones((6, 6))) * 150 + 30
        places.append(unit + np.array([x, y]) + rng.normal(0.0, 1.0, (4, 2)))
    quads_px = np.concatenate([places, some_quads(seed, 8, 300, 300)])
    said, other = both(lambda: reading.read(picture, quads_px, patterns, 2, 0.5))
    assert np.abs(said.corners_px - other.corners_px)[:4].max() < 0.01
    assert np.array_equal(said.code[:4], numbers * 4)
    assert np.array_equal(other.code[:4], numbers * 4)
    assert np.allclose(said.likeness[:4], other.likeness[:4], atol=1e-4)
    assert np.allclose(said.second[:4], other.second[:4], atol=1e-4)
    unread = (said.quality < 0.5) & (other.quality < 0.5)
    assert (said.likeness[unread] == reading.UNREAD).all()
    assert (other.likeness[unread] == reading.UNREAD).all()
    like, other_like = both(lambda: reading.likeness(picture, said.corners_px[:4], patterns, numbers))
    assert np.allclose(like, other_like, atol=1e-4)
    assert like.min() > 0.9


@given(st.integers(0, 999), st.integers(0, 3), st.integers(0, 3), st.sampled_from([12, 24]))
@example(398, 0, 0, 12)
@example(448, 0, 0, 12)
@example(586, 0, 0, 12)
@settings(max_examples=25, deadline=None)
@pytest.mark.long
def test_the_same_quadrangles_are_proposed(seed: int, below: int, right: int, contrast: int) -> None:
    """Among markers of any size and patches of all shades both searches propose the same
    quadrangles, in pictures of any size.
    """
    picture = some_picture(seed, 200 + below, 260 + right)
    rng = np.random.default_rng(seed)
    for number, side in enumerate(rng.uniform(8.0, 40.0, 12).tolist()):
        x, y = 35 + 60 * (number % 4), 35 + 60 * (number // 4)
        onto = cv2.getRotationMatrix2D((4.0, 4.0), rng.uniform(0.0, 90.0), side / 6.0)
        onto[:, 2] += np.array([x - 4.0, y - 4.0])
        code = np.pad(np.pad(bits(number), 1).astype(np.uint8) * 190 + 20, 1, constant_values=210)
        size = (picture.shape[1], picture.shape[0])
        cv2.warpAffine(code, onto, size, dst=picture, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), dtype=np.uint8)
    found = both(lambda: dark_quads(picture, WAYS, contrast, 9.0, 180.0, 500))
    compiled, plain = (_inside(one, picture.shape) for one in found)
    assert len(compiled) >= 6
    apart = np.min([np.abs(compiled[:, None] - np.roll(plain, turn, axis=1)).max(axis=(2, 3)) for turn in range(4)], 0)
    assert len(compiled) == len(plain)
    assert max(float(apart.min(axis=1).max()), float(apart.min(axis=0).max())) < 1e-6


def _inside(quads_px: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Those whose margin lies inside the picture."""
    inside = (quads_px > 2.0) & (quads_px < np.array([shape[1], shape[0]]) - 3.0)
    return quads_px[inside.all(axis=(1, 2))]


@pytest.mark.parametrize("which", ["table_1080", "far_table"])
@pytest.mark.few(1)
def test_the_same_markers_are_found(which: str, request: pytest.FixtureRequest) -> None:
    """On pictures of the table, large and small, both ways find the same numbers at the same places, also of markers
    that are found in several ways, nearly as alike in each (in pictures 1 and 4)."""
    table = request.getfixturevalue(which)
    ids = [marker.marker_id for item in table.manifest.items for marker in item.markers]
    for table.taken in (0, 1, 4):
        image = table.image()[:, :, 1].copy()
        finder = Finder(ids)
        compiled, plain = both(lambda: {m.marker_id: m.corners_px for m in finder.find(image).detections})  # noqa: B023
        assert compiled.keys() == plain.keys()
        assert len(plain) > 50
        apart = [float(np.abs(compiled[n] - plain[n]).max()) for n in plain]
        assert max(apart) < 0.01


def test_a_race_is_seen_alike(table: Any) -> None:
    """Through a move, a hand and its leaving both eyes see the same pieces at the same places."""
    frames = [table.frame(), table.frame(), table.frame(hands=[Hand(0.0, -50.0, 270.0)]), table.frame(), table.frame()]

    def watch() -> list[Scene]:
        eye = Eye(table.manifest, table.lens)
        return [eye.look(frame) for frame in frames]

    for compiled, plain in zip(*both(watch), strict=True):
        mine = {(s.piece, s.side): s for s in compiled.sightings if s.confidence > 0.5}
        theirs = {(s.piece, s.side): s for s in plain.sightings if s.confidence > 0.5}
        assert mine.keys() == theirs.keys()
        assert all(np.hypot(mine[k].x_mm - theirs[k].x_mm, mine[k].y_mm - theirs[k].y_mm) < 0.3 for k in mine)
        assert compiled.quality.hand == plain.quality.hand


@pytest.mark.parametrize("size", [(2, 2), (8, 8), (9, 130), (131, 7)])
def test_small_pictures_have_no_quads(size: tuple[int, int]) -> None:
    """Pictures too small for a marker are searched without harm."""
    assert quads(np.zeros(size, dtype=np.uint8)).shape == (0, 4, 2)
    noise = np.random.default_rng(0).integers(0, 255, size, dtype=np.uint8)
    assert quads(noise).shape[1:] == (4, 2)


def test_corners_far_outside_or_no_numbers_do_no_harm() -> None:
    """Whatever the corners are, sampling stays inside the picture."""
    picture = some_picture(3, 64, 64)
    for wild in (1e12, -1e12, np.nan, np.inf):
        corners = np.full((1, 4, 2), wild)
        corners[0, 0] = 5.0
        assert refine(picture, corners)[0].shape == corners.shape
        assert len(reading.read(picture, corners, Patterns(range(60)), 2, 0.0).code) == 1


def test_an_older_build_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library of another version is not called."""
    monkeypatch.setattr(native, "VERSION", -1)
    assert native._load() is None
