"""`referee bench strangers`: pictures without any marker of the kit, in which nothing may be read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import guess
from calibration.table_plane import TablePlane, plane_from_normal
from markers import kits
from markers.dots import WHITE_MM
from markers.kit import Manifest
from referee.vision.dots import DotWatch
from referee.vision.doubts import Doubts
from referee.vision.eye import Eye
from referee.vision.finder import Finder
from referee.vision.kit_index import Face, KitIndex
from referee.vision.scene import Frame, MarkerDetection, Sighting
from referee.vision.settle import Settler

Grey = NDArray[np.uint8]
Generator = np.random.Generator

SIZE = (480, 640)
OTHER_FAMILIES = ("DICT_5X5_250", "DICT_6X6_250", "DICT_7X7_250", "DICT_APRILTAG_36h11", "DICT_ARUCO_MIP_36h12")
PICTURES = (".png", ".jpg")
OTHERS = "other markers"
DOTS, PX_PER_MM = 1000, 1.4
"""In each scene so many places are asked whether a printed dot lies there bare, in a picture so fine."""
SHOTS = 4
"""Pictures of each scene, with fresh noise: what the eye needs to settle."""


def run(game: str, count: int, seed: int, on_scene: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """What the finder and the whole eye read in `count` such pictures; numbers are named with how often they came.

    Of every scene begun it is told how many pictures it has.
    """
    manifest = kits.manifest(game)
    index = KitIndex(manifest)
    finder = Finder(index.ids)
    found: Counter[str] = Counter()
    settled: Counter[str] = Counter()
    loose: Counter[str] = Counter()
    frames, spent, in_scenes, dots = 0, 0.0, 0, Counter[str]()
    faces, plane, lies = _dots_anywhere(seed)
    for kind, shots in _scenes(manifest, count, seed):
        on_scene(len(shots))
        start = time.perf_counter()
        every = [{m.marker_id: m for m in finder.find(shot).detections} for shot in shots]
        spent += time.perf_counter() - start
        frames += len(shots)
        read = [f"{kind}: {m.marker_id} ({m.margin:.2f})" for markers in every for m in markers.values()]
        loose.update(_loose(index, finder, shots, every))
        found.update(read)
        dots += Counter(one.side for one in DotWatch(faces).look(shots[0], plane, lies))
        if read:  # without a marker found there is no table, and the eye sees nothing
            names, sighted = _settled(manifest, shots)
            settled.update(f"{kind}: {name}" for name in names)
            in_scenes += sighted
    return {
        "game": game,
        "frames": frames,
        "markers_in_play": len(finder.patterns.ids),
        "false_ids": sum(n for name, n in found.items() if not name.startswith(OTHERS)),
        "false_ids_on_other_markers": sum(n for name, n in found.items() if name.startswith(OTHERS)),
        "false_ids_of_loose_pieces": loose["read"],
        "false_ids_of_loose_pieces_that_count": loose["count"],
        "false_pieces_in_single_scenes": in_scenes,
        "false_pieces_settled": sum(settled.values()),
        "places_taken_for_bare_dots": dots["bare"],
        "places_asked": DOTS * -(-count // SHOTS),
        "find_ms": round(spent / max(frames, 1) * 1e3, 2),
        "which": dict(found.most_common(12)),
        "which_settled": dict(settled),
    }


def _dots_anywhere(seed: int) -> tuple[dict[tuple[str, str], Face], TablePlane, list[Sighting]]:
    """A piece with printed dots all over the picture, the table under it and where it lies: no dot is really there."""
    camera = guess(SIZE[1], SIZE[0])
    plane = plane_from_normal(camera, np.array([0.0, 0.0, -1.0]), camera.focal_px / PX_PER_MM)
    half_mm = np.array(SIZE[::-1]) / PX_PER_MM / 2.0 - WHITE_MM
    dots_mm = np.random.default_rng(seed).uniform(-half_mm, half_mm, (DOTS, 2))
    face = Face("board", "top", 0.0, True, {}, np.zeros((0, 2)), dots_mm)
    return {("board", "top"): face}, plane, [Sighting("board", "top", 0.0, 0.0, 0.0, 1.0)]


def _loose(index: KitIndex, finder: Finder, shots: list[Grey], every: list[dict[int, MarkerDetection]]) -> Counter[str]:
    """How many numbers of loose pieces are read in the shots of one scene, and how many of these are not doubted."""
    doubts, seen = Doubts(index, finder), Counter[str]()
    for shot, markers in zip(shots, every, strict=True):
        read = markers.keys() - index.fixed_ids
        seen["read"] += len(read)
        seen["count"] += len(read - doubts.look(shot, markers)[0])
    return seen


def _settled(manifest: Manifest, shots: list[Grey]) -> tuple[list[str], int]:
    """The pieces that the whole eye settles on in the shots of one scene, and how many it reports in single ones."""
    eye, settler, sighted = Eye(manifest), Settler(len(shots)), 0
    settled = None
    for number, shot in enumerate(shots):
        scene = eye.look(Frame(shot, number, "strangers", number))
        sighted += len(scene.sightings)
        settled = settler.feed(scene) or settled
    return ([] if settled is None else [s.piece for s in settled.scene.sightings]), sighted


def _scenes(manifest: Manifest, count: int, seed: int) -> Iterator[tuple[str, list[Grey]]]:
    rng = np.random.default_rng(seed)
    photographs = _photographs()
    for number in range(-(-count // SHOTS)):
        if number % 4 == 3:
            kind, plain = OTHERS, _other_markers(photographs, rng)
        elif number % 4 == 2:
            kind, plain = "clutter", _clutter(rng)
        else:
            kind, plain = "photograph", _part(photographs[int(rng.integers(len(photographs)))], rng)
        yield kind, [_noisy(plain, rng) for _ in range(SHOTS)]


def _photographs() -> list[Grey]:
    """The photographs and drawings that scikit-image brings along."""
    folder = resources.files("skimage") / "data"
    pictures = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(PICTURES):
            picture = cv2.imdecode(np.frombuffer(entry.read_bytes(), np.uint8), cv2.IMREAD_GRAYSCALE)
            if picture is not None and min(picture.shape) >= 100:
                pictures.append(np.asarray(picture, dtype=np.uint8))
    return pictures


def _part(picture: Grey, rng: Generator) -> Grey:
    """A part of a picture, turned, leant, in some size and light."""
    height, width = SIZE
    zoom = float(rng.uniform(0.4, 3.0)) * max(width / picture.shape[1], 0.3)
    turn = cv2.getRotationMatrix2D((picture.shape[1] / 2, picture.shape[0] / 2), float(rng.uniform(0, 360)), zoom)
    turn[:, 2] += np.array([width / 2 - picture.shape[1] / 2, height / 2 - picture.shape[0] / 2])
    turn[:, 2] += rng.uniform(-0.4, 0.4, 2) * np.array([width, height])
    part = cv2.warpAffine(picture, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray((part * rng.uniform(0.5, 1.3) + rng.uniform(-20, 30)).clip(0, 255), dtype=np.uint8)


def _clutter(rng: Generator) -> Grey:
    """Dark and light rectangles, checked squares and rows of letters: what lies about on game tables."""
    picture = np.full(SIZE, int(rng.integers(70, 200)), dtype=np.uint8)
    for _ in range(int(rng.integers(30, 90))):
        middle = (int(rng.integers(SIZE[1])), int(rng.integers(SIZE[0])))
        size = (float(rng.uniform(8, 90)), float(rng.uniform(8, 90)))
        box = cv2.boxPoints((middle, size, float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.fillConvexPoly(picture, box, int(rng.integers(0, 255)), cv2.LINE_AA)
        if rng.random() < 0.5:
            inner = ((box - box.mean(axis=0)) * rng.uniform(0.5, 0.85) + box.mean(axis=0)).astype(np.int32)
            cv2.fillConvexPoly(picture, inner, int(rng.integers(0, 255)), cv2.LINE_AA)
    for _ in range(12):
        cells = rng.integers(0, 2, (int(rng.integers(3, 9)), int(rng.integers(3, 9)))).astype(np.uint8) * 200 + 25
        _paste(picture, cells, rng)
    for _ in range(8):
        place = (int(rng.integers(SIZE[1])), int(rng.integers(SIZE[0])))
        letters = "".join(chr(int(c)) for c in rng.integers(48, 91, 9))
        cv2.putText(
            picture, letters, place, int(rng.integers(0, 8)), float(rng.uniform(0.3, 2)), int(rng.integers(255)), 2
        )
    return picture


def _other_markers(photographs: list[Grey], rng: Generator) -> Grey:
    """Markers of other families with their white margins, on a photograph."""
    picture = _part(photographs[int(rng.integers(len(photographs)))], rng)
    for _ in range(15):
        family = cv2.aruco.getPredefinedDictionary(
            getattr(cv2.aruco, OTHER_FAMILIES[int(rng.integers(len(OTHER_FAMILIES)))])
        )
        cells = family.markerSize + 2
        drawn = cv2.aruco.generateImageMarker(family, int(rng.integers(len(family.bytesList))), cells)
        _paste(picture, np.pad(np.asarray(drawn, dtype=np.uint8) // 2 + 60, 1, constant_values=215), rng)
    return picture


def _paste(picture: Grey, cells: Grey, rng: Generator) -> None:
    """Lay a small pattern of cells into a picture, in place, in some size and turn."""
    across = float(rng.uniform(14, 90))
    box = cv2.boxPoints(
        ((float(rng.uniform(0, SIZE[1])), float(rng.uniform(0, SIZE[0]))), (across, across), float(rng.uniform(0, 90)))
    )
    rows, columns = cells.shape
    source = np.array([[0, rows], [0, 0], [columns, 0], [columns, rows]], dtype=np.float32) * 8.0
    onto = cv2.getPerspectiveTransform(source, box.astype(np.float32))
    fine = np.kron(cells, np.ones((8, 8), dtype=np.uint8))
    cv2.warpPerspective(fine, onto, SIZE[::-1], dst=picture, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)


def _noisy(plain: Grey, rng: Generator) -> Grey:
    soft = cv2.GaussianBlur(plain, (0, 0), float(rng.uniform(0.5, 1.4)))
    return np.asarray((soft + rng.normal(0, rng.uniform(1, 6), SIZE)).clip(0, 255), dtype=np.uint8)
