"""Real photographs: markers that others have published are read, and pictures without any show none."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from markers.dictionary import family
from markers.ids import FAMILY_SIZE, block_of
from referee.vision.finder import Finder
from referee.vision.scene import Image

PUBLIC = Path(__file__).parents[2] / "sample_images" / "public"
SHEET = set(range(8))
"""The numbers on the sheet in each of the photographs."""
SIZES = (1.0, 0.5, 0.3, 0.2)
EVERY_GAME = [number for number in range(FAMILY_SIZE) if block_of(number) is not None]
AT_MOST_PX = 640


def smaller(picture: Image, size: float) -> Image:
    """The picture in this share of its size."""
    return np.asarray(cv2.resize(picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def by_opencv(picture: Image) -> set[int]:
    """What OpenCV reads at its defaults, as far as it is on the sheet."""
    numbers = cv2.aruco.ArucoDetector(family()).detectMarkers(picture)[1]
    return SHEET & ({int(n) for n in np.asarray(numbers).ravel()} if numbers is not None else set())


@pytest.mark.parametrize("name", ["blade_case", "pipe_cutter", "screwdriver_green"])
def test_every_marker_of_a_published_photograph_is_read(name: str) -> None:
    """All eight, and no other of all games' numbers, down to markers of 8 px where OpenCV has lost most."""
    whole = np.asarray(cv2.imread(str(PUBLIC / f"{name}.jpg"), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
    sheet, any_kit = Finder(range(50)), Finder({*EVERY_GAME, *SHEET})
    read = {size: {m.marker_id for m in sheet.find(smaller(whole, size)).detections} for size in SIZES}
    assert read == dict.fromkeys(SIZES, SHEET)
    assert {m.marker_id for m in any_kit.find(whole).detections} == SHEET
    assert len(by_opencv(smaller(whole, SIZES[-1]))) < len(SHEET) / 2


def test_photographs_and_pages_without_markers_show_none() -> None:
    """scikit-image's own pictures, a chessboard and a page of text among them, hold no number of any of the games."""
    finder = Finder(EVERY_GAME)
    seen, found = set(), {}
    for entry in (resources.files("skimage") / "data").iterdir():
        raw = np.frombuffer(entry.read_bytes(), np.uint8) if entry.name.endswith((".png", ".jpg")) else None
        picture = None if raw is None else cv2.imdecode(raw, cv2.IMREAD_GRAYSCALE)
        if picture is not None and min(picture.shape) >= 20:
            grey = smaller(np.asarray(picture, dtype=np.uint8), min(1.0, AT_MOST_PX / max(picture.shape)))
            seen.add(entry.name)
            found[entry.name] = [marker.marker_id for marker in finder.find(grey).detections]
    assert {"page.png", "chessboard_GRAY.png", "text.png"} <= seen
    assert {name: numbers for name, numbers in found.items() if numbers} == {}
