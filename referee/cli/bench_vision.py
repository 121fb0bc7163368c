"""`referee bench vision`: how well and how fast the eye sees, beside plain OpenCV on the same pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.cli.bench_detectors import Detector, Seen, cv2_best, cv2_default, timed
from referee.cli.bench_frames import AT_REST, CARS, KINDS, BenchTable, TrueFrame
from referee.cli.common import usual_wish
from referee.devices.jpeg import decode_brightness, decode_picture
from referee.games.registry import GAMES
from referee.games.registry import game as game_named
from referee.vision import native
from referee.vision.eye import Eye
from referee.vision.quality import grey_of
from referee.vision.scene import Frame, MarkerDetection, Scene
from referee.words.catalogue import told

Floats = NDArray[np.float64]

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
LOOKS = {"static": "living-room", "moving": "busy", "hand": "window"}
QUICK_LOOK = "living-room"
FRAMES = 24
QUICK_FRAMES = {1280: 10, 1920: 9, 3840: 7}
RIGHT_PLACE_PX = 3.0
LARGE_PX = 14.0
"""Markers of this size and more must all be found."""
OPEN_TABLES = ("racepack",)
"""Where the simulator says which markers are bare; elsewhere pieces lie partly under one another."""
WARM_UP = AT_REST
"""The first pictures, on which the eye surveys the table, reads the dice and measures heights, are not timed."""
BUMPED_PX = (11.0, -7.0)
ROUNDS_AT_REST = 3
"""So often are they looked at: the height of a loose piece is measured in its first twelve pictures."""


@dataclass
class Tally:
    """What was counted over the pictures of one case."""

    ours_ms: list[float] = field(default_factory=list)
    default_ms: list[float] = field(default_factory=list)
    best_ms: list[float] = field(default_factory=list)
    ours_cpu_ms: list[float] = field(default_factory=list)
    default_cpu_ms: list[float] = field(default_factory=list)
    visible: int = 0
    ours: int = 0
    theirs: int = 0
    tuned: int = 0
    large: int = 0
    ours_large: int = 0
    false_ids: int = 0
    cv2_false_ids: int = 0
    corner_px: list[float] = field(default_factory=list)
    cv2_corner_px: list[float] = field(default_factory=list)
    still_mm: list[float] = field(default_factory=list)
    pawns_mm: list[float] = field(default_factory=list)
    guessed_mm: list[float] = field(default_factory=list)
    first_sight: dict[str, float] = field(default_factory=dict)


def run(quick: bool, game: str | None) -> dict[str, Any]:
    """The bench's answer as JSON-able data: `{opencv, threads, loops, cases}`; times in ms, places mm, corners px."""
    told("bumped")  # no picture waits for the words to be read
    names = [game] if game else [name for name in GAMES if name in kits.GAMES_WITH_KITS]
    cases = []
    for name in names:
        manifest, sheets = kits.manifest(name, wish=usual_wish(name)), kits.pdf(name, wish=usual_wish(name))
        for size in SIZES:
            tables: dict[str, BenchTable] = {}
            for kind in KINDS:
                look = QUICK_LOOK if quick else LOOKS[kind]
                if look not in tables:
                    tables[look] = BenchTable(game_named(name), manifest, sheets, size, look)
                count = QUICK_FRAMES[size[0]] if quick else FRAMES
                cases.append(case(name, kind, tables[look], manifest, count))
    loops = "numpy and OpenCV" if native.library is None else "compiled"
    return {"opencv": cv2.__version__, "threads": cv2.getNumThreads(), "loops": loops, "cases": cases}


def case(game: str, kind: str, table: BenchTable, manifest: Manifest, count: int) -> dict[str, Any]:
    """One game, size and kind."""
    camera = table.camera
    lens = CameraModel(camera.width_px, camera.height_px, camera.matrix, camera.distortion, origin="the truth")
    eye, guessing = Eye(manifest, lens), Eye(manifest)
    default, best = cv2_default(), cv2_best(manifest)
    tally = Tally()
    cars = {piece.piece for piece in table.pieces if piece.piece.startswith(CARS)}
    at_rest: list[Frame] = []
    for number, true in enumerate(table.frames(kind, count)):
        frame = Frame(true.image, number * 40_000_000, "bench", number)
        if number < WARM_UP:
            at_rest.append(frame)
        elif number == WARM_UP:
            for again in at_rest * (ROUNDS_AT_REST - 1):
                eye.look(again)
        start, worked = time.perf_counter_ns(), time.process_time_ns()
        scene = eye.look(frame)
        ours_ms = (time.perf_counter_ns() - start) / 1e6
        ours_cpu_ms = (time.process_time_ns() - worked) / 1e6
        if number == 0 and kind == "static":
            tally.guessed_mm += [off for _, off in errors_mm(guessing.look(frame), true, cars, table.still)]
        grey = np.asarray(cv2.cvtColor(true.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        worked = time.process_time_ns()
        plain, default_ms = timed(default, grey)
        default_cpu_ms = (time.process_time_ns() - worked) / 1e6
        tuned, best_ms = timed(best, grey)
        if number >= WARM_UP:
            tally.ours_ms.append(ours_ms)
            tally.default_ms.append(default_ms)
            tally.ours_cpu_ms.append(ours_cpu_ms)
            tally.default_cpu_ms.append(default_cpu_ms)
            tally.best_ms.append(best_ms)
        _count(tally, eye.markers, plain, tuned, true, kind == "hand" or game not in OPEN_TABLES)
        tally.still_mm += [off for _, off in errors_mm(scene, true, table.still, table.still)]
        tally.pawns_mm += [off for _, off in errors_mm(scene, true, cars, table.still)]
    if kind == "static":
        tally.first_sight = _first_sight(manifest, lens, eye, best, frame)
    return {"game": game, "size": f"{camera.width_px}x{camera.height_px}", "kind": kind, **_summary(tally)}


def _first_sight(manifest: Manifest, lens: CameraModel, eye: Eye, best: Detector, frame: Frame) -> dict[str, float]:
    """What pictures cost that are searched whole, in processor ms: seen first, after a bump, the one behind it.

    Beside them OpenCV at its best for this kit, and the picture decoded from a JPEG for its brightness and in colour.
    """
    fresh = Eye(manifest, lens)
    step = np.array([[1.0, 0.0, BUMPED_PX[0]], [0.0, 1.0, BUMPED_PX[1]]])
    size = (frame.image.shape[1], frame.image.shape[0])
    pushed = cv2.warpAffine(frame.image, step, size, borderMode=cv2.BORDER_REPLICATE)
    bumped = replace(frame, image=np.asarray(pushed, dtype=np.uint8))
    jpeg = bytes(cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    grey = grey_of(frame.image)
    best(grey)
    return {
        "first_cpu_ms": _worked_ms(lambda: fresh.look(frame)),
        "bump_cpu_ms": _worked_ms(lambda: eye.look(bumped)),
        "after_bump_cpu_ms": _worked_ms(lambda: eye.look(bumped)),
        "cv2_best_cpu_ms": _worked_ms(lambda: best(grey)),
        "jpeg_cpu_ms": _worked_ms(lambda: decode_brightness(jpeg)),
        "jpeg_colour_cpu_ms": _worked_ms(lambda: decode_picture(jpeg)),
    }


def _worked_ms(work: Callable[[], object]) -> float:
    start = time.process_time_ns()
    work()
    return round((time.process_time_ns() - start) / 1e6, 2)


def _count(
    tally: Tally, ours: Sequence[MarkerDetection], plain: Seen, tuned: Seen, true: TrueFrame, doubtful: bool
) -> None:
    """Add one picture's markers; when `doubtful` (a hand) those count as visible that any of the detectors finds."""
    mine = {m.marker_id: m.corners_px for m in ours}
    right = {n for n, corners in mine.items() if _right(n, corners, true)}
    theirs = {n for n, corners in plain if _right(n, corners, true)}
    best = {n: corners for n, corners in tuned if _right(n, corners, true)}
    anyone = right | theirs | best.keys()
    visible = true.free & anyone if doubtful else true.free
    tally.visible += len(visible)
    tally.ours += len(visible & right)
    tally.theirs += len(visible & theirs)
    tally.tuned += len(visible & best.keys())
    large = {n for n in visible if _side(true.corners_px[n]) >= LARGE_PX}
    tally.large += len(large)
    tally.ours_large += len(large & right)
    tally.cv2_false_ids += sum(not _plausible(n, corners, true) for n, corners in tuned)
    tally.cv2_corner_px += [_off(best[n], true.corners_px[n]) for n in sorted(visible & best.keys())]
    tally.false_ids += sum(not _plausible(n, corners, true) for n, corners in mine.items())
    tally.corner_px += [_off(mine[n], true.corners_px[n]) for n in sorted(visible & right)]


def _right(number: int, corners: Floats, true: TrueFrame) -> bool:
    return number in true.corners_px and _off(corners, true.corners_px[number]) < RIGHT_PLACE_PX


def _plausible(number: int, corners: Floats, true: TrueFrame) -> bool:
    """Whether the number lies about there: a marker covered in part may be a little off, but is no false one."""
    if number not in true.corners_px:
        return False
    truth = true.corners_px[number]
    return float(np.hypot(*(corners.mean(axis=0) - truth.mean(axis=0)))) < 0.5 * _side(truth)


def _side(corners: Floats) -> float:
    """The length of a marker's upper edge in px."""
    return float(np.linalg.norm(corners[0] - corners[1]))


def _off(corners: Floats, truth: Floats) -> float:
    return float(np.linalg.norm(corners - truth, axis=1).mean())


def errors_mm(
    scene: Scene, true: TrueFrame, wanted: Collection[str], still: Collection[str]
) -> list[tuple[PlacedPiece, float]]:
    """How far some pieces are from where they lie, both tables laid onto each other by the still pieces."""
    lies = {p.piece: p for p in true.pieces}
    seen = [s for s in scene.sightings if s.piece in lies and not s.remembered]
    ground = [s for s in seen if s.piece in still]
    if len(ground) < 3:
        return []
    here = np.array([complex(s.x_mm, s.y_mm) for s in ground])
    there = np.array([complex(lies[s.piece].x_mm, lies[s.piece].y_mm) for s in ground])
    turn = np.vdot(here - here.mean(), there - there.mean())
    turn /= abs(turn)
    shift = there.mean() - turn * here.mean()
    laid = [(lies[s.piece], turn * complex(s.x_mm, s.y_mm) + shift) for s in seen if s.piece in wanted]
    return [(piece, float(abs(place - complex(piece.x_mm, piece.y_mm)))) for piece, place in laid]


def _summary(tally: Tally) -> dict[str, Any]:
    ours, plain = _median(tally.ours_ms), _median(tally.default_ms)
    places = tally.still_mm + tally.pawns_mm
    return {
        "ours_ms": round(ours, 2),
        "cv2_default_ms": round(plain, 2),
        "cv2_best_ms": round(_median(tally.best_ms), 2),
        "ratio": round(plain / ours, 2),
        "ours_cpu_ms": round(_median(tally.ours_cpu_ms), 2),
        "cv2_default_cpu_ms": round(_median(tally.default_cpu_ms), 2),
        "cpu_ratio": round(_median(tally.default_cpu_ms) / max(_median(tally.ours_cpu_ms), 1e-3), 2),
        "recall": round(tally.ours / max(tally.visible, 1), 4),
        "cv2_recall": round(tally.theirs / max(tally.visible, 1), 4),
        "cv2_best_recall": round(tally.tuned / max(tally.visible, 1), 4),
        "recall_14px": round(tally.ours_large / max(tally.large, 1), 4),
        "markers_14px": tally.large,
        "false_ids": tally.false_ids,
        "cv2_best_false_ids": tally.cv2_false_ids,
        "corner_px": round(_median(tally.corner_px), 3),
        "cv2_best_corner_px": round(_median(tally.cv2_corner_px), 3),
        "median_mm": round(_median(places), 3),
        "p95_mm": round(_p95(places), 3),
        "still_median_mm": round(_median(tally.still_mm), 3),
        "still_p95_mm": round(_p95(tally.still_mm), 3),
        "pawns_median_mm": round(_median(tally.pawns_mm), 3),
        "pawns_p95_mm": round(_p95(tally.pawns_mm), 3),
        "frames": len(tally.ours_ms),
        **tally.first_sight,
        **({"pawns_uncalibrated_max_mm": round(max(tally.guessed_mm), 3)} if tally.guessed_mm else {}),
    }


def _median(values: list[float]) -> float:
    return float(np.median(values)) if values else 0.0


def _p95(values: list[float]) -> float:
    return float(np.percentile(values, 95)) if values else 0.0
