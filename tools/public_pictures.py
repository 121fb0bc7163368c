"""Reads photographs of markers that others have published, beside plain OpenCV, in falling sizes.

    .venv/bin/python tools/public_pictures.py DICT_4X4_50 photo1.jpg photo2.jpg

Good ones with known answers: the three photographs in the package gridfinity-pic-to-bin (DICT_4X4_50, numbers 0 to 7),
and those of OpenCV's ArUco tutorials in the source package of opencv-python (DICT_6X6_250). Markers of the kits' own
family go through the whole finder; of other families ours are only the quadrangles and corners, and OpenCV names them.
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
from referee.vision.quads import quads

Grey = NDArray[np.uint8]
Reader = Callable[[Grey], list[int]]

SIZES = (1.0, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2)
KIT_FAMILY = FAMILY.rsplit("_", 1)[0]
CELL_PX = 8


def main(family: str, paths: list[str]) -> None:
    """Print what each reader finds in each picture and size."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))
    ours = _whole_finder(dictionary) if family.startswith(KIT_FAMILY) else _quads_only(dictionary)
    readers = {"ours": ours, "OpenCV": _opencv(dictionary, 0.03), "OpenCV, small ones too": _opencv(dictionary, 0.01)}
    print(f"OpenCV {cv2.__version__}")
    for path in paths:
        whole = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        if whole is None:
            sys.exit(f"{path} is no picture")
        for size in SIZES:
            picture = np.asarray(
                cv2.resize(whole, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), dtype=np.uint8
            )
            said = {name: reader(picture) for name, reader in readers.items()}
            print(
                f"{path.rsplit('/', 1)[-1]} x{size}: "
                + "; ".join(f"{name} {numbers}" for name, numbers in said.items())
            )


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


def _quads_only(dictionary: cv2.aruco.Dictionary) -> Reader:
    cells = dictionary.markerSize + 2
    size = cells * CELL_PX
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32) - 0.5

    def read(picture: Grey) -> list[int]:
        corners, quality = refine(picture, quads(picture), passes=3)
        found = set()
        for quad in corners[quality >= EDGE_SHARE].astype(np.float32):
            flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, square), (size, size))
            middles = flat.reshape(cells, CELL_PX, cells, CELL_PX)[:, 2:-2, :, 2:-2].mean(axis=(1, 3))
            white = (middles > (middles.min() + middles.max()) / 2.0).astype(np.uint8)
            if white[[0, -1]].any() or white[:, [0, -1]].any():
                continue
            known, number, _ = dictionary.identify(white[1:-1, 1:-1], 0.6)
            if known:
                found.add(int(number))
        return sorted(found)

    return read


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: tools/public_pictures.py FAMILY PICTURE...")
    main(sys.argv[1], sys.argv[2:])
