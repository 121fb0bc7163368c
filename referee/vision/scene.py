"""The words of the eye: what a picture is, what was found in it and where it lies on the table.

Table coordinates are mm, x right, y up, angles counter-clockwise degrees; image coordinates are px, x right, y down,
with the centre of the first pixel at (0, 0). The table frame here is the eye's own: its origin is the table point under
the middle of the picture and its x axis runs to the right of the picture. A game's `read` finds the board in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Whole = NDArray[np.int64]
Mask = NDArray[np.bool_]
Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture.

    Attributes
    ----------
    image : (H, W, 3) BGR or (H, W) grey, uint8.
    time_ns : when it was grabbed, stamped by the device; never read from a clock later.
    source : name of the source.
    index : running number within the source.
    in_colour : gives the same picture as (H, W, 3) BGR where `image` is its brightness alone, which is decoded sooner.
    """

    image: Image
    time_ns: int
    source: str
    index: int
    in_colour: Callable[[], Image] | None = None

    @property
    def colour(self) -> Image:
        """The picture with its colours, if it has any."""
        return self.image if self.in_colour is None else self.in_colour()


@dataclass(frozen=True, eq=False)
class MarkerDetection:
    """One marker found in one picture; `corners_px` is (4, 2) in OpenCV's order, `margin` is 0 to 1 (how sure)."""

    marker_id: int
    corners_px: Floats
    margin: float


@dataclass(frozen=True)
class Sighting:
    """One piece found on the table at its own height.

    `confidence` is 0 to 1. Turned by `same_deg` it looks the same: an ordinary die's angle is told up to a quarter.
    A `remembered` piece is hidden now: it lay so when it was last seen, and its other side may be up since.
    """

    piece: str
    side: str
    x_mm: float
    y_mm: float
    angle_deg: float
    confidence: float
    same_deg: float = 360.0
    remembered: bool = False


@dataclass(frozen=True)
class DieSeen:
    """An ordinary die on its mat, or something there that cannot be read.

    Attributes
    ----------
    colour : its name, "" when it cannot be told.
    value : 1 to 6, None when it cannot be read for sure.
    x_mm, y_mm, angle_deg : the middle of its upper face on the table and its turn, 0 to 90 degrees.
    confidence : 0 to 1.
    doubt : why it has no value, as a part of a sentence; "" when it has one.
    """

    colour: str
    value: int | None
    x_mm: float
    y_mm: float
    angle_deg: float
    confidence: float
    doubt: str = ""


@dataclass(frozen=True)
class SceneQuality:
    """How far the scene can be trusted.

    Attributes
    ----------
    expected_error_mm : the stated 95 % error of the piece in view that is known least well; nan when none is seen.
    hand : whether a hand or another foreign thing is over the table.
    notes : sentences for the user ("too dark", "the camera was bumped; found again").
    bumped : whether camera or table were bumped and the board has just been found again; such a picture says nothing
        by itself.
    """

    expected_error_mm: float
    hand: bool
    notes: tuple[str, ...] = ()
    bumped: bool = False


@dataclass(frozen=True)
class Standpoint:
    """From where the table is seen.

    Attributes
    ----------
    camera_mm : where the camera is, x, y and its height above the table.
    shown_mm : the part of the table that the picture shows, as a polygon; empty when it reaches to the horizon.
    plane : the camera over the table, from px to mm and back.
    """

    camera_mm: tuple[float, float, float]
    shown_mm: tuple[Point, ...]
    plane: TablePlane = field(compare=False, repr=False)


@dataclass(frozen=True)
class Scene:
    """What one picture shows of the table.

    Attributes
    ----------
    sightings : every piece found, fixed ones too (those from memory while covered are `remembered`).
    clear_mm : table points of fixed markers, and middles of loose pieces that have their markers around them, that were
        seen bare in this picture: nothing stands on them.
    hidden_mm : table points of fixed markers that should be there and were not seen, and such middles that were not
        seen bare: something may be on them.
    covered : table polygons (mm) under a hand or another foreign thing.
    problems : what is wrong with the picture in words (two copies of one marker, a piece of another kit, no tiles).
    dice : ordinary dice read by their pips, unreadable ones too; those read are among the sightings as well.
    cards : the command cards held into the picture, sorted.
    placed_anew : faces (piece, side) that lie where they lay in the picture before, but whose place in mm is known
        better now: they turned out to stand higher or lower, or the camera to hang otherwise, or a die's turn was
        measured in more pictures.
    standpoint : from where the table is seen, None when that is not known.
    doubtful : faces (piece, side) that were read with too much doubt to count.
    """

    time_ns: int
    sightings: tuple[Sighting, ...]
    clear_mm: tuple[Point, ...]
    hidden_mm: tuple[Point, ...]
    covered: tuple[tuple[Point, ...], ...]
    quality: SceneQuality
    problems: tuple[str, ...] = ()
    dice: tuple[DieSeen, ...] = ()
    cards: tuple[str, ...] = ()
    placed_anew: tuple[tuple[str, str], ...] = ()
    standpoint: Standpoint | None = None
    doubtful: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SettledScene:
    """A scene that several frames without a hand agree on (votes over those frames).

    `rested_ns` is when the table was last seen at rest before; None where nobody knows.
    """

    scene: Scene
    frames: int
    first_time_ns: int
    last_time_ns: int
    rested_ns: int | None = None
