"""The normal distribution and the robust fit, beside the standard library's and scipy's."""

import math

import numpy as np
import pytest
from scipy.optimize import least_squares

from markers.numerics import Floats, fitted, normal_below


def test_the_normal_distribution_is_right_to_seven_digits() -> None:
    """Any shape, and far out too."""
    values = np.append(np.linspace(-9.0, 9.0, 20000), [-np.inf, np.inf]).reshape(2, -1)
    true = [0.5 * math.erfc(-value / math.sqrt(2.0)) for value in values.ravel()]
    np.testing.assert_allclose(normal_below(values), np.reshape(true, values.shape), atol=3e-8)


@pytest.mark.parametrize("seed", range(5))
def test_a_fit_comes_to_where_scipy_comes(seed: int) -> None:
    """A curve with some points far beside it, as a corner misread on the calibration board is."""
    rng = np.random.default_rng(seed)
    times = np.linspace(0.0, 1.0, 60)
    curve = 3.0 * np.exp(-4.0 * times) + 1.0 + rng.normal(0.0, 0.01, 60)
    curve[rng.choice(60, 5, replace=False)] += rng.uniform(-3.0, 3.0, 5)

    def apart(numbers: Floats) -> Floats:
        return np.asarray(numbers[0] * np.exp(-numbers[1] * times) + numbers[2] - curve)

    scipys = least_squares(apart, [1.0, 1.0, 0.0], x_scale="jac", loss="soft_l1", f_scale=0.05, gtol=1e-12)
    np.testing.assert_allclose(fitted(apart, np.array([1.0, 1.0, 0.0]), usual=0.05), scipys.x, atol=1e-4)
