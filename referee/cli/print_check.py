"""`referee print --check` and `--measured`: is the print true to scale?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from markers.label import RULER_MM
from referee.cli.common import print_json
from referee.errors import KitError

SENTENCES = {
    "good": "The print is true to scale within 1 %.",
    "wrong": "The print is not true to scale: print again at 100 %, with 'fit to page' switched off.",
    "unsure": "This is too near to 1 % to tell: measure the printed ruler and use  --measured MM",
}


def report_scale(photo: Path | None, measured_mm: float | None, as_json: bool) -> None:
    """Say how large the print is; the exit code is 1 unless it is good.

    Raises
    ------
    KitError : both or neither way is asked for, or the picture or the length tells nothing.
    """
    from markers import print_scale

    if photo is not None and measured_mm is not None:
        raise KitError("Give either --check PHOTO or --measured MM, not both.")
    if photo is None:
        assert measured_mm is not None
        scale = print_scale.from_ruler(measured_mm, RULER_MM)
    else:
        scale = print_scale.from_picture(_picture(photo))
    if as_json:
        print_json({**asdict(scale), "verdict": scale.verdict})
    else:
        click.echo(
            f"Printed at {scale.across:.1%} across and {scale.down:.1%} down, give or take {scale.doubt:.1%}. "
            f"{SENTENCES[scale.verdict]}"
        )
    if scale.verdict != "good":
        raise click.exceptions.Exit(1)


def _picture(path: Path) -> NDArray[np.uint8]:
    """A picture from a file (H, W, 3) BGR."""
    import cv2

    image = cv2.imread(str(path))
    if image is None:
        raise KitError(f"{path} is no picture that can be read; give a JPEG or PNG.")
    return np.asarray(image, dtype=np.uint8)
