"""Writes pictures as a film: MP4 (H.264, plays everywhere) or GIF. A film that could not be finished leaves no file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image as Pillow

from referee.devices.film_library import film_library
from referee.errors import RecordError

_ABOUT_FRAMES_PER_SECOND = 4  # enough for stills, and every player takes it


def write_mp4(path: Path, frames: Iterable[Pillow.Image], seconds_each: float) -> int:
    """An MP4 that shows each picture so long, all of the first one's size; returns how many.

    Raises RecordError, and SetupError where PyAV is missing.
    """
    av = film_library()

    def write(draft: Path) -> int:
        count = 0
        repeats = max(1, round(seconds_each * _ABOUT_FRAMES_PER_SECOND))
        rate = (Fraction(repeats) / Fraction(seconds_each)).limit_denominator(1000)
        with av.open(str(draft), "w", format="mp4", options={"movflags": "faststart"}) as film:
            stream = film.add_stream("libx264", rate=rate)
            stream.pix_fmt = "yuv420p"
            stream.options = {"crf": "23", "preset": "veryfast"}
            for frame in frames:
                count += 1
                if count == 1:  # the first picture sets the size; H.264 wants even numbers
                    stream.width, stream.height = frame.width // 2 * 2, frame.height // 2 * 2
                pixels = np.asarray(frame.crop((0, 0, stream.width, stream.height)))
                shown = av.VideoFrame.from_ndarray(pixels, format="rgb24")
                for _ in range(repeats):
                    shown.pts = None  # the encoder counts
                    film.mux(stream.encode(shown))
            film.mux(stream.encode(None))
        return count

    return _whole_or_none(path, write)


def write_gif(path: Path, frames: Iterable[Pillow.Image], seconds_each: float) -> int:
    """A GIF that shows each picture so long and begins again; returns how many pictures. Raises RecordError."""

    def write(draft: Path) -> int:
        shown = [frame.quantize(128, method=Pillow.Quantize.MEDIANCUT) for frame in frames]
        first, *others = shown
        milliseconds = max(20, round(seconds_each * 1000))
        first.save(draft, format="GIF", save_all=True, append_images=others, duration=milliseconds, loop=0)
        return len(shown)

    return _whole_or_none(path, write)


def _whole_or_none(path: Path, write: Callable[[Path], int]) -> int:
    with _draft(path) as draft:
        count = write(draft)
        os.replace(draft, path)
    return count


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    draft = path.with_name(path.name + ".part")
    try:
        yield draft
    except OSError as problem:  # PyAV's errors of the disk are OSErrors too
        raise RecordError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)
