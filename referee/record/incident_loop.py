"""The seconds before a verdict as one moving picture that needs no script: forwards and back, slowly, for ever."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image as Pillow

SLOWER = 2.5
"""So many times as slow as it was."""
SHORTEST_MS, LONGEST_MS = 250, 1500
WIDTH_PX = 480
QUALITY = 60


def loop(jpegs: Sequence[bytes], before_ms: Sequence[int]) -> bytes:
    """Pictures taken so many ms before a moment, oldest first, as an animated WebP. There are two at least."""
    frames = [Pillow.open(io.BytesIO(jpeg)).convert("RGB") for jpeg in jpegs]
    frames = [frame.resize((WIDTH_PX, WIDTH_PX * frame.height // frame.width)) for frame in frames]
    waits = [
        min(LONGEST_MS, max(SHORTEST_MS, round((one - next_one) * SLOWER))) for one, next_one in pairwise(before_ms)
    ]
    told = io.BytesIO()
    frames[0].save(
        told,
        "WEBP",
        save_all=True,
        append_images=[*frames[1:], *frames[-2:0:-1]],
        duration=[*waits, *waits[::-1]],
        loop=0,
        quality=QUALITY,
    )
    return told.getvalue()
