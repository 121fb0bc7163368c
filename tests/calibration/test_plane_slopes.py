"""The plane's fit steps by exact slopes, and ends where a general solver without them ends."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from calibration.fit_plane import PlaneProblem, SeenItem, least
from calibration.lens import bend, unbend, unbend_slopes
from calibration.table_plane import TablePlane, plane_from_normal
from tests.calibration.test_table_plane import camera, normal, seen_cards, seen_tiles

Floats = NDArray[np.float64]
tilts, seeds = st.floats(-25, 25), st.integers(0, 1000)
radials = st.floats(-0.12, 0.12)


def crowd(
    tilt_x: float, tilt_y: float, k1: float, seed: int, noise_px: float = 0.1
) -> tuple[TablePlane, list[SeenItem]]:
    """A camera over some tiles, one of them bent."""
    plane = plane_from_normal(camera(k1), normal(tilt_x, tilt_y), 800.0)
    return plane, seen_tiles(plane, 0.1, np.random.default_rng(seed), wrong=3)


def lens(k1: float, guessed: bool) -> CameraModel:
    """A lens that is measured, or one to be found."""
    return replace(camera(k1), origin="guess") if guessed else camera(k1)


@settings(max_examples=30, deadline=None)
@given(tilts, tilts, radials, seeds, st.booleans())
def test_exact_slopes_are_those_of_small_steps(
    tilt_x: float, tilt_y: float, k1: float, seed: int, guessed: bool
) -> None:
    """On random poses and lenses each corner's error changes with each parameter as it does over a tiny step."""
    problem = PlaneProblem(crowd(tilt_x, tilt_y, k1, seed)[1], lens(k1, guessed))
    x = np.random.default_rng(seed).normal(0.0, 0.03, len(problem.start()))
    _, exact = problem.left_over(x)
    for which, slope in enumerate(exact):
        step = np.zeros(len(x))
        step[which] = 1e-6
        numeric = (problem.left_over(x + step)[0] - problem.left_over(x - step)[0]) / 2e-6
        assert np.allclose(slope, numeric, rtol=1e-5, atol=1e-4 * float(np.abs(numeric).max()))


@settings(max_examples=30, deadline=None)
@given(radials, st.floats(-0.02, 0.02), st.floats(-0.02, 0.02), seeds)
def test_slopes_of_a_straightened_ray_are_those_of_small_steps(k1: float, p1: float, p2: float, seed: int) -> None:
    """How a ray changes with the focal length and with the first radial term, for lenses with tangential terms too."""
    distortion = np.array([k1, 0.01, p1, p2, 0.001])
    bent = bend(np.random.default_rng(seed).uniform(-0.6, 0.6, (20, 2)), distortion)
    longer, rounder = unbend_slopes(unbend(bent, distortion), distortion)
    tiny = 1e-6
    by_focal = (unbend(bent * np.exp(-tiny), distortion) - unbend(bent * np.exp(tiny), distortion)) / (2.0 * tiny)
    more = np.array([tiny, 0.0, 0.0, 0.0, 0.0])
    by_radial = (unbend(bent, distortion + more) - unbend(bent, distortion - more)) / (2.0 * tiny)
    assert np.allclose(longer, by_focal, atol=1e-4)
    assert np.allclose(rounder, by_radial, atol=1e-4)


@settings(max_examples=15, deadline=None)
@given(tilts, tilts, radials, seeds, st.booleans(), st.booleans())
def test_the_fit_ends_where_a_general_solver_ends(
    tilt_x: float, tilt_y: float, k1: float, seed: int, guessed: bool, cards: bool
) -> None:
    """To a millionth of a mm: numeric slopes and a solver that knows nothing of cameras find the same table."""
    from scipy.optimize import least_squares  # loads longer than all else here

    plane, items = crowd(tilt_x, tilt_y, k1, seed)
    if cards:
        items = seen_cards(plane, 0.015, 0.1, np.random.default_rng(seed))
    problem = PlaneProblem(items, lens(k1, guessed))
    ours, _ = least(problem, problem.start())

    def residuals(x: Floats) -> Floats:
        left = problem.left_over(x)[0]
        usual = x / problem.spread
        return np.concatenate([left.real, left.imag, usual * np.sqrt(1.0 + usual**2 / 4.0)])

    theirs = least_squares(
        residuals, problem.start(), jac="3-point", loss="soft_l1", x_scale="jac", ftol=1e-15, xtol=1e-15, gtol=1e-15
    ).x
    px = np.concatenate([item.corners_px for item in items])
    tables = [problem.plane(x).project(px, 6.0) for x in (ours, theirs)]
    assert problem.around(ours)[0] <= problem.around(theirs)[0] * (1.0 + 1e-12)
    assert float(np.abs(tables[0] - tables[1]).max()) < 1e-6
