"""Measures the eye on photographs that nobody here took, beside OpenCV: recall, false numbers, steadiness and time.

    .venv/bin/python tools/public_pictures.py FOLDER [--ids 0-7] [--draw DIR] [--sizes native,18,12]

Every picture below the folder is read by itself, with nothing known beforehand, as it is and shrunk until its markers'
median side has so many px. The numbers in play are those given, or what OpenCV's defaults read in three pictures or
more. Nobody wrote down what is to be seen, so a marker counts as there when the eye and OpenCV agree, or when one of
them reads it where it is read in another picture of the same folder too (a camera on a stand) and nowhere else more
often. All else is a false number; `--draw` shows each of these, and each marker that the eye missed.

Photographs that were tried: the camera frames under Task_4A/sample_arenas of github.com/deepakachu5114/eyrc23_GG_1110,
test/data of github.com/AprilRobotics/apriltag (with `--ids 0-136`: another family, so every number is false), and
sample_images/public with `--ids 0-7`. Most have no licence and some show people: they are never kept here.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import family, gate
from referee.vision.finder import Finder
from referee.vision.scene import MarkerDetection
from referee.vision.shapes import apart_px, side_px

Grey = NDArray[np.uint8]
Reader = Callable[[Grey], list[MarkerDetection]]

OURS, BEST = "the eye", "OpenCV, best"
NATIVE = "native"
SIZES = (NATIVE, "18", "16", "14", "12", "10")
PICTURES = (".jpg", ".jpeg", ".png")
SAME_PLACE = 0.5
"""Of a marker's side."""
OFTEN = 3
STILL_PX = 1.0
"""A marker that strays further was moved, or the camera was."""
CROP_PX, CROPS_A_ROW = 160, 8


@dataclass(frozen=True, eq=False)
class Reading:
    """What one reader says of one picture in one size, corners in px of the picture as it is."""

    size: str
    reader: str
    path: Path
    markers: list[MarkerDetection]
    spent_s: float


def main(asked: argparse.Namespace) -> None:
    """Print a JSON line for each size and reader, and draw what differed."""
    cv2.setNumThreads(1)
    paths = sorted(path for path in asked.folder.rglob("*") if path.suffix.lower() in PICTURES)
    opened = ((path, cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)) for path in paths)
    native = {path: np.asarray(grey, dtype=np.uint8) for path, grey in opened if grey is not None}
    ids = asked.ids or _seen_often(native.values())
    if not ids:
        sys.exit("No picture there shows a marker; say --ids.")
    sizes = asked.sizes.split(",")
    readings = [reading for path, grey in native.items() for reading in _readings(path, grey, ids, sizes)]
    truth = {path: _there(path, readings) for path in native}
    sides = [side_px(marker.corners_px) for there in truth.values() for marker in there]
    usual = round(float(np.median(sides)), 1) if sides else None
    counts = {"pictures": len(native), "markers": len(sides), "numbers_in_play": len(ids)}
    print(json.dumps({**counts, "side_px": usual, "opencv": cv2.__version__}))
    crops: dict[str, list[Grey]] = defaultdict(list)
    for size in sizes:
        for name in dict.fromkeys(reading.reader for reading in readings):
            own = [reading for reading in readings if (reading.size, reading.reader) == (size, name)]
            print(json.dumps({"size": size, "reader": name, **_figures(own, truth)}), flush=True)
            for reading in own:
                missed, false = _wrong(reading, truth[reading.path])
                grey = native[reading.path]
                crops[size] += [_crop(grey, marker, f"{name} false {marker.marker_id}") for marker in false]
                crops[size] += [_crop(grey, m, f"missed {m.marker_id}") for m in missed if name == OURS]
    if asked.draw:
        asked.draw.mkdir(parents=True, exist_ok=True)
        for size, drawn in crops.items():
            cv2.imwrite(str(asked.draw / f"differed-{size}.png"), _sheet(drawn))


def _readings(path: Path, grey: Grey, ids: Iterable[int], sizes: Iterable[str]) -> list[Reading]:
    """What every reader says of a picture in each size in which its markers are not enlarged."""
    readers = _readers(ids)
    sides = [side_px(marker.corners_px) for marker in readers[BEST](grey)]
    readings = []
    for size in sizes:
        share = 1.0 if size == NATIVE else float(size) / float(np.median(sides)) if sides else 2.0
        if share > 1.0:
            continue
        shown = grey if size == NATIVE else _shrunk(grey, share)
        for name, reader in readers.items():
            start = time.process_time()
            said = reader(shown)
            spent_s = time.process_time() - start
            readings.append(Reading(size, name, path, [_enlarged(marker, share) for marker in said], spent_s))
    return readings


def _figures(readings: list[Reading], truth: dict[Path, list[MarkerDetection]]) -> dict[str, Any]:
    """Recall, false numbers, steadiness and processor time of one reader in one size."""
    whole = sum(len(truth[reading.path]) for reading in readings)
    wrong = [_wrong(reading, truth[reading.path]) for reading in readings]
    right = whole - sum(len(missed) for missed, _ in wrong)
    return {
        "of": whole,
        "right": right,
        "recall": round(right / max(whole, 1), 4),
        "false": sum(len(false) for _, false in wrong),
        "steady_px": _steadiness_px(readings, truth),
        "ms": round(sum(reading.spent_s for reading in readings) / max(len(readings), 1) * 1e3, 1),
    }


def _steadiness_px(readings: list[Reading], truth: dict[Path, list[MarkerDetection]]) -> float | None:
    """How far a marker's middle strays from picture to picture of a folder, what all share set aside."""
    middles: dict[tuple[Path, int], list[Any]] = defaultdict(list)
    for reading in readings:
        for marker in reading.markers:
            if _holds(truth[reading.path], marker):
                place = marker.corners_px.mean(axis=0)
                middles[reading.path.parent, marker.marker_id].append((reading.path, place))
    often = [places for places in middles.values() if len(places) >= OFTEN]
    away = [[(path, at - np.mean([at for _, at in places], axis=0)) for path, at in places] for places in often]
    every: dict[Path, list[Any]] = defaultdict(list)
    for path, off in (one for places in away for one in places):
        every[path].append(off)
    shift = {path: np.median(off, axis=0) for path, off in every.items()}
    spread = [np.std([off - shift[path] for path, off in places], axis=0).mean() for places in away]
    still = [px for px in spread if px < STILL_PX]
    return round(float(np.median(still)), 3) if still else None


def _seen_often(pictures: Iterable[Any]) -> list[int]:
    """The numbers that OpenCV's defaults read in several pictures."""
    detector, count = cv2.aruco.ArucoDetector(family()), Counter[int]()
    for grey in pictures:
        numbers = detector.detectMarkers(grey)[1]
        count.update(set() if numbers is None else {int(n) for n in np.asarray(numbers).ravel()})
    return sorted(number for number, pictures_with_it in count.items() if pictures_with_it >= OFTEN)


def _readers(ids: Iterable[int]) -> dict[str, Reader]:
    """The eye's search, and OpenCV restricted to the same numbers: at its defaults and at its best."""
    best = {"minMarkerPerimeterRate": 0.01, "perspectiveRemovePixelPerCell": 8,
            "cornerRefinementMethod": cv2.aruco.CORNER_REFINE_SUBPIX}  # fmt: skip
    return {OURS: lambda grey: _ours(ids, grey), "OpenCV": _opencv(ids, {}), BEST: _opencv(ids, best)}


def _ours(ids: Iterable[int], grey: Grey) -> list[MarkerDetection]:
    found = Finder(ids).find(grey)
    return [*found.detections, *found.copies]


def _opencv(ids: Iterable[int], settings: dict[str, float]) -> Reader:
    chosen, parameters = gate(ids), cv2.aruco.DetectorParameters()
    for name, value in settings.items():
        setattr(parameters, name, value)
    detector = cv2.aruco.ArucoDetector(chosen.dictionary, parameters)

    def read(grey: Grey) -> list[MarkerDetection]:
        corners, numbers, _ = detector.detectMarkers(grey)
        rows = [] if numbers is None else np.asarray(numbers).ravel().tolist()
        quads = (np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in corners)
        return [MarkerDetection(chosen.marker_id(int(row)), quad, 1.0) for row, quad in zip(rows, quads, strict=True)]

    return read


def _there(path: Path, readings: list[Reading]) -> list[MarkerDetection]:
    """The markers that a picture shows: read there by the eye and by OpenCV, or there in other pictures too."""
    here = [reading for reading in readings if reading.path == path]
    ours = [marker for reading in here if reading.reader == OURS for marker in reading.markers]
    theirs = [marker for reading in here if reading.reader != OURS for marker in reading.markers]
    others = [m for reading in readings if reading.path != path and reading.path.parent == path.parent
              for m in reading.markers]  # fmt: skip
    agreed: list[MarkerDetection] = []
    often: dict[int, tuple[int, MarkerDetection]] = {}
    for marker in (*ours, *theirs):
        if _holds(agreed, marker):
            continue
        if _holds(ours, marker) and _holds(theirs, marker):
            agreed.append(marker)
        elif (count := sum(_holds([marker], other) for other in others)) > often.get(marker.marker_id, (0,))[0]:
            often[marker.marker_id] = count, marker
    numbers = {marker.marker_id for marker in agreed}
    return agreed + [marker for number, (_, marker) in often.items() if number not in numbers]


def _wrong(reading: Reading, there: list[MarkerDetection]) -> tuple[list[MarkerDetection], list[MarkerDetection]]:
    """The markers that a reading missed, and its false ones."""
    missed = [marker for marker in there if not _holds(reading.markers, marker)]
    return missed, [marker for marker in reading.markers if not _holds(there, marker)]


def _holds(markers: Iterable[MarkerDetection], wanted: MarkerDetection) -> bool:
    """Whether the same number is among them at the same place."""
    room = SAME_PLACE * side_px(wanted.corners_px)
    return any(m.marker_id == wanted.marker_id and apart_px(m.corners_px, wanted.corners_px) < room for m in markers)


def _shrunk(grey: Grey, share: float) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _enlarged(marker: MarkerDetection, share: float) -> MarkerDetection:
    """Where a marker of the shrunken picture lies in the picture as it is (pixel centres lie at whole numbers)."""
    return MarkerDetection(marker.marker_id, (marker.corners_px + 0.5) / share - 0.5, marker.margin)


def _crop(grey: Grey, marker: MarkerDetection, words: str) -> Grey:
    """A marker and what is around it, enlarged, with words below."""
    (x, y), reach = marker.corners_px.mean(axis=0), side_px(marker.corners_px)
    window = np.array([[CROP_PX / 2 / reach, 0, 0], [0, CROP_PX / 2 / reach, 0]])
    window[:, 2] = CROP_PX / 2 - window[0, 0] * x, CROP_PX / 2 - window[1, 1] * y
    seen = cv2.warpAffine(grey, window, (CROP_PX, CROP_PX), flags=cv2.INTER_NEAREST)
    drawn = cv2.copyMakeBorder(seen, 0, 16, 0, 2, cv2.BORDER_CONSTANT, value=255.0)
    cv2.putText(drawn, words, (2, CROP_PX + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.35, 0.0)
    return np.asarray(drawn, dtype=np.uint8)


def _sheet(crops: list[Grey]) -> Grey:
    """All crops in rows."""
    blank = np.full_like(crops[0], 255)
    filled = [*crops, *[blank] * (-len(crops) % CROPS_A_ROW)]
    return np.vstack([np.hstack(filled[at : at + CROPS_A_ROW]) for at in range(0, len(filled), CROPS_A_ROW)])


def _numbers(said: str) -> list[int]:
    parts = [part.split("-") for part in said.split(",")]
    return [number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ids", type=_numbers, help="the numbers in play, as 0-7,20")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--draw", type=Path, help="a folder for pictures of what differed")
    main(parser.parse_args())
