"""A first guess of the table plane from how large each printed thing looks, without any starting value.

Seen through a pinhole, an area dA on a plane at distance d looks d / Z^3 large, Z being its depth (the cone over the
area has the volume d dA / 3, and the same cone cut off at depth 1 is Z^3 times smaller). On a plane 1 / Z is linear in
the picture, so the cube root of (area seen / area printed) is linear in the picture too: three numbers, found by RANSAC
(M. Fischler and R. Bolles, 1981) so that displaced or misread pieces cannot hurt.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
AGREE = 0.02
"""Share by which a piece's looks may differ from the plane's and still count as lying on it."""


class _LinearLooks:
    """value = a x + b y + c over rows (x, y, value): the model that RANSAC fits."""

    def __init__(self) -> None:
        self.params: Floats = np.zeros(3)

    def estimate(self, rows: Floats) -> bool:
        """Fit by least squares; False when the rows lie on a line."""
        terms = np.column_stack([rows[:, :2], np.ones(len(rows))])
        solution, _, rank, _ = np.linalg.lstsq(terms, rows[:, 2], rcond=1e-4)
        self.params = np.asarray(solution, dtype=np.float64)
        return bool(rank == 3)

    @classmethod
    def from_estimate(cls, rows: Floats) -> _LinearLooks | None:
        """A fitted model, None when the rows lie on a line."""
        model = cls()
        return model if model.estimate(rows) else None

    def residuals(self, rows: Floats) -> Floats:
        """How far each row is off, (N,)."""
        return np.asarray(np.column_stack([rows[:, :2], np.ones(len(rows))]) @ self.params - rows[:, 2])


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
    from skimage.measure import ransac  # slow to load: half a second, and not needed to show a resumed race

    threshold = AGREE * float(np.median(rows[:, 2]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns when no sample of three is any good; None says the same
        model, inliers = ransac(  # type: ignore[no-untyped-call]
            rows, _LinearLooks, 3, threshold, max_trials=60, stop_probability=0.999, rng=1
        )
    if model is None or inliers is None or int(np.sum(inliers)) < 4:
        return None
    # beyond 60 degrees of tilt nobody plays: such a fit comes from pieces that lie nearly on one line
    slope: Floats = model.params
    return slope if slope[2] > 0.5 * float(np.linalg.norm(slope)) else None
