"""A dice mat alone under a camera, with random dice on it: what the pip reader is measured and tested with.

The picture is the part of a larger one around the mat: a camera tilted by up to 25 degrees sees dice as a level one
sees them at the side of its picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from referee.simulator.camera import camera_over
from referee.simulator.look import Sensor, light_field
from referee.simulator.look import look as look_named
from referee.simulator.pip_dice import PAINTS, PipDie, flat_die, lay_dice, leaning
from referee.simulator.sprite import View
from referee.simulator.surface import PX_PER_MM, surface
from referee.vision.scene import Image, Point

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

HALF_MM = (60.0, 45.0)
MAT_MM = 0.3
MAT_GREY = 0.47
SIZE = (368, 272)
KINDS = ("apart", "touching", "leaning", "half covered")
SIDEWAYS_DEG = 22.0
LEAN_DEG = (30.0, 45.0)
TRIES = 60


@dataclass(frozen=True)
class Thrown:
    """A die on the mat with its truth: `face` is None when it must not be read, `free` when it may be or not."""

    die: PipDie
    face: int | None
    free: bool = False


class DiceMat:
    """A mat in one light, seen by one camera.

    Parameters
    ----------
    look_name : name of a look, see `referee.simulator.look.LOOKS`.
    px_per_mm : how fine the mat is seen; 1.07 is a table of 1.2 m in 720 lines, 1.6 in 1080.
    seed : chooses the camera's tilt and turn, and every picture's noise.
    grey : how much light the mat gives back, 0 to 1.
    """

    def __init__(self, look_name: str, px_per_mm: float, seed: int, grey: float = MAT_GREY) -> None:
        self._rng = np.random.default_rng(seed)
        self.look = replace(look_named(look_name), vignette=0.0)
        half = np.array(SIZE) / 2.0 / px_per_mm
        tilt, lean = self._rng.uniform(-SIDEWAYS_DEG, SIDEWAYS_DEG, 2)
        pose = (float(tilt), float(lean), float(self._rng.uniform(-6.0, 6.0)))
        low, high = (-float(half[0]), -float(half[1])), (float(half[0]), float(half[1]))
        # a narrow lens from far away gives the right size; the tilt gives the slant
        self.camera = camera_over(low, high, SIZE, 30.0, pose, margin_mm=0.0)
        slope_x, slope_y = self.camera.slope_maps()
        ground_x = self.camera.x_mm - self.camera.z_mm * slope_x
        ground_y = self.camera.y_mm - self.camera.z_mm * slope_y
        light = light_field(self.look, ground_x, ground_y)
        self.view = View(self.camera, slope_x, slope_y, light)
        self._bare = self._with_mat(ground_x, ground_y, seed, grey)
        self._sensor = Sensor(self.look, SIZE, (seed, 1))

    @property
    def area_mm(self) -> tuple[Point, ...]:
        """The mat's corners on the table."""
        x, y = HALF_MM
        return ((-x, -y), (x, -y), (x, y), (-x, y))

    @property
    def plane(self) -> TablePlane:
        """The camera above the table, as a calibration would have it."""
        c = self.camera
        lens = CameraModel(c.width_px, c.height_px, c.matrix, c.distortion, origin="the truth")
        return TablePlane(lens, c.rotation, c.position_mm)

    def picture(self, dice: Sequence[PipDie], sheet: tuple[Floats, Floats] | None = None) -> Image:
        """A picture of these dice, with a sheet of paper (corners (N, 2) in mm, BGR reflectance) held over them."""
        return self.pictures(dice, sheet, 1)[0]

    def pictures(self, dice: Sequence[PipDie], sheet: tuple[Floats, Floats] | None, count: int) -> list[Image]:
        """Pictures in a row of dice at rest: the same but for the noise."""
        picture = self._bare.copy()
        lay_dice(self.view, picture, dice, self.look, MAT_MM)
        if sheet is not None:
            self._paint(picture, sheet[0], MAT_MM + 17.5, sheet[1] / 255.0)
        return [self._sensor.take(picture, self._rng) for _ in range(count)]

    def _with_mat(self, ground_x: NDArray[np.float32], ground_y: NDArray[np.float32], seed: int, grey: float) -> Bytes:
        low = (float(ground_x.min()) - 5.0, float(ground_y.min()) - 5.0)
        high = (float(ground_x.max()) + 5.0, float(ground_y.max()) + 5.0)
        top = surface(self.look.surface, low, high, seed)
        across = ((ground_x - low[0]) * PX_PER_MM).astype(np.float32)
        down = ((high[1] - ground_y) * PX_PER_MM).astype(np.float32)
        seen = np.asarray(cv2.remap(top.picture, across, down, cv2.INTER_LINEAR), np.float32)
        picture = np.clip(seen * self.view.light / 255.0, 0.0, 255.0).astype(np.uint8)
        self._paint(picture, np.array(self.area_mm), MAT_MM, np.full(3, grey))
        return np.asarray(picture, np.uint8)

    def _paint(self, picture: Bytes, corners_mm: Floats, z_mm: float, reflectance: Floats) -> None:
        mask = np.zeros(picture.shape[:2], np.float32)
        pixels = self.view.pixels(corners_mm, z_mm)
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 1.0, cv2.LINE_AA, shift=4)
        share = mask[..., None]
        picture[:] = (picture * (1.0 - share) + self.view.light * reflectance * share + 0.5).astype(np.uint8)


def random_dice(rng: np.random.Generator, count: int, kind: str, colours: Sequence[str]) -> list[Thrown]:
    """Dice as they fall: makers differ in pips, rounding and shine; `kind` is one of `KINDS`.

    Of the kind ``leaning`` the first die leans by 30 to 45 degrees.
    """
    alike = rng.random() < 0.4
    names = [str(rng.choice(list(colours))) for _ in range(count)]
    pip_share, offset_share = float(rng.uniform(0.085, 0.115)), float(rng.uniform(0.22, 0.28))
    round_share, gloss = float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.0, 0.6))
    thrown = []
    for number, (x, y, angle) in enumerate(_places(rng, count, kind == "touching")):
        face = int(rng.integers(1, 7))
        die = replace(
            flat_die(names[0 if alike else number], face, (x, y), angle, MAT_MM),
            pip_share=pip_share, offset_share=offset_share, round_share=round_share, gloss=gloss,
        )  # fmt: skip
        if kind == "leaning" and number == 0:
            die = leaning(die, float(rng.uniform(*LEAN_DEG)), float(rng.uniform(0.0, 360.0)), MAT_MM)
            thrown.append(Thrown(die, None))
        else:
            thrown.append(Thrown(die, face))
    return thrown


def half_cover(rng: np.random.Generator, thrown: Sequence[Thrown]) -> tuple[list[Thrown], tuple[Floats, Floats]]:
    """Paper over half of the first die, often of its own colour or the mat's; other dice below it go free."""
    middle = thrown[0].die.middle_mm[:2]
    turn = float(rng.uniform(0.0, 2.0 * math.pi))
    ahead = np.array([math.cos(turn), math.sin(turn)])
    aside = np.array([-ahead[1], ahead[0]])
    edge = middle + ahead * float(rng.uniform(-5.0, 4.0))
    far = edge + ahead * 40.0
    corners = np.array([edge + aside * 25.0, edge - aside * 25.0, far - aside * 25.0, far + aside * 25.0])
    own, mat = np.array(PAINTS[thrown[0].die.colour][0]), np.full(3, 255.0 * MAT_GREY)
    paper = np.array([225.0, 228.0, 230.0])
    colour = [own, paper, mat, rng.uniform(20.0, 230.0, 3)][int(rng.choice(4, p=[0.35, 0.2, 0.15, 0.3]))]
    kept = [Thrown(thrown[0].die, None)]
    for other in thrown[1:]:
        away = other.die.middle_mm[:2] - edge
        below = -9.0 <= away @ ahead <= 54.0 and abs(away @ aside) < 37.0
        kept.append(replace(other, free=below))
    return kept, (corners, colour)


def _places(rng: np.random.Generator, count: int, touching: bool) -> list[tuple[float, float, float]]:
    """Places and turns of dice that do not lie over one another."""
    places: list[tuple[float, float, float]] = []
    for _ in range(count):
        for attempt in range(TRIES):
            beside = touching and places and attempt < 0.7 * TRIES
            place = _beside(rng, places) if beside else _anywhere(rng)
            inside = abs(place[0]) < HALF_MM[0] - 9.0 and abs(place[1]) < HALF_MM[1] - 9.0
            if inside and not any(_overlap(place, other) for other in places):
                places.append(place)
                break
    return places


def _anywhere(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y = rng.uniform(-1.0, 1.0, 2) * (np.array(HALF_MM) - 9.0)
    return float(x), float(y), float(rng.uniform(0.0, 360.0))


def _beside(rng: np.random.Generator, places: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """A place that touches another die, more often than not side to side."""
    x, y, angle = places[int(rng.integers(len(places)))]
    if rng.random() < 0.4:
        way = float(rng.uniform(0.0, 2.0 * math.pi))
        return x + 20.0 * math.cos(way), y + 20.0 * math.sin(way), float(rng.uniform(0.0, 360.0))
    side = math.radians(angle + 90.0 * int(rng.integers(4)))
    along = float(rng.uniform(-8.0, 8.0)) if rng.random() < 0.5 else 0.0
    dx = 16.15 * math.cos(side) - along * math.sin(side)
    dy = 16.15 * math.sin(side) + along * math.cos(side)
    return x + dx, y + dy, angle + 90.0 * int(rng.integers(4))


def _overlap(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two squares of 16 mm lie over one another, by the separating axis test."""
    squares = []
    for x, y, angle in (one, other):
        c, s = 8.0 * math.cos(math.radians(angle)), 8.0 * math.sin(math.radians(angle))
        squares.append(
            np.array([(x + u * c - v * s, y + u * s + v * c) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        )
    for square in squares:
        for axis in ((square[1] - square[0]) / 16.0, (square[2] - square[1]) / 16.0):
            a, b = squares[0] @ axis, squares[1] @ axis
            if a.max() < b.min() + 0.05 or b.max() < a.min() + 0.05:
                return False
    return True
