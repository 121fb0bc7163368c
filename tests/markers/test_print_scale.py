"""Whether a print is true to scale, told from a picture with a bank card on the calibration board, or from a ruler."""

from __future__ import annotations

from collections.abc import Callable
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
SIZE = (1050, 1400)
FOCAL_PX, AWAY_MM = 1190.0, 350.0


@cache
def board_page() -> NDArray[np.uint8]:
    """The last sheet of a kit."""
    sheets = pypdfium2.PdfDocument(kits.pdf("racepack"))
    page = sheets[len(sheets) - 1].render(scale=200 / 72).to_numpy()[:, :, :3].copy()
    sheets.close()
    return np.asarray(page, dtype=np.uint8)


@cache
def photo(
    scale: float, card: tuple[int, int, int] | None = (200, 120, 60), tilt_deg: float = 4.0, away_mm: float = AWAY_MM
) -> NDArray[np.uint8]:
    """A sheet printed at this scale under a tilted camera, with a bank card (BGR) on it or without."""
    page = board_page()
    height, width = page.shape[:2]
    lens = np.array([[FOCAL_PX, 0, SIZE[0] / 2], [0, FOCAL_PX, SIZE[1] / 2], [0, 0, 1.0]])
    rotation = cv2.Rodrigues(np.radians([tilt_deg, -3.0, 2.0]))[0]
    true_mm = np.diag([scale / PX_PER_MM, scale / PX_PER_MM, 1.0]) @ np.array(
        [[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]
    )

    def onto(z_mm: float) -> NDArray[np.float64]:
        lifted = rotation[:, 2] * -z_mm + np.array([0.0, 0.0, away_mm])
        return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], lifted]) @ true_mm)

    picture = cv2.warpPerspective(page, onto(0.0), SIZE, flags=cv2.INTER_AREA, borderValue=(90, 110, 130))
    if card is not None:
        turn, y = np.radians(5.0), np.arange(height, dtype=np.float32)[:, None] - (height - 1) / 2 + 30.0
        x = np.arange(width, dtype=np.float32)[None, :] - (width - 1) / 2 - 20.0
        along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        inside = np.minimum(42.80 / scale * PX_PER_MM - abs(along), 26.99 / scale * PX_PER_MM - abs(across))
        cover = (np.clip(inside + 0.5, 0.0, 1.0) * 255).astype(np.uint8)
        share = cv2.warpPerspective(cover, onto(0.76), SIZE, flags=cv2.INTER_AREA)[..., None] / 255.0
        picture = picture * (1 - share) + np.array(card) * share
    noise = np.random.default_rng(1).standard_normal(picture.shape, np.float32) * 3.0
    seen = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 0.8) + noise
    taken = np.asarray(np.clip(seen, 0, 255), dtype=np.uint8)
    taken.flags.writeable = False
    return taken


def bent(picture: NDArray[np.uint8], k1: float) -> NDArray[np.uint8]:
    """The same through a lens that bends straight lines: by the square of the distance from the middle, in widths."""
    y, x = np.indices(picture.shape[:2]).astype(np.float64)
    middle, unit = np.array([picture.shape[1] / 2, picture.shape[0] / 2]), picture.shape[1] / 1.0
    u, v = (x - middle[0]) / unit, (y - middle[1]) / unit
    longer = 1.0 + k1 * (u * u + v * v)
    where = [(part * longer * unit + centre).astype(np.float32) for part, centre in ((u, middle[0]), (v, middle[1]))]
    return np.asarray(cv2.remap(picture, where[0], where[1], cv2.INTER_LINEAR), dtype=np.uint8)


@pytest.mark.parametrize(
    ("scale", "card", "k1", "verdict"),
    [
        pytest.param(1.0, (200, 120, 60), 0.0, "good", marks=pytest.mark.long),
        (0.97, (200, 120, 60), 0.0, "wrong"),
        pytest.param(1.016, (60, 60, 70), -0.08, "wrong", marks=pytest.mark.long),
        (0.995, (225, 228, 230), 0.06, "good"),
    ],
    ids=["blue card", "too small", "dark card, lens", "white card, lens"],
)
@pytest.mark.few(1)
def test_a_card_tells_the_scale(scale: float, card: tuple[int, int, int], k1: float, verdict: str) -> None:
    """With a card of any colour on the board the scale is measured to a fifth of a per cent, the lens bent or not."""
    found = from_picture(bent(photo(scale, card), k1) if k1 else photo(scale))
    assert (found.across, found.down) == pytest.approx((scale, scale), abs=0.002)
    assert abs(found.across - scale) < found.doubt < 0.006
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda: cv2.GaussianBlur(photo(1.0), (0, 0), 5.0), "not to be seen|blurred"),
        (lambda: photo(1.0, tilt_deg=50.0), "too slantingly"),
        (lambda: photo(1.0, away_mm=800.0), "too small in the picture"),
        (lambda: with_a_hand(photo(1.0), (300, 860), (760, 1040)), "More than a bank card"),
        (lambda: with_a_hand(photo(1.0, None), (700, 500), (1050, 760)), "over the board's edge"),
    ],
    ids=["blurred", "slanting", "far", "two things", "over the edge"],
)
@pytest.mark.few(2)
def test_a_picture_that_is_no_use_says_why(spoil: Callable[[], NDArray[np.uint8]], why: str) -> None:
    """What is wrong with it, and how to take a better one."""
    with pytest.raises(KitError, match=why) as refused:
        from_picture(np.asarray(spoil(), np.uint8))
    assert "lay a bank card flat" in str(refused.value)


def with_a_hand(picture: NDArray[np.uint8], start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.uint8]:
    """Something else lies on the board, too."""
    spoilt = picture.copy()
    cv2.rectangle(spoilt, start, end, (140, 160, 200), -1)
    return spoilt


@pytest.mark.parametrize(
    "picture", [lambda: photo(1.0, None), lambda: np.full((400, 600, 3), 128, np.uint8)], ids=["bare", "empty"]
)
def test_without_a_card_nothing_is_told(picture: Callable[[], NDArray[np.uint8]]) -> None:
    """A bare board has no scale, and neither has a picture without a board: what to do is said."""
    with pytest.raises(KitError, match="bank card"):
        from_picture(picture())


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
