"""A picture of the table laid flat, so that it lies under the drawn board as the drawing does."""

from __future__ import annotations

import re

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.record.view import View

Image = NDArray[np.uint8]

WIDTH_PX = 960
MOST_HIGH_PX = 1440
STEP_PX = 16
"""The camera is asked for one point in so many; those between lie between."""
OUTSIDE = (90, 90, 90)

BOX, MM = (re.compile(rf'<svg [^>]*?\b{name}="([^"]+)"') for name in ("viewBox", "data-mm"))


def flat(image: Image, view: View, drawing: str) -> Image | None:
    """What a kept or live picture shows of the part of the table that a drawing does.

    Parameters
    ----------
    image : (H, W, 3) BGR, of any size; `view` tells how it shows the board.
    drawing : an SVG that says where a mm of the board lies in it (`referee.games.handles.drawing`).

    Returns
    -------
    (h, w, 3) of the drawing's proportions, grey where the camera sees nothing; None where the drawing does not say it.
    """
    box, mm = BOX.match(drawing), MM.match(drawing)
    if box is None or mm is None:
        return None
    left, top, wide, high = (float(one) for one in box[1].split())
    x0, y0, across, down = (float(one) for one in mm[1].split())
    scale = min(WIDTH_PX / wide, MOST_HIGH_PX / high)
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    columns, rows = (np.arange(size // STEP_PX + 2) * float(STEP_PX) for size in (width, height))
    x, y = np.meshgrid(left + (columns + 0.5) / scale, top + (rows + 0.5) / scale)
    points = np.column_stack([((x - x0) / across).ravel(), ((y - y0) / down).ravel(), np.zeros(x.size)])
    px = view.px(points, image.shape[1]).reshape(*x.shape, 2)
    grid = np.nan_to_num(px, nan=-1e6).astype(np.float32)
    u, v = np.meshgrid(np.arange(width, dtype=np.float32) / STEP_PX, np.arange(height, dtype=np.float32) / STEP_PX)
    way = cv2.remap(grid, u, v, cv2.INTER_LINEAR)
    laid = cv2.remap(
        image, way[..., 0], way[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=OUTSIDE
    )
    return np.asarray(laid, np.uint8)
