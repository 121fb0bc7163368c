"""The first sheet's code under a camera: small, soft and noisy, as it looks from a metre above the table."""

import cv2
import numpy as np
import pypdfium2
import pytest

from markers import kits
from markers.label import KitLabel
from markers.qr import read_labels

METRE_PX_PER_MM = 1.6
"""A camera of 1920 x 1080 and the usual lens, a metre up."""


@pytest.mark.parametrize("game", ["racepack", "royal-racers", "nestorgames-gp", "home-racers"])
@pytest.mark.few(1)
def test_the_first_sheet_names_its_game_from_a_metre(game: str) -> None:
    """A soft and noisy 1080p picture with the sheet lying in it, a little turned, tells kit and paper."""
    sheet = pypdfium2.PdfDocument(kits.pdf(game))[0]
    page = np.asarray(sheet.render(scale=6 * 25.4 / 72, grayscale=True).to_numpy()).squeeze()
    turn = cv2.getRotationMatrix2D((0.0, 0.0), 7.0, METRE_PX_PER_MM / 6)
    turn[:, 2] = turn[:, 2] + np.array((700.0, 300.0))
    fine = cv2.GaussianBlur(page, (0, 0), 0.5 * 6 / METRE_PX_PER_MM)
    table = cv2.warpAffine(fine, turn, (1920, 1080), flags=cv2.INTER_AREA, borderValue=(110,))
    noise = np.random.default_rng(1).normal(0.0, 2.5, table.shape)
    picture = np.clip(cv2.GaussianBlur(table, (0, 0), 0.6) * 0.8 + noise, 0, 255).astype(np.uint8)
    assert read_labels(picture) == (KitLabel(game, kits.design_of(game).version, "a4"),)
