from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers.dictionary import bits, with_border
from referee.vision.finder import Finder
from referee.vision.scene import Image

pytestmark = pytest.mark.usefixtures("either_way")

Grey = NDArray[np.uint8]


def grey_of(image: Image) -> Grey:
    """The picture without colour."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def kit_ids(table: Any) -> list[int]:
    """Every marker number of the kit."""
    return [marker.marker_id for item in table.manifest.items for marker in item.markers]


def page(markers: list[tuple[int, int, int, int]], size: tuple[int, int] = (400, 600)) -> Grey:
    """White paper with markers (number, left, top, side), drawn four times as fine and averaged."""
    fine = np.full((size[0] * 4, size[1] * 4), 235, dtype=np.uint8)
    for number, left, top, side in markers:
        drawn = (with_border(bits(number)) * 205 + 25).astype(np.uint8)
        fine[top * 4 : (top + side) * 4, left * 4 : (left + side) * 4] = cv2.resize(
            drawn, (side * 4, side * 4), interpolation=cv2.INTER_NEAREST
        )
    small = cv2.resize(fine, size[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), dtype=np.uint8)


@pytest.mark.parametrize("which", ["table", "table_1080"])
@pytest.mark.few(2)
def test_every_bare_marker_is_found_where_it_is(which: str, request: pytest.FixtureRequest) -> None:
    """At 720p and 1080p, with blur and noise, all uncovered markers are found, and no other number."""
    table = request.getfixturevalue(which)
    truth = table.truth_px()
    found = Finder(kit_ids(table)).find(grey_of(table.image()))
    errors = {
        m.marker_id: float(np.linalg.norm(m.corners_px - truth[m.marker_id], axis=1).mean())
        for m in found.detections
        if m.marker_id in truth
    }
    assert len(errors) == len(found.detections)
    right = [number for number, error in errors.items() if error < 2.0]
    hidden = 8  # under four pawns, two coins, one die and the lap card's shadow at most
    assert len(right) >= len(truth) - hidden
    assert float(np.median([errors[n] for n in right])) < 0.15
    assert not found.copies


def test_small_markers_are_found_in_twice_the_size(far_table: Any) -> None:
    """Markers of 15 px, which plain OpenCV mostly misses, are read."""
    truth = far_table.truth_px()
    found = Finder(kit_ids(far_table)).find(grey_of(far_table.image()))
    right = [m for m in found.detections if m.marker_id in truth]
    assert len(right) >= 0.85 * (len(truth) - 8)
    assert len(right) == len(found.detections)


def test_corners_are_found_to_a_tenth_of_a_pixel() -> None:
    """On clean paper corners lie on the printed ones; pixel centres are at whole numbers, so half a pixel before."""
    found = Finder([3, 7]).find(page([(3, 100, 80, 40), (7, 300, 200, 30)]))
    assert [m.marker_id for m in found.detections] == [3, 7]
    left, top, side = 99.5, 79.5, 40.0
    corners = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])
    assert float(np.abs(found.detections[0].corners_px - corners).max()) < 0.1


def test_a_turned_marker_keeps_its_own_top_left() -> None:
    """Corners are given in the marker's order, not the picture's."""
    turned = np.ascontiguousarray(np.rot90(page([(5, 100, 80, 40)])))
    found = Finder([5]).find(turned).detections
    assert len(found) == 1
    # turned counter-clockwise, the marker's own upper side runs up the picture on its left
    first, second = found[0].corners_px[:2]
    assert first[1] - second[1] == pytest.approx(40.0, abs=0.3)


def test_the_same_number_twice_is_reported_as_a_copy() -> None:
    """One of two is the marker, the other its copy."""
    found = Finder([3, 7]).find(page([(3, 100, 80, 40), (3, 400, 250, 40)]))
    assert [m.marker_id for m in found.detections] == [3]
    assert [m.marker_id for m in found.copies] == [3]


def test_numbers_not_in_play_are_not_seen() -> None:
    """A marker of another kit is nothing to this finder."""
    assert not Finder([3, 7]).find(page([(600, 100, 80, 40)])).detections


def test_what_is_left_of_a_half_covered_marker_is_no_other_one() -> None:
    """A narrow marker among flat ones is one that is half covered: the whole one elsewhere keeps its number."""
    flat = [(number, 40 + 80 * (number % 7), 40 + 100 * (number // 7), 44) for number in range(14)]
    picture = page(flat)
    picture[300:322, 300:344] = cv2.resize(picture[40:84, 280:324], (44, 22), interpolation=cv2.INTER_AREA)
    found = Finder(range(20)).find(picture)
    assert [m.marker_id for m in found.detections] == list(range(14))
    assert not found.copies
    assert float(found.detections[3].corners_px[:, 1].max()) < 90.0


def test_a_dark_thing_at_a_markers_corner_does_not_hide_it() -> None:
    """A dark grey die that touches a marker's corner leaves no border between them, yet is not as dark."""
    picture = page([(3, 100, 80, 40), (7, 300, 200, 30)])
    picture[60:84, 137:165] = 95
    assert [m.marker_id for m in Finder([3, 7]).find(picture).detections] == [3, 7]


def test_nothing_is_found_in_noise() -> None:
    """Noise and a plain picture have no markers."""
    noise = np.random.default_rng(0).integers(0, 255, (300, 400), dtype=np.uint8)
    finder = Finder(range(60))
    assert not finder.find(noise).detections
    assert not finder.find(np.full((300, 400), 90, dtype=np.uint8)).detections
