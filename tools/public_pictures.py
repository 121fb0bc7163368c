"""Reads photographs of markers that others have published, beside plain OpenCV, in falling sizes.

    .venv/bin/python tools/public_pictures.py DICT_4X4_50 photo1.jpg photo2.jpg

Good ones with known answers: the three photographs in sample_images/public (DICT_4X4_50, numbers 0 to 7), and those of
OpenCV's ArUco tutorials in the source package of opencv-python: DICT_6X6_250, or instead of a name the file
tutorial_dict.yml that lies beside the tutorials' programs. What counts as right is what OpenCV reads in the picture as
it is; what is read besides is listed, mostly markers that OpenCV missed. Markers of the kits' own family go through
the whole finder; of other families ours are the quadrangles, the corners, and cells compared with all codes as
`referee.vision.patterns` does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.ids import FAMILY
from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE, Finder
from referee.vision.patterns import APART, LARGE_PX, LIKE, SMALL_APART, SMALL_PX
from referee.vision.quads import quads, small_quads
from referee.vision.sampling import USUAL_SHARPENING, brightness, homographies, warp
from referee.vision.shapes import sides_px

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]
Reader = Callable[[Grey], list[int]]

SIZES = (1.0, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2)
KIT_FAMILY = FAMILY.rsplit("_", 1)[0]
KIT_CELLS = 6
RING_WEIGHT = 0.5


def main(family: str, paths: list[str]) -> None:
    """Print how many each reader finds in each picture and size, and whether ours are at least as many."""
    dictionary = _dictionary(family)
    ours = _whole_finder(dictionary) if family.startswith(KIT_FAMILY) else _other_family(dictionary)
    readers = {"ours": ours, "OpenCV": _opencv(dictionary, 0.03), "OpenCV, small ones too": _opencv(dictionary, 0.01)}
    print(f"OpenCV {cv2.__version__}")
    for path in paths:
        whole = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        if whole is None:
            sys.exit(f"{path} is no picture")
        truth = {n for name in list(readers)[1:] for n in readers[name](np.asarray(whole, dtype=np.uint8))}
        for size in SIZES:
            picture = np.asarray(
                cv2.resize(whole, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), dtype=np.uint8
            )
            said = {name: set(reader(picture)) for name, reader in readers.items()}
            right = {name: len(numbers & truth) for name, numbers in said.items()}
            more = {name: sorted(numbers - truth) for name, numbers in said.items() if numbers - truth}
            counts = ", ".join(f"{name} {count}" for name, count in right.items())
            behind = "" if right["ours"] >= max(right.values()) else "  OURS BEHIND"
            besides = f", besides {more}" if more else ""
            print(f"{path.rsplit('/', 1)[-1]} x{size}: {counts} of {len(truth)}{besides}{behind}")


def _dictionary(family: str) -> cv2.aruco.Dictionary:
    if not family.endswith((".yml", ".yaml")):
        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))
    stored = cv2.FileStorage(family, cv2.FILE_STORAGE_READ)
    dictionary = cv2.aruco.Dictionary()
    if not dictionary.readDictionary(stored.root()):
        sys.exit(f"{family} is no dictionary")
    return dictionary


def _whole_finder(dictionary: cv2.aruco.Dictionary) -> Reader:
    finder = Finder(range(len(dictionary.bytesList)))
    return lambda picture: [marker.marker_id for marker in finder.find(picture).detections]


def _opencv(dictionary: cv2.aruco.Dictionary, smallest: float) -> Reader:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = smallest
    if smallest < 0.03:
        parameters.perspectiveRemovePixelPerCell = 8
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)

    def read(picture: Grey) -> list[int]:
        numbers = detector.detectMarkers(picture)[1]
        return [] if numbers is None else sorted(int(n) for n in np.asarray(numbers).ravel())

    return read


def _other_family(dictionary: cv2.aruco.Dictionary) -> Reader:
    """Our way of reading, for codes with more cells than the kits' family has."""
    cells = dictionary.markerSize + 2
    weights = np.pad(np.ones((cells, cells)), 1, constant_values=RING_WEIGHT).ravel()
    codes = _standard(_codes(dictionary), weights)
    upright = codes[::4] @ codes.T
    upright[np.arange(len(upright)), np.arange(len(upright)) * 4] = -1.0
    gaps = np.maximum(1.0 - upright.max(axis=1), 0.02)
    points = _points(cells)

    def read(picture: Grey) -> list[int]:
        corners, quality = refine(picture, np.concatenate([quads(picture), small_quads(picture)]), passes=3)
        corners = corners[quality >= EDGE_SHARE]
        if not len(corners):
            return []
        scores = _standard(_cells(picture, corners, points, cells), weights) @ codes.T
        best, every = scores.argmax(axis=1), np.arange(len(scores))
        like = scores[every, best]
        scores[every, best] = -1.0
        sizes = sides_px(corners) * KIT_CELLS / cells
        needed = np.interp(sizes, (SMALL_PX, LARGE_PX), (SMALL_APART, APART)) * gaps[best // 4]
        return sorted(set((best[(like >= LIKE) & (like - scores.max(axis=1) > needed)] // 4).tolist()))

    return read


def _codes(dictionary: cv2.aruco.Dictionary) -> Floats:
    """The cells of each marker with its border and a ring of margin in its four turns, (numbers * 4, cells)."""
    cells = dictionary.markerSize + 2
    drawn = [cv2.aruco.generateImageMarker(dictionary, n, cells) > 0 for n in range(len(dictionary.bytesList))]
    printed = np.pad(np.array(drawn, dtype=np.float64), ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
    turned = np.stack([np.rot90(printed, turn, (1, 2)) for turn in range(4)], axis=1)
    return np.asarray(turned.reshape(len(drawn) * 4, -1))


def _points(cells: int) -> Floats:
    """Four points in each cell and in a half cell of margin, in units of the marker's side."""
    middles = np.concatenate([[-0.25], np.arange(cells) + 0.5, [cells + 0.25]]) / cells
    spread = np.concatenate([[1 / 12], np.full(cells, 0.2), [1 / 12]]) / cells
    either = np.stack([middles - spread, middles + spread], axis=1)
    x, y = either[None, :, None, :], either[:, None, :, None]
    return np.stack(np.broadcast_arrays(x, y), axis=-1).reshape(-1, 2)


def _cells(picture: Grey, corners: Floats, points: Floats, cells: int) -> Floats:
    """The cells' mean brightness, sharpened as `sampling.cell_values` does: (N, cells)."""
    seen = brightness(picture, warp(homographies(corners), points)).reshape(len(corners), cells + 2, cells + 2, 4)
    means = seen.mean(axis=3).astype(np.float64)
    share = np.clip(0.5 * (USUAL_SHARPENING[0] * cells / sides_px(corners)) ** 2, *USUAL_SHARPENING[1:])
    wide = np.pad(means, ((0, 0), (1, 1), (1, 1)), mode="edge")
    around = wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]
    return np.asarray((means - share[:, None, None] * (around - 4.0 * means)).reshape(len(corners), -1))


def _standard(rows: Floats, weights: Floats) -> Floats:
    centred = (rows - (rows @ weights / weights.sum())[:, None]) * np.sqrt(weights)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-3))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: tools/public_pictures.py FAMILY PICTURE...")
    main(sys.argv[1], sys.argv[2:])
