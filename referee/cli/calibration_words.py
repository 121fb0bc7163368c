"""What `referee calibrate` says: what to do next, why a picture is left out, and its maps as text."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.session import Progress

WISH_WORDS = {
    "show-board": "Show the chequered board to the camera.",
    "hold-still": "Hold it still for a moment.",
    "tilt": "Now tilt it by 20 to 40 degrees, each time another way.",
    "enough": "That is enough.",
    "focus": "It is blurred: focus the camera, or hold the board nearer to where the table is.",
    "more-light": "It is too dark: switch a lamp on.",
    "less-light": "It is too bright: turn the lamp away, or let the camera expose shorter.",
    "other-size": "The pictures have another size now: stop and begin again.",
    **{
        place: f"Hold it {where} of the picture."
        for place, where in (
            ("top-left", "in the top left"), ("top", "at the top"), ("top-right", "in the top right"),
            ("left", "on the left"), ("middle", "in the middle"), ("right", "on the right"),
            ("bottom-left", "in the bottom left"), ("bottom", "at the bottom"), ("bottom-right", "in the bottom right"),
        )
    },
}  # fmt: skip
"""What to do next, by the wish of `calibration.session.Progress`."""
REFUSALS = {
    "no-board": "the board is not to be seen, too blurred or less than a quarter of it",
    "other-size": "another size than most of the pictures",
    "known": "the board lies as in a picture before it",
    "many": "there are enough already",
    "focus": "blurred",
    "more-light": "too dark",
    "less-light": "too bright",
}
"""Why a picture of a folder is left out, by `calibration.stills.Sorted`."""
TORN = "it is not whole, or no picture that can be read; JPEG and PNG can"
GOOD_MM, FAIR_MM = 0.5, 1.5


def told(progress: Progress) -> str:
    """How far a calibration has come as text: the map, the count and what is next."""
    count = f"{progress.views} of {progress.wanted} views. {WISH_WORDS[progress.wish]}"
    return f"{coverage_map(progress.grid)}\n{count}"


def coverage_map(grid: Sequence[Sequence[int]]) -> str:
    """How many views saw the board in each part of the picture, as text."""
    return "\n".join("".join(f"{count or '.':>3}" for count in row) for row in grid)


def error_map(rows: Sequence[Sequence[float]]) -> str:
    """The error in each part of the picture, as text."""
    return "\n".join("".join(f"{'.' if isnan(mm) else format(mm, '.1f'):>5}" for mm in row) for row in rows)


def advice(error_mm: float) -> str:
    """What this error is good for."""
    if error_mm <= GOOD_MM:
        return "That is good."
    if error_mm <= FAIR_MM:
        return "That will do; with a flatter board, held stiller and in more light it would be better."
    return "That is much: is the board glued on something flat, printed at 100 %, in focus and held still?"
