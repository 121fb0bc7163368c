"""A first guess of the table plane from how large each printed thing looks, without any starting value.

Seen through a pinhole, an area dA on a plane at distance d looks d / Z^3 large, Z being its depth (the cone over the
area has the volume d dA / 3, and the same cone cut off at depth 1 is Z^3 times smaller). On a plane 1 / Z is linear in
the picture, so the cube root of (area seen / area printed) is linear in the picture too: three numbers, found by RANSAC
(M. Fischler and R. Bolles, 1981) so that displaced or misread pieces cannot hurt.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
AGREE = 0.02
"""Share by which a piece's looks may differ from the plane's and still count as lying on it."""
TRIES, LEAST_AREA = 60, 1e-6


def rough_plane(rays: Floats, size_ratios: Floats) -> tuple[Floats, float]:
    """The plane that many things of known size lie on.

    Parameters
    ----------
    rays : (N, 2) straight ray of each thing's middle.
    size_ratios : (N,) area seen (on the plane at distance 1) divided by the printed area in mm^2.

    Returns
    -------
    normal (3,) towards the camera, in camera coordinates, and the camera's distance from the plane in mm.
    """
    looks = np.cbrt(size_ratios)
    slope = _robust_slope(np.column_stack([rays, looks])) if len(rays) >= 5 else None
    if slope is None:
        slope = np.array([0.0, 0.0, float(np.median(looks))])
    strength = float(np.linalg.norm(slope))
    return -slope / strength, strength**-1.5


def _robust_slope(rows: Floats) -> Floats | None:
    """The a, b, c of value = a x + b y + c that most of (N, 3) x, y, value agree on; None when they tell none."""
    terms, values = np.column_stack([rows[:, :2], np.ones(len(rows))]), rows[:, 2]
    threes = np.random.default_rng(1).random((TRIES, len(rows))).argsort(axis=1)[:, :3]
    threes = threes[np.abs(np.linalg.det(terms[threes])) > LEAST_AREA]  # others lie on a line
    slopes = np.linalg.solve(terms[threes], values[threes][..., None])[..., 0]
    agree = np.abs(slopes @ terms.T - values) < AGREE * float(np.median(values))
    among = agree[int(agree.sum(axis=1).argmax())] if len(agree) else np.zeros(len(rows), dtype=np.bool_)
    if among.sum() < 4:
        return None
    slope: Floats = np.linalg.lstsq(terms[among], values[among], rcond=1e-4)[0]
    # beyond 60 degrees of tilt nobody plays: such a fit comes from pieces that lie nearly on one line
    return slope if slope[2] > 0.5 * float(np.linalg.norm(slope)) else None
