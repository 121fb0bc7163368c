"""How a picture looks: the table's surface, the light on it, and what lens and sensor do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import SetupError


@dataclass(frozen=True)
class Look:
    """One place to play at.

    Attributes
    ----------
    surface : ``wood``, ``cloth``, ``busy`` or ``plain``.
    lamp_mm : where the lamp hangs.
    lamp, window, ambient : how much light comes from the lamp, from a window to the left, and from everywhere.
    tint : gains of blue, green and red: the light's colour as the camera's white balance leaves it.
    exposure : the brightness of white paper in the middle, 0 to 255.
    vignette : how much darker the corners are, 0 to 1.
    blur_px : sigma of the lens's softness.
    noise : sigma of the sensor's noise in grey values.
    jpeg_quality : as the camera compresses, 100 for none.
    shadow : how dark a shadow is, 0 to 1.
    seed : chooses grain, pattern and stains of the surface.
    """

    surface: str = "wood"
    lamp_mm: tuple[float, float, float] = (180.0, 320.0, 900.0)
    lamp: float = 0.6
    window: float = 0.2
    ambient: float = 0.3
    tint: tuple[float, float, float] = (0.94, 1.0, 1.05)
    exposure: float = 205.0
    vignette: float = 0.18
    blur_px: float = 0.7
    noise: float = 2.5
    jpeg_quality: int = 90
    shadow: float = 0.42
    seed: int = 1


LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        "living-room": Look(),
        "window": Look("cloth", (-900.0, 200.0, 700.0), 0.45, 0.6, 0.25, (1.06, 1.0, 0.95), noise=2.0, seed=2),
        "dusk": Look(
            "wood", (300.0, -200.0, 800.0), 0.7, 0.0, 0.15, (0.8, 0.97, 1.12), 135.0, 0.3, 0.9, 5.0, 85, seed=3
        ),
        "busy": Look("busy", (-200.0, 400.0, 1000.0), 0.5, 0.3, 0.3, (0.98, 1.0, 1.02), 210.0, seed=4),
        "plain": Look("plain", (0.0, 0.0, 3000.0), 0.2, 0.0, 0.8, (1.0, 1.0, 1.0), 200.0, 0.0, 0.5, 1.0, 95, 0.2),
    }
)


def look(name: str) -> Look:
    """A look by name. Raises SetupError for a name that is none.

    >>> look("dusk").surface
    'wood'
    """
    if name not in LOOKS:
        raise SetupError(f"There is no look called {name}: choose one of {', '.join(LOOKS)}.")
    return LOOKS[name]


def light_field(chosen: Look, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]) -> NDArray[np.float32]:
    """What white paper would return at table points (H, W), in grey values for each colour: (H, W, 3) float32.

    The lamp falls off with the square of the distance and with the cosine; the window with the distance from the left.
    The maps must cover a whole picture: the exposure is measured in its middle, the vignette from there.
    """
    lx, ly, lz = chosen.lamp_mm
    distance2 = (x_mm - lx) ** 2 + (y_mm - ly) ** 2 + lz * lz
    lamp = (lz * lz / distance2) ** 1.5
    span = max(float(x_mm.max() - x_mm.min()), 1.0)
    window = np.exp(-1.6 * (x_mm - x_mm.min()) / span)
    light = chosen.lamp * lamp + chosen.window * window + chosen.ambient
    rows, columns = light.shape
    light *= chosen.exposure / float(light[rows // 2, columns // 2])
    light *= 1.0 - chosen.vignette * _radius2(rows, columns)
    return np.asarray(light[..., None] * np.array(chosen.tint, np.float32), np.float32)


def _radius2(rows: int, columns: int) -> NDArray[np.float32]:
    """Squared distance from the middle, 1 in the corners."""
    y = np.linspace(-1.0, 1.0, rows, dtype=np.float32)[:, None]
    x = np.linspace(-1.0, 1.0, columns, dtype=np.float32)[None, :]
    near = min(rows, columns) / max(rows, columns)
    scale_x, scale_y = (1.0, near) if columns >= rows else (near, 1.0)
    return np.asarray(((x * scale_x) ** 2 + (y * scale_y) ** 2) / (1.0 + near * near), np.float32)


class Sensor:
    """Lens softness, noise and compression, put on a finished picture.

    Noise is drawn once, in four fields larger than the picture; every picture takes a random window of one of them, so
    that two pictures never share their noise and a picture costs only an addition. Cameras alike share the fields.
    """

    ROOM_PX = 96

    def __init__(self, chosen: Look, size: tuple[int, int], seed: tuple[int, ...]) -> None:
        width, height = size
        self._look = chosen
        shape = (height + self.ROOM_PX, width + self.ROOM_PX, 3)
        self._noise = _noise(shape, chosen.noise, seed) if chosen.noise > 0 else None

    def take(self, picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
        """The picture as the camera would deliver it: same shape, BGR uint8."""
        seen: NDArray[np.uint8] = picture
        if self._look.blur_px > 0:
            seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), self._look.blur_px), np.uint8)
        if self._noise is not None:
            seen = self._noise.put_on(seen, rng)
        if self._look.jpeg_quality < 100:
            packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, self._look.jpeg_quality])[1]
            seen = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return seen


class _Noise:
    """Fields of noise from a seed, each drawn when the first picture needs it: most cameras take a picture or two."""

    FIELDS = 4

    def __init__(self, shape: tuple[int, int, int], sigma: float, seed: tuple[int, ...]) -> None:
        self._shape, self._sigma, self._rng = shape, sigma, np.random.default_rng(seed)
        self._fields: list[NDArray[np.int8]] = []
        self._drawing = Lock()

    def put_on(self, picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
        """The picture with a window of a field added to it, both drawn by `rng`."""
        field = self._field(int(rng.integers(self.FIELDS)))
        rows, columns = picture.shape[:2]
        top, left = (int(value) for value in rng.integers(0, Sensor.ROOM_PX, 2))
        return np.asarray(cv2.add(picture, field[top : top + rows, left : left + columns], dtype=cv2.CV_8U), np.uint8)

    def _field(self, number: int) -> NDArray[np.int8]:
        with self._drawing:
            while len(self._fields) <= number:
                self._fields.append(_noise_field(self._shape, self._sigma, self._rng))
            return self._fields[number]


@lru_cache(maxsize=6)
def _noise(shape: tuple[int, int, int], sigma: float, seed: tuple[int, ...]) -> _Noise:
    """The noise that cameras alike share."""
    return _Noise(shape, sigma, seed)


def _noise_field(shape: tuple[int, int, int], sigma: float, rng: np.random.Generator) -> NDArray[np.int8]:
    """Grain that is partly common to the three colours, as the colour filter of a sensor leaves it."""
    common = rng.normal(0.0, 0.8 * sigma, shape[:2])[..., None]
    grain = rng.normal(0.0, 0.6 * sigma, shape)
    grain += common
    np.rint(grain, out=grain)
    return np.clip(grain, -127, 127, out=grain).astype(np.int8)
