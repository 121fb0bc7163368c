"""Whether a print is true to scale, told from a picture with a bank card on the calibration board, or from a ruler."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from markers import kits
from markers.print_scale import from_picture, from_ruler
from referee.errors import KitError

PX_PER_MM = 200 / 25.4
SIZE = (1500, 2000)
FOCAL_PX, AWAY_MM = 1700.0, 350.0


@cache
def board_page() -> NDArray[np.uint8]:
    """The last sheet of a kit."""
    sheets = pypdfium2.PdfDocument(kits.pdf("racepack"))
    page = sheets[len(sheets) - 1].render(scale=200 / 72).to_numpy()[:, :, :3].copy()
    sheets.close()
    return np.asarray(page, dtype=np.uint8)


def photo(scale: float, card: tuple[int, int, int] | None = (200, 120, 60)) -> NDArray[np.uint8]:
    """A sheet printed at this scale under a slightly tilted camera, with a bank card (BGR) on it or without."""
    page = board_page()
    height, width = page.shape[:2]
    lens = np.array([[FOCAL_PX, 0, SIZE[0] / 2], [0, FOCAL_PX, SIZE[1] / 2], [0, 0, 1.0]])
    rotation = cv2.Rodrigues(np.radians([4.0, -3.0, 2.0]))[0]
    true_mm = np.diag([scale / PX_PER_MM, scale / PX_PER_MM, 1.0]) @ np.array(
        [[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]
    )

    def onto(z_mm: float) -> NDArray[np.float64]:
        lifted = rotation[:, 2] * -z_mm + np.array([0.0, 0.0, AWAY_MM])
        return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], lifted]) @ true_mm)

    picture = cv2.warpPerspective(page, onto(0.0), SIZE, flags=cv2.INTER_AREA, borderValue=(90, 110, 130))
    if card is not None:
        size = (85.60 / scale * PX_PER_MM, 53.98 / scale * PX_PER_MM)
        corners = cv2.boxPoints(((width / 2 + 20.0, height / 2 - 30.0), size, 5.0))
        cover = np.zeros((height, width), np.uint8)
        cv2.fillPoly(cover, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = cv2.warpPerspective(cover, onto(0.76), SIZE, flags=cv2.INTER_AREA)[..., None] / 255.0
        picture = picture * (1 - share) + np.array(card) * share
    noise = np.random.default_rng(1).normal(0.0, 3.0, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255), dtype=np.uint8)


@pytest.mark.parametrize(("scale", "verdict"), [(1.0, "good"), (0.97, "wrong")])
def test_a_card_tells_the_scale(scale: float, verdict: str) -> None:
    """With a card on the board the scale is measured within half a per cent."""
    found = from_picture(photo(scale))
    assert (found.across, found.down) == pytest.approx((scale, scale), abs=0.005)
    assert found.verdict == verdict


@pytest.mark.parametrize("picture", [photo(1.0, None), np.full((400, 600, 3), 128, np.uint8)], ids=["bare", "empty"])
def test_without_a_card_nothing_is_told(picture: NDArray[np.uint8]) -> None:
    """A bare board has no scale, and neither has a picture without a board: what to do is said."""
    with pytest.raises(KitError, match="bank card"):
        from_picture(picture)


@pytest.mark.parametrize(
    ("measured_mm", "verdict"), [(100.0, "good"), (99.3, "good"), (97.0, "wrong"), (99.1, "unsure"), (101.1, "unsure")]
)
def test_a_ruler_tells_the_scale(measured_mm: float, verdict: str) -> None:
    """A ruler is read to a quarter of a millimetre; near the limit of 1 % nothing is claimed."""
    assert from_ruler(measured_mm, 100.0).verdict == verdict


def test_an_impossible_ruler_is_refused() -> None:
    """A length in other units is no scale."""
    with pytest.raises(KitError, match="from 0 to 100"):
        from_ruler(3.94, 100.0)
