"""What colour a die is, told from the grey mat beside it, among the colours in play."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

from referee.vision.numbers import COLOURED
from referee.vision.pips.mat import BLACK, UNLIKE
from referee.vision.scene import Floats

HUES_DEG = {"red": 1.0, "orange": 24.0, "yellow": 50.0, "green": 135.0, "blue": 215.0, "purple": 292.0}
PLAIN = ("white", "black")
VIVID = 0.35
"""From this saturation on a face has a hue where white or black dice are in play, and from this difference of its
brightest and darkest colour on, as shares of the mat, where black ones are: the colour of bright neighbours spills over
dark faces. Else from `COLOURED` on."""
NEAR_DEG = 42.0
CLEARLY_DEG = 9.0


def colour_of(shares: Floats, in_play: Sequence[str]) -> str:
    """The colour's name, "" when it is none of those in play or lies between two of them.

    Parameters
    ----------
    shares : (3,) the face's brightness as shares of the grey mat's, BGR.

    >>> colour_of(np.array([0.3, 0.27, 1.5]), ("red", "blue", "white"))
    'red'
    >>> colour_of(np.array([1.8, 1.9, 1.9]), ("red", "blue", "white"))
    'white'
    """
    most, least = float(shares.max()), float(shares.min())
    saturation = (most - least) / max(most, 0.2)
    plain = any(colour in in_play for colour in PLAIN)
    name = ""
    if saturation < COLOURED or most - least < COLOURED:
        name = "white" if float(shares.mean()) > 1.0 + UNLIKE else "black" if float(shares.mean()) < BLACK else ""
    elif (saturation >= VIVID or not plain) and (most - least >= VIVID or "black" not in in_play):
        name = _hue_name(shares, [colour for colour in in_play if colour in HUES_DEG])
    return name if name in in_play else ""


def _hue_name(shares: Floats, in_play: Sequence[str]) -> str:
    scaled = shares / max(float(shares.max()), 1e-6)
    hue = 360.0 * colorsys.rgb_to_hsv(float(scaled[2]), float(scaled[1]), float(scaled[0]))[0]
    apart = sorted((abs((hue - HUES_DEG[name] + 180.0) % 360.0 - 180.0), name) for name in in_play)
    if not apart or apart[0][0] > NEAR_DEG:
        return ""
    if len(apart) > 1 and apart[1][0] - apart[0][0] < CLEARLY_DEG:
        return ""
    return apart[0][1]
