"""How far pieces are seen from where they lie, with a lens measured as people measure it, and a print that has warped.

Draws pictures of the calibration board through a bent lens, calibrates on them, then draws Racepack tables with pieces
on the road, off it, on coins and on a die's height, printed on paper that has grown askew with every marker a little
displaced, and reads them. Prints median and 95th percentile in mm by kind of piece and by height.

    python tools/place_error.py [TABLES]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.charuco import find_board
from calibration.fit_camera import calibrate
from markers import charuco, kits
from markers.kit import Manifest, PlacedPiece
from referee.simulator.camera import VirtualCamera, camera_over
from referee.simulator.look import LOOKS
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image, Scene

Floats = NDArray[np.float64]

SIZE = (1920, 1080)
LENS = (-0.12, 0.04, 0.0008, -0.0006)
VIEWS = 16
FRAMES = 10
GROWN = (1.004, 0.998)
DISPLACED_MM = 0.1
NOISE, BLUR_PX = 4.0, 0.9
TILE_MM = 50.8
RING = [(x, y) for x in range(-3, 4) for y in (-1, 1)] + [(-3, 0), (3, 0)]
USUAL, OTHER = "at the usual height", "at another height"
LIFTS_MM = {"pawn": (-6.35, 0.0, 3.2), "coin": (-6.35, 0.0), "die": (0.0, 6.35)}
"""Off the road, on it, on a coin; a coin in the reserve; a die in the tray, or on a tile."""


def main() -> None:
    """Measure and print."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    errors: dict[tuple[str, str], list[float]] = {}
    for number in range(tables):
        rng = np.random.default_rng(number)
        for key, error in one_table(rng):
            errors.setdefault(key, []).append(error)
    print(f"OpenCV {cv2.__version__}, {tables} tables")
    for (kind, height), values in sorted(errors.items()):
        median, p95 = np.percentile(values, (50, 95))
        print(f"{kind:5} {height:20} {len(values):5} pieces  median {median:.2f} mm  p95 {p95:.2f} mm")


def one_table(rng: np.random.Generator) -> Iterator[tuple[tuple[str, str], float]]:
    """One calibration, one table: ((kind, which height), error in mm) of each piece."""
    pose = (float(rng.uniform(-8, 12)), float(rng.uniform(-6, 6)), float(rng.uniform(-20, 20)))
    camera = camera_over((-260, -150), (310, 150), SIZE, 62.0, pose, LENS, margin_mm=30.0)
    lens = measured_lens(camera, rng)
    manifest = kits.manifest("racepack")
    look = replace(LOOKS["living-room"], noise=NOISE, blur_px=BLUR_PX)
    renderer = Renderer(manifest, kits.pdf("racepack"), camera, look)
    pieces, lifted = laid(rng)
    eye = Eye(as_meant(manifest, rng), lens)
    for number in range(FRAMES):
        scene = eye.look(Frame(renderer.render(pieces, (), rng), number * 100_000_000, "tool", number))
    for piece, error in errors_mm(scene, pieces):
        yield (piece.split(":")[0], OTHER if lifted.get(piece) else USUAL), error


def measured_lens(camera: VirtualCamera, rng: np.random.Generator) -> CameraModel:
    """What `referee calibrate` makes of pictures of the board through this lens."""
    true = CameraModel(camera.width_px, camera.height_px, camera.matrix, camera.distortion, origin="the truth")
    found = (find_board(board_picture(true, number, rng)) for number in range(VIEWS))
    return calibrate([view for view in found if view is not None])


def board_picture(lens: CameraModel, number: int, rng: np.random.Generator) -> Image:
    """The calibration board held before the camera, elsewhere and tilted another way each time."""
    way = number * 2.4
    tilt = math.radians(12.0 + 18.0 * (number % 3)) * np.array([math.cos(way), math.sin(way), 0.3])
    turn = np.asarray(cv2.Rodrigues(tilt)[0], dtype=np.float64)
    across, down = 150.0 * math.cos(way + 1.0), 75.0 * math.sin(2.0 * way + 1.0)
    shift = np.array([across, down, 380.0 + 30.0 * (number % 5)])
    middle = np.array([charuco.SQUARES[0], charuco.SQUARES[1], 0.0]) * charuco.SQUARE_MM / 2.0
    scale = 6.0
    page = charuco.board().generateImage((round(2 * middle[0] * scale), round(2 * middle[1] * scale)))
    page = cv2.GaussianBlur(page, (0, 0), 1.2)
    columns, rows = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    rays = lens.rays(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    rays = np.column_stack([rays, np.ones(len(rays))])
    reach = (turn[:, 2] @ shift) / (rays @ turn[:, 2])
    board = (rays * reach[:, None] - shift) @ turn + middle
    maps = [(board[:, i] * scale - 0.5).reshape(columns.shape).astype(np.float32) for i in range(2)]
    drawn = cv2.GaussianBlur(cv2.remap(page, maps[0], maps[1], cv2.INTER_LINEAR, borderValue=130), (0, 0), BLUR_PX)
    return np.asarray(np.clip(drawn + rng.normal(0.0, NOISE, drawn.shape), 0, 255), dtype=np.uint8)


def as_meant(manifest: Manifest, rng: np.random.Generator) -> Manifest:
    """The kit as the eye believes it to be, while its print has grown askew and each marker is displaced a little."""
    items = []
    for item in manifest.items:
        moved = []
        for marker in item.markers:
            off = rng.normal(0.0, DISPLACED_MM / math.sqrt(2.0), 2)
            a, b, c, d = (
                (item.origin_mm[0] + (x - item.origin_mm[0]) / GROWN[0] + off[0],
                 item.origin_mm[1] + (y - item.origin_mm[1]) / GROWN[1] + off[1])
                for x, y in marker.corners_mm
            )  # fmt: skip
            moved.append(replace(marker, corners_mm=(a, b, c, d)))
        items.append(replace(item, markers=tuple(moved)))
    return replace(manifest, items=tuple(items))


def laid(rng: np.random.Generator) -> tuple[list[PlacedPiece], dict[str, float]]:
    """Sixteen tiles in a ring with pieces on and beside them; how much higher than usual each loose piece stands."""
    pieces = [
        PlacedPiece(f"tile:{'SMCA'[n % 4]}{'na2345'[n // 4]}", "grid", x * TILE_MM, y * TILE_MM, 6.35, 90.0 * (n % 4))
        for n, (x, y) in enumerate(RING)
    ]
    lifted = {}
    loose = [("pawn", "cap", 34.95, ""), ("coin", "blank", 9.55, "n"), ("die", "4", 20.0, "")]
    on_road = rng.permutation(len(RING))
    beside = rng.permutation(8)
    spot = side = 0
    for kind, face, usual_mm, rank in loose:
        for suit in "SMCA":
            lift = float(rng.choice(LIFTS_MM[kind]))
            if usual_mm + lift in (28.6, 3.2, 20.0):  # these lie on the table itself
                x, y, side = -230.0 + 65.0 * beside[side % 8], 125.0 * (-1) ** (side // 4), side + 1
            else:
                (column, row), spot = RING[on_road[spot]], spot + 1
                x, y = column * TILE_MM + 12.7, row * TILE_MM - 12.7
            name = f"{kind}:{suit}{rank}"
            lifted[name] = lift
            x, y = x + rng.uniform(-3, 3), y + rng.uniform(-3, 3)
            pieces.append(PlacedPiece(name, face, x, y, usual_mm + lift, rng.uniform(0, 360)))
    return pieces, lifted


def errors_mm(scene: Scene, pieces: Sequence[PlacedPiece]) -> Iterator[tuple[str, float]]:
    """How far each piece is seen from where it lies, both tables laid onto each other by the tiles."""
    lies = {piece.piece: complex(piece.x_mm, piece.y_mm) for piece in pieces}
    seen = {s.piece: complex(s.x_mm, s.y_mm) for s in scene.sightings if s.confidence > 0.4}
    tiles = [name for name in seen if name.startswith("tile")]
    here, there = np.array([seen[n] for n in tiles]), np.array([lies[n] for n in tiles])
    turn = np.vdot(here - here.mean(), there - there.mean())
    turn /= abs(turn)
    shift = there.mean() - turn * here.mean()
    for name, place in seen.items():
        yield name, float(abs(turn * place + shift - lies[name]))


if __name__ == "__main__":
    main()
