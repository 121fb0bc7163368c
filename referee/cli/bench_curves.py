"""`referee bench vision --curves`: recall and error against what makes markers hard to read, drawn as pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from markers import kits
from referee.cli.bench_detectors import Detector, Grey, Seen, cv2_best, cv2_default
from referee.cli.bench_frames import BenchTable
from referee.cli.bench_markers import SWEEPS, MarkerPicture, pictures, sweep
from referee.cli.bench_vision import errors_mm
from referee.cli.common import usual_wish
from referee.errors import SourceError
from referee.games.registry import game as game_named
from referee.vision.eye import Eye
from referee.vision.finder import Finder
from referee.vision.scene import Frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]

PICTURES = 16
RIGHT_PLACE_PX = 3.0
OURS, DEFAULT, BEST = "the referee", "OpenCV, defaults", "OpenCV, best settings"
COLOURS = {OURS: "#0b6e4f", DEFAULT: "#c44900", BEST: "#3d5a98"}
LABELS = {
    "side_px": "marker's side, px",
    "blur_px": "blur, px (side 28 px)",
    "noise": "noise, grey levels (side 28 px)",
    "motion_px": "smear by motion, px (side 28 px)",
    "tilt_deg": "leant away, degrees (side 28 px)",
}
PLURALS = {
    "die": "dice", "twin": "special tiles", "road": "road tiles", "gear": "gear areas", "line": "starting line",
    "lap": "lap card", "oil": "oil", "tray": "tray", "throw": "sheet for throws",
}  # fmt: skip
"""Of the other kinds of pieces an s makes more."""
SPREAD_FRAMES = 8
Spread = dict[str, list[tuple[float, float, float]]]


def recall_curves(game: str, count: int = PICTURES) -> dict[str, dict[str, Any]]:
    """Each detector's recall and corner error (median) along each sweep: `{sweep: {values, recall, ...}}`."""
    manifest = kits.manifest(game)
    ids = sorted(marker.marker_id for item in manifest.items for marker in item.markers)
    detectors = {OURS: _ours(Finder(ids)), DEFAULT: cv2_default(), BEST: cv2_best(manifest)}
    curves: dict[str, dict[str, Any]] = {}
    for name, values in SWEEPS.items():
        own: dict[str, Any] = {"values": list(values), "recall": {}, "corner_px": {}, "false_ids": {}}
        for number, how in enumerate(sweep(name)):
            shown = list(pictures(ids, how, count, seed=number))
            for label, detector in detectors.items():
                recall, corner_px, false = _score(detector, shown)
                own["recall"].setdefault(label, []).append(recall)
                own["corner_px"].setdefault(label, []).append(corner_px)
                own["false_ids"].setdefault(label, []).append(false)
        curves[name] = own
    return curves


def draw(folder: Path, games: Sequence[str], count: int = PICTURES) -> list[Path]:
    """Work the curves out, recall for the first game and errors for each, and draw them into a folder.

    The pictures written are given back.

    Raises SourceError when matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise SourceError('Drawing curves needs matplotlib: type pip install "race-referee[bench]"') from missing
    folder.mkdir(parents=True, exist_ok=True)
    curves = recall_curves(games[0], count)
    written = [_drawn(Figure(figsize=(11, 6.4), layout="constrained"), curves, folder / "vision-recall.png")]
    figure = Figure(figsize=(11, 0.6 + 3.0 * len(games)), layout="constrained")
    written.append(_drawn_errors(figure, {game: error_spread(game) for game in games}, folder / "vision-error.png"))
    return written


def error_spread(game: str) -> Spread:
    """For each kind of piece (height mm, mm from the camera's foot, error mm) of every sighting; 1080p, lens known."""
    manifest, sheets = kits.manifest(game, wish=usual_wish(game)), kits.pdf(game, wish=usual_wish(game))
    table = BenchTable(game_named(game), manifest, sheets, (1920, 1080), "living-room")
    camera = table.camera
    lens = CameraModel(camera.width_px, camera.height_px, camera.matrix, camera.distortion, origin="the truth")
    found: Spread = {}
    eye = Eye(manifest, lens)
    for number, true in enumerate(table.frames("moving", SPREAD_FRAMES)):
        scene = eye.look(Frame(true.image, number, "curves", number))
        foot = camera.position_mm
        for kind in sorted({piece.piece.split(":")[0] for piece in true.pieces}):
            names = {piece.piece for piece in true.pieces if piece.piece.split(":")[0] == kind}
            for piece, error in errors_mm(scene, true, names, table.still):
                away = float(np.hypot(piece.x_mm - foot[0], piece.y_mm - foot[1]))
                found.setdefault(kind, []).append((piece.z_mm, away, error))
    return found


def _ours(finder: Finder) -> Detector:
    def detect(grey: Grey) -> Seen:
        return [(m.marker_id, m.corners_px) for m in finder.find(grey).detections]

    return detect


def _score(detector: Callable[[Grey], Seen], shown: Sequence[MarkerPicture]) -> tuple[float, float | None, int]:
    """Share of the markers found, the median error of their corners in px, and how many numbers were false."""
    errors: list[float] = []
    false = 0
    for picture in shown:
        for number, corners in detector(picture.grey):
            truth = picture.corners_px.get(number)
            off = np.inf if truth is None else float(np.linalg.norm(corners - truth, axis=1).mean())
            if off < RIGHT_PLACE_PX:
                errors.append(off)
            else:
                false += 1
    whole = sum(len(picture.corners_px) for picture in shown)
    return len(errors) / whole, float(np.median(errors)) if errors else None, false


def _drawn(figure: Figure, curves: dict[str, dict[str, Any]], path: Path) -> Path:
    plots = figure.subplots(2, 3).ravel()
    for plot, (name, own) in zip(plots, curves.items(), strict=False):
        for label, recall in own["recall"].items():
            plot.plot(own["values"], [100.0 * r for r in recall], "o-", ms=3, color=COLOURS[label], label=label)
        _named(plot, LABELS[name], "markers found, %")
    for label, errors in curves["side_px"]["corner_px"].items():
        plots[5].semilogy(curves["side_px"]["values"], errors, "o-", ms=3, color=COLOURS[label], label=label)
    _named(plots[5], LABELS["side_px"], "corner error, px (median)")
    plots[0].legend(fontsize=8)
    figure.suptitle(f"Single pictures, nothing known beforehand; OpenCV {cv2.__version__}", fontsize=10)
    figure.savefig(path, dpi=110)
    return path


def _drawn_errors(figure: Figure, games: dict[str, Spread], path: Path) -> Path:
    plots = figure.subplots(len(games), 2, squeeze=False)
    for (game, spread), (by_height, by_place) in zip(games.items(), plots, strict=True):
        for kind, own in spread.items():
            height, away, error = np.array(own).T
            label = PLURALS.get(kind, f"{kind}s")
            by_height.plot(height, error, ".", ms=4, alpha=0.5, label=label)
            by_place.plot(away, error, ".", ms=4, alpha=0.5, label=label)
        _named(by_height, "height above the table, mm", f"{game}: error, mm")
        _named(by_place, "distance from the camera's foot, mm", "error, mm")
        by_height.legend(fontsize=7, ncols=2)
    figure.suptitle("Simulated tables at 1080p, lens known, a car moved in every picture", fontsize=10)
    figure.savefig(path, dpi=90)
    return path


def _named(plot: Axes, below: str, aside: str) -> None:
    plot.set_xlabel(below)
    plot.set_ylabel(aside)
    plot.grid(visible=True, alpha=0.3)
