"""The seconds before a verdict as a film of its own, as fast as they were."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image as Pillow

from referee.devices.film_writer import write_gif, write_mp4

STEP_MS = 100
LAST_MS = 1000
"""So long the last picture stands."""
FORMS = {"mp4": "video/mp4", "gif": "image/gif"}


def steps(jpegs: Sequence[bytes], before_ms: Sequence[int]) -> Iterator[Pillow.Image]:
    """A picture for every tenth of a second: each stands until the next was taken.

    Parameters
    ----------
    before_ms : so many ms before the last picture each was taken, oldest first.
    """
    following = [*before_ms[1:], -LAST_MS]
    for jpeg, at_ms, next_ms in zip(jpegs, before_ms, following, strict=False):
        picture = Pillow.open(io.BytesIO(jpeg)).convert("RGB")
        for _ in range(max(1, round((at_ms - next_ms) / STEP_MS))):
            yield picture


def write_clip(path: Path, form: str, jpegs: Sequence[bytes], before_ms: Sequence[int]) -> None:
    """Write it as MP4 or GIF; there is one picture at least. Raises RecordError when it cannot be written."""
    (write_gif if form == "gif" else write_mp4)(path, steps(jpegs, before_ms), STEP_MS / 1000)
