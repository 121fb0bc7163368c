"""Two tools of numerics without a library of a hundred megabytes: a normal distribution and a robust fit."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_REACH, _A_ONE = 8, 1024
_BELOW = np.array(
    [0.5 * math.erfc(-at / _A_ONE / math.sqrt(2.0)) for at in range(-_REACH * _A_ONE, _REACH * _A_ONE + 1)]
)
_RISES = np.diff(_BELOW)
ROUNDS, SAME = 200, 1e-10
"""A fit ends when a step changes its cost by a smaller share, or after so many."""
STEP = 1e-7
"""Of a number, or of 1 for a smaller one: for the slopes."""


def normal_below(values: Floats) -> Floats:
    """The standard normal distribution's share below each value, any shape, to 3e-8: between the values of a table."""
    at = np.clip((values + _REACH) * _A_ONE, 0.0, len(_RISES) - 1e-9)
    before = at.astype(np.intp)
    return np.asarray(_BELOW[before] + (at - before) * _RISES[before])


def fitted(apart: Callable[[Floats], Floats], begin: Floats, usual: float) -> Floats:
    """The numbers (N,) near `begin` at which what `apart` (M,) leaves is least; what is far over `usual` counts little.

    Levenberg and Marquardt's way, the cost of a residual r being 2 u^2 (sqrt(1 + (r / u)^2) - 1): Triggs and others,
    "Bundle adjustment: a modern synthesis", 1999, section 4.3.
    """
    numbers, damping = np.array(begin, np.float64), 1e-3
    left = apart(numbers)
    cost = _cost(left, usual)
    for _ in range(ROUNDS):
        steps = STEP * np.maximum(np.abs(numbers), 1.0)
        slopes = np.stack([(apart(numbers + one) - left) / one.sum() for one in np.diag(steps)], axis=1)
        weighted = slopes / np.sqrt(1.0 + (left / usual) ** 2)[:, None]
        normal, down = weighted.T @ slopes, weighted.T @ left
        while True:
            trial = numbers - np.linalg.solve(normal + damping * np.diag(normal.diagonal()), down)
            trial_left = apart(trial)
            trial_cost = _cost(trial_left, usual)
            if trial_cost <= cost or damping > 1e12:
                break
            damping *= 10.0
        if trial_cost > cost:
            return numbers
        gained, numbers, left, cost, damping = cost - trial_cost, trial, trial_left, trial_cost, damping / 10.0
        if gained <= SAME * cost:
            break
    return numbers


def _cost(left: Floats, usual: float) -> float:
    return float(np.sum(np.sqrt(1.0 + (left / usual) ** 2) - 1.0))
