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
    "unsure": "This is too near to 1 % to tell: {}.",
}
OTHER_WAY = {
    "photo": "measure the printed ruler and use  --measured MM",
    "ruler": "measure again to a quarter of a millimetre, or use  --check PHOTO",
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
        size = f"{scale.across:.1%}" + (f" across and {scale.down:.1%} down" if photo is not None else "")
        advice = OTHER_WAY["ruler" if photo is None else "photo"]
        click.echo(f"Printed at {size}, give or take {scale.doubt:.1%}. {SENTENCES[scale.verdict].format(advice)}")
    if scale.verdict != "good":
        raise click.exceptions.Exit(1)


def _picture(path: Path) -> NDArray[np.uint8]:
    """A picture from a file (H, W, 3) BGR. Raises SourceError when there is none, or it is torn."""
    from referee.devices.stills import Stills

    if path.is_dir():
        raise KitError(f"{path} is a folder; name one picture in it.")
    return next(Stills(path).frames()).colour
