"""Holds a camera's exposure, focus and white balance still once they are good, free of the mains' flicker.

A camera that goes on adjusting itself makes the whole picture change whenever a hand comes in; one that exposes for
other than whole half-waves of the mains shows bands that wander under most lamps. So, when the light has been good and
even for a while, what the camera has chosen is held; when the light then changes for long it may choose again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.scene import Image

Floats = NDArray[np.float64]

LOOK_EVERY = 5
"""Pictures: six looks a second at 30 pictures a second."""
LOOKS = 12
EVEN_SHARE = 0.03
GOOD_LIGHT = (50.0, 205.0)
BAD_LIGHT = (25.0, 235.0)
CHANGED_SHARE = 0.4
FLICKER_SHARE = 0.01
HALF_WAVES_MS = (10.0, 1000.0 / 120.0)
"""Of mains of 50 and 60 Hz: a lamp shines alike in each."""
ROW_STEP_PX, COLUMN_STEP_PX = 16, 3
MOST_FACTOR = 1.7
"""An exposure is not made longer or shorter than by this to be free of flicker: the picture would suffer."""
CHOSEN = (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_WB_TEMPERATURE)

FREE, HELD, REFUSED = "free", "held", "refused"
"""The camera adjusts itself; it is held; it does not let itself be held."""


class Controls(Protocol):
    """What can be set on a camera, as `cv2.VideoCapture` has it."""

    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...


@dataclass(frozen=True)
class Scheme:
    """How a system writes exposure: values for "the camera chooses" and "held", ms a unit (None: powers of two)."""

    chooses: float
    held: float
    unit_ms: float | None


SCHEMES = {"linux": Scheme(3.0, 1.0, 0.1), "win32": Scheme(0.75, 0.25, None)}
"""Video4Linux counts in tenths of a millisecond; DirectShow in powers of two; elsewhere OpenCV sets nothing."""


class Steadier:
    """Watches the pictures of one camera and holds its settings.

    Parameters
    ----------
    controls : the opened camera.
    scheme : how its system writes exposure.
    """

    def __init__(self, controls: Controls, scheme: Scheme) -> None:
        self._controls, self._scheme = controls, scheme
        held = controls.get(cv2.CAP_PROP_AUTO_EXPOSURE) == scheme.held
        self.state = HELD if held else FREE
        self.flickers = False
        self._ours = False
        self._before = 0.0
        self._proved = False
        self._untried_ms: tuple[float, ...] = ()
        self._count = 0
        self._rows: Floats | None = None
        self._light: deque[float] = deque(maxlen=LOOKS)
        self._flicker: deque[float] = deque(maxlen=LOOKS)

    def see(self, image: Image) -> None:
        """The next good picture."""
        self._count += 1
        if self.state == REFUSED or self._count % LOOK_EVERY > 1:
            return
        rows = np.asarray(image[::ROW_STEP_PX, ::COLUMN_STEP_PX].mean(axis=(1, 2)), np.float64)
        if self._count % LOOK_EVERY == 1:  # the picture just after a look: what differs so soon is flicker
            if self._rows is not None and len(rows) == len(self._rows):
                self._flicker.append(float(np.median(np.abs(rows - self._rows)) / max(self._light[-1], 1.0)))
            return
        self._rows = rows
        self._light.append(float(rows.mean()))
        if len(self._light) == LOOKS:
            self._decide()

    def let_go(self) -> None:
        """Give the camera back as it was found."""
        if self._ours:
            self._free()

    # -- deciding -------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        light = float(np.median(self._light))
        even = max(self._light) - min(self._light) <= EVEN_SHARE * max(light, 1.0)
        wandering = len(self._flicker) == LOOKS and float(np.median(self._flicker)) > FLICKER_SHARE
        self.flickers = even and wandering
        if self.state == FREE:
            if even and GOOD_LIGHT[0] <= light <= GOOD_LIGHT[1]:
                self._hold(light)
        elif not BAD_LIGHT[0] <= light <= BAD_LIGHT[1] or self._is_other(light):
            self._lost_hold()
        else:
            self._proved = True
            if self.flickers and self._ours:
                self._next_exposure()

    def _is_other(self, light: float) -> bool:
        """Whether it has been much lighter or darker, all the time, than when the settings were held."""
        if not self._ours:
            return False
        changes = [abs(value / max(self._before, 1.0) - 1.0) for value in self._light]
        return min(changes) > CHANGED_SHARE

    def _hold(self, light: float) -> None:
        get, put = self._controls.get, self._controls.set
        exposure, focus, warmth = (get(which) for which in CHOSEN)
        if not put(cv2.CAP_PROP_AUTO_EXPOSURE, self._scheme.held):
            self.state = REFUSED
            return
        put(cv2.CAP_PROP_EXPOSURE, exposure)
        if put(cv2.CAP_PROP_AUTOFOCUS, 0.0) and focus > 0.0:
            put(cv2.CAP_PROP_FOCUS, focus)
        if put(cv2.CAP_PROP_AUTO_WB, 0.0) and warmth > 0.0:
            put(cv2.CAP_PROP_WB_TEMPERATURE, warmth)
        self.state, self._ours, self._before = HELD, True, light
        self._proved, self._untried_ms = False, HALF_WAVES_MS
        self._forget()

    def _next_exposure(self) -> None:
        """The nearest exposure of whole half-waves, of 50 Hz first, then of 60 Hz."""
        if not self._untried_ms or self._scheme.unit_ms is None:
            return
        half_ms, *rest = self._untried_ms
        self._untried_ms = tuple(rest)
        now_ms = self._controls.get(cv2.CAP_PROP_EXPOSURE) * self._scheme.unit_ms
        wanted_ms = max(1, round(now_ms / half_ms)) * half_ms
        if not now_ms / MOST_FACTOR <= wanted_ms <= now_ms * MOST_FACTOR:
            return
        if self._controls.set(cv2.CAP_PROP_EXPOSURE, round(wanted_ms / self._scheme.unit_ms)):
            self._before *= wanted_ms / now_ms
            self._forget()

    def _lost_hold(self) -> None:
        """The light changed: the camera may choose again. What changed just on holding was no lamp but the camera."""
        refused = self._ours and not self._proved
        self._free()
        self.state = REFUSED if refused else FREE

    def _free(self) -> None:
        self._controls.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._scheme.chooses)
        self._controls.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)
        self._controls.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        self.state, self._ours = FREE, False
        self._forget()

    def _forget(self) -> None:
        self._rows = None
        self._light.clear()
        self._flicker.clear()
