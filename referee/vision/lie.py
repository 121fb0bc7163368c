"""How the markers of one picture lie: flat on the table nearly all, so they are foreshortened nearly alike.

What is still seen of a half covered marker can look just like another one, only narrower. And a marker on the side of a
die, or on something that leans, tells no place on the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FEWEST = 6
"""So many markers at least say how one that lies flat looks."""
NARROWER = 1.6
"""More narrowed, one way against the other, than most. Under a camera that looks 40 degrees aside flat ones differ by
1.35 over the picture; of a marker that is covered to a third or more 1.5 and more is left over."""


def shapes(corners_px: Floats) -> Floats:
    """How markers (N, 4, 2) are foreshortened, whichever way they are turned: (N, 3).

    A flat marker's edges are A = s P R with P the same for all; A A' / |det A| = P P' / |det P| leaves out its size s
    and its turn R. Of the symmetric 2 x 2 matrix the entries xx, xy and yy are given.
    """
    along = (corners_px[:, 1] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 3]) / 2.0
    down = (corners_px[:, 3] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 1]) / 2.0
    area = np.maximum(np.abs(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]), 1e-6)
    squares = along[:, [0, 0, 1]] * along[:, [0, 1, 1]] + down[:, [0, 0, 1]] * down[:, [0, 1, 1]]
    return np.asarray(squares / area[:, None])


def flat_shape(corners_px: Floats) -> Floats | None:
    """The shape (3,) of most of these markers (N, 4, 2); None when they are too few to say."""
    if len(corners_px) < FEWEST:
        return None
    xx, xy, yy = np.median(shapes(corners_px), axis=0)
    return np.asarray(np.array([xx, xy, yy]) / np.sqrt(max(xx * yy - xy * xy, 1e-6)))


def lie_flat(corners_px: Floats, flat: Floats) -> NDArray[np.bool_]:
    """Which markers (N, 4, 2) are foreshortened about like flat ones: (N,)."""
    seen = shapes(corners_px)
    # the trace of flat^-1 seen is r + 1/r, r how much narrower one way than the other
    trace = flat[2] * seen[:, 0] - 2.0 * flat[1] * seen[:, 1] + flat[0] * seen[:, 2]
    return np.asarray(trace <= NARROWER + 1.0 / NARROWER)
