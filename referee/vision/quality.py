"""How good a picture is: focus and light, in numbers and in words."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.blocks import BLOCK_PX
from referee.vision.scene import Image
from referee.words.catalogue import told

SMALLEST_PX = 120
DARK = 28.0
BRIGHT = 245.0
BLURRED = 0.45
BLUR_PX = 9


def without_extras(image: Image) -> Image:
    """A usable picture as (H, W) grey or (H, W, 3) BGR: a lone channel is grey, a fourth one (alpha) is left out."""
    if image.ndim == 3 and image.shape[2] != 3:
        return np.ascontiguousarray(image[:, :, 0] if image.shape[2] == 1 else image[:, :, :3])
    return image


def grey_of(image: Image) -> Image:
    """A picture (H, W) or (H, W, 3) BGR without its colour."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def sharpness(grey: Image, middle_px: tuple[float, float]) -> float:
    """0 (blurred) to 1 (in focus) around a place with printed edges, by how much more it can be blurred.

    The measure is F. Crete and others, "The blur effect", 2007, the worse of across and down.
    """
    left = int(np.clip(middle_px[0] - SMALLEST_PX, 0, max(grey.shape[1] - 2 * SMALLEST_PX, 0)))
    top = int(np.clip(middle_px[1] - SMALLEST_PX, 0, max(grey.shape[0] - 2 * SMALLEST_PX, 0)))
    crop = grey[top : top + 2 * SMALLEST_PX, left : left + 2 * SMALLEST_PX]
    if float(crop.std()) < 2.0:
        return 0.0
    return min(_sharpness_along(crop, across) for across in (True, False))


def _sharpness_along(crop: Image, across: bool) -> float:
    """How much of its edges a picture loses when it is blurred one way."""
    soft = cv2.blur(crop.astype(np.float32), (BLUR_PX, 1) if across else (1, BLUR_PX), borderType=cv2.BORDER_REFLECT)
    seen, left = (np.abs(cv2.Sobel(one, cv2.CV_32F, int(across), int(not across)))[2:-1, 2:-1] for one in (crop, soft))
    return float(np.maximum(seen - left, 0.0).sum() / max(float(seen.sum()), 1e-6))


def light_notes(grey: Image, sharp: float) -> tuple[str, ...]:
    """What is wrong with light and focus, in sentences for the table."""
    notes = []
    coarse = grey[::BLOCK_PX, ::BLOCK_PX].ravel()
    half, most = len(coarse) // 2, len(coarse) * 95 // 100
    middle, light = np.partition(coarse, (half, most))[[half, most]].tolist()
    if light < DARK * 2:
        notes.append(told("picture-too-dark"))
    elif middle > BRIGHT:
        notes.append(told("picture-too-bright"))
    if sharp < BLURRED:
        notes.append(told("picture-blurred"))
    return tuple(notes)


def unusable(image: Image) -> str | None:
    """Why an array is no picture of a table, in a sentence, or None."""
    if image.size == 0 or image.ndim not in (2, 3):
        return told("picture-empty")
    if image.ndim == 3 and image.shape[2] not in (1, 3, 4):
        return told("picture-without-colours")
    if image.dtype != np.uint8:
        return told("picture-no-bytes")
    if min(image.shape[:2]) < SMALLEST_PX:
        return told("picture-too-small", width=image.shape[1], height=image.shape[0], least=SMALLEST_PX)
    return None
