"""The lens: how straight rays bend on their way to the picture, for points only.

Two radial, two tangential and a third radial term in OpenCV's order k1, k2, p1, p2, k3 (D. C. Brown, "Decentering
distortion of lenses", 1966). A whole picture is never straightened: that would cost more than finding the markers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ROUNDS = 15


def bend(straight: Floats, distortion: Floats) -> Floats:
    """Where the lens puts undistorted points.

    Parameters
    ----------
    straight : (N, 2) points on the plane at distance 1 before the camera.
    distortion : (5,) k1, k2, p1, p2, k3.

    Returns
    -------
    (N, 2) bent points on the same plane.
    """
    k1, k2, p1, p2, k3 = distortion.tolist()
    z = np.ascontiguousarray(straight, dtype=np.float64).view(np.complex128)[:, 0]
    x, y = z.real, z.imag
    r2 = x * x + y * y
    longer = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3)) + 2.0 * (p2 * x + p1 * y)
    return np.asarray(z * longer + complex(p2, p1) * r2).view(np.float64).reshape(-1, 2)


def unbend(bent: Floats, distortion: Floats) -> Floats:
    """The inverse of `bend`, by fixed-point rounds that stop when nothing moves any more.

    Points so far out that the lens model folds over are left where the last round put them.
    """
    if not distortion.any():
        return bent.copy()
    straight = bent.copy()
    limit = np.abs(bent) + 1.0
    for _ in range(ROUNDS):
        step = bent - bend(straight, distortion)
        straight = np.minimum(np.maximum(straight + step, -limit), limit)
        if float(np.abs(step).max(initial=0.0)) < 1e-10:
            break
    return straight


def unbend_slopes(straight: Floats, distortion: Floats) -> tuple[Floats, Floats]:
    """How points (N, 2) that `unbend` made straight change with the logarithm of the focal length, and with k1."""
    k1, k2, p1, p2, k3 = distortion
    x, y = straight[:, 0], straight[:, 1]
    r2 = x * x + y * y
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    steeper = 2.0 * (k1 + r2 * (2.0 * k2 + 3.0 * k3 * r2))
    by_x = radial + steeper * x * x + 2.0 * p1 * y + 6.0 * p2 * x
    by_y = radial + steeper * y * y + 6.0 * p1 * y + 2.0 * p2 * x
    both = steeper * x * y + 2.0 * (p1 * x + p2 * y)
    area = by_x * by_y - both * both
    area = np.where(np.abs(area) < 1e-6, 1e-6, area)  # where the lens model folds over

    def undone(bent: Floats) -> Floats:
        """The change of straight points that makes this one (N, 2) of bent ones."""
        back = by_y * bent[:, 0] - both * bent[:, 1], by_x * bent[:, 1] - both * bent[:, 0]
        return np.stack(back, axis=1) / area[:, None]

    return undone(-bend(straight, distortion)), undone(-straight * r2[:, None])
