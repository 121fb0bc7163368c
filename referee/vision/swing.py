"""How a picture is shifted, turned and zoomed against an earlier one: what all that lies still has in common.

A camera that swings about its lens' axis, or whose focus breathes, shows the table turned and a little larger; both are
the same for what lies low and high. The closed form is the usual one of least squares for complex numbers.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ALIKE_PX = 0.5
"""What goes along with the others is within so many px of where they say."""
ROUNDS = 4


@dataclass(frozen=True)
class Swing:
    """A similarity: a point z = x + iy goes to about + grown (z - about) + shift."""

    about: complex
    grown: complex = 1.0 + 0.0j
    shift: complex = 0.0j

    @property
    def turn_deg(self) -> float:
        """By how much the picture is turned."""
        return math.degrees(cmath.phase(self.grown))

    @property
    def zoom(self) -> float:
        """How many times larger it is."""
        return abs(self.grown)

    @property
    def matrix(self) -> Floats:
        """As OpenCV wants it, (2, 3)."""
        rest = self.about + self.shift - self.grown * self.about
        a, b = self.grown.real, self.grown.imag
        return np.array([[a, -b, rest.real], [b, a, rest.imag]])

    def applied(self, points: Floats) -> Floats:
        """Where points (..., 2) go."""
        matrix = self.matrix
        return np.asarray(points @ matrix[:, :2].T + matrix[:, 2])

    def from_zero_px(self, reach_px: float) -> tuple[float, float, float, float]:
        """Shift across and down, and how far turn and zoom alone take a point at this distance, px."""
        return (
            self.shift.real,
            self.shift.imag,
            cmath.phase(self.grown) * reach_px,
            (self.zoom - 1.0) * reach_px,
        )


def common_swing(old: Floats, new: Floats, about: complex) -> tuple[Swing, NDArray[np.bool_]]:
    """The similarity that takes most of some points (N, 2) to where they are now, and which of them it is true of.

    Those further off than the others, and than `ALIKE_PX`, are left out step by step.
    """
    z, w = old @ _COMPLEX - about, new @ _COMPLEX - about
    alike = np.ones(len(z), dtype=np.bool_)
    swing = Swing(about)
    for _ in range(ROUNDS):
        swing = _fitted(z[alike], w[alike], about)
        off = np.abs(w - swing.grown * z - swing.shift)
        alike = off <= max(ALIKE_PX, 1.5 * float(np.median(off)))
    return swing, np.asarray(off <= ALIKE_PX)


def _fitted(z: NDArray[np.complex128], w: NDArray[np.complex128], about: complex) -> Swing:
    middle_z, middle_w = complex(z.mean()), complex(w.mean())
    from_middle = z - middle_z
    spread = float(np.sum(np.abs(from_middle) ** 2))
    grown = complex(np.sum(np.conj(from_middle) * (w - middle_w))) / spread if spread > 1.0 else 1.0 + 0.0j
    return Swing(about, grown, middle_w - grown * middle_z)


_COMPLEX = np.array([1.0, 1.0j])
