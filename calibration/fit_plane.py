"""The table plane from printed pieces of known size that lie at unknown places.

Unknown are the camera's tilt (two numbers), its height, by how much all markers look larger than printed (ink and blur
do that, and it would be taken for the lens's doing) and, without a calibration, the focal length and first radial term,
held by how far usual lenses differ. Every piece must keep its printed shape when it is put back on the
table: what a rigid fit of each piece leaves over is made small (soft L1, so that a bent or wrong tile counts little).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.lens import unbend_slopes
from calibration.rough_plane import rough_plane
from calibration.table_plane import TablePlane, cross, plane_from_normal, table_axes

Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]

FOCAL_SPREAD = 0.12
SPREADS = (0.6, 0.6, math.inf, 0.02, FOCAL_SPREAD, 0.12)
"""How far each parameter usually is from zero: tilt x, tilt y, log height, growth, log focal factor, k1."""
CORNER_ERROR_PX = 0.15
PRINT_ERROR_MM = 0.1
WRONG_ITEM = 8.0
"""An item off by this many standard deviations on average is bent, displaced or misread, and left out."""
USUAL_MEDIAN = 1.18
"""Half of the corners of pieces that lie well are off by less than so many standard deviations of one coordinate."""
ODD_ITEM, ODD_AMONG = 2.0, 4.0
"""So is one off by so many, if that is also this many times what is usual among the items."""
NEAR, DAMPED, MOST_ROUNDS = 0.3, 30.0, 40
SURE, MEASURED = 2.0, 1.5
"""Of standard deviations, and of what corners are off, so many are promised to hold a piece's error."""
LEAST_GAIN = 1e-9
"""A step that makes the cost less by a smaller share is the last: the next would move no corner by 1e-6 mm."""


_PLANE = np.array([1.0, 1.0j])


@dataclass(frozen=True, eq=False)
class SeenItem:
    """One printed face in the picture.

    Attributes
    ----------
    corners_px : (K, 2) marker corners in the picture.
    printed_mm : (K, 2) the same corners as printed, mm from the item's origin, y up.
    height_mm : the face's height above the table.
    """

    corners_px: Floats
    printed_mm: Floats
    height_mm: float


@dataclass(frozen=True, eq=False)
class PlaneFit:
    """A fitted plane with its doubt.

    Attributes
    ----------
    plane : the plane; its camera is the refined one when the lens was fitted too.
    error_mm : median distance of marker corners from where the fit puts them.
    doubts : planes a standard deviation away from this one, each another way; their frames lie anywhere.
    fitted : the plane in the picture that all this was fitted to; None where that is the plane itself.
    """

    plane: TablePlane
    error_mm: float
    doubts: tuple[TablePlane, ...] = ()
    fitted: TablePlane | None = None

    @property
    def focal_doubt(self) -> float:
        """Relative standard deviation of the focal length left over (0 when it was given)."""
        return self.plane.focal_doubt

    def expected_errors_mm(self, points_mm: Floats, still_mm: Floats) -> Floats:
        """The stated 95 % errors (N,) of pieces at table points (N, 3), as seen from still ones at (M, 3).

        All that the fit leaves in doubt (height, tilt, lens) is followed to where the pieces then lie. On 40
        path-traced pictures, lens guessed, 97.8 % of 1,464 pieces were within it; its median is 3.9 times the error's.
        """
        px = (self.fitted or self.plane).image_of(np.concatenate([still_mm, points_mm]))
        lie, heights = (np.concatenate([part[:, axis] for part in (still_mm, points_mm)]) for axis in (slice(2), 2))
        here = lie @ _PLANE
        off = np.zeros(len(here))
        for other in self.doubts:
            there = other.project(px, heights) @ _PLANE
            laid = there[: len(still_mm)].mean(), here[: len(still_mm)].mean()
            turn = np.vdot(there[: len(still_mm)] - laid[0], here[: len(still_mm)] - laid[1])
            off += np.abs((there - laid[0]) * turn / max(abs(turn), 1e-9) + laid[1] - here) ** 2
        return np.asarray(SURE * np.sqrt(off + (MEASURED * self.error_mm) ** 2)[len(still_mm) :])


def fit_plane(items: Sequence[SeenItem], camera: CameraModel, near: TablePlane | None = None) -> PlaneFit:
    """Fit the plane (and, for a guessed camera, the lens) to the pieces seen; needs at least one item.

    It is looked for from a plane `near` it, or else from what the sizes of the pieces tell.
    """
    fit, off = _fit_once(items, camera, near)
    most = min(WRONG_ITEM, max(ODD_ITEM, ODD_AMONG * float(np.median(off))))
    good = [item for item, share in zip(items, off, strict=True) if share < most]
    if 4 <= len(good) < len(items):
        fit, _ = _fit_once(good, camera, near)
    return fit


def _fit_once(items: Sequence[SeenItem], camera: CameraModel, near: TablePlane | None) -> tuple[PlaneFit, Floats]:
    """The fit to all these items, and how many standard deviations each of them is off."""
    problem = PlaneProblem(items, camera, near)
    x = problem.start()
    for _ in range(2):
        x, curvature = least(problem, x)
        left = np.abs(problem.left_over(x)[0]) * problem.sigma_mm
        if not problem.learn_noise(float(np.median(left))):
            break
    plane = replace(problem.plane(x), focal_doubt=problem.focal_doubt(curvature))
    fit = PlaneFit(plane, float(np.median(left)), problem.doubts(x, curvature))
    return fit, np.bincount(problem.owner, left) / problem.count / problem.sigma_mm


def least(problem: PlaneProblem, x: Floats) -> tuple[Floats, Floats]:
    """Where the problem's cost is least, from `x` on, and the cost's curvature there.

    Far away the steps are those of weights that are renewed each time, which only go down; near the end those of the
    loss's own curvature, of which few are needed. One that goes up all the same is made anew, and shorter.
    """
    cost, slope, bound, curvature = problem.around(x)
    near, damping = False, 0.0
    for _ in range(MOST_ROUNDS):
        steep = curvature if near else bound
        step = -np.linalg.solve(steep + damping * np.diag(np.diag(steep)), slope)
        gain = -float(slope @ step)
        then = problem.around(x + step)
        if then[0] <= cost:
            near, damping = gain < NEAR * cost, damping / DAMPED
            x, (cost, slope, bound, curvature) = x + step, then
        else:
            near, damping = False, 0.0 if near else max(DAMPED * damping, 1.0 / DAMPED)
        if gain <= LEAST_GAIN * (1.0 + cost):
            break
    return x, curvature


class PlaneProblem:
    """The least-squares problem over tilt x, tilt y, log height, growth[, log focal factor, k1]."""

    def __init__(self, items: Sequence[SeenItem], camera: CameraModel, near: TablePlane | None = None) -> None:
        self.camera = camera
        self.px = np.concatenate([item.corners_px for item in items])
        self.heights = np.concatenate([np.full(len(item.corners_px), item.height_mm) for item in items])
        self.count = np.array([len(item.corners_px) for item in items])
        self.owner = np.repeat(np.arange(len(items)), self.count)
        self.first = np.cumsum(self.count) - self.count
        printed = np.concatenate([item.printed_mm for item in items]) @ np.array([1.0, 1.0j])
        self.printed = self._about_middle(printed)
        self.outward = self._about_middle(printed - np.repeat(printed.reshape(-1, 4).mean(axis=1), 4))
        self.rays = camera.rays(self.px)
        self.normal, self.distance = self._rough() if near is None else (near.R_camera_table[:, 2], near.height_mm)
        self.spread = np.array(SPREADS if camera.guessed else SPREADS[:4])
        self.sigma_mm = math.hypot(CORNER_ERROR_PX * self.distance / camera.focal_px, PRINT_ERROR_MM)

    def learn_noise(self, median_mm: float) -> bool:
        """Expect corners to be off by as much as they are: a noisy picture says less about the lens. Was it news?"""
        found = median_mm / USUAL_MEDIAN
        more = found > 1.2 * self.sigma_mm
        self.sigma_mm = max(found, self.sigma_mm)
        return more

    def start(self) -> Floats:
        """All corrections to the rough plane are zero."""
        return np.zeros(len(self.spread))

    def plane(self, x: Floats) -> TablePlane:
        """The plane that these parameters stand for."""
        return plane_from_normal(*self._hung(x))

    def _hung(self, x: Floats) -> tuple[CameraModel, Floats, float]:
        """The camera, the direction off the table and the camera's height that these parameters stand for."""
        camera, normal, height_mm = (
            self.camera,
            self.normal + np.array([x[0], x[1], 0.0]),
            self.distance * math.exp(x[2]),
        )
        if len(x) == 6:
            return camera.with_lens(math.exp(x[4]), float(x[5]), camera.origin), normal, height_mm * math.exp(x[4])
        return camera, normal, height_mm

    def around(self, x: Floats) -> tuple[float, Floats, Floats, Floats]:
        """The cost of parameters (P,), its slope (P,), a bound of its curvature, and that curvature, both (P, P).

        Corner errors count by the soft L1 loss, how far the parameters are from what is usual by their squares.
        """
        left, change = self.left_over(x)
        off = np.concatenate([left.real, left.imag])
        jacobian = np.concatenate([change.real, change.imag], axis=1)
        soft = np.sqrt(1.0 + off * off)
        held = self.spread**-2.0
        cost = float((soft - 1.0).sum() + (held * x * x).sum() / 2.0)
        bound, curvature = ((jacobian * soft**-power) @ jacobian.T + np.diag(held) for power in (1.0, 3.0))
        return cost, jacobian @ (off / soft) + held * x, bound, curvature

    def left_over(self, x: Floats) -> tuple[Complex, Complex]:
        """What a rigid fit of each item, its markers grown by a share, leaves over, and its slopes.

        Returns
        -------
        (N,) one complex number a corner, in standard deviations, and (P, N) how it changes with each parameter.
        """
        printed = self.printed + x[3] * self.outward
        table, change = self._put_back(x)
        seen, changes = self._about_middle(table), self._about_middle(change)
        sums = self._sums(seen * np.conj(printed))
        size = np.maximum(np.abs(sums), 1e-12)
        turn = sums / size
        grown = np.zeros_like(changes)
        grown[3] = self.outward
        of_sums = self._sums(changes * np.conj(printed) + seen * np.conj(grown))
        turned = 1j * turn * np.imag(np.conj(turn) * of_sums) / size
        left = seen - turn[self.owner] * printed
        slopes = changes - turned[:, self.owner] * printed - turn[self.owner] * grown
        return left / self.sigma_mm, slopes / self.sigma_mm

    def _put_back(self, x: Floats) -> tuple[Complex, Complex]:
        """The corners on the table (N,) but for a shift, and how they change with each parameter (P, N)."""
        camera, normal, height_mm = self._hung(x)
        rays, axes = self.rays if camera is self.camera else camera.rays(self.px), table_axes(normal)
        straight = np.column_stack([rays, np.ones(len(rays))])
        sides = straight @ axes
        seen = sides[:, 2] < -1e-9
        falls = np.where(seen, sides[:, 2], -1.0)
        reach = (self.heights - height_mm) / falls
        across = np.asarray(sides[:, 0] + 1j * sides[:, 1], dtype=np.complex128)

        def shifted(change: Floats) -> Complex:
            """The change of the corners by that (N, 3) of their rays in the table's axes."""
            return np.asarray((change[:, 0] + 1j * change[:, 1] - across * change[:, 2] / falls) * reach)

        higher = -height_mm / falls * across
        changes = [*(shifted(straight @ turned) for turned in self._turned(x, axes)), higher, np.zeros_like(higher)]
        if len(x) == 6:
            longer, bent = unbend_slopes(rays, camera.distortion)
            changes += [higher + shifted(longer @ axes[:2]), shifted(bent @ axes[:2])]
        return np.where(seen, across * reach, 1e6), np.where(seen, np.stack(changes), 0.0)

    def _turned(self, x: Floats, axes: Floats) -> list[Floats]:
        """How the table's axes (3, 3) in camera directions change with the two numbers of the tilt."""
        length = float(np.linalg.norm(self.normal + np.array([x[0], x[1], 0.0])))
        right, up = axes[:, 0], axes[:, 2]
        turned = []
        for which in range(2):
            rises = (np.eye(3)[which] - up[which] * up) / length
            leans = -(rises[0] * up + up[0] * rises)
            turns = (leans - right * (right @ leans)) / math.sqrt(1.0 - up[0] * up[0])
            turned.append(np.column_stack([turns, cross(rises, right) + cross(up, turns), rises]))
        return turned

    def doubts(self, x: Floats, curvature: Floats) -> tuple[TablePlane, ...]:
        """A plane a standard deviation away from the solution `x` along each axis of the fit's covariance."""
        spread, ways = np.linalg.eigh(np.linalg.pinv(curvature))
        return tuple(self.plane(x + step) for step in (ways * np.sqrt(np.maximum(spread, 0.0))).T)

    def focal_doubt(self, curvature: Floats) -> float:
        """Standard deviation of log focal length from the curvature at the solution."""
        if len(curvature) != 6:
            return 0.0
        return float(min(math.sqrt(max(np.linalg.pinv(curvature)[4, 4], 0.0)), FOCAL_SPREAD))

    def _rough(self) -> tuple[Floats, float]:
        rays = self.rays.reshape(-1, 4, 2)
        normal, distance = rough_plane(rays.mean(axis=1), _areas(rays) / _areas(self.printed.view(np.float64)))
        return normal, distance + float(np.median(self.heights))

    def _sums(self, values: Complex) -> Complex:
        """The sums of values (..., N) over each item's corners."""
        return np.asarray(np.add.reduceat(values, self.first, axis=-1))

    def _about_middle(self, points: Complex) -> Complex:
        return np.asarray(points - (self._sums(points) / self.count)[..., self.owner])


def _areas(corners: Floats) -> Floats:
    """The areas (N,) of quadrangles, 4 N corners of two numbers each."""
    a, b, c, d = corners.reshape(-1, 4, 2).transpose(1, 2, 0)
    across, along = c - a, d - b
    return np.asarray(np.abs(across[0] * along[1] - across[1] * along[0]) / 2.0)
