"""A small table with the real kit, drawn by the simulator, whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.simulator.camera import VirtualCamera, camera_over
from referee.simulator.hands import Hand
from referee.simulator.look import LOOKS, Look
from referee.simulator.render import Renderer
from referee.vision import native
from referee.vision.kit_index import Face
from referee.vision.place import place_all
from referee.vision.scene import Frame, Image, MarkerDetection, Scene, Sighting

ROAD = (
    (-2, 1), (-1, 1), (0, 1), (1, 1), (2, 1), (2, 0),
    (2, -1), (1, -1), (0, -1), (-1, -1), (-2, -1), (-2, 0),
)  # fmt: skip
TILE_MM = 50.8


def place(face: Face, markers: Mapping[int, MarkerDetection], plane: TablePlane) -> Sighting | None:
    """Where one face lies at its usual height."""
    return place_all([face], [face.height_mm], markers, plane)[0]


def pieces_on_a_small_road() -> tuple[PlacedPiece, ...]:
    """Twelve tiles in a ring, a little crooked; four pawns, two coins, a die in the tray and the lap card."""
    rng = np.random.default_rng(5)
    laid = [
        PlacedPiece(
            f"tile:{'SMCA'[n % 4]}{'na2345'[n // 4]}", "grid",
            x * TILE_MM + rng.normal(0, 0.5), y * TILE_MM + rng.normal(0, 0.5),
            6.35, 90.0 * (n % 4) + rng.normal(0, 0.5),
        )
        for n, (x, y) in enumerate(ROAD)
    ]  # fmt: skip
    cars = ((-114.3, 63.5), (-12.7, 38.1), (114.3, 12.7), (63.5, -63.5))
    laid += [
        PlacedPiece(f"pawn:{suit}", "cap", x + rng.normal(0, 2), y + rng.normal(0, 2), 34.95, rng.uniform(0, 360))
        for suit, (x, y) in zip("SMCA", cars, strict=True)
    ]
    laid.append(PlacedPiece("coin:Sn", "blank", 38.1, 63.5, 9.55, 70.0))
    laid.append(PlacedPiece("coin:Mn", "suit", -12.7, -63.5, 9.55, 200.0))
    laid.append(PlacedPiece("tray", "top", 205.0, 0.0, 0.3, 2.0))
    laid.append(PlacedPiece("die:M", "4", 212.0, 8.0, 20.0, 33.0))
    laid.append(PlacedPiece("lap", "top", -25.4, -78.0, 0.3, 90.0))
    return tuple(laid)


def moved(pieces: Sequence[PlacedPiece], piece: str, dx_mm: float, dy_mm: float) -> tuple[PlacedPiece, ...]:
    """The same table with one piece shifted."""
    return tuple(replace(p, x_mm=p.x_mm + dx_mm, y_mm=p.y_mm + dy_mm) if p.piece == piece else p for p in pieces)


@dataclass
class Table:
    """The simulated table of the tests."""

    manifest: Manifest
    pieces: tuple[PlacedPiece, ...]
    camera: VirtualCamera
    renderer: Renderer
    taken: int = 0

    @property
    def lens(self) -> CameraModel:
        """The true lens."""
        c = self.camera
        return CameraModel(c.width_px, c.height_px, c.matrix, c.distortion, origin="the truth")

    def image(self, pieces: Sequence[PlacedPiece] | None = None, hands: Sequence[Hand] = ()) -> Image:
        """A picture, its noise different each time."""
        self.taken += 1
        laid = self.pieces if pieces is None else pieces
        return self.renderer.render(laid, hands, np.random.default_rng(self.taken))

    def frame(self, pieces: Sequence[PlacedPiece] | None = None, hands: Sequence[Hand] = ()) -> Frame:
        """The next frame, one every tenth of a second."""
        image = self.image(pieces, hands)
        return Frame(image, self.taken * 100_000_000, "test", self.taken)

    def truth_px(self, pieces: Sequence[PlacedPiece] | None = None) -> dict[int, NDArray[np.float64]]:
        """Where each marker's corners are in the picture."""
        laid = self.pieces if pieces is None else pieces
        return {number: corners for piece in laid for number, corners in self.renderer.corners_px(piece).items()}

    def errors_mm(self, scene: Scene, kind: str, pieces: Sequence[PlacedPiece] | None = None) -> list[float]:
        """How far each sighted piece of a kind is from the truth, both tables laid onto each other by the tiles."""
        lies = {p.piece: complex(p.x_mm, p.y_mm) for p in (self.pieces if pieces is None else pieces)}
        seen = {s.piece: complex(s.x_mm, s.y_mm) for s in scene.sightings}
        tiles = [name for name in seen if name.startswith("tile")]
        here, there = np.array([seen[n] for n in tiles]), np.array([lies[n] for n in tiles])
        turn = np.sum((there - there.mean()) * np.conj(here - here.mean()))
        turn /= abs(turn)
        shift = there.mean() - turn * here.mean()
        return [abs(turn * seen[n] + shift - lies[n]) for n in seen if n.startswith(kind)]


def build(size: tuple[int, int], pose: tuple[float, float, float], look: Look) -> Table:
    """The small road under a camera."""
    manifest = kits.manifest("racepack")
    camera = camera_over((-150, -120), (265, 100), size, 60.0, pose, (-0.08, 0.02, 0.0, 0.0), margin_mm=40.0)
    renderer = Renderer(manifest, kits.pdf("racepack"), camera, look)
    return Table(manifest, pieces_on_a_small_road(), camera, renderer)


@pytest.fixture(scope="session")
def table() -> Table:
    """1280 x 720, a little tilted and turned, in a living room."""
    return build((1280, 720), (6.0, 2.0, 8.0), LOOKS["living-room"])


@pytest.fixture(scope="session")
def table_1080() -> Table:
    """1920 x 1080 over a busy surface at dusk: noise 5, blur 1.2 px."""
    return build((1920, 1080), (3.0, -2.0, -20.0), replace(LOOKS["busy"], noise=5.0, blur_px=1.2))


@pytest.fixture(scope="session")
def far_table() -> Table:
    """The same road seen small: markers of about 15 px."""
    manifest = kits.manifest("racepack")
    camera = camera_over((-210, -160), (320, 150), (960, 540), 60.0, (4.0, 0.0, 5.0), margin_mm=60.0)
    renderer = Renderer(manifest, kits.pdf("racepack"), camera, LOOKS["living-room"])
    return Table(manifest, pieces_on_a_small_road(), camera, renderer)


@pytest.fixture(autouse=True)
def noise_of_its_own(request: pytest.FixtureRequest) -> None:
    """The camera's noise in a test is the same whichever tests were run before it."""
    cases = request.node.callspec.params.values() if hasattr(request.node, "callspec") else ()
    asked = {*request.fixturenames, *(one for one in cases if isinstance(one, str))}  # some ask for it by a parameter
    for name in ("table", "table_1080", "far_table"):
        if name in asked:
            request.getfixturevalue(name).taken = 0


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eye as it is where the compiled loops could not be built."""
    monkeypatch.setattr(native, "library", None)


def angle_between(a_deg: float, b_deg: float) -> float:
    """The smaller angle between two directions, degrees."""
    return math.fabs((a_deg - b_deg + 180.0) % 360.0 - 180.0)


@pytest.fixture(params=["compiled", "plain"])
def either_way(request: pytest.FixtureRequest) -> None:
    """A test is made with the compiled loops and without them."""
    if request.param == "plain":
        request.getfixturevalue("without_compiler")
    elif native.library is None:
        pytest.skip("no C compiler was at hand when the referee was installed")
