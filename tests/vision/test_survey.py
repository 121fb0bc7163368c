"""The first still pictures of a table are added up."""

from __future__ import annotations

import numpy as np

from referee.vision.doubts import Survey
from referee.vision.numbers import LOOKS
from referee.vision.scene import Image


def noisy(seed: int, level: float = 100.0) -> Image:
    """An even picture with noise of 8 grey levels."""
    return np.asarray(np.random.default_rng(seed).normal(level, 8.0, (60, 80)).clip(0, 255), dtype=np.uint8)


def test_noise_averages_out_over_the_first_pictures_and_then_there_is_no_mean() -> None:
    """There is one whenever they are twice as many; that of eight has a third of the noise; a ninth is not added."""
    survey = Survey()
    survey.begin(noisy(0))
    means = [survey.mean(noisy(number), moving=False) for number in range(1, LOOKS + 1)]
    spread = [float(np.std(mean)) for mean in means if mean is not None]
    assert means[-1] is None
    assert 2 ** len(spread) == LOOKS
    assert spread == sorted(spread, reverse=True)
    assert 2.5 < spread[-1] < 3.2


def test_what_moved_is_not_in_the_mean() -> None:
    """While something moves there is no mean; afterwards it holds only pictures from then on."""
    survey = Survey()
    survey.begin(noisy(0, 40.0))
    assert survey.mean(noisy(1, 200.0), moving=True) is None
    means = [survey.mean(noisy(number, 200.0), moving=False) for number in range(2, 4)]
    mean = next(mean for mean in means if mean is not None)
    assert abs(float(mean.mean()) - 200.0) < 1.0


def test_without_a_view_there_is_nothing_to_add_up() -> None:
    """Before the first search, and after the eye was reset, no picture is kept."""
    survey = Survey()
    assert survey.mean(noisy(0), moving=False) is None
    survey.begin(noisy(0))
    survey.end()
    assert survey.mean(noisy(1), moving=False) is None
